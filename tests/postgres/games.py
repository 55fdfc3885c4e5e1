"""Games on folder wikis with lines to play, and what must be true of their pages at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.game.tiny import ACTIONS
from tests.postgres.farms import Farm
from tests.postgres.worker import Worker
from wikibot.dice.session import Vault
from wikibot.storage.local import Storage
from wikibot.wiki.folder import FolderWiki

PLAYERS = ("Ann", "Bea")  # each may carry 20 stones, which is two lines at the least
OTHERS = ("Cat", "Dan")
_ANSWER = re.compile(r"'''(done|needs|cant|huh|held)'''")
_SEAL = re.compile(r'(?:sha256:|")([0-9a-f]{64})')
_FIRST = re.compile(r"# begun with revision \d+ sha256:\w+")  # of the page, no seal


class Table:
    """One game with dice that the bot rolls, kept in files or in a farm."""

    def __init__(self, folder: Path, site: Path, farm: Farm | None, name: str = "one") -> None:
        self.site, self.farm, self.name = site, farm, name
        self.file = Farm.file(folder, name, "sealed")
        self.wiki = FolderWiki(self.file.parent / "wiki", keyboard="Keyboard")
        players = "".join(f"* {player}: 0 stones\n" for player in (*PLAYERS, *OTHERS))
        state = f"Our game.\n\n== Stones ==\n{players}\nThat is all.\n"
        pages = (("Rules", "No rules.\n"), ("State", state), ("Play", ACTIONS))
        for title, text in pages:
            self.wiki.save_as("Sam", title, text)
        if farm:
            farm.add(name, "sealed")
        self.lines = 0

    def worker(self, **job: Any) -> Worker:
        """Begin a sync in a process."""
        kept: dict[str, Any] = (
            {"dsn": self.farm.dsn, "name": self.name} if self.farm else {"settings": str(self.file)}
        )
        return Worker(self.site, self.file.parent, **kept, **job)

    def sync(self, **job: Any) -> tuple[int | None, str]:
        """One sync in a process: its exit code and what it said."""
        return self.worker(**job).ended()

    def storage(self) -> Storage:
        """What keeps the game, as another process opens it."""
        from wikibot.config.settings import load
        from wikibot.storage.local import LocalStorage

        return self.farm.store().storage(self.name) if self.farm else LocalStorage(load(self.file))

    def write(self, players: Sequence[str] = PLAYERS) -> None:
        """A line of each."""
        for player in players:
            self.wiki.save_as(player, "Play", f"{self.text('Play')}* dig\n")
            self.lines += 1

    def text(self, title: str) -> str:
        """A page, "" where there is none."""
        revision = self.wiki.read([title])[title]
        return revision.text or "" if revision else ""

    @property
    def answers(self) -> list[str]:
        """The verdicts below the lines."""
        return _ANSWER.findall(self.text("Play"))

    @property
    def rolls(self) -> list[str]:
        """The lines of the log that were played."""
        return [line for line in self.text("Log").splitlines() if ": dig" in line]

    @property
    def seals(self) -> set[str]:
        """All seals that anybody can read."""
        texts = [
            each.text or "" for title in ("State", "Log") for each in self.wiki.history(title, 0)
        ]
        return set(_SEAL.findall(_FIRST.sub("", "".join(texts))))

    @property
    def lost(self) -> list[str]:
        """Seals that were published and whose secrets are gone."""
        vault = Vault(self.storage().seals, "State")
        return [seal for seal in self.seals if vault.find(seal) is None]

    @property
    def played_once(self) -> bool:
        """Every line has one answer and one place in the log, and the players have what it says."""
        found = [int(line.rpartition("= ")[2]) for line in self.rolls]
        stones = sum(map(int, re.findall(r": (\d+) stones", self.text("State"))))
        return (
            self.answers == ["done"] * self.lines
            and len(found) == self.lines
            and stones == sum(found)
        )
