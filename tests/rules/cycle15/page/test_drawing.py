"""The board as text: every space, sign, player and way, in lines that fit a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.cycle15.cycle import BoardLine, lines, picture
from rules.cycle15.state import Player, Space, State
from tests.rules.boards import board_text
from wikibot.game.picture import WIDTH

NOW = datetime(2024, 1, 1, tzinfo=UTC)
BOOK: Any = None  # signs are fixed, whatever the ruleset says


def draw(state: State, book: Any) -> str:
    """The board as a terminal shows it."""
    return board_text(picture(state, book))


def board(spaces: Mapping[int, tuple[int, ...]], **more: Any) -> State:
    """A board of blank spaces with these successors."""
    return State(
        NOW, spaces={id_: Space(id_, successors=after) for id_, after in spaces.items()}, **more
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
    assert sorted(int(cell.label) for cell in picture(state, BOOK).cells) == sorted(spaces)
    assert draw(state, BOOK)


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
        State(NOW, phase=3, spaces=spaces, players=players, party=True), BOOK
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

    assert "0·×7" in draw(board({0: ()}, players=players), BOOK)


def test_the_full_board_fits_a_terminal() -> None:
    """With 120 spaces and 20 players no line is wider than a terminal, and every space is there."""
    loop = {id_: ((id_ + 1) % 40,) for id_ in range(40)}
    mirror = {-id_: (-((id_ + 1) % 40),) for id_ in range(1, 40)}
    wheel = {sign * id_: (sign * (id_ + 1),) for sign in (1, -1) for id_ in range(200, 220)}
    players = {f"Player number {n}": Player(f"Player number {n}", location=n) for n in range(20)}
    text = draw(board(loop | mirror | wheel | {220: (200,), -220: (-200,)}, players=players), BOOK)

    assert max(map(len, text.splitlines())) <= WIDTH
    assert all(f"{id_}·" in text for id_ in (*loop, *mirror, *wheel))
