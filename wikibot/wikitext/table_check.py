"""Reads a changed page again and refuses it if anything changed but what was wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wikibot.wikitext.masking import mask
from wikibot.wikitext.table_changes import UnsafeEdit
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_values import Cell, Row, Table


class Edit(NamedTuple):
    """Replace the characters from ``start`` to ``end`` by ``text``."""

    start: int
    end: int
    text: str


class Seen(NamedTuple):
    """What a reader of the page sees of one cell; ``header`` and ``attrs`` of a cell that stays are not touched."""

    header: bool | None  # None: either will do
    attrs: str
    value: str


Expected = Sequence[Sequence[Seen]]


def seen(cell: Cell) -> Seen:
    """The cell as it should stay."""
    return Seen(cell.header, cell.attrs, cell.value)


def region_of(table: Table) -> str:
    """The table's name in a message: its caption, its headers, or the row headers of a key/value table."""
    words = [table.caption] if table.caption else list(table.headers)
    words = words or [row.cells[0].value for row in table.rows[:3]]
    return f"table {' | '.join(words[:6])!r}"


def check(old: str, new: str, table: Table, edits: Sequence[Edit], expected: Expected) -> None:
    """Raise :class:`UnsafeEdit` unless the new page holds the expected table and all else of the old page."""
    _check_around(old, new, table)
    replaced = [edit for edit in edits if edit.end > edit.start]
    stays = [
        other
        for other in read_tables(old)
        if not any(edit.start <= other.start and other.end <= edit.end for edit in replaced)
    ]
    after = read_tables(new)
    if len(after) != len(stays):
        raise UnsafeEdit("tables would appear or vanish", region=region_of(table))
    for before, now in zip(stays, after, strict=True):
        if before.start == table.start:
            _check_rows(table, now.rows, expected)
        else:
            _check_other(before, now, table)


def _check_around(old: str, new: str, table: Table) -> None:
    """What stands before and after the table must be set aside as it was (templates, comments, tags)."""
    was, now = mask(old), mask(new)
    head, tail = was.text[: was.at(table.start)], was.text[was.at(table.end) :]
    if not now.text.startswith(head) or not now.text.endswith(tail):
        raise UnsafeEdit("the page around the table would change", region=region_of(table))


def _check_rows(table: Table, rows: Sequence[Row], expected: Expected) -> None:
    if len(rows) != len(expected):
        raise UnsafeEdit(f"there would be {len(rows)} rows, not {len(expected)}", region=region_of(table))
    for index, (row, wanted) in enumerate(zip(rows, expected, strict=True)):
        number = index - table.header_rows
        if len(row.cells) != len(wanted):
            reason = f"the row would have {len(row.cells)} cells, not {len(wanted)}"
            raise UnsafeEdit(reason, region=region_of(table), row=number)
        for column, (cell, want) in enumerate(zip(row.cells, wanted, strict=True)):
            if not _fits(cell, want):
                reason = f"the cell would read {cell.value!r}"
                raise UnsafeEdit(reason, region=region_of(table), row=number, column=column, value=want.value)


def _fits(cell: Cell, want: Seen) -> bool:
    return cell.value == want.value and cell.attrs == want.attrs and want.header in (None, cell.header)


def _check_other(before: Table, now: Table, table: Table) -> None:
    """Another table of the page: all as it was, but for the cell that the changed table stands in."""
    around = before.start < table.start and table.end <= before.end
    same = len(before.rows) == len(now.rows) and all(
        len(row.cells) == len(other.cells)
        and all(
            (around and cell.start <= table.start and table.end <= cell.end) or _fits(twin, seen(cell))
            for cell, twin in zip(row.cells, other.cells, strict=True)
        )
        for row, other in zip(before.rows, now.rows, strict=True)
    )
    if not same or (before.caption != now.caption and not around):
        raise UnsafeEdit("another table of the page would change", region=region_of(before))
