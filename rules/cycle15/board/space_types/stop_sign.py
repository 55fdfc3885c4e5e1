"""Ruleset section Stop Sign: the last space of the move in which it is selected."""

from rules.cycle15.board.space_type import SpaceType

TYPES = (SpaceType("Stop Sign", "S", "red", ends=True),)
