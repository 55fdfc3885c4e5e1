"""Single values in sentences, labelled lines and key/value tables."""

from __future__ import annotations

import pytest

from tests.for_each import for_each
from wikibot.game.page.cells import Integer, Maybe, Phase
from wikibot.game.page.sheet import Value, read_value, remove_value, write_value
from wikibot.wikitext.table_writer import UnsafeEdit

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
