"""Items that turn the wheel."""

from rules.cycle15.items.actions import TurnWheel
from rules.cycle15.items.item import Item
from wikibot.game.ruleset.implementations import How

ITEMS = (
    Item("Steering Wheel", (TurnWheel("Garbage: Steering Wheel", 1),), how=How.ASKS),
    Item("Brakes", (TurnWheel("Garbage: Brakes", -1),), how=How.ASKS),
    Item("Big wheel", (TurnWheel("Garbage: Big wheel", 1),), how=How.ASKS),
)
