"""Ruleset section Crystal Forge: a player who lands there may turn shards into crystals.

Decision: once for each landing, until the phase ends.
"""

from __future__ import annotations

from rules.common.notation import NumberOf
from rules.cycle15.belongings.possessions import grant, pay
from rules.cycle15.board.space_type import May, SpaceType, taking_up
from rules.cycle15.state import CRYSTAL, SHARD, State
from wikibot.game.engine.context import ActionContext

SECTION, FORGE = "Crystal Forge", "forge"
PRICE, YIELD = NumberOf(SECTION), NumberOf(SECTION, 1)


def _forge(act: ActionContext[State]) -> None:
    pay(act, SHARD, act.book.derived(PRICE), SECTION)
    grant(act, act.player, CRYSTAL, act.book.derived(YIELD))


_VERB = taking_up(
    FORGE, SECTION, _forge, "turns shards into a crystal, after landing on a Crystal Forge",
    why_not="no forge is waiting for you",
)  # fmt: skip
TYPES = (
    SpaceType(SECTION, "F", "orange", May(FORGE, "turns shards into a crystal"), asks=True,
              reads=(PRICE, YIELD), verbs=(_VERB,)),
)  # fmt: skip
