"""Items that nobody can use, whatever other rules say."""

from __future__ import annotations

from rules.cycle15.items.item import Item
from rules.cycle15.state import State
from wikibot.game.act import Act
from wikibot.game.problems import Refused


def cannot(act: Act[State]) -> None:
    """Refuse the use."""
    raise Refused(f"{act.subject} cannot be used", rule="Garbage")


ITEMS = (
    Item("Actual Garbage", (cannot,)),
    Item("Archgarbage", (cannot,)),
)
