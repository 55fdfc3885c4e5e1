"""Sealed dice over many days.

Events roll, too, everything is opened in the end, and the log replays.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tests.dice.days import Casino, Days
from tests.game.tiny import GAMESTATE
from wikibot.apply import apply_log
from wikibot.config.sections import BeaconSection
from wikibot.dice.session import faces, seal_of
from wikibot.dice.verification import check_log
from wikibot.game.rolls import Roll
from wikibot.game.state import gain


def test_back_to_stated_dice(casino: Casino) -> None:
    """When the players roll again, what was sealed is opened, the log says so.

    Their rolls are taken.
    """
    casino.play("Ann", "climb high")
    casino.settings = replace(casino.settings, game=replace(casino.settings.game, dice="stated"))
    casino.play("Ann", "dig -- 2d4 (1, 3) = 4")
    casino.next_day()
    casino.sync()

    assert "# dice stated" in casino.log
    assert casino.verdicts() == ["ok", "source changed", "stated"]


class Stormy(Days):
    """Days that begin with a wind, which nobody writes a line for."""

    def handle_event(self, act: Any, event: Any) -> None:
        """A new day: Ann finds stones."""
        super().handle_event(act, event)
        found = sum(act.roll(3, 100, "the wind"))
        act.state = gain(act.state, "Ann", "Stone", found)

    def after_action(self, act: Any) -> None:
        """Stones weigh nothing."""

    def to_json(self, state: Any, book: Any) -> dict[str, int]:
        """Who has how many stones."""
        return {name: player.count("Stone") for name, player in state.players.items()}


class Calm(Stormy):
    """The same days without a wind."""

    def handle_event(self, act: Any, event: Any) -> None:
        """A new day."""
        Days.handle_event(self, act, event)


def test_an_event_rolls_once_is_checked_and_replays(casino: Casino) -> None:
    """What happens by itself has dice of its own for each time, in the log like any other."""
    casino.game = Stormy()
    casino.play("Ann", "dig")
    for _ in range(2):
        casino.next_day()
        casino.sync()
    stones = int(re.findall(r"Ann: (\d+)", casino.text("State"))[0])
    lines = [*casino.log, "2024-01-07T12:00:00Z Ann: walk mill hill"]
    applied = apply_log(Stormy(), "No rules.\n", GAMESTATE, "\n".join(lines))

    assert casino.verdicts() == ["ok"] * 3
    assert len(set(re.findall(r"3d100 \((.*?)\)", casino.text("Log")))) == 2
    assert applied.state["Ann"] == stones


def test_a_game_without_phases_is_sealed_by_the_week(casino: Casino) -> None:
    """Its secrets are opened all the same."""

    class Endless(Days):
        has_phases = False

    casino.game = Endless()
    casino.sync(force=True)
    casino.play("Ann", "dig")
    for _ in range(8):
        casino.next_day()
    casino.sync()

    assert casino.verdicts() == ["ok"]


def test_the_log_replays_to_the_same_stones(casino: Casino) -> None:
    """A log with rolls of the bot is played by anyone, without any secret."""
    for line in ("dig", "climb sea", "climb high", "bet", "choose red", "dig"):
        casino.play("Ann", line)
    stones = re.search(r"Ann: (\d+)", casino.text("State"))
    applied = apply_log(Calm(), "No rules.\n", GAMESTATE, casino.text("Log"))

    assert applied.state["Ann"] == int(stones[1])  # type: ignore[index]


def test_dice_are_checked_across_months(tmp_path: Path) -> None:
    """Seals and secrets are found on the page of their month, rolls are made again on any."""
    casino = Casino(tmp_path / "wiki", "sealed")
    game = replace(casino.settings.game, log="Log/%Y-%m")
    casino.settings = replace(casino.settings, game=game)
    casino.now = casino.now.replace(day=30)
    casino.sync()
    for _ in range(4):
        casino.play("Ann", "climb high")
        casino.next_day()
        casino.sync()
    pages = [casino.text(f"Log/2024-0{month}") for month in (1, 2)]

    assert [True, True] == [
        all(mark in page for mark in ("# seal ", "# roll ", "# secret ")) for page in pages
    ]
    assert ["ok"] * 4 == casino.verdicts()


def test_an_order_in_a_pause_is_right(casino: Casino) -> None:
    """A paused game's time stands still: what stewards have it do meanwhile bears the time at which
    it stood, though they wrote it later, and nothing is wrong with that.
    """
    casino.settings = replace(
        casino.settings, stewards=replace(casino.settings.stewards, page="Stewards")
    )
    casino.play("Ann", "climb high")
    for line in ("pause", "as Ann: dig", "correct: Ann gains 2 Stone", "resume"):
        casino.add("Sam", f"* {line}", "Stewards")
        casino.sync()
    casino.play("Ann", "climb low")
    casino.next_day()
    casino.sync()

    assert [str(check) for check in casino.checks() if not check.fine] == []
    earlier = casino.checks(lambda log: re.sub(r"T12:\d\d(?=\S+ Sam: correct)", "T11:59", log))
    known = ("altered", "the gamestate page")
    wrong = [check for check in earlier if not check.fine and check.status not in known]
    wrong = [check for check in wrong if check.about not in known]
    assert {check.why.split()[-1] for check in wrong} == {"later"}


class Numbered(Days):
    """Days whose number people may set, as they may the phase of a cycle."""

    def differences(self, before: Any, after: Any) -> tuple[str, ...]:
        """Their number as well."""
        number = () if before.phase == after.phase else (f"phase is {after.phase}",)
        return (*super().differences(before, after), *number)

    def correct(self, state: Any, statement: str) -> Any:
        """Likewise."""
        if statement.startswith("phase is "):
            return structs.replace(state, phase=int(statement.removeprefix("phase is ")))
        return super().correct(state, statement)


@pytest.mark.parametrize("day", [1, 3, 9])
def test_a_day_that_people_set_by_hand_is_not_tampering(casino: Casino, day: int) -> None:
    """Back to a day that is over, or ahead: what follows is sealed anew and opened in its turn."""
    found, casino.game = [], Numbered()
    for number in range(1, 12):
        casino.play("Ann", "climb high")
        if number == 5:
            casino.edit("Bea", "State", re.sub(r"^Day \d+", f"Day {day}", casino.text("State")))
            casino.play("Ann", "climb low")
        found += [str(check) for check in casino.checks() if not check.fine]
        casino.next_day()
        casino.sync()

    assert found == []
    assert [str(check) for check in casino.checks() if not check.fine] == []


def test_what_is_not_opened_is_found_though_the_day_was_set(casino: Casino) -> None:
    """Who gets the day set to another has to publish the secret of each that ends after that."""
    casino.game = Numbered()
    for number in range(1, 10):
        if number == 4:
            casino.edit("Bea", "State", re.sub(r"^Day \d+", "Day 1", casino.text("State")))
        casino.play("Ann", "climb high")
        casino.next_day()
        casino.sync()
    secrets = [line for line in casino.log if line.startswith("# secret ")]

    for secret in secrets[:-1]:  # the next one is over as well
        checks = check_log([line for line in casino.log if line != secret], BeaconSection())
        assert "never revealed" in map(str, (check.status for check in checks)), secret[:12]


def test_a_first_roll_of_an_older_version_may_precede_its_seal() -> None:
    """They sealed a phase in the edit of its first roll; later ones ask for the line again."""
    secret, key = bytes(range(32)), "3.4.0"
    roll = Roll(2, 4, faces(secret, key, "digging", 1, 2, 4, 1))
    seal = seal_of(secret)
    log = [
        "# dice sealed",
        f"# seal 1 sha256:{seal} at 2024-01-05T12:06:00Z",
        f"# seal 2 sha256:{'ab' * 32} at 2024-01-05T12:06:00Z",
        f"# line {key}",
        f"2024-01-05T12:04:00Z Ann: dig -- {roll}",
        f"# roll {key} by seal 1 {seal[:16]}: {roll} for digging",
        f"# secret 1 sha256:{seal} {secret.hex()}",
    ]
    newer = ["# dice sealed 2", *log[1:]]
    found = [check_log(lines, BeaconSection())[0].status for lines in (log, newer)]

    assert [found[0], found[1] == "ok"] == ["ok", False]
