"""Wikitables read as values: the lens that :mod:`wikibot.game.page.sheet` writes through.

Tables are found by their headers and read cell by cell. A :class:`Spec` says which columns a kind
of table has and what their cells mean. Several tables of one page may have the same headers; their
rows count as one list, and new rows go to the end of the last table.

Single values of a gamestate, in prose (``Wheel Rotation: 8``) or key tables.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from msgspec import Struct

from wikibot.game.page.board import hidden
from wikibot.game.page.cells import (
    HIDDEN,
    NOTHING,
    CellError,
    Codec,
    Vocabulary,
    blanked,
    parsed,
    spelled,
    unread,
    visible,
    without_asides,
)
from wikibot.game.problems import Unreadable
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.escape import decode_value
from wikibot.wikitext.lines import PageSection, sections
from wikibot.wikitext.messages import say
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import covering
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import Table, find_column, read_tables
from wikibot.wikitext.table_writer import AddRow, Change, RemoveRow, SetCell, UnsafeEdit, rewrite

_Present = Mapping[str, tuple["Column", int]]  # columns of a table by field, with their places
MOST_KNOWN = 10_000  # rows of one kind of table that are remembered
_TOTALS = ("total", "totals", "sum", "average")


class Column(Struct, frozen=True, dict=True):
    """One column. ``headers``: the names it goes by, the first is used in new tables.

    ``required``: a table without it is another table. ``optional``: a table without it is written
    all the same, and what it would say is not said. ``derived``: it says what follows from the
    rest, whatever somebody wrote there. A cell that is missing altogether is read as an empty one.
    A codec with ``fields`` reads several fields from one cell, as a mapping.
    """

    field: str
    headers: tuple[str, ...]
    codec: Codec[Any]
    required: bool = False
    optional: bool = False
    derived: bool = False

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
                    if len(known) >= MOST_KNOWN:
                        known.clear()
                    known[cells] = values
            if values is None:
                continue
            line = SheetRow(number, index, key_of(spec, values), values)
            if line.key is not None and line.key in seen and spec.key:
                title, header = _title(table, index, spec), table.headers[_first(present, spec)]
                why = say("the only row of this name")
                unreadable.append(Unreadable(section, title, header, title, why))
            elif line.key is not None:
                seen.add(line.key)
                lines.append(line)
    return Sheet(spec, tables, tuple(lines), tuple(unreadable))


_Cells = tuple[tuple[str, bool], ...]


@lru_cache(maxsize=64)
def _known_rows(spec: Spec, headers: tuple[str, ...]) -> dict[_Cells, Mapping[str, Any] | None]:
    """What rows of one kind of table under these headers say that were read before.

    A row that no cell spans says the same wherever it stands. So a row that has not changed is read
    once, however often its page is, and whatever else changes there.
    """
    return {}


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
            if column.derived:
                values[name] = None
                continue
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


# == Values laid over wikitables: only cells whose value differs change, and new rows come last ====

WIDE = 10  # columns from which on a new table is made to fit the page
_TABLE = '{| class="wikitable"'
_FOLDED_TABLE = '{| class="wikitable mw-collapsible mw-collapsed" width="100%"'
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
            headers = ", ".join(column.headers[0] for column in spec.columns if column.required)
            what = say("the page has no table for {!r} with the headers {}", spec.section, headers)
            raise UnsafeEdit(what)
        return text
    there = sheet.fields
    rows = wanted if spec.key else [{n: v for n, v in row.items() if n in there} for row in wanted]
    keys = [key_of(spec, row) for row in rows]
    places = kept([line.key for line in sheet.lines], keys)
    changes: dict[int, list[Change]] = {}
    for number, change in _changes(sheet, wanted, places):
        changes.setdefault(number, []).append(change)
    for number in sorted(changes, reverse=True):  # so that the places of the others stay right
        text = rewrite(text, sheet.tables[number], changes[number])
    return text


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


def _changes(
    sheet: Sheet, wanted: Sequence[Mapping[str, Any]], places: Sequence[int]
) -> Iterator[tuple[int, Change]]:
    """The changes to make, each with the number of its table; unknown columns stay as they are."""
    for row, place in zip(wanted, places, strict=False):
        line = sheet.lines[place]
        table = sheet.tables[line.table]
        for name, (column, at) in sheet.spec.present(table).items():
            if name in row and row[name] != line.values[name]:
                new = _rendered(column, row[name], table.value(line.row, at))
                yield line.table, SetCell(line.row, at, new)
    for place in sorted(set(range(len(sheet.lines))) - set(places)):
        yield sheet.lines[place].table, RemoveRow(sheet.lines[place].row)
    columns = sheet.spec.present(sheet.tables[-1]).items()
    for row in wanted[len(places) :]:
        named = [(column, at, row[name]) for name, (column, at) in columns if name in row]
        cells = {at: _rendered(column, value, "") for column, at, value in named}
        yield len(sheet.tables) - 1, AddRow(cells)


def _rendered(column: Column, value: Any, old: str) -> str:
    """The cell's new wikitext as the table engine takes it, which encodes it again."""
    try:
        return decode_value(column.codec.render(value, old))
    except CellError as error:
        raise UnsafeEdit(say("column {!r} cannot hold {!r}: it would not be {}",
                             column.headers[0], value, error.expected)) from None  # fmt: skip


