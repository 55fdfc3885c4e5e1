"""Why a player may not do something: the part of a condition that does not hold, in words."""

from __future__ import annotations

import re
from typing import Any

from rules.generic.compiled import vocabulary
from rules.generic.play.scene import Scene
from rules.generic.play.values import holds
from rules.plain import tree
from rules.plain.clauses import Unspeakable
from rules.plain.speech.conditions import Clauses
from rules.plain.terms import negated

_PLAYER = re.compile(r"\bthe player\b(?! w)")  # not: with the most Gold, who has it
_NONE = tree.Number(0)


def unmet(scene: Scene, condition: Any) -> str:
    """``Cleo is not on River``, of a condition that does not hold; "" where it has no words."""
    parts = condition.of if isinstance(condition, tree.Both) else (condition,)
    failed = next((each for each in parts if not holds(scene, each)), None)
    if failed is None:
        return ""
    speech = Clauses(vocabulary(scene.act.state, (scene.told.text,)), doer=True)
    speech.subject = None  # so that what is the player's is said to be
    try:
        said = speech.condition(_counted(negated(failed)))
    except Unspeakable:
        return ""
    return _PLAYER.sub(lambda _: scene.doer, said)


def _counted(condition: Any) -> Any:
    """The same condition as people say it of whole numbers: some, for not exactly none."""
    if isinstance(condition, tree.Either | tree.Both):
        return type(condition)(tuple(map(_counted, condition.of)))
    if isinstance(condition, tree.Compare) and (condition.op, condition.right) == ("!=", _NONE):
        return tree.Compare(condition.left, ">=", tree.Number(1))
    return condition
