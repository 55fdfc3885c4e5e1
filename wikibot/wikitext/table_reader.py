"""Reads wikitables line by line as MediaWiki does, on masked text, each cell with its place.

Source: MediaWiki 1.39 and 1.43, ``Parser::handleTables``. Where the HTML that it makes is mended
afterwards (a caption between cells ends the row; text before a table's first cell moves out), the
mended table is what counts here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from msgspec import Struct

from wikibot.wikitext.dialect import fold
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import BAR, OPAQUE, SpanKind, set_aside, shade_html
from wikibot.wikitext.regex import regex

# == A page as MediaWiki's table code sees it, with offsets that lead back to the page exactly =====
#
# Comments vanish, and so do the tags that only matter for inclusion: they become blanks that are
# trimmed away, and nothing at all where a blank would part what belongs together. (MediaWiki
# takes a line of nothing but comments out as a whole; to tables that is the same as a blank
# line.) Templates, parser functions, nowiki and other extension tags become runs of one opaque
# character, and ``{{!}}`` the bar that it stands for. In HTML tags nothing acts any more.

BLANK = "\x0b"  # a vertical tab: PHP's trim() takes it away, and MediaWiki lets none onto a page


class Masked(Struct, frozen=True):
    """A masked text, and the source that it was made from."""

    text: str
    source: str
    _masked: tuple[int, ...] = ()  # where runs of equal shift begin, in the masked text
    _source: tuple[int, ...] = ()  # and in the source

    @property
    def shifted(self) -> bool:
        """Whether places differ between the masked text and the source at all."""
        return bool(self._masked)

    def after(self, at: int) -> int:
        """The place in the source of a masked character, behind what vanished before it."""
        if not self._masked:
            return at
        run = bisect_right(self._masked, at) - 1
        return at if run < 0 else self._source[run] + at - self._masked[run]

    def at(self, place: int) -> int:
        """The masked character for a place in the source that did not vanish."""
        run = bisect_right(self._source, place) - 1
        return place if run < 0 else self._masked[run] + place - self._source[run]

    def before(self, at: int) -> int:
        """The place in the source directly after the masked character before ``at``."""
        if not self._masked or at == 0:
            return at
        run = bisect_right(self._masked, at - 1) - 1
        if run < 0:
            return at
        bar = BAR.match(self.source, self._source[run]) if self._masked[run] == at - 1 else None
        if bar and self.text[at - 1] == "|":
            return bar.end()
        return self._source[run] + at - self._masked[run]


@lru_cache(maxsize=8)
def mask(source: str) -> Masked:
    """The text as MediaWiki's table code sees it. Never raises; in linear time."""
    pieces: list[str] = []
    masked: list[int] = []
    places: list[int] = []
    at = length = 0
    for start, end, kind, *_ in set_aside(source).outermost:
        pieces.append(source[at:start])
        length += start - at
        at = end
        same_length = _same_length(source, start, end, kind)
        if same_length:
            pieces.append(same_length)
            length += end - start
            continue
        if kind is SpanKind.BAR:
            pieces.append("|")
            masked.append(length)
            places.append(start)
            length += 1
        masked.append(length)
        places.append(end)
    pieces.append(source[at:])
    return Masked(shade_html("".join(pieces)), source, tuple(masked), tuple(places))


def _same_length(source: str, start: int, end: int, kind: SpanKind) -> str:
    """What stands for a span, character for character; "" where that would read differently."""
    if kind in (SpanKind.TAG, SpanKind.TEMPLATE):
        return OPAQUE * (end - start)
    around = source[start - 1 : start], source[end : end + 1]
    if kind.gone and any(not char.strip(" \t\n") for char in around):
        return BLANK * (end - start)
    return ""


# == What a wikitable is once it is read: cells and rows with their places, and their grid =========
#
# Cells and rows are named tuples, since a page has thousands of them and a frozen dataclass takes
# four times as long.

MAX_COLSPAN = 1000  # HTML's own limits
MAX_ROWSPAN = 65534
_SPANNED_COLUMNS = 256  # further right a row span counts as one row, so that reading stays fast
_BOLD = regex(r"'''(?:(?!''').)+'''", re.DOTALL)


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
            if count == wanted or not all(
                cell.header or _BOLD.fullmatch(cell.value) for cell in row.cells
            ):
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
        return self.rows[self.header_rows :]

    def column(self, *names: str) -> int | None:
        """The first column with one of these headers, the first name first; compared folded."""
        return find_column(self.headers, names)

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


# == Reads wikitables line by line as MediaWiki does, on masked text, each cell with its place =====

TRIMMED = " \t\n\r\0\x0b"  # what PHP's trim() takes away
_LINE_MARK = r"[ \t\r\0\x0b]*+(?:(:*+[ \t\r\f\x0b]*+\{\|)|(\|(?:-++|[}+])?|!))"
_FIRST_LINE = regex(_LINE_MARK)
_LINE = regex(rf"\n{_LINE_MARK}")
# Source: Sanitizer::getAttribsRegex; a later attribute of the same name wins.
_ATTRIBUTE = regex(
    r"([^\t\n\f\r /][^\t\n\f\r /=]*)"
    r"(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)(?:\"|$)|'([^']*)(?:'|$)|([^\t\n\f\r ]*)))?"
)
_DEEPEST = 32  # tables in tables: each holds the text of all inside it
_NUMBER = regex(r"\s*\+?([0-9]+)", re.ASCII)
_new_cell = tuple.__new__


