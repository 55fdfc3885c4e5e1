"""Ruleset section Picking: once a day a gardener rolls for apples.
How many dice, of how many sides, the page says.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.common.sections import DiceOf
from wikibot.sdk import (
    DAY,
    ActionContext,
    How,
    Implementation,
    Refused,
    Verb,
    day_start,
    format_time,
    gain,
    with_player,
)

from .state import APPLE, State

SECTION = "Picking"
DICE = DiceOf(SECTION)
IMPLEMENTS = (Implementation(SECTION, How.ASKS, reads=(DICE,)),)


def _pick(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    picked = act.me.picked
    if picked is not None and day_start(picked) == day_start(act.now):
        tomorrow = format_time(day_start(act.now) + DAY)
        raise Refused("you picked today", rule=SECTION, remedy=f"Send it again from {tomorrow} on.")
    dice = act.book.derived(DICE)
    found = sum(act.roll(dice.count, dice.sides, "picking"))
    act.state = with_player(act.state, replace(act.me, picked=act.now))
    act.state = gain(act.state, act.player, APPLE, found)
    act.say(f"{act.player} finds {found} {APPLE}s")


VERBS = (Verb("pick", "pick", "pick -- 2d6 (3, 4) = 7", "looks for apples, once a day", _pick),)
