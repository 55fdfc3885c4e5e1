"""A picture of a board as an SVG file: shapes and escaped text only, no script, no link.

A cell shows a few names at most; who is where stands in full below the board. Sizes are pixels at
full size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from xml.sax.saxutils import escape

from msgspec import Struct

from wikibot.game.board.picture import COLOURS, Cell, Group, Picture
from wikibot.game.board.svg_arrows import Box, arrows, markers
from wikibot.wikitext.escape import named

WIDTH, HEIGHT, GAP = 88, 77, 16  # of a cell, and between cells
PLACE, BETWEEN = 44, 2  # the same of a place on the map of a plain, which is square
EDGE = 24  # around everything
NARROWEST = 6  # columns of the drawing, of which a phone shows the text
LINES = 4  # of small text in a cell
INK, WAY = "#202122", "#1b2f6b"  # of text: in general, of notes about ways
_RULE = "#54595d"


class _Placed(Struct, frozen=True):
    """A group with the place of its upper left cell."""

    group: Group
    x: float
    y: float

    @property
    def cell(self) -> tuple[int, int]:
        """Width and height of its cells."""
        return (PLACE, PLACE) if self.group.extent[0] else (WIDTH, HEIGHT)

    @property
    def whole(self) -> tuple[int, int]:
        """Width and height of all its cells, with the gaps between them."""
        gap = BETWEEN if self.group.extent[0] else GAP
        (columns, rows), (wide, high) = self.group.size, self.cell
        return columns * (wide + gap) - gap, rows * (high + gap) - gap

    @property
    def columns(self) -> int:
        """How many columns of the drawing it takes."""
        return -(-(self.whole[0] + GAP) // (WIDTH + GAP))

    def corner(self, cell: Cell) -> tuple[float, float]:
        """The upper left corner of one of its cells."""
        gap = BETWEEN if self.group.extent[0] else GAP
        return self.x + cell.x * (self.cell[0] + gap), self.y + cell.y * (self.cell[1] + gap)


def board_svg(picture: Picture) -> str:
    """The picture as the text of an SVG file."""
    width = _across(picture.groups) * (WIDTH + GAP) - GAP + 2 * EDGE
    facts = wrap(" · ".join(picture.facts), (width - 2 * EDGE) // 7)
    placed, bottom = _laid_out(picture.groups, EDGE + 28 + 20 * len(facts))
    below = list(_below(picture, bottom, width))
    height = bottom + (_rows_below(picture, width)) + EDGE
    taken = (cell for cell in picture.cells if cell.players)
    places = (f"{', '.join(cell.players)}: {cell.label}" for cell in taken)
    about = "; ".join([*picture.facts, *places])
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        _opening(width, height),
        f'<title id="title">{_text(picture.title)}</title>',
        f'<desc id="desc">{_text(about)}</desc>',
        *markers(),
        f'<rect width="{width}" height="{height}" fill="#f8f9fa"/>',
        _line(EDGE, EDGE + 16, picture.title, 20, bold=True),
        *(_line(EDGE, EDGE + 40 + 20 * number, line, 14) for number, line in enumerate(facts)),
        *(_line(each.x, each.y - 10, each.group.title, 14, bold=True) for each in placed),
        *(box for each in placed for box in _boxes(each)),
        *arrows(picture.edges, _by_id(placed), [_titled(each) for each in placed]),
        *(cell for each in placed for cell in _cells(each)),
        *below,
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _opening(width: int, height: int) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    read_as = 'role="img" aria-labelledby="title desc"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {read_as} font-family="sans-serif">'


# -- places ----------------------------------------------------------------------------------------


def _laid_out(groups: Sequence[Group], top: float) -> tuple[list[_Placed], int]:
    """Each group with its place, side by side where they fit, and where the last one ends."""
    placed: list[_Placed] = []
    column, y, tallest, across = 0, top, 0.0, _across(groups)
    for group in groups:
        size = _Placed(group, 0, 0)
        if column and column + size.columns > across:
            column, y, tallest = 0, y + tallest, 0.0
        placed.append(_Placed(group, EDGE + column * (WIDTH + GAP), y + 32))
        column += size.columns
        tallest = max(tallest, 32 + size.whole[1] + GAP)
    return placed, round(y + tallest)


def _across(groups: Sequence[Group]) -> int:
    """How many columns the drawing has: no more than its widest group needs."""
    return max([NARROWEST, *(_Placed(group, 0, 0).columns for group in groups)])


def _by_id(placed: Sequence[_Placed]) -> dict[str, Box]:
    """Where each cell stands."""
    return {
        cell.id: Box(*each.corner(cell), *each.cell) for each in placed for cell in each.group.cells
    }


def _titled(place: _Placed) -> Box:
    """Where a group's title stands, about."""
    return Box(place.x, place.y - 24, 8 * len(place.group.title), 18)


