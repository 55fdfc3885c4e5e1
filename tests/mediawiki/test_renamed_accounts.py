"""Accounts that MediaWiki's own script renames, with the rows of its users and actors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.cycle14 import GAME
from tests.mediawiki.server import Server
from tests.mediawiki.table import Table, bot
from wikibot.config.settings import Settings, from_sections
from wikibot.storage.cursor import read_cursor
from wikibot.storage.local import Journal
from wikibot.sync.report import Report
from wikibot.sync.run import sync


class Played(Table):
    """A game of Cycle 14 with proposals, trades and a judge, on a real wiki."""

    def _write_pages(self) -> None:
        ruleset = GAME.demo().pages["Ruleset"]
        page = GAME.new_page(GAME.rulebook(ruleset), self.server.now(), "A game")
        pages = {"Rules": ruleset, "State": page, "Play": "== Actions ==\n", "Orders": "Orders.\n"}
        for title, text in pages.items():
            self.server.client("Steward").edit(title, text)

    def sync(self, folder: Path | None = None, **options: object) -> Report:
        api = self.server.proxy.api
        with Journal(self.folder / "journal") as journal:
            return sync(self.settings, GAME, bot(api, self.folder), journal)

    @property
    def settings(self) -> Settings:
        """With a steward page."""
        pages = {"ruleset": "Rules", "gamestate": "State", "actions": "Play", "log": "Log"}
        return from_sections({
            "wiki": {"api": self.server.proxy.api, "user": Server.bot_user},
            "game": {"rules": "cycle14", **pages},
            "bot": {"journal": str(self.folder / "journal")},
            "stewards": {"users": "Erin", "page": "Orders"},
        })  # fmt: skip

    def answer(self, name: str, line: str, title: str = "Play") -> str:
        self.add(name, f"* {line} ~~~~", title)
        self.sync()
        raws = re.sub("</?(?:nowiki|code)>", "", self.text(title)).split("\n")
        return next(raw for raw in reversed(raws) if raw.startswith("*:")).partition(" <!--")[0]

    def rename(self, old: str, new: str) -> None:
        """Rename an account, and let anybody take the old name."""
        self.server.rename_account(old, new)


@pytest.fixture
def table(mediawiki: Server, tmp_path: Path) -> Played:
    """A game that Alice and Bob play."""
    table = Played(mediawiki, tmp_path)
    table.answer("Alice", "join")
    table.answer("Bob", "join")
    return table


def test_all_goes_on_under_the_new_name(table: Played) -> None:
    """Votes, proposals, trades, orders that wait, a steward's rights; at no more requests."""
    table.answer("Erin", "correct Alice has 3 Crystals; Bob has 3 Crystals", "Orders")
    table.answer("Alice", "propose: More of all")
    table.answer("Alice", "vote P1 for")
    offered = table.answer("Bob", "trade 1 Crystal to Alice for 2 Crystals")
    asked = table.answer("Alice", "leave")
    table.answer("Bob", "vote P1 for")
    table.server.proxy.mark()
    table.answer("Bob", "vote P1 against")
    usual = table.server.proxy.requests
    table.rename("Alice", "Alina")
    table.rename("Erin", "Irene")
    stranger = table.answer("Alice", "vote P1 against")
    no_steward = table.answer("Erin", "correct Alice has 9 Crystals", "Orders")
    table.server.proxy.mark()
    stays = table.answer("Alina", "choose no")
    requests = table.server.proxy.requests
    said = [table.answer("Alina", line) for line in ("join", "vote P1 against", "accept T1")]
    ordered = table.answer("Irene", "correct Bob has 8 Crystals", "Orders")
    retracted = table.answer("Alina", "retract P1")
    player = table.answer("Alice", "join as Alicia")
    log, cursor = table.text("Log"), read_cursor(table.text("State"))
    ids = dict(table.server.sql("SELECT user_name, user_id FROM user"))

    assert "Alice may accept T1" in offered
    assert "[[User:Alice|Alice]]" in asked
    assert "the account Alice that this game knows is another one" in stranger
    assert "the account Erin that this game knows is another one" in no_steward
    assert stays.endswith("Alice stays")
    assert "you are a player already, as Alice" in said[0]
    assert "Alice votes on P1" in said[1]
    assert "T1 takes place" in said[2]
    assert "has 8 Crystals" in ordered
    assert retracted.endswith("is retracted")
    assert "Alice plays under the name of your account" in player
    assert requests == usual
    assert log.count("Wikibot: correct Alice has the account Alina\n") == 1
    assert "[[User:Alina|Alice]]" in table.text("State")
    assert cursor
    assert dict(cursor.people) == {
        "Alina": ids["Alina"], "Bob": ids["Bob"], "Erin": ids["Irene"],
    }  # fmt: skip
