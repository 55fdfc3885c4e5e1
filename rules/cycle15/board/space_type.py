"""What a type of space is to the rules: its name, what happens on it, how it bears on selecting spaces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext

# What happens to a player on a space: the act, the player's name, the space's identifier.
Effect = Callable[[ActionContext[State], str, int], None]


@dataclass(frozen=True)
class SpaceType:
    """One type of space. ``name`` is also the name of the ruleset's unit, ``sign`` its mark on a drawn board.

    The flags are about selecting the spaces of a move: ``ends`` it, makes the next selection
    ``slippery`` (random), lets it ``glide`` one space further or less far. ``variant`` is the
    wording that it plays, "" for any. ``asks``: whether it takes a roll or a choice.
    """

    name: str
    sign: str
    landing: Effect | None = None
    passing: Effect | None = None
    ends: bool = False
    slippery: bool = False
    glides: bool = False
    variant: str = ""
    asks: bool = False
