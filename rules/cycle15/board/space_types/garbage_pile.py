"""Ruleset section Garbage Pile: a player who lands there may take a random item.

Decision: the choice is open until the phase ends, however far the player has gone since.
"""

from __future__ import annotations

from rules.cycle15.belongings.garbage import RANDOM_ITEM, grant_random
from rules.cycle15.board.space_type import OfferVerb, SpaceType, taking_up
from rules.cycle15.state import Context
from wikibot.sdk import deed

SECTION, TAKE = "Garbage Pile", "take garbage"


def _take(act: Context) -> None:
    grant_random(act, act.player, "from the garbage")


_VERB = taking_up(
    TAKE, SECTION, _take, "takes the random item that a Garbage Pile offers you",
    example="take garbage -- 1d98 (21) = 21", why_not="no garbage is waiting for you",
    phrases=(
        ("take|claim|collect|get|grab|draw|pick|have|roll|search|receive|gain (up|for) "
         "(random|some|one|piece|item|of|from|out) (of) (garbage|the) (garbage|trash|pile|item)"),
        "garbage|trash (please|time)", "random garbage|item",
        "rummage|search|dig|look|poke (in|through|into) (the) garbage|pile",
    ),
    deeds=(
        deed("garbage trash", may="get grab pick up dig digging random item pile one i out through "
             "collect claim draw gimme"),
        RANDOM_ITEM,
    ),
)  # fmt: skip
TYPES = (
    SpaceType(
        SECTION, "G", "brown", OfferVerb(TAKE, "a random item of the Garbage table"),
        asks=True, verbs=(_VERB,),
    ),
)  # fmt: skip
