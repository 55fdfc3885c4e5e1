"""The situations in which lines are written: small boards, made by statements and lines of play.

``situations.txt`` has them as scenarios (docs/scenarios.md), of which the title names game and
situation, and the last line says who writes the line in question, and when: ``Alice writes on Tue
12:00``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from msgspec.structs import replace

from rules.generic import GAME as GENERIC
from tests.rules.rulesets import USUAL, runner_of
from tests.understanding.phrasings import HERE, SAMPLE
from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.standing_rolls import Recorded
from wikibot.game.scenarios import TIME, Scenario, Wrong, read_scenarios, time_of

_WRITES = re.compile(rf"(?P<who>\w+) writes on (?P<time>{TIME})")
HARBOUR = SAMPLE.with_name("harbour")
EARLIER = (
    ("Ben", "propose: Free nets"),
    ("Ada", "propose: No gulls"),
    ("Ben", "trade 1 Herring to Ada for 1 Bell"),
)
AT_THE_HARBOUR: Mapping[tuple[str, str], Sequence[tuple[str, str]]] = {
    ("generic", "harbour"): (),
    ("generic", "asked"): (("Ada", "fish"),),
    ("generic", "whose"): (("Ada", "rob"),),
}
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
    beside = {key: _harbour(*before) for key, before in AT_THE_HARBOUR.items() if HARBOUR.exists()}
    return {_key(each): _made(each) for each in found} | beside


def _harbour(*before: tuple[str, str]) -> Situation:
    """Ada's situation in the game beside the project, after these lines."""
    text = {
        name: (HARBOUR / f"{name}.wiki").read_text("utf-8") for name in ("Ruleset", "Gamestate")
    }
    book = GENERIC.rulebook(text["Ruleset"], ())
    start = datetime(2024, 1, 1, 9, tzinfo=UTC)
    state = GENERIC.read(text["Gamestate"], book, start).state
    engine = Engine(GENERIC, book, Recorded(()))
    lines = (
        Action(ActionId(0, 0, n), start + timedelta(minutes=n), who, line, n, by_name=True)
        for n, (who, line) in enumerate((*EARLIER, *before), 1)
    )
    played = engine.play(replace(state, now=start), list(lines), start + timedelta(hours=1))
    return Situation(engine, played.state, "Ada", start + timedelta(hours=1))


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
