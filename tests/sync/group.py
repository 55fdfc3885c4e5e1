"""A group that plays a nomic of its own on a folder wiki, for tests of the sync."""

from __future__ import annotations

from pathlib import Path

from rules.generic import GAME
from tests.rules.generic.pages import table
from tests.sync.world import World, settings_of

RULES = """Rules of the village.

== Digging ==
A player may dig: they gain 1 Gold.

== Resting ==
A player may rest: they gain 2 Gold.
"""
STATE = table("Player | Gold", "Ann | 5", "Bob | 5")
PAGES = {"Rules": RULES, "State": STATE, "Play": "== Actions ==\n", "Orders": "Orders:\n"}
CHEAT = "\n== Cheating ==\nA player may cheat: they gain 90 Gold.\n"


class Group(World):
    """A group that plays from its own pages, with Sam as steward; or has none of them ``yet``."""

    game = GAME

    def __init__(self, folder: Path, *, yet: bool = True, **game: str) -> None:
        stewards = {"users": "Sam", "page": "Orders"}
        settings = settings_of(folder, game={"rules": "generic", **game}, stewards=stewards)
        super().__init__(folder, settings, PAGES if yet else {})
        if yet:
            self.sync()

    def says(self, user: str, line: str, title: str = "Play") -> int:
        return self.edit(user, title, f"{self.text(title).rstrip()}\n* {line}\n")

    def rule(self, user: str, old: str, new: str) -> int:
        assert old in self.text("Rules")
        return self.edit(user, "Rules", self.text("Rules").replace(old, new))

    def gold(self, player: str) -> int:
        line = next(e for e in self.text("State").splitlines() if e.startswith(f"| {player} "))
        return int(line.rpartition("||")[2])

    @property
    def log(self) -> list[str]:
        return [line for line in self.text("Log").splitlines() if "Z rule " in line]
