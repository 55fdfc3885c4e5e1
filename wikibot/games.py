"""The installed games, found through the entry-point group ``wikibot.games``."""

from __future__ import annotations

import difflib
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from wikibot.exits import SETTINGS, ProgramError
from wikibot.game.game import Game

GROUP = "wikibot.games"


class NoSuchGame(ProgramError):
    """No game of this name can be loaded; ``str`` lists those that can."""

    exit_code = SETTINGS


def installed() -> dict[str, EntryPoint]:
    """The installed games by name, in alphabetical order."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def load_game(name: str) -> Game[Any]:
    """The game of this name. Raises :class:`NoSuchGame`."""
    games = installed()
    if name not in games:
        raise NoSuchGame(_unknown(name, list(games)))
    try:
        game = games[name].load()
    except (ImportError, AttributeError) as error:
        raise NoSuchGame(f"the game {name!r} cannot be loaded: {error}; install its package again") from error
    if not isinstance(game, Game):
        raise NoSuchGame(f"{games[name].value} is no wikibot game; its package must name an instance of Game")
    return game


def _unknown(name: str, names: list[str]) -> str:
    if not names:
        return "no games are installed; install the project with `pip install .`"
    close = difflib.get_close_matches(name, names, 1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"there is no game {name!r}.{hint} Installed: {', '.join(names)}"
