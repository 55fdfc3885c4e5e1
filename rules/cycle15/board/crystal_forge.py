"""Ruleset section Crystal Forge: whoever lands there may turn a number of shards into crystals.

Decision: once for each landing, until the phase ends.
"""

from __future__ import annotations

from rules.common.notation import NumberOf
from rules.cycle15.belongings.possessions import grant, pay
from rules.cycle15.board.effects import May
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import CRYSTAL, SHARD, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.verbs import Verb

SECTION = "Crystal Forge"
FORGE = "forge"
PRICE, YIELD = NumberOf(SECTION), NumberOf(SECTION, 1)


def _forge(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    act.take_up(FORGE, "no forge is waiting for you", SECTION, "Land on a Crystal Forge first.")
    pay(act, SHARD, act.book.derived(PRICE), SECTION)
    grant(act, act.player, CRYSTAL, act.book.derived(YIELD))


TYPES = (SpaceType(SECTION, "F", landing=May(FORGE, "turns shards into a crystal"), asks=True),)
VERBS = (
    Verb(FORGE, FORGE, FORGE, "turns shards into a crystal, after landing on a Crystal Forge", _forge,
         available=lambda act: bool(act.offered(FORGE))),
)  # fmt: skip
