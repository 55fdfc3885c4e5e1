"""A game's board as a picture to draw: cells in groups, ways between them, a legend.

A game fills it; ``wikibot.game.page.board`` and ``wikibot.game.board.svg`` draw it, so that both
show the same. Nothing in it is escaped: names and texts are as people wrote them.

As text for a terminal of any width a cell reads ``12◆AB``: what it is called, the sign of its
type, the letters of the players there. Each piece names the colour of its cell, which a terminal
may show; nothing depends on colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from string import ascii_lowercase, ascii_uppercase

from msgspec import Struct
from msgspec.structs import replace

from wikibot.wikitext.dialect import sort_key

ACROSS = 10  # cells in a row of a long line


class EdgeKind(StrEnum):
    """What leads from one cell to another. A step goes along a line; the others leave it."""

    STEP = "step"
    BRANCH = "branch"
    UP = "up"
    DOWN = "down"


class PictureCell(Struct, frozen=True):
    """One cell. ``x`` and ``y`` count from 0 in its group, to the right and downwards.

    ``id`` is unique in the picture. ``label`` is what it is called on the board, ``sign`` the mark
    of its type, ``colour`` a name out of :data:`COLOURS`, ``title`` all there is to say about it,
    ``marks`` short notes such as ``→ 20``, ``players`` who is there.
    """

    id: str
    x: int
    y: int
    label: str
    sign: str = ""
    colour: str = "white"
    title: str = ""
    marks: tuple[str, ...] = ()
    players: tuple[str, ...] = ()


class Group(Struct, frozen=True):
    """Cells that belong together. A ``grid`` keeps its positions; other groups may wrap anywhere.

    ``extent``: columns and rows that there are at least; a group that has one is the map of a
    plain. ``header``: of the first column of the table on the page that has a row for each cell.
    """

    title: str
    cells: tuple[PictureCell, ...]
    grid: bool = False
    extent: tuple[int, int] = (0, 0)
    header: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """How many columns and rows there are."""
        columns = 1 + max((cell.x for cell in self.cells), default=0)
        rows = 1 + max((cell.y for cell in self.cells), default=0)
        return max(columns, self.extent[0]), max(rows, self.extent[1])


class Edge(Struct, frozen=True):
    """A way between two cells, named by their ``id``."""

    start: str
    end: str
    way: EdgeKind = EdgeKind.STEP


class LegendEntry(Struct, frozen=True):
    """One line of the legend."""

    sign: str
    name: str
    colour: str = "white"


class Picture(Struct, frozen=True):
    """A whole board. ``facts`` are a few words each that stand above it.

    ``players``: all of the game, in the order in which they joined, on the board or not.
    """

    title: str
    facts: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    edges: tuple[Edge, ...] = ()
    legend: tuple[LegendEntry, ...] = ()
    players: tuple[str, ...] = ()

    @property
    def cells(self) -> Iterator[PictureCell]:
        """All cells in their order."""
        return (cell for group in self.groups for cell in group.cells)

    @property
    def tokens(self) -> Mapping[str, PlayerToken]:
        """How its players are shown."""
        there = dict.fromkeys(name for cell in self.cells for name in cell.players)
        return tokens([*self.players, *(name for name in there if name not in self.players)])


# Light grounds, on which dark letters have a contrast of more than 7 to 1; never the only sign of
# anything.
COLOURS = {
    "white": "#ffffff", "grey": "#e3e6ea", "sky": "#cfe8ff", "blue": "#b3c7f7", "ice": "#d9f7fa",
    "teal": "#b5e6dc", "green": "#c9edc3", "olive": "#e0e3ae", "yellow": "#fff3b0",
    "gold": "#ffdf80", "orange": "#ffd0a3", "red": "#ffc2bd", "pink": "#ffd3e8",
    "purple": "#dccbfa", "violet": "#efc7f5", "brown": "#e6d2bf", "sand": "#f3e9d2",
    "lime": "#e4fba9",
}  # fmt: skip


def in_rows(cells: Iterable[PictureCell], across: int = ACROSS) -> tuple[PictureCell, ...]:
    """Cells of a line in rows that run to the right and to the left by turns."""
    found = []
    for number, cell in enumerate(cells):
        row, step = divmod(number, across)
        found.append(replace(cell, x=step if row % 2 == 0 else across - 1 - step, y=row))
    return tuple(found)


# -- players ---------------------------------------------------------------------------------------


# Dark inks that people with any colour vision tell apart, on dark pages too; white letters on them
# have a contrast of more than 4.5 to 1.
INKS = (
    "#54595d", "#005a8c", "#a34a00", "#00694c", "#8a3d6d", "#6b5d00", "#5b3fa0", "#8c1d18",
)  # fmt: skip
TURN = "▶ "  # before the name of the player whose turn it is


class PlayerToken(Struct, frozen=True):
    """How a player is shown where a name has no room."""

    letters: str
    ink: str


def tokens(names: Iterable[str]) -> Mapping[str, PlayerToken]:
    """A token for each player, the same wherever they stand and whosever turn it is."""
    every = list(names)
    inks, letters = inks_of(map(bare, every)), player_letters(_sorted(map(bare, every)))
    listed = sorted(every, key=lambda name: sort_key(bare(name)))
    return {name: PlayerToken(letters[bare(name)], inks[bare(name)]) for name in listed}


def inks_of(names: Iterable[str]) -> Mapping[str, str]:
    """A colour for each player, those first who joined first: who comes or goes changes no other's.

    A name has a colour of its own; where that is taken, the next one that is free.
    """
    found: dict[str, str] = {}
    for name in names:
        own = sum(map(ord, name)) % len(INKS)
        turned = (*INKS[own:], *INKS[:own])
        taken = list(found.values())[len(found) // len(INKS) * len(INKS) :]
        found.setdefault(name, next((ink for ink in turned if ink not in taken), INKS[own]))
    return found


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(dict.fromkeys(names), key=sort_key))


def bare(name: str) -> str:
    """The name of a player without the mark of the turn."""
    return name.removeprefix(TURN)


def player_letters(names: tuple[str, ...]) -> Mapping[str, str]:
    """A letter for each player, out of their name if free; after 52 players numbers follow."""
    found: dict[str, str] = {}
    free = [*ascii_uppercase, *ascii_lowercase]
    for number, name in enumerate(names):
        wanted = [*(char for char in name.upper() if char in free), *free, f"{number}"]
        found[name] = wanted[0]
        if wanted[0] in free:
            free.remove(wanted[0])
    return found


# == text ==========================================================================================

WIDTH = 80
MOST_LETTERS = 4  # in one cell; more players than that are counted
_BETWEEN = 2  # blanks between two cells
_MARGIN = 2  # blanks before the first


class TextPiece(Struct, frozen=True):
    """Some characters of a line. ``colour``: that of a cell, "" for text beside the board."""

    text: str
    colour: str = ""
    bold: bool = False


Line = tuple[TextPiece, ...]


def board_lines(picture: Picture, width: int = WIDTH) -> Iterator[Line]:
    """The board, its legend and who is where, in lines of ``width`` columns if names allow it."""
    known = picture.tokens
    yield from _wrapped("", picture.facts, width, " | ")
    for group in picture.groups:
        yield ()
        yield (TextPiece(group.title, bold=True),)
        yield from _rows(group, known, width)
        yield from _wrapped("  notes:", _notes(group), width)
    signs = dict.fromkeys(f"{e.sign} {e.name}".replace("\u00a0", " ") for e in picture.legend)
    for title, entries in (("Signs:", tuple(signs)), ("Players:", _whereabouts(picture, known))):
        if entries:
            yield ()
            yield from _wrapped(title, entries, width)


def _rows(group: Group, known: Mapping[str, PlayerToken], width: int) -> Iterator[Line]:
    """The cells of a group: where they stand, or else in rows as long as there is room for."""
    texts = {cell.id: _cell(cell, known) for cell in group.cells}
    digits = max((len(cell.label) for cell in group.cells), default=0)
    if not group.grid:
        texts = {c.id: texts[c.id].rjust(len(texts[c.id]) + digits - len(c.label))
                 for c in group.cells}  # fmt: skip
    wide = max(map(len, texts.values()), default=0) + (1 if group.extent[0] else _BETWEEN)
    if group.grid:
        columns, rows = group.size
        there = {(cell.x, cell.y): cell for cell in group.cells}
        placed = [[there.get((x, y)) for x in range(columns)] for y in range(rows)]
    else:
        across = max(1, (width - _MARGIN) // wide)
        cells = group.cells
        placed = [list(cells[at : at + across]) for at in range(0, len(cells), across)]
    for row in placed:
        yield (TextPiece(" " * _MARGIN), *_row(row, texts, wide))


def _row(
    cells: Iterable[PictureCell | None], texts: Mapping[str, str], wide: int
) -> Iterator[TextPiece]:
    for cell in cells:
        text = texts[cell.id] if cell else ""
        yield TextPiece(text, cell.colour if cell else "", bool(cell and cell.players))
        yield TextPiece(" " * (wide - len(text)))


def _cell(cell: PictureCell, known: Mapping[str, PlayerToken]) -> str:
    letters = "".join(known[name].letters for name in cell.players)
    crowd = f"×{len(cell.players)}" if len(cell.players) > MOST_LETTERS else letters
    behind = ":" if crowd and not cell.sign else ""
    return f"{cell.label}{cell.sign}{behind}{crowd}"


def _notes(group: Group) -> tuple[str, ...]:
    """The marks of all cells, but for those that only say again where a way comes from."""
    marks = ((cell, mark) for cell in group.cells for mark in cell.marks if mark[:1] != "←")
    return tuple(f"{cell.label} {mark}".replace("\u00a0", " ") for cell, mark in marks)


def _whereabouts(picture: Picture, known: Mapping[str, PlayerToken]) -> tuple[str, ...]:
    there = {name: cell.label for cell in picture.cells for name in cell.players}
    order = sorted(there, key=lambda name: sort_key(bare(name)))
    return tuple(f"{known[name].letters} {name} at {there[name]}" for name in order)


def _wrapped(title: str, entries: Sequence[str], width: int, between: str = "; ") -> Iterator[Line]:
    """Entries in lines of at most ``width`` columns, each entry whole; nothing without entries."""
    row = title
    for number, entry in enumerate(entries):
        last = number == len(entries) - 1
        piece = f"{' ' if row else ''}{entry}" + ("" if last else between.rstrip())
        if row != title and len(row) + len(piece) > width:
            yield (TextPiece(row),)
            row = " " * (len(title) - len(title.lstrip()) + 2)
            piece = piece.lstrip()
        row += piece
    if entries:
        yield (TextPiece(row),)
