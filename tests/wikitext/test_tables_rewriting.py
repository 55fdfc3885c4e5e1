"""Changing cells and rows: what is written, what stays, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.for_each import for_each
from tests.wikitext.cases import Case, case_params
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_writer import (
    AddRow,
    Change,
    NoSuchCell,
    RemoveRow,
    SetCell,
    TableError,
    UnsafeEdit,
    rewrite,
)

_CHANGE = re.compile(r"(?P<verb>set|remove|add) ?(?P<numbers>(?:-?\d+ ?)*)(?P<values>.*)")
_PLAYERS = "{|\n! Name !! Place\n|-\n| Fish || 3\n|-\n| Duck || 4\n|}"


@for_each("case", case_params(Path(__file__).parent / "table_changes.txt"))
def test_a_page_reads_as_changed(case: Case) -> None:
    """Every case says in its label what holds."""
    before, new, changes = (_marked(case, mark) for mark in " NC")
    table = read_tables("\n".join(before))[int(case.fields.get("table", "0"))]

    found = rewrite("\n".join(before), table, [_change(line) for line in changes])

    assert "\n".join(new) == found, case.label


def test_line_breaks_of_windows_are_kept() -> None:
    """In a page with CR LF, new rows and cells get CR LF, too."""
    page = "{|\r\n! A !! B\r\n|-\r\n| 1\r\n|}\r\n"

    found = rewrite(page, read_tables(page)[0], [SetCell(0, 1, "2"), AddRow({0: "3", 1: "4"})])

    assert found == "{|\r\n! A !! B\r\n|-\r\n| 1 || 2\r\n|-\r\n| 3 || 4\r\n|}\r\n"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([SetCell(2, 0, "x")], "no such row"), ([SetCell(-2, 0, "x")], "no such row"),
        ([SetCell(0, -1, "x")], "no such column"), ([SetCell(0, 10**9, "x")], "no such column"),
        ([RemoveRow(2)], "no such row"), ([AddRow({10**9: "x"})], "no such column"),
    ],
)  # fmt: skip
def test_a_place_that_is_not_there_is_refused(changes: list[Change], reason: str) -> None:
    """A row or column that the table does not have is named, and nothing is written."""
    with pytest.raises(NoSuchCell, match=reason):
        rewrite(_PLAYERS, read_tables(_PLAYERS)[0], changes)


@for_each(
    "page, changes",
    [
        pytest.param(
            "{|\n| rowspan=2 | a || b\n|-\n| c\n|}",
            [SetCell(1, 0, "x")],
            id="a place inside a row span",
        ),
        pytest.param(
            "{|\n| colspan=2 | a\n|}", [SetCell(0, 1, "x")], id="a place inside a column span"
        ),
        pytest.param(
            "{|\n| rowspan=0 | a || b\n|}", [AddRow({0: "x"})], id="a row below an endless span"
        ),
        pytest.param(
            "{|\n| rowspan=2 | a || b\n|-\n| c\n|}",
            [RemoveRow(0)],
            id="removing the start of a span",
        ),
        pytest.param(
            "{|\n| rowspan=2 | a || b\n|-\n| c\n|}", [RemoveRow(1)], id="removing the end of a span"
        ),
        pytest.param(
            "{|\n| a\n|-\n| b\n|}",
            [SetCell(0, 0, "x"), RemoveRow(0)],
            id="both changed and removed",
        ),
        pytest.param(
            "{|\n| a\n|}", [SetCell(0, 0, "x"), SetCell(0, 0, "y")], id="two values for one cell"
        ),
        pytest.param(
            "{|\n| a <b || c\n|}",
            [SetCell(0, 1, "1 > 0")],
            id="the end of a tag that was left open",
        ),
        pytest.param(
            "{|\n| a <b || c\n|}\n1 > 0",
            [SetCell(0, 0, "x")],
            id="a tag that reaches out of the table",
        ),
        pytest.param(
            "{|\n| a\n\nMore text.", [SetCell(0, 0, "x")], id="text after a table without an end"
        ),
        pytest.param(
            "{|\n| a\n\nMore text.",
            [RemoveRow(0)],
            id="a row with the text after a table without an end",
        ),
        pytest.param(
            "{|\n| a\n{|\n| b\n|}\n|}", [SetCell(0, 0, "x")], id="a cell with a table in it"
        ),
        pytest.param(
            "{|\n|\n{|\n| b\n|}\n|}",
            [SetCell(0, 0, "x")],
            id="a cell with nothing but a table in it",
        ),
    ],
)
def test_what_would_change_something_else_is_refused(page: str, changes: list[Change]) -> None:
    """Where another cell or the page around would read differently, nothing is written."""
    with pytest.raises(UnsafeEdit):
        rewrite(page, read_tables(page)[0], changes)


def test_a_table_of_another_text_is_refused() -> None:
    """Places of an older revision would hit other words."""
    with pytest.raises(TableError, match="read the page again"):
        rewrite("New intro.\n" + _PLAYERS, read_tables(_PLAYERS)[0], [SetCell(0, 0, "x")])


def test_an_error_names_table_row_column_and_value() -> None:
    """The message tells an editor where to look; its parts are there for programs."""
    page = "{|\n|+ Players\n! Name !! Place\n|-\n| rowspan=2 | Fish || 3\n|-\n| 4\n|}"

    with pytest.raises(TableError) as caught:
        rewrite(page, read_tables(page)[0], [SetCell(1, 0, "Duck")])

    error = caught.value
    assert (error.region, error.row, error.column, error.value) == ("table 'Players'", 1, 0, "Duck")
    assert str(error) == (
        "table 'Players', row 2, column 1: the cell spans several rows or columns; split it "
        "by hand first ('Duck')"
    )


def _marked(case: Case, mark: str) -> list[str]:
    return [text for found, text in case.page if found == mark]


def _change(line: str) -> Change:
    found = _CHANGE.fullmatch(line)
    assert found, line
    numbers = [int(number) for number in found["numbers"].split()]
    values = json.loads("[" + found["values"].replace('" "', '", "') + "]")
    if found["verb"] == "set":
        return SetCell(numbers[0], numbers[1], values[0])
    return RemoveRow(numbers[0]) if found["verb"] == "remove" else AddRow(dict(enumerate(values)))


@pytest.mark.parametrize(
    ("opening", "value", "added"),
    [
        ('|- id="space-6"', "7", '|- id="space-7"'), ("|- id=6", "7", '|- id="7"'),
        ('|- id="space-6" class="x"', "7", "|-"), ('|- id="first"', "7", "|-"),
        ('|- id="space-6"', 'x" onclick="y', "|-"), ('|- id="space-6"', "", "|-"),
        ("|-", "7", "|-"),
    ],
)  # fmt: skip
def test_a_new_row_has_an_id_like_that_of_the_row_above(
    opening: str, value: str, added: str
) -> None:
    """Links from a board lead to rows by ids made of the first cell;
    other ids are their row's own.
    """
    text = f"{{|\n! Space !! Type\n{opening}\n| 6 || Blank\n|}}\n"
    (table,) = read_tables(text)

    new = rewrite(text, table, [AddRow({0: value, 1: "Geode"})])

    assert new.split("\n")[4] == added
