"""Which thing with a number a line is about."""

from __future__ import annotations

import pytest

from rules.common.proceedings import next_id, split_id, thing_named
from tests.for_each import for_each
from wikibot.game.problems import Unclear
from wikibot.game.ruleset.rulebook import read_rulebook
from wikibot.game.state import Candidacy

IDS = ("P1", "P3", "P12")
BOOK = read_rulebook("")


@for_each(
    "text, named, rest",
    [
        ("P3 for", "P3", "for"),
        ("p3: for", "P3", "for"),
        ("P 3 for", "P3", "for"),
        ("#3 for", "P3", "for"),
        ("3 for", "P3", "for"),
        ("for P3.", "P3", "for"),
        ("no on P12", "P12", "no"),
        ("P1 +1", "P1", "+1"),
        ("P1 -1", "P1", "-1"),
        ("P3", "P3", ""),
        ("🏽 P3 👍", "P3", "👍"),
        ("J3 for", None, "J3 for"),
        ("P2 for", None, "P2 for"),
        ("for", None, "for"),
        ("", None, ""),
    ],
)
def test_a_text_names_what_it_is_about(text: str, named: str | None, rest: str) -> None:
    """The identity may stand before or behind the rest, with or without its letter;
    nothing is guessed.
    """
    assert split_id(text, "P", IDS) == (named, rest)


@pytest.mark.parametrize(
    ("text", "why"),
    [("P2 for", "names no proposal. Nearest: P12, P3, P1"), ("", "no proposal is named"),
     ("P1, P3 for", "names more than one proposal. Nearest: one to a line")],
)  # fmt: skip
def test_a_line_names_exactly_one(text: str, why: str) -> None:
    """None, or several, are not understood, and the answer says what there is."""
    with pytest.raises(Unclear, match=why):
        thing_named(text, "P", [Candidacy(id_) for id_ in IDS], "proposal")


def test_numbers_go_on() -> None:
    """A new thing has a number that nothing has, also beside numbers that people wrote."""
    tables = [[Candidacy(id_) for id_ in ids] for ids in ((), ("P1", "P7"), ("3", "fish"))]
    tables += [[*tables[1], Candidacy("P8")], tables[1][:1]]

    assert [next_id("P", things, BOOK) for things in tables] == ["P1", "P8", "P4", "P9", "P2"]
