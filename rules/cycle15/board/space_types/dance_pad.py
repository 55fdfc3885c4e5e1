"""Ruleset section Dance Pad: a player who lands there may start a party, until the phase ends."""

from rules.cycle15 import party
from rules.cycle15.board.space_type import OfferVerb, SpaceType, taking_up
from wikibot.game.understanding.deeds import deed

SECTION, START = "Dance Pad", "start party"
_VERB = taking_up(
    START, SECTION, party.start, "starts a party (or ends one), after landing on a Dance Pad",
    why_not="no dance pad is waiting for you",
    phrases=("start|throw|begin|have|host|launch|hold|initiate|call (a|the) party",
             "party (time|on|hard)",
             "get the|this party started|going",
             "let the party begin|start",
             "end|stop|finish (the) party", "dance (on) (the) (pad)"),
    deeds=(deed("party", "start begin throw let's go on started", may="get us"),),
)  # fmt: skip
TYPES = (
    SpaceType(SECTION, "D", "pink", OfferVerb(START, "a party starts, or the one going on ends"),
              asks=True, verbs=(_VERB,)),
)  # fmt: skip
