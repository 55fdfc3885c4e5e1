"""The drawn board of Cycle 15: what a player reads off it, and that it stays out of the state."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from rules.cycle15 import GAME
from rules.cycle15.picture import picture
from rules.cycle15.state import Player, Space, State
from tests.game.pictures import NASTY
from wikibot.drawing import new_gamestate, written
from wikibot.game.board_section import drawn
from wikibot.game.markup import seen
from wikibot.game.picture import COLOURS, Way

NOW = datetime(2024, 1, 5, tzinfo=UTC)
BOOK: Any = GAME.rulebook("== Players ==\nPeople.\n")
SPACES = (
    Space(0, successors=(1, -1)), Space(1, "Crystal", None, (2,)), Space(2, "Hazard", "Thin Ice", (0, 20)),
    Space(-1, "Garbage Pile", None, (0,)), Space(20, "Gadget", None, (0,)),
)  # fmt: skip


def state(*players: Player) -> State:
    """A loop of three spaces, two beside it."""
    return State(NOW, 7, players={each.name: each for each in players}, spaces={each.id: each for each in SPACES})


def test_a_loop_and_what_leaves_it() -> None:
    """Spaces stand in groups by line and loop; a way that leaves the line is marked, and drawn as a branch."""
    found = picture(state(), BOOK)
    cells = {cell.label: cell for cell in found.cells}

    assert [group.title for group in found.groups] == ["Loop 0 → 2 → 0", "Single spaces"]
    assert (cells["0"].marks, cells["1"].marks, cells["2"].marks) == (("→ -1",), (), ("→ 20",))
    assert {(edge.start, edge.end) for edge in found.edges if edge.way is Way.BRANCH} == {
        ("0", "-1"), ("2", "20"), ("-1", "0"), ("20", "0"),
    }  # fmt: skip


def test_types_by_sign_and_name() -> None:
    """The legend names the sign of each type, a category with the type that it is now; an unknown type has one, too."""
    legend = {entry.name: entry.sign for entry in picture(state(), BOOK).legend}

    assert (legend["Crystal"], legend["Hazard (Thin Ice)"], legend["Gadget"]) == ("◆", "hI", "?")
    assert all(cell.colour in COLOURS for cell in picture(state(), BOOK).cells)


def test_everybody_is_shown() -> None:
    """Players stand on their spaces; one who is on no space is named above the board."""
    found = picture(state(Player("Ann", location=2), Player("Bea", location=99)), BOOK)

    assert [cell.players for cell in found.cells if cell.label == "2"] == [("Ann",)]
    assert "on no space: Bea" in found.facts


@pytest.mark.parametrize("name", ["Ann", seen(NASTY), "Wheel Rotation: 9", "Party time: yes", "Phase: XX"])
def test_the_page_reads_as_the_state_that_is_drawn(name: str) -> None:
    """Whatever players are called: the drawing changes no value of the page, and is written once."""
    page = new_gamestate(GAME, BOOK, NOW, "a game")
    before = GAME.read(page, BOOK, NOW).state
    wanted = replace(before, phase=3, spaces=state().spaces, players={name: Player(name, location=2)})
    text = written(GAME, page, BOOK, wanted)
    span = drawn(text) or (0, 0)

    again = GAME.read(text, BOOK, NOW).state
    assert again == GAME.read(text[: span[0]] + text[span[1] :], BOOK, NOW).state
    assert (written(GAME, text, BOOK, again), again.phase, again.wheel_rotation) == (text, 3, before.wheel_rotation)
