"""Slots in the order in which a meaning has them, so that equal meanings are equal values."""

from __future__ import annotations

from typing import Any

from rules.plain import tree as t


def in_order(meaning: Any) -> Any:
    """A meaning with its slots counted anew, from 1 in the order of its parts."""
    return _counted(meaning, {})


def _counted(node: Any, slots: dict[int, int]) -> Any:
    if isinstance(node, tuple):
        return tuple([_counted(each, slots) for each in node])
    if not isinstance(node, t.Node):
        return node
    new = []
    for name in node.__struct_fields__:
        held = getattr(node, name)
        if name == "slot":
            new.append(slots.setdefault(held, len(slots) + 1))
        else:
            new.append(_counted(held, slots))
    return type(node)(*new)
