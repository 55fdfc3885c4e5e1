"""The things of a kind as a list to pick from: what a slot of phrases may hold, if it is a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from wikibot.game.understanding.slots.base import PhraseSlot
from wikibot.game.understanding.slots.names import AmountsSlot, NamesSlot
from wikibot.game.understanding.slots.things import IdentifiedThing, Things


class Option(Struct, frozen=True):
    """``value`` as it stands in a line, ``label`` for people."""

    value: str
    label: str = ""

    def json(self) -> Any:
        """The value alone, where there is nothing else to say."""
        return {"value": self.value, "label": self.label} if self.label else self.value


def options(names: Iterable[str]) -> tuple[Option, ...]:
    """Names as options, each once."""
    return tuple(map(Option, dict.fromkeys(names)))


Lists = Mapping[str, tuple[Option, ...]]


def options_of(slot: PhraseSlot) -> tuple[Option, ...] | None:
    """The things that a slot may hold; None where they are not a list."""
    if isinstance(slot, NamesSlot):
        return options(slot.names)
    if isinstance(slot, AmountsSlot):
        return options_of(slot.names)
    if isinstance(slot, Things):
        return tuple(Option(each.id, _called(each)) for each in slot.things)
    return None


def _called(thing: IdentifiedThing) -> str:
    """A thing's identity with its title, or else whose it is."""
    return ": ".join((thing.id, *(thing.titles or thing.owners)[:1]))


def lists_of(slots: Mapping[str, PhraseSlot], more: Lists) -> Lists:
    """The lists of all kinds, by the names of the kinds. ``more``: what the game says of them."""
    found = {kind: options_of(slot) for kind, slot in slots.items()}
    listed = {kind: each for kind, each in found.items() if each is not None}
    return {**listed, **more}