def new_table(
    spec: Spec, rows: Iterable[Mapping[str, Any]] = (), fields: Sequence[str] | None = None,
    ids: str = "", *, folded: bool = False
) -> str:  # fmt: skip
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


# == A notes cell: labelled values (``Pseudo-type: Thin Ice``) among other notes, which stay =======

_ENTITY = regex(r"&(?:#\w+|[A-Za-z]\w*);", re.ASCII)
LEFT_OVER = "left over"
_MOST_COMMAS = 100  # in a note, at which its value may end
_BRACES = regex(r"\{[^{}]*\}")
_REGION = regex(rf"(?:[^;.\n{HIDDEN}]|\.(?=\w))*")
_NEXT_LABEL = regex(r",\s*[^\W\d][\w -]{0,40}[:=]")
_CLOSING = regex(r"^(?:\]\]|'{2,})+")


class _Found(Struct, frozen=True):
    """Where a labelled value stands: its label, the value, what follows up to the next note."""

    label: int
    start: int
    end: int
    rest: int


class Note(Struct, frozen=True):
    """One labelled value of a cell.

    It ends at a semicolon, full stop, line break or next label, or with its braces. Where all of
    that is not a value, the longest part up to a comma that is one counts; the rest is left over.
    """

    label: str
    codec: Codec[Any]

    def parse(self, text: str) -> Any:
        found = self._find(text)
        value = text[found.start : found.end] if found else ""
        return self.codec.parse(value) if plain(value) else None

    def left_over(self, text: str) -> str:
        """What follows the value in its note and does not belong to it."""
        found = self._find(text)
        return plain(text[found.end : found.rest]).strip(" ,") if found else ""

    def render(self, value: Any, old: str = "") -> str:
        found = self._find(old)
        if value is None:
            return _without(old, found) if found else old
        new = self.codec.render(value, old[found.start : found.end] if found else "")
        if not re.fullmatch(r"[^,;.]*|\{[^{}]*\}", _ENTITY.sub("x", new)):
            new = spelled(plain(new))
        if found:
            return old[: found.start] + new + old[found.end :]
        return f"{old}{'; ' if plain(old) else ''}{self.label}: {new}"

    def _find(self, text: str) -> _Found | None:
        if ":" not in text and "=" not in text:
            return None
        words = r"[-\s]?".join(re.escape(word) for word in re.split(r"[-\s]", self.label))
        shown = _ENTITY.sub(lambda found: "x" * len(found[0]), visible(text))
        label = re.search(rf"(?<!\w){words}{HIDDEN}*\s*[:=][ \t{HIDDEN}]*", shown, re.IGNORECASE)
        if label is None:
            return None
        at = label.end()
        braces = _BRACES.match(shown, at)
        if braces:
            return _Found(label.start(), at, braces.end(), braces.end())
        region = _REGION.match(shown, at)
        end = region.end() if region else at
        following = _NEXT_LABEL.search(shown, at, end)
        return self._taken(text, shown, label.start(), at, following.start() if following else end)

    def _taken(self, text: str, shown: str, label: int, at: int, rest: int) -> _Found:
        """As much of a note as is a value; up to the first comma where nothing is."""
        commas = [found.start() for found in re.finditer(",", shown[at:rest])][:_MOST_COMMAS]
        ends = [rest, *(at + comma for comma in reversed(commas))]
        ends = [at + len(shown[at:end].rstrip(" \t")) for end in ends]
        fits = (end for end in ends if self._is_value(text[at:end]))
        return _Found(label, at, next(fits, ends[-1]), rest)

    def _is_value(self, text: str) -> bool:
        try:
            value = self.codec.parse(text)
        except CellError:
            return False
        known: Vocabulary | None = getattr(self.codec, "known", None)
        return known is None or value is None or known.find(str(value)) is not None


