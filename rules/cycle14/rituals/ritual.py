"""What a type of ritual is: a section of the ruleset with a prerequisite, a cost and an effect.

The cost is read from the section's line; what depends on the state is added by the type itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.cycle14.components import components
from rules.cycle14.formulas import Amounts, FormulaError, read_amounts, total
from rules.cycle14.state import Gathering, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.plain import plain

_COST = re.compile(r"^\W*Cost\W*:\s*(?P<cost>.+)$", re.MULTILINE | re.IGNORECASE)
_BEYOND = re.compile(r"\.(?:\s|$)|,? where\b|,? or nothing\b")
Cost = Mapping[str, int]


def _met(act: ActionContext[State], gathering: Gathering) -> str:
    del act, gathering
    return ""


def _letters(state: State) -> Mapping[str, int]:
    return {"N": state.obelisk.distance}


def _as_read(act: ActionContext[State], gathering: Gathering, cost: Cost) -> Cost:
    del act, gathering
    return cost


def _none(act: ActionContext[State], gathering: Gathering) -> None:
    del act, gathering


@dataclass(frozen=True)
class Ritual:
    """One type. ``lacks``: which prerequisite is not met, in words, "" for none. ``adjust``: the cost in this state.

    ``effect`` happens when it is completed. ``victim``: whether it is about a player whom the
    starter names.
    """

    section: str
    lacks: Callable[[ActionContext[State], Gathering], str] = _met
    adjust: Callable[[ActionContext[State], Gathering, Cost], Cost] = _as_read
    effect: Callable[[ActionContext[State], Gathering], None] = _none
    victim: bool = False

    def cost(self, act: ActionContext[State], gathering: Gathering) -> Cost:
        """How many of each component have to be contributed now."""
        amounts = act.book.derived(CostOf(self.section))
        cost = total(amounts[0], _letters(act.state)) if amounts else {}
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
        try:
            return read_amounts(
                _BEYOND.split(plain(found["cost"]), maxsplit=1)[0], components(book).find
            )
        except FormulaError as error:
            raise Held(self.section, str(error)) from None


def contributors(gathering: Gathering) -> tuple[str, ...]:
    """Everybody who has contributed something, in the order in which they began to."""
    return tuple(name for name, items in gathering.contributions.items() if items)
