"""The board as drawn on the gamestate page: one function for every way to a new page, for equal bytes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from wikibot.game.board.picture import Picture
from wikibot.game.game import Game
from wikibot.game.page.board_section import drawn, put_board, with_heading
from wikibot.game.page.board_wikitext import board_wikitext
from wikibot.game.problems import Held, failure
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.kept import check_marked, check_written


def written(game: Game[Any], page: str, book: Rulebook, state: Any, own: str | None = None) -> str:
    """The page with a state laid over it, and with its drawing where it has a heading ``Board``.

    ``own``: the page as the bot saved it last, where that is known. Raises ``UnsafeEdit`` as
    :meth:`Game.write` does, and where anything else on the page would change.
    """
    new = game.write(page, book, state)
    check_written(page, new, lists=game.in_lists)
    with_board = _with_board(game, new, book, state, own)
    check_marked(new, with_board, _boards(new), _boards(with_board))
    return with_board


def new_gamestate(game: Game[Any], book: Rulebook, now: datetime, title: str) -> str:
    """A starting gamestate page with a heading ``Board`` and the drawing below it, where the game has one."""
    page = game.new_page(book, now, title)
    state = game.read(page, book, now).state
    return (
        _with_board(game, with_heading(page), book, state)
        if picture_of(game, book, state)
        else page
    )


def picture_of(game: Game[Any], book: Rulebook, state: Any) -> Picture | None:
    """The board as it is; None where there is none, or where the ruleset page lacks a number that drawing it needs.

    The old drawing then stays, and the game plays on.
    """
    return picture_or_why(game, book, state)[0]


def picture_or_why(
    game: Game[Any], book: Rulebook, state: Any
) -> tuple[Picture | None, tuple[str, ...]]:
    """The same, with what a person has to be told where the program failed at it."""
    try:
        return game.picture(state, book), ()
    except Held:
        return None, ()
    except Exception as error:  # noqa: BLE001  # a drawing stops nothing
        return None, (failure("drawing the board", error),)


def _with_board(
    game: Game[Any], page: str, book: Rulebook, state: Any, own: str | None = None
) -> str:
    picture = picture_of(game, book, state)
    return put_board(page, board_wikitext(picture), own) if picture else page


def _boards(page: str) -> list[tuple[int, int]]:
    found = drawn(page)
    return [found] if found else []
