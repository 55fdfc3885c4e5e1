"""Whole cycles: each line is answered, nothing is made of nothing, log and page hold the play."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from rules.cycle14 import GAME
from rules.cycle14.components import KNOWN
from rules.cycle14.gatherings import CURSES
from rules.cycle14.rituals import RITUALS
from rules.cycle14.state import State
from tests.rules.any_game import MONDAY, lost_rolls, replayed, told, without_identities
from tests.rules.cycle14.cycles import BOOK, cycle, everything, start, unaccounted
from tests.rules.steps import scenario_steps
from wikibot.game.actions import Verdict
from wikibot.game.engine.engine import Played

MOVING = (
    "store", "withdraw", "accept", "contribute", "object", "vote", "propose", "trade", "end",
    "help",
)  # fmt: skip
NEW = GAME.new_page(BOOK, MONDAY, "a cycle")


@cache
def played(seed: int) -> tuple[State, list[Played[State]]]:
    """The beginning of a cycle, and what was played in it."""
    random = Random(seed)
    begin = start(random)
    return begin, list(cycle(random, begin))


@pytest.mark.parametrize("seed", range(3))
def test_a_cycle_is_told_and_replays_from_its_log_to_the_same_page(seed: int) -> None:
    """Each line is answered, never by a mistake; the sum of each component changes by what the
    answers say was gained and lost; the lines that count, with the rolls that the bot made, lead to
    the page of the cycle.
    """
    begin, steps = played(seed)
    state = begin
    for step in steps:
        outcome = step.outcomes[0]
        assert outcome.text
        assert "the bot failed" not in told(step)
        assert unaccounted(state, step.state, told(step)) == {}
        assert lost_rolls(state, step) == []
        if (
            outcome.verdict is Verdict.DONE
            and outcome.action.text.startswith(MOVING)
            and not step.fired_events
        ):
            before, after = everything(state), everything(step.state)
            changed = {item for item in KNOWN.names if before[item] != after[item]}
            assert changed <= {"Resolve", "Restfulness", "Grebes"}, outcome.text
        state = step.state
        check(state)
    outcomes = (outcome for step in steps for outcome in step.outcomes)
    again = replayed(GAME, BOOK, begin, outcomes, state.now)

    assert GAME.write(NEW, BOOK, without_identities(state)) == GAME.write(
        NEW, BOOK, without_identities(again)
    )
    assert GAME.picture(state, BOOK)


def check(state: State) -> None:
    """What holds at any time."""
    for player in state.players.values():
        assert all(count > 0 for count in player.items.values())
        assert player.count("Resolve") <= 4
    assert state.obelisk.items.get("Grebes", 0) <= 5
    assert state.obelisk.distance >= 0


def test_components_are_neither_made_nor_lost_in_any_scenario() -> None:
    """The same for every verb there is, but for corrections."""
    for step in scenario_steps("cycle14"):
        corrected = step.outcome and step.outcome.action.text.startswith("correct")
        assert corrected or {} == unaccounted(step.before, step.after, step.told), step


def test_a_page_that_is_carried_on_holds_the_cycle() -> None:
    """Written line by line over one and the same page, each state reads back."""
    page = NEW
    for step in played(0)[1]:
        page = GAME.write(page, BOOK, step.state)

        assert GAME.read(page, BOOK, step.state.now).state == step.state


# The scenarios of Cycle 14 come to all that there is in the game.


def test_scenarios_come_to_all_there_is() -> None:
    """Each ritual is completed in one of them, each curse laid;
    some cycles are won and some lost.
    """
    steps = tuple(scenario_steps("cycle14"))
    text = " ".join(step.told for step in steps)

    assert [] == [
        ritual.section for ritual in RITUALS if f"is completed: {ritual.section}" not in text
    ]
    assert [] == [each.name for each in CURSES if f"is struck by the {each.name}" not in text]
    assert {True} == {
        any(step.after.lost for step in steps),
        any(step.after.winners for step in steps),
    }
