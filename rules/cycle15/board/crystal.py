"""Ruleset sections Crystal and Crystal Orb: a crystal for landing; the former also gives one for passing."""

from rules.common.notation import NumberOf
from rules.cycle15.board.effects import Gain
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import CRYSTAL

BOTH, ORB = "Crystal", "Crystal Orb"
ON_BOTH, ON_ORB = NumberOf(BOTH), NumberOf(ORB)
TYPES = (
    SpaceType(BOTH, "◆", Gain(CRYSTAL, ON_BOTH), Gain(CRYSTAL, ON_BOTH)),
    SpaceType(ORB, "◉", Gain(CRYSTAL, ON_ORB)),
)
