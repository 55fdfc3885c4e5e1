"""The board as text for a terminal: each line or loop of spaces, with signs and players.

Cells read ``12◆AB``: identifier, sign of the type, letters of the players there. Of a category's
space the sign is the category's small letter and the sign of its present pseudo-type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.common.player_letters import player_letters
from rules.cycle15.belongings.possessions import amount
from rules.cycle15.board.categories import CATEGORIES
from rules.cycle15.board.lines import Line, lines
from rules.cycle15.board.types import TYPES
from rules.cycle15.state import CRYSTAL, Space, State
from wikibot.game.calendar import roman
from wikibot.game.ruleset.rulebook import Rulebook

WIDTH = 80
MOST_LETTERS = 4  # in one cell; more players than that are counted
SIGNS = {kind.name: kind.sign for kind in TYPES}
UNKNOWN = "?"


def draw(state: State, book: Rulebook) -> str:
    """The board, its signs and its players, in lines of at most 80 columns where names allow it."""
    del book
    letters = player_letters(tuple(state.players))
    parts = [_head(state), *("\n".join(_line(state, line, letters)) for line in lines(state))]
    return "\n\n".join(
        [*parts, _wrapped("Signs:", _legend(state)), _wrapped("Players:", _players(state, letters))]
    )


def sign(space: Space) -> str:
    """The sign of a space's type."""
    if space.type in CATEGORIES:
        return space.type[0].lower() + SIGNS.get(space.pseudo_type or "", UNKNOWN)
    return SIGNS.get(space.type, UNKNOWN)


def _head(state: State) -> str:
    facts = [f"Phase {roman(state.phase)}"]
    facts += [f"wheel rotation {state.wheel_rotation}"] if state.wheel_rotation is not None else []
    facts += ["party time"] if state.party else []
    facts += [f"won by {', '.join(state.winners)}"] if state.winners else []
    return " | ".join(facts)


def _line(state: State, line: Line, letters: Mapping[str, str]) -> Iterator[str]:
    """A heading, the cells in rows of equal width, and the ways that lead out of the run."""
    first, last = line.spaces[0], line.spaces[-1]
    title = "Loop" if line.loop else "Line" if first != last else "Space"
    yield f"{title} {first}" + (f" to {last}" if first != last else "")
    here: dict[int, str] = {}
    for name, player in state.players.items():
        here[player.location] = here.get(player.location, "") + letters[name]
    digits = max(len(str(space)) for space in line.spaces)
    cells = [_cell(state.spaces[space], here.get(space, ""), digits) for space in line.spaces]
    width = max(map(len, cells)) + 2
    across = max(1, min(10, (WIDTH - 2) // width))
    for start in range(0, len(cells), across):
        yield ("  " + "".join(cell.ljust(width) for cell in cells[start : start + across])).rstrip()
    ways = tuple(_ways(state, line))
    if ways:
        yield _wrapped("  ways:", ways)


def _cell(space: Space, players: str, digits: int) -> str:
    shown = players if len(players) <= MOST_LETTERS else f"×{len(players)}"
    return f"{space.id:>{digits}}{sign(space)}{shown}"


def _ways(state: State, line: Line) -> Iterator[str]:
    """Where one gets to from the run other than along it."""
    following = dict(zip(line.spaces, line.spaces[1:] + line.spaces[:1], strict=True))
    if not line.loop:
        del following[line.spaces[-1]]
    for space in line.spaces:
        others = sorted(
            each for each in state.spaces[space].successors if each != following.get(space)
        )
        if others:
            yield f"{space} → {', '.join(map(str, others))}"


def _legend(state: State) -> tuple[str, ...]:
    used = {sign(space): space for _, space in sorted(state.spaces.items())}
    return tuple(
        f"{mark} {space.type}" + (f" ({space.pseudo_type})" if space.pseudo_type else "")
        for mark, space in used.items()
    )


def _players(state: State, letters: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(
        f"{letters[name]} {name} at {player.location} ({amount(player.count(CRYSTAL), CRYSTAL)})"
        for name, player in state.players.items()
    )


def _wrapped(title: str, entries: tuple[str, ...]) -> str:
    """Entries between semicolons, in lines of the board's width, each entry whole."""
    rows, row = [], title
    for number, entry in enumerate(entries):
        piece = f" {entry}" + (";" if number < len(entries) - 1 else "")
        if len(row) + len(piece) > WIDTH and row.strip() and row != title:
            rows.append(row)
            row = " " * (len(title) - len(title.lstrip()) + 2)
        row += piece
    return "\n".join([*rows, row])
