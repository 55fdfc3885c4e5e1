"""Items of a party: cake and drink."""

from __future__ import annotations

from rules.cycle15.board.casino import DRUNK
from rules.cycle15.items.actions import Become, StartParty
from rules.cycle15.items.item import Item
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext

TIPSY = "tipsy"


def _drink(act: ActionContext[State]) -> None:
    """One beer makes tipsy, the next one drunk."""
    drunk = any(each.kind in (TIPSY, DRUNK) for each in act.me.effects)
    (Become(DRUNK, (TIPSY,)) if drunk else Become(TIPSY))(act)


ITEMS = (
    Item("Birthday Cake", (StartParty(),)),
    Item("Beer", (_drink,)),
    Item("Vodka", (Become(DRUNK, (TIPSY,)),)),
    Item("Magic Water", (Become("", (TIPSY, DRUNK)),), asks_people="please water the plant"),
)
