"""Ruleset section Crystal Forge: a player who lands there may turn shards into crystals.

Decision: once for each landing, until the phase ends.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.common.notation import NumberOf
from rules.cycle15.belongings.possessions import grant, pay
from rules.cycle15.board.space_type import OfferVerb, SpaceType, taking_up
from rules.cycle15.state import CRYSTAL, SHARD, Context
from wikibot.game.problems import Problem
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook

SECTION, FORGE = "Crystal Forge", "forge"
PRICE, YIELD = NumberOf(SECTION), NumberOf(SECTION, 1)


def _price(book: Rulebook) -> Mapping[str, PhraseSlot]:
    """How many shards the forge takes."""
    try:
        price = (str(book.derived(PRICE)),) if book.has(SECTION) else ()
    except Problem:
        price = ()
    return {"forge price": NamesSlot(price)}


def _forge(act: Context) -> None:
    pay(act, SHARD, act.book.derived(PRICE), SECTION)
    grant(act, act.player, CRYSTAL, act.book.derived(YIELD))


_VERB = taking_up(
    FORGE, SECTION, _forge, "turns shards into a crystal, after landing on a Crystal Forge",
    why_not="no forge is waiting for you",
    phrases=(
        "make|create|forge (a|one|1) crystal (out) of|from {forge price} (of) (my) shards => forge",
        "forge (a|one|1) crystal (from|with|for) (my) (shards)", "use the forge",
        ("transform|convert|turn|exchange|melt|smelt|forge (my) shards into|to|for (a|one|1|some) "
         "crystal|crystals"),
        ("transform|convert|turn|exchange|melt|smelt|forge|pay|spend|use {forge price} (of) (my) "
        "shards into|to|for|as (a|one|1|get) (a|one|1) crystal => forge"),
    ),
)  # fmt: skip
TYPES = (
    SpaceType(SECTION, "F", "orange", OfferVerb(FORGE, "turns shards into a crystal"), asks=True,
              verbs=(_VERB,), slots=_price),
)  # fmt: skip
