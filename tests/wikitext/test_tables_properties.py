"""What holds for every table and every change:
nothing is lost, nothing else is touched, nothing is slow.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.wikitext.table_pages import Page, pages, wanted
from wikibot.wikitext.escape import decode_value, encode_value
from wikibot.wikitext.table_reader import Table, read_tables
from wikibot.wikitext.table_writer import AddRow, Change, RemoveRow, SetCell, rewrite

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
    table = _table(page.text)

    assert page.headers == table.headers
    assert page.rows == _values(table)


@given(page=pages(), data=st.data())
def test_exactly_the_wanted_changes_are_read_back(page: Page, data: st.DataObject) -> None:
    """After any set of changes the table reads as changed,
    and all around it is the same, character for character.
    """
    changes, wanted_rows = _changes(data.draw, page)
    table = _table(page.text)

    new = rewrite(page.text, table, changes)

    after = _table(new)
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

    assert page.text == rewrite(page.text, _table(page.text), changes)


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
    table = _table(page.text)
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
    table = _table(page)
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


def _table(text: str) -> Table:
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
