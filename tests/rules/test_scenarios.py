"""Every scenario holds, by our own wording of the rules and,
where it is at hand, by the real one.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rules.reading_well import badly_told
from tests.rules.rulesets import RULES, USUAL, all_scenarios, real_page
from tests.rules.scenario import Stage
from tests.rules.scenario_files import Scenario, Step, Wrong, read_line
from tests.rules.steps import steps_of
from wikibot.game.engine.verb_lookup import find_verb
from wikibot.game.verbs import Verb, unlisted

SCENARIOS = all_scenarios()
REAL = [each for each in SCENARIOS if RULES[each.rules].folder and not each.changes]
WRONG = [
    ("late", "0 > 1 > 0", "Ann is on 0", "Mon 10:00 Ann: move -- 2d4 (1, 2) = 3", "Ann is on 0",
     r"done: 0 → 1 → 0 → 1"),
    ("cycle14", "the Obelisk has 3 cuts", "Ann owns 3⚡", "Mon 10:00 Ann: observe -- 1d3 (2) = 2",
     "Ann owns 3⚡", r"done"),
    ("round7", "the highest space is 9", "Ann is on 1", "Tue 10:00 Ann: move -- 1d6 (2) = 2",
     "Ann is on 4", r"done: Ann advances 2"),
]  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    """What the scenario's title says, by our own wording of the rules;
    and all answers read well.
    """
    stage = Stage(scenario)
    stage.run()

    assert badly_told(played for _, played in stage.played) == []


@pytest.mark.parametrize("scenario", REAL, ids=str)
def test_scenario_by_the_real_ruleset(scenario: Scenario) -> None:
    """The same by the ruleset as the players wrote it; how pages hold it does not depend on that.

    A scenario without a line of a player's is about what a page says.
    """
    read = (read_line(line) for _, line in scenario.lines)
    is_played = any(isinstance(each, Step) and each.who for each in read)

    Stage(scenario, real_page(scenario.rules), "none" if is_played else "first").run()


@pytest.mark.parametrize("game", USUAL)
def test_scenarios_play_every_verb(game: str) -> None:
    """Each verb that help lists is done in one of them,
    so that what holds for them holds for the game.
    """
    verbs = RULES[USUAL[game]].game.verbs
    missing = {each.name for each in verbs if each.available is not unlisted}
    for scenario in SCENARIOS:
        if RULES[scenario.rules].game.name == game and missing & _named(scenario, verbs):
            missing -= {step.verb for step in steps_of(scenario)}

    assert missing == set()


def _named(scenario: Scenario, verbs: Sequence[Verb]) -> set[str]:
    """The verbs with which its lines begin."""
    texts = [read.text for _, line in scenario.lines if isinstance(read := read_line(line), Step)]
    return {found[0].name for text in texts if (found := find_verb(text, verbs))}


@pytest.mark.parametrize(("rules", "first", "second", "play", "claim", "answer"), WRONG)
def test_a_scenario_fails_when_its_claim_does_not_hold(
    rules: str, first: str, second: str, play: str, claim: str, answer: str
) -> None:
    """The runner itself: a wrong claim is an error that names file, line and the last answer."""
    lines = list(enumerate((first, second, play, claim), 1))

    with pytest.raises(Wrong, match=rf"here.txt:4: {claim}(.|\n)*last answer: {answer}"):
        Stage(Scenario("wrong", "here", 1, rules, lines=lines)).run()
