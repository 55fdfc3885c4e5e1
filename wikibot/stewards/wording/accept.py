"""Accepting wordings: the pins of units as the page has them now, put among those that are there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from wikibot.game.names import find, suggestions
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook, Standing


class NoSuchUnit(ValueError):
    """A name that is no one unit of the ruleset page; the message names the nearest."""


class WhichVariant(ValueError):
    """Nobody said which of the wordings in which a unit is implemented a new one is like, or not one of them."""

    def __init__(self, unit: str, variants: Sequence[str]) -> None:
        known = f"{'several wordings' if len(variants) > 1 else 'one wording'}, {' and '.join(variants)}"
        super().__init__(f"{unit} is implemented in {known}: which of them is the new one like?")
        self.unit, self.variants = unit, tuple(variants)


@dataclass(frozen=True)
class Origin:
    """Where an accepted wording stood, when it was accepted (YYYY-MM-DD), and which of the implemented ones it is."""

    date: str
    source: str = ""
    variant: str | None = None  # None: as there is no doubt


def find_unit(book: Rulebook, name: str) -> str:
    """The game's name of the unit that a person means: its name or its bare title; raises :class:`NoSuchUnit`."""
    names = tuple(dict.fromkeys(chain(book.units, book.found)))
    titles = {
        unit.title: unit.name for unit in reversed(tuple(book.units.values())) if unit.catalogue
    }
    found = find(name, names, titles)
    if found is None:
        near = suggestions(name, (*names, *titles))
        raise NoSuchUnit(
            f"no unit of the ruleset page is called {name!r}"
            + (f"; nearest: {', '.join(near)}" if near else "")
        )
    return book.known_as(found)


def accept(
    book: Rulebook, names: Iterable[str], pins: Sequence[Pin], origin: Origin
) -> tuple[Pin, ...]:
    """``pins`` with the present wordings of some units among them; each stands beside others of its unit.

    A wording that is already there under another label loses its label: it serves both. That
    somebody rules on it, or that it is flavour, takes the place of what was there, and the other
    way round. Raises :class:`WhichVariant` where a new wording may be one of several and the origin
    names none of them.
    """
    result = list(pins)
    for name in names:
        pin = _pin(book, name, origin, _label(book, name, origin.variant))
        same = next((n for n, old in enumerate(result) if _same(old, pin)), None)
        if same is None:
            result.insert(_place(result, pin.unit), pin)
        elif {pin.variant, result[same].variant} & {How.RULED, How.FLAVOUR}:
            result[same] = pin
        elif origin.variant is not None and result[same].variant != origin.variant:
            result[same] = replace(result[same], variant="")
    return tuple(result)


def _pin(book: Rulebook, name: str, origin: Origin, variant: str) -> Pin:
    """The pin of a unit's present wording."""
    prints = book.unit(name).prints
    read, parent = book.read_print(name), book.parent(name)
    return Pin(
        name,
        variant,
        prints.exact,
        prints.normal,
        prints.masked,
        origin.source,
        origin.date,
        read,
        parent,
    )


def _label(book: Rulebook, name: str, given: str | None) -> str:
    """The label of a wording: what was said, the one it has, the one that is implemented, the one accepted last."""
    what, known = (book.implementations or {}).get(name), book.pins.get(name, ())
    variants = what.variants if what else ()
    if given is not None and (not variants or given in ("", *variants, How.RULED, How.FLAVOUR)):
        return given
    known_wording = book.standing(name) in (Standing.SAME, Standing.COSMETIC, Standing.NUMBERS)
    if (
        given is None
        and known_wording
        and not (what and book.variant(name) in (How.RULED, How.FLAVOUR))
    ):
        return book.variant(name)
    if given is not None or len(variants) > 1:
        raise WhichVariant(name, variants)
    played = (pin.variant for pin in reversed(known) if pin.variant not in (How.RULED, How.FLAVOUR))
    return next(iter((*variants, *played)), "")


def _same(one: Pin, other: Pin) -> bool:
    return (one.unit, one.exact, one.normal) == (other.unit, other.exact, other.normal)


def _place(pins: Sequence[Pin], unit: str) -> int:
    """After the last pin of the same unit, or at the end."""
    return next((n + 1 for n in range(len(pins) - 1, -1, -1) if pins[n].unit == unit), len(pins))