# -- cells -----------------------------------------------------------------------------------------


def _boxes(place: _Placed) -> Iterator[str]:
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
            f"<title>{_text(cell.title or cell.label)}</title></rect>"
        )


def _cells(place: _Placed) -> Iterator[str]:
    wide = place.cell[0]
    for cell in place.group.cells:
        x, y = place.corner(cell)
        yield '<g pointer-events="none">'
        yield _line(x + 6, y + 17, _short(cell.label, wide // 9), 14, bold=True)
        if cell.sign:
            yield _line(x + wide - 6, y + 17, cell.sign, 14, end=True)
        for number, (text, player) in enumerate(_small(cell)):
            below = y + 33 + 13.5 * number
            if player:
                yield _rect(x + 3, below - 10, wide - 6, 13, 4, INK) + "/>"
            told = _short(text, wide // (6 if player else 7))
            yield _line(x + 6, below, told, 11, bold=not player, colour="#fff" if player else WAY)
        yield "</g>"


def _small(cell: Cell) -> list[tuple[str, bool]]:
    """The small text of a cell, and whether it is a player: notes first, then players."""
    notes = [(mark, False) for mark in cell.marks][: LINES - 1]
    room = LINES - len(notes)
    names = [(name, True) for name in cell.players]
    if len(names) > room:
        names = [*names[: room - 1], (f"+{len(names) - room + 1} players", True)]
    return [*notes, *names]


# -- below the board -------------------------------------------------------------------------------


def _below(picture: Picture, top: int, width: int) -> Iterator[str]:
    """The legend, and who is where, in columns."""
    columns = _columns(width)
    for number, entry in enumerate(picture.legend):
        x, y = _spot(number, columns, top + 24, width)
        wide = 24 + 7 * max(0, len(entry.sign) - 2)
        yield f'{_rect(x, y, wide, 20, 4, COLOURS[entry.colour])} stroke="{_RULE}"/>'
        yield _line(x + 5, y + 15, entry.sign, 13)
        yield _line(x + wide + 6, y + 15, _short(entry.name, 32), 13)
    top += 24 + 26 * _rows(len(picture.legend), columns)
    for number, text in enumerate(_whereabouts(picture)):
        x, y = _spot(number, columns, top + 16, width)
        yield _line(x, y + 15, _short(text, 36), 13)


def _rows_below(picture: Picture, width: int) -> int:
    """How high that is."""
    columns = _columns(width)
    return 40 + 26 * (
        _rows(len(picture.legend), columns) + _rows(len(_whereabouts(picture)), columns)
    )


def _whereabouts(picture: Picture) -> tuple[str, ...]:
    return tuple(f"{name}: {cell.label}" for cell in picture.cells for name in cell.players)


def _columns(width: int) -> int:
    return max(1, (width - 2 * EDGE) // 250)


def _rows(count: int, columns: int) -> int:
    return -(-count // columns)


def _spot(number: int, columns: int, top: int, width: int) -> tuple[float, float]:
    row, column = divmod(number, columns)
    return EDGE + column * ((width - 2 * EDGE) / columns), top + 26 * row


# -- text ------------------------------------------------------------------------------------------


def _rect(x: float, y: float, width: float, height: float, round_: int, fill: str) -> str:
    """A rectangle whose tag is still open."""
    size = f'width="{width}" height="{height}" rx="{round_}"'
    return f'<rect x="{x:g}" y="{y:g}" {size} fill="{fill}"'


def _line(
    x: float,
    y: float,
    text: str,
    size: int,
    *,
    bold: bool = False,
    end: bool = False,
    colour: str = INK,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    anchor = ' text-anchor="end"' if end else ""
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}"'
    return f"<text {place}{weight}{anchor}>{_text(text)}</text>"


def _text(text: str) -> str:
    return escape(named(text), {'"': "&quot;"})


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
