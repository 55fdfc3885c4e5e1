"""Every number that a rule reads from its page:
another one holds the rule, or play comes out otherwise by it.
"""

from __future__ import annotations

import pytest

from tests.for_each import portion
from tests.rules.in_play import holds_or_changes, noted, read_numbers
from tests.rules.reworded import play_of, plays

RULESETS = tuple(plays()) or ("",)


@pytest.mark.parametrize("name", RULESETS)
def test_play_depends_on_each_number_that_is_read(name: str) -> None:
    """A scenario shows it, or the number is one of the few by which nobody plays,
    with the reason.
    """
    play, unseen = play_of(name), list[tuple[object, ...]]()
    for number, unit, place in portion(read_numbers(play), 3, name):
        other, shown = noted().get(number, ("", "no line in numbers_in_play.txt"))
        if other != "-" and not (other and holds_or_changes(play, unit, place, other, shown)):
            unseen.append((*number, unit.text[slice(*place)], other, shown))

    assert unseen == []


@pytest.mark.parametrize("name", RULESETS)
def test_no_line_tells_of_a_number_that_is_not_read(name: str) -> None:
    """Numbers that are pinned by now, or gone, need none."""
    there = [number for number, _, _ in read_numbers(play_of(name))]

    assert [number for number in noted() if number[0] == name and number not in there] == []
