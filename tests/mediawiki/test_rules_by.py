"""Whose edits of the ruleset page count, on a real server: addresses, groups, moved pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.mediawiki.server import Server
from tests.mediawiki.table import bot
from tests.sync.group import CHEAT, RULES, STATE
from wikibot.config.games import load_game
from wikibot.config.sections import BotSection, GameSection, StewardsSection, WikiSection
from wikibot.config.settings import Settings
from wikibot.storage.local import Journal
from wikibot.sync.report import Report
from wikibot.sync.run import sync

GAME = load_game("generic")
PAGES = {
    "Rules": RULES,
    "State": STATE.replace("Ann", "Alice").replace("Bob", "Carol"),
    "Play": "== Actions ==",
    "Orders": "Orders below.",
}


class Village:
    """A group of Alice and Carol, whose stewards are the wiki's administrators."""

    def __init__(self, server: Server, folder: Path, pages: Mapping[str, str] = PAGES) -> None:
        self.server, self.folder = server, folder
        self.steward = server.client("Steward")
        self.settings = Settings(
            WikiSection(server.proxy.api, Server.bot_user),
            GameSection("generic", "Rules", "State", "Play", "Log"),
            StewardsSection((), ("sysop",), "Orders"),
            BotSection(journal=folder / "journal"),
            file=folder / "settings.ini",
        )
        for title, text in pages.items():
            self.steward.edit(title, text)
        self.sync()

    def says(self, name: str, line: str, title: str = "Play") -> None:
        self.server.client(name).edit(title, append=f"\n* {line} ~~~~")

    def rule(self, name: str, old: str, new: str) -> int:
        text = self.steward.text("Rules")
        assert old in text
        return self.server.client(name).edit("Rules", text.replace(old, new))

    def sync(self) -> Report:
        with Journal(self.folder / "journal") as journal:
            return sync(self.settings, GAME, bot(self.server.proxy.api, self.folder), journal)

    def gold(self, player: str) -> int:
        page = self.steward.text("State").splitlines()
        return int(next(e for e in page if e.startswith(f"| {player} ")).rpartition("||")[2])


@pytest.fixture
def village(mediawiki_143: Server, tmp_path: Path) -> Village:
    """A village that the bot has seen once."""
    return Village(mediawiki_143, tmp_path)


def test_an_address_makes_no_rules(village: Village) -> None:
    """All within a second or two; a steward by group takes up what was held."""
    address = village.server.anonymous()
    revision = address.edit("Rules", append=CHEAT)
    village.says("Carol", "cheat")
    village.rule("Alice", "gain 1 Gold", "gain 3 Gold")
    village.says("Carol", "dig")
    village.rule("Steward", "gain 3 Gold", "gain 30 Gold")
    village.says("Carol", "dig")
    report = village.sync()

    assert village.gold("Carol") == 5 + 3 + 30
    assert f"revision {revision} by 192.0.2.1 does not count" in " ".join(report.problems)
    assert "192.0.2.1 does not count" in village.steward.text("Orders")

    village.says("Steward", f"accept revision {revision}", "Orders")
    village.says("Carol", "cheat")
    assert village.sync().problems == ()
    assert village.gold("Carol") == 5 + 3 + 30 + 90
    village.sync()  # with the log
    log = [line for line in village.steward.text("Log").splitlines() if "Z rule " in line]
    assert [each.split("Z rule ")[1].split(" in ")[0] for each in log] == [
        "changed by Alice", "changed by Steward", "added by 192.0.2.1",
    ]  # fmt: skip


def test_a_page_that_was_moved_to_the_title_is_not_played_by(village: Village) -> None:
    """Until it is moved back; what was written before is played then."""
    village.server.client("Mallory").edit("Mine", RULES + CHEAT)
    village.steward.move("Rules", "Rules of old", redirect=False)
    village.server.client("Mallory").move("Mine", "Rules", redirect=False)
    village.says("Carol", "cheat")
    report = village.sync()

    assert "by Mallory put another page there" in " ".join(report.problems)
    assert village.gold("Carol") == 5

    village.steward.move("Rules", "Mine", redirect=False)
    village.steward.move("Rules of old", "Rules", redirect=False)
    village.says("Carol", "dig")
    village.sync()

    assert village.gold("Carol") == 6
