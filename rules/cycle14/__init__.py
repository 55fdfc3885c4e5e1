"""Cycle 14: an obelisk comes nearer; tasks, rituals, herbs and curses. ``GAME`` is what the framework finds."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Wire the game together only when it is asked for, so that each section can be imported alone."""
    if name != "GAME":
        raise AttributeError(name)
    from rules.cycle14.cycle import GAME

    return GAME
