"""Changes cells and rows of a table; every other byte stays, and what is not safe is refused."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wikibot.wikitext.escape import decode_value, encode_value
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import (
    MAX_COLSPAN,
    TRIMMED,
    Cell,
    Row,
    Table,
    mask,
    read_row,
    read_tables,
)

# == How a table's rows are laid out (lines, bars, padding), and new cells like them ===============

_BLANKS = " \t"
_ROW_LINE = regex(r"[ \t]*\|-+")
_ID = regex(r"""id=["']?(?P<id>[\w-]{1,60})["']?""")
_IN_ID = regex(r"[\w-]{1,40}")


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


# == What can be done to a table, and why it may not have been done ================================
#
# TableError              region of the page, row, column, value, and the reason in words ├──
# NoSuchCell          the table has no such place └── UnsafeEdit          saved like this, another
# part of the page would change: nothing was written


class SetCell(Struct, frozen=True):
    """Give a cell a new value; a cell missing at the end of its row is added.

    Body row and logical column from 0.
    """

    row: int
    column: int
    value: str


class AddRow(Struct, frozen=True):
    """A new row at the end. ``values``: by logical column; those not named stay empty."""

    values: Mapping[int, str]


class RemoveRow(Struct, frozen=True):
    """Take body row ``row`` away, with its ``|-`` line."""

    row: int


Change = SetCell | AddRow | RemoveRow


class TableError(Exception):
    """Base of all. ``region``: which table; ``row`` and ``column`` None: no single one."""

    def __init__(
        self, reason: str, *, region: str = "", row: int | None = None, column: int | None = None,
        value: str = "",
    ) -> None:  # fmt: skip
        super().__init__(reason)
        self.reason, self.region = reason, region
        self.row, self.column, self.value = row, column, value

    def __str__(self) -> str:
        """One line: where, the value in question, why."""
        where = [self.region or "table"]
        where += [] if self.row is None else [f"row {self.row + 1}"]
        where += [] if self.column is None else [f"column {self.column + 1}"]
        return f"{', '.join(where)}: {self.reason}" + (f" ({self.value!r})" if self.value else "")


class NoSuchCell(TableError):
    """The table has no such row or cell."""


class UnsafeEdit(TableError):
    """Read again, something else would have changed, or the wanted value would not be there."""


# == Reads a changed page again and refuses it if anything changed but what was wanted =============


class TextEdit(NamedTuple):
    """Replace the characters from ``start`` to ``end`` by ``text``."""

    start: int
    end: int
    text: str


class Seen(NamedTuple):
    """What a reader of the page sees of one cell."""

    value: str
    header: bool
    attrs: str


# The same of a cell, and faster:
_SEEN = slice(Cell._fields.index("value"), Cell._fields.index("attrs") + 1)
Expected = Sequence[Row | list[Seen]]
"""The rows that must be read: as they were, or with these cells."""


def seen(row: Row) -> list[Seen]:
    """The cells of a row as they should stay."""
    return [Seen(cell.value, cell.header, cell.attrs) for cell in row.cells]


def region_of(table: Table) -> str:
    """The table in a message: its caption, its headers, or the row headers of a key/value table."""
    words = [table.caption] if table.caption else list(table.headers)
    words = words or [row.cells[0].value for row in table.rows[:3]]
    return f"table {' | '.join(words[:6])!r}"


def check(old: str, new: str, table: Table, edits: Sequence[TextEdit], expected: Expected) -> None:
    """Raise :class:`UnsafeEdit` unless the new page holds what is expected and all else stayed.

    Where that can be shown by the changed row alone, no more than that is read again.
    """
    if _is_one_row(old, new, table, edits, expected):
        return
    region = region_of(table)
    was, now = mask(old), mask(new)  # around the table, all is set aside as it was
    head, tail = was.text[: was.at(table.start)], was.text[was.at(table.end) :]
    if not now.text.startswith(head) or not now.text.endswith(tail):
        raise UnsafeEdit("the page around the table would change", region=region)
    cut = [edit for edit in edits if edit.end > edit.start]
    stays = [
        each
        for each in read_tables(old)
        if not any(edit.start <= each.start and each.end <= edit.end for edit in cut)
    ]
    after = read_tables(new)
    if len(after) != len(stays):
        raise UnsafeEdit("tables would appear or vanish", region=region)
    for before, read in zip(stays, after, strict=True):
        if before.start != table.start:
            _check_other(before, read, table)
        elif (read.caption, read.attrs) != (table.caption, table.attrs):
            raise UnsafeEdit("the caption would change", region=region)
        else:
            _check_rows(table, read.rows, expected)


def _is_one_row(
    old: str, new: str, table: Table, edits: Sequence[TextEdit], expected: Expected
) -> bool:
    """Whether one row reads as it is expected, and nothing else can read in another way.

    The row and the next one begin with ``|-``, which leaves nothing begun; before the one and from
    the other on the page is the same, masked or not; and in between there are lines of cells alone.
    """
    if not edits or len(expected) != len(table.rows):
        return False
    number = bisect_right(table.rows, edits[0].start, key=lambda row: row.start) - 1
    if not 0 <= number < len(table.rows) - 1:
        return False
    was, now, grown = mask(old), mask(new), len(new) - len(old)
    start, stop = table.rows[number].start, table.rows[number + 1].start
    if edits[-1].end >= stop or was.shifted or now.shifted:
        return False
    for before, after in ((old, new), (was.text, now.text)):
        if before[:start] != after[:start] or before[stop:] != after[stop + grown :]:
            return False
    if read_row(was, start, stop) is None:
        return False
    row = read_row(now, start, stop + grown)
    return row is not None and _is_same(row, expected[number])


def _check_rows(table: Table, rows: Sequence[Row], expected: Expected) -> None:
    region = region_of(table)
    if len(rows) != len(expected):
        raise UnsafeEdit(f"there would be {len(rows)} rows, not {len(expected)}", region=region)
    for index, (row, wanted) in enumerate(zip(rows, expected, strict=True)):
        number = index - table.header_rows
        if _is_same(row, wanted):
            continue
        cells = seen(wanted) if isinstance(wanted, Row) else wanted
        if len(row.cells) != len(cells):
            reason = f"the row would have {len(row.cells)} cells, not {len(cells)}"
            raise UnsafeEdit(reason, region=region, row=number)
        for column, (cell, want) in enumerate(zip(seen(row), cells, strict=True)):
            if cell != want:
                reason, value = f"the cell would read {cell.value!r}", want.value
                raise UnsafeEdit(reason, region=region, row=number, column=column, value=value)


def _is_same(row: Row, wanted: Row | list[Seen]) -> bool:
    if not isinstance(wanted, Row):
        return seen(row) == wanted
    return [cell[_SEEN] for cell in row.cells] == [cell[_SEEN] for cell in wanted.cells]


def _check_other(before: Table, now: Table, table: Table) -> None:
    """Another table of the page: all as it was, but for the cell that the changed table is in."""
    around = before.start < table.start and table.end <= before.end
    cells = (cell for row in before.rows for cell in row.cells)
    holders = [cell for cell in cells if cell.start <= table.start and table.end <= cell.end]
    same = len(before.rows) == len(now.rows) and all(
        _is_same(new, old) or (around and _differs_in(new, old) == holders)
        for new, old in zip(now.rows, before.rows, strict=True)
    )
    if not same or (before.caption != now.caption and not around):
        raise UnsafeEdit("another table of the page would change", region=region_of(before))


def _differs_in(new: Row, old: Row) -> list[Cell]:
    """The old cells that read differently now; all of them where their number is another."""
    if len(new.cells) != len(old.cells):
        return list(old.cells)
    pairs = zip(old.cells, new.cells, strict=True)
    return [cell for cell, twin in pairs if cell[_SEEN] != twin[_SEEN]]


# == Changes cells and rows of a table; every other byte stays, and what is not safe is refused ====

# In a cell of several lines: another table, the end of one, a row, a heading.
_MORE = regex(r"\n[^\S\n]*+(?::*+[^\S\n]*+\{\||\|[}-]|=)")


def rewrite(text: str, table: Table, changes: Sequence[Change]) -> str:
    """The page with all changes made at once; the same text where nothing changes.

    Raises :class:`NoSuchCell` for a place that is not there, :class:`UnsafeEdit` when the result,
    read again, has any other cell changed or lacks a wanted value, and :class:`TableError` where
    ``table`` was not read from this text.
    """
    if table not in read_tables(text):
        reason = "the table was read from another text; read the page again"
        raise TableError(reason, region=region_of(table))
    for keeping in (True, False):  # marks that people left in a cell; not if they split another
        plan = _Plan(text, table, changes, keeping)
        edits = plan.edits()
        if not edits:
            return text
        pieces, at = [], 0
        for start, end, value in edits:
            pieces += [text[at:start], value]
            at = end
        new = "".join(pieces) + text[at:]
        try:
            check(text, new, table, edits, plan.expected)
            break
        except UnsafeEdit:
            if not keeping:
                raise
    return new


class _Plan:
    """The changes of one table, by the index of their row; header rows are counted here."""

    def __init__(self, text: str, table: Table, changes: Sequence[Change], keeping: bool) -> None:
        self.text = text
        self.keeping = keeping
        self.table = table
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.values: dict[int, dict[int, str]] = {}
        self.removed: dict[int, RemoveRow] = {}
        self.added: list[dict[int, str]] = []
        self.expected: Expected = ()
        for change in changes:
            self._take(change)

    def edits(self) -> list[TextEdit]:
        """What to replace, in order; sets ``expected``, the rows that must then be read."""
        found: list[TextEdit] = []
        rows: list[Row | list[Seen]] = []
        for index, row in enumerate(self.table.rows):
            if index in self.removed:
                found.append(self._remove(index, row))
            else:
                rows.append(self._set_cells(index, row, found) if index in self.values else row)
        self.expected = [*rows, *self._add_rows(found)]
        return sorted(found, key=lambda edit: edit[:2])

    def _take(self, change: Change) -> None:
        if isinstance(change, AddRow):
            values = {column: value.strip(TRIMMED) for column, value in change.values.items()}
            self._check_columns(len(self.table.body), values)
            self.added.append(values)
            return
        index = change.row + self.table.header_rows
        if not 0 <= index < len(self.table.rows):
            raise self._no_such("there is no such row", change.row)
        if isinstance(change, RemoveRow):
            self.removed[index] = change
            return
        value = change.value.strip(TRIMMED)
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

    def _add_rows(self, found: list[TextEdit]) -> list[list[Seen]]:
        index = len(self.table.rows)
        if self.added and self.table.spanned(index):
            raise self._unsafe(
                "a cell above spans the place of the new row; split it by hand first", index
            )
        style = self._style_near(index) if self.added else RowStyle()
        rows: list[list[Seen]] = []
        for values in self.added:
            known = max(1, len(self.table.headers), len(style.cells) if self.table.rows else 0)
            width = max(known, *(at + 1 for at in values)) if values else known
            encoded = encoded_cells(style, range(width), values, self.newline)
            row = style.opening_of(encoded.get(0, "")) + new_cells(style, encoded, self.newline)
            at, newline = self.table.rows[-1].end if index else self.table.close, self.newline
            row = row + newline if self.text[at - 1] == "\n" else newline + row
            found.append(TextEdit(at, at, row))
            rows.append(_seen_new(style, encoded))
        return rows

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
            # Add cells at the end of a row, empty ones before the wanted; spans are skipped.
            placed = self.table.placed(index - self.table.header_rows)
            taken = {column for first, end, _ in placed for column in range(first, end)}
            columns = [column for column in range(max(missing) + 1) if column not in taken]
            own = len(row.cells)
            # The layout of cells to append: the row's own, or of the rows near a single cell.
            style, last = row_style(self.text, row), row.cells[-1]
            like = style.cells[-1] if len(row.cells) > 1 else self._style_near(index).cells[-1]
            header = last.header and index < self.table.header_rows
            on_one_line = "\n" not in self.text[last.opens : last.value_end]
            inline = like.inline and header == last.header and on_one_line
            appended = replace(like, mark="!" if header else "|", inline=inline)
            style = replace(style, cells=(*style.cells, appended))
            values = {own + at: missing.get(column, "") for at, column in enumerate(columns)}
            texts = encoded_cells(style, range(own, own + len(columns)), values, self.newline)
            at = len(self.text[row.start : row.end].rstrip("\r\n")) + row.start
            blank = self.text[at - 1 : at] in (" ", "\t")
            found.append(TextEdit(at, at, new_cells(style, texts, self.newline, blank)))
            cells += _seen_new(style, texts)
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
        old = cell.value.replace("\r\n", "\n") if self.keeping else ""
        encoded = encode_value(value, header=cell.header, one_line=follows, old=old)
        encoded = encoded.replace("\n", self.newline)
        before = text[cell.start : cell.value_start]
        lead, trail = ("", "") if cell.value or not value else padding(text, row)
        lead = "" if before else lead
        if not before[:1].isspace() and encoded[:1] != cell.value[:1]:
            lead = guarded_lead(lead, encoded, cell.inline)
        if not follows or text[cell.value_end : cell.value_end + 1] in (" ", "\t"):
            trail = ""
        elif not encoded and not before:
            trail = " "  # three bars in a row would be split in another way
        elif cell.header and encoded.endswith("!"):
            trail = " "
        return TextEdit(cell.value_start, cell.value_end, lead + encoded + trail), encoded

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