def _without(text: str, found: _Found) -> str:
    tail = _CLOSING.sub("", text[found.end :])  # what closed the value's own markup
    before = text[: found.label]
    return before.rstrip(" ,;") + tail if before.strip() else tail.lstrip(" ,;")


class Notes(Struct, frozen=True):
    """Codec for the labelled values of a cell, by field; a field without a note is missing.

    Under ``LEFT_OVER`` stands what follows a value without belonging to it, for a person to see.
    """

    notes: Mapping[str, Note]

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(self.notes)

    def parse(self, text: str) -> dict[str, Any]:
        found = {name: note.parse(text) for name, note in self.notes.items()}
        left = tuple(
            f"{note.label}: {rest}"
            for note in self.notes.values()
            if (rest := note.left_over(text))
        )
        return {name: value for name, value in found.items() if value is not None} | (
            {LEFT_OVER: left} if left else {}
        )

    def render(self, value: Mapping[str, Any], old: str = "") -> str:
        now = self.parse(old)
        for name, note in self.notes.items():
            if now.get(name) != value.get(name):
                old = note.render(value.get(name), old)
        return old


# == Single values of a gamestate, in prose (``Wheel Rotation: 8``) or key tables ==================

_GAP = rf"[ \t{HIDDEN}]*"
_TITLED = r"[^\s*#:;{|][^\n]{0,80}?(?<![.!?])"  # a name that fills a line
_TOKEN = r"[-−–+]?\w(?:[\w/'’:.-]*\w)?"  # noqa: S105  # one word or number


class Value(Struct, frozen=True, eq=False):
    """One labelled value. ``labels``: what it goes by, the first is used in a new line.

    ``phrases`` introduce it without a colon (``It is currently``); then ``word`` (``Phase``) must
    stand before it, so that other sentences are left alone. ``line``: the value is the rest of its
    line and its label begins the line; with ``titled`` the label may be a heading, too, and the
    value the only line below it, if that is not a sentence.
    """

    field: str
    labels: tuple[str, ...]
    codec: Codec[Any]
    phrases: tuple[str, ...] = ()
    word: str = ""
    line: bool = False
    titled: bool = False
    default: Any = None  # what it is where the page does not say
    counted: bool = False  # where the page does not say, it follows from the rest


class Spot(Struct, frozen=True):
    """Where a value stands: characters of the page, or a cell of a table."""

    label: str
    text: str
    start: int
    end: int
    table: Table | None = None
    row: int = 0
    column: int = 0


