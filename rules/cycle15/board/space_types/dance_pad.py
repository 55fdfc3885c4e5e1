"""Ruleset section Dance Pad: a player who lands there may start a party, until the phase ends."""

from rules.cycle15 import party
from rules.cycle15.board.space_type import OfferVerb, SpaceType, taking_up
from wikibot.game.understanding.deeds import deed

SECTION, START = "Dance Pad", "start party"
_VERB = taking_up(
    START, SECTION, party.start, "starts a party (or ends one), after landing on a Dance Pad",
    why_not="no dance pad is waiting for you",
    phrases=("start|throw|begin|have|host|launch|hold|initiate|call (a|the) party => start party",
             "party (time|on|hard) => start party",
             "get the|this party started|going => start party",
             "let the party begin|start => start party",
             "end|stop|finish (the) party => start party", "dance (on) (the) (pad) => start party"),
    deeds=(deed("party", "start begin throw let's go on started", may="get us"),),
)  # fmt: skip
TYPES = (
    SpaceType(SECTION, "D", "pink", OfferVerb(START, "a party starts, or the one going on ends"),
              asks=True, verbs=(_VERB,)),
)  # fmt: skip
