"""A text file beside the actions page: its lines are played with the wiki's, each exactly once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.sync.world import World
from wikibot.storage.cursor import read_cursor
from wikibot.wiki.base import Edit, Saved
from wikibot.wiki.errors import TryLater
from wikibot.wikitext.numerals import format_time


class Queued(World):
    """A game with such a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "wiki")
        self.file = folder / "actions.txt"
        game = replace(self.settings.game, actions_file=self.file)
        self.settings = replace(self.settings, game=game)

    def say(self, text: str, name: str = "Bea", time: datetime | None = None) -> None:
        """Append a line, dated now."""
        with self.file.open("a") as file:
            file.write(f"{format_time(time or self.now)} {name}: {text}\n")

    def stones(self) -> str:
        """What the page says."""
        return self.text("State")


@pytest.fixture
def world(tmp_path: Path) -> Queued:
    """Nothing was played yet."""
    return Queued(tmp_path)


def test_its_lines_are_played_and_told(world: Queued) -> None:
    """A line changes the state, is answered in the report, and stands in the log."""
    world.say("dig -- 2d4 (1, 3) = 4")
    report = world.sync()

    assert [(each.player, each.verdict) for each in report.outcomes] == [("Bea", "done")]
    assert "Bea: dig -- 2d4 (1, 3) = 4" in world.text("Log")
    cursor = read_cursor(world.text("State"))
    assert cursor is not None
    assert cursor.queue is not None
    assert cursor.queue.read == 1


def test_nothing_is_played_twice(world: Queued) -> None:
    """Neither in the next sync, nor after all local files are lost;
    and without news there is no edit.
    """
    world.say("dig -- 2d4 (1, 3) = 4")
    world.sync()
    before = world.stones()
    assert world.sync().idle
    world.forget()
    world.sync()
    world.sync(force=True)

    assert before == world.stones()


def test_it_wakes_a_settled_game(world: Queued) -> None:
    """With nothing new on the wiki a new line is played all the same."""
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.sync()
    assert world.sync().idle
    world.say("dig -- 2d4 (1, 3) = 4")

    assert len(world.sync().outcomes) == 1


def test_lines_are_in_the_order_of_time(world: Queued) -> None:
    """Those of the file and those of the wiki, as they were written."""
    world.say("dig -- 2d4 (1, 3) = 4", time=world.now)
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.say("dig -- 2d4 (2, 2) = 4", time=world.now.replace(second=30))
    report = world.sync()

    assert [each.action.id.page > 0 for each in report.outcomes] == [False, True, False]


def test_a_damaged_line_costs_itself(world: Queued) -> None:
    """It is answered in the report; the others are played."""
    world.file.write_text("what is this\n")
    world.say("dig -- 2d4 (1, 3) = 4")
    report = world.sync()

    assert sorted(each.verdict for each in report.outcomes) == ["done", "huh"]
    assert world.sync().idle


def test_it_is_no_way_to_a_stewards_rights(world: Queued) -> None:
    """A line in a steward's name orders nothing: anyone may have written it into the chat."""
    world.say("correct Bea has 99 stones", name="Sam")
    before = world.stones()
    report = world.sync()

    assert [each.verdict for each in report.outcomes] == ["cant"]
    assert "99" not in world.stones().partition("<!--")[0] or "99" in before


class Cut:
    """A wiki whose edits fail after so many."""

    def __init__(self, wiki: Any, edits: int) -> None:
        self._wiki, self._left = wiki, edits

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wiki, name)

    def save(self, edit: Edit) -> Saved:
        """Save, or end the run."""
        if not self._left:
            raise TryLater("the power went")
        self._left -= 1
        saved: Saved = self._wiki.save(edit)
        return saved


@pytest.mark.parametrize("edits", [0, 1, 2])
@pytest.mark.parametrize("lost", [False, True], ids=["kept", "lost"])
def test_a_run_that_is_cut_off_plays_each_line_once(world: Queued, edits: int, lost: bool) -> None:
    """Before the gamestate is saved nothing has happened, after it everything has."""
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.say("dig -- 2d4 (1, 3) = 4")
    for left in (edits, 99):
        try:
            world.sync(wiki=Cut(world.wiki, left))
        except TryLater:
            assert left == edits
        if lost:
            world.forget()
    world.sync()

    assert world.text("Log").count("Bea: dig -- 2d4 (1, 3) = 4") == 1
    assert world.text("Log").count("Bea: dig -- 2d4 (1, 1) = 2") == 1
