"""Round 7 of Infinite Nomic: turns on a line of spaces. ``GAME`` is the entry point."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Make the game on first use, so that each section can be imported alone."""
    if name != "GAME":
        raise AttributeError(name)
    from rules.round7.round import GAME

    return GAME
