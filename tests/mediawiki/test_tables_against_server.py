"""The truth about tables is the server:
the same cases, beside the HTML that MediaWiki makes of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tests.mediawiki.html_tables import html_grids, html_text, squeezed
from tests.mediawiki.server import Server
from tests.wikitext.table_cases import Grid, Square, TableCase, grids, table_cases
from wikibot.wikitext.table_reader import Table, read_tables
from wikibot.wikitext.table_writer import SetCell, UnsafeEdit, rewrite

_INLINE = "<span></span>"  # what follows is not at the start of a line
_NASTY = "-7 | a || b }} {| [[ <b!! <!-- <nowiki> {{!}} {{lc:A"
_ONE_EMPTY_CELL = ((Square(header=False, rowspan=1, colspan=1, value=""),),)


def test_every_table_is_read_as_the_server_shows_it(mediawiki: Server) -> None:
    """Rows, cells, headers, spans, captions and the text of every cell agree;
    exceptions say why.
    """
    cases = _possible(mediawiki, table_cases())
    shown = [html_grids(html) for html in _parsed(mediawiki, [case.text for case in cases])]
    read = _rendered(mediawiki, [case.text for case in cases])

    differences = {
        case.name: (ours, theirs)
        for case, ours, theirs in zip(cases, read, shown, strict=True)
        if _as_compared(case, ours) != _as_compared(case, theirs)
    }

    assert {} == differences


def test_every_exception_has_its_reason() -> None:
    """A case that is compared in a way of its own says in words why the server differs."""
    silent = [
        case.name
        for case in table_cases()
        if "compare" in case.fields and not case.fields.get("differs")
    ]

    assert [] == silent


def test_a_written_cell_reads_so_on_the_server_and_no_other_changes(mediawiki: Server) -> None:
    """Whatever is written into the last cell of each case is shown literally there;
    all other cells are as before.
    """
    cases = [case for case in _possible(mediawiki, table_cases()) if "compare" not in case.fields]
    written = [(case, *_write_last(case.text)) for case in cases]
    changed = [(case, new, place) for case, new, place in written if place]
    before = [
        html_grids(html) for html in _parsed(mediawiki, [case.text for case, _, _ in changed])
    ]
    after = [html_grids(html) for html in _parsed(mediawiki, [new for _, new, _ in changed])]

    differences = {
        case.name: (new, now)
        for (case, new, place), was, now in zip(changed, before, after, strict=True)
        if place and now != _with_value(was, place, squeezed(_NASTY))
    }

    assert {} == differences
    assert len(changed) > 0.8 * len(cases)


def _possible(server: Server, cases: Sequence[TableCase]) -> list[TableCase]:
    """The cases whose tags the server knows; without the extension they are other cases."""
    answer = server.anonymous().api(action="query", meta="siteinfo", siprop="extensiontags")
    tags = [tag.strip("<>") for tag in answer["query"]["extensiontags"]]
    return [case for case in cases if case.fields.get("needs", "nowiki") in tags]


def _parsed(server: Server, texts: Sequence[str]) -> list[str]:
    """The HTML of each text, in one request:
    MediaWiki parses what stands in an indicator by itself, like a page.
    """
    page = "".join(
        f'<indicator name="{number:05}">\n{text}</indicator>' for number, text in enumerate(texts)
    )
    answer = server.anonymous().api(
        action="parse", text=page, contentmodel="wikitext", prop="indicators"
    )
    found = answer["parse"]["indicators"]
    return [found[f"{number:05}"] for number in range(len(texts))]


def _rendered(server: Server, pages: Sequence[str]) -> list[tuple[Grid, ...]]:
    """The tables of each page as we read them, with each value as the server shows it."""
    values = [
        value for page in pages for table in read_tables(page) for value in _values(page, table)
    ]
    texts = iter([html_text(html) for html in _parsed(server, values)])
    return [tuple(_with_texts(grid, texts) for grid in grids(page)) for page in pages]


def _values(page: str, table: Table) -> list[str]:
    """The caption and all values, each on a line as the page has it:
    only after a line break is a list a list.
    """
    cells = [cell for row in table.rows for cell in row.cells]
    breaks = ["\n" in page[cell.start : cell.value_start] for cell in cells]
    values = [
        cell.value if first else _INLINE + cell.value
        for cell, first in zip(cells, breaks, strict=True)
    ]
    return [_INLINE + table.caption, *values]


def _with_texts(table: Grid, texts: Iterator[str]) -> Grid:
    caption = next(texts)
    rows = tuple(tuple(replace(cell, value=next(texts)) for cell in row) for row in table.rows)
    return Grid(caption, rows)


def _as_compared(case: TableCase, tables: tuple[Grid, ...]) -> tuple[Grid, ...]:
    """The tables as far as they are to agree; without a reason to the contrary, wholly."""
    how = case.fields.get("compare")
    if how == "last":
        return tables[-1:]
    if how == "empty":
        return tuple(
            replace(table, rows=()) if table.rows == _ONE_EMPTY_CELL else table for table in tables
        )
    if how == "shape":
        return tuple(replace(table, rows=tuple(map(_shape, table.rows))) for table in tables)
    return tables


def _write_last(page: str) -> tuple[str, tuple[int, int, int] | None]:
    """The page with something nasty in the last cell of its last table, and which table, row and
    cell that is.

    None instead where there is no such cell, where it holds more than a value, and where its table
    is in a cell.
    """
    tables = read_tables(page)
    if (
        not tables
        or not tables[-1].rows
        or any(tables[-1].end <= other.end for other in tables[:-1])
    ):
        return page, None
    table = tables[-1]
    row, number = len(table.rows) - 1, len(table.rows[-1].cells) - 1
    column = next(
        first
        for first, _, cell in table.placed(row - table.header_rows)
        if cell is table.rows[-1].cells[-1]
    )
    try:
        new = rewrite(page, table, [SetCell(row - table.header_rows, column, _NASTY)])
    except UnsafeEdit:
        return page, None
    return new, (len(tables) - 1, row, number)


def _with_value(
    tables: tuple[Grid, ...], place: tuple[int, int, int], value: str
) -> tuple[Grid, ...]:
    """The tables with another value in one cell."""
    number, row, column = place
    cells = [list(cells) for cells in tables[number].rows]
    cells[row][column] = replace(cells[row][column], value=value)
    changed = replace(tables[number], rows=tuple(map(tuple, cells)))
    return (*tables[:number], changed, *tables[number + 1 :])


def _shape(row: tuple[Square, ...]) -> tuple[Square, ...]:
    return tuple(replace(cell, value="") for cell in row)
