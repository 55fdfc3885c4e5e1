"""What was read long ago and comes back: an old revision, an edit undone, a line copied."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.sync.test_messages import RULESET, Board
from tests.sync.world import World, with_orders
from wikibot.apply import Applied, apply_log
from wikibot.config.games import load_game
from wikibot.game.actions import IdentityPart
from wikibot.storage.log_page import start_line, start_of
from wikibot.sync.run import sync
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.own_marks import IDENTITY

STAMP = " [[User:Ann|Ann]] ([[User talk:Ann|talk]]) 12:04, 5 January 2024 (UTC)"


def stones(world: World, player: str = "Ann") -> int:
    """How many a player has."""
    line = next(each for each in world.text("State").split("\n") if each.startswith(f"* {player}:"))
    return int(line.split()[-2])


def told(text: str) -> str:
    """What a page says, without links and marks."""
    return re.sub(r"\[\[[^|\]]*\||\]\]|</?nowiki>", "", text)


@pytest.fixture
def world(world: World) -> World:
    """The tiny game, in which Ann's line was played, answered, and taken off with its answer."""
    world.sync()
    return world


def old_text(world: World) -> str:
    """Play until a vandal has blanked the page; what it said before the line was answered."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    old = world.text("Play")
    world.sync()
    assert stones(world) == 4
    world.edit("Mallory", "Play", "")
    world.sync()
    return old


@pytest.mark.parametrize("who", ["Ann", "Bea"])
@pytest.mark.parametrize("forgets", [False, True], ids=["journal", "no journal"])
def test_a_restored_revision_plays_nothing_again(world: World, who: str, forgets: bool) -> None:
    """The line has its answer, which says what to do."""
    old = old_text(world)
    world.edit(who, "Play", old)
    if forgets:
        world.forget()
    world.sync()
    world.sync()

    assert (stones(world), stones(world, "Bea")) == (4, 5)
    assert forgets or "put this line of Ann back" in told(world.text("Play"))


def test_the_same_again_is_a_new_line(world: World) -> None:
    """Whoever writes an equal line among others has it played."""
    old_text(world)
    world.edit("Ann", "Play", "Anew.\n\n== Actions ==\n* dig -- 2d4 (1, 3) = 4\n")
    world.sync()
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()

    assert stones(world) == 12


def undone(world: World, old: str) -> None:
    """Ann undoes the vandal's edit, after which somebody wrote."""
    blanked = world.wiki.read(["Play"])["Play"]
    assert blanked is not None
    world.edit("Carl", "Play", "Who did that?\n")
    text = f"{old}Who did that?\n"
    world.wiki.save_as("Ann", "Play", text, world.now, f"Undid revision {blanked.id} by Mallory")


def signed(world: World, old: str) -> None:
    """Ann copies her line with its signature to a page that reads otherwise."""
    del old
    world.edit("Ann", "Play", f"Look:\n\n== Actions ==\n* dig -- 2d4 (1, 3) = 4{STAMP}\n")


@pytest.mark.parametrize("again", [undone, signed])
def test_a_part_that_comes_back_plays_nothing_again(
    world: World, again: Callable[[World, str], None]
) -> None:
    """It is known by the summary of the undo, or by its old signature."""
    world.add("Ann", f"* dig -- 2d4 (1, 3) = 4{STAMP if again is signed else ''}")
    old = world.text("Play")
    world.sync()
    world.edit("Mallory", "Play", "")
    world.sync()
    for _ in range(5):
        world.sync()
    again(world, old)
    world.sync()

    assert stones(world) == 4


@pytest.mark.parametrize("who", ["Cat", "Bea"])
def test_a_line_that_was_never_played_is_its_authors(world: World, who: str) -> None:
    """A vandal took it off before the bot came; it is played as hers, whoever puts it back."""
    world.add("Cat", "* join")
    old = world.text("Play")
    world.edit("Mallory", "Play", "")
    world.sync()
    world.edit(who, "Play", old)
    world.sync()
    world.sync()

    assert ("* Cat: 0" in world.text("State"), "joined" in world.text("Play")) == (True, True)


