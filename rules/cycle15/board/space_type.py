"""What a type of space is to the rules: one value with name, looks, effects and flags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.verbs import Verb

# What happens to a player on a space: the action context, the player's name, the space's number.
Effect = Callable[[ActionContext[State], str, int], None]


@dataclass(frozen=True)
class SpaceType:
    """One type of space. ``name`` is also the name of the ruleset's unit.

    ``sign`` and ``colour``: how it is drawn. The flags are about selecting the spaces of a move:
    ``ends`` it, makes the next selection ``slippery`` (random), lets it ``glide`` one space further
    or less far. ``variant``: the wording that it plays, "" for any. ``asks``: whether it takes a
    roll or a choice. ``reads``: what reads numbers of its section. ``says``: what happens, in the
    bot's own words, where the docstring of its module does not say that.
    """

    name: str
    sign: str
    colour: str
    landing: Effect | None = None
    passing: Effect | None = None
    ends: bool = False
    slippery: bool = False
    glides: bool = False
    variant: str = ""
    asks: bool = False
    reads: tuple[Callable[..., Any], ...] = ()
    verbs: tuple[Verb, ...] = ()
    says: str = ""
