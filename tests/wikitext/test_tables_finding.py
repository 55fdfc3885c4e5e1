"""Columns are found by their headers, and places by row and logical column."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.wikitext.cases import Case, case_params
from tests.wikitext.table_cases import TableCase, grids, table_cases, table_params
from tests.wikitext.table_pages import Page, pages, wanted
from wikibot.wikitext.escape import decode_value, encode_value
from wikibot.wikitext.table_reader import Table, read_tables
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

_TWO = """== Players ==
{| class="wikitable"
|+
! '''Name''' !! Location (Space Identifier)
! [[Crystal]]s
|-
| Fish || 3 || 0
|}
== Spaces ==
{|
! Space !! Space&nbsp;Type ⚡️
|-
| 1 || Blank
|}
"""


def _table(text: str) -> Table:
    return read_tables(text)[0]


def test_headers_are_plain_text() -> None:
    """Bold, links and entities in a header are no part of its name."""
    table = _table(_TWO)

    assert table.headers == ("Name", "Location (Space Identifier)", "Crystals")


def test_names_are_compared_folded_and_may_be_alternatives() -> None:
    """Case, blanks and emoji marks do not matter, and any one of several names will do."""
    players, spaces = read_tables(_TWO)

    assert players.column("Items", "location  (space identifier)") == 1
    assert players.column("Items") is None
    assert spaces.column("space type ⚡") == 1


def test_the_body_begins_below_the_headers() -> None:
    """Header rows are counted downwards to -1, body rows from 0."""
    table = _table(_TWO)

    assert table.value(0, 0) == "Fish"
    assert table.value(-1, 0) == "'''Name'''"
    assert (table.cell(1, 0), table.cell(0, 3), table.cell(-2, 0), table.cell(0, -1)) == (
        None, None, None, None,
    )  # fmt: skip
    assert table.value(1, 0) == ""


def test_bold_text_can_be_a_header() -> None:
    """A first row of nothing but bold cells is a header row;
    one cell that is not bold makes it data.
    """
    bold = _table("{|\n| '''Name''' || '''Age'''\n|-\n| Fish || 2\n|}")
    data = _table("{|\n| '''Name''' || Age\n|-\n| Fish || 2\n|}")

    assert (bold.headers, len(bold.body)) == (("Name", "Age"), 1)
    assert (data.headers, len(data.body)) == ((), 2)


def test_two_header_rows_name_the_columns_by_the_lower_one() -> None:
    """Group headers span columns; a header that spans rows counts in the lower row as well."""
    table = _table(
        "{|\n! rowspan=2 | Name !! colspan=2 | Place\n|-\n! x !! y\n|-\n| Fish || 1 || 2\n|}"
    )

    assert table.headers == ("Name", "x", "y")
    assert [table.value(0, column) for column in range(3)] == ["Fish", "1", "2"]


def test_a_header_row_below_the_headers_is_a_row() -> None:
    """A row of headers further down is not a second header row, unless spans above it say so."""
    table = _table("{|\n! Name !! Age\n|-\n! Idle !! players\n|-\n| Fish || 2\n|}")

    assert len(table.body) == 2


def test_spans_are_resolved() -> None:
    """A cell is found in every row and column that it spans; a huge span does no harm."""
    table = _table(
        "{|\n! A !! B !! C\n|-\n| rowspan=1000000 | a || colspan=2 | b\n|-\n| c || d\n|}"
    )

    assert [[table.value(row, column) for column in range(3)] for row in range(2)] == [
        ["a", "b", "b"],
        ["a", "c", "d"],
    ]


def test_a_key_value_table_is_read_by_its_row_headers() -> None:
    """Rows begin with a header cell; names are compared folded, a row of headers counts, too."""
    text = "{|\n| x\n|}\n{|\n! Wheel Rotation\n| 8\n|-\n! '''Phase'''\n| V\n|}"
    table = read_tables(text)[1]

    assert table.row_keys == {"wheel rotation": 0, "phase": 1}
    assert table.value(table.row_keys["phase"], 1) == "V"


def test_headers_above_data_are_no_keys() -> None:
    """The first header of a table is a key only where every row begins with a header."""
    keys = _table("{|\n! Season !! Winter\n|-\n! Phase !! V\n|}")

    assert (keys.row_keys["season"], keys.value(keys.row_keys["season"], 1)) == (-1, "Winter")
    assert _table("{|\n! Name !! Age\n|-\n| Fish || 2\n|}").row_keys == {}
    assert _table("{|\n! Name !! Age\n|}").row_keys == {}


def test_nested_tables_are_found_too() -> None:
    """A table inside a cell is a table; the cell around it holds its text."""
    text = "{|\n! Outer\n|-\n|\n{|\n! Inner\n|-\n| a\n|}\n|}"

    outer, inner = read_tables(text)

    assert inner.headers == ("Inner",)
    assert text[inner.start : inner.end] in outer.value(0, 0)


def test_no_table_is_deeper_than_any_page_needs() -> None:
    """Beyond 32 levels tables are left as the text of the cell around them."""
    assert len(read_tables("{|\n|\n" * 50 + "|}\n" * 50 + "{|\n| a\n|}")) == 33


# Wikitables are read cell by cell as MediaWiki shows them;
# the same cases are shown to real servers elsewhere.


@for_each("case", table_params())
def test_a_page_is_read_as_mediawiki_shows_it(case: TableCase) -> None:
    """Tables, captions, rows, headers,
    spans and values of a page are those that MediaWiki shows.
    """
    found = grids(case.text)

    assert case.grids == found, case.name


def test_no_case_is_listed_twice() -> None:
    """Every case has a name of its own, so that a failure names it."""
    names = [case.name for case in table_cases()]

    assert sorted(set(names)) == sorted(names)


@for_each("case", table_params())
def test_a_cell_knows_its_place_in_the_page(case: TableCase) -> None:
    """The places of a cell lead to its value in the page itself,
    and lie in order within its row and table.
    """
    for table in read_tables(case.text):
        for row in table.rows:
            assert table.start <= row.start < row.end <= len(case.text)
            for cell in row.cells:
                assert cell.value == case.text[cell.value_start : cell.value_end]
                assert (
                    row.start
                    <= cell.opens
                    < cell.start
                    <= cell.value_start
                    <= cell.value_end
                    <= row.end
                )
                assert cell.value_end <= cell.end


# Changing cells and rows: what is written, what stays, and what is refused.


_CHANGE = re.compile(r"(?P<verb>set|remove|add) ?(?P<numbers>(?:-?\d+ ?)*)(?P<values>.*)")
_PLAYERS = "{|\n! Name !! Place\n|-\n| Fish || 3\n|-\n| Duck || 4\n|}"


@for_each("case", case_params(Path(__file__).parent / "table_changes.txt"))
def test_a_page_reads_as_changed(case: Case) -> None:
    """Every case says in its first line what holds."""
    before, new, changes = (_marked(case, marks) for marks in (" B", " N", "C"))
    table = read_tables("\n".join(before))[int(case.fields.get("table", "0"))]

    found = rewrite("\n".join(before), table, [_change(line) for line in changes])

    assert "\n".join(new) == found, case.name


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


def _marked(case: Case, marks: str) -> list[str]:
    return [text for found, text in case.page if found in marks]


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


# What holds for every table and every change:
# nothing is lost, nothing else is touched, nothing is slow.


Draw = Callable[..., Any]

_MARKUP = """
    {| |} |- |+ | || ! !! a <!-- --> [[ ]] {{ }} {{!}} {{{ }}} -{ }- <nowiki> </nowiki>
    <b> <b > : = &#124;