@pytest.mark.parametrize("order", ["correct Ann has 3 Crystals", "undo 1"])
def test_a_restored_order_is_not_carried_out_again(tmp_path: Path, order: str) -> None:
    """The steward page is read as the actions page is."""
    world = World(tmp_path)
    game, settings = load_game("cycle15"), with_orders(tmp_path)
    for title, text in (("Rules", "Ruleset"), ("State", "Gamestate")):
        world.edit("Sam", title, game.demo().pages[text])
    world.edit("Sam", "Orders", "Orders.\n")
    for line in ("* correct Ann has 1 Crystal", "* correct Ann has 2 Crystals", f"* {order}"):
        sync(settings, game, world.wiki, world.journal)
        world.add("Sam", line, "Orders")
    old = world.text("Orders")
    sync(settings, game, world.wiki, world.journal)
    world.edit("Mallory", "Orders", "")
    sync(settings, game, world.wiki, world.journal)
    state, log = world.text("State"), world.text("Log")
    world.edit("Sam", "Orders", old)
    report = sync(settings, game, world.wiki, world.journal)

    assert {each.verdict for each in report.outcomes} == {"cant"}
    assert (world.text("Log"), "put this line of Sam back" in told(world.text("Orders"))) == (
        log,
        True,
    )
    assert state.split("<!--")[0] == world.text("State").split("<!--")[0]


@pytest.mark.parametrize("part", ["/replyply", "/x", "/reply", "/", "/REPLY", "99999999999999999"])
def test_a_mark_that_people_made_of_the_bots_stops_nothing(world: World, part: str) -> None:
    """Whatever they write into it, and whichever page they put back: lines are played once."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()
    answered = world.text("Play")
    world.edit(
        "Mallory", "Play", re.sub(r"(<!-- \d+\.\d+\.\d+)( -->)", rf"\g<1>{part}\2", answered)
    )
    world.sync()
    world.add("Bea", "* dig -- 2d4 (1, 3) = 4")
    world.sync()
    world.edit("Sam", "Play", answered)
    world.sync()
    world.forget()
    world.add("Bea", "* dig -- 2d4 (2, 3) = 5")
    world.sync()

    assert (stones(world), stones(world, "Bea")) == (4, 14)


def test_marks_name_every_part_and_no_other() -> None:
    """An identity that is found on a page can be read."""
    named = re.fullmatch(r".*\(\?:/\(\?:([a-z|]+)\)\)\?", IDENTITY)

    assert named is not None
    assert {"", *named[1].split("|")} == {*IdentityPart}


# The log page of a wiki, and the page that the game began with, lead to the present page.


class Sleepy(Board):
    """A game on whose page nothing is written for a week after it was made."""

    def __init__(self, folder: Path) -> None:
        World.__init__(self, folder)
        self.edit("Sam", "Rules", RULESET)
        self.start = self.game.new_page(self.book, self.now, "a test")
        self.edit("Sam", "State", self.start)
        self.now += timedelta(days=7)
        self.add("Ann", "* join")
        self.sync()


@pytest.fixture
def sleepy(tmp_path: Path) -> Iterator[Sleepy]:
    """The first line has been played."""
    sleepy = Sleepy(tmp_path)
    yield sleepy
    sleepy.close()


def replayed(sleepy: Board, log: str) -> Applied:
    """A log applied to the first page, as on another machine."""
    return apply_log(sleepy.game, sleepy.text("Rules"), sleepy.start, log, sleepy.state.now)


def test_phases_that_began_before_the_first_line_count(sleepy: Sleepy) -> None:
    """The log says from when on the page was played.

    So the wiki and a replay count alike.
    """
    assert sleepy.state.phase == 3
    assert replayed(sleepy, sleepy.text("Log")).state == sleepy.game.to_json(
        sleepy.state, sleepy.book
    )


def test_a_log_that_does_not_say_begins_with_its_first_line(sleepy: Sleepy) -> None:
    """As people write logs by hand."""
    lines = [
        line for line in sleepy.text("Log").splitlines() if not line.startswith("# played from")
    ]

    assert replayed(sleepy, "\n".join(lines)).state["phase"] == 1


def test_the_first_such_comment_counts() -> None:
    """One without a time is any comment."""
    first, second = parse_time("2024-01-05T12:00:00Z"), parse_time("2024-02-05T12:00:00Z")

    assert start_of(["# played from noon on"]) is None
    assert (
        start_of(
            ["# join", start_line(first), start_line(second), "2024-02-05T12:00:00Z Ann: join"]
        )
        == first
    )
