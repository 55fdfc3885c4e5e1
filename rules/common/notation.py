"""Dice, numbers and lists as a ruleset's text writes them; ``book.derived(NumberOf("Geyser"))`` reads one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wikibot.game.rulebook import Rulebook
from wikibot.wikitext.numerals import numbers, read_number
from wikibot.wikitext.plain import plain

_DICE = re.compile(r"(?<![A-Za-z0-9])(?P<count>\d*)[dD](?P<sides>\d+)\b")


@dataclass(frozen=True)
class DicePool:
    """``count`` dice of ``sides`` sides each."""

    count: int
    sides: int

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


def dice_of(text: str) -> tuple[DicePool, ...]:
    """Every NdK of a text, in order; a bare dK is one die."""
    return tuple(DicePool(int(found["count"] or 1), int(found["sides"])) for found in _DICE.finditer(plain(text)))


def numbers_of(text: str) -> tuple[int, ...]:
    """Every whole number of a text in order, in digits or words, those of dice left out."""
    without_dice = _DICE.sub("", plain(text))
    return tuple(read_number(number) for number in numbers(without_dice) if "." not in number and "," not in number)


def bullets(text: str) -> tuple[str, ...]:
    """The items of a text's bullet list as plain text."""
    lines = (line for line in text.splitlines() if line.startswith("*") and not line.startswith("**"))
    return tuple(plain(line.lstrip("*")).strip() for line in lines)


@dataclass(frozen=True)
class NumberOf:
    """The ``index``-th number of a section, dice not counted."""

    section: str
    index: int = 0

    def __call__(self, book: Rulebook) -> int:
        return numbers_of(book.unit(self.section).text)[self.index]


@dataclass(frozen=True)
class DiceOf:
    """The ``index``-th dice of a section."""

    section: str
    index: int = 0

    def __call__(self, book: Rulebook) -> DicePool:
        return dice_of(book.unit(self.section).text)[self.index]


@dataclass(frozen=True)
class ListOf:
    """The bullet list of a section."""

    section: str

    def __call__(self, book: Rulebook) -> tuple[str, ...]:
        return bullets(book.unit(self.section).text)
