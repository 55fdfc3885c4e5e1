"""Columns are found by their headers, and places by row and logical column."""

from __future__ import annotations

from wikibot.wikitext.table_reader import Table, read_tables

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
