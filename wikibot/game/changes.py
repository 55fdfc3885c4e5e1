"""Statements as values: by their form and its slots, not in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

Values = Mapping[str, Any]


class Statement(Struct, frozen=True, gc=False):
    """A statement by its form, and the values of that form's slots."""

    form: str
    values: Values


class Change(Struct, frozen=True, gc=False):
    """A statement that holds after something changed, and the one that held before."""

    now: Statement
    before: Statement


Step = Statement | Change  # what leads from one state to another


def now_of(step: Step) -> Statement:
    """What holds after a step."""
    return step.now if isinstance(step, Change) else step
