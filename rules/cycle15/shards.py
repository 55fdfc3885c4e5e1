"""Ruleset section Shards: crystals can be destroyed at any time for shards, a fixed number and what a die shows.

Decision: a Crustal can be shattered like a crystal where the page says that it counts as one (``shatter crustal``).
"""

from __future__ import annotations

from rules.common.notation import DiceOf, NumberOf
from rules.cycle15.possessions import grant, pay
from rules.cycle15.state import CRUSTAL, CRYSTAL, SHARD, State
from wikibot.game import names
from wikibot.game.act import Act
from wikibot.game.implementations import How, Implementation
from wikibot.game.verbs import Shape, Verb

SECTION = "Shards"
SHATTER = "shatter"
BASE, PRICE, DICE = NumberOf(SECTION), NumberOf(SECTION, 1), DiceOf(SECTION)
IMPLEMENTS = (Implementation(SECTION, How.ASKS, reads_numbers=True),)


def _shatter(act: Act[State]) -> None:
    act.book.require(SECTION, reads_numbers=True)
    known = (CRYSTAL, CRUSTAL) if act.book.has(f"Garbage: {CRUSTAL}") else (CRYSTAL,)
    item = names.resolve(act.subject or CRYSTAL, known, "item that can be shattered")
    pay(act, item, act.book.derived(PRICE), SECTION)
    dice = act.book.derived(DICE)
    grant(act, act.player, SHARD, act.book.derived(BASE) + sum(act.roll(dice.count, dice.sides, SECTION)))


VERBS = (
    Verb(SHATTER, "shatter crystal", "shatter crystal -- 1d10 (4) = 4", "destroys a crystal for shards", _shatter,
         Shape.SUBJECT, available=lambda act: act.book.has(SECTION) and act.me.count(CRYSTAL) > 0),
)  # fmt: skip
