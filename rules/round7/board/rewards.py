"""Ruleset sections Fives and Looping: poents for landing on some spaces and for coming round.

Landing on a space whose number is divisible by five brings poents. Coming to or past the lowest
space on one's turn brings poents and lets Numbers grow. Decisions: that counts for a player on
their own turn that they began on a primary space, once for each advance, whether by a roll or a
Number. It happens on the way, before the landing.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.common.notation import NumberAt
from rules.common.sections import Section, in_play
from rules.round7.items import numbers, poent
from rules.round7.state import FIRST, Context
from rules.round7.turns.turns import is_turn
from wikibot.game.ruleset.implementations import Implementation

FIVES, LOOPING = "Fives", "Looping"
_DIVISOR, _FOR_FIVES = (
    NumberAt(FIVES, r"divisible by (\w+)"),
    NumberAt(FIVES, r"gain (\w+) poents"),
)
_FOR_LOOPING = NumberAt(LOOPING, r"gain (\w+) poents")
_INCREASE = NumberAt(LOOPING, r"increase by (\w+)")
_GRANT = NumberAt(LOOPING, r"Number of (\w+)")


def land(act: Context, who: str, space: int) -> None:
    """Reward a player who lands on a space with such a number."""
    if in_play(act.book, FIVES) and space % act.book.derived(_DIVISOR) == 0:
        poent.change(act, who, act.book.derived(_FOR_FIVES))


def pass_by(act: Context, who: str, way: Sequence[int]) -> None:
    """Reward an advance along a way that comes to or past the lowest space."""
    turn = act.state.turn
    on_turn = turn is not None and is_turn(act.state, who) and isinstance(turn.start, int)
    if FIRST in way and on_turn and in_play(act.book, LOOPING):
        poent.change(act, who, act.book.derived(_FOR_LOOPING))
        numbers.increase(act, who, act.book.derived(_INCREASE))
        numbers.grant(act, who, act.book.derived(_GRANT))


RULES = Section(
    implements=(
        Implementation(FIVES, reads=(_DIVISOR, _FOR_FIVES),
                       says="whoever lands on a space whose number is divisible by five gains "
                            "poents", waits="landing on such a space"),
        Implementation(LOOPING, reads=(_FOR_LOOPING, _INCREASE, _GRANT),
                       says="coming to or past the lowest space on one's turn brings poents and "
                            "lets Numbers grow", waits="coming past the lowest space"),
    ),
)  # fmt: skip
