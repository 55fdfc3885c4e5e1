"""Wikitables read as values: the lens that :mod:`wikibot.game.page.sheet` writes through.

Tables are found by their headers and read cell by cell. A :class:`Spec` says which columns a kind
of table has and what their cells mean. Several tables of one page may have the same headers; their
rows count as one list, and new rows go to the end of the last table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from msgspec import Struct, field

from wikibot.game.page.board import hidden
from wikibot.game.page.cells import NOTHING, CellError, Codec, parsed, unread
from wikibot.game.problems import Unreadable
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.escape import decode_value
from wikibot.wikitext.lines import sections
from wikibot.wikitext.messages import say
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import covering
from wikibot.wikitext.table_reader import Table, find_column, read_tables
from wikibot.wikitext.table_writer import AddRow, Change, RemoveRow, SetCell, UnsafeEdit, rewrite

_Present = Mapping[
    str, tuple["Column", int]
]  # the columns that a table has, by field, with their places in it
MOST_KNOWN = 10_000  # rows of one kind of table that are remembered
_TOTALS = ("total", "totals", "sum", "average")


class Column(Struct, frozen=True, dict=True):
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

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields that a cell tells: one, or those of its codec."""
        return getattr(self.codec, "fields", None) or (self.field,)

    @cached_property
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


# == Values laid over wikitables: only cells whose value differs change, and new rows come last ====

WIDE = 10  # columns from which on a new table is made to fit the page
_TABLE = '{| class="wikitable"'
_FOLDED_TABLE = '{| class="wikitable mw-collapsible mw-collapsed"'
_WIDE = ' style="font-size:85%; overflow-wrap:anywhere"'
_WIDE_HEADERS = '|- style="white-space:nowrap"'


def write_sheet(text: str, spec: Spec, wanted: Sequence[Mapping[str, Any]]) -> str:
    """Lay rows over the page's tables of one kind; the page unchanged where they say the same.

    A field that a wanted row lacks, or that a table has no column for, is left as it is. Raises
    ``UnsafeEdit`` where a cell cannot be read, or there are rows to write and no table.
    """
    sheet = read_sheet(text, spec)
    if sheet.unreadable:
        raise UnsafeEdit(str(sheet.unreadable[0]))
    if not sheet.tables:
        if wanted:
            raise UnsafeEdit(
                say(
                    "the page has no table for {!r} with the headers {}",
                    spec.section,
                    ", ".join(column.headers[0] for column in spec.columns if column.required),
                )
            )
        return text
    keys = (
        [key_of(spec, row) for row in wanted]
        if spec.key
        else [
            key_of(spec, {name: value for name, value in row.items() if name in sheet.fields})
            for row in wanted
        ]
    )
    places = kept([line.key for line in sheet.lines], keys)
    changes = _Changes(sheet)
    for row, place in zip(wanted, places, strict=False):
        changes.adapt(sheet.lines[place], row)
    for place in sorted(set(range(len(sheet.lines))) - set(places)):
        changes.remove(sheet.lines[place])
    for row in wanted[len(places) :]:
        changes.add(row)
    return changes.apply(text)


def kept(before: Sequence[Any], after: Sequence[Any]) -> list[int]:
    """Places in ``before`` of the longest beginning of ``after`` that stands there in its order.

    What comes after that beginning goes to the end.
    """
    places: list[int] = []
    at = 0
    for each in after:
        try:
            at = before.index(each, at) + 1
        except ValueError:
            break
        places.append(at - 1)
    return places


class _Changes(Struct):
    """The changes to make, gathered for each table."""

    sheet: Sheet
    gathered: dict[int, list[Change]] = field(default_factory=dict)

    def adapt(self, line: SheetRow, row: Mapping[str, Any]) -> None:
        """Set the cells of one row whose value differs."""
        table = self.sheet.tables[line.table]
        for name, (column, place) in self.sheet.spec.present(table).items():
            if name in row and row[name] != line.values[name]:
                new = _rendered(column, row[name], table.value(line.row, place))
                self._at(line.table).append(SetCell(line.row, place, new))

    def remove(self, line: SheetRow) -> None:
        self._at(line.table).append(RemoveRow(line.row))

    def add(self, row: Mapping[str, Any]) -> None:
        """Add a row to the last table; unknown columns stay empty."""
        number = len(self.sheet.tables) - 1
        table = self.sheet.tables[number]
        present = self.sheet.spec.present(table)
        values = {
            place: _rendered(column, row[name], "")
            for name, (column, place) in present.items()
            if name in row
        }
        self._at(number).append(AddRow(values))

    def apply(self, text: str) -> str:
        """Change the last table first, so that the places of the others stay right."""
        for number in sorted(self.gathered, reverse=True):
            text = rewrite(text, self.sheet.tables[number], self.gathered[number])
        return text

    def _at(self, table: int) -> list[Change]:
        return self.gathered.setdefault(table, [])


def _rendered(column: Column, value: Any, old: str) -> str:
    """The cell's new wikitext as the table engine takes it, which encodes it again."""
    try:
        return decode_value(column.codec.render(value, old))
    except CellError as error:
        raise UnsafeEdit(
            say(
                "column {!r} cannot hold {!r}: it would not be {}",
                column.headers[0],
                value,
                error.expected,
            )
        ) from None


def new_table(
    spec: Spec,
    rows: Iterable[Mapping[str, Any]] = (),
    fields: Sequence[str] | None = None,
    ids: str = "",
    *,
    folded: bool = False,
) -> str:
    """A new wikitable, one row a line. ``fields``: the columns it shall have (default: all).

    ``ids``: what the id of each row has before its first value, so that links lead to it, "" for
    none; rows that are added later get such ids, too.

    One of many columns is made to fit the page: small letters, long words but no headers broken.
    ``folded``: it shows its caption alone until a reader unfolds it.
    """
    columns = [column for column in spec.columns if fields is None or column.field in fields]
    wide = len(columns) >= WIDE
    headers = "! " + " !! ".join(column.headers[0] for column in columns)
    lines = (
        (_FOLDED_TABLE if folded else _TABLE) + (_WIDE if wide else ""),
        *([f"|+ {spec.caption}"] if spec.caption else []),
        *([_WIDE_HEADERS] if wide else []),
        headers,
        "|}",
    )
    text = write_sheet("\n".join(lines), spec, list(rows))
    for row in reversed(read_tables(text)[0].body if ids else ()):
        at = row.start + len("|-")
        text = f'{text[:at]} id="{ids}{row.cells[0].value}"{text[at:]}'
    return text
