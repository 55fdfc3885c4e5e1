"""Accepting wordings: the pins of units as the page has them now, put among those that are there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from wikibot.game.names import find, suggestions
from wikibot.game.pins import Pin
from wikibot.game.rulebook import Rulebook, Unit


class NoSuchUnit(ValueError):
    """A name that is no one unit of the ruleset page; the message names the nearest."""


@dataclass(frozen=True)
class Origin:
    """Where an accepted wording stood, when it was accepted (YYYY-MM-DD), and the label of its kind."""

    date: str
    source: str = ""
    variant: str | None = None  # None: that of the wording that was accepted last


def find_unit(book: Rulebook, name: str) -> str:
    """The game's name of the unit that a person means: its name or its bare title; raises :class:`NoSuchUnit`."""
    names = tuple(dict.fromkeys(chain(book.units, book.found)))
    titles = {unit.title: unit.name for unit in reversed(tuple(book.units.values())) if unit.catalogue}
    found = find(name, names, titles)
    if found is None:
        near = suggestions(name, (*names, *titles))
        raise NoSuchUnit(
            f"no unit of the ruleset page is called {name!r}" + (f"; nearest: {', '.join(near)}" if near else "")
        )
    return book.known_as(found)


def accept(book: Rulebook, names: Iterable[str], pins: Sequence[Pin], origin: Origin) -> tuple[Pin, ...]:
    """``pins`` with the present wordings of some units among them; each stands beside others of its unit.

    A wording that is already there under another label loses its label: it serves both.
    """
    result = list(pins)
    for name in names:
        pin = pin_of(book.unit(name), name, origin, _label(book, name))
        same = next((n for n, old in enumerate(result) if _same(old, pin)), None)
        if same is None:
            result.insert(_place(result, pin.unit), pin)
        elif origin.variant is not None and result[same].variant != origin.variant:
            result[same] = replace(result[same], variant="")
    return tuple(result)


def pin_of(unit: Unit, name: str, origin: Origin, label: str = "") -> Pin:
    """The pin of a unit's present wording. ``label`` is for an origin that does not say."""
    prints, variant = unit.prints, label if origin.variant is None else origin.variant
    return Pin(name, variant, prints.exact, prints.normal, prints.masked, origin.source, origin.date)


def _label(book: Rulebook, name: str) -> str:
    known = book.pins.get(name, ())
    return book.variant(name) or (known[-1].variant if known else "")


def _same(one: Pin, other: Pin) -> bool:
    return (one.unit, one.exact, one.normal) == (other.unit, other.exact, other.normal)


def _place(pins: Sequence[Pin], unit: str) -> int:
    """After the last pin of the same unit, or at the end."""
    return next((n + 1 for n in range(len(pins) - 1, -1, -1) if pins[n].unit == unit), len(pins))
