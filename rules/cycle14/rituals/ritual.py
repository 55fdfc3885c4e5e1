"""What a type of ritual is: a section of the ruleset with a prerequisite, a cost and an effect.

The cost is read from the section's line; what depends on the state is added by the type itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.cycle14.amounts import amounts
from rules.cycle14.formulas import Amounts, total
from rules.cycle14.state import Context, Gathering
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.plain import plain

_COST = re.compile(r"^\W*Cost\W*:\s*(?P<cost>.+)$", re.MULTILINE | re.IGNORECASE)
_BEYOND = re.compile(r"\.(?:\s|$)|,? where\b|,? or nothing\b")
Cost = Mapping[str, int]


@dataclass(frozen=True)
class Ritual:
    """One type. ``says``: what ``effect`` does upon completion, for whoever accepts a wording.

    ``lacks``: which prerequisite is not met, in words, "" where all are. ``adjust``: the cost in
    this state. ``victim``: whether it is about a player whom the starter names. ``reads``: what
    reads its numbers, beside the cost.
    """

    section: str
    says: str
    lacks: Callable[[Context, Gathering], str] = lambda _act, _gathering: ""
    adjust: Callable[[Context, Gathering, Cost], Cost] = lambda _act, _g, cost: cost
    effect: Callable[[Context, Gathering], None] = lambda _act, _gathering: None
    victim: bool = False
    reads: tuple[Callable[[Rulebook], Any], ...] = ()

    @property
    def implementation(self) -> Implementation:
        """Its entry among what the game implements."""
        return Implementation(
            self.section,
            reads=(CostOf(self.section), *self.reads),
            says=self.says,
            waits="gatherings of that type",
        )

    def cost(self, act: Context, gathering: Gathering) -> Cost:
        """How many of each component have to be contributed now."""
        stated = act.book.derived(CostOf(self.section))
        cost = total(stated[0], {"N": act.state.obelisk.distance}) if stated else {}
        return {
            item: count for item, count in self.adjust(act, gathering, cost).items() if count > 0
        }


@dataclass(frozen=True)
class CostOf:
    """Reads the line ``Cost: ...`` of a section, as far as it is a list of amounts."""

    section: str

    def __call__(self, book: Rulebook) -> Amounts:
        found = _COST.search(book.unit(self.section).text)
        if not found:
            raise Held(self.section, "it has no line `Cost: ...`")
        return amounts(book, self.section, _BEYOND.split(plain(found["cost"]), maxsplit=1)[0])


def contributors(gathering: Gathering) -> tuple[str, ...]:
    """Everybody who has contributed something, in the order in which they began to."""
    return tuple(name for name, items in gathering.contributions.items() if items)
