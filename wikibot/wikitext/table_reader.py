"""Reads wikitables line by line as MediaWiki does, on masked text, and gives every cell its place in the page.

Source: MediaWiki 1.39 and 1.43, ``Parser::handleTables``. Where the HTML that it makes is mended afterwards (a caption
between cells ends the row; text before a table's first cell moves out), the mended table is what counts here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wikibot.wikitext.masking import Masked, mask
from wikibot.wikitext.table_values import MAX_COLSPAN, MAX_ROWSPAN, Cell, Row, Table

TRIMMED = " \t\n\r\0\x0b"  # what PHP's trim() takes away
_OPENING = re.compile(r"^[ \t\r\0\x0b]*+(?P<opens>:*+[ \t\r\f\x0b]*+\{\|)", re.MULTILINE)
_DASHES = re.compile(r"\|-+")
# Source: Sanitizer::getAttribsRegex; a later attribute of the same name wins.
_SPAN = re.compile(
    r"(?:^|(?<=[\s\"'/]))(rowspan|colspan)\s*=\s*(?:\"([^\"]*)|'([^']*)|([^\s>]*))",
    re.IGNORECASE | re.ASCII,
)
_NUMBER = re.compile(r"\s*\+?([0-9]+)", re.ASCII)


def read_tables(text: str) -> tuple[Table, ...]:
    """All wikitables of a page in order of their start, nested ones too. Never raises."""
    return _Reader(mask(text)).read() if "{|" in text or "{{!" in text else ()


class _Pending(NamedTuple):
    """A cell or caption whose line was read and whose content may go on over further lines."""

    opens: int
    attrs: tuple[int, int]
    content: int
    header: bool
    inline: bool


class _Open:
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
        self.pending: _Pending | None = None
        self.in_caption = False
        self.reach = 0  # where the value of the last cell ends


class _Reader:
    def __init__(self, masked: Masked) -> None:
        self.masked = masked
        self.text = masked.text
        self.shifted = len(masked.text) != len(masked.source)
        self.stack: list[_Open] = []
        self.tables: list[Table | None] = []

    def read(self) -> tuple[Table, ...]:
        text, at = self.text, 0
        while at <= len(text):
            if not self.stack:
                found = _OPENING.search(text, at)
                if not found:
                    break
                at = found.start()
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            self._line(at, end)
            at = end + 1
        while self.stack:
            self._end_table(len(text), len(text), len(text))
        return tuple(table for table in self.tables if table)

    def _line(self, at: int, end: int) -> None:
        raw = self.text[at:end]
        line = raw.strip(TRIMMED)
        first = line[:1]
        if first == "|" or first == "!":
            start = at if raw[0] == first else at + raw.index(first)
            second = line[1:2] if first == "|" else ""
            if second == "}":
                self._end_table(at - 1, at, start + 2)
            elif second == "-":
                self._start_row(at, start, start + len(line))
            else:
                self._start_cells(at, start, line, second == "+")
        elif first == "{" or first == ":" or first == "\f":
            self._start_table(at, end)

    def _start_table(self, at: int, end: int) -> None:
        found = _OPENING.match(self.text, at, end)
        if found:
            self.stack.append(_Open(len(self.tables), found.start("opens"), (found.end(), end)))
            self.tables.append(None)

    def _start_row(self, at: int, start: int, end: int) -> None:
        table = self.stack[-1]
        self._end_row(table, at - 1)
        dashes = _DASHES.match(self.text, start, end)
        table.row_start = at
        table.row_attrs = (dashes.end() if dashes else end, end)

    def _start_cells(self, at: int, start: int, line: str, caption: bool) -> None:
        """A line of cells or captions; a caption ends the row, as HTML allows none inside one."""
        table = self.stack[-1]
        if caption:
            self._end_row(table, at - 1)
        else:
            self._end_pending(table, at - 1)
            if table.row_start is None:
                table.row_start = at
        header = line[0] == "!"
        skipped = 2 if caption else 1
        content = line[skipped:]
        if header and "!!" in content:
            content = content.replace("!!", "||")
        opens, begin = start, start + skipped
        for part in content.split("||"):
            if table.pending:
                self._end_pending(table, opens)
            table.in_caption = caption
            table.pending = self._pending(part, opens, begin, header)
            opens = begin + len(part)
            begin = opens + 2

    def _pending(self, part: str, opens: int, begin: int, header: bool) -> _Pending:
        """One part of a line. The first bar ends the attributes, unless a link or a variant begins before it."""
        bar = part.find("|")
        inline = begin - opens == 2 and self.text[opens : begin] in ("||", "!!")
        if bar < 0 or "[[" in part[:bar] or "-{" in part[:bar]:
            return _Pending(opens, (begin, begin), begin, header, inline)
        return _Pending(opens, (begin, begin + bar), begin + bar + 1, header, inline)

    def _end_pending(self, table: _Open, end: int) -> None:
        """The content of the pending cell or caption ends here."""
        pending, table.pending = table.pending, None
        if not pending:
            return
        cell = self._cell(table, pending, max(end, pending.content))
        if not table.in_caption:
            table.cells.append(cell)
        elif table.caption is None:
            table.caption = cell.value
        table.in_caption = False

    def _cell(self, table: _Open, pending: _Pending, end: int) -> Cell:
        opens, (attrs_start, attrs_end), start, header, inline = pending
        content = self.text[start:end]
        value = content.lstrip(TRIMMED)
        value_start = end - len(value) if value else start + (content[:1] in (" ", "\t"))
        value_end = table.reach = value_start + len(value.rstrip(TRIMMED))
        if self.shifted:
            after, before = self.masked.after, self.masked.before
            value_start = after(value_start) if value else before(value_start)
            value_end = before(value_end) if value else value_start
            opens, start, end = after(opens), before(start), before(end)
            attrs_start, attrs_end = before(attrs_start), before(attrs_end)
        source = self.masked.source
        attrs = source[attrs_start:attrs_end] if attrs_end > attrs_start else ""
        rowspan, colspan = _spans(attrs) if attrs else (1, 1)
        value = source[value_start:value_end]
        return Cell(start, end, value_start, value_end, value, header, attrs, rowspan, colspan, opens, inline)

    def _end_row(self, table: _Open, end: int) -> None:
        """The row's content ends here; a row without cells is none."""
        self._end_pending(table, end)
        if table.cells and table.row_start is not None:
            line_end = self.text.find("\n", table.reach) + 1 or len(self.text)
            start, row_end = self.masked.after(table.row_start), self.masked.before(line_end)
            table.rows.append(Row(tuple(table.cells), start, row_end, self._source(table.row_attrs)))
        table.cells = []
        table.row_start = None
        table.row_attrs = (0, 0)

    def _end_table(self, content: int, close: int, end: int) -> None:
        """The innermost table ends: where its content does, where the closing line begins, and after ``|}``."""
        table = self.stack.pop()
        self._end_row(table, content)
        after, before = self.masked.after, self.masked.before
        attrs, caption = self._source(table.attrs), table.caption or ""
        start, end, close = after(table.start), before(end), after(close)
        self.tables[table.number] = Table(start, end, close, attrs, caption, tuple(table.rows))

    def _source(self, span: tuple[int, int]) -> str:
        start, end = span
        return self.masked.source[self.masked.before(start) : self.masked.before(end)] if end > start else ""


def _spans(attrs: str) -> tuple[int, int]:
    """The row span and column span that a browser reads from a cell's attributes; ``rowspan=0`` is to the end."""
    found = {span[1].lower(): span[2] or span[3] or span[4] or "" for span in _SPAN.finditer(attrs)}
    rows, columns = (_NUMBER.match(found.get(name, "")) for name in ("rowspan", "colspan"))
    rowspan = min(int(rows[1][:9]), MAX_ROWSPAN) or MAX_ROWSPAN if rows else 1
    return rowspan, max(1, min(int(columns[1][:9]), MAX_COLSPAN)) if columns else 1
