"""Wikitables read as values: the lens that :mod:`wikibot.game.page.sheet_writer` writes through.

Tables are found by their headers and read cell by cell. A :class:`Spec` says which columns a kind
of table has and what their cells mean. Several tables of one page may have the same headers; their
rows count as one list, and new rows go to the end of the last table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from wikibot.game.page.board_section import hidden
from wikibot.game.page.cells import NOTHING, Codec, parsed, unread
from wikibot.game.problems import Unreadable
from wikibot.wikitext.folding import fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import covering
from wikibot.wikitext.sections import sections
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.tables import Table, find_column

_Present = Mapping[
    str, tuple["Column", int]
]  # the columns that a table has, by field, with their places in it
MOST_KNOWN = 10_000  # rows of one kind of table that are remembered
_TOTALS = ("total", "totals", "sum", "average")


class Column(Struct, frozen=True):
    """One column. ``headers``: the names it goes by, the first is used in new tables.

    ``required``: a table without it is another table. ``optional``: a table without it is written
    all the same, and what it would say is not said. A cell that is missing altogether is read as an
    empty one. A codec with ``fields`` reads several fields from one cell, as a mapping.
    """

    field: str
    headers: tuple[str, ...]
    codec: Codec[Any]
    required: bool = False
    optional: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that a cell tells: one, or those of its codec."""
        return getattr(self.codec, "fields", None) or (self.field,)

    @property
    def is_compound(self) -> bool:
        """Whether a cell tells several fields."""
        return hasattr(self.codec, "fields")


class Spec(Struct, frozen=True, eq=False):
    """One kind of table. ``key``: the fields that tell rows apart; without any, rows may repeat.

    ``caption``: of a new table, where the heading does not say what it is.
    Two kinds are never the same, so that what was read of one is known by the kind itself.
    """

    section: str  # heading for a new table, and name in reports where the page has no heading
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    caption: str = ""

    def tables(self, text: str) -> tuple[Table, ...]:
        """All tables of a page that have the required columns, but for its drawn board."""
        return tuple(
            [table for table in tables_outside(text) if _present(self, table.headers) is not None]
        )

    def present(self, table: Table) -> _Present:
        """The columns that a table has, by field, with their places in it."""
        return _present(self, table.headers) or {}


class SheetRow(Struct, frozen=True):
    """One row: where it stands and what it says. ``values`` lacks cells that cannot be read."""

    table: int  # which of the spec's tables
    row: int  # of that table's body, from 0
    key: Hashable
    values: Mapping[str, Any]


