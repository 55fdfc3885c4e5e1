"""What has to be paid is looked for before anything is rolled or chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.generic.play.changes import require
from rules.generic.play.scene import Scene
from rules.generic.play.values import amount, owners
from rules.plain import tree

_LATER = (tree.Dice, tree.Rolled, tree.ThatMany)  # what is known only when it comes


def check_costs(scene: Scene, effects: Iterable[Any]) -> None:
    """Refuse where what has to be paid at first is not there, before anything is rolled or chosen.

    What needs a roll or a choice to be known, and all that follows it, is checked when it comes.
    """
    for effect in effects:
        if getattr(effect, "amount", 0) is None:  # all there is, be it nothing
            continue
        if isinstance(effect, tree.Lose) and effect.must and _is_known(scene, effect.amount):
            for owner in owners(scene, effect.who):
                require(scene, owner, effect.what, amount(scene, effect.amount))
        elif (
            isinstance(effect, tree.Transfer)
            and effect.must
            and _is_known(scene, effect.amount)
            and isinstance(effect.giver, tree.Doer | tree.Them)
        ):
            for owner in owners(scene, effect.giver):
                require(scene, owner, effect.what, amount(scene, effect.amount))
        elif not isinstance(effect, tree.Roll):
            return


def _is_known(scene: Scene, node: Any) -> bool:
    """Whether an amount is known without a roll or a choice that is still to come."""
    if isinstance(node, _LATER):
        return False
    if isinstance(node, tuple):
        return all(_is_known(scene, each) for each in node)
    if not isinstance(node, tree.Node):
        return True
    slot = getattr(node, "slot", None)
    if slot is not None:
        return slot in scene.slots
    return all(_is_known(scene, getattr(node, name)) for name in node.__struct_fields__)
