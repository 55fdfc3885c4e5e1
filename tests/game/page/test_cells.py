"""Cells as people write them: what they mean, and what a new value leaves of the old text."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.for_each import for_each
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.orders import log_line, read_log
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
    inline,
    seen,
)
from wikibot.game.page.gamestate import on_lines, on_one_line, split_body, with_body
from wikibot.game.page.schema import Name, UserLink
from wikibot.game.page.sheet import Note, Notes, Value, read_value, remove_value, write_value
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.plain import plain
from wikibot.wikitext.table_writer import UnsafeEdit

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


# Single values in sentences, labelled lines and key/value tables.


WHEEL = Value("wheel", ("Wheel Rotation",), Integer())
PHASE = Value(
    "phase", ("Current phase", "Phase"), Phase(), ("It is currently", "We are in"), "Phase"
)
JUDGE = Value("judge", ("Judge",), Maybe(), line=True, titled=True)


@for_each(
    "spec, text, value, new, after",
    [
        (WHEEL, "Wheel Rotation: 8", 8, 9, "Wheel Rotation: 9"),
        (WHEEL, "a\n* '''Wheel rotation:''' -8.\n", -8, 9, "a\n* '''Wheel rotation:''' 9.\n"),
        (WHEEL, "The wheel rotation is now 8, after a spin", 8, 9,
         "The wheel rotation is now 9, after a spin"),
        (WHEEL, "{|\n! Wheel Rotation\n| 8 (new)\n|}", 8, 9, "{|\n! Wheel Rotation\n| 9 (new)\n|}"),
        (WHEEL, "<!-- Wheel Rotation: 1 -->\nWheel Rotation: 2", 2, 3,
         "<!-- Wheel Rotation: 1 -->\nWheel Rotation: 3"),
        (WHEEL, "{|\n|Wheel Rotation: 1\n|}\nWheel Rotation = 2", 2, 3,
         "{|\n|Wheel Rotation: 1\n|}\nWheel Rotation = 3"),
        (WHEEL, "== Wheel rotation ==\nWheel rotation: 8\n", 8, 9,
         "== Wheel rotation ==\nWheel rotation: 9\n"),
        (WHEEL, "=== Wheel Rotation ===\n\n'''8'''.\nIt spins", 8, -1,
         "=== Wheel Rotation ===\n\n'''-1'''.\nIt spins"),
        (PHASE, "== Phase ==\nThe 5 are over.\n== Spaces ==", None, 5, None),
        (PHASE, "It is currently '''Phase V'''.", 5, 9, "It is currently '''Phase IX'''."),
        (PHASE, "Since Phase I it rains. We are in phase 4, until Friday.", 4, 5,
         "Since Phase I it rains. We are in phase 5, until Friday."),
        (PHASE, "It is currently raining.\n\nPhase: VI", 6, 7,
         "It is currently raining.\n\nPhase: VII"),
        (JUDGE, "== Judge ==\n[[User:Al|Al Bo]]\n\n== X ==\n", "Al Bo", "Cy",
         "== Judge ==\nCy\n\n== X ==\n"),
        (JUDGE, "=== Judge ===\n* Al\n", "Al", "Bo", "=== Judge ===\n* Bo\n"),
        (JUDGE, "* '''Judge''': [[User:Al|Al]] \nx", "Al", "Bo", "* '''Judge''': Bo \nx"),
    ],
)  # fmt: skip
def test_values_are_found_and_replaced_in_place(
    spec: Value, text: str, value: object, new: object, after: str
) -> None:
    """The value is found by its label; another one takes its place and nothing else changes."""
    assert (read_value(text, spec).value, write_value(text, spec, new)) == (value, after)


@pytest.mark.parametrize(
    "text",
    [
        "", "The wheel rotation is explained below.", "The Judge: see above",
        "== Judge ==\nThere is none now.\n", "== Judge ==\nAl\n\nwas elected\n",
    ],
)  # fmt: skip
def test_other_sentences_are_left_alone(text: str) -> None:
    """A sentence that merely mentions the label says nothing."""
    assert [read_value(text, spec).spot for spec in (WHEEL, JUDGE)] == [None, None]


def test_a_labelled_value_that_cannot_be_read_is_reported() -> None:
    """After a colon there must be a value."""
    problem = read_value("== Wheel ==\nWheel Rotation: many", WHEEL).unreadable

    assert (
        str(problem)
        == "section 'Wheel', row 'Wheel Rotation', column 'value': 'many' is not a whole number"
    )


def test_a_value_without_a_place_is_not_written() -> None:
    """The caller decides where a new line goes."""
    assert write_value("nothing", WHEEL, 3) is None


def test_a_value_is_removed_with_its_line() -> None:
    """Only where nothing else stands on it."""
    assert remove_value("a\n* Wheel Rotation: 8\nb", WHEEL) == "a\nb"


def test_a_value_below_a_heading_is_removed_without_it() -> None:
    """The heading stays where it is, for the next one."""
    assert remove_value("== Judge ==\n* Al\n\n== B ==\n", JUDGE) == "== Judge ==\n\n== B ==\n"


def test_a_line_that_says_more_is_not_removed() -> None:
    """A person has to take the value out of a sentence."""
    with pytest.raises(UnsafeEdit, match="by hand"):
        remove_value("Wheel Rotation: 8 since Bob's spin", WHEEL)


# Known names, and more of them.


ITEMS = Vocabulary(("Fish", "Duck"), {"🐟": "Fish"}, plurals=True)


def test_more_names_come_behind() -> None:
    """Names that are added are understood as the others are,
    with their aliases and plurals, each once.
    """
    more = ITEMS.extended(["Duck", "Sand", "Sand"])

    assert tuple(more) == ("Fish", "Duck", "Sand")
    assert [more.find(name) for name in ("🐟", "ducks", "sands")] == ["Fish", "Duck", "Sand"]


def test_nothing_new_changes_nothing() -> None:
    """Where all names are known the vocabulary itself is used, with all that it has worked out."""
    assert ITEMS.extended(["Duck"]) is ITEMS


# Text below an action, on one line and back.


LINES = st.lists(
    st.text("ab¶ «»", max_size=6).map(lambda line: " ".join(line.split())), min_size=1, max_size=4
)


@given(LINES)
@example(["¶", "", "¶¶ x"])
def test_lines_come_back_from_one_line(lines: list[str]) -> None:
    """Also through a cell of a page, and with pilcrows of their own."""
    body = "\n".join(lines).strip()

    assert on_lines(on_one_line(body)) == body
    assert on_lines(plain(inline(on_one_line(body)))) == body
    assert seen(on_one_line(body)) == on_one_line(body)


@given(st.text("ab¶ ", max_size=6).filter(lambda text: "a" in text), LINES)
def test_an_action_and_its_body_come_back(text: str, lines: list[str]) -> None:
    """The line that a log holds is the action and the text below it."""
    said, body = " ".join(text.split()), "\n".join(lines).strip()

    assert split_body(with_body(said, body)) == (said, body)


def test_a_log_holds_the_text_below_an_action() -> None:
    """A log line written from an action with a body plays the same action again."""
    action = Action(
        ActionId(0, 0, 1), parse_time("2024-01-05T02:22:00Z"), "Ann", "propose: X", 1, True, True,
        "a\nb ¶",
    )  # fmt: skip
    line = log_line(Outcome(action, Verdict.DONE, "done", "Ann"))

    assert line == "2024-01-05T02:22:00Z Ann: propose: X ¶ a ¶ b ¶¶"
    assert read_log(line) == (action,)