class ReadValue(Struct, frozen=True):
    """What a page says about one value. ``value``: None where that is nothing or unreadable."""

    spot: Spot | None = None
    value: Any = None
    unreadable: Unreadable | None = None


@lru_cache(maxsize=64)
def read_value(text: str, spec: Value) -> ReadValue:
    """Find a value by its label outside comments: in prose first, then in key/value tables.

    Those of the last few pages are remembered, as tables are.
    """
    for spot in _spots(text, spec):
        try:
            return ReadValue(spot, parsed(spec.codec, spot.text))
        except Exception as error:  # noqa: BLE001  # one value can cost only itself
            if spot.label in spec.labels or not isinstance(error, CellError):
                where = heading(text, spot.start, "top of the page")
                expected = unread(error, spot.label)
                bad = Unreadable(where, spot.label, "value", spot.text, expected)
                return ReadValue(spot, None, bad)
    return ReadValue()


def write_value(text: str, spec: Value, value: Any) -> str | None:
    """The page with another value in the same place; None where the page has no place for it.

    Raises ``UnsafeEdit`` where the present value cannot be read.
    """
    found = read_value(text, spec)
    if found.unreadable:
        raise UnsafeEdit(str(found.unreadable))
    if found.spot is None or found.value == value:
        return text if found.spot else None
    new = spec.codec.render(value, found.spot.text)
    if found.spot.table:
        return rewrite(
            text, found.spot.table, [SetCell(found.spot.row, found.spot.column, decode_value(new))]
        )
    before = text[: found.spot.start]
    blank = " " if before.endswith(":") and new else ""  # of a line that had no value so far
    return before + blank + new + text[found.spot.end :]


def remove_value(text: str, spec: Value) -> str:
    """The page without a value's line or row. Raises ``UnsafeEdit`` where its line says more."""
    spot = read_value(text, spec).spot
    if spot is None:
        return text
    if spot.table:
        return rewrite(text, spot.table, [RemoveRow(spot.row)])
    start = text.rfind("\n", 0, spot.start) + 1
    end = text.find("\n", spot.end)
    end = len(text) if end < 0 else end
    rest = plain(text[start : spot.start] + text[spot.end : end])
    label = rf"(?:{'|'.join(map(re.escape, spec.labels))})\s*[:=.]?" if spot.label else ""
    if not re.fullmatch(rf"[*#:;\s]*{label}\W*", rest, re.IGNORECASE):
        raise UnsafeEdit(say("line {!r} says more than {}: take the value out by hand",
                             text[start:end], spot.label))  # fmt: skip
    return text[:start] + text[end + 1 :]


def new_line(spec: Value, value: Any) -> str:
    """A new line for a value: ``* Wheel Rotation: 8``."""
    return f"* {spec.labels[0]}: {spec.codec.render(value)}"


def _spots(text: str, spec: Value) -> Iterator[Spot]:
    """Places in the order of trust: label and colon (must be readable); phrases; headings; rows."""
    shown = outside_tables(text, spec.line)
    for label, pattern in _patterns(spec.labels, spec.phrases, spec.word, spec.line):
        yield from _matches(text, shown, label, pattern)
    for label in spec.labels:
        if spec.titled or not spec.line:
            yield from _below_heading(text, shown, label, _TITLED if spec.titled else _TOKEN)
        for table, row in _keyed(text).get(fold(label), ()):
            cell = table.cell(row, 1)
            if cell is not None and not cell.header:
                yield Spot(label, cell.value, cell.value_start, cell.value_end, table, row, 1)


