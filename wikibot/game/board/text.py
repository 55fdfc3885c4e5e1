"""A picture of a board as text for a terminal of any width.

A cell reads ``12◆AB``: what it is called, the sign of its type, the letters of the players there.
Each piece names the colour of its cell, which a terminal may show; nothing depends on colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from wikibot.game.board.picture import Group, Picture, PictureCell, PlayerToken, bare, tokens
from wikibot.wikitext.sorting import sort_key

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
    known = tokens(name for cell in picture.cells for name in cell.players)
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
