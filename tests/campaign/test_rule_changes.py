"""The reckoning of what must have come of lines while what is played changes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from tests.campaign.history import Rev
from tests.campaign.people import Written
from tests.campaign.rule_changes import MEMBERS, RULES, SONGS, STATE, misplayed

NOW = datetime(2024, 1, 5, tzinfo=UTC)
GIVES = 'reading "song is sung": A player may sing: they gain 4 Gold.'
ROW = (
    "{{|\n! Sentence !! Is played as !! Given by\n"
    "|-\n| {} || A player may sing: they gain {} Gold. || Bob\n|}}"
)


def rev(number: int, who: str, text: str) -> Rev:
    """A revision."""
    return Rev(number, 0, who, NOW, "", text, 1)


def broken(
    said: Sequence[tuple[int, str, str, str]],
    rules: Sequence[Rev] = (),
    readings: Sequence[Rev] = (),
    gold: int = 5,
) -> list[str]:
    """What is wrong, where lines were saved in these revisions with these verdicts, and Alice has
    so much Gold then.
    """
    lines, page, play = dict[str, Written](), "", []
    for number, who, text, verdict in said:
        token = f"zz{number}zz"
        lines[token] = Written(token, who, f"* {text} <!-- {token} -->")
        page += f"{lines[token].text}\n"
        play.append(rev(number, who, page))
        page += f"*: '''{verdict}''': so [[User:Wikibot|Wikibot]]\n"
    play.append(rev(99, "Wikibot", page))
    rules = [rev(1, "Steward", RULES), *rules]
    state = rev(99, "Wikibot", STATE.replace("| Alice || 5", f"| Alice || {gold}"))
    return [each.what for each in misplayed(lines, rules, readings, [state], play)]


def test_a_line_is_played_by_what_was_saved_before_it() -> None:
    """A sentence, a reading by a line, a row by hand."""
    rules = [rev(2, "Bob", RULES.replace("gain 1 Gold", "gain 3 Gold"))]
    readings = [rev(7, "Bob", ROW.format(SONGS[0], 9))]
    lines = [(3, "Alice", "dig", "done"), (4, "Alice", "sing", "cant"), (5, "Bob", GIVES, "done"),
             (6, "Alice", "sing", "done"), (8, "Alice", "sing", "done")]  # fmt: skip

    assert broken(lines, rules, readings, 5 + 3 + 4 + 9) == []


@pytest.mark.parametrize("who", ["Mallory", "Alice"])
def test_what_nobody_agreed_to_is_found(who: str) -> None:
    """A strangers' reading that counted, and one that was not there yet."""
    lines = [(3, "Alice", "sing", "done"), (4, who, GIVES, "done")]

    assert broken(lines)[0].startswith("Alice: * sing <!-- zz3zz --> [('done'")
    assert len(broken(lines)) == (2 if who == "Mallory" else 1)
    assert broken(lines, gold=9)[-1] == "Alice has 9 Gold and 0 Fame, not 5 and 0"


def test_a_reading_of_other_words_does_not_count() -> None:
    """Until one is given for them, or the old words are back."""
    rules = [rev(3, "Bob", RULES.replace(*SONGS)), rev(6, "Bob", RULES)]
    readings = [rev(2, "Bob", ROW.format(SONGS[0], 2))]
    lines = [(4, "Alice", "sing", "cant"), (7, "Alice", "sing", "done")]

    assert broken(lines, rules, readings, 7) == []
    assert set(MEMBERS) >= {"Alice", "Bob"}
