"""The drawn board of Cycle 15: what a player reads off it, and that it stays out of the state."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.cycle import picture
from rules.cycle15.state import Player, Space, State
from tests.game.board.pictures import NASTY
from tests.rules.cycle15.full_board import PLAYERS, full_board
from wikibot.game.page.board import drawn
from wikibot.game.page.cells import seen
from wikibot.game.picture import COLOURS, EdgeKind
from wikibot.sync.gamestate_page import lay_over, new_gamestate

NOW = datetime(2024, 1, 5, tzinfo=UTC)
BOOK: Any = GAME.rulebook("== Players ==\nPeople.\n")
SPACES = (
    Space(0, successors=(1, -1)), Space(1, "Crystal", None, (2,)),
    Space(2, "Hazard", "Thin Ice", (0, 20)),
    Space(-1, "Garbage Pile", None, (0,)), Space(20, "Gadget", None, (0,)),
)  # fmt: skip


def state(*players: Player) -> State:
    """A loop of three spaces, two beside it."""
    return State(
        NOW,
        7,
        players={each.name: each for each in players},
        spaces={each.id: each for each in SPACES},
    )


def test_a_loop_and_what_leaves_it() -> None:
    """Spaces stand in groups by line and loop;
    a way that leaves or closes the line is marked, at both of its ends.
    """
    found = picture(state(), BOOK)
    marks = {
        cell.label: [mark.replace("\u00a0", " ") for mark in cell.marks] for cell in found.cells
    }

    assert [group.title for group in found.groups] == ["Loop 0 → 2 → 0", "Single spaces"]
    assert marks == {
        "0": ["→ -1", "← -1, 2, 20"], "1": [], "2": ["→ 0, 20"], "-1": ["→ 0", "← 0"],
        "20": ["→ 0", "← 2"],
    }  # fmt: skip
    assert {(edge.start, edge.end) for edge in found.edges if edge.way is EdgeKind.BRANCH} == {
        ("0", "-1"), ("2", "0"), ("2", "20"), ("-1", "0"), ("20", "0"),
    }  # fmt: skip


def test_the_full_board_is_all_there() -> None:
    """Of 121 spaces and 20 players none is missing,
    and every way goes along a line or is marked where it begins.
    """
    book, full = full_board()
    found = picture(full, book)
    cells = {int(cell.label): cell for cell in found.cells}
    steps = {(int(edge.start), int(edge.end)) for edge in found.edges if edge.way is EdgeKind.STEP}
    told = {
        (number, int(after))
        for number, cell in cells.items()
        for mark in cell.marks
        if mark.startswith("→")
        for after in mark[2:].split(", ")
    }

    assert (len(cells), sorted(name for cell in cells.values() for name in cell.players)) == (
        121,
        sorted(PLAYERS),
    )
    assert steps | told == {
        (space.id, after) for space in full.spaces.values() for after in space.successors
    }
    assert [group.title for group in found.groups][:3] == [
        "Loop 0 → 39 → 0",
        "Line -39 → -1",
        "Line 200 → 204",
    ]


def test_types_by_sign_and_name() -> None:
    """The legend names the sign of each type, a category with the type that it is now;
    an unknown type has one, too.
    """
    legend = {entry.name: entry.sign for entry in picture(state(), BOOK).legend}

    assert (legend["Crystal"], legend["Hazard (Thin Ice)"], legend["Gadget"]) == ("◆", "hI", "?")
    assert all(cell.colour in COLOURS for cell in picture(state(), BOOK).cells)


def test_everybody_is_shown() -> None:
    """Players stand on their spaces; one who is on no space is named above the board."""
    found = picture(state(Player("Ann", location=2), Player("Bea", location=99)), BOOK)

    assert [cell.players for cell in found.cells if cell.label == "2"] == [("Ann",)]
    assert "on no space: Bea" in found.facts


@pytest.mark.parametrize(
    "name", ["Ann", seen(NASTY), "Wheel Rotation: 9", "Party time: yes", "Phase: XX"]
)
def test_the_page_reads_as_the_state_that_is_drawn(name: str) -> None:
    """Whatever players are called:
    the drawing changes no value of the page, and is written once.
    """
    page = new_gamestate(GAME, BOOK, NOW, "a game")
    before = GAME.read(page, BOOK, NOW).state
    wanted = replace(
        before, phase=3, spaces=state().spaces, players={name: Player(name, location=2)}
    )
    text = lay_over(GAME, page, BOOK, wanted).text
    span = drawn(text) or (0, 0)

    again = GAME.read(text, BOOK, NOW).state
    assert again == GAME.read(text[: span[0]] + text[span[1] :], BOOK, NOW).state
    assert (lay_over(GAME, text, BOOK, again).text, again.phase, again.wheel_rotation) == (
        text,
        3,
        before.wheel_rotation,
    )
