"""Round 7 of Infinite Nomic, one module for each section of its ruleset. ``GAME`` is what the framework finds."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Wire the game together only when it is asked for, so that each section can be imported alone."""
    if name != "GAME":
        raise AttributeError(name)
    from rules.round7.round import GAME

    return GAME
