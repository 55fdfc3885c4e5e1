"""A picture of a board as an SVG file: shapes and escaped text only, no script, no link.

A cell shows a few names at most; who is where stands in full below the board. Sizes are pixels at
full size. A tall drawing is as wide as a phone, so that it can be read there without zooming.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from xml.sax.saxutils import escape

from msgspec.structs import replace

from wikibot.game.board.picture import COLOURS, Picture, PlayerToken, bare, tokens
from wikibot.game.board.svg_arrows import Box, arrows, markers
from wikibot.game.board.svg_layout import (
    WIDE,
    Measures,
    PlacedGroup,
    columns_of,
    laid_out,
    narrower,
)
from wikibot.wikitext.escape import isolated, named

INK, WAY = "#202122", "#1b2f6b"  # of text: in general, of notes about ways
_RULE = "#54595d"
_FEW = 2  # players of a cell who are named in it


def board_svg(picture: Picture, sizes: Measures = WIDE) -> str:
    """The picture as the text of an SVG file, in the layout ``WIDE`` or ``TALL``."""
    if sizes.across:
        groups = tuple(narrower(group, sizes.across) for group in picture.groups)
        picture = replace(picture, groups=groups)
    edge, known = sizes.edge, tokens(name for cell in picture.cells for name in cell.players)
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
        _opening(width, height + edge),
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


def _opening(width: int, height: int) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    read_as = 'role="img" aria-labelledby="title desc"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {read_as} font-family="sans-serif">'


def _heading(place: PlacedGroup) -> str:
    """A group's title, on a ground that keeps ways from crossing it."""
    title = _short(place.group.title, round(place.whole[0] + 200) // 8)
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
        yield _line(x + 5, y + 17, _short(cell.label, round(wide) // 9), 14, bold=True)
        if cell.sign:
            yield _line(x + wide - 5, y + 17, cell.sign, 14, end=True)
        notes = list(cell.marks)
        if kind := kinds.get((cell.sign, cell.colour), "") if cell.sign else "":
            notes.insert(0, _fitting(kind, wide))
        room = place.sizes.lines - _rows_of(cell.players, wide)
        for number, note in enumerate(notes[:room]):
            ink = INK if kind and not number else WAY
            told = _short(note, round(wide - 6) // 6)
            yield _line(x + 5, y + 33 + 14 * number, told, 11, bold=ink == WAY, colour=ink)
        shown = min(len(notes), room)
        yield from _standing(cell.players, known, x + 3, y + 23 + 14 * shown, wide - 6)
        yield "</g>"


def _fitting(kind: str, wide: float) -> str:
    """The name of a type, of a category's space that of the present one."""
    inner = kind.partition(" (")[2].removesuffix(")")
    return inner if inner and len(kind) > wide // 6 else kind


def _rows_of(players: Sequence[str], wide: float) -> int:
    """How many lines of a cell its players take."""
    return len(players) if len(players) <= _FEW else min(2, -(-len(players) // (round(wide) // 20)))


def _standing(
    players: Sequence[str], known: Mapping[str, PlayerToken], x: float, y: float, wide: float
) -> Iterator[str]:
    """Who is in a cell: one or two with their names, more with their letters alone."""
    if len(players) <= _FEW:
        for number, name in enumerate(players):
            yield _rect(x, y + 14 * number, wide, 13, 4, known[name].ink) + "/>"
            told = _short(f"{known[name].letters} {name}", round(wide) // 6)
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
        name = _short(entry.name, round(wide - box - 10) // 7)
        parts.append(_line(x + box + 6, y + 15, name, 13))
    top += 26 * -(-len(picture.legend) // columns) + 14
    there = sorted(
        ((name, cell.label) for cell in picture.cells for name in cell.players),
        key=lambda each: bare(each[0]).casefold(),
    )
    for number, (name, label) in enumerate(there):
        x, y = _spot(number, columns, wide, top, sizes)
        parts.append(_rect(x, y + 3, 20, 15, 7, known[name].ink) + "/>")
        letters = known[name].letters
        parts.append(_line(x + 10, y + 15, letters, 12, bold=True, colour="#fff", middle=True))
        parts.append(_line(x + 26, y + 15, _short(f"{name}: {label}", round(wide - 32) // 7), 13))
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
    x: float,
    y: float,
    text: str,
    size: int,
    *,
    bold: bool = False,
    end: bool = False,
    middle: bool = False,
    colour: str = INK,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    anchor = f' text-anchor="{"end" if end else "middle"}"' if end or middle else ""
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}"'
    return f"<text {place}{weight}{anchor}>{xml_text(text)}</text>"


def xml_text(text: str) -> str:
    """Any text where only it shows, in an attribute as well as between tags."""
    return escape(isolated(named(text)), {'"': "&quot;"})


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: max(limit - 1, 1)] + "…"
