"""What happens in scenarios, step by step, for properties that hold in any play.

Scenarios set up what each verb needs and play every verb of their game
(`test_scenarios.test_scenarios_play_every_verb`), so that a property that holds for their steps was
tried with each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from tests.rules.rulesets import RULES, all_scenarios, runner_of, without_claims
from wikibot.game.actions import Outcome, Verdict
from wikibot.game.engine.engine import Played
from wikibot.game.engine.orders import find_verb
from wikibot.game.scenarios import Scenario


@dataclass(frozen=True)
class Step:
    """A line, or time going by: the states before and after, and all that was said of it."""

    game: str
    verb: str  # what the line did; "" where it was not played, or there is none
    before: Any
    after: Any
    told: str
    outcome: Outcome | None = None


@cache
def steps_of(scenario: Scenario) -> tuple[Step, ...]:
    """The steps of a scenario, as far as it can be played."""
    runner = runner_of(scenario)
    for _ in without_claims(runner):
        pass
    return tuple(step_of(runner.game, before, played) for before, played in runner.played)


def scenario_steps(game: str) -> Iterator[Step]:
    """The steps of all scenarios of a game."""
    for scenario in all_scenarios():
        if RULES[scenario.rules].game.name == game:
            yield from steps_of(scenario)


def step_of(game: Any, before: Any, played: Played[Any]) -> Step:
    """What was played in one go."""
    outcome = played.outcomes[-1] if played.outcomes else None
    done = outcome is not None and outcome.verdict is Verdict.DONE
    found = find_verb(outcome.action.text, game.verbs) if outcome and done else None
    texts = (each.text for each in played.fired_events), (each.text for each in played.outcomes)
    told = "; ".join(chain(*texts))
    return Step(game.name, found[0].name if found else "", before, played.state, told, outcome)
