"""What is missing of wordings that people accepted: which of their numbers are free, as this program reads them.

A pin keeps the fingerprint of its wording without the numbers that are read from the page
(``read``). One that was accepted before there was such a fingerprint, or by a program that read
other numbers, says nothing about that, and every other number would hold the rule. So it is
completed from the page that has the wording: the present one, or the revision that was accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from wikibot.game.problems import Held
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook, Standing
from wikibot.stewards.wording.history import Version

Past = Callable[[], Sequence[Version]]  # versions of the ruleset page, newest first


def completed(pins: Sequence[Pin], book: Rulebook, past: Past) -> tuple[Pin, ...]:
    """The pins with what the page says of their numbers; ``past`` is asked only where a number holds a rule."""
    return tuple(_completed(pin, book, past) for pin in pins)


def _completed(pin: Pin, book: Rulebook, past: Past) -> Pin:
    if _has(book, pin):
        return _as_read(pin, book)
    if not (
        book.standing(pin.unit) is Standing.NUMBERS and isinstance(book.obstacle(pin.unit), Held)
    ):
        return pin
    olds = (book.reread(version.text) for version in past())
    old = next((each for each in olds if _has(each, pin)), None)
    return _as_read(pin, old) if old else pin


def _has(book: Rulebook, pin: Pin) -> bool:
    return book.on_page(pin.unit) and book.unit(pin.unit).prints.normal == pin.normal


def _as_read(pin: Pin, book: Rulebook) -> Pin:
    return replace(pin, read=book.read_print(pin.unit), parent=pin.parent or book.parent(pin.unit))