class Sheet(Struct, frozen=True):
    """All rows of one kind on a page."""

    spec: Spec
    tables: tuple[Table, ...]
    lines: tuple[SheetRow, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()

    @property
    def fields(self) -> frozenset[str]:
        """The fields that at least one of the tables has a column for."""
        return frozenset(name for table in self.tables for name in self.spec.present(table))


@lru_cache(maxsize=1024)
def _present(spec: Spec, headers: tuple[str, ...]) -> _Present | None:
    """The columns of a kind that stand under some headers; None where a required one is missing."""
    found = ((column, find_column(headers, column.headers)) for column in spec.columns)
    present = {column.field: (column, place) for column, place in found if place is not None}
    required = all(each.field in present for each in spec.columns if each.required)
    return present if required else None


@lru_cache(maxsize=8)
def tables_outside(text: str) -> tuple[Table, ...]:
    """All tables of a page but those of its drawn board."""
    found = read_tables(text)
    drawings = hidden(text)
    return tuple(each for each in found if not covering(drawings, each.start))


def heading(text: str, at: int, otherwise: str) -> str:
    """The title of the section that a place of the page lies in."""
    found = sections(text)
    number = bisect_right(found, at, key=lambda each: each.start) - 1
    return found[number].title if number >= 0 and at < found[number].own_end else otherwise


@lru_cache(maxsize=64)
def read_sheet(text: str, spec: Spec) -> Sheet:
    """Read all rows of one kind. A cell that cannot be read is reported, and costs only itself.

    The tables of the last few pages are remembered: writing a page reads it before and afterwards.
    """
    tables = spec.tables(text)
    lines: list[SheetRow] = []
    unreadable: list[Unreadable] = []
    seen: set[Hashable] = set()
    for number, table in enumerate(tables):
        section, present = heading(text, table.start, spec.section), spec.present(table)
        known = None if table.spans else _known_rows(spec, table.headers)
        for index, row in enumerate(table.body):
            cells: _Cells = tuple([(cell.value, cell.header) for cell in row.cells])
            values: Mapping[str, Any] | None
            if known is not None and cells in known:
                values = known[cells]
            else:
                values, problems = _read_row(table, index, spec, present, section)
                unreadable += problems
                if known is not None and not problems:
                    known[cells] = values
            if values is None:
                continue
            line = SheetRow(number, index, key_of(spec, values), values)
            if line.key is not None and line.key in seen and spec.key:
                unreadable.append(_double(table, index, spec, section))
            elif line.key is not None:
                seen.add(line.key)
                lines.append(line)
    return Sheet(spec, tables, tuple(lines), tuple(unreadable))


@lru_cache(maxsize=64)
def _known_rows(spec: Spec, headers: tuple[str, ...]) -> _Known:
    """What rows of one kind of table under these headers say that were read before.

    A row that no cell spans says the same wherever it stands. So a row that has not changed is read
    once, however often its page is, and whatever else changes there.
    """
    return _Known()


_Cells = tuple[tuple[str, bool], ...]


class _Known(dict[_Cells, Mapping[str, Any] | None]):
    """Rows by their cells. When there are too many it begins anew."""

    def __setitem__(self, cells: _Cells, values: Mapping[str, Any] | None) -> None:
        if len(self) >= MOST_KNOWN:
            self.clear()
        super().__setitem__(cells, values)


def key_of(spec: Spec, values: Mapping[str, Any]) -> Hashable:
    """What tells a row apart; None where the cells for it cannot be read."""
    if not spec.key:
        return repr(sorted(values.items()))
    key = tuple(getattr(values[name], "key", values[name]) for name in spec.key if name in values)
    return (key[0] if len(spec.key) == 1 else key) if len(key) == len(spec.key) else None


def _read_row(
    table: Table, index: int, spec: Spec, present: _Present, section: str
) -> tuple[Mapping[str, Any] | None, list[Unreadable]]:
    """A row's values and what cannot be read in it; None for a row that is about nothing."""
    if _apart(table, index, present, spec):
        return None, []
    values: dict[str, Any] = {}
    problems: list[Unreadable] = []
    for name, (column, place) in present.items():
        text = table.value(index, place)
        try:
            values[name] = parsed(column.codec, text)
        except Exception as error:  # noqa: BLE001  # whatever goes wrong with a cell, it can cost only itself
            header = table.headers[place]
            expected = unread(error, header)
            problems.append(
                Unreadable(section, _title(table, index, spec), header, plain(text), expected)
            )
    return values, problems


def _apart(table: Table, index: int, present: _Present, spec: Spec) -> bool:
    """Rows that are about nothing: empty ones, dividers, repeated headers, marked totals."""
    places = [place for _, place in present.values()]
    texts = [plain(table.value(index, place)) for place in places]
    if all(fold(text) in NOTHING for text in texts):
        return True
    first_cell = table.cell(index, places[0])
    if len(places) > 1 and all(table.cell(index, place) is first_cell for place in places):
        return True
    if all(
        fold(text) == fold(table.headers[place]) for text, place in zip(texts, places, strict=True)
    ):
        return True
    first = table.cell(index, _first(present, spec))
    marked = first is not None and (first.header or first.value.startswith("'''"))
    return marked and first is not None and fold(plain(first.value)).rstrip(":") in _TOTALS


def _first(present: _Present, spec: Spec) -> int:
    return next((present[name][1] for name in spec.key if name in present), 0)


def _title(table: Table, index: int, spec: Spec) -> str:
    """A row's own name for reports; its number where that is empty."""
    return plain(table.value(index, _first(spec.present(table), spec))) or f"row {index + 1}"


def _double(table: Table, index: int, spec: Spec, section: str) -> Unreadable:
    place = _first(spec.present(table), spec)
    title = _title(table, index, spec)
    return Unreadable(section, title, table.headers[place], title, say("the only row of this name"))
