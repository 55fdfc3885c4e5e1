"""Dice, numbers and lists as a ruleset writes them: ``book.derived(NumberOf("Geyser"))``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any, Generic, TypeVar

from msgspec import Struct

from wikibot.sdk import ActionContext, Held, Rulebook, Unit, fold, integer, plain
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import numbers, read_number

T = TypeVar("T")
_BULLET = re.compile(r"[*#](?![*#:;])(?P<item>.*)")
_DICE = re.compile(r"(?<![A-Za-z0-9])(?P<count>\d*)[dD](?P<sides>\d+)\b")


class DicePool(Struct, frozen=True):
    """``count`` dice of ``sides`` sides each."""

    count: int
    sides: int

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


def read_once(read: Callable[[Rulebook], T]) -> Callable[[Rulebook], T]:
    """A function that reads something out of a rulebook, which is kept with that rulebook."""

    @wraps(read)
    def derived(book: Rulebook) -> T:
        return book.derived(read)

    return derived


class Reader(Struct, Generic[T], frozen=True):
    """What reads something of one unit of a ruleset."""

    read: Callable[[Rulebook, str], T]
    section: str

    def __call__(self, book: Rulebook) -> T:
        return self.read(book, self.section)


def of_unit(read: Callable[[Rulebook, str], T]) -> Callable[[str], Reader[T]]:
    """A function that reads something of a unit, as what makes readers of single units."""
    return partial(Reader, read)


def dice_of(text: str) -> tuple[DicePool, ...]:
    """Every NdK of a text, in order; a bare dK is one die."""
    return tuple(
        DicePool(integer(found["count"] or "1"), integer(found["sides"]))
        for found in _DICE.finditer(plain(text))
    )


def numbers_of(text: str) -> tuple[int, ...]:
    """Every whole number of a text in order, in digits or words, those of dice left out."""
    without_dice = _DICE.sub("", plain(text))
    return tuple(
        read_number(number)
        for number in numbers(without_dice)
        if "." not in number and "," not in number
    )


def bullets(text: str) -> tuple[str, ...]:
    """The items of a text's list, bulleted or numbered, as plain text, without nested lists."""
    lines = filter(None, map(_BULLET.fullmatch, text.splitlines()))
    return tuple(plain(line["item"]).strip() for line in lines)


def cell(unit: Unit, column: str) -> str:
    """The cell of a row in a column; raises :class:`Held` where its table has no such column."""
    if fold(column) not in map(fold, unit.columns):
        raise Held(unit.name, "its table has no column {!r}", column)
    return unit.cell(column)


def _nth(section: str, found: Sequence[T], index: int, what: str) -> T:
    if index >= len(found):
        raise Held(section, "its text has too few {} to read them from it", what)
    return found[index]


class NumberOf(Struct, frozen=True):
    """The ``index``-th number of a section, dice not counted; :class:`Held` where it has fewer."""

    section: str
    index: int = 0

    def __call__(self, book: Rulebook) -> int:
        return _nth(self.section, numbers_of(book.unit(self.section).text), self.index, "numbers")


class NumberAt(Struct, frozen=True):
    """The number in a section that the first group of ``pattern`` finds, in digits or as a word.

    Case does not count. Raises :class:`Held` where the section does not say it in that form.
    """

    section: str
    pattern: str

    def __call__(self, book: Rulebook) -> int:
        found = re.search(self.pattern, plain(book.unit(self.section).text), re.IGNORECASE)
        try:
            return read_number(found[1]) if found else _unread(self)
        except ValueError:
            return _unread(self)


def _unread(wanted: NumberAt) -> int:
    raise Held(
        wanted.section,
        say("no number is found in it, such as N in {!r}", _in_words(wanted.pattern)),
    )


def _in_words(pattern: str) -> str:
    """A pattern as a person reads it: ``minimum of N``."""
    text = re.sub(r"\(\\[wd]\+\)", "N", pattern)
    text = re.sub(r"\[[^\]]*\][*+]?\??|\\[wd]\+", "…", re.sub(r"\\[sW][*+]", " ", text))
    return " ".join(re.sub(r"\(\?:|.\?|[()\\^$]", "", text).split())


class DiceOf(Struct, frozen=True):
    """The ``index``-th dice of a section; raises :class:`Held` where it has fewer."""

    section: str
    index: int = 0

    def __call__(self, book: Rulebook) -> DicePool:
        return _nth(self.section, dice_of(book.unit(self.section).text), self.index, "dice")

    def roll(self, act: ActionContext[Any], label: str = "") -> tuple[int, ...]:
        """Roll them for ``label``, or else for the section; the faces."""
        dice = act.book.derived(self)
        return act.roll(dice.count, dice.sides, label or self.section)


@of_unit
def list_of(book: Rulebook, section: str) -> tuple[str, ...]:
    """The bullet list of a section."""
    return bullets(book.unit(section).text)


class Says(Struct, frozen=True):
    """Whether the page has a section that says something, as one of several wordings may."""

    section: str
    phrase: str

    def __call__(self, book: Rulebook) -> bool:
        return book.has(self.section) and self.phrase in plain(book.unit(self.section).text)
