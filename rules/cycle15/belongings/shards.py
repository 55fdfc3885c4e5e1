"""Ruleset section Shards: crystals can be destroyed at any time for shards, a fixed number and what a die shows.

Decision: a Crustal can be shattered like a crystal where the page says that it counts as one
(``shatter crustal``).
"""

from __future__ import annotations

from rules.common.notation import DiceOf, NumberOf
from rules.cycle15.belongings.possessions import grant, pay
from rules.cycle15.state import CRUSTAL, CRYSTAL, SHARD, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.verbs import Shape, Verb, under

SECTION = "Shards"
SHATTER = "shatter"
BASE, PRICE, DICE = NumberOf(SECTION), NumberOf(SECTION, 1), DiceOf(SECTION)
IMPLEMENTS = (Implementation(SECTION, How.ASKS),)


def _known(act: ActionContext[State]) -> tuple[str, ...]:
    return (CRYSTAL, CRUSTAL) if act.book.has(f"Garbage: {CRUSTAL}") else (CRYSTAL,)


def _available(act: ActionContext[State]) -> bool:
    return any(act.me.count(item) > 0 for item in _known(act))


def _item(act: ActionContext[State]) -> str:
    return act.resolve(act.subject or CRYSTAL, _known(act), "item that can be shattered")


def _shatter(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    item = _item(act)
    pay(act, item, act.book.derived(PRICE), SECTION)
    dice = act.book.derived(DICE)
    grant(
        act,
        act.player,
        SHARD,
        act.book.derived(BASE) + sum(act.roll(dice.count, dice.sides, SECTION)),
    )


VERBS = under(
    SECTION,
    Verb(SHATTER, "shatter crystal", "shatter crystal -- 1d10 (4) = 4", "destroys a crystal for shards", _shatter,
         Shape.SUBJECT, available=_available, means=lambda act: (_item(act),)),
)  # fmt: skip
