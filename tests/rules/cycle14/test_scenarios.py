"""The scenarios of Cycle 14 come to all that there is in the game."""

from __future__ import annotations

from rules.cycle14.gatherings import CURSES
from rules.cycle14.rituals import RITUALS
from tests.rules.steps import scenario_steps


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