@lru_cache(maxsize=8)
def read_tables(text: str) -> tuple[Table, ...]:
    """All wikitables of a page in order of their start, nested ones too. Never raises.

    The last few pages are remembered: several searches on one page, and the check of a change, cost
    one reading.
    """
    return _Reader(mask(text)).read() if "{" in text else ()


def outer_tables(text: str) -> list[Table]:
    """The tables that stand in no other."""
    found: list[Table] = []
    for table in read_tables(text):
        if not found or table.start >= found[-1].end:
            found.append(table)
    return found


def read_row(masked: Masked, start: int, end: int) -> Row | None:
    """The row of a table that begins with its ``|-`` line at ``start``, up to the next one's.

    None where either does not begin so, or any other table, row or caption begins or ends in it.
    Otherwise nothing that was begun before has a part in it, nor has it in what comes after, for
    such a line leaves nothing begun: so it can be read by itself. Places are of the masked text.
    """
    if not all(masked.text.startswith("\n|-", at - 1) for at in (start, end)):
        return None
    reader, table = _Reader(masked), _OpenTable(0, start, (0, 0))
    for found in _LINE.finditer(masked.text, start - 1, end - 1):
        mark = found[2]
        if found.start() == start - 1 and mark and mark.startswith("|-"):
            reader._row(table, found.start(), found.end())  # noqa: SLF001  # it is of this module
        elif mark in ("|", "!"):
            reader._cells(table, found.start(), found.end(), mark == "!")  # noqa: SLF001
        else:
            return None
    reader._end_row(table, end - 1)  # noqa: SLF001
    return table.rows[0] if len(table.rows) == 1 else None


# A cell or caption whose line was read and whose content may go on over further lines: where its
# mark stands, where its attributes begin, their length with the bar, whether it is a header,
# whether it began on the line of the cell before.
_Begun = tuple[int, int, int, bool, bool]


class _OpenTable:
    """A table that is being read. All places are offsets into the masked text."""

    def __init__(self, number: int, start: int, attrs: tuple[int, int]) -> None:
        self.number = number
        self.start = start
        self.attrs = attrs
        self.caption: str | None = None
        self.rows: list[Row] = []
        self.row_start: int | None = None
        self.row_attrs = (0, 0)
        self.cells: list[Cell] = []
        self.begun: _Begun | None = None
        self.in_caption = False
        self.reach = 0  # where the value of the last cell ends


