"""Ruleset section Blank: spaces on which nothing happens."""

from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import BLANK

TYPES = (SpaceType(BLANK, "·"),)
