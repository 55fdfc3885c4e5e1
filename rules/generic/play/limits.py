"""How much of something its owners may have, by the sentences that limit it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.generic.owners import PLAYERS, Owner
from rules.generic.play.plan import Told
from rules.generic.play.scene import Scene
from rules.generic.play.values import amount, holds
from rules.plain import tree


class Bounds(Struct, frozen=True):
    """How much an owner may have of something, and the rules that say so.

    ``forbid_less``, ``forbid_more``: whether these forbid to go beyond, rather than cut.
    """

    least: int | None = None
    most: int | None = None
    by_least: str = ""
    by_most: str = ""
    forbid_less: bool = False
    forbid_more: bool = False

    def cut(self, number: int) -> int:
        """The number within the bounds."""
        number = number if self.most is None else min(number, self.most)
        return number if self.least is None else max(number, self.least)


NO_BOUNDS = Bounds()


def bounds(scene: Scene, owner: Owner, name: str, *, forbid: bool | None = None) -> Bounds:
    """The limits that bear on what an owner has under a name.

    ``forbid``: those alone that forbid to go beyond, or that cut.
    """
    found = NO_BOUNDS
    for told in scene.plan.limits_of(owner.table, name):
        if forbid is None or told.means.forbids is forbid:
            found = _narrowed(scene, told, owner, found)
    return found


def _narrowed(scene: Scene, told: Told, owner: Owner, found: Bounds) -> Bounds:
    limit: tree.Limit = told.means
    where = limit.of.where if limit.of else None
    if where is None and isinstance(limit.amount, tree.Number):
        number = limit.amount.value
    else:
        inner = Scene(scene.act, scene.plan, told, scene.doer)
        is_player = owner.table == PLAYERS
        with inner.about(them=owner.name if is_player else "", it=None if is_player else owner):
            if where is not None and not holds(inner, where):
                return found
            number = amount(inner, limit.amount)
    if limit.op == "<=" and (found.most is None or number < found.most):
        return replace(found, most=number, by_most=told.rule, forbid_more=limit.forbids)
    if limit.op == ">=" and (found.least is None or number > found.least):
        return replace(found, least=number, by_least=told.rule, forbid_less=limit.forbids)
    return found
