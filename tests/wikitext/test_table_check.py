"""The last check before a page is saved: whatever went wrong before it, nothing but the wanted change gets through."""

from __future__ import annotations

import pytest

from wikibot.wikitext.table_changes import UnsafeEdit
from wikibot.wikitext.table_check import Seen, check, seen
from wikibot.wikitext.table_reader import read_tables

_OLD = "Before.\n{|\n|+ Players\n! Name\n|-\n| Fish || 3\n|}\nAfter {{lc:A}}.\n{|\n| z\n|}\n"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
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
