"""Ruleset section Trading: which components can be traded, and what banishment forbids.

A banished player does not trade with one who is not; two banished ones may.
"""

from __future__ import annotations

from typing import Any

from rules.common.sections import Section
from rules.common.trading import Trading, both_reputable
from rules.cycle14.banishment import SECTION as BANISHMENT
from rules.cycle14.banishment import may_trade
from rules.cycle14.components import SECTION as COMPONENTS
from rules.cycle14.components import components, untradable
from wikibot.game.state import Trade
from wikibot.sdk import ActionContext, Refused, Rulebook, Unclear


def _admit(act: ActionContext[Any], trade: Trade) -> None:
    both_reputable(act, trade)
    one, other = act.state.players[trade.proposer], act.state.players[trade.partner]
    if not may_trade(one, other, act.book):
        banished = one if one.banished is not None else other
        raise Refused(
            "{} is banished and trades with banished players alone", banished.name, rule=BANISHMENT
        )


def _tradable(act: ActionContext[Any], item: str) -> None:
    if item in untradable(act.book):
        raise Refused("{} cannot be traded", item, rule=COMPONENTS)


def _spelled(book: Rulebook, text: str) -> str:
    """``2🌿💎`` as ``2 Herbs, 1 Crystals``; anything else as it is."""
    try:
        amounts = components(book).amounts(text)
    except Unclear:
        return text
    counts = [f"{count} {item}" for item, count in amounts.items() if count is not None]
    return ", ".join(counts) if len(counts) == len(amounts) else text


TRADING = Trading(
    known=lambda book: components(book).vocabulary,
    admit=_admit,
    admit_item=_tradable,
    spelled=_spelled,
    form="trade 2🌿 to Bob for 1💎",
    plurals=True,
)
RULES = Section(__name__, TRADING.implements, TRADING.verbs)
