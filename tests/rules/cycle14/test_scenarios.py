"""Every scenario of Cycle 14 holds, by our own wording of the rules and, where it is at hand, by the real one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rules.cycle14 import GAME
from rules.cycle14.curses import CURSES
from rules.cycle14.rituals.types import RITUALS
from tests.rules.cycle14.stage import Stage14
from tests.rules.reworded import without_claims
from tests.rules.scenario_files import Scenario, read_scenarios
from wikibot.game.actions import Verdict
from wikibot.game.engine.orders import find_verb
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.units import read_units
from wikibot.game.verbs import unlisted

HERE = Path(__file__).parent
REAL = HERE.parents[2] / "../shared/wiki/Cycle 14/Ruleset.wiki"
SCENARIOS = [scenario for path in sorted(HERE.glob("*.txt")) for scenario in read_scenarios(path)]


@cache
def pins(text: str) -> tuple[Pin, ...]:
    """Pins for a wording that a scenario accepts."""
    units = read_units(text, GAME.catalogues).values()
    return tuple(
        Pin(u.name, "", u.prints.exact, u.prints.normal, u.prints.masked, "test", "2024-01-01")
        for u in units
    )


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    """What the scenario's title says, by our own wording of the rules."""
    Stage14(
        scenario, GAME.demo().pages["Ruleset"], pins if scenario.accepted else lambda _: ()
    ).run()


@pytest.mark.parametrize("scenario", [each for each in SCENARIOS if not each.changes], ids=str)
def test_scenario_by_the_real_ruleset(scenario: Scenario) -> None:
    """The same by the ruleset as the players wrote it."""
    if not REAL.exists():
        pytest.skip("the real ruleset is not at hand (../shared/wiki)")
    Stage14(scenario, REAL.read_text(encoding="utf-8"), lambda _: ()).run()


def test_scenarios_come_to_all_there_is() -> None:
    """Each verb is played in one of them, each ritual completed, each curse laid; some cycles are won and some lost."""
    done, said, ends = set[str](), list[str](), set[str]()
    for scenario in SCENARIOS:
        stage = Stage14(
            scenario, GAME.demo().pages["Ruleset"], pins if scenario.accepted else lambda _: ()
        )
        for line in without_claims(stage, scenario):
            found = find_verb(line.partition(": ")[2], GAME.verbs)
            if found and stage.outcome and stage.outcome.verdict is Verdict.DONE:
                done.add(found[0].name)
            said += [stage.outcome.text if stage.outcome else "", stage.fired_events]
        ends |= {"won"} if stage.state.winners else {"lost"} if stage.state.lost else set()
    text = " ".join(said)

    assert [] == [
        verb.name for verb in GAME.verbs if verb.name not in done and verb.available is not unlisted
    ]
    assert [] == [
        ritual.section for ritual in RITUALS if f"is completed: {ritual.section}" not in text
    ]
    assert [] == [each.name for each in CURSES if f"is struck by the {each.name}" not in text]
    assert ends == {"won", "lost"}
