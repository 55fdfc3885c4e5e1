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
from typing import Any

from wikibot.game.ruleset.units import Unit, reread
from wikibot.wikitext.fingerprints import digest, normalise
from wikibot.wikitext.numerals import CARDINALS, NUMBER_WORDS, TooManyDigits, integer, mask_places
from wikibot.wikitext.preprocessor import Interval, without

Book = Any  # a rulebook, which stands above this module
Reader = Callable[[Book], Any]
LONGEST = 18  # digits of a number that any rule has
MOST = 80  # numbers of one unit that are looked at; no rule has so many
UNREAD = "(unread)"  # what a reading finds that finds nothing
_HOLE = "⌂"  # stands for a free number; where a page has one it has no number there
_WORDS = tuple(word for word in NUMBER_WORDS if "-" not in word)
NUMBER = re.compile(rf"\d+|\b(?i:{'|'.join(sorted(_WORDS, key=lambda word: -len(word)))})\b")
_BY_VALUE = {CARDINALS[word]: word for word in _WORDS if word in CARDINALS}


def read_print(book: Book, unit: Unit, readers: Sequence[Reader]) -> str:
    """Fingerprint of a unit's wording with holes in place of its free numbers."""
    made = reworded(book, unit, without(unit.text, free_numbers(book, unit, readers), _HOLE))
    return digest(mask_places(normalise(made.meaning), _HOLE)) if made else ""


def free_numbers(book: Book, unit: Unit, readers: Sequence[Reader]) -> tuple[Interval, ...]:
    """Where in a unit's text its free numbers stand."""
    places = [found.span() for found in NUMBER.finditer(unit.text)] if readers else []
    if len(places) > MOST or any(end - start > LONGEST for start, end in places):
        return ()
    before = findings(book, readers)
    return tuple(place for place in places if _is_read(book, unit, place, readers, before))


def reworded(book: Book, unit: Unit, text: str) -> Unit | None:
    """A unit of a rulebook with another text; None where that is no such unit any more."""
    catalogues = (each for each in book.catalogues if each.section == unit.catalogue)
    return reread(unit, next(catalogues, None), text)


def _is_read(
    book: Book, unit: Unit, place: Interval, readers: Sequence[Reader], before: Sequence[Any]
) -> bool:
    start, end = place
    for other in _others(unit.text[start:end]):
        made = reworded(book, unit, unit.text[:start] + other + unit.text[end:])
        after = findings(book.with_unit(made), readers) if made else before
        differ = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        if any(found is UNREAD for _, found in differ):
            return False
        if differ:
            return True
    return False


def findings(book: Book, readers: Sequence[Reader]) -> list[Any]:
    """What each reading finds, :data:`UNREAD` where it finds nothing."""
    return [_one(book, reader) for reader in readers]


def _others(number: str) -> Iterator[str]:
    """Other numbers in the same form."""
    value = NUMBER_WORDS.get(number.casefold())
    if value is not None:
        another = 2 if value == 1 and number.casefold() != "once" else value + 1
        yield _BY_VALUE.get(another, str(value + 1))
        yield str(value + 1)
        return
    with suppress(TooManyDigits):  # a number that nothing reads is pinned as it stands
        value = integer(number)
        yield str(value + 1)
        yield str(value + 6)


def _one(book: Book, reader: Reader) -> Any:
    try:
        return reader(book)
    except Exception:  # noqa: BLE001  # whatever hinders a reading: it finds nothing
        return UNREAD
