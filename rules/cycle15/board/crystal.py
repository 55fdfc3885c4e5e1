"""Ruleset sections Crystal and Crystal Orb: a crystal for landing; the former also gives one for passing."""

from rules.common.notation import NumberOf
from rules.cycle15.board.effects import Gain
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import CRYSTAL

BOTH, ORB = "Crystal", "Crystal Orb"
TYPES = (
    SpaceType(BOTH, "◆", Gain(CRYSTAL, NumberOf(BOTH)), Gain(CRYSTAL, NumberOf(BOTH)), reads_numbers=True),
    SpaceType(ORB, "◉", Gain(CRYSTAL, NumberOf(ORB)), reads_numbers=True),
)
