"""A game whose phases are days, on a folder wiki with dice that the bot rolls."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import structs

from tests.game.tiny import Tiny
from tests.sync.world import World
from wikibot.config.sections import BeaconSection
from wikibot.dice.evidence import from_wiki
from wikibot.dice.replay import Check
from wikibot.dice.verification import check_log
from wikibot.game.actions import Shape, Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.game import Reading
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.storage.log_page import joined_lines, read_logs

_DAY = re.compile(r"^Day (\d+)\.\n", re.MULTILINE)


def _climb(act: ActionContext[State]) -> None:
    height = sum(act.roll(1, 10**8, "climbing"))
    place = act.choose("a mountain", ("high", "low"), known=("sea",), rule="Mountains")
    act.say(f"climbed {height} on {place}")


def _bet(act: ActionContext[State]) -> None:
    place = act.choose("a horse", ("red", "blue"))
    act.say(f"{place}: {sum(act.roll(1, 10**8, 'the race'))}")


def _sleep(act: ActionContext[State]) -> None:
    act.state = structs.replace(act.state, phase=act.state.phase + 1)
    act.say(f"day {act.state.phase}")


class Days(Tiny):
    """The tiny game with its day on the page, a choice after a roll (climb) and a roll after a
    choice (bet).

    ``sleep`` ends the day before its time.
    """

    verbs = (
        *Tiny.verbs,
        Verb("climb", "climb", "climb", "", _climb, Shape.WORDS),
        Verb("bet", "bet", "bet", "", _bet, Shape.WORDS),
        Verb("sleep", "sleep", "sleep", "", _sleep),
    )

    def read(self, page: str, book: Rulebook, now: datetime) -> Reading[State]:
        """As the tiny game, and the line ``Day 3.``."""
        reading = super().read(page, book, now)
        found = _DAY.search(page)
        return structs.replace(
            reading, state=structs.replace(reading.state, phase=int(found[1]) if found else 1)
        )

    def write(self, page: str, book: Rulebook, state: State) -> str:
        """Likewise."""
        page = super().write(_DAY.sub("", page), book, state)
        return f"Day {state.phase}.\n{page}"


class Casino(World):
    """The wiki, with dice from ``source``."""

    game = Days()

    def __init__(self, folder: Path, source: Any, beacon: BeaconSection | None = None) -> None:
        super().__init__(folder)
        game = replace(self.settings.game, dice=source)
        self.settings = replace(self.settings, game=game, beacon=beacon or self.settings.beacon)

    def play(self, user: str, line: str) -> str:
        """One line and the answer to it."""
        self.add(user, f"* {line}")
        return self.sync().outcomes[-1].text

    def next_day(self) -> None:
        """Wait until after midnight."""
        self.now = (self.now + timedelta(days=1)).replace(hour=6, minute=0)

    @property
    def log(self) -> tuple[str, ...]:
        """The lines of all log pages."""
        return tuple(filter(None, joined_lines(read_logs(self.settings, self.wiki).values())))

    def checks(self, change: Callable[[str], str] = str) -> list[Check]:
        """What verify says of the log, or of a log that somebody changed."""
        lines = change("\n".join(self.log)).splitlines()
        logs = read_logs(self.settings, self.wiki)
        evidence = from_wiki(lines, self.settings, self.wiki, self.game, logs)
        assert evidence.missing == ()
        return list(check_log(lines, self.settings.beacon, evidence))

    def verdicts(self, change: Callable[[str], str] = str) -> list[str]:
        """The same, the verdicts alone."""
        return [str(check.status) for check in self.checks(change)]

    @property
    def seals(self) -> Path:
        """Where the secrets are."""
        return self.settings.state_folder / "seals"
