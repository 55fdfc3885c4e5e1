"""The installed games, found through the entry-point group ``wikibot.games``."""

from __future__ import annotations

import sys
from copy import copy
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from wikibot.exits import SETTINGS, ProgramError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from wikibot.game.game import Game

GROUP = "wikibot.games"


class NoSuchGame(ProgramError):
    """No game of this name can be loaded; ``str`` lists those that can."""

    exit_code = SETTINGS


def installed() -> dict[str, EntryPoint]:
    """The installed games by name, in alphabetical order."""
    return _installed(tuple(sys.path))


@cache
def _installed(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Those on a path, which takes milliseconds to look through."""
    from importlib.metadata import entry_points

    return {
        entry.name: entry
        for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    }


def load_game(name: str, ledger: str = "") -> Game[Any]:
    """The game of this name; ``ledger``: who may write notes, where a setting says it.

    Raises :class:`NoSuchGame`.
    """
    from wikibot.game.game import Game

    entry = installed().get(name)
    if entry is None:
        raise NoSuchGame(unknown_game(name))
    try:
        game = entry.load()
    except (ImportError, AttributeError) as error:
        raise NoSuchGame(
            f"the game {name!r} cannot be loaded: {error}; install its package again"
        ) from error
    if not isinstance(game, Game):
        raise NoSuchGame(
            f"{entry.value} is not a wikibot game; its package must name an instance of Game"
        )
    if ledger and ledger != game.ledger:
        game = copy(game)
        game.ledger = ledger
    return game


class LaterGame:
    """A game that is loaded when it is first used: with nothing new, it is not."""

    def __init__(self, name: str, ledger: str) -> None:
        self._game, self._loading = cache(lambda: load_game(name, ledger)), Lock()

    def __getattr__(self, attribute: str) -> Any:
        with self._loading:
            game = self._game()
        return getattr(game, attribute)


def unknown_game(name: str) -> str:
    """Why there is no game of this name; "" where there is."""
    games = installed()
    if name in games:
        return ""
    if not games:
        return "no games are installed; install the project with `pip install .`"
    import difflib

    close = difflib.get_close_matches(name, games, 1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"there is no game {name!r}.{hint} Installed: {', '.join(games)}"
