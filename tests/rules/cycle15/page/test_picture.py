"""The drawn board of Cycle 15: what a player reads off it, and that it stays out of the state."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.cycle import BoardLine, lines, picture
from rules.cycle15.state import Player, Space, State
from tests.game.board.pictures import NASTY
from tests.rules.boards import board_text
from tests.rules.cycle15.full_board import PLAYERS, full_board
from wikibot.game.page.board import drawn
from wikibot.game.page.cells import seen
from wikibot.game.picture import COLOURS, WIDTH, EdgeKind
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


# The board as text: every space, sign, player and way, in lines that fit a terminal.


MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
NO_BOOK: Any = None  # signs are fixed, whatever the ruleset says


def draw(state: State, book: Any) -> str:
    """The board as a terminal shows it."""
    return board_text(picture(state, book))


def board(spaces: Mapping[int, tuple[int, ...]], **more: Any) -> State:
    """A board of blank spaces with these successors."""
    return State(
        MONDAY, spaces={id_: Space(id_, successors=after) for id_, after in spaces.items()}, **more
    )


def test_runs_of_identifiers_are_lines_and_loops() -> None:
    """Identifiers that grow make a line, on the negative side those that shrink;
    a line that closes is a loop.
    """
    state = board({0: (1,), 1: (2, 20), 2: (0,), -1: (-2,), -2: (0,), 20: (21,), 21: (1,), 30: ()})

    assert lines(state) == (
        BoardLine((0, 1, 2), loop=True), BoardLine((-1, -2), loop=False),
        BoardLine((20, 21), loop=False), BoardLine((30,), loop=False),
    )  # fmt: skip


def test_a_run_keeps_to_its_side_of_0() -> None:
    """On the negative side, too, a line leads to the next greater identifier;
    it ends before space 0.
    """
    state = board({0: (1, -3), 1: (0,), -3: (-2,), -2: (-1,), -1: (0,)})

    assert lines(state) == (BoardLine((0, 1), loop=True), BoardLine((-3, -2, -1), loop=False))


@given(st.dictionaries(st.integers(-6, 6), st.tuples(*[st.integers(-6, 6)] * 2), min_size=1))
def test_every_space_is_in_one_run(spaces: dict[int, tuple[int, ...]]) -> None:
    """Whatever leads where:
    each space is drawn once, in a run that one can go along, as text and as a picture.
    """
    state = board(spaces)
    found = lines(state)

    assert sorted(space for line in found for space in line.spaces) == sorted(spaces)
    assert all(
        b in spaces[a] and abs(a - b) == 1 for line in found for a, b in pairwise(line.spaces)
    )
    assert sorted(int(cell.label) for cell in picture(state, NO_BOOK).cells) == sorted(spaces)
    assert draw(state, NO_BOOK)


def test_the_drawing_shows_spaces_players_and_ways() -> None:
    """Each run has its spaces with signs and players, and the ways that lead out of it."""
    spaces = {
        0: Space(0, successors=(1,)), 1: Space(1, "Crystal", None, (2, 20)),
        2: Space(2, "Hazard", "Thin Ice", (0,)), 20: Space(20, "Swamp", None, (1,)),
    }  # fmt: skip
    players = {
        "Ann": Player("Ann", location=1, items={"Crystal": 1}),
        "Anna": Player("Anna", location=1),
    }

    assert draw(
        State(MONDAY, phase=3, spaces=spaces, players=players, party=True), NO_BOOK
    ).splitlines() == [
        "Phase III | party time",
        "",
        "Loop 0 → 2 → 0",
        "  0·    1◆AN  2hI",
        "  notes: 1 → 20; 2 → 0",
        "",
        "Single space",
        "  20?",
        "  notes: 20 → 1",
        "",
        "Signs: · Blank; ◆ Crystal; hI Hazard (Thin Ice); ? Swamp;",
        "  → 20 leads to space 20; ← 18 reached from space 18",
        "",
        "Players: A Ann at 1; N Anna at 1",
    ]


def test_a_crowd_is_counted() -> None:
    """More players on a space than there is room for are shown as a number."""
    players = {f"P{number}": Player(f"P{number}") for number in range(7)}

    assert "0·×7" in draw(board({0: ()}, players=players), NO_BOOK)


def test_the_full_board_fits_a_terminal() -> None:
    """With 120 spaces and 20 players no line is wider than a terminal, and every space is there."""
    loop = {id_: ((id_ + 1) % 40,) for id_ in range(40)}
    mirror = {-id_: (-((id_ + 1) % 40),) for id_ in range(1, 40)}
    wheel = {sign * id_: (sign * (id_ + 1),) for sign in (1, -1) for id_ in range(200, 220)}
    players = {f"Player number {n}": Player(f"Player number {n}", location=n) for n in range(20)}
    text = draw(
        board(loop | mirror | wheel | {220: (200,), -220: (-200,)}, players=players), NO_BOOK
    )

    assert max(map(len, text.splitlines())) <= WIDTH
    assert all(f"{id_}·" in text for id_ in (*loop, *mirror, *wheel))
