"""Wikitables are read cell by cell as MediaWiki shows them;
the same cases are shown to real servers elsewhere.
"""

from __future__ import annotations

from tests.for_each import for_each
from tests.wikitext.table_cases import TableCase, grids, table_cases, table_params
from wikibot.wikitext.table_reader import read_tables


@for_each("case", table_params())
def test_a_page_is_read_as_mediawiki_shows_it(case: TableCase) -> None:
    """Tables, captions, rows, headers,
    spans and values of a page are those that MediaWiki shows.
    """
    found = grids(case.text)

    assert case.grids == found, case.label


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
