"""Wikitables of a page: found by their headers, read cell by cell, changed without touching any other byte."""

from __future__ import annotations

from collections.abc import Callable

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
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_values import Cell, Names, Row, Table
from wikibot.wikitext.table_writer import rewrite

__all__ = [
    "AddRow",
    "Cell",
    "Change",
    "NoSuchCell",
    "RemoveRow",
    "Row",
    "SetCell",
    "Table",
    "TableError",
    "UnsafeEdit",
    "decode_value",
    "encode_value",
    "find_key_table",
    "find_table",
    "parse_tables",
    "rewrite",
]


def parse_tables(text: str) -> tuple[Table, ...]:
    """All wikitables of a page in order of their start, nested ones too, by MediaWiki's own rules. Never raises."""
    return read_tables(text)


def find_table(text: str, *headers: Names, start: int = 0, end: int | None = None) -> Table | None:
    """The first table that begins between ``start`` and ``end`` and has all these headers; a tuple: any of these names.

    Names are compared folded (case, blanks, emoji marks); further columns do not matter.
    """
    for table in parse_tables(text):
        if (
            start <= table.start
            and (end is None or table.start < end)
            and _has(table.column, headers)
        ):
            return table
    return None


def find_key_table(text: str, *keys: Names, start: int = 0, end: int | None = None) -> Table | None:
    """The first key/value table whose rows begin with header cells of all these names; see :meth:`Table.row`."""
    for table in parse_tables(text):
        if start <= table.start and (end is None or table.start < end) and _has(table.row, keys):
            return table
    return None


def _has(find: Callable[..., int | None], wanted: tuple[Names, ...]) -> bool:
    return all(
        find(*((names,) if isinstance(names, str) else names)) is not None for names in wanted
    )
