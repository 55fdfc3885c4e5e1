"""Ruleset section Teleporter: a player who lands there swaps locations with a random player.

Decision: with a random *other* player, not with themselves; alone on the board nothing
happens.
"""

from __future__ import annotations

from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.board.spaces import place
from rules.cycle15.state import Context

SECTION = "Teleporter"


def swap(act: Context, who: str, other: str) -> None:
    """Two players swap locations, without passing or landing on anything."""
    here, there = act.state.players[who].location, act.state.players[other].location
    place(act, who, there)
    place(act, other, here)
    act.say("{} swaps places with {}: {} at {}, {} at {}", who, other, who, there, other, here)


def _teleport(act: Context, who: str, space: int) -> None:
    others = tuple(name for name in act.state.players if name != who)
    if others:
        swap(act, who, act.pick(others, f"{SECTION} at {space}"))


TYPES = (SpaceType(SECTION, "T", "violet", landing=_teleport, asks=True, rolls=SECTION),)
