"""Cells and numbers compared, counted, and read as a player writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.generic.owners import Cell
from wikibot.wikitext.folding import fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import number_or_none

LARGEST = 10**9  # no number of a game grows beyond it
OPERATORS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": lambda left, right: left >= right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    "<": lambda left, right: left < right,
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}


def number_in(text: str, least: int, most: int | None) -> int:
    """A number as a player writes it. Raises ``ValueError`` where it is none, or does not fit."""
    words = text.strip()
    number = number_or_none(words)
    if number is None or number > LARGEST:
        raise ValueError("a whole number is expected")
    if number < least or (most is not None and number > most):
        upto = "" if most is None else say(" and at most {}", most)
        raise ValueError(say("it is at least {}{}", least, upto))
    return number


def as_number(held: Cell) -> int:
    """A cell as a number: of a list, how many there are in it."""
    if isinstance(held, int):
        return +held
    if isinstance(held, Mapping):
        return sum(held.values())
    return len(held) if isinstance(held, tuple) else 0


def includes(held: Cell, name: str) -> bool:
    """Whether a list has a thing or an item in it."""
    if isinstance(held, Mapping):
        return held.get(name, 0) > 0
    return name in held if isinstance(held, tuple) else False


def same(held: Cell, wanted: Cell) -> bool:
    """Whether a cell is a value: of a list, whether the value is in it; words in any spelling."""
    if isinstance(held, Mapping | tuple):
        return isinstance(wanted, str) and includes(held, wanted)
    if isinstance(held, str) and isinstance(wanted, str):
        return fold(held) == fold(wanted)
    return held == wanted
