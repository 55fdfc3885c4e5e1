"""Reads a changed page again and refuses it if anything changed but what was wanted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from wikibot.wikitext.masking import mask
from wikibot.wikitext.table_changes import UnsafeEdit
from wikibot.wikitext.table_reader import read_row, read_tables
from wikibot.wikitext.tables import Cell, Row, Table


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
