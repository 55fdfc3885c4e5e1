"""What a wikitable is once it is read: cells and rows with their places, and their grid.

Cells and rows are named tuples, since a page has thousands of them and a frozen dataclass takes
four times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from wikibot.wikitext.folding import fold
from wikibot.wikitext.plain import plain

MAX_COLSPAN = 1000  # HTML's own limits
MAX_ROWSPAN = 65534
_SPANNED_COLUMNS = 256  # further right a row span counts as one row, so that reading stays fast
_BOLD = re.compile(r"'''(?:(?!''').)+'''", re.DOTALL)


class Cell(NamedTuple):
    """One cell as it is written. All places are offsets into the page's text."""

    start: int  # the content, padding and comments included, after the attributes
    end: int
    value_start: int  # the trimmed content; comments at its edges stay outside
    value_end: int
    value: str
    header: bool
    attrs: str
    rowspan: int  # at least 1
    colspan: int  # at least 1
    opens: int  # where the bar or exclamation mark begins that opens the cell
    inline: bool  # opened by || or !! on the line of the cell before it


class Row(NamedTuple):
    """One row: its cells, and its place from its ``|-`` line to the end of the last cell's line."""

    cells: tuple[Cell, ...]
    start: int
    end: int
    attrs: str


Placed = tuple[tuple[int, int, Cell], ...]  # first column, column after the last, cell


class Table(Struct, frozen=True, dict=True):
    """One wikitable. ``close``: where the line of its ``|}`` begins, or the end of the text.

    Body rows are counted from 0; header rows have negative numbers, -1 is the one directly above
    the body. Columns are logical: a cell with ``colspan=2`` fills two, one with ``rowspan=2`` is
    found in two rows.
    """

    start: int
    end: int
    close: int
    attrs: str
    caption: str
    rows: tuple[Row, ...]

    @cached_property
    def header_rows(self) -> int:
        """How many rows at the top hold only headers: one, or more where cells span others."""
        count, wanted = 0, 1
        for row in self.rows:
            if count == wanted or not _is_header(row):
                break
            wide = any(cell.colspan > 1 for cell in row.cells)
            reach = max(1 + wide, *(cell.rowspan for cell in row.cells))
            wanted = max(wanted, count + reach)
            count += 1
        return count

    @cached_property
    def headers(self) -> tuple[str, ...]:
        """The plain text of the header cell above each column; empty without a header row."""
        if not self.header_rows:
            return ()
        placed = self.placed(-1)
        texts = [""] * max((end for _, end, _ in placed), default=0)
        for first, end, cell in placed:
            texts[first:end] = [plain(cell.value)] * (end - first)
        return tuple(texts)

    @cached_property
    def body(self) -> tuple[Row, ...]:
        """The rows below the header rows."""
        return self.rows[self.header_rows :]

    def column(self, *names: str) -> int | None:
        """The first column with one of these headers, the first name first; compared folded."""
        return find_column(self.headers, names)

    def row(self, *names: str) -> int | None:
        """The first row that begins with a header cell of one of these names (key/value tables).

        A row of headers above such rows is one of them where its value is written as a header, too
        (``! Phase !! V``).
        """
        return next((self.row_keys[key] for key in map(fold, names) if key in self.row_keys), None)

    def cell(self, row: int, column: int) -> Cell | None:
        """The cell that fills this place, None where the row has none."""
        if not 0 <= row + self.header_rows < len(self.rows) or column < 0:
            return None
        if not self.spans:
            cells = self.rows[row + self.header_rows].cells
            return cells[column] if column < len(cells) else None
        return next((cell for first, end, cell in self.placed(row) if first <= column < end), None)

    def value(self, row: int, column: int) -> str:
        """The value in this place as it is written, "" where there is no cell."""
        cell = self.cell(row, column)
        return cell.value if cell else ""

    def placed(self, row: int) -> Placed:
        """All cells that fill a place in this row, from left to right, with their columns."""
        index = row + self.header_rows
        if self.spans:
            return self._grid[index]
        return tuple((at, at + 1, cell) for at, cell in enumerate(self.rows[index].cells))

    def spanned(self, index: int) -> bool:
        """Whether a cell above spans into the row with this index, or into one added there."""
        return self.spans and any(
            above + cell.rowspan > index
            for above, row in enumerate(self.rows[:index])
            for cell in row.cells
        )

    @cached_property
    def spans(self) -> bool:
        """Whether any cell fills more than one place."""
        cells = (cell for row in self.rows for cell in row.cells)
        return any(cell.attrs and cell.rowspan + cell.colspan > 2 for cell in cells)

    @cached_property
    def _grid(self) -> tuple[Placed, ...]:
        return tuple(_placed_rows(self.rows))

    @cached_property
    def row_keys(self) -> dict[str, int]:
        """The first row that begins with a header cell of each folded name."""
        all_keys = len(self.rows) > 1 and all(row.cells[0].header for row in self.rows)
        first = 0 if all_keys else self.header_rows
        keys: dict[str, int] = {}
        for index, row in enumerate(self.rows[first:], start=first):
            if row.cells[0].header:
                keys.setdefault(fold(plain(row.cells[0].value)), index - self.header_rows)
        return keys


def find_column(headers: Sequence[str], names: Sequence[str]) -> int | None:
    """The first column under one of these names, the first name first; compared folded."""
    folded = [fold(header) for header in headers]
    return next((folded.index(name) for name in map(fold, names) if name in folded), None)


def _is_header(row: Row) -> bool:
    """Only header cells; or only bold text, as some write headers."""
    return all(cell.header or _BOLD.fullmatch(cell.value) for cell in row.cells)


def _placed_rows(rows: Sequence[Row]) -> Iterator[Placed]:
    """HTML's way to place cells: each takes the first free column, spans from above keep theirs."""
    # First column, end, cell, how many rows it still fills:
    above: list[tuple[int, int, Cell, int]] = []
    for row in rows:
        placed = list(above)
        column = waiting = 0
        for cell in row.cells:
            while waiting < len(above) and column >= above[waiting][0]:
                column = max(column, above[waiting][1])
                waiting += 1
            placed.append((column, column + cell.colspan, cell, cell.rowspan))
            column += cell.colspan
        placed.sort(key=lambda place: place[0])
        yield tuple(place[:3] for place in placed)
        above = [
            (first, end, cell, left - 1)
            for first, end, cell, left in placed
            if left > 1 and first < _SPANNED_COLUMNS
        ]
