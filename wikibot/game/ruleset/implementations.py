"""What a game says about the units that it implements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace


class How(StrEnum):
    """How a unit of the ruleset is played."""

    AUTOMATIC = "automatic"  # the bot plays it alone
    ASKS = "asks"  # it asks a player for a choice or a roll
    RULED = "ruled"  # a person decides each time: the wording asks for judgement
    FLAVOUR = "flavour"  # it has no effect on what the bot keeps
    WORDS = "words"  # it is played from its own words, which a steward accepted as understood


EVERY = ("*",)  # of verbs: all that the game has


class Bears(Struct, frozen=True):
    """What a unit bears on beyond the actions that ask for it; all of it is held with the unit.

    ``verbs``: names of verbs, or ``EVERY``. ``events``: names of events. ``rolls``: whatever rolls
    or picks at random. ``changes``: aspects of the state by the names that the game gives them;
    nothing that would change one is played.
    """

    verbs: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    rolls: bool = False
    changes: tuple[str, ...] = ()


class Implementation(Struct, frozen=True):
    """The implementation of one unit.

    ``reads``: what reads numbers of its wording from the page, so that others may be put in their
    place (see :mod:`wikibot.game.ruleset.free_numbers`). ``variants``: labels of the pinned
    wordings that it plays; none given: all of them. A wording without label is always played: there
    is no other. ``people``: the part that only people can carry out; ``rules coverage`` shows it.
    ``whole``: readings in which its numbers have to fit each other; it is held where they do not.
    ``says``: what is done by it, in the bot's own words. ``bears``: what waits while it is held;
    ``waits``: what of that no verb and no event names, in words. ``named``: things on the gamestate
    go by its name.
    """

    unit: str
    how: How = How.AUTOMATIC
    reads: tuple[Callable[..., Any], ...] = ()
    variants: tuple[str, ...] = ()
    people: str = ""
    says: str = ""
    bears: Bears = Bears()
    whole: tuple[Callable[..., Any], ...] = ()
    waits: str = ""
    named: bool = False

    def plays(self, variant: str) -> bool:
        """Whether it plays the wording with this label."""
        return not variant or not self.variants or variant in self.variants


Readings = Mapping[str, tuple[Callable[..., Any], ...]]


def index(
    implementations: Iterable[Implementation], readings: Readings = MappingProxyType({})
) -> Mapping[str, Implementation]:
    """Implementations by their unit; raises ``ValueError`` where two name the same.

    ``readings``: what reads numbers, by unit, for those that do not say it themselves.
    """
    found: dict[str, Implementation] = {}
    for each in implementations:
        if each.unit in found:
            raise ValueError(f"{each.unit!r} is implemented twice")
        found[each.unit] = replace(each, reads=(*each.reads, *readings.get(each.unit, ())))
    return found
