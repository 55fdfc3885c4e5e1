"""Every scenario holds, by our own wording of the rules and, where they are at hand, by the real ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rules.cycle15 import GAME
from rules.cycle15.belongings.garbage import CATALOGUE
from tests.rules.scenario import Stage
from tests.rules.scenario_files import Scenario, Wrong, read_scenarios
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import read_rulebook

HERE = Path(__file__).parent
REAL = HERE.parents[1] / "../shared/wiki"
OWN = {"late": HERE / "rulesets/late.wiki", "early": HERE / "rulesets/early.wiki"}
PAGES = {"late": REAL / "Cycle 15/Ruleset.wiki", "early": REAL / "Cycle 15 early/Ruleset.wiki"}
SCENARIOS = [
    scenario for path in sorted(HERE.glob("scenarios/*.txt")) for scenario in read_scenarios(path)
]


@cache
def own_pins(text: str, variant: str) -> tuple[Pin, ...]:
    """Pins for a wording of our own, so that it counts as the one that was implemented."""
    book = read_rulebook(text, (CATALOGUE,), (), GAME.implementations)
    return tuple(
        Pin(
            u.name, variant, u.prints.exact, u.prints.normal, u.prints.masked, "test", "2024-01-01",
            book.read_print(u.name), book.parent(u.name),
        )
        for u in book.units.values()
    )  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    """What the scenario's title says, by our own wording of the rules."""
    if scenario.rules == "demo":
        stage = Stage(scenario, GAME, GAME.demo().pages["Ruleset"], lambda text: ())
    else:
        text = OWN[scenario.rules].read_text(encoding="utf-8")
        stage = Stage(scenario, GAME, text, lambda text: own_pins(text, scenario.rules))
    stage.run()


@pytest.mark.parametrize(
    "scenario", [s for s in SCENARIOS if s.rules in PAGES and not s.changes], ids=str
)
def test_scenario_by_the_real_ruleset(scenario: Scenario) -> None:
    """The same by the ruleset as the players wrote it."""
    if not PAGES[scenario.rules].exists():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    Stage(scenario, GAME, PAGES[scenario.rules].read_text(encoding="utf-8"), lambda text: ()).run()


def test_a_scenario_fails_when_its_claim_does_not_hold() -> None:
    """The runner itself: a wrong claim is an error that names file, line and the last answer."""
    scenario = Scenario(
        "wrong",
        "here",
        1,
        "demo",
        lines=[
            (1, "0 > 1 > 0"),
            (2, "Ann at 0"),
            (3, "Mon 10:00 Ann: move -- 2d4 (1, 2) = 3"),
            (4, "Ann at 0"),
        ],
    )
    stage = Stage(scenario, GAME, GAME.demo().pages["Ruleset"], lambda text: ())

    with pytest.raises(Wrong, match=r"here.txt:4: Ann at 0(.|\n)*last answer: done: 0 → 1 → 0 → 1"):
        stage.run()
