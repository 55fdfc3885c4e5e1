"""Ruleset section Garbage: the items it defines, in a table with IDs or in an early bullet list.

An item without an ID has one all the same: the lowest positive integer that is no other's, given in
the order of the rows. Random choices go by ID. Decisions: an ID that two rows share counts for the
first; the other is treated as without. What items added to the table or removed from it counts at
once, whether the page says so yet or not: for draws, for uses, for IDs. What a new item does is for
a steward to say; one that was removed cannot be used any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from msgspec import Struct

from rules.common.notation import read_once
from rules.common.sections import Section
from rules.cycle15.belongings.amendments import amended
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.state import CRUSTAL, CRYSTAL, SHARD, Context, State
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.problems import Refused
from wikibot.game.ruleset.implementations import Bears, How, Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Catalogue, Unit, read_units
from wikibot.game.state import Offer
from wikibot.game.understanding.deeds import deed
from wikibot.wikitext.messages import retold
from wikibot.wikitext.numerals import integer

SECTION = "Garbage"
TAKE = "take grant"
RANDOM_ITEM = deed("random", "item", may="get draw claim collect i one")
CATALOGUE = Catalogue(SECTION, "Name", ("Description",), owned=True)


class GarbageItem(Struct, frozen=True):
    """An item defined by the rule Garbage."""

    id: int
    name: str


def rows(state: State, book: Rulebook) -> tuple[Unit, ...]:
    """The rows of the table of items as items left it, in the order of the page."""
    return book.found_in(amended(state, book), _rows)


def _rows(ruleset: str, book: Rulebook) -> tuple[Unit, ...]:
    if ruleset == book.text:
        return book.members(SECTION)
    units = read_units(ruleset, (CATALOGUE,)).values()
    return tuple(unit for unit in units if unit.catalogue == SECTION)


def row(act: Context, item: str) -> Unit:
    """The row of one item as it is now; refuses one that was removed."""
    found = next((unit for unit in rows(act.state, act.book) if unit.title == item), None)
    if found is None:
        raise Refused("{} was removed from the rule", item, rule=SECTION)
    return found


def row_text(unit: Unit) -> str:
    """A row's own line, or lines."""
    return unit.text.strip().removeprefix("|-").strip()


def garbage_items(units: Sequence[Unit]) -> tuple[GarbageItem, ...]:
    """The items of some rows, by ID."""
    ids: dict[str, int] = {}
    for unit in units:
        stated = unit.cell("ID").strip()
        if stated.isdecimal() and integer(stated) > 0 and integer(stated) not in ids.values():
            ids[unit.name] = integer(stated)
    taken = tuple(ids.values())
    free = (number for number in count(1) if number not in taken)
    found = [
        GarbageItem(ids[unit.name] if unit.name in ids else next(free), unit.title)
        for unit in units
    ]
    return tuple(sorted(found, key=lambda item: item.id))


def names_on_page(book: Rulebook) -> tuple[str, ...]:
    """The names of the items that the page has, by ID."""
    return tuple(item.name for item in garbage_items(book.members(SECTION)))


def garbage_names(state: State, book: Rulebook) -> tuple[str, ...]:
    """The names of the items that there are, by ID: the published order for random choices."""
    return book.found_in(rows(state, book), _names)


def _names(units: Sequence[Unit], book: Rulebook) -> tuple[str, ...]:
    return tuple(item.name for item in garbage_items(units))


@read_once
def known_items(book: Rulebook) -> Vocabulary:
    """Every item that the ruleset page names."""
    return Vocabulary((CRYSTAL, CRUSTAL, SHARD, *names_on_page(book)), plurals=True)


def items_in_play(state: State, book: Rulebook) -> Vocabulary:
    """Every item that there is."""
    return book.found_in(garbage_names(state, book), _vocabulary)


def _vocabulary(names: Sequence[str], book: Rulebook) -> Vocabulary:
    return Vocabulary((CRYSTAL, CRUSTAL, SHARD, *names), plurals=True)


def random_item(act: Context, label: str) -> str:
    """A random item defined by the rule Garbage; refuses where it defines none."""
    act.book.require(SECTION)
    return act.pick(garbage_names(act.state, act.book), label)


def grant_later(act: Context, who: str, why: str) -> None:
    """Let a player take a random item of the rule Garbage when they have a roll for it."""
    act.offer(who, Offer(TAKE), why, None)
    act.say("{} may `{}` with a roll ({})", who, TAKE, retold(why))


def grant_random(act: Context, who: str, why: str = "") -> None:
    """Grant a player a random item of the rule Garbage."""
    grant(act, who, random_item(act, f"{SECTION} for {who}"), 1, why)


RULES = Section(
    __name__, (Implementation(SECTION, How.ASKS, bears=Bears(verbs=("use", "macgyver"))),)
)
