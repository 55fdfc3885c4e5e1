"""Cycle 15 of Infinite Nomic, one module for each section of its ruleset. ``GAME`` is the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.cycle15.cycle import GAME as GAME


def __getattr__(name: str) -> Any:
    """Wire the game together only when it is asked for: each section can be imported alone."""
    if name != "GAME":
        raise AttributeError(name)
    from rules.cycle15 import cycle

    return cycle.GAME
