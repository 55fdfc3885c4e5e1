"""A thin scan of wikitables, good enough for rulesets until the table engine takes its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class ScannedRow:
    """A row: offsets in the page and its cells, trimmed."""

    start: int
    end: int
    cells: list[str] = field(default_factory=list)
    header: bool = False


@dataclass
class ScannedTable:
    """A table: offsets in the page, the cells of its header, the other rows."""

    start: int
    end: int
    header: list[str]
    rows: list[ScannedRow]


def scan_tables(text: str, start: int, end: int) -> Iterator[ScannedTable]:
    """Tables of a part of a page."""
    at = start
    while (opened := text.find("{|", at, end)) >= 0:
        closed = text.find("\n|}", opened, end)
        stop = end if closed < 0 else closed + 3
        rows = list(_rows(text, opened, stop))
        header = next((row for row in rows if row.header), None)
        names = [cell.strip() for cell in header.cells] if header else []
        yield ScannedTable(opened, stop, names, [row for row in rows if row is not header])
        at = stop


def _rows(text: str, start: int, end: int) -> Iterator[ScannedRow]:
    at = text.find("\n", start, end) + 1
    row = ScannedRow(at, at)
    while at < end:
        line_end = text.find("\n", at, end)
        line = text[at : end if line_end < 0 else line_end]
        after = end if line_end < 0 else line_end + 1
        bare = line.lstrip(" \t:")
        if bare.startswith(("|-", "|}")):
            if row.cells:
                yield row
            row = ScannedRow(at, after)
        elif bare.startswith(("|", "!")) and not bare.startswith("|+"):
            row.header |= bare.startswith("!") and not row.cells
            split = re.split(r"\|\||!!", bare[1:]) if bare[0] == "!" else bare[1:].split("||")
            row.cells += [_value(cell) for cell in split]
            row.end = after
        elif row.cells:
            row.cells[-1] += "\n" + line
            row.end = after
        at = after


def _value(cell: str) -> str:
    attributes, bar, value = cell.partition("|")
    return value.strip() if bar and "[[" not in attributes and "{{" not in attributes else cell.strip()