class _Reader:
    """One reading. ``newline``: the line break before a line of markup, or -1."""

    def __init__(self, masked: Masked) -> None:
        self.masked = masked
        self.text = masked.text
        self.source = masked.source
        self.shifted = masked.shifted
        self.is_masked = masked.text != masked.source
        self.stack: list[_OpenTable] = []
        self.tables: list[Table | None] = []
        self.deeper = 0  # how many tables are open in the deepest that is read

    def read(self) -> tuple[Table, ...]:
        first = _FIRST_LINE.match(self.text)
        if first:
            self._line(first, -1)
        for found in _LINE.finditer(self.text):
            mark = found[2]
            if (mark == "|" or mark == "!") and self.stack and not self.deeper:
                self._cells(self.stack[-1], found.start(), found.end(), mark == "!")
            else:
                self._line(found, found.start())
        end = len(self.text)
        while self.stack:
            self._end_table(end, end, end)
        return tuple(table for table in self.tables if table)

    def _line(self, found: re.Match[str], newline: int) -> None:
        mark = found[2]
        if self.deeper or (mark is None and len(self.stack) == _DEEPEST):
            self.deeper += (mark is None) - (mark == "|}")
        elif mark is None:
            # A table inside a cell is nested; between cells it ends the other, as in HTML.
            if self.stack and not self.stack[-1].begun:
                self._record(self.stack[-1], newline, newline + 1, newline + 1)
            attrs = (found.end(), self._line_end(found.end()))
            self.stack.append(_OpenTable(len(self.tables), found.start(1), attrs))
            self.tables.append(None)
        elif not self.stack:
            return
        elif mark == "|" or mark == "!":
            self._cells(self.stack[-1], newline, found.end(), mark == "!")
        elif mark == "|}":
            self._end_table(newline, newline + 1, found.end())
        elif mark == "|+":
            self._caption(self.stack[-1], newline, found.end())
        else:
            self._row(self.stack[-1], newline, found.end())

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _row(self, table: _OpenTable, newline: int, at: int) -> None:
        self._end_row(table, newline)
        table.row_start = newline + 1
        table.row_attrs = (at, self._line_end(at))

    def _caption(self, table: _OpenTable, newline: int, at: int) -> None:
        """A caption ends the row, as HTML allows none inside one; bars begin further captions."""
        self._end_row(table, newline)
        content = self.text[at : self._line_end(at)].split("||", 1)[0]
        table.in_caption = True
        table.begun = (at - 2, at, _bar(content), False, False)
        if at + len(content) < self._line_end(at):
            self._end_cell(table, at + len(content))

    def _cells(self, table: _OpenTable, newline: int, at: int, header: bool) -> None:
        """A line of cells: all but the last end where the next begins, the last may go on below."""
        if table.begun:
            self._end_cell(table, newline)
        if table.row_start is None:
            table.row_start = newline + 1
        opens, inline = at - 1, False
        end = self.text.find("\n", at)
        content = self.text[at:] if end < 0 else self.text[at:end]
        if header:
            content = content.replace("!!", "||")
        if "||" in content:
            *parts, content = content.split("||")
            for part in parts:
                bar = _bar(part) if "|" in part else 0
                end = at + len(part)
                begun = (opens, at, bar, header, inline)
                table.cells.append(self._cell(table, begun, end, part[bar:] if bar else part))
                opens, at, inline = end, end + 2, True
        table.begun = (opens, at, _bar(content) if "|" in content else 0, header, inline)

    def _end_cell(self, table: _OpenTable, end: int) -> None:
        """The content of the cell or caption that was begun last ends here."""
        if not table.begun:
            return
        start = table.begun[1] + table.begun[2]
        cell = self._cell(table, table.begun, end, self.text[start:end])
        table.begun = None
        if not table.in_caption:
            table.cells.append(cell)
            return
        table.in_caption = False
        if table.caption is None:
            table.caption = cell.value

    def _cell(self, table: _OpenTable, begun: _Begun, end: int, content: str) -> Cell:
        opens, attrs_start, bar, header, inline = begun
        start = value_start = attrs_start + bar
        value = content.strip(TRIMMED)
        if value is not content:
            value_start += content.index(value) if value else content[:1] in (" ", "\t")
        value_end = table.reach = value_start + len(value)
        attrs, rowspan, colspan = "", 1, 1
        if bar > 1:
            attrs = self._source(attrs_start, start - 1)
            rowspan, colspan = _spans(self.text[attrs_start : start - 1])
        if self.shifted:
            after, before = self.masked.after, self.masked.before
            value_start = after(value_start) if value else before(value_start)
            value_end = before(value_end) if value else value_start
            opens, start, end = after(opens), before(start), before(end)
        if self.is_masked:
            value = self.source[value_start:value_end]
        # Not Cell(...): a page has thousands, and this takes half the time.
        places = (start, end, value_start, value_end)
        meaning = (value, header, attrs, rowspan, colspan, opens, inline)
        return _new_cell(Cell, places + meaning)

    def _end_row(self, table: _OpenTable, end: int) -> None:
        """The row's content ends here; a row without cells is none."""
        if table.begun:
            self._end_cell(table, end)
        if table.cells and table.row_start is not None:
            line_end = self.text.find("\n", table.reach) + 1 or len(self.text)
            start, row_end = self.masked.after(table.row_start), self.masked.before(line_end)
            attrs = self._source(*table.row_attrs)
            table.rows.append(Row(tuple(table.cells), start, row_end, attrs))
        table.cells = []
        table.row_start = None
        table.row_attrs = (0, 0)

    def _end_table(self, content: int, close: int, end: int) -> None:
        """The innermost table ends: its content, at its closing line, and after its ``|}``."""
        self._record(self.stack.pop(), content, close, end)

    def _record(self, table: _OpenTable, content: int, close: int, end: int) -> None:
        self._end_row(table, content)
        if self.tables[table.number]:
            return  # ended before
        after, before = self.masked.after, self.masked.before
        attrs, caption = self._source(*table.attrs), table.caption or ""
        start, end, close = after(table.start), before(end), after(close)
        self.tables[table.number] = Table(start, end, close, attrs, caption, tuple(table.rows))

    def _source(self, start: int, end: int) -> str:
        before = self.masked.before
        return self.source[before(start) : before(end)] if end > start else ""


def _bar(part: str) -> int:
    """How long a cell's attributes are, with their bar; a link before it is content."""
    bar = part.find("|") + 1
    return 0 if bar and ("[[" in part[:bar] or "-{" in part[:bar]) else bar


def _spans(attrs: str) -> tuple[int, int]:
    """Row span and column span as a browser reads attributes; ``rowspan=0``: to the end."""
    if "span" not in attrs.lower():
        return 1, 1
    found = {
        one[1].lower(): one[2] or one[3] or one[4] or ""
        for one in _ATTRIBUTE.finditer(attrs.replace(BLANK, ""))
    }
    rows, columns = (_NUMBER.match(found.get(name, "")) for name in ("rowspan", "colspan"))
    rowspan = min(int(rows[1][:9]), MAX_ROWSPAN) or MAX_ROWSPAN if rows else 1
    return rowspan, max(1, min(int(columns[1][:9]), MAX_COLSPAN)) if columns else 1