"""
_SOUP = [
    *_MARKUP.split(),
    *[
        "\n", "\n|", "\n!", "\n|-\n", "\n{|\n", "\n|}\n", "\n==", "\r\n", " ", "rowspan=2 |",
        "colspan=9999999999 |",
    ],
    *["<includeonly>", "<noinclude>", "\x00", "\x0b", "\x7f", "\ud800"],
]  # fmt: skip
_soup = st.lists(st.sampled_from(_SOUP), max_size=60).map("".join)


@given(text=_soup)
def test_any_text_is_read_without_an_error_and_kept(text: str) -> None:
    """No page is too odd to be read; places stay inside the page, and values are parts of it."""
    tables = read_tables(text)

    for table in tables:
        assert 0 <= table.start < table.end <= len(text)
        assert table.header_rows <= len(table.rows)
        assert rewrite(text, table, []) == text
        for row in table.rows:
            assert all(cell.value == text[cell.value_start : cell.value_end] for cell in row.cells)


@given(value=wanted)
def test_what_is_encoded_is_decoded(value: str) -> None:
    """Any text of one line comes back from a cell as it went in,
    from cells of data and of headers.
    """
    assert value == decode_value(encode_value(value))
    assert value == decode_value(encode_value(value, header=True))


@given(page=pages())
def test_generated_pages_are_read_as_they_were_meant(page: Page) -> None:
    """Values that were encoded are read from any layout."""
    table = _read_table(page.text)

    assert page.headers == table.headers
    assert page.rows == _values(table)


@given(page=pages(), data=st.data())
def test_exactly_the_wanted_changes_are_read_back(page: Page, data: st.DataObject) -> None:
    """After any set of changes the table reads as changed,
    and all around it is the same, character for character.
    """
    changes, wanted_rows = _changes(data.draw, page)
    table = _read_table(page.text)

    new = rewrite(page.text, table, changes)

    after = _read_table(new)
    assert wanted_rows == [list(_stripped(row)) for row in _values(after)]
    assert page.text[: table.start] == new[: after.start]
    assert page.text[table.end :] == new[after.end :]
    assert table.headers == after.headers


@given(page=pages(), data=st.data())
def test_setting_what_is_there_changes_nothing(page: Page, data: st.DataObject) -> None:
    """Writing the values that a page has already leaves every byte as it was."""
    places = [
        (row, column) for row, values in enumerate(page.rows) for column in range(len(values))
    ]
    chosen = data.draw(st.lists(st.sampled_from(places), unique=True)) if places else []
    changes = [SetCell(row, column, page.rows[row][column]) for row, column in chosen]

    assert page.text == rewrite(page.text, _read_table(page.text), changes)


@given(page=pages(), data=st.data())
def test_one_cell_is_changed_in_its_own_place(page: Page, data: st.DataObject) -> None:
    """All bytes before and after a changed value stay, padding that an empty cell lacked apart."""
    places = [
        (row, column)
        for row, values in enumerate(page.rows)
        for column, value in enumerate(values)
        if value
    ]
    if not places:
        return
    row, column = data.draw(st.sampled_from(places))
    table = _read_table(page.text)
    cell = table.cell(row, column)
    assert cell

    new = rewrite(page.text, table, [SetCell(row, column, "new")])

    assert page.text[: cell.value_start] + "new" + page.text[cell.value_end :] == new


_MANGLED = [
    *(each for each in _SOUP if not {"\n|", "\n!", "\n=", "\r\n"} & {each[:2]}),
    *["[[Pond|", "]]", "{{a|", "}}", "\nmore || text", "\n: !! text", "&#60;", "&amp;#91;"],
]


@given(
    odd=st.lists(st.sampled_from(_MANGLED), max_size=8).map("".join),
    newline=st.sampled_from(["\n", "\r\n"]),
)
def test_what_people_left_in_a_cell_stays_when_something_is_added(odd: str, newline: str) -> None:
    """Bars on further lines, halves of links and entities are kept as they are written."""
    page = f"{{|\n! H0 !! B\n|-\n| 2 Fish {odd}, Hat || c\n|}}\n".replace("\n", newline)
    table = _read_table(page)
    cell = table.cell(0, 0)
    assume(cell and table.end == len(page) - len(newline) and len(table.rows) == 2)
    assert cell

    new = rewrite(page, table, [SetCell(0, 0, decode_value(cell.value) + ", Duck")])

    assert page[: cell.value_end] + ", Duck" + page[cell.value_end :] == new


@for_each(
    "hostile",
    [
        lambda n: "{|\n|" + "||" * n,
        lambda n: "{|\n" + "|-\n| a || b\n" * n,
        lambda n: "{|\n" + "| {{ a\n" * n + "|}",
        lambda n: "{{a|" * n + "}}" * n,
        lambda n: "{{{a|\n" * n + "}}}" * n,
        lambda n: "{{<{{a}}" * n + "}}" * n,
        lambda n: "{|\n|\n" * n + "|}\n" * n,
        lambda n: "{|\n" * n,
        lambda n: "x" + "<!-- -->" * n,
        lambda n: "<ref>" * n + "<pre " * n,
        lambda n: "-{{{" * n + "[[" * n,
        lambda n: "{|\n" + "| rowspan=65534 colspan=1000 | a\n" * n + "|-\n| b\n" * n + "|}",
    ],
)
def test_no_page_takes_more_than_its_length(hostile: Callable[[int], str]) -> None:
    """A page of four times the length takes about four times the steps, not sixteen."""
    few, many = _calls(hostile(300)), _calls(hostile(1200))

    assert many < 6 * few


def _calls(text: str) -> int:
    """How many calls it takes to read a page and to look into its first tables."""
    count = 0

    def step(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(step)
    try:
        for table in read_tables.__wrapped__(text)[:3]:
            table.column("Name")
            table.cell(0, 0)
            table.row_keys.get("name")
    finally:
        sys.setprofile(None)
    return count


def _read_table(text: str) -> Table:
    return next(table for table in read_tables(text) if table.column("H0") is not None)


def _values(table: Table) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(decode_value(cell.value) for cell in row.cells) for row in table.body)


def _stripped(row: tuple[str, ...]) -> tuple[str, ...]:
    """A row without the empty cells at its end: adding those is a matter of layout."""
    while row and not row[-1]:
        row = row[:-1]
    return row


def _changes(draw: Draw, page: Page) -> tuple[list[Change], list[list[str]]]:
    """Changes of a page, and the rows that they should lead to."""
    changes: list[Change] = []
    rows: list[list[str]] = []
    for number, values in enumerate(page.rows):
        fate = draw(st.sampled_from(["keep", "keep", "set", "remove"]))
        row = list(values)
        if fate == "remove":
            changes.append(RemoveRow(number))
        else:
            if fate == "set":
                row = _set(draw, page, number, row, changes)
            rows.append(list(_stripped(tuple(row))))
    rows += _added(draw, page, changes)
    order = draw(st.permutations([change for change in changes if not isinstance(change, AddRow)]))
    return [*order, *(change for change in changes if isinstance(change, AddRow))], rows


def _set(draw: Draw, page: Page, number: int, row: list[str], changes: list[Change]) -> list[str]:
    for column in draw(
        st.lists(st.integers(0, len(page.headers)), min_size=1, max_size=3, unique=True)
    ):
        value = draw(wanted)
        changes.append(SetCell(number, column, value))
        row += [""] * (column + 1 - len(row))
        row[column] = value
    return row


def _added(draw: Draw, page: Page, changes: list[Change]) -> list[list[str]]:
    found: list[list[str]] = []
    for values in draw(st.lists(st.lists(wanted, max_size=len(page.headers) + 1), max_size=2)):
        changes.append(AddRow(dict(enumerate(values))))
        found.append(list(_stripped(tuple(values))))
    return found
