"""Who is who: whom an answer links, and so may notify; and accounts that a wiki renames."""

from __future__ import annotations

import dataclasses
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rules.cycle15 import GAME
from tests.sync.world import World, with_orders
from wikibot.dice.evidence import from_wiki
from wikibot.dice.verification import check_log
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import Malformed, read_log
from wikibot.storage.cursor import read_cursor
from wikibot.storage.log_page import joined_lines, read_logs
from wikibot.wiki import folder as folder_wiki
from wikibot.wiki.base import Revision


class Game15(World):
    """A new game of Cycle 15 that people may join."""

    game = GAME

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, with_orders(folder))
        self.edit("Sam", "Rules", GAME.demo().pages["Ruleset"])
        self.edit("Sam", "State", GAME.new_page(self.book, self.now, "A test"))
        self.edit("Sam", "Orders", "Orders below.\n")

    @property
    def book(self) -> Any:
        return GAME.rulebook(self.text("Rules"))

    @property
    def state(self) -> Any:
        return GAME.read(self.text("State"), self.book, self.now).state

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


# -- renamed accounts ------------------------------------------------------------------------------


class Renaming(Game15):
    """The same on a wiki whose revisions come with user ids, and where accounts are renamed."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        real = folder_wiki.Store._rows

        def rows(store: Any, *query: Any) -> Iterator[Revision]:
            for each in real(store, *query):
                name = str(each.user)
                yield replace(
                    each, user_id=store._id("SELECT id FROM account WHERE name = ?", name)
                )

        patch.setattr(folder_wiki.Store, "_rows", rows)
        super().__init__(folder)

    def rename(self, old: str, new: str) -> None:
        """Rename an account; who saves under the old name afterwards is another one."""
        with closing(sqlite3.connect(self.folder / ".wikibot" / "history.sqlite")) as database:
            database.execute("UPDATE account SET name = ? WHERE name = ?", (new, old))
            database.commit()

    def ids(self, *names: str) -> dict[str, int]:
        """The ids of accounts."""
        with closing(sqlite3.connect(self.folder / ".wikibot" / "history.sqlite")) as database:
            found = dict(database.execute("SELECT name, id FROM account").fetchall())
        return {name: found[name] for name in names}


@pytest.fixture
def wiki(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Renaming:
    """A game in which Alice and Bob play."""
    wiki = Renaming(tmp_path, monkeypatch)
    wiki.answer("Alice", "join")
    wiki.answer("Bob", "join")
    return wiki


def people(world: Game15) -> dict[str, int]:
    """The accounts that the cursor notes."""
    found = read_cursor(world.text("State"))
    assert found
    return dict(found.people)


def test_a_folder_has_names_only(world: Game15) -> None:
    """Nothing is noted where revisions come without ids."""
    assert people(world) == {}


def test_an_account_is_noted_when_it_joins(wiki: Renaming) -> None:
    """Each player's, and that of a steward who wrote."""
    wiki.answer("Sam", "what is held", "Orders")
    wiki.answer("Alice", "help join")

    assert people(wiki) == wiki.ids("Alice", "Bob", "Sam")


def test_a_renamed_account_plays_on(wiki: Renaming) -> None:
    """Under its name in the table, which links the new account; also what it signed before."""
    wiki.answer("Sam", "correct Alice has 2 Crystals", "Orders")
    wiki.add("Alice", "* leave ~~~~")
    wiki.rename("Alice", "Carol")
    wiki.sync()
    asked = wiki.answers()[-1]
    said = wiki.answer("Carol", "choose no")

    assert "'''needs'''" in asked
    assert "User:Carol|Carol]]" in asked
    assert said.endswith("Alice stays"), said
    assert "[[User:Carol|Alice]]" in wiki.text("State")
    assert people(wiki) == wiki.ids("Carol", "Bob", "Sam")
    assert "Wikibot: correct Alice has the account Carol\n" in wiki.text("Log")


def test_a_newcomer_under_an_old_name_is_refused(wiki: Renaming) -> None:
    """Also when the renamed one has written: the log would take their lines for the player's."""
    wiki.rename("Alice", "Carol")
    said = wiki.answer("Alice", "leave")
    wiki.answer("Carol", "help join")
    again = wiki.answer("Alice", "leave")
    joins = wiki.answer("Alice", "join as Alina")

    assert "the account Alice that this game knows is another one" in said
    assert "`alias Alice = Alice`" in said.replace("<code>", "`").replace("</code>", "`")
    assert "Alice is not a player" in again
    assert "Alice plays under the name of your account" in joins
    assert [each.owner for each in wiki.state.players.values()] == ["Carol", "Bob"]


