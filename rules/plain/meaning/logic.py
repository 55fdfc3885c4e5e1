"""Conditions joined and negated, each in one form only, so that equal meanings are equal values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.base import Misfit

_NEGATED = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "!=", "!=": "="}


def negated(condition: Any) -> Any:
    """The condition that holds where the given one does not."""
    if isinstance(condition, t.Not):
        return condition.of
    if isinstance(condition, t.Compare):
        return t.Compare(condition.left, _NEGATED[condition.op], condition.right)
    if isinstance(condition, t.Parity):
        return t.Parity(condition.of, not condition.even)
    if isinstance(condition, t.Both):
        return either(negated(each) for each in condition.of)
    if isinstance(condition, t.Either):
        return both(negated(each) for each in condition.of)
    return t.Not(condition)


def both(conditions: Iterable[Any]) -> Any:
    """All of several conditions; None among them says nothing. None: no condition."""
    return _joined(t.Both, conditions)


def denied(means: Callable[..., Any]) -> Callable[..., Any]:
    """The meaning of a part that says "not", from that of the same part without it."""
    return lambda self, branch, *args: negated(means(self, branch, *args))


def either(conditions: Iterable[Any]) -> Any:
    """At least one of several conditions."""
    return _joined(t.Either, conditions)


def _joined(kind: type[t.Both] | type[t.Either], conditions: Iterable[Any]) -> Any:
    flat: dict[Any, None] = {}
    for each in conditions:
        for one in each.of if isinstance(each, kind) else (each,):
            if one is not None:
                flat[one] = None
    found = sorted(flat, key=repr)
    if len(found) < 2:
        return found[0] if found else None
    return kind(tuple(found))


_COUNTING = (t.Gain, t.Lose, t.Transfer, t.Draw, t.Add, t.Dice, t.Chosen)  # give "that many"
_COUNTED = ("gains", "loses", "uses")  # events that do


def with_that_many(meaning: Any) -> Any:
    """A meaning in which "that many" is always some number: one rolled, chosen, had or lost.

    An action tells of its number only where the words say of what: "whenever a player sells Fish".
    """
    event = meaning.event if isinstance(meaning, t.Whenever) else None
    known = [event and (event.kind in _COUNTED or (event.kind == "does" and event.of))]

    def visit(node: Any) -> None:
        if isinstance(node, t.ThatMany) and not known[0]:
            raise Misfit("nothing is counted before that", "that many")
        if isinstance(node, t.Action):
            node = (node.verb, node.costs, node.effects)
        if isinstance(node, tuple):
            for each in node:
                visit(each)
        elif isinstance(node, t.Node):
            for name in node.__struct_fields__:
                visit(getattr(node, name))
            known[0] = known[0] or isinstance(node, _COUNTING)

    visit(meaning)
    return meaning
