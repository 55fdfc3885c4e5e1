"""A game's board as a picture to draw: cells in groups, ways between them, a legend.

A game fills it; ``wikibot.game.page.board`` draws it as wikitext, and below it stands how it is
drawn as an SVG file, so that both show the same. Nothing in it is escaped: names and texts are as
people wrote them.

As text for a terminal of any width a cell reads ``12◆AB``: what it is called, the sign of its
type, the letters of the players there. Each piece names the colour of its cell, which a terminal
may show; nothing depends on colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from string import ascii_lowercase, ascii_uppercase
from textwrap import wrap
from xml.sax.saxutils import escape

from msgspec import Struct
from msgspec.structs import replace

from wikibot.wikitext.dialect import sort_key
from wikibot.wikitext.escape import isolated, named, shortened
from wikibot.wikitext.messages import later

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
        return (cell for group in self.groups for cell in group.cells)

    @property
    def tokens(self) -> Mapping[str, PlayerToken]:
        """A token for each player, the same wherever they stand and whosever turn it is."""
        there = (name for cell in self.cells for name in cell.players)
        every = [*dict.fromkeys((*self.players, *there))]
        shown = tuple(sorted(dict.fromkeys(map(bare, every)), key=sort_key))
        inks, letters = inks_of(map(bare, every)), player_letters(shown)
        listed = sorted(every, key=lambda name: sort_key(bare(name)))
        return {name: PlayerToken(letters[bare(name)], inks[bare(name)]) for name in listed}


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
    """Cells of a line in rows as text is read, which any width can wrap."""
    return tuple(replace(cell, x=number % across, y=number // across)
                 for number, cell in enumerate(cells))  # fmt: skip


def with_arrows(picture: Picture) -> Picture:
    """The picture for drawings without ways: an arrow stands in each cell whose line goes on.

    In a grid only where a row turns.
    """
    where = {cell.id: (group, number, cell) for group in picture.groups
             for number, cell in enumerate(group.cells)}  # fmt: skip
    arrows: dict[str, str] = {}
    for edge in picture.edges:
        if edge.way is EdgeKind.STEP and edge.start in where and edge.end in where:
            (group, at, cell), (other, then, to) = where[edge.start], where[edge.end]
            if group is other and (cell.x == to.x and cell.y != to.y if group.grid
                                   else then == at + 1):  # fmt: skip
                arrows[cell.id] = ("↑" if to.y < cell.y else "↓") if group.grid else "→"
    groups = (
        replace(group, cells=tuple(
            replace(cell, sign=f"{cell.sign} {arrows.get(cell.id, '')}".strip())
            for cell in group.cells
        ))
        for group in picture.groups
    )  # fmt: skip
    return replace(picture, groups=tuple(groups))


# -- players ---------------------------------------------------------------------------------------

# Dark inks that people with any colour vision tell apart, on dark pages too; white letters on them
# have a contrast of more than 4.5 to 1.
INKS = (
    "#54595d", "#005a8c", "#a34a00", "#00694c", "#8a3d6d", "#6b5d00", "#5b3fa0", "#8c1d18",
)  # fmt: skip
BY_PHASE, BY_DAY = map(later, ("{} by phase", "{} by day"))  # of a chart
TURN = "▶ "  # before the name of the player whose turn it is


class PlayerToken(Struct, frozen=True):
    """How a player is shown where a name has no room."""

    letters: str
    ink: str


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
        notes = [  # but for those that only say again where a way comes from
            f"{cell.label} {mark}".replace("\u00a0", " ")
            for cell in group.cells for mark in cell.marks if mark[:1] != "←"
        ]  # fmt: skip
        yield from _wrapped("  notes:", notes, width)
    signs = dict.fromkeys(f"{e.sign} {e.name}".replace("\u00a0", " ") for e in picture.legend)
    who = [f"{known[name].letters} {name} at {label}" for name, label in _whereabouts(picture)]
    for title, entries in (("Signs:", [*signs]), ("Players:", who)):
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


def _whereabouts(picture: Picture) -> list[tuple[str, str]]:
    """The players in order, each with the label of a cell."""
    there = ((name, cell.label) for cell in picture.cells for name in cell.players)
    return sorted(there, key=lambda each: sort_key(bare(each[0])))


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


# == Where the groups and cells of a picture stand in its SVG file. Sizes are pixels at full size ==
# A cell shows a few names at most; who is where stands in full below the board. A tall drawing is
# as wide as a phone, so that it can be read there without zooming.

_TITLE = 36  # above the cells of a group


class Measures(Struct, frozen=True):
    """Sizes of a drawing. ``columns``: of cells that it has at least; 0 ``across``: as drawn.

    ``width`` and ``height`` are those of a cell, ``place`` of a place on a map, which is square;
    ``edge`` lies around everything. ``lines``: of small text in a cell.
    """

    width: int = 88
    height: int = 84
    gap: int = 16
    place: int = 44
    edge: int = 24
    columns: int = 6
    across: int = 0
    lines: int = 4


WIDE = Measures()
TALL = Measures(width=82, height=84, gap=13, place=30, edge=11, columns=4, across=4)
_BETWEEN_PLACES = 2  # places of a map


class PlacedGroup(Struct, frozen=True):
    """A group with the place of its upper left cell."""

    group: Group
    x: float
    y: float
    sizes: Measures

    @property
    def gap(self) -> int:
        """Between two of its cells."""
        return _BETWEEN_PLACES if self.group.extent[0] else self.sizes.gap

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of its cells: narrower ones where it has more columns than fit."""
        columns, sizes = self.group.size[0], self.sizes
        room = sizes.columns * (sizes.width + sizes.gap)
        if self.group.extent[0]:
            side = min(sizes.place * 1.0, room / columns - _BETWEEN_PLACES)
            return side, side
        narrow = room / columns - sizes.gap if sizes.across else sizes.width
        return min(sizes.width, narrow), sizes.height

    @property
    def whole(self) -> tuple[float, float]:
        """Width and height of all its cells, with the gaps between them."""
        (columns, rows), (wide, high) = self.group.size, self.cell
        return columns * (wide + self.gap) - self.gap, rows * (high + self.gap) - self.gap

    @property
    def columns(self) -> int:
        """How many columns of the drawing it takes."""
        return -(-round(self.whole[0] + self.sizes.gap) // (self.sizes.width + self.sizes.gap))

    def corner(self, cell: PictureCell) -> tuple[float, float]:
        """The upper left corner of one of its cells."""
        wide, high = self.cell
        return self.x + cell.x * (wide + self.gap), self.y + cell.y * (high + self.gap)


def narrower(group: Group, across: int) -> Group:
    """A line of cells in rows of at most so many; a grid keeps its positions."""
    if group.grid or group.size[0] <= across:
        return group
    return replace(group, cells=in_rows(group.cells, across))


# -- places ----------------------------------------------------------------------------------------


def laid_out(groups: Sequence[Group], top: float, sizes: Measures) -> tuple[list[PlacedGroup], int]:
    """Each group with its place, side by side where they fit, and where the last one ends."""
    placed: list[PlacedGroup] = []
    column, y, tallest, across = 0, top, 0.0, columns_of(groups, sizes)
    for group in groups:
        size = PlacedGroup(group, 0, 0, sizes)
        if column and column + size.columns > across:
            column, y, tallest = 0, y + tallest, 0.0
        x = sizes.edge + column * (sizes.width + sizes.gap)
        placed.append(PlacedGroup(group, x, y + _TITLE, sizes))
        column += size.columns
        tallest = max(tallest, _TITLE + size.whole[1] + sizes.gap)
    return placed, round(y + tallest)


def columns_of(groups: Sequence[Group], sizes: Measures) -> int:
    """How many columns the drawing has: no more than its widest group needs."""
    wanted = [] if sizes.across else [PlacedGroup(group, 0, 0, sizes).columns for group in groups]
    return max([sizes.columns, *wanted])


# == Ways of a board as arrows: steps between neighbours, branches through the gaps between cells ==

WAY_INKS = {
    EdgeKind.STEP: "#54595d", EdgeKind.BRANCH: "#3366cc", EdgeKind.UP: "#14866d",
    EdgeKind.DOWN: "#b32424",
}  # fmt: skip
_WIDTHS = {EdgeKind.STEP: "1.5", EdgeKind.BRANCH: "1.8", EdgeKind.UP: "3", EdgeKind.DOWN: "3"}
BRANCHES = ("#3366cc", "#a34a00", "#00694c", "#8a3d6d", "#6b5d00", "#1f6f94", "#8c1d18", "#5b3fa0")
"""Colours that branches take in turn, so that two that cross can be followed."""
_STRAIGHT = 130  # pixels that an arrow without a bow may have
MOST = 60  # branches that are drawn; of more, the marks of the cells tell
Point = tuple[float, float]


class Box(Struct, frozen=True):
    """A rectangle of the drawing, in pixels from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def border(self, to: Point) -> Point:
        """Where the straight way from its middle to a point leaves it."""
        x, y = self.middle
        across, down = to[0] - x, to[1] - y
        part = min(
            (self.width / 2 + 1) / abs(across) if across else math.inf,
            (self.height / 2 + 1) / abs(down) if down else math.inf,
        )
        return x + across * part, y + down * part


def markers() -> Iterator[str]:
    """The heads of the arrows, as definitions of the file."""
    yield "<defs>"
    for way, colour in WAY_INKS.items():
        if way is not EdgeKind.BRANCH:
            yield _marker(way.value, colour)
    for number, colour in enumerate(BRANCHES):
        yield _marker(f"branch{number}", colour)
    yield "</defs>"


def _marker(name: str, colour: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
        f'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path d="M0 0L8 4L0 8Z" fill="{colour}"/></marker>'
    )


def arrows(edges: Sequence[Edge], cells: Mapping[str, Box], gap: float) -> Iterator[str]:
    """An arrow for each way between two cells. ``gap``: pixels between two of them."""
    known = [each for each in edges if each.start in cells and each.end in cells]
    branches = [each for each in known if each.way is EdgeKind.BRANCH]
    for edge in known:
        start, end = cells[edge.start], cells[edge.end]
        if start is not end and edge.way is EdgeKind.STEP and start.x > end.x and start.y < end.y:
            yield _routed(start, end, gap, 1, edge.way)  # a row turns
        elif start is not end and edge.way is not EdgeKind.BRANCH:
            yield _bowed(edge.way, start, end)
    if len(branches) <= MOST:
        for number, edge in enumerate(branches):
            if edge.start != edge.end:
                way = f"branch{number % len(BRANCHES)}"
                yield _routed(cells[edge.start], cells[edge.end], gap, number, way)


def _bowed(way: EdgeKind, start: Box, end: Box) -> str:
    """An arrow from the border of one box to that of another, straight where it is short."""
    (x1, y1), (x2, y2) = start.border(end.middle), end.border(start.middle)
    length = math.hypot(x2 - x1, y2 - y1)
    height = 0.0 if length < _STRAIGHT else min(0.12 * length, 60.0)
    across, down = (y1 - y2) / (length or 1), (x2 - x1) / (length or 1)
    x3, y3 = (x1 + x2) / 2 + across * height, (y1 + y2) / 2 + down * height
    faint = ' stroke-opacity="0.5"' if height else ""
    return (
        f'<path d="M{x1:.1f} {y1:.1f}Q{x3:.1f} {y3:.1f} {x2:.1f} {y2:.1f}" fill="none" '
        f'stroke="{WAY_INKS[way]}" stroke-width="{_WIDTHS[way]}"{faint} marker-end="url(#{way})"/>'
    )


def _routed(start: Box, end: Box, gap: float, number: int, way: str) -> str:
    """A way with corners that stays in the gaps, so that it crosses no cell.

    It leaves its cell below, goes along the gap to the one beside the other cell, and enters that
    from above. Branches take separate lanes in a gap as far as there is room.
    """
    lane = ((number * 3) % 7 - 3) * gap / 9
    out, into = start.x + start.width * 0.5 + lane * 2, end.x + end.width * 0.5 + lane * 2
    below, above = start.y + start.height + gap / 2 + lane, end.y - gap / 2 + lane
    side = end.x - gap / 2 if out < end.x else end.x + end.width + gap / 2
    points = [
        (out, start.y + start.height), (out, below), (side + lane, below),
        (side + lane, above), (into, above), (into, end.y),
    ]  # fmt: skip
    if abs(below - above) < gap:  # the same gap
        points = [*points[:2], (into, below), points[-1]]
    drawn = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    ink = WAY_INKS[EdgeKind.STEP] if way == EdgeKind.STEP else BRANCHES[number % len(BRANCHES)]
    return (
        f'<path d="M{drawn}" fill="none" stroke="{ink}" stroke-linejoin="round" '
        f'stroke-width="{_WIDTHS[EdgeKind.BRANCH]}" marker-end="url(#{way})"/>'
    )


# == A picture of a board as an SVG file: shapes and escaped text only, no script, no link =========

INK, WAY = "#202122", "#1b2f6b"  # of text: in general, of notes about ways
_RULE = "#54595d"
_FEW = 2  # players of a cell who are named in it


def board_svg(picture: Picture, sizes: Measures = WIDE) -> str:
    """The picture as the text of an SVG file, in the layout ``WIDE`` or ``TALL``."""
    if sizes.across:
        groups = tuple(narrower(group, sizes.across) for group in picture.groups)
        picture = replace(picture, groups=groups)
    edge, known = sizes.edge, picture.tokens
    width = columns_of(picture.groups, sizes) * (sizes.width + sizes.gap) - sizes.gap + 2 * edge
    facts = wrap(" · ".join(picture.facts), (width - 2 * edge) // 7)
    placed, bottom = laid_out(picture.groups, edge + 32 + 20 * len(facts), sizes)
    below, height = _below(picture, known, bottom, width - 2 * edge, sizes)
    taken = (cell for cell in picture.cells if cell.players)
    places = (f"{', '.join(cell.players)}: {cell.label}" for cell in taken)
    about = "; ".join([*picture.facts, *places])
    kinds = {(entry.sign, entry.colour): entry.name for entry in picture.legend}
    boxes = {c.id: Box(*each.corner(c), *each.cell) for each in placed for c in each.group.cells}
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + edge}"'
            f' viewBox="0 0 {width} {height + edge}" role="img" aria-labelledby="title desc"'
            ' font-family="sans-serif">'
        ),
        f'<title id="title">{xml_text(picture.title)}</title>',
        f'<desc id="desc">{xml_text(about)}</desc>',
        *markers(),
        f'<rect width="{width}" height="{height + edge}" fill="#f8f9fa"/>',
        _line(edge, edge + 16, picture.title, 20, bold=True),
        *(_line(edge, edge + 40 + 20 * number, line, 14) for number, line in enumerate(facts)),
        *(box for each in placed for box in _boxes(each)),
        *arrows(picture.edges, boxes, sizes.gap),
        *(_heading(each) for each in placed),
        *(cell for each in placed for cell in _cells(each, known, kinds)),
        *below,
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _heading(place: PlacedGroup) -> str:
    """A group's title, on a ground that keeps ways from crossing it."""
    title = shortened(place.group.title, round(place.whole[0] + 200) // 8)
    ground = _rect(place.x - 2, place.y - 33, round(7.3 * len(title)) + 2, 18, 3, "#f8f9fa")
    return f"{ground}/>{_line(place.x, place.y - 19, title, 14, bold=True)}"


# -- cells -----------------------------------------------------------------------------------------


def _boxes(place: PlacedGroup) -> Iterator[str]:
    """The grounds of the cells. Ways lie upon them, the text upon the ways."""
    if place.group.extent[0]:
        wide, high = place.whole
        yield (
            f"{_rect(place.x, place.y, wide, high, 6, '#eef3ea')} "
            f'stroke="{_RULE}" stroke-dasharray="2 4"/>'
        )
    wide, high = place.cell
    for cell in place.group.cells:
        x, y = place.corner(cell)
        yield (
            f'{_rect(x, y, wide, high, 6, COLOURS[cell.colour])} stroke="{_RULE}" '
            f'stroke-width="{2.5 if cell.players else 1}">'
            f"<title>{xml_text(cell.title or cell.label)}</title></rect>"
        )


def _cells(
    place: PlacedGroup, known: Mapping[str, PlayerToken], kinds: Mapping[tuple[str, str], str]
) -> Iterator[str]:
    """The text of the cells: what they are called, their type, notes about ways, players."""
    wide = place.cell[0]
    for cell in place.group.cells:
        x, y = place.corner(cell)
        yield '<g pointer-events="none">'
        yield _line(x + 5, y + 17, shortened(cell.label, round(wide) // 9), 14, bold=True)
        if cell.sign:
            yield _line(x + wide - 5, y + 17, cell.sign, 14, end=True)
        notes = list(cell.marks)
        if kind := kinds.get((cell.sign, cell.colour), "") if cell.sign else "":
            inner = kind.partition(" (")[2].removesuffix(")")
            notes.insert(0, inner if inner and len(kind) > wide // 6 else kind)
        many = len(cell.players)
        room = place.sizes.lines - (
            many if many <= _FEW else min(2, -(-many // (round(wide) // 20)))
        )
        for number, note in enumerate(notes[:room]):
            ink = INK if kind and not number else WAY
            told = shortened(note, round(wide - 6) // 6)
            yield _line(x + 5, y + 33 + 14 * number, told, 11, bold=ink == WAY, colour=ink)
        shown = min(len(notes), room)
        yield from _standing(cell.players, known, x + 3, y + 23 + 14 * shown, wide - 6)
        yield "</g>"


def _standing(
    players: Sequence[str], known: Mapping[str, PlayerToken], x: float, y: float, wide: float
) -> Iterator[str]:
    """Who is in a cell: one or two with their names, more with their letters alone."""
    if len(players) <= _FEW:
        for number, name in enumerate(players):
            yield _rect(x, y + 14 * number, wide, 13, 4, known[name].ink) + "/>"
            told = shortened(f"{known[name].letters} {name}", round(wide) // 6)
            yield _line(x + 3, y + 10 + 14 * number, told, 11, colour="#fff")
        return
    across = round(wide) // 19
    most = 2 * across
    shown = list(players) if len(players) <= most else list(players[: most - 2])
    for number, name in enumerate(shown):
        row, column = divmod(number, across)
        left, top = x + 19 * column, y + 14 * row
        yield _rect(left, top, 17, 13, 6, known[name].ink) + "/>"
        letters = known[name].letters
        yield _line(left + 8.5, top + 10.5, letters, 11, bold=True, colour="#fff", middle=True)
    if len(shown) < len(players):
        yield _line(x + wide - 2, y + 25, f"+{len(players) - len(shown)}", 11, bold=True, end=True)


# -- below the board -------------------------------------------------------------------------------


def _below(
    picture: Picture, known: Mapping[str, PlayerToken], top: int, width: int, sizes: Measures
) -> tuple[list[str], int]:
    """The legend, and who is where, in columns; and where that ends."""
    longest = max((len(entry.name) for entry in picture.legend), default=0)
    columns = max(1, width // max(150, min(7 * longest + 60, width)))
    wide = width / columns
    parts: list[str] = []
    top += 20
    for number, entry in enumerate(picture.legend):
        x, y = _spot(number, columns, wide, top, sizes)
        box = 24 + 7 * max(0, len(entry.sign) - 2)
        parts.append(f'{_rect(x, y, box, 20, 4, COLOURS[entry.colour])} stroke="{_RULE}"/>')
        parts.append(_line(x + 5, y + 15, entry.sign, 13))
        name = shortened(entry.name, round(wide - box - 10) // 7)
        parts.append(_line(x + box + 6, y + 15, name, 13))
    top += 26 * -(-len(picture.legend) // columns) + 14
    there = _whereabouts(picture)
    for number, (name, label) in enumerate(there):
        x, y = _spot(number, columns, wide, top, sizes)
        parts.append(_rect(x, y + 3, 20, 15, 7, known[name].ink) + "/>")
        letters = known[name].letters
        parts.append(_line(x + 10, y + 15, letters, 12, bold=True, colour="#fff", middle=True))
        told = shortened(f"{name}: {label}", round(wide - 32) // 7)
        parts.append(_line(x + 26, y + 15, told, 13))
    return parts, top + 26 * -(-len(there) // columns)


def _spot(number: int, columns: int, wide: float, top: int, sizes: Measures) -> tuple[float, float]:
    row, column = divmod(number, columns)
    return sizes.edge + column * wide, top + 26 * row


# -- text ------------------------------------------------------------------------------------------


def _rect(x: float, y: float, width: float, height: float, round_: int, fill: str) -> str:
    """A rectangle whose tag is still open."""
    size = f'width="{width:g}" height="{height:g}" rx="{round_}"'
    return f'<rect x="{x:g}" y="{y:g}" {size} fill="{fill}"'


def _line(
    x: float, y: float, text: str, size: int, *, bold: bool = False, end: bool = False,
    middle: bool = False, colour: str = INK,
) -> str:  # fmt: skip
    weight = ' font-weight="bold"' if bold else ""
    anchor = f' text-anchor="{"end" if end else "middle"}"' if end or middle else ""
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}"'
    return f"<text {place}{weight}{anchor}>{xml_text(text)}</text>"


def xml_text(text: str) -> str:
    """Any text where only it shows, in an attribute as well as between tags."""
    return escape(isolated(named(text)), {'"': "&quot;"})
