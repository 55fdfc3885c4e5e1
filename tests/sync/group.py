"""A group that plays a nomic of its own on a folder wiki, for tests of the sync."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from wikibot.config.games import load_game
from wikibot.config.settings import from_sections
from wikibot.storage.local import Journal
from wikibot.sync.report import Report
from wikibot.sync.run import sync
from wikibot.wiki.folder import FolderWiki

RULES = """Rules of the village.

== Digging ==
A player may dig: they gain 1 Gold.

== Resting ==
A player may rest: they gain 2 Gold.
"""
STATE = """== Players ==
{|
! Player !! Gold
|-
| Ann || 5
|-
| Bob || 5
|}
"""
CHEAT = "\n== Cheating ==\nA player may cheat: they gain 90 Gold.\n"


class Group:
    """A group that plays from its own pages, with Sam as steward; or has none of them ``yet``."""

    def __init__(self, folder: Path, *, yet: bool = True, **game: str) -> None:
        self.now = datetime(2024, 1, 5, 12, tzinfo=UTC)
        pages = {"ruleset": "Rules", "gamestate": "State", "actions": "Play", "log": "Log"}
        self.settings = from_sections({
            "wiki": {"api": f"folder:{folder}"},
            "game": {"rules": "generic", **pages, **game},
            "stewards": {"users": "Sam", "page": "Orders"},
        })  # fmt: skip
        self.game = load_game("generic")
        self.journal = Journal(":memory:")
        self.wiki = FolderWiki(folder, user="Wikibot", keyboard="K", clock=lambda: self.now)
        if not yet:
            return
        self.edit("Sam", "Rules", RULES)
        self.edit("Sam", "State", STATE)
        self.edit("Sam", "Play", "== Actions ==\n")
        self.edit("Sam", "Orders", "Orders:\n")
        self.sync()

    def edit(self, user: str, title: str, text: str) -> int:
        self.now += timedelta(minutes=1)
        return self.wiki.save_as(user, title, text, self.now).revision

    def text(self, title: str) -> str:
        revision = self.wiki.read([title])[title]
        return (revision.text or "") if revision else ""

    def says(self, user: str, line: str, title: str = "Play") -> int:
        return self.edit(user, title, f"{self.text(title).rstrip()}\n* {line}\n")

    def rule(self, user: str, old: str, new: str) -> int:
        assert old in self.text("Rules")
        return self.edit(user, "Rules", self.text("Rules").replace(old, new))

    def sync(self, wiki: Any = None) -> Report:
        self.now += timedelta(minutes=1)
        return sync(self.settings, self.game, wiki or self.wiki, self.journal)

    def gold(self, player: str) -> int:
        line = next(e for e in self.text("State").splitlines() if e.startswith(f"| {player} "))
        return int(line.rpartition("||")[2])

    @property
    def log(self) -> list[str]:
        return [line for line in self.text("Log").splitlines() if "Z rule " in line]
