"""What an item is to the rules: what using it does, and the numbers in its description."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.common.notation import numbers_of
from rules.cycle15.items.told import SAYS
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.ruleset.rulebook import Rulebook

# What using an item does. Details come from ``act`` as choices, in the order in which they are
# asked for.
Use = Callable[[ActionContext[State]], None]
TakeEffect = Callable[
    [ActionContext[State], str], None
]  # lets an item of the acting player's take effect


def unit_of(name: str) -> str:
    """The ruleset's unit that describes an item."""
    return f"Garbage: {name}"


@dataclass(frozen=True)
class Number:
    """The ``index``-th number in an item's description, dice and the item's ID not counted."""

    item: str
    index: int = 0

    def __call__(self, book: Rulebook) -> int:
        found = numbers_of(book.unit(unit_of(self.item)).meaning)
        if self.index >= len(found):
            raise Held(
                unit_of(self.item), "its description has too few numbers to read them from it"
            )
        return found[self.index]


@dataclass(frozen=True)
class Item:
    """An item of the rule Garbage.

    ``effects`` are carried out in order, before the item is destroyed; then ``uses_another``, which
    is handed what lets a further item take effect. ``asks_people``: what the bot cannot see to,
    told in the answer. ``variant``: the wording that it plays, "" for any. ``how`` None: told by
    ``effects``.
    """

    name: str
    effects: tuple[Use, ...] = ()
    asks_people: str = ""
    variant: str = ""
    how: How | None = None
    uses_another: Callable[[ActionContext[State], TakeEffect], None] | None = None

    @property
    def unit(self) -> str:
        """The ruleset's unit that describes it."""
        return unit_of(self.name)

    @property
    def implementation(self) -> Implementation:
        """Its entry among what the game implements."""
        how = self.how or (How.AUTOMATIC if self.effects else How.FLAVOUR)
        variants = (self.variant,) if self.variant else ()
        return Implementation(self.unit, how, variants=variants, says=SAYS.get(self.name, ""))
