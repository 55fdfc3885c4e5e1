"""A gamestate page put together: state, drawing, status line and hidden comment, checked as a whole before it is saved.

Raises ``UnsafeEdit`` rather than giving a page on which anything that people wrote has changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from wikibot.game.state import State
from wikibot.storage.cursor import NAME, Cursor, write_cursor
from wikibot.sync.status_line import find_status, put_status
from wikibot.wikitext.escape import comments_named
from wikibot.wikitext.kept import check_marked
from wikibot.wikitext.own_marks import place_at_end
from wikibot.wikitext.table_changes import UnsafeEdit


def finished(
    page: str,
    cursor: Cursor,
    state: State,
    stewards: str,
    own: str | None = None,
    remarks: Sequence[str] = (),
    waiting: Sequence[str] = (),
) -> str:
    """The page with status line and hidden comment. ``own``: the page as the bot saved it last, where it is known.

    ``remarks`` are for the status line, this once; ``waiting``: rules that wait, for it as well.
    """
    marked = put_status(page, cursor, state, stewards, own, remarks, waiting)
    _check(page, marked, own)
    new = _with_cursor(marked, cursor)
    check_marked(marked, new, comments_named(marked, NAME), comments_named(new, NAME))
    return new


def _with_cursor(page: str, cursor: Cursor) -> str:
    """The comment in its place; a first one goes before what is never closed."""
    at = len(page) if comments_named(page, NAME) else place_at_end(page)
    return write_cursor(page[:at], cursor) + (f"\n{page[at:]}" if page[at:] else "")


def _check(page: str, marked: str, own: str | None) -> None:
    old, new = find_status(page, own), find_status(marked)
    if new is None:
        raise UnsafeEdit("there is no place on the page for the bot's status line")
    check_marked(page, marked, [old] if old else [], [new])
