"""Ruleset section Garbage: the items it defines, in a table with IDs or, in the early ruleset, in a bullet list.

An item without an ID has one all the same: the lowest positive integer that is no other's, given in the order of the
rows. Decision: an ID that two rows share counts for the first; the other is treated as without. Random choices go by
ID.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from rules.cycle15.possessions import grant
from rules.cycle15.state import CRUSTAL, CRYSTAL, SHARD, State
from wikibot.game.act import Act
from wikibot.game.implementations import How, Implementation
from wikibot.game.rulebook import Catalogue, Rulebook
from wikibot.game.vocabulary import Vocabulary

SECTION = "Garbage"
TAKE = "take grant"
CATALOGUE = Catalogue(SECTION, "Name", ("Description",))
IMPLEMENTS = (Implementation(SECTION, How.ASKS),)


@dataclass(frozen=True)
class GarbageItem:
    """An item defined by the rule Garbage."""

    id: int
    name: str


def garbage_items(book: Rulebook) -> tuple[GarbageItem, ...]:
    """All items of the rule Garbage, by ID."""
    units = book.members(SECTION)
    ids: dict[str, int] = {}
    for unit in units:
        stated = unit.cell("ID").strip()
        if stated.isdecimal() and int(stated) > 0 and int(stated) not in ids.values():
            ids[unit.name] = int(stated)
    taken = tuple(ids.values())
    free = (number for number in count(1) if number not in taken)
    found = [GarbageItem(ids[unit.name] if unit.name in ids else next(free), unit.title) for unit in units]
    return tuple(sorted(found, key=lambda item: item.id))


def garbage_names(book: Rulebook) -> tuple[str, ...]:
    """The names of those items, by ID: the published order for random choices."""
    return tuple(item.name for item in book.derived(garbage_items))


def known_items(book: Rulebook) -> Vocabulary:
    """Every item that the ruleset names."""
    return book.derived(_vocabulary)


def _vocabulary(book: Rulebook) -> Vocabulary:
    return Vocabulary((CRYSTAL, CRUSTAL, SHARD, *garbage_names(book)), plurals=True)


def random_item(act: Act[State], label: str) -> str:
    """A random item defined by the rule Garbage; refuses where it defines none."""
    act.book.require(SECTION)
    return act.pick(act.book.derived(garbage_names), label)


def grant_later(act: Act[State], who: str, why: str) -> None:
    """Let a player take a random item of the rule Garbage when they have a roll for it."""
    act.offer(who, TAKE, why, None)
    act.say(f"{who} may `{TAKE}` with a roll ({why})")


def grant_random(act: Act[State], who: str, why: str = "") -> None:
    """Grant a player a random item of the rule Garbage."""
    grant(act, who, random_item(act, f"{SECTION} for {who}"), 1, why)
