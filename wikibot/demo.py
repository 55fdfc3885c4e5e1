"""A small playable game in a folder: pages, queued lines of several accounts, settings."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from wikibot.exits import USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.wiki.folder import FolderWiki

SETTINGS_NAME, WIKI_NAME = "settings.ini", "wiki"
MARK = "# A game made by `wikibot demo`."
OPENER = "Steward"  # who made the pages
_SETTINGS = """\
{mark}

[wiki]
api = folder:{wiki}
user = Wikibot
keyboard = {keyboard}

[game]
rules = {rules}
ruleset = {ruleset}
gamestate = {gamestate}
actions = {actions}
log = {log}

[stewards]
users = {opener}, {keyboard}

[bot]
stop_page = Stop
every = 1 minute
"""


class Script(Protocol):
    """What a game gives for its demo.

    ``pages``: title → text of ruleset, gamestate and actions page, in this order. ``lines``: (account, how many
    minutes ago, text of an action line).
    """

    @property
    def pages(self) -> Mapping[str, str]: ...

    @property
    def lines(self) -> Sequence[tuple[str, int, str]]: ...


@dataclass(frozen=True)
class Place:
    """A demo's folder."""

    folder: Path

    @property
    def settings(self) -> Path:
        """Its settings file."""
        return self.folder / SETTINGS_NAME

    @property
    def is_demo(self) -> bool:
        """Whether a demo was made here."""
        with contextlib.suppress(OSError, UnicodeDecodeError):
            return self.settings.read_text(encoding="utf-8").startswith(MARK)
        return False


def has_demo(game: Game[Any]) -> bool:
    """Whether a game brings a demo."""
    return callable(getattr(game, "demo", None))


def make_demo(place: Place, game: Game[Any], now: datetime | None = None) -> None:
    """Write pages, lines and settings. Raises :class:`ProgramError` where the folder holds anything else."""
    _check_empty(place.folder)
    script: Script = game.demo()  # type: ignore[attr-defined]
    wiki = FolderWiki(place.folder / WIKI_NAME)
    now = now or datetime.now(UTC)
    lines = sorted(script.lines, key=lambda line: -line[1])
    start = now - timedelta(minutes=1 + max((minutes for _, minutes, _ in lines), default=0))
    for title, text in script.pages.items():
        wiki.save_as(OPENER, title, text, start, "the game begins")
    ruleset, gamestate, actions = list(script.pages)[:3]
    text = script.pages[actions].rstrip("\n") + "\n"
    for account, minutes, line in lines:
        text += line if line.endswith("\n") else f"{line}\n"
        wiki.save_as(account, actions, text, now - timedelta(minutes=minutes))
    place.settings.write_text(
        _SETTINGS.format(
            mark=MARK, wiki=WIKI_NAME, keyboard=wiki.keyboard, rules=game.name, ruleset=ruleset, gamestate=gamestate,
            actions=actions, log="Log", opener=OPENER,
        ),
        encoding="utf-8",
    )  # fmt: skip


def _check_empty(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        full = any(folder.iterdir())
    except OSError as error:
        raise ProgramError(
            f"{folder}: no demo can be made here ({error.strerror}); name another folder", USAGE
        ) from None
    if full:
        why = "the folder is not empty and holds no demo; name another one, such as `wikibot demo my-demo`"
        raise ProgramError(f"{folder}: {why}", USAGE)
