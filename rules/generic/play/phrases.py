"""Owners, amounts and cells in the words of an answer."""

from __future__ import annotations

from collections.abc import Mapping

from rules.generic.owners import PLAYERS, Cell, Owner
from rules.generic.play.scene import Scene
from wikibot.wikitext.messages import say


def shown(held: Cell) -> str:
    """A cell in words."""
    if isinstance(held, bool):
        return "yes" if held else "no"
    if isinstance(held, Mapping):
        return ", ".join(f"{number} {item}" for item, number in held.items()) or "nothing"
    if isinstance(held, tuple):
        return ", ".join(held) or "nothing"
    return str(held) or "nothing"


def who(scene: Scene, owner: Owner) -> str:
    """An owner at the beginning of a phrase; the one who wrote the line has no name there."""
    return scene.name(owner.name) if owner.table == PLAYERS else f"{owner.name or say('the game')} "


def whose(scene: Scene, owner: Owner) -> str:
    """An owner before something that is theirs; no word for the game."""
    if not owner.table:
        return ""
    mine = owner.table == PLAYERS and owner.name == scene.act.player
    return say("your") if mine else say("{}'s", owner.name)
