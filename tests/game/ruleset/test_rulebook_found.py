"""What is found in a part of a state by a rulebook:
looked up once for each object, and never for another one.
"""

from __future__ import annotations

from tests.game.pond import book
from wikibot.game.ruleset.rulebook import Rulebook


def test_a_part_is_looked_through_once() -> None:
    """The same object is not looked through again;
    another one is, and so is the first one after that.
    """
    seen: list[tuple[int, ...]] = []

    def longest(part: tuple[int, ...], _rules: Rulebook) -> int:
        seen.append(part)
        return max(part)

    rules, one, other = book(), (1, 2), (1, 3)
    found = [rules.found_in(part, longest) for part in (one, one, other, other, one)]

    assert (found, seen) == ([2, 2, 3, 3, 2], [one, other, one])


def test_finders_are_kept_apart() -> None:
    """Two functions that look through the same part each have an answer of their own."""
    rules, part = book(), (3, 1, 2)

    def first(numbers: tuple[int, ...], _rules: Rulebook) -> int:
        return numbers[0]

    def least(numbers: tuple[int, ...], _rules: Rulebook) -> int:
        return min(numbers)

    assert [rules.found_in(part, each) for each in (first, least, first)] == [3, 1, 3]
