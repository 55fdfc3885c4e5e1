"""Every scenario of Round 7 holds, by our own wording of the rules and, where it is at hand, by the real one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.round7 import GAME
from tests.rules.round7.stage import Stage
from tests.rules.scenario_files import Scenario, Wrong, read_scenarios

HERE = Path(__file__).parent
REAL = HERE.parents[2] / "../shared/wiki/Round 7/Ruleset.wiki"
SCENARIOS = [
    scenario for path in sorted(HERE.glob("scenarios/*.txt")) for scenario in read_scenarios(path)
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    """What the scenario's title says, by our own wording of the rules."""
    Stage(scenario, GAME.demo().pages["Ruleset"]).run()


@pytest.mark.parametrize("scenario", [each for each in SCENARIOS if not each.changes], ids=str)
def test_scenario_by_the_real_ruleset(scenario: Scenario) -> None:
    """The same by the ruleset as the players wrote it."""
    if not REAL.exists():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    Stage(scenario, REAL.read_text(encoding="utf-8")).run()


def test_a_scenario_fails_when_its_claim_does_not_hold() -> None:
    """The runner itself: a wrong claim is an error that names file, line and the last answer."""
    lines = [
        (1, "Ann on 1 with 5 poents"),
        (2, "Tue 10:00 Ann: move -- 1d6 (2) = 2"),
        (3, "Ann on 4"),
    ]
    stage = Stage(Scenario("wrong", "here", 1, lines=lines), GAME.demo().pages["Ruleset"])

    with pytest.raises(
        Wrong, match=r"here.txt:3: Ann on 4(.|\n)*last answer: done: Ann advances 2"
    ):
        stage.run()
