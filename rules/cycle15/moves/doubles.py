"""Ruleset section Doubles: whoever rolls the same number several times when moving is granted an item.

Decision: one item, however many dice agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.common.sections import in_play
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Doubles"
IMPLEMENTS = (Implementation(SECTION),)
REWARD = "Time Bean Chili"


def reward(act: ActionContext[State], who: str, faces: Sequence[int]) -> None:
    """Reward doubles among the faces of a move."""
    if len(dict.fromkeys(faces)) < len(faces) and in_play(act.book, SECTION):
        grant(act, who, REWARD, 1, "for doubles")
