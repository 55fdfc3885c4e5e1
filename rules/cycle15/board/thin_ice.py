"""Ruleset section Thin Ice: it breaks under more than one player, and all on it are set back to space 0."""

from __future__ import annotations

from rules.cycle15.board.places import place, players_on
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import START, State
from wikibot.game.act import Act


def _crack(act: Act[State], who: str, space: int) -> None:
    del who
    fallen = players_on(act.state, space)
    if len(fallen) > 1:
        for each in fallen:
            place(act, each, START)
        act.say(f"the ice at {space} breaks: {', '.join(fallen)} now at {START}")


TYPES = (SpaceType("Thin Ice", "I", landing=_crack),)
