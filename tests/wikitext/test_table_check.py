"""The last check before a page is saved:
whatever went wrong before it, nothing but the wanted change gets through.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from wikibot.wikitext import table_reader, table_writer
from wikibot.wikitext.table_reader import mask, read_row, read_tables
from wikibot.wikitext.table_writer import Seen, SetCell, TextEdit, UnsafeEdit, check, rewrite, seen

_OLD = "Before.\n{|\n|+ Players\n! Name\n|-\n| Fish || 3\n|}\nAfter {{lc:A}}.\n{|\n| z\n|}\n"


@for_each(
    "old, new, reason",
    [
        ("Before.", "After.", "around"),
        ("After {{lc:A}}.", "After {{lc:A}}", "around"),
        ("{{lc:A}}", "<!-- A -->", "around"),
        ("Players", "Others", "caption"),
        ("Fish || 3", "Fish || 4", "would read '4'"),
        ("Fish || 3", 'style="x" | Fish || 3', "would read 'Fish'"),
        ("! Name", "| Name", "would read 'Name'"),
        ("Fish || 3", "Fish", "1 cells, not 2"),
        ("| Fish", "| a\n|-\n| Fish", "3 rows, not 2"),
        ("3\n|}", "3\n| ", "3 cells, not 2"),
        ("| Fish || 3", "| Fish || 3\n{|\n| y\n|}", "appear or vanish"),
    ],
)
def test_a_page_with_anything_else_changed_is_refused(old: str, new: str, reason: str) -> None:
    """The page around, the caption, other cells, rows and tables must all be there as they were."""
    table = read_tables(_OLD)[0]

    with pytest.raises(UnsafeEdit, match=reason):
        check(_OLD, _OLD.replace(old, new, 1), table, [], [seen(row) for row in table.rows])


def test_a_page_without_the_wanted_value_is_refused() -> None:
    """A change that had no effect is not a success."""
    table = read_tables(_OLD)[0]
    wanted = [seen(table.rows[0]), [Seen("Duck", header=False, attrs=""), *seen(table.rows[1])[1:]]]

    with pytest.raises(UnsafeEdit, match="would read 'Fish'"):
        check(_OLD, _OLD, table, [], wanted)


def test_a_change_in_a_nested_table_may_show_in_the_cell_around_it_only() -> None:
    """The cell that holds the changed table reads differently; its neighbours must not."""
    old = "{|\n| a\n|\n{|\n| b\n|}\n|}"
    inner = read_tables(old)[1]
    wanted = [[Seen("c", header=False, attrs="")]]

    check(old, old.replace("| b", "| c"), inner, [], wanted)
    with pytest.raises(UnsafeEdit, match="around"):
        check(old, old.replace("| b", "| c").replace("| a", "| d"), inner, [], wanted)


# -- what the changed row alone shows --------------------------------------------------------------

_PIECES = (
    "{|", "|}", "|-", "|+", "|", "||", "!", "!!", "a", "<!--", "-->", "<!-- x -->", "[[", "]]",
    "{{", "}}", "{{!}}",
    "<nowiki>", "</nowiki>", "<b>", "\n", "\n|", "\n!", "\n|-\n", "\n{|\n", "\n|}\n", "\n==", " ",
    "\t",
)  # fmt: skip
soup = st.lists(st.sampled_from(_PIECES), max_size=6).map("".join)


@given(parts=st.tuples(soup, soup, soup, soup, soup), new_value=soup)
def test_what_one_row_shows_holds_of_the_whole_page(
    parts: tuple[str, str, str, str, str], new_value: str
) -> None:
    """Whatever stands around and in a cell:
    where its row alone is read again, all else did stay.
    """
    before, one, two, three, after = parts
    text = (
        f"{before}\n{{|\n! H\n|-\n| x || {one}\n|-\n| MARK || {two}\n|-\n| {three} || y\n|}}\n"
        f"{after}"
    )
    found = [
        (table, row, cell)
        for table in read_tables(text)
        for row in table.rows
        for cell in row.cells
        if cell.value == "MARK"
    ]
    for table, row, cell in found:
        edit = TextEdit(cell.value_start, cell.value_end, new_value)
        new = text[: edit.start] + new_value + text[edit.end :]
        grown, at = len(new) - len(text), table.rows.index(row)
        stop = table.rows[at + 1].start if at + 1 < len(table.rows) else 0
        read = read_row(mask(new), row.start, stop + grown) if stop else None
        if read is None:
            continue
        expected = [*table.rows[:at], read, *table.rows[at + 1 :]]
        if table_writer._is_one_row(text, new, table, [edit], expected):
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(table_writer, "_is_one_row", lambda *_: False)
                check(text, new, table, [edit], expected)


def test_one_cell_costs_the_same_in_a_long_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a page that was read, the changed row alone is read again, however many there are."""
    assert rows_read(10, monkeypatch) == rows_read(1000, monkeypatch) == 2


def rows_read(count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many rows are read, old and new, to set one cell of a table of that length."""
    text = "{|\n! A !! B\n" + "".join(f"|-\n| {n} || fish\n" for n in range(count)) + "|}\n"
    table, ends = read_tables(text)[0], list[Any]()
    own = table_reader._Reader._end_row

    def counted(*given: Any) -> None:
        ends.append(given)
        own(*given)

    with monkeypatch.context() as patched:
        patched.setattr(table_reader._Reader, "_end_row", counted)
        new = rewrite(text, table, [SetCell(count // 2, 1, "duck")])

    assert read_tables(new)[0].value(count // 2, 1) == "duck"
    return len(ends) // 2  # each has a beginning and an end
