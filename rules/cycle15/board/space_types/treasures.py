"""Types of spaces that grant something to a player who lands there: crystals, shards, garbage.

Decisions: the choice that a Garbage Pile gives is open until the phase ends, however far the player
has gone since. A Blank space grants a card where the page, or a change of it that an item made and
that waits to be carried out, says so.
"""

from __future__ import annotations

from rules.common.sections import DiceOf, NumberOf, list_of
from rules.cycle15.board.space_type import GainItems, OfferVerb, SpaceType, taking_up
from rules.cycle15.garbage import RANDOM_ITEM, grant_random, in_force
from rules.cycle15.possessions import grant
from rules.cycle15.state import BLANK, CRYSTAL, SHARD, Context
from wikibot.sdk import deed

CARD = "Blank Card"
GEODE, PILE, SHARD_PILE, TAKE = "Geode", "Garbage Pile", "Shard Pile", "take garbage"
ON_BOTH, ON_ORB = NumberOf("Crystal"), NumberOf("Crystal Orb")
CONTENTS, SHARDS = list_of(GEODE), DiceOf(SHARD_PILE)
GAIN = GainItems(CRYSTAL, ON_BOTH)


def _veiled(act: Context, who: str, space: int) -> None:
    if f"grant them a {CARD}" in in_force(act.state, act.book, BLANK):
        grant(act, who, CARD, 1, f"at {space}")


def _crack_open(act: Context, who: str, space: int) -> None:
    found = act.pick(act.book.derived(CONTENTS), f"{GEODE} at {space}")
    grant(act, who, found, 1, f"at {space}")


def _gain_shards(act: Context, who: str, space: int) -> None:
    grant(act, who, SHARD, sum(SHARDS.roll(act)), f"at {space}")


BLANK_SPACE = SpaceType(
    BLANK, "·", "white", landing=_veiled,
    says="spaces on which nothing happens, unless an item had the rule rewritten",
)  # fmt: skip
_TAKE = taking_up(
    TAKE, PILE, lambda act: grant_random(act, act.player, "from the garbage"),
    "takes the random item that a Garbage Pile offers you",
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
    BLANK_SPACE,
    SpaceType("Crystal", "◆", "sky", landing=GAIN, passing=GAIN,
              says="a crystal for landing there or passing"),
    SpaceType("Crystal Orb", "◉", "purple", landing=GainItems(CRYSTAL, ON_ORB),
              says="a crystal for landing there"),
    SpaceType(PILE, "G", "brown", OfferVerb(TAKE, "a random item of the Garbage table"),
              asks=True, verbs=(_TAKE,), says="a player who lands there may take a random item"),
    SpaceType(GEODE, "E", "green", landing=_crack_open, asks=True, rolls=GEODE,
              says="a player who lands there gains a random item of the list there"),
    SpaceType(SHARD_PILE, "P", "blue", landing=_gain_shards, asks=True, rolls=SHARD_PILE,
              says="a player who lands there gains as many shards as the dice show"),
)  # fmt: skip
