"""Cells as people write them: what they mean, and what a new value leaves of the old text."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.for_each import for_each
from wikibot.game.page.cells import (
    CellError,
    Choice,
    Identifiers,
    Integer,
    Maybe,
    NameList,
    Pairs,
    Phase,
    Text,
    Time,
    Vocabulary,
    YesNo,
)
from wikibot.game.page.schema import Name, UserLink
from wikibot.game.page.sheet import Note, Notes

PLACE = Integer(blank=0, words=("space",))
TYPES = Vocabulary(("Crystal Orb", "Thin Ice", "Stop Sign"))
NOTES = Notes(
    {"pseudo": Note("Pseudo-type", Maybe(Text(known=TYPES))), "path": Note("Path", Identifiers())}
)
TIME = datetime(2024, 1, 5, 2, 22, tzinfo=UTC)
LATER = datetime(2024, 1, 5, 2, 22, 59, tzinfo=UTC)
_SAID = "02:22, 5 January 2024 (UTC)"
SHOWN = f'<time datetime="{{}}" title="{_SAID}">{{}}</time>'
WRITTEN = SHOWN.format("2024-01-05T02:22:59Z", _SAID)

CASES: tuple[tuple[str, Any, str, Any, Any, str], ...] = (
    # name, codec, cell, value, new value, cell with the new value
    ("a number", Integer(), "5", 5, -209, "-209"),
    ("a number with a remark", Integer(), "-209 (see Phase VIII)", -209, 7, "7 (see Phase VIII)"),
    ("a bold number", Integer(), "'''5''' <!-- was 4 -->", 5, 6, "'''6''' <!-- was 4 -->"),
    ("a typographic minus", Integer(), "−5", -5, 5, "5"),
    ("a footnote", Integer(), "5<ref>7 by another count</ref>", 5, 6,
     "6<ref>7 by another count</ref>"),
    ("a word before a number", PLACE, "Space 5", 5, 6, "Space 6"),
    ("a link to a number", PLACE, "[[#5|5]]", 5, 6, "[[#6|6]]"),
    ("no number", PLACE, "", 0, 6, "6"),
    ("a dash for no number", PLACE, "—", 0, 6, "6"),
    ("a set", Identifiers(), "{-214, -209}", (-214, -209), (-214, 3), "{-214, 3}"),
    ("a set in another order", Identifiers(), "{9, 5}", (5, 9), (5, 6, 9), "{9, 5, 6}"),
    ("a set without braces", Identifiers(), "-214, -209", (-214, -209), (-209,), "-209"),
    ("an empty set", Identifiers(), "{}", (), (4, 5), "{4, 5}"),
    ("a blank for a set", Identifiers(), "", (), (4,), "{4}"),
    ("none for a set", Identifiers(), "None", (), (4,), "{4}"),
    ("a set of links", Identifiers(), "{[[#5|5]], [[#6|6]]}", (5, 6), (5, 7), "{[[#5|5]], 7}"),
    ("a set with a remark", Identifiers(), "{5, 6} (turns)", (5, 6), (), "{} (turns)"),
    ("a set with and", Identifiers(), "5 and 6", (5, 6), (5, 6, 7), "5 and 6, 7"),
    ("a bare name", UserLink(), "Bob", Name("Bob"), Name("Bob", "Bobby"), "[[User:Bobby|Bob]]"),
    ("a user link", UserLink(), "[[User:Bobby|Bob]]", Name("Bob", "Bobby"), Name("Bob", "Rob"),
     "[[User:Rob|Bob]]"),
    ("a signature", UserLink(), "'''[[user:al_ice|Al]]''' ([[User talk:Al ice|talk]])",
     Name("Al", "Al ice"),
     Name("Al", "Bo"), "'''[[User:Bo|Al]]''' ([[User talk:Al ice|talk]])"),
    ("a link that is not a user's", UserLink(), "[[Bob]]", Name("Bob"), Name("Bob"), "Bob"),
    ("a name in brackets", UserLink(), "[idle account]", Name("[idle account]"),
     Name("[idle account]", "Idle"),
     "[[User:Idle|&#x5B;idle account&#x5D;]]"),
    ("an account that no link can name", UserLink(), "Bob", Name("Bob"), Name("Bob", "a|b"), "Bob"),
    ("a time", Time(), "2024-01-05 02:22", TIME, None, ""),
    ("no time", Time(), "-", None, LATER, WRITTEN),
    ("a time as the wiki has it", Time(), f"{WRITTEN} <!-- ! -->", LATER, None, ""),
    ("another time in its place", Time(), SHOWN.format("2024-01-01T00:00:00Z", "2024-01-05 02:22"),
     TIME, LATER, WRITTEN),
    ("a time in the wiki's own form", Time(), "02:22, 5 January 2024 (UTC)", TIME, LATER, WRITTEN),
    ("a time of another language", Time(), WRITTEN.replace("January", "Januar"), LATER, TIME,
     SHOWN.format("2024-01-05T02:22:00Z", _SAID)),
    ("a Roman phase", Phase(), "'''Phase V'''", 5, 6, "'''Phase VI'''"),
    ("an Arabic phase", Phase(), "phase 5", 5, 6, "phase 6"),
    ("yes", YesNo(), "Yes", True, False, "No"),
    ("a tick", YesNo(), "✓", True, False, "✗"),
    ("blank for no", YesNo(), "", False, True, "yes"),
    ("a known type", Text(known=TYPES), "[[#Orb|crystal orb]]", "Crystal Orb", "Thin Ice",
     "Thin Ice"),
    ("a known type with a remark", Text(known=TYPES), "Thin ice (new)", "Thin Ice", "Stop Sign",
     "Stop Sign (new)"),
    ("an unknown type", Text(known=TYPES), "Bog", "Bog", "a|b", "a&#x7C;b"),
    ("a type that is none", Maybe(Text(known=TYPES)), "none", None, "none", "&#x6E;one"),
    ("one of some words", Choice(("action", "offer")), "Action", "action", "offer", "offer"),
    ("a note", NOTES, "Pseudo-type: Thin Ice", {"pseudo": "Thin Ice"}, {"pseudo": "Bog"},
     "Pseudo-type: Bog"),
    ("a note among others", NOTES, "cold; pseudo type: [[thin ice]], see below.",
     {"pseudo": "Thin Ice"}, {},
     "cold, see below."),
    ("a note with braces", NOTES, "Path: {1, 2}. Long.", {"path": (1, 2)}, {"path": (1, 3)},
     "Path: {1, 3}. Long."),
    ("a first note", NOTES, "cold", {}, {"pseudo": "Stop, now"},
     "cold; Pseudo-type: Stop&#x2C; now"),
    ("names", NameList(), "Alice, [[User:Bob|Bob]]", ("Alice", "Bob"), ("Alice", "a, b"),
     "Alice, a&#x2C; b"),
    ("pairs", Pairs(), "Alice: for, Bob: against", {"Alice": "for", "Bob": "against"},
     {"a: b": "for"},
     "a&#x3A; b: for"),
)  # fmt: skip


@for_each("codec, cell, value, new, written", [case[1:] for case in CASES])
def test_cells_that_people_write(codec: Any, cell: str, value: Any, new: Any, written: str) -> None:
    """A cell is understood; a new value keeps its style and remarks, and is understood again."""
    result = codec.render(new, cell)

    assert (codec.parse(cell), result) == (value, written)
    assert codec.parse(result) == new or "|" in getattr(new, "account", "")


@for_each(
    "codec, cell",
    [
        (Integer(), ""), (Integer(), "five"), (Integer(), "8 or 9"), (Integer(), "1-9"),
        (Integer(), "5 crystals"),
        (Integer(), "2.5"), (Integer(), "2m"), (PLACE, "Space five"), (Identifiers(), "{1-9}"),
        (Identifiers(), "all"),
        (Identifiers(), "{5, 6"), (UserLink(), ""), (Time(), "last week"), (Time(needed=True), ""),
        (Time(), SHOWN.format("2024-01-05T02:22:59Z", "last week")), (Time(), "2:22, 5 May 2024"),
        (Time(), "2024-13-01T00:00:00Z"), (Phase(), "Phase"), (Phase(), "Phase IIII"),
        (YesNo(), "perhaps"),
        (Choice(("action", "offer")), "wish"), (NOTES, "Path: {1, two}"),
        (Pairs(), "Alice, Bob: for"),
    ],
)  # fmt: skip
def test_cells_that_cannot_be_read(codec: Any, cell: str) -> None:
    """What is not clearly a value is not guessed at; the error says what was expected."""
    with pytest.raises(CellError) as caught:
        codec.parse(cell)

    assert caught.value.expected
