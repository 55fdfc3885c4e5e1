"""The scenarios of Cycle 14 come to all that there is in the game."""

from __future__ import annotations

from rules.cycle14 import GAME
from rules.cycle14.curses import CURSES
from rules.cycle14.rituals.types import RITUALS
from tests.rules.rulesets import all_scenarios
from tests.rules.scenario import Stage
from wikibot.game.actions import Verdict
from wikibot.game.engine.orders import find_verb
from wikibot.game.verbs import unlisted


def test_scenarios_come_to_all_there_is() -> None:
    """Each verb is played in one of them, each ritual completed, each curse laid; some cycles are won and some lost."""
    done, said, ends = set[str](), list[str](), set[str]()
    for scenario in (each for each in all_scenarios() if each.rules == "cycle14"):
        stage = Stage(scenario)
        for line in stage.run_without_claims():
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
