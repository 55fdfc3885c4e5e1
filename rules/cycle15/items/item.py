"""What an item is to the rules: one value with all of it, and what its description says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from msgspec import Struct

from rules.common.notation import DiceOf, numbers_of
from rules.cycle15.state import JUMBO, Context
from wikibot.sdk import Held, How, Implementation, Rulebook, Verb

# What using an item does. Details come from the action context as choices, in the order in which
# they are asked for.
Use = Callable[[Context], None]
# Lets an item of the acting player's take effect.
TakeEffect = Callable[[Context, str], None]
NOTHING = "it is used up and nothing happens"
PEOPLE = "it is used up; the answer says what it asks of people, and nothing else happens"


def unit_of(name: str) -> str:
    """The ruleset's unit that describes an item."""
    return f"Garbage: {name}"


def in_use(act: Context) -> str:
    """The item that is taking effect."""
    player_and_item: Any = act.under_way[-1]  # as ``using_items.take_effect`` notes them
    return str(player_and_item[1]).removeprefix(JUMBO)


# -- reading descriptions --------------------------------------------------------------------------


class Description(Protocol):
    """Something that is read from the description of the item in use."""

    def of(self, item: str) -> Callable[[Rulebook], Any]:
        """What reads it from the description of one item."""


class DescribedNumber(Struct, frozen=True):
    """The ``index``-th number in an item's description, dice and the item's ID not counted."""

    item: str
    index: int = 0

    def __call__(self, book: Rulebook) -> int:
        unit = unit_of(self.item)
        found = numbers_of(book.unit(unit).meaning)
        if self.index >= len(found):
            raise Held(unit, "its description has too few numbers to read them from it")
        return found[self.index]


class Nth(Struct, frozen=True):
    """The ``index``-th number in the description of the item in use."""

    index: int

    def of(self, item: str) -> DescribedNumber:
        return DescribedNumber(item, self.index)

    def __call__(self, act: Context) -> int:
        return act.book.derived(self.of(in_use(act)))


class DescribedDice(Struct, frozen=True):
    """The dice in the description of the item in use."""

    def of(self, item: str) -> DiceOf:
        return DiceOf(unit_of(item))

    def __call__(self, act: Context, label: str = "") -> tuple[int, ...]:
        """Roll them; the faces. The label is the item's name if there is no other."""
        return self.of(in_use(act)).roll(act, label or in_use(act))


NUMBER, SECOND, THIRD, DICE = Nth(0), Nth(1), Nth(2), DescribedDice()


# -- items -----------------------------------------------------------------------------------------


class Item(Struct, frozen=True):
    """An item of the rule Garbage.

    ``says``: what using it does, in the bot's own words; stewards accept wordings by it, and the
    docs have it. ``effects`` are carried out in order, before the item is destroyed; then
    ``uses_another``, which is handed what lets a further item take effect. ``asks``: whether it
    takes a choice or a roll. ``reads``: what its effects read from its description, where they are
    functions; values show it. ``asks_people``: what the bot cannot see to, told in the answer.
    ``variant``: the wording that it plays, "" for any. ``verbs``: what it lets players write.
    """

    name: str
    says: str = NOTHING
    effects: tuple[Use, ...] = ()
    asks: bool = False
    reads: tuple[Description, ...] = ()
    asks_people: str = ""
    variant: str = ""
    uses_another: Callable[[Context, TakeEffect], None] | None = None
    verbs: tuple[Verb, ...] = ()

    @property
    def unit(self) -> str:
        """The ruleset's unit that describes it."""
        return unit_of(self.name)

    @property
    def implementation(self) -> Implementation:
        """Its entry among what the game implements."""
        how = How.ASKS if self.asks else How.AUTOMATIC if self.effects else How.FLAVOUR
        reads = dict.fromkeys(each.of(self.name) for each in (*self.reads, *_read_by(self.effects)))
        variants = (self.variant,) if self.variant else ()
        waits = f"`use {self.name}`"
        return Implementation(self.unit, how, tuple(reads), variants, says=self.says, waits=waits)


def _read_by(values: Iterable[object]) -> Iterator[Description]:
    """What values read from the description of the item in use, or what they are made of does."""
    for value in values:
        if isinstance(value, Nth | DescribedDice):
            yield value
        elif isinstance(value, Struct):
            yield from _read_by(getattr(value, name) for name in value.__struct_fields__)