def test_nobody_votes_twice_by_being_renamed(wiki: Renaming) -> None:
    """Who was renamed is the same player, who cannot join once more."""
    wiki.rename("Alice", "Carol")

    assert "you are a player already, as Alice" in wiki.answer("Carol", "join")


def test_two_accounts_exchange_their_names(wiki: Renaming) -> None:
    """Each plays on as who it was; one that cannot be told from the other yet is refused."""
    wiki.answer("Alice", "help join")
    wiki.rename("Alice", "Between")
    wiki.rename("Bob", "Alice")
    wiki.rename("Between", "Bob")
    first = wiki.answer("Alice", "join")
    wiki.add("Bob", "* join")
    both = wiki.answer("Alice", "join")

    assert "the account Alice that this game knows is another one" in first
    assert "you are a player already, as Bob" in both
    assert "you are a player already, as Alice" in wiki.answers()[-2]
    assert {name: each.owner for name, each in wiki.state.players.items()} == {
        "Alice": "Bob", "Bob": "Alice",
    }  # fmt: skip


def test_a_renamed_steward_is_one_and_a_newcomer_is_not(wiki: Renaming) -> None:
    """Though the settings have the old name."""
    wiki.answer("Sam", "what is held", "Orders")
    wiki.answer("Alice", "help join")
    wiki.rename("Sam", "Samuel")
    stranger = wiki.answer("Sam", "correct Alice is on 0", "Orders")
    steward = wiki.answer("Samuel", "correct Alice is on 0", "Orders")
    stranger_again = wiki.answer("Sam", "correct Alice is on 0", "Orders")

    assert "is another one, which was renamed since" in stranger
    assert "'''done'''" in steward
    assert "'''cant'''" in stranger_again


def test_a_steward_says_who_plays(wiki: Renaming) -> None:
    """By ``alias``, which names an account whoever bears that name now."""
    wiki.rename("Alice", "Carol")
    wiki.answer("Alice", "leave")
    wiki.answer("Sam", "alias Alice = Alice", "Orders")
    noted = people(wiki)

    assert wiki.answer("Alice", "leave").endswith("Alice leaves")
    assert noted == wiki.ids("Bob", "Sam")
    assert people(wiki) == wiki.ids("Alice", "Bob", "Sam")


def test_a_group_makes_stewards_on_both_pages(
    wiki: Renaming, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of an account that no page of the bot names, below the actions."""
    sysops = lambda users: {each: ("sysop",) for each in users if each == "Gus"}  # noqa: E731
    monkeypatch.setattr(wiki.wiki, "groups", sysops)
    stewards = dataclasses.replace(wiki.settings.stewards, groups=("sysop",))
    wiki.settings = dataclasses.replace(wiki.settings, stewards=stewards)
    lines = (("Gus", "Play"), ("Hal", "Play"), ("Gus", "Orders"))
    said = [wiki.answer(who, "correct Alice is on 0", title) for who, title in lines]

    assert [word in each for word, each in zip(("done", "cant", "done"), said, strict=True)] == [
        True, True, True,
    ]  # fmt: skip


def test_a_game_with_a_rename_plays_back(wiki: Renaming) -> None:
    """The log leads to the page, and the bot's own words are those that it noted."""
    wiki.answer("Sam", "correct Alice is on 0", "Orders")
    wiki.rename("Alice", "Carol")
    wiki.answer("Carol", "help join")
    start = wiki.wiki.history("State", 0)[1].text or ""
    lines = [line for line in wiki.text("Log").split("\n") if line[:2] == "20"]
    entries = [each for each in read_log("\n".join(lines)) if not isinstance(each, Malformed)]
    state = GAME.read(start, wiki.book, entries[0].time).state
    for entry in entries:
        state = Engine(GAME, wiki.book).play(state, [entry]).state

    assert {n: each.owner for n, each in state.players.items()} == {"Alice": "Carol", "Bob": "Bob"}


def test_a_game_with_a_rename_is_verified(wiki: Renaming, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while a newcomer has the old name; not where the log gives a line to somebody else."""
    known = lambda users: dict.fromkeys(users, ())  # noqa: E731
    monkeypatch.setattr(wiki.wiki, "groups", known)
    wiki.answer("Alice", "help join")
    wiki.rename("Alice", "Carol")
    wiki.answer("Carol", "leave")
    told = wiki.answer("Alice", "join as Alina")
    logs = read_logs(wiki.settings, wiki.wiki)
    lines = tuple(filter(None, joined_lines(logs.values())))
    forged = tuple(line.replace("Alice: leave", "Bob: leave") for line in lines)
    checks = [
        check_log(each, wiki.settings.beacon, from_wiki(each, wiki.settings, wiki.wiki, GAME))
        for each in (lines, forged)
    ]

    assert "Alice was a player until" in told
    assert checks[0] == ()
    assert any("is by Carol" in each.why for each in checks[1])
