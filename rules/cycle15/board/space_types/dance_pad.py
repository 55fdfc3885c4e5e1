"""Ruleset section Dance Pad: a player who lands there may start a party, until the phase ends."""

from rules.cycle15 import party
from rules.cycle15.board.space_type import May, SpaceType, taking_up

SECTION, START = "Dance Pad", "start party"
_VERB = taking_up(
    START, SECTION, party.start, "starts a party (or ends one), after landing on a Dance Pad",
    why_not="no dance pad is waiting for you",
)  # fmt: skip
TYPES = (
    SpaceType(SECTION, "D", "pink", May(START, "a party starts, or the one going on ends"),
              asks=True, verbs=(_VERB,)),
)  # fmt: skip
