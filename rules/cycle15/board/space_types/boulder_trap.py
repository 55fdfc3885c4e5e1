"""Ruleset section Boulder Trap: a boulder rolls along a path, and players there flee to a haven.

Decisions: path and haven stand in the notes of the space. Fleeing is not a movement: nothing is
passed or landed on. A trap whose haven is unknown, or no space, is left to a person.
"""

from __future__ import annotations

from rules.cycle15.belongings import possessions
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.board.spaces import place, players_on
from rules.cycle15.state import Context
from wikibot.sdk import Held
from wikibot.wikitext.messages import later

SECTION = "Boulder Trap"


def _roll_boulder(act: Context, who: str, space: int) -> None:
    trap = act.state.spaces[space]
    haven = trap.safe_haven
    if haven is None or haven not in act.state.spaces:
        why = later("the notes of space {} name no existing space as its Safe Haven")
        raise Held(SECTION, why, str(space))
    fleeing = players_on(act.state, space, *trap.boulder_path)
    for each in fleeing:
        place(act, each, haven)
    possessions.send(act, (space, *trap.boulder_path), haven)
    act.say("a boulder rolls: {} now at {}", ", ".join(fleeing), haven)


TYPES = (SpaceType(SECTION, "B", "sand", landing=_roll_boulder),)
