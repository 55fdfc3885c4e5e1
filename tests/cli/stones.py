"""The tiny game with what the command line asks of a game.

JSON, a board, a starting page, a demo.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.game.tiny import Tiny
from wikibot.game.calendar import format_time
from wikibot.game.game import Demo
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State

GAMESTATE = "Our game.\n\n== Stones ==\n* Ann: 0 stones\n* Bea: 5 stones\n\nThat is all.\n"
ACTIONS = "Write below.\n\n== Actions ==\n"


DEMO_LINES = (
    ("Ann", 30, "dig -- 2d4 (1, 3) = 4"),
    ("Bea", 20, "dig"),
    ("Cat", 10, "dig -- 2d4 (1, 1) = 2"),
    ("Ann", 5, "dance"),
)


class Stones(Tiny):
    """Made to be installed."""

    name = "stones"

    def to_json(self, state: State, book: Rulebook) -> Mapping[str, Any]:
        players = [
            {"name": name, "items": dict(player.items)} for name, player in state.players.items()
        ]
        waiting = [{"player": pending.player, "asks": pending.asks} for pending in state.pending]
        return {
            "game": self.name,
            "now": format_time(state.now),
            "players": players,
            "pending": waiting,
            "judge": None,
        }

    def board(self, state: State, book: Rulebook) -> str:
        return "\n".join(
            f"{name} {'o' * player.count('Stone')}" for name, player in state.players.items()
        )

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        return f"{title}, begun {format_time(now)}.\n\n== Stones ==\n"

    def demo(self) -> Demo:
        return Demo({"Ruleset": "No rules.\n", "Gamestate": GAMESTATE}, DEMO_LINES)


GAME = Stones()


def install(site: Path) -> None:
    """Install the game in a folder of packages.

    An entry point in a package's metadata, as pip leaves it.
    """
    info = site / "stones-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stones\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[wikibot.games]\nstones = tests.cli.stones:GAME\nbroken = no.such:GAME\n"
    )
