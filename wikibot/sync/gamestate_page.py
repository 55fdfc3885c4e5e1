"""A gamestate page put together: state, drawing, status line, hidden comment, checked as a whole.

Every function raises ``UnsafeEdit`` rather than giving a page on which anything that people wrote
has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct, field

from wikibot.game.board.picture import Picture
from wikibot.game.game import Game
from wikibot.game.page.board import (
    board_links,
    board_wikitext,
    drawn,
    put_board,
    shown_from,
    undrawn,
    with_heading,
)
from wikibot.game.problems import Held, failure
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.storage.hidden_comment import NAME, write_cursor
from wikibot.sync.status_line import StatusLine, find_status, put_status, status_lines
from wikibot.wikitext.escape import comments_named
from wikibot.wikitext.kept import check_marked, check_written
from wikibot.wikitext.own_marks import place_at_end
from wikibot.wikitext.table_changes import UnsafeEdit


class DrawnPage(Struct, frozen=True):
    """A page with a state laid over it, and the board's picture.

    ``picture`` is None where there is none, or where the ruleset page lacks a number that drawing
    it needs: the old drawing then stays, and the game plays on. ``links``: where its cells lead.
    ``problem``: what a person has to be told where the program failed at it.
    """

    text: str
    picture: Picture | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


def lay_over(
    game: Game[Any],
    page: str,
    book: Rulebook,
    state: Any,
    own: str | None = None,
    board_page: str = "",
) -> DrawnPage:
    """The page with a state, and with its drawing where it has a heading ``Board``.

    ``own``: the page as the bot saved it last, where that is known. ``board_page``: the title of
    the page on which the board is drawn, to be shown there; "": it is drawn here.
    """
    new = game.write(page, book, state)
    check_written(page, new, lists=game.in_lists)
    picture, problem = _picture(game, book, state)
    if picture is None:
        return DrawnPage(new, problem=problem)
    links = board_links(undrawn(new), picture)
    drawing = shown_from(board_page) if board_page else board_wikitext(picture, links)
    with_board = put_board(new, drawing, own)
    before, after = ([place] if (place := drawn(each)) else [] for each in (new, with_board))
    check_marked(new, with_board, before, after)
    return DrawnPage(with_board, picture, links)


def new_gamestate(game: Game[Any], book: Rulebook, now: datetime, title: str) -> str:
    """A starting page, with a heading ``Board`` and the drawing where the game has one."""
    page = game.new_page(book, now, title)
    picture, _ = _picture(game, book, game.read(page, book, now).state)
    if picture is None:
        return page
    return put_board(with_heading(page), board_wikitext(picture, board_links(page, picture)))


def finished(page: str, status: StatusLine) -> str:
    """The page with status line and hidden comment."""
    cursor, marked = status.cursor, put_status(page, status)
    now = find_status(marked)
    if now is None:
        raise UnsafeEdit("there is no place on the page for the bot's status line")
    check_marked(page, marked, status_lines(page, status.own), [now])
    # A first comment goes before what is never closed.
    at = len(marked) if comments_named(marked, NAME) else place_at_end(marked)
    new = write_cursor(marked[:at], cursor) + (f"\n{marked[at:]}" if marked[at:] else "")
    check_marked(marked, new, comments_named(marked, NAME), comments_named(new, NAME))
    return new


def _picture(game: Game[Any], book: Rulebook, state: Any) -> tuple[Picture | None, str]:
    try:
        return game.picture(state, book), ""
    except Held:
        return None, ""
    except Exception as error:  # noqa: BLE001  # a drawing stops nothing
        return None, failure("drawing the board", error)
