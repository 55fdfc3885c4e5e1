"""All items that are implemented, by name and wording."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cycle15.items import (
    flavour,
    grants,
    honour,
    moves,
    parties,
    rolls,
    rule_changes,
    shuffle,
    spaces,
    trains,
    unusable,
    upheavals,
    wheels,
)
from rules.cycle15.items.item import Item
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.ruleset.rulebook import Rulebook

MODULES = (
    flavour, grants, honour, moves, parties, rolls, rule_changes, shuffle, spaces, trains, unusable, upheavals, wheels,
)  # fmt: skip
ITEMS: tuple[Item, ...] = tuple(item for module in MODULES for item in module.ITEMS)


def _implementations() -> tuple[Implementation, ...]:
    """One for each unit; an item that comes in several wordings is implemented once for all of them."""
    found: dict[str, Implementation] = {}
    for item in ITEMS:
        own, other = item.implementation, found.get(item.unit)
        if other:
            how = How.ASKS if other.how is How.ASKS else own.how
            own = Implementation(
                item.unit, how, variants=(*other.variants, *own.variants), says=own.says
            )
        found[item.unit] = own
    return tuple(found.values())


IMPLEMENTS = _implementations()


def items_in_force(book: Rulebook) -> Mapping[str, Item]:
    """The implemented items, by the name that the page gives them, in the wording that the page has."""
    return {
        book.unit(item.unit).title: item
        for item in ITEMS
        if book.has(item.unit) and item.variant in ("", book.variant(item.unit))
    }
