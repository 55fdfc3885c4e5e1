"""Values laid over wikitables: only cells whose value differs change, and new rows come last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from wikibot.game.page.cells import CellError
from wikibot.game.page.sheet import Column, Sheet, SheetRow, Spec, key_of, read_sheet
from wikibot.wikitext.cell_values import decode_value
from wikibot.wikitext.messages import say
from wikibot.wikitext.table_changes import AddRow, Change, RemoveRow, SetCell, UnsafeEdit
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_writer import rewrite

WIDE = 10  # columns from which on a new table is made to fit the page
_TABLE = '{| class="wikitable"'
_WIDE_TABLE = f'{_TABLE} style="font-size:85%; overflow-wrap:anywhere"'
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
                    _headers(spec),
                )
            )
        return text
    keys = (
        [key_of(spec, row) for row in wanted]
        if spec.key
        else [key_of(spec, _all(row, sheet)) for row in wanted]
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


def _all(row: Mapping[str, Any], sheet: Sheet) -> Mapping[str, Any]:
    """The part of a wanted row that the page's columns can say."""
    return {name: value for name, value in row.items() if name in sheet.fields}


def _headers(spec: Spec) -> str:
    return ", ".join(column.headers[0] for column in spec.columns if column.required)


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
) -> str:
    """A new wikitable, one row a line. ``fields``: the columns it shall have (default: all).

    ``ids``: what the id of each row has before its first value, so that links lead to it, "" for
    none; rows that are added later get such ids, too.

    One of many columns is made to fit the page: small letters, long words but no headers broken.
    """
    columns = [column for column in spec.columns if fields is None or column.field in fields]
    wide = len(columns) >= WIDE
    headers = "! " + " !! ".join(column.headers[0] for column in columns)
    lines = (
        _WIDE_TABLE if wide else _TABLE,
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
