"""The board as cells to draw: spaces in a grid, snakes and ladders, and who is beside it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.round7.board import naming
from rules.round7.board.landing_effects import EFFECTS
from rules.round7.state import FIRST, GULAG, JAIL, State
from wikibot.game.ruleset.rulebook import Rulebook

ACROSS = 10  # spaces in a row


class SpaceCell(Struct, frozen=True):
    """One primary space.

    ``row`` 0 is the lowest, ``column`` 0 the left one; every second row runs to the left.
    """

    space: int
    row: int
    column: int
    features: tuple[str, ...]
    players: tuple[str, ...]
    frontier: bool


class Link(Struct, frozen=True):
    """A snake or a ladder, from where it takes a player to where it leads."""

    type: str
    pair: int
    start: int
    end: int


class Board(Struct, frozen=True):
    """Everything that a drawing of the board shows. ``beside``: names by Jail and Gulag."""

    cells: tuple[SpaceCell, ...]
    links: tuple[Link, ...]
    beside: tuple[tuple[str, tuple[str, ...]], ...]
    across: int

    @property
    def rows(self) -> int:
        """How many rows of cells there are."""
        return max((cell.row for cell in self.cells), default=-1) + 1


def board_cells(state: State, book: Rulebook, across: int = ACROSS) -> Board:
    """The cells of a board by space, its snakes and ladders, and who is beside it."""
    cells = tuple(_cell(state, book, space, across) for space in range(FIRST, state.highest + 1))
    beside = tuple((place, _players(state, place)) for place in (JAIL, GULAG))
    return Board(cells, tuple(_links(state)), beside, across)


def _cell(state: State, book: Rulebook, space: int, across: int) -> SpaceCell:
    row, step = divmod(space - FIRST, across)
    column = step if row % 2 == 0 else across - 1 - step
    features = EFFECTS.on_space(state, book, space)
    return SpaceCell(space, row, column, features, _players(state, space), space == state.highest)


def _players(state: State, place: object) -> tuple[str, ...]:
    return tuple(name for name, player in state.players.items() if player.space == place)


def _links(state: State) -> Sequence[Link]:
    ends: dict[tuple[str, int], dict[str, int]] = {}
    for space, feature in naming.placed(state):
        end = naming.paired(feature)
        if end:
            ends.setdefault((end.type, end.pair), {})[end.end] = space
    whole = {key: both for key, both in ends.items() if len(both) == 2}
    return [
        Link(
            kind,
            pair,
            both["U"] if kind == naming.SNAKE else both["L"],
            both["L"] if kind == naming.SNAKE else both["U"],
        )
        for (kind, pair), both in sorted(whole.items())
    ]
