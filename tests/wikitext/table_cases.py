r"""Reads the cases of wikitables in ``tests/wikitext/tables``.

In each case the page is marked with a blank, the expected tables follow in order of their start:
``T|`` begins a table and gives its caption, ``R|`` is a row of cells, each a mark (``!`` or ``|``),
its spans if it has any (rows x columns), and its value as a JSON string. Fields: ``escapes``
(``\t``, ``\x..``, ``\u....`` in the page stand for characters), ``needs`` (a tag that the wiki must
know), ``differs`` (why the server's HTML differs) with ``compare`` (how).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.wikitext.cases import Case, read_cases
from wikibot.wikitext.table_reader import Table, read_tables

FOLDER = Path(__file__).parent / "tables"
_ESCAPE = re.compile(r"\\(?:(?P<letter>[rtn])|x(?P<two>..)|u(?P<four>....))")
_LETTERS = {"r": "\r", "t": "\t", "n": "\n"}
_CELL = re.compile(
    r'(?P<mark>[!|])(?:(?P<rows>\d+)x(?P<columns>\d+) )?(?P<value>"(?:[^"\\]|\\.)*")(?: |$)'
)


@dataclass(frozen=True)
class Square:
    """One cell: header or data, rows and columns that it spans, its value or text."""

    header: bool
    rowspan: int
    colspan: int
    value: str


@dataclass(frozen=True)
class Grid:
    """One table: its caption and its rows."""

    caption: str
    rows: tuple[tuple[Square, ...], ...]


@dataclass(frozen=True)
class TableCase:
    """One case. ``fields``: see the module."""

    name: str
    text: str
    grids: tuple[Grid, ...]
    fields: dict[str, str]


def table_cases() -> list[TableCase]:
    """All cases, in order of files and places."""
    return [_table_case(case) for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path)]


def table_params() -> list[object]:
    """The cases as parameters of a test, named after them."""
    return [pytest.param(case, id=case.name) for case in table_cases()]


def grids(text: str) -> tuple[Grid, ...]:
    """What the table engine reads, in the form of the cases."""
    return tuple(_grid(table) for table in read_tables(text))


def _grid(table: Table) -> Grid:
    rows = tuple(
        tuple(Square(cell.header, cell.rowspan, cell.colspan, cell.value) for cell in row.cells)
        for row in table.rows
    )
    return Grid(table.caption, rows)


def _table_case(case: Case) -> TableCase:
    page = "\n".join(text for mark, text in case.page if mark == " ")
    found: list[Grid] = []
    for mark, text in case.page:
        if mark == "T":
            found.append(Grid(_unescaped(text), ()))
        elif mark == "R":
            found[-1] = Grid(found[-1].caption, (*found[-1].rows, _row(text)))
    text = _unescaped(page) if "escapes" in case.fields else page
    return TableCase(case.name, text, tuple(found), case.fields)


def _row(text: str) -> tuple[Square, ...]:
    assert not _CELL.sub("", text), text
    return tuple(
        Square(
            cell["mark"] == "!", int(cell["rows"] or 1), int(cell["columns"] or 1),
            json.loads(cell["value"]),
        )
        for cell in _CELL.finditer(text)
    )  # fmt: skip


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(
        lambda e: _LETTERS.get(e["letter"]) or chr(int(e["two"] or e["four"], 16)), text
    )
