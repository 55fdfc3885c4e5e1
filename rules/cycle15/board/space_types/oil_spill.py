"""Ruleset section Oil Spill: the selection after it is random among its successors.

Decision: successors stand in the order of their identifiers. A player may name the space that came
out, or leave it out.
"""

from rules.cycle15.board.space_type import SpaceType

SECTION = "Oil Spill"
TYPES = (SpaceType(SECTION, "O", "olive", slippery=True, asks=True, rolls=SECTION),)
