"""Which numbers of a unit are free: those that the game reads from the page, and no others.

A game says with what it reads numbers (``Implementation.reads``), not where they stand. So a number
is free if putting another in its place changes what one of these readings finds, and hinders none.
Everything else of a wording is pinned, numbers too, such as the "once" or the 1 that are in the
code. A number of several parts (1,000, 2.5, twenty-one) is looked at part by part: where a reading
cuts it, the part that it leaves is not free.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Protocol, Self, TypeVar

from wikibot.game.ruleset.units import Catalogue, Unit, reread
from wikibot.wikitext.fingerprints import digest, normalise
from wikibot.wikitext.numerals import NUMBER_WORDS, TooManyDigits, integer, mask_places

Reader = Callable[[Any], Any]  # handed a rulebook
LONGEST = 18  # digits of a number that any rule has
MOST = 80  # numbers of one unit that are looked at; no rule has so many
UNREAD = object()  # what a reading finds that finds nothing
# stands for a free number; where a page has one, it has no number there, which shows before
HOLE = "⌂"
_WORDS = tuple(word for word in NUMBER_WORDS if "-" not in word)
NUMBER = re.compile(rf"\d+|\b(?i:{'|'.join(sorted(_WORDS, key=lambda word: -len(word)))})\b")
_BY_VALUE = {NUMBER_WORDS[word]: word for word in _WORDS if word not in ("once", "twice", "thrice")}


class Probed(Protocol):
    """What is asked of a rulebook here."""

    @property
    def catalogues(self) -> tuple[Catalogue, ...]:
        """Where units stand that are rows or items."""

    def with_unit(self, unit: Unit, *, probing: bool = True) -> Self:
        """The rulebook in which one unit says something else."""


B = TypeVar("B", bound=Probed)


def read_print(book: Probed, unit: Unit, readers: Sequence[Reader]) -> str:
    """Fingerprint of a unit's wording with holes in place of its free numbers."""
    text = with_holes(book, unit, readers)
    made = reread(unit, _catalogue(book, unit), text)
    return digest(mask_places(normalise(made.meaning), HOLE)) if made else ""


def with_holes(book: Probed, unit: Unit, readers: Sequence[Reader]) -> str:
    """The text of a unit with holes in place of its free numbers."""
    out, at = "", 0
    for start, end in free_numbers(book, unit, readers):
        out, at = out + unit.text[at:start] + HOLE, end
    return out + unit.text[at:]


def free_numbers(
    book: Probed, unit: Unit, readers: Sequence[Reader]
) -> tuple[tuple[int, int], ...]:
    """Where in a unit's text its free numbers stand."""
    places = [found.span() for found in NUMBER.finditer(unit.text)] if readers else []
    if len(places) > MOST or any(end - start > LONGEST for start, end in places):
        return ()
    before = _read(book, readers)
    return tuple(place for place in places if _is_read(book, unit, place, readers, before))


def _is_read(
    book: Probed,
    unit: Unit,
    place: tuple[int, int],
    readers: Sequence[Reader],
    before: Sequence[Any],
) -> bool:
    start, end = place
    for other in _others(unit.text[start:end]):
        made = reread(unit, _catalogue(book, unit), unit.text[:start] + other + unit.text[end:])
        after = _read(book.with_unit(made), readers) if made else before
        if any(_hindered(one, two) for one, two in zip(before, after, strict=True)):
            return False
        if any(one != two for one, two in zip(before, after, strict=True)):
            return True
    return False


def with_text(book: B, unit: Unit, text: str) -> B | None:
    """A rulebook in which one unit has another text, to be played by; None where that is no such unit any more."""
    made = reread(unit, _catalogue(book, unit), text)
    return book.with_unit(made, probing=False) if made else None


def _others(number: str) -> Iterator[str]:
    """Other numbers in the same form."""
    word = NUMBER_WORDS.get(number.casefold())
    if word is not None:
        yield _BY_VALUE.get(
            2 if word == 1 and number.casefold() != "once" else word + 1, str(word + 1)
        )
        yield str(word + 1)
    else:
        with suppress(TooManyDigits):  # a number that nothing reads is pinned as it stands
            value = integer(number)
            yield str(value + 1)
            yield str(value + 6)


def _read(book: Probed, readers: Sequence[Reader]) -> tuple[Any, ...]:
    return tuple(_one(book, reader) for reader in readers)


def _one(book: Probed, reader: Reader) -> Any:
    try:
        return reader(book)
    except Exception:  # noqa: BLE001  # whatever hinders a reading: it finds nothing
        return UNREAD


def _hindered(before: Any, after: Any) -> bool:
    return after is UNREAD and before is not UNREAD


def _catalogue(book: Probed, unit: Unit) -> Catalogue | None:
    return next((each for each in book.catalogues if each.section == unit.catalogue), None)
