"""Changing frozen values quickly: the engine makes several new states for every action."""

from __future__ import annotations

from typing import Any, TypeVar

V = TypeVar("V")


def replace(value: V, **changes: Any) -> V:
    """What ``dataclasses.replace`` gives for a plain frozen dataclass, in a quarter of the time.

    Only for dataclasses without slots and without ``__post_init__``; the names of fields are not
    checked.
    """
    new = object.__new__(type(value))
    object.__setattr__(new, "__dict__", value.__dict__ | changes)
    return new
