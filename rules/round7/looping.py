"""Ruleset section Looping: coming to or past the lowest space on one's turn brings poents and lets Numbers grow.

Decisions: it counts for a player on their own turn that they began on a primary space, once for
each advance, whether by a roll or a Number. It happens on the way, before the landing.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.common.notation import NumberAt
from rules.common.sections import in_play
from rules.round7 import numbers, poent
from rules.round7.state import FIRST, State
from rules.round7.turns import is_turn
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Looping"
IMPLEMENTS = (Implementation(SECTION),)
_GAIN = NumberAt(SECTION, r"gain (\w+) poents")
_INCREASE = NumberAt(SECTION, r"increase by (\w+)")
_GRANT = NumberAt(SECTION, r"Number of (\w+)")


def pass_by(act: ActionContext[State], who: str, way: Sequence[int]) -> None:
    """Reward an advance along a way that comes to or past the lowest space."""
    turn = act.state.turn
    if (
        FIRST not in way
        or turn is None
        or not is_turn(act.state, who)
        or not isinstance(turn.start, int)
    ):
        return
    if in_play(act.book, SECTION):
        poent.change(act, who, act.book.derived(_GAIN))
        numbers.increase(act, who, act.book.derived(_INCREASE))
        numbers.grant(act, who, act.book.derived(_GRANT))
