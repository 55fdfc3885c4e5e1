"""How a table's rows are laid out (lines, bars, padding), and new cells like them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from wikibot.wikitext.cell_values import decode_value, encode_value
from wikibot.wikitext.tables import Row

_BLANKS = " \t"
_ROW_LINE = re.compile(r"[ \t]*\|-+")
_ID = re.compile(r"""id=["']?(?P<id>[\w-]{1,60})["']?""")
_IN_ID = re.compile(r"[\w-]{1,40}")


class CellStyle(Struct, frozen=True):
    """``mark``: bar or exclamation mark; ``inline``: on the line of the cell before; padding."""

    mark: str = "|"
    inline: bool = True
    lead: str = " "
    trail: str = " "


class RowStyle(Struct, frozen=True):
    """``opening``: the ``|-`` with its indent; ``indent``: before a cell that begins a line.

    ``id``: what the id of a row has before the value of its first cell, as ``space-`` of
    ``|- id="space-7"``; None where rows have no such ids.
    """

    cells: tuple[CellStyle, ...] = (CellStyle(inline=False), CellStyle())
    opening: str = "|-"
    indent: str = ""
    id: str | None = None

    def opening_of(self, first: str) -> str:
        """The line that opens a row whose first cell has a value."""
        if self.id is None or not _IN_ID.fullmatch(first):
            return self.opening
        return f'{self.opening} id="{self.id}{first}"'

    def cell(self, number: int) -> CellStyle:
        """The style of the cell with this number; further cells look like the last."""
        return self.cells[min(number, len(self.cells) - 1)]


def newline_of(text: str) -> str:
    """The line break that a page uses."""
    return "\r\n" if "\r\n" in text else "\n"


def followed_inline(row: Row, number: int) -> bool:
    """Whether another cell follows on the line where this one ends."""
    return number + 1 < len(row.cells) and row.cells[number + 1].inline


def padding(text: str, row: Row) -> tuple[str, str]:
    """The blanks before and after the values of a row, as its first cells show them."""
    filled = [(number, cell) for number, cell in enumerate(row.cells) if cell.value]
    if not filled:
        blank = " " if any(_blank(text[cell.start : cell.end]) for cell in row.cells) else ""
        return blank, blank
    lead = _blank(text[filled[0][1].start : filled[0][1].value_start])
    ends = (cell for number, cell in filled if followed_inline(row, number))
    trail = next((_blank(text[cell.value_end : cell.end]) for cell in ends), lead)
    return lead, trail[:1]


def row_style(text: str, row: Row, *, data: bool = False) -> RowStyle:
    """The layout of a row. ``data``: as cells of data, even if the row holds headers.

    The opening is without attributes: those belong to that row alone; but for an id that is made of
    the first value, as links lead to it.
    """
    lead, trail = padding(text, row)
    first = row.cells[0].opens
    indent = text[text.rfind("\n", 0, first) + 1 : first].strip("\r")
    opening = _ROW_LINE.match(text, row.start)
    cells = []
    for cell in row.cells:
        mark = "|" if data or not cell.header else "!"
        own = _blank(text[cell.start : cell.value_start]) if cell.value else ""
        cells.append(CellStyle(mark, cell.inline, own or lead, trail))
    named, value = _ID.fullmatch(row.attrs.strip()), decode_value(row.cells[0].value).strip()
    prefix = named["id"].removesuffix(value) if named and value else None
    own_id = prefix if named and prefix != named["id"] else None
    return RowStyle(tuple(cells), opening[0] if opening else "|-", _blank(indent), own_id)


def encoded_cells(
    style: RowStyle, numbers: range, values: Mapping[int, str], newline: str
) -> dict[int, str]:
    """The values of new cells as they are to be written; those not named are empty."""
    encoded = {}
    for number in numbers:
        header = style.cell(number).mark == "!"
        one_line = number + 1 in numbers and style.cell(number + 1).inline
        value = encode_value(values.get(number, ""), header=header, one_line=one_line)
        encoded[number] = value.replace("\n", newline)
    return encoded


def new_cells(style: RowStyle, values: Mapping[int, str], newline: str, blank: bool = True) -> str:
    """Cells with encoded values and their marks; ``blank``: no padding before the first."""
    pieces: list[str] = []
    for number, value in values.items():
        cell = style.cell(number)
        inline = cell.inline and number > 0
        follows = number + 1 in values and style.cell(number + 1).inline
        inner = ("" if blank else cell.trail) + cell.mark * 2
        pieces.append(inner if inline else newline + style.indent + cell.mark)
        if value or follows:
            pieces.append(guarded_lead(cell.lead, value, inline) + value)
        if follows and not cell.trail and cell.mark == "!" and value.endswith("!"):
            pieces.append(" ")
        blank = not value
    return "".join(pieces)


def guarded_lead(lead: str, value: str, inline: bool) -> str:
    """The padding before a value: ``|-``, ``|+`` and ``|}`` would be markup on a new line."""
    return " " if not lead and not inline and value[:1] in ("-", "+", "}") and value else lead


def _blank(text: str) -> str:
    """The text if it is nothing but blanks, else nothing."""
    return text if not text.strip(_BLANKS) else ""
