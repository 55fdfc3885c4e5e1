"""A folder wiki with the tiny game on it, for tests of the sync."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

from tests.game.tiny import ACTIONS, GAMESTATE, Tiny
from wikibot.config.settings import Settings, from_sections
from wikibot.game.game import Game
from wikibot.storage.local import Journal
from wikibot.sync.report import Options, Report
from wikibot.sync.run import sync
from wikibot.wiki.base import Edit, Saved
from wikibot.wiki.folder import FolderWiki


def settings_of(folder: Path, file: Path = Path("settings.ini"), **sections: Any) -> Settings:
    """Settings of a game in a folder with Sam as steward, by default the tiny one; those of a
    section that is given in place of ours, but for the pages of the game.
    """
    pages = {"ruleset": "Rules", "gamestate": "State", "actions": "Play", "log": "Log"}
    ours = {"wiki": {"api": f"folder:{folder}"}, "stewards": {"users": "Sam"}}
    game = {"rules": "stones", **pages, **sections.pop("game", {})}
    return from_sections({**ours, "game": game, **sections}, file)


def with_orders(folder: Path, file: Path = Path("settings.ini")) -> Settings:
    """Settings of a Cycle 15 game in a folder, with Sam as steward and a page for orders."""
    stewards = {"users": "Sam", "page": "Orders"}
    return settings_of(folder, file, game={"rules": "cycle15"}, stewards=stewards)


DIG = "* dig -- 2d4 (1, 3) = 4"
TINY_PAGES = {"Rules": "No rules.\n", "State": GAMESTATE, "Play": ACTIONS}


class World:
    """The wiki, the journal and a clock that goes on by a minute with every edit and every sync."""

    game: Game[Any] | None = None  # None for the tiny one, anew for each sync

    def __init__(
        self, folder: Path, settings: Settings | None = None, pages: Mapping[str, str] = TINY_PAGES
    ) -> None:
        self.folder = folder
        self.now = datetime(2024, 1, 5, 12, tzinfo=UTC)
        self.settings = settings or settings_of(folder, bot={"stop_page": "Stop"})
        self.journal = Journal(":memory:")
        self.wiki = self.open()
        for title, text in pages.items():
            self.edit("Sam", title, text)

    def open(self) -> FolderWiki:
        return FolderWiki(self.folder, user="Wikibot", keyboard="Keyboard", clock=lambda: self.now)

    def edit(self, user: str, title: str, text: str, summary: str = "") -> int:
        self.now += timedelta(minutes=1)
        return self.wiki.save_as(user, title, text, self.now, summary).revision

    def add(self, user: str, line: str, title: str = "Play") -> int:
        return self.edit(user, title, self.text(title) + f"{line}\n")

    def text(self, title: str) -> str:
        revision = self.wiki.read([title])[title]
        return (revision.text or "") if revision else ""

    def revisions(self, title: str) -> int:
        return len(self.wiki.history(title, 0)) if self.text(title) else 0

    def sync(self, **options: Any) -> Report:
        self.now += timedelta(minutes=1)
        game, wiki = self.game or Tiny(), options.pop("wiki", self.wiki)
        storage = options.pop("storage", None)
        return sync(self.settings, game, wiki, self.journal, Options(**options), storage)

    def later(self, **options: Any) -> Report:
        """Sync when pages that had to wait are saved."""
        self.now += timedelta(minutes=15)
        return self.sync(**options)

    def copied(self, folder: Path) -> Self:
        """The same wiki in another folder, with the same journal and time."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        made = copy(self)
        wiki = replace(self.settings.wiki, api=f"folder:{folder}")
        made.settings = replace(self.settings, wiki=wiki, file=folder / self.settings.file.name)
        made.folder, made.journal = folder, Journal(":memory:")
        made.wiki = made.open()
        made.journal._rows.write(self.journal.dump())
        return made

    def forget(self) -> None:
        """Lose all local files."""
        self.close()
        self.journal = Journal(":memory:")

    def close(self) -> None:
        """Let go of the local files."""
        self.journal.close()


class Killed(BaseException):
    """The program ends at once."""


class Deadly:
    """A wiki at whose save with a number the program ends, before or after it took effect."""

    def __init__(self, world: World, save: int, *, after: bool) -> None:
        self.world, self.left, self.after = world, save, after

    def __getattr__(self, name: str) -> Any:
        return getattr(self.world.wiki, name)

    def save(self, edit: Edit) -> Saved:
        self.left -= 1
        if self.left == 0 and not self.after:
            raise Killed
        saved = self.world.wiki.save(edit)
        if self.left == 0:
            raise Killed
        return saved
