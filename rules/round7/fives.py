"""Ruleset section Fives: whoever lands on a space whose number is divisible by five gains poents."""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.common.sections import in_play
from rules.round7 import poent
from rules.round7.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Fives"
IMPLEMENTS = (Implementation(SECTION),)
_DIVISOR = NumberAt(SECTION, r"divisible by (\w+)")
_GAIN = NumberAt(SECTION, r"gain (\w+) poents")


def land(act: ActionContext[State], who: str, space: int) -> None:
    """Reward a player who lands on such a space."""
    if in_play(act.book, SECTION) and space % act.book.derived(_DIVISOR) == 0:
        poent.change(act, who, act.book.derived(_GAIN))
