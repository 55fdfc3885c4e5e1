"""The log page of a wiki, and the page that the game began with, lead to the present page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.sync.test_messages import RULESET, Board
from tests.sync.world import World
from wikibot.apply import Applied, apply_log
from wikibot.storage.log_page import start_line, start_of
from wikibot.wikitext.numerals import parse_time


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
def world(tmp_path: Path) -> Iterator[Sleepy]:
    """The first line has been played."""
    world = Sleepy(tmp_path)
    yield world
    world.close()


def replayed(world: Board, log: str) -> Applied:
    """A log applied to the first page, as on another machine."""
    return apply_log(world.game, world.text("Rules"), world.start, log, world.state.now)


def test_phases_that_began_before_the_first_line_count(world: Sleepy) -> None:
    """The log says from when on the page was played.

    So the wiki and a replay count alike.
    """
    assert world.state.phase == 3
    assert replayed(world, world.text("Log")).state == world.game.to_json(world.state, world.book)


def test_a_log_that_does_not_say_begins_with_its_first_line(world: Sleepy) -> None:
    """As people write logs by hand."""
    lines = [
        line for line in world.text("Log").splitlines() if not line.startswith("# played from")
    ]

    assert replayed(world, "\n".join(lines)).state["phase"] == 1


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
