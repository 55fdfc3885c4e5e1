"""A small playable game in a folder: pages, queued lines of several accounts, settings."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from wikibot.exits import USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.wiki.folder import FolderWiki
from wikibot.wikitext.signatures import expand

SETTINGS_NAME, WIKI_NAME = "settings.ini", "wiki"
MARK = "# A game made by `wikibot demo`."
OPENER = "Steward"  # who made the pages
ACTIONS = "Talk:Gamestate"
_ACTIONS_PAGE = """\
Write what you do under the heading below, one line for each action, and sign it.

== Actions ==
"""
_SETTINGS = """\
{mark}

[wiki]
api = folder:{wiki}
user = Wikibot
keyboard = {keyboard}

[game]
rules = {rules}
ruleset = Ruleset
gamestate = Gamestate
actions = Talk:Gamestate
log = Log

[stewards]
users = {opener}, {keyboard}

[bot]
stop_page = Stop
every = 1 minute
"""


def settings_of(folder: Path) -> Path:
    """The settings file of a demo's folder."""
    return folder / SETTINGS_NAME


def is_demo(folder: Path) -> bool:
    """Whether a demo was made here."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return settings_of(folder).read_text(encoding="utf-8").startswith(MARK)
    return False


def has_demo(game: Game[Any]) -> bool:
    """Whether a game brings a demo."""
    return type(game).demo is not Game.demo


def make_demo(folder: Path, game: Game[Any]) -> None:
    """Write pages, lines and settings; raises :class:`ProgramError` if the folder is in use."""
    _check_empty(folder)
    script = game.demo()
    wiki = FolderWiki(folder / WIKI_NAME)
    now = datetime.now(UTC)
    start = now - timedelta(minutes=1 + max((minutes for _, minutes, _ in script.lines), default=0))
    for title, text in {**script.pages, ACTIONS: _ACTIONS_PAGE}.items():
        wiki.save_as(OPENER, title, text, start, "the game begins")
    text = _ACTIONS_PAGE
    for account, minutes, line in script.lines:
        time = now - timedelta(minutes=minutes)
        text += f"* {line} {expand('~~~~', account, time)}\n"
        wiki.save_as(account, ACTIONS, text, time)
    settings = _SETTINGS.format(
        mark=MARK, wiki=WIKI_NAME, keyboard=wiki.keyboard, rules=game.name, opener=OPENER
    )
    settings_of(folder).write_text(settings, encoding="utf-8")


def _check_empty(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        full = any(folder.iterdir())
    except OSError as error:
        why = f"{folder}: no demo can be made here ({error.strerror}); name another folder"
        raise ProgramError(why, USAGE) from None
    if full:
        why = "the folder is not empty and holds no demo"
        how = "name another one, such as `wikibot demo my-demo`"
        raise ProgramError(f"{folder}: {why}; {how}", USAGE)
