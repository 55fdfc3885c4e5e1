"""What the tasks that combine components have in common: the cost that their section states.

Decision: costs are paid before dice are rolled, and are gone whatever the dice show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rules.cycle14.components import components
from rules.cycle14.formulas import Alternative, FormulaError, read_amounts, total
from wikibot.game.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.plain import plain

_COST = re.compile(r"combine (?P<cost>.+?) in (?:their|his|her|your) possession")


@dataclass(frozen=True)
class CostOf:
    """Reads what a task combines."""

    section: str

    def __call__(self, book: Rulebook) -> Alternative:
        found = _COST.search(plain(book.unit(self.section).text))
        try:
            if found:
                return read_amounts(found["cost"], components(book).find)[0]
        except FormulaError as error:
            raise Held(self.section, str(error)) from None
        raise Held(self.section, "it says in no form that is read what is combined")


def cost(book: Rulebook, section: str, letters: Mapping[str, int] | None = None) -> dict[str, int]:
    """What a task costs, never less than nothing of a thing."""
    amounts = total(book.derived(CostOf(section)), letters or {})
    return {item: count for item, count in amounts.items() if count > 0}
