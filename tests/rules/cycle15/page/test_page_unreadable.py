"""What of a Cycle 15 gamestate page cannot be read is named,
and what it cannot hold is not written.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.cycle15.page import PAGE
from tests.rules.cycle15.written_pages import BOOK, NOW, PLAIN
from wikibot.wikitext.table_writer import UnsafeEdit


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
