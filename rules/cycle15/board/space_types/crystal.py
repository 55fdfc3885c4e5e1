"""Ruleset sections Crystal and Crystal Orb: a crystal for landing; the former for passing, too."""

from rules.common.notation import NumberOf
from rules.cycle15.board.space_type import GainItems, SpaceType
from rules.cycle15.state import CRYSTAL

ON_BOTH, ON_ORB = NumberOf("Crystal"), NumberOf("Crystal Orb")
GAIN, GAIN_ON_ORB = GainItems(CRYSTAL, ON_BOTH), GainItems(CRYSTAL, ON_ORB)
TYPES = (
    SpaceType("Crystal", "◆", "sky", landing=GAIN, passing=GAIN,
              says="a crystal for landing there or passing"),
    SpaceType("Crystal Orb", "◉", "purple", landing=GAIN_ON_ORB,
              says="a crystal for landing there"),
)  # fmt: skip
