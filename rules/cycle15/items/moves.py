"""Items that grant another move.

Decision: such a move is no use of the once-a-phase move; it can be made before it, after it and without it.
Everything that goes with a move goes with it, doubles included.
"""

from rules.cycle15.items.actions import GoTo, MoveAgain
from rules.cycle15.items.item import Item

ITEMS = (
    Item("Time Bean Chili", (MoveAgain(),)),
    Item("Recall Potion", (GoTo(),)),
)
