"""Ruleset section Thin Ice: it breaks under more players than it bears; all on it are set back.

Decision: where the space to fall to does not exist, all players stay where they are.
"""

from __future__ import annotations

from rules.common.notation import NumberAt, NumberOf
from rules.cycle15.belongings import possessions
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.board.spaces import place, players_on
from rules.cycle15.state import Context

SECTION = "Thin Ice"
BEARS, BELOW = NumberOf(SECTION), NumberAt(SECTION, r"space (-?\d+)")


def _crack(act: Context, who: str, space: int) -> None:
    there, below = players_on(act.state, space), act.book.derived(BELOW)
    if len(there) > act.book.derived(BEARS) and below in act.state.spaces:
        for each in there:
            place(act, each, below)
        possessions.send(act, (space,), below)
        act.say("the ice at {} breaks: {} now at {}", space, ", ".join(there), below)


TYPES = (SpaceType(SECTION, "I", "ice", landing=_crack),)
