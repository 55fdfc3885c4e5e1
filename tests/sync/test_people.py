"""Whom an answer links, and so may notify: the people whom it means, and nobody of a like name."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rules.cycle15 import GAME
from tests.sync.world import World, with_orders
from wikibot.sync.entry import sync
from wikibot.sync.report import Report


class Game15(World):
    """A new game of Cycle 15 that people may join."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.settings = with_orders(folder)
        self.edit("Sam", "Rules", GAME.demo().pages["Ruleset"])
        self.edit("Sam", "State", GAME.new_page(self.book, self.now, "A test"))
        self.edit("Sam", "Orders", "Orders below.\n")

    @property
    def book(self) -> Any:
        return GAME.rulebook(self.text("Rules"))

    @property
    def state(self) -> Any:
        return GAME.read(self.text("State"), self.book, self.now).state

    def sync(self, **options: Any) -> Report:
        self.now += timedelta(minutes=1)
        return sync(self.settings, GAME, self.wiki, self.journal, **options)

    def answers(self, title: str = "Play") -> list[str]:
        """What the bot said below the lines of a page, each without its signature."""
        raws = re.sub("</?nowiki>", "", self.text(title)).split("\n")
        return [raw.partition(" <!--")[0] for raw in raws if raw.startswith("*:")]

    def answer(self, account: str, line: str, title: str = "Play") -> str:
        """What the bot answers to a line."""
        self.add(account, f"* {line} ~~~~", title)
        self.sync()
        return self.answers(title)[-1]


@pytest.fixture
def world(tmp_path: Path) -> Game15:
    """A game in which Alice plays."""
    world = Game15(tmp_path)
    world.answer("Alice", "join")
    return world


def test_a_name_within_a_longer_one(world: Game15) -> None:
    """Alice 2 joins, and Alice is not called."""
    assert "[[User:" not in world.answer("Alice 2", "join")


def test_both_names_in_one_answer(world: Game15) -> None:
    """The longer name has its link, and the shorter one where it stands by itself."""
    world.answer("Alice 2", "join as Alice (2)")
    said = world.answer("Sam", "correct Alice (2) is on 0; Alice is on 0", "Orders")

    assert said.index("[[User:Alice 2|Alice (2)]] is on") < said.index("[[User:Alice|Alice]] is on")


def test_an_account_whose_name_another_player_has(world: Game15) -> None:
    """Eve plays as Frank; what is said of the account Frank does not call her."""
    world.answer("Eve", "join as Frank")
    world.answer("Frank", "use Fish")
    world.add("Frank", "* join as Fred")
    world.edit("Alice", "Play", world.text("Play").replace("join as Fred", "join as Freddy"))
    world.sync()

    assert not any("[[User:Eve" in said for said in world.answers())
    assert "[[User:Alice|Alice]] changed this line of Frank" in world.answers()[-1]


def test_a_stranger_who_is_like_a_player(world: Game15) -> None:
    """Somebody who does not play, and whom an answer names, is not taken for a player."""
    world.add("Bob", "* join as Rob")
    world.edit("Alice 2", "Play", world.text("Play").replace("as Rob", "as Robert"))
    world.sync()

    assert "Alice 2 changed this line of Bob" in world.answers()[-1]
