"""The board as text for a terminal: it grows upwards, with a legend, Jail and Gulag beside it.

A cell reads ``12$b:AB``: number, signs of the features, letters of the players there; ``^`` marks
the Frontier.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.common.player_letters import player_letters
from rules.round7.board import naming
from rules.round7.board.landing_effects import FEATURES
from rules.round7.items.poent import poents
from rules.round7.page.board_cells import Board, Cell, board_cells
from rules.round7.state import GULAG, JAIL, Player, State
from wikibot.game.calendar import format_time
from wikibot.game.ruleset.rulebook import Rulebook

SIGNS = {each.name: each.sign for each in FEATURES}
UNKNOWN, FRONTIER = "?", "^"
MOST_LETTERS = 4


def draw(state: State, book: Rulebook) -> str:
    """The board with whose turn it is, the legend and all players."""
    board = board_cells(state, book)
    letters = player_letters(tuple(state.players))
    parts = [
        "\n".join(_head(state)),
        "\n".join(_grid(board, letters)),
        "\n".join(_beside(board, letters)),
    ]
    links = [f"{link.type} {link.pair}: {link.start} → {link.end}" for link in board.links]
    parts += ["\n".join(links)] if links else []
    parts += ["Signs: " + "; ".join(_legend(board)), "\n".join(_players(state, letters))]
    return "\n\n".join(part for part in parts if part)


def sign(feature: str) -> str:
    """The sign of a feature."""
    return SIGNS.get(naming.type_of(feature), UNKNOWN)


def _head(state: State) -> Iterator[str]:
    turn = state.turn
    yield f"Turn of {turn.player} since {format_time(turn.started)}" if turn else "No player's turn"
    if turn and turn.frontier:
        yield "New territory waits to be explored"
    if state.cop_health is not None and naming.where(state, naming.COP_CAR) is not None:
        yield f"The Cop Car has health {state.cop_health}"
    if state.winners:
        yield f"Won by {', '.join(state.winners)}"


def _grid(board: Board, letters: Mapping[str, str]) -> Iterator[str]:
    """Rows from the highest to the lowest, each with its arrow."""
    texts = {(cell.row, cell.column): _text(cell, letters) for cell in board.cells}
    width = max(map(len, texts.values()), default=0) + 1
    for row in reversed(range(board.rows)):
        cells = "".join(texts.get((row, column), "").ljust(width) for column in range(board.across))
        yield f"{'→' if row % 2 == 0 else '←'} {cells}".rstrip()


def _text(cell: Cell, letters: Mapping[str, str]) -> str:
    signs = "".join(dict.fromkeys(map(sign, cell.features))) + (FRONTIER if cell.frontier else "")
    here = "".join(letters[name] for name in cell.players)
    here = here if len(cell.players) <= MOST_LETTERS else f"×{len(cell.players)}"
    return f"{cell.space}{signs}{':' if here else ''}{here}"


def _beside(board: Board, letters: Mapping[str, str]) -> Iterator[str]:
    for place, names in board.beside:
        if names:
            yield f"{place}: {' '.join(letters[name] for name in names)}"


def _legend(board: Board) -> Iterator[str]:
    kinds = dict.fromkeys(
        naming.type_of(feature) for cell in board.cells for feature in cell.features
    )
    for kind in sorted(kinds):
        yield f"{SIGNS.get(kind, UNKNOWN)} {kind}"
    yield f"{FRONTIER} The Frontier"


def _players(state: State, letters: Mapping[str, str]) -> Iterator[str]:
    yield "Players:"
    for name, player in state.players.items():
        mark = ">" if state.turn and state.turn.player == name else " "
        yield f"{mark} {letters[name]} {name} {_where(player)}, {_owns(player)}"


def _where(player: Player) -> str:
    return f"in {player.space}" if player.space in (JAIL, GULAG) else f"on {player.space}"


def _owns(player: Player) -> str:
    parts = [poents(player.poents)]
    parts += [f"{player.vp} VP"] if player.vp else []
    parts += [f"Numbers {', '.join(map(str, player.numbers))}"] if player.numbers else []
    parts += (
        [f"Immutable Numbers {', '.join(map(str, player.immutable))}"] if player.immutable else []
    )
    parts += [f"{count} {item}" for item, count in player.items.items()]
    parts += [f"{poents(player.bank)} in the bank"] if player.bank else []
    return "; ".join(parts)
