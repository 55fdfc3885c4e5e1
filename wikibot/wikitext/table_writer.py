"""Changes cells and rows of a table; every other byte stays, and what is not safe is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from wikibot.wikitext.cell_values import decode_value, encode_value
from wikibot.wikitext.table_changes import (
    AddRow,
    Change,
    NoSuchCell,
    RemoveRow,
    SetCell,
    TableError,
    UnsafeEdit,
)
from wikibot.wikitext.table_check import Expected, Seen, TextEdit, check, region_of, seen
from wikibot.wikitext.table_reader import TRIMMED, read_tables
from wikibot.wikitext.table_styles import (
    RowStyle,
    encoded_cells,
    followed_inline,
    guarded_lead,
    new_cells,
    newline_of,
    padding,
    row_style,
)
from wikibot.wikitext.tables import MAX_COLSPAN, Cell, Row, Table

# In a cell of several lines: another table, the end of one, a row, a heading.
_MORE = re.compile(r"\n[^\S\n]*+(?::*+[^\S\n]*+\{\||\|[}-]|=)")


def rewrite(text: str, table: Table, changes: Sequence[Change]) -> str:
    """The page with all changes made at once; the same text where nothing changes.

    Raises :class:`NoSuchCell` for a place that is not there, :class:`UnsafeEdit` when the result,
    read again, has any other cell changed or lacks a wanted value, and :class:`TableError` where
    ``table`` was not read from this text.
    """
    if table not in read_tables(text):
        reason = "the table was read from another text; read the page again"
        raise TableError(reason, region=region_of(table))
    plan = _Plan(text, table, changes)
    edits = plan.edits()
    if not edits:
        return text
    pieces, at = [], 0
    for start, end, value in edits:
        pieces += [text[at:start], value]
        at = end
    new = "".join(pieces) + text[at:]
    check(text, new, table, edits, plan.expected)
    return new


class _Plan:
    """The changes of one table, by the index of their row; header rows are counted here."""

    def __init__(self, text: str, table: Table, changes: Sequence[Change]) -> None:
        self.text = text
        self.table = table
        self.newline = newline_of(text)
        self.values: dict[int, dict[int, str]] = {}
        self.removed: dict[int, RemoveRow] = {}
        self.added: dict[int, list[dict[int, str]]] = {}
        self.expected: Expected = ()
        for change in changes:
            self._take(change)

    def edits(self) -> list[TextEdit]:
        """What to replace, in order; sets ``expected``, the rows that must then be read."""
        found: list[TextEdit] = []
        rows: list[Row | list[Seen]] = [*self._add_rows(0, found)]
        for index, row in enumerate(self.table.rows):
            if index in self.removed:
                found.append(self._remove(index, row))
            else:
                rows.append(self._set_cells(index, row, found) if index in self.values else row)
            rows += self._add_rows(index + 1, found)
        self.expected = rows
        return sorted(found, key=lambda edit: edit[:2])

    def _take(self, change: Change) -> None:
        if isinstance(change, AddRow):
            after = len(self.table.body) - 1 if change.after is None else change.after
            if not -1 <= after < len(self.table.body):
                raise self._no_such("there is no such row to add another below", after)
            values = {column: _trimmed(value) for column, value in change.by_column().items()}
            self._check_columns(after, values)
            self.added.setdefault(after + self.table.header_rows + 1, []).append(values)
            return
        index = change.row + self.table.header_rows
        if not 0 <= index < len(self.table.rows):
            raise self._no_such("there is no such row", change.row)
        if isinstance(change, RemoveRow):
            self.removed[index] = change
        else:
            self._take_value(index, change)

    def _take_value(self, index: int, change: SetCell) -> None:
        value = _trimmed(change.value)
        self._check_columns(change.row, {change.column: value})
        if self.values.setdefault(index, {}).setdefault(change.column, value) != value:
            reason = "two different values are wanted for one cell"
            raise self._unsafe(reason, index, change.column, value)

    def _check_columns(self, row: int, values: Mapping[int, str]) -> None:
        for column, value in values.items():
            if not 0 <= column < MAX_COLSPAN:
                raise self._no_such("there is no such column", row, column, value)

    # Rows

    def _remove(self, index: int, row: Row) -> TextEdit:
        if index in self.values:
            column, value = next(iter(self.values[index].items()))
            raise self._unsafe("a row is to be both changed and removed", index, column, value)
        if self.table.spanned(index) or self.table.spanned(index + 1):
            raise self._unsafe("a cell spans this row and others; split it by hand first", index)
        for cell in row.cells:
            self._check_value(index, cell)
        return TextEdit(row.start, row.end, "")

    def _add_rows(self, index: int, found: list[TextEdit]) -> list[list[Seen]]:
        """New rows before the row with this index."""
        added = self.added.get(index, [])
        if added and self.table.spanned(index):
            raise self._unsafe(
                "a cell above spans the place of the new row; split it by hand first", index
            )
        style = self._style_near(index) if added else RowStyle()
        rows: list[list[Seen]] = []
        for values in added:
            known = max(1, len(self.table.headers), len(style.cells) if self.table.rows else 0)
            width = max(known, *(at + 1 for at in values)) if values else known
            encoded = encoded_cells(style, range(width), values, self.newline)
            row = style.opening_of(encoded.get(0, "")) + new_cells(style, encoded, self.newline)
            found.append(self._place(index, row))
            rows.append(_seen_new(style, encoded))
        return rows

    def _place(self, index: int, row: str) -> TextEdit:
        """Where a new row goes: below the row before it, above the first, or before the end."""
        rows, newline = self.table.rows, self.newline
        if index:
            at = rows[index - 1].end
        elif rows:
            at = rows[0].start
            separated = self.text[at:].lstrip(" \t").startswith("|-")
            return TextEdit(at, at, row + newline + ("" if separated else f"|-{newline}"))
        else:
            at = self.table.close
        return TextEdit(at, at, row + newline if self.text[at - 1] == "\n" else newline + row)

    def _style_near(self, index: int) -> RowStyle:
        """The layout of the row above, below, or of the header row; rows of one cell come last."""
        rows, first = self.table.rows, self.table.header_rows
        near = [*reversed(rows[first:index]), *rows[max(first, index) :]]
        telling = next((row for row in near if len(row.cells) > 1), None)
        if telling or (near and len(rows[0].cells) == 1):
            return row_style(self.text, telling or near[0])
        return row_style(self.text, rows[first - 1], data=True) if rows else RowStyle()

    # Cells

    def _set_cells(self, index: int, row: Row, found: list[TextEdit]) -> list[Seen]:
        cells = seen(row)
        missing: dict[int, str] = {}
        for column, value in sorted(self.values[index].items()):
            number = self._number(index, row, column, value)
            if number is None:
                missing[column] = value
            elif decode_value(row.cells[number].value) != value:
                self._check_value(index, row.cells[number], column, value)
                edit, encoded = self._set(row, number, value)
                found.append(edit)
                cells[number] = cells[number]._replace(value=encoded)
        if any(missing.values()):
            cells += self._append(index, row, missing, found)
        return cells

    def _number(self, index: int, row: Row, column: int, value: str) -> int | None:
        """Which cell of the row is in this column, or None; a spanned place is refused."""
        cell = self.table.cell(index - self.table.header_rows, column)
        if cell is None:
            return None
        placed = self.table.placed(index - self.table.header_rows)
        starts = [first for first, _, one in placed if one is cell]
        if cell not in row.cells or column not in starts:
            reason = "the cell spans several rows or columns; split it by hand first"
            raise self._unsafe(reason, index, column, value)
        return row.cells.index(cell)

    def _set(self, row: Row, number: int, value: str) -> tuple[TextEdit, str]:
        """Replace the value of a cell, and add padding only where it had none to show."""
        cell, text = row.cells[number], self.text
        follows = followed_inline(row, number)
        encoded = encode_value(value, header=cell.header, one_line=follows)
        encoded = encoded.replace("\n", self.newline)
        before = text[cell.start : cell.value_start]
        lead, trail = ("", "") if cell.value or not value else padding(text, row)
        lead = "" if before else lead
        if not before[:1].isspace():
            lead = guarded_lead(lead, encoded, cell.inline)
        if not follows or text[cell.value_end : cell.value_end + 1] in (" ", "\t"):
            trail = ""
        elif not encoded and not before:
            trail = " "  # three bars in a row would be split in another way
        elif cell.header and encoded.endswith("!"):
            trail = " "
        return TextEdit(cell.value_start, cell.value_end, lead + encoded + trail), encoded

    def _append(
        self, index: int, row: Row, missing: Mapping[int, str], found: list[TextEdit]
    ) -> list[Seen]:
        """Add cells at the end of a row, empty ones before the wanted; spans are skipped."""
        placed = self.table.placed(index - self.table.header_rows)
        taken = {column for first, end, _ in placed for column in range(first, end)}
        columns = [column for column in range(max(missing) + 1) if column not in taken]
        own = len(row.cells)
        style = self._append_style(index, row)
        values = {own + at: missing.get(column, "") for at, column in enumerate(columns)}
        encoded = encoded_cells(style, range(own, own + len(columns)), values, self.newline)
        at = len(self.text[row.start : row.end].rstrip("\r\n")) + row.start
        blank = self.text[at - 1 : at] in (" ", "\t")
        found.append(TextEdit(at, at, new_cells(style, encoded, self.newline, blank)))
        return _seen_new(style, encoded)

    def _append_style(self, index: int, row: Row) -> RowStyle:
        """The layout of cells to append: the row's own, or of the rows near a single cell."""
        style, last = row_style(self.text, row), row.cells[-1]
        like = style.cells[-1] if len(row.cells) > 1 else self._style_near(index).cells[-1]
        header = last.header and index < self.table.header_rows
        on_one_line = "\n" not in self.text[last.opens : last.value_end]
        inline = like.inline and header == last.header and on_one_line
        appended = replace(like, mark="!" if header else "|", inline=inline)
        return replace(style, cells=(*style.cells, appended))

    def _check_value(
        self, index: int, cell: Cell, column: int | None = None, value: str = ""
    ) -> None:
        """Refuse to replace more than a value: what people put there, or a missing end drew in."""
        unclosed = self.table.end == self.table.close
        if ("\n" in cell.value and unclosed) or _MORE.search(self.text, cell.start, cell.value_end):
            what = "a table, a heading, or what follows a table without an end"
            reason = f"the cell holds {what}; mend it by hand"
            raise self._unsafe(reason, index, column, value)

    # Errors

    def _no_such(
        self, reason: str, row: int, column: int | None = None, value: str = ""
    ) -> NoSuchCell:
        region = region_of(self.table)
        return NoSuchCell(reason, region=region, row=row, column=column, value=value)

    def _unsafe(
        self, reason: str, index: int, column: int | None = None, value: str = ""
    ) -> UnsafeEdit:
        row, region = index - self.table.header_rows, region_of(self.table)
        return UnsafeEdit(reason, region=region, row=row, column=column, value=value)


def _seen_new(style: RowStyle, values: Mapping[int, str]) -> list[Seen]:
    """New cells as they must be read."""
    return [Seen(value, style.cell(number).mark == "!", "") for number, value in values.items()]


def _trimmed(value: str) -> str:
    return value.strip(TRIMMED)
