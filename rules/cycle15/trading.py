"""Ruleset section Trading, for Cycle 15: all items but crystals may be traded.

Section Winning says that crystals cannot be transferred. Decision: a Crustal counts as a crystal
for all but winning, so it cannot be traded either, wherever crystals cannot; nor can jumbo ones, as
a jumbo item is as the item is.
"""

from __future__ import annotations

from typing import Any

from rules.common.notation import read_once
from rules.common.sections import Section
from rules.common.trading import Trading
from rules.cycle15 import winning
from rules.cycle15.belongings.garbage import known_items
from rules.cycle15.belongings.possessions import CRYSTALLINE, CRYSTALS_STAY
from rules.cycle15.state import JUMBO
from wikibot.sdk import ActionContext, Refused, Rulebook, Vocabulary


@read_once
def _items(book: Rulebook) -> Vocabulary:
    names = known_items(book).names
    return Vocabulary((*names, *(JUMBO + name for name in names)), plurals=True)


def _transferable(act: ActionContext[Any], item: str) -> None:
    if item.removeprefix(JUMBO) in CRYSTALLINE and act.book.derived(CRYSTALS_STAY):
        raise Refused("a {} cannot be transferred", item, rule=winning.SECTION)


TRADING = Trading(known=_items, admit_item=_transferable)
RULES = Section(__name__, TRADING.implements, TRADING.verbs, slots=TRADING.slots)
