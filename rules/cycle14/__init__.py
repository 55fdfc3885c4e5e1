"""Cycle 14: an obelisk comes nearer; tasks, rituals, curses. ``GAME`` is the entry point."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Make the game on first use, so that each section can be imported alone."""
    if name != "GAME":
        raise AttributeError(name)
    from rules.cycle14.cycle import GAME

    return GAME
