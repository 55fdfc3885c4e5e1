"""Ruleset section Shard Pile: a player who lands there gains as many shards as the dice show."""

from __future__ import annotations

from rules.common.notation import DiceOf
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import SHARD, Context

SECTION = "Shard Pile"
DICE = DiceOf(SECTION)


def _gain_shards(act: Context, who: str, space: int) -> None:
    grant(act, who, SHARD, sum(DICE.roll(act)), f"at {space}")


TYPES = (SpaceType(SECTION, "P", "blue", landing=_gain_shards, asks=True, rolls=SECTION),)
