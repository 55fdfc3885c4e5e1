"""A day of Round 7 on a folder wiki: accounts, overdue turns, edited proposals, a log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rules.round7 import GAME
from rules.round7.state import State
from tests.sync.world import World, settings_of
from wikibot.apply import apply_log
from wikibot.sync.report import Options, Report
from wikibot.sync.run import sync

START = datetime(2024, 1, 2, 8, tzinfo=UTC)
RULESET = GAME.demo().pages["Ruleset"]
BOOK = GAME.rulebook(RULESET)
NEW = GAME.new_page(BOOK, START, "a day")


class Day(World):
    """A folder wiki, and a clock that the test sets."""

    def __init__(self, folder: Path, dice: str = "stated") -> None:
        settings = settings_of(folder, game={"rules": "round7", "dice": dice})
        super().__init__(folder, settings, {})
        self.now = START
        for title, text in (("Rules", RULESET), ("State", NEW), ("Play", "== Actions ==\n")):
            self.wiki.save_as("Op", title, text, self.now)

    def at(self, clock: str, who: str = "", line: str = "") -> None:
        """Somebody writes a line at a time of the day."""
        hour, minute = map(int, clock.split(":"))
        self.now = START.replace(hour=hour, minute=minute)
        if who:
            self.wiki.save_as(who, "Play", f"{self.text('Play')}* {line}\n", self.now)

    def sync(self, **options: Any) -> Report:
        """The bot comes by."""
        return sync(self.settings, GAME, self.wiki, self.journal, Options(**options))

    @property
    def state(self) -> State:
        """The state as the page has it."""
        return self._read(self.text("State"))

    @property
    def replayed(self) -> State:
        """The state to which the game's own log leads from its starting page."""
        return self._read(apply_log(GAME, RULESET, NEW, self.text("Log"), self.now).page or "")

    def _read(self, page: str) -> State:
        state: State = GAME.read(page, BOOK, self.now).state
        return state


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day]:
    """Four people have joined; it is Ann's turn."""
    world = Day(tmp_path)
    for minute, name in enumerate(("Ann", "Bob", "Cleo", "Dan")):
        world.at(f"08:0{minute + 1}", name, "join")
    world.sync()
    yield world
    world.journal.close()


def test_turns_pass_although_nobody_writes(day: Day) -> None:
    """A sync with nothing but time gone by ends the turn at its own time, and not before."""
    day.at("09:00", "Ann", "move -- 1d6 (2) = 2")
    day.sync()
    day.at("09:04")
    before = day.text("State")
    day.sync()
    still = day.text("State")
    day.at("11:00")
    day.sync()
    turn = day.state.turn

    assert still == before
    assert turn
    assert (turn.player, turn.started) == ("Bob", START.replace(hour=9, minute=5))


def test_an_edited_proposal_is_retracted(day: Day) -> None:
    """Its maker takes it back by changing the message; another may not do that for them."""
    day.at("09:00", "Ann", "propose: More fish")
    day.sync()
    text = day.text("Play")
    day.at("10:00")
    day.wiki.save_as("Ann", "Play", text.replace("More fish", "Much more fish"), day.now)
    day.sync()

    assert [proposal.status for proposal in day.state.proposals] == ["retracted"]


def test_a_deleted_proposal_is_retracted(day: Day) -> None:
    """Taking the message away is the same."""
    day.at("09:00", "Ann", "propose: More fish")
    day.sync()
    kept = [line for line in day.text("Play").splitlines(keepends=True) if "More fish" not in line]
    day.at("10:00")
    day.wiki.save_as("Ann", "Play", "".join(kept), day.now)
    day.sync()

    assert [proposal.status for proposal in day.state.proposals] == ["retracted"]


def test_the_log_of_a_day_replays_to_its_page(day: Day) -> None:
    """Lines that count, also refused messages, lead from the new page to the present one."""
    for clock, who, line in (
        ("09:00", "Ann", "move -- 1d6 (3) = 3"),
        ("09:03", "Ann", "move -- 1d6 (3) = 3"),
        ("09:07", "Ann", "bribe"),
        ("09:08", "Bob", "move"),
        ("09:10", "Bob", "choose 1d6 (6) = 6"),
        ("09:11", "Bob", "deposit 5"),
        ("09:12", "Bob", "end turn, ping Cleo"),
        ("09:30", "Cleo", "propose: A bank holiday"),
        ("09:31", "Dan", "vote P1 for"),
        ("09:40", "Cleo", "move -- 1d6 (4) = 4"),
        ("11:00", "Dan", "move -- 1d6 (5) = 5"),
    ):
        day.at(clock, who, line)
        if clock.endswith("0"):
            day.sync()
    day.at("23:00")
    day.sync()
    again = day.replayed

    assert {name: (p.space, p.poents, p.bank) for name, p in again.players.items()} == {
        name: (p.space, p.poents, p.bank) for name, p in day.state.players.items()
    }
    assert (again.turn, again.features, again.cop_health) == (
        day.state.turn, day.state.features, day.state.cop_health,
    )  # fmt: skip
    assert again.turn
    assert again.turn.started > START + timedelta(hours=1)


def test_what_was_refused_is_not_played_by_those_who_trust_the_log(tmp_path: Path) -> None:
    """Where the bot rolls, a stated roll is just a message; so is a steward's order by another."""
    day = Day(tmp_path, "sealed")
    for clock, who, line in (
        ("08:01", "Ann", "join"),
        ("08:02", "Bob", "join"),
        ("09:00", "Ann", "buy Flute"),
        ("09:01", "Ann", "move"),
        ("09:02", "Ann", "move -- 1d6 (6) = 6"),
        ("09:03", "Ann", "correct Ann gains 100 poents"),
        ("09:04", "Bob", "as Ann: leave"),
    ):
        day.at(clock, who, line)
        day.sync()
    day.at("10:00")
    day.sync()
    day.journal.close()

    assert GAME.differences(day.replayed, day.state) == ()
    assert (day.state.players["Ann"].poents < 100, day.text("Log").count("(not played)")) == (
        True,
        2,
    )


def test_an_edit_of_the_page_is_no_message(day: Day) -> None:
    """A correction by the player on turn is no message in the turn, by the wiki and by its log."""
    for clock, who, line in (("09:01", "Ann", "move"), ("09:02", "Dan", "dance")):
        day.at(clock, who, line)
        day.sync()
    day.at("09:03")
    day.wiki.save_as(
        "Ann", "State", day.text("State").replace("| Ann || 1 || 5 ", "| Ann || 1 || 7 "), day.now
    )
    corrected = day.sync().corrections

    assert corrected == ("Ann has 7 poents",)
    assert GAME.differences(day.replayed, day.state) == ()