@lru_cache(maxsize=256)
def _patterns(
    labels: tuple[str, ...], phrases: tuple[str, ...], word: str, line: bool
) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What a value is found by, each with the label that it is reported under."""
    before = rf"(?:{word}{_GAP})" if word else ""
    found: list[tuple[str, str]] = []
    for label in labels:
        if line:
            start = rf"^[*#:; \t'{HIDDEN}]*{_words(label)}['{HIDDEN}]*"
            found.append((label, rf"{start}[ \t]*[:=]['{HIDDEN}]*[ \t]*(?P<value>[^\n]*?)[ \t]*$"))
        else:
            value = rf"(?P<value>{_TOKEN}|[^\s{HIDDEN}]+|(?=\n|$))"
            found.append((label, rf"(?<!\w){_words(label)}{_GAP}[:=]{_GAP}{before}?{value}"))
    for phrase in (*phrases, *(f"{label} is" for label in labels if not line)):
        value = rf"{_words(phrase)}{_GAP}(?:(?:now|currently){_GAP})?{before}(?P<value>{_TOKEN})"
        found.append((phrase, rf"(?<!\w){value}"))
    return tuple((label, regex(pattern, re.IGNORECASE | re.MULTILINE)) for label, pattern in found)


def _matches(text: str, shown: str, label: str, pattern: re.Pattern[str]) -> Iterator[Spot]:
    if not all(word in _letters(shown) for word in label.casefold().split()):
        return  # which is known much faster than by the pattern
    for found in pattern.finditer(shown):
        start, end = found.span("value")
        yield Spot(label, text[start:end], start, end)


@lru_cache(maxsize=8)
def _letters(shown: str) -> str:
    """A text in which each letter is the one by which patterns know it, whatever its case."""
    return shown.casefold().replace("i\u0307", "i").replace("\u0131", "i")


def _words(label: str) -> str:
    return r"[ \t]+".join(re.escape(word) for word in label.split())


@lru_cache(maxsize=8)
def outside_tables(text: str, line: bool) -> str:
    """What is visible of a page, as long as before; board, tables and headings are hidden, too.

    ``line``: links stay as they are written. The last few pages are remembered: many values are
    looked for on one.
    """
    shown = without_asides(text) if line else visible(text)
    headings = [
        (each.start, each.start + len(text[each.start : each.heading_end].rstrip()))
        for each in sections(text)
    ]
    skipped = [*hidden(text), *((table.start, table.end) for table in read_tables(text)), *headings]
    shown = blanked(shown, sorted(skipped))
    return _BESIDE.sub(lambda bar: "\n".center(len(bar[0])), shown) if line else shown


_BESIDE = regex(  # values beside each other are each a line: ``Night: 7 | Time: day``
    rf"(?<=[^\s|]) [|\u00b7\u2022] (?=['{HIDDEN}]{{0,8}}[^\W\d_][^\n:=|{{}}\[\]<>.!?]{{0,39}}:)"
)


def _below_heading(text: str, shown: str, label: str, value: str) -> Iterator[Spot]:
    """A value that stands alone below a heading of its name; anything else there is talk."""
    stop = r"\.?" if value is _TOKEN else ""
    for each in _titled(text).get(fold(label), ()):
        alone = re.compile(rf"[\s*#:;'{HIDDEN}]*(?P<value>{value})['{HIDDEN}]*{stop}[ \t]*(?=\n|$)")
        found = alone.match(shown, each.heading_end, each.own_end)
        if found and (
            value is _TOKEN or not shown[found.end() : each.own_end].strip(f" \t\n{HIDDEN}")
        ):
            start, end = found.span("value")
            yield Spot("", text[start:end], start, end)


@lru_cache(maxsize=8)
def _titled(text: str) -> Mapping[str, Sequence[PageSection]]:
    """The sections of a page by their folded titles."""
    found: dict[str, list[PageSection]] = {}
    for each in sections(text):
        found.setdefault(fold(each.title), []).append(each)
    return found


@lru_cache(maxsize=8)
def _keyed(text: str) -> Mapping[str, Sequence[tuple[Table, int]]]:
    """The rows of a page that begin with a header cell, by what it says."""
    found: dict[str, list[tuple[Table, int]]] = {}
    for table in tables_outside(text):
        for key, row in table.row_keys.items():
            found.setdefault(key, []).append((table, row))
    return found
