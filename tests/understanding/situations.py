"""The situations in which lines are written: small boards, made by statements and lines of play.

``situations.txt`` has them as scenarios (docs/scenarios.md), of which the title names game and
situation, and the last line says who writes the line in question, and when: ``Alice writes on Tue
12:00``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from tests.rules.rulesets import USUAL, runner_of
from tests.understanding.phrasings import HERE
from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.engine.engine import Engine
from wikibot.game.scenarios.files import TIME, Scenario, Wrong, read_scenarios, time_of

_WRITES = re.compile(rf"(?P<who>\w+) writes on (?P<time>{TIME})")
GAMES = USUAL | {"early": "early"}
"""The rulesets of the games, by the words of the data files."""


@dataclass(frozen=True)
class Situation:
    """A state in which ``who`` writes a line at ``time``."""

    engine: Engine[Any]
    state: Any
    who: str
    time: datetime

    def play(self, line: str, state: Any = None, index: int = 9000) -> tuple[Any, Outcome]:
        """The state after a line, and its answer.
        ``state``: to play it in, if not the situation's.
        """
        identity = ActionId(0, 0, index)
        action = Action(identity, self.time, self.who, line, index, by_name=True)
        played = self.engine.play(self.state if state is None else state, [action], None)
        return played.state, played.outcomes[-1]


@cache
def situations() -> Mapping[tuple[str, str], Situation]:
    """All situations, by game and name."""
    found = read_scenarios((HERE / "situations.txt").read_text(encoding="utf-8"), "situations")
    return {_key(each): _made(each) for each in found}


def _key(scenario: Scenario) -> tuple[str, str]:
    game, _, situation = scenario.title.partition(" ")
    return game, situation


def _made(scenario: Scenario) -> Situation:
    number, last = scenario.lines.pop()
    found = _WRITES.fullmatch(last)
    if not found:
        raise Wrong(f"{scenario.file}.txt:{number}: {last!r} does not say who writes when")
    scenario.rules = GAMES[_key(scenario)[0]]
    runner = runner_of(scenario)
    runner.run()
    time = time_of(found["time"])
    state = runner.engine.play(runner.state, [], time).state  # time goes by until then
    return Situation(runner.engine, state, found["who"], time)
