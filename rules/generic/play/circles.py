"""Sentences that set each other off: without end, or possibly so.

``Whenever a player gains Gold, they gain 1 Gold`` never comes to an end, and so is for people.
Where a condition, a choice or a limit stands between, it may: that is played, and a line that does
not come to an end is held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.generic.owners import PLAYERS
from rules.generic.play.plan import SentencePlan, Told
from rules.plain import tree

_ANYWHERE = ""  # in place of a thing
_NO_PLAYERS = (
    tree.NamedThing, tree.ChosenThing, tree.RandomThing, tree.EachThing, tree.ExtremeThing, tree.It,
    tree.ThingInOrder,
    tree.Place, type(None),
)  # fmt: skip
_SURE = (tree.Doer, tree.Them, tree.NamedPlayer, tree.EachPlayer)
_Key = tuple[str, str, str]  # a kind of event; what is gained or lost, or a table and a thing of it


def circles(plan: SentencePlan, *, sure: bool) -> Sequence[Told]:
    """The sentences that set each other off again. ``sure``: whatever else is the case."""
    told = (*plan.of(tree.Whenever), *plan.of(tree.Landing))
    nodes = []
    for each in told:
        waits = frozenset(_waits_for(each.means, sure))
        again = frozenset(key for key in waits if key[0] == "moves" and key[2])  # is there already
        nodes.append((each, waits, frozenset(_causes(plan, each.means, sure)) - again))
    count = -1
    while count != len(nodes):
        count = len(nodes)
        waited = frozenset[_Key]().union(*(waits for _, waits, _ in nodes))
        caused = frozenset[_Key]().union(*(causes for _, _, causes in nodes))
        nodes = [each for each in nodes if each[1] & caused and each[2] & waited]
    return tuple(each for each, *_ in nodes)


def _waits_for(means: Any, sure: bool) -> Iterator[_Key]:
    """The events that set a sentence off."""
    if isinstance(means, tree.Landing):
        yield "moves", means.table, means.thing
        return
    event: tree.Happens = means.event
    if sure and (event.where is not None or event.least > 1):
        return
    if event.kind in ("gains", "loses"):
        yield event.kind, event.what, ""
    thing = event.thing if event.kind in ("moves", "crosses") else None
    if isinstance(thing, tree.NamedThing):
        yield "moves", thing.table, thing.name
    elif isinstance(thing, tree.EachThing) and not (sure and thing.where is not None):
        yield "moves", thing.table, _ANYWHERE


def _causes(plan: SentencePlan, means: Any, sure: bool) -> Iterator[_Key]:
    """The events that the effects of a sentence lead to."""
    for node in _effects(means.effects, sure):
        if type(node) in (tree.Gain, tree.Add):
            is_gain = type(node) is tree.Gain
            who, what = (node.who, node.what) if is_gain else (node.place.owner, node.place.name)
            may_be = (is_gain or not node.minus) and not isinstance(who, _NO_PLAYERS)
            if may_be and (not sure or (_is_sure(who) and _is_some(node.amount))):
                yield from _gained(plan, what)
        elif node.gives and not sure:
            yield from _gained(plan, node.changed)
        elif isinstance(node, tree.Move) and node.lands and isinstance(node.to, tree.NamedThing):
            yield "moves", node.to.table, node.to.name
            yield "moves", node.to.table, node.to.name if sure else _ANYWHERE
        elif isinstance(node, tree.Advance):
            yield "moves", node.table, _ANYWHERE


def _effects(node: Any, sure: bool) -> Iterator[Any]:
    """The effects of a sentence, those under conditions among them where these may be so."""
    if isinstance(node, tuple):
        for each in node:
            yield from _effects(each, sure)
    elif isinstance(node, tree.ForPlayers) and _is_sure(node.who):
        yield from _effects(node.effects, sure)
    elif isinstance(node, tree.Effect):
        yield node
        for name in () if sure else node.__struct_fields__:
            yield from _effects(getattr(node, name), sure)


def _gained(plan: SentencePlan, what: str) -> Iterator[_Key]:
    limits = (told.means for told in plan.limits_of(PLAYERS, what))
    if not any(limit.op == "<=" and limit.of.where is None for limit in limits):
        yield "gains", what, ""


def _is_sure(who: Any) -> bool:
    return isinstance(who, _SURE) and getattr(who, "where", None) is None


def _is_some(amount: Any) -> bool:
    return isinstance(amount, tree.Dice) or (isinstance(amount, tree.Number) and amount.value > 0)
