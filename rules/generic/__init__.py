"""Any nomic: a ruleset in plain words, played from its own sentences on any gamestate page."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Make the game on first use, so that each part can be imported alone."""
    if name != "GAME":
        raise AttributeError(name)
    from rules.generic.game import GAME

    return GAME
