"""What of a Cycle 15 gamestate page cannot be read is named,
and what it cannot hold is not written.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.cycle15.page import PAGE
from tests.rules.cycle15.written_pages import BOOK, NOW, PLAIN
from wikibot.wikitext.table_writer import UnsafeEdit

PLAYERS = "section 'Players', row 'Alice', column "

SPACES = "section 'Spaces', row '{}', column "

VALUE = "section 'Players', row 'Wheel Rotation', column "

A_SET = "a set of whole numbers such as {-214, -209}"


@pytest.mark.parametrize(
    ("old", "new", "report"),
    [
        (
            "-209 || 3",
            "far || 3",
            PLAYERS + "'Location (Space Identifier)': 'far' is not a space identifier",
        ),
        ("|| 3 ||", "|| three ||", PLAYERS + "'Crystals': 'three' is not a number of Crystals"),
        (
            "2 Fish, Duck",
            "2, 3",
            PLAYERS + "'Items': '2, 3' is not a list of items such as 2 Fish, Duck",
        ),
        ("| Bob ||", "| Alice ||", PLAYERS + "'Name': 'Alice' is not the only row of this name"),
        (
            "| 5 || Haz",
            "| 1-9 || Haz",
            SPACES.format("1-9") + "'Space': '1-9' is not a space identifier",
        ),
        (
            "{-209, 0}",
            "{-209, all}",
            SPACES.format("5") + "'Set of Successors': '{-209, all}' is not " + A_SET,
        ),
        ("Rotation: 8", "Rotation: ?", VALUE + "'value': '?' is not a whole number"),
    ],
)
def test_unreadable_cells_are_named(old: str, new: str, report: str) -> None:
    """A cell that cannot be read is reported by section, row, column and value;
    the rest is read all the same.
    """
    reading = PAGE.read(PLAIN.replace(old, new), BOOK, NOW)

    assert [str(each) for each in reading.unreadable] == [report]
    assert "Alice" in reading.state.players


def test_an_unreadable_page_is_never_written() -> None:
    """Where a cell cannot be read, the page is left to people."""
    text = PLAIN.replace("-209 || 3", "somewhere || 3")
    state = PAGE.read(text, BOOK, NOW).state

    with pytest.raises(UnsafeEdit, match="somewhere"):
        PAGE.write(text, BOOK, state)


def test_a_page_without_players_table_says_what_is_missing() -> None:
    """An operator sees which table is needed."""
    (problem,) = PAGE.read("Nothing here yet.", BOOK, NOW).unreadable

    assert "a table with the headers Name and Location is missing" in str(problem)


def test_oddities_are_remarked_upon_and_read() -> None:
    """A location that is not a space hinders nothing."""
    reading = PAGE.read(PLAIN.replace("| Bob || 5", "| Bob || 77"), BOOK, NOW)

    assert (reading.state.players["Bob"].location, reading.remarks) == (
        77,
        ("Bob is on 77, which is not a space",),
    )


def test_a_state_that_the_page_cannot_hold_is_refused() -> None:
    """Without an item column or list the items would be lost, so nothing is written."""
    text = "{|\n! Name !! Location\n|-\n| Alice || 0\n|}\n"
    state = PAGE.read(text, BOOK, NOW).state
    rich = replace(state, players={"Alice": replace(state.players["Alice"], items={"Fish": 1})})

    with pytest.raises(UnsafeEdit, match="players 'Alice'"):
        PAGE.write(text, BOOK, rich)
