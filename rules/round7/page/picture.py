"""The board as a picture: it grows upwards, features by sign, Jail and Gulag beside it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.round7.board import naming
from rules.round7.board.landing_effects import FEATURES
from rules.round7.page.board_cells import Board, board_cells
from rules.round7.page.board_cells import SpaceCell as Space
from rules.round7.state import GULAG, JAIL, State
from wikibot.game.board.picture import (
    TURN,
    Edge,
    EdgeKind,
    Group,
    LegendEntry,
    Picture,
    PictureCell,
)
from wikibot.game.ruleset.rulebook import Rulebook

ACROSS = 6  # spaces in a row, so that a phone shows them side by side
MOST = 600  # spaces; a board beyond that is a mistake, or no picture any more
TIED = "\u00a0"  # a space at which no line is broken
OTHER = "grey"
UNKNOWN, FRONTIER = "?", "^"  # signs
SIGNS = {each.name: each.sign for each in FEATURES}
# Of several features of a space, the first of these gives the colour.
COLOURS = {each.name: each.colour for each in FEATURES}


def picture(state: State, book: Rulebook) -> Picture:
    """The whole board."""
    title = "The board of Round 7"
    if state.highest > MOST:
        return Picture(title, (*_facts(state), f"{state.highest} spaces are too many to draw"))
    board = board_cells(state, book, ACROSS)
    groups = (
        Group("The board", _cells(state, board), grid=True, header="Space"),
        Group("Beside it", _beside(state, board)),
    )
    edges = [
        Edge(
            str(link.start), str(link.end), EdgeKind.UP if link.end > link.start else EdgeKind.DOWN
        )
        for link in board.links
    ]
    return Picture(
        title, tuple(_facts(state)), groups, (*_steps(state), *edges), tuple(_legend(board))
    )


def _facts(state: State) -> Iterator[str]:
    yield f"Turn of {state.turn.player}" if state.turn else "No player's turn"
    if state.turn and state.turn.frontier:
        yield "new territory waits to be explored"
    if state.cop_health is not None and naming.where(state, naming.COP_CAR) is not None:
        yield f"the Cop Car has health {state.cop_health}"
    if state.winners:
        yield f"won by {', '.join(state.winners)}"


def _cells(state: State, board: Board) -> tuple[PictureCell, ...]:
    """Row by row from the top, as they are read."""
    cells = [_cell(state, each, board) for each in board.cells]
    return tuple(sorted(cells, key=lambda cell: (cell.y, cell.x)))


def _cell(state: State, space: Space, board: Board) -> PictureCell:
    signs = "".join(dict.fromkeys(map(sign, space.features))) + (FRONTIER if space.frontier else "")
    marks = [
        f"{'↑' if link.end > link.start else '↓'}{TIED}{link.end}"
        for link in board.links
        if link.start == space.space
    ]
    marks += filter(None, map(_mark, space.features))
    kinds = {naming.type_of(each) for each in space.features}
    what = [*space.features, *(["The Frontier"] if space.frontier else [])]
    title = f"Space {space.space}" + (f": {', '.join(what)}" if what else "")
    title += f"; here: {', '.join(space.players)}" if space.players else ""
    plain = OTHER if kinds else "sky" if space.frontier else "white"
    colour = next((colour for kind, colour in COLOURS.items() if kind in kinds), plain)
    number = str(space.space)
    players = _marked(state, space.players)
    return PictureCell(
        number,
        space.column,
        board.rows - 1 - space.row,
        number,
        signs,
        colour,
        title,
        tuple(marks),
        players,
    )


def sign(feature: str) -> str:
    """The sign of a feature."""
    return SIGNS.get(naming.type_of(feature), UNKNOWN)


def _mark(feature: str) -> str:
    """A house or a town in few letters: ``h2 Ann``, ``t Rome``; "" for other features."""
    house = naming.house(feature)
    if house:
        return f"{SIGNS[naming.HOUSE]}{house.power}{TIED}{house.owner}"
    name = naming.town(feature)
    return f"{SIGNS[naming.TOWN]}{TIED}{name}" if name else ""


def _marked(state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    turn = state.turn.player if state.turn else None
    return tuple(f"{TURN}{name}" if name == turn else name for name in names)


def _beside(state: State, board: Board) -> tuple[PictureCell, ...]:
    colours = {JAIL: "brown", GULAG: "red"}
    return tuple(
        PictureCell(
            place, number, 0, place, "", colours[place],
            f"{place}: {', '.join(names) or 'empty'}", (), _marked(state, names),
        )
        for number, (place, names) in enumerate(board.beside)
    )  # fmt: skip


def _steps(state: State) -> Iterator[Edge]:
    for space in range(1, state.highest):
        yield Edge(str(space), str(space + 1))


def _legend(board: Board) -> Iterator[LegendEntry]:
    kinds = sorted({naming.type_of(feature) for cell in board.cells for feature in cell.features})
    for kind in kinds:
        yield LegendEntry(SIGNS.get(kind, UNKNOWN), kind, COLOURS.get(kind, OTHER))
    yield LegendEntry(FRONTIER, "The Frontier", "sky")
    if naming.HOUSE in kinds:
        yield LegendEntry(f"{SIGNS[naming.HOUSE]}2{TIED}Ann", "Ann's House 2")
    if board.links:
        yield LegendEntry(f"↑{TIED}9", "a ladder to space 9")
        yield LegendEntry(f"↓{TIED}3", "a snake to space 3")
    yield LegendEntry(TURN.strip(), "whose turn it is")
