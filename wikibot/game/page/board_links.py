"""Where the cells of a board lead on the gamestate page: to the row of the space, or its table.

People's tables stay as they are. So a link goes to the ``id`` of a row where it has one, as in
``|- id="space-7"``, and otherwise to the heading above the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from wikibot.game.board.picture import Picture
from wikibot.wikitext.folding import fold
from wikibot.wikitext.plain import plain
from wikibot.wikitext.sections import sections
from wikibot.wikitext.table_reader import outer_tables
from wikibot.wikitext.tables import Table

_ID = re.compile(r"""\bid\s*=\s*["']?([\w-]{1,80})["'\s]?""")
_PLAIN = re.compile(r"[\w ,.()+-]{1,100}")  # a heading that does nothing in a link


def row_ids(page: str, header: str) -> Mapping[str, str]:
    """The ids of rows by what their first cells say, of the tables under a first ``header``."""
    found: dict[str, str] = {}
    for table in _tables(page, header):
        for row in table.rows:
            name = _ID.search(row.attrs)
            if name and row.cells:
                found.setdefault(plain(row.cells[0].value).strip(), name[1])
    return found


def board_links(page: str, picture: Picture) -> Mapping[str, str]:
    """The fragment that each cell leads to, by its id; nothing for a cell without a row."""
    found: dict[str, str] = {}
    for group in picture.groups:
        if not group.header:
            continue
        tables, ids = _tables(page, group.header), row_ids(page, group.header)
        above = _heading(page, tables[0].start) if tables else ""
        for cell in group.cells:
            place = ids.get(cell.label, above)
            if place:
                found[cell.id] = place
    return found


def _tables(page: str, header: str) -> list[Table]:
    wanted = fold(header)
    return [table for table in outer_tables(page) if fold(_first(table)) == wanted]


def _first(table: Table) -> str:
    """What the first cell of a table says."""
    cells = table.rows[0].cells if table.rows else ()
    return plain(cells[0].value).strip() if cells else ""


def _heading(page: str, at: int) -> str:
    """The nearest heading above a place, as the fragment of a link; "" without one."""
    above = [each for each in sections(page) if each.heading_end <= at]
    title = above[-1].title.strip() if above else ""
    return title if _PLAIN.fullmatch(title) else ""
