"""Formulas as tables write them: ``5 - ⌊N/2⌋``, ``1d(N + 3)``; amounts: ``9 🌿 or 5 🌿 and 2 💎``.

Pure: a formula is read to a value once and worked out with numbers for its letters and a way to
roll dice. A die binds closest (``2dN``), a number before a letter multiplies it (``2N``). Decision:
dice without sides give nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from operator import add, mul, sub, truediv

from msgspec import Struct

from rules.cycle14.components import components
from rules.cycle14.state import Context
from wikibot.sdk import Held, Rulebook, Unclear, integer, plain
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

_TOKEN = regex(r"\s*(?:\d+|d(?![a-z])|XP|[NM]|[-−–+*/×()⌊⌋⌈⌉])")
# A formula is kept in Python's terms, whose parser takes it apart: a die as a power, what is
# rounded down as a list, what is rounded up as a set.
_IN_PYTHON = {
    "−": "-", "–": "-", "×": "*", "⌊": "[", "⌋": "]", "⌈": "{", "⌉": "}", "d": "**",
}  # fmt: skip
_OPERATORS: Mapping[type, Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Div: truediv,
}  # fmt: skip
_LONGEST = 300  # characters of a formula
Rolls = Callable[[int, int], int]  # the sum of so many dice of so many sides


@lru_cache(maxsize=256)
def _parsed(python: str) -> ast.expr:
    return ast.parse(python, mode="eval").body


class FormulaError(ValueError):
    """A formula that cannot be read; quotes it."""


def no_dice(count: int, sides: int) -> int:
    """For formulas that hold no dice."""
    raise FormulaError(f"{count}d{sides} was not to be rolled here")


class Formula(Struct, frozen=True):
    """A formula as it was ``written``, and in Python's terms."""

    written: str
    python: str

    def value(self, letters: Mapping[str, int], roll: Rolls = no_dice) -> Fraction:
        """The exact value; a letter that is not given is a :class:`FormulaError`."""

        def of(node: ast.expr) -> Fraction:
            match node:
                case ast.Constant(value=int(number)):
                    return Fraction(number)
                case ast.Name(id=name) if name in letters:
                    return Fraction(letters[name])
                case ast.Name(id=name):
                    raise FormulaError(f"what {name} stands for is not known")
                case ast.List(elts=[part]):
                    return Fraction(floor(of(part)))
                case ast.Set(elts=[part]):
                    return Fraction(ceil(of(part)))
                case ast.UnaryOp(op=ast.USub(), operand=part):
                    return -of(part)
                case ast.BinOp(left=left, op=ast.Pow(), right=right) if self._is_die(left, right):
                    count, sides = floor(of(left)), floor(of(right))
                    return Fraction(roll(count, sides) if count > 0 and sides > 0 else 0)
                case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
                    return _OPERATORS[type(sign)](of(left), of(right))
            raise FormulaError(f"{self.written!r} is not a formula")

        return of(_parsed(self.python))

    def _is_die(self, count: ast.expr, sides: ast.expr) -> bool:
        """Whether the sides are one number, or stand in brackets: not those of another die."""
        between = self.python[count.end_col_offset : sides.col_offset]
        return "(" in between or not isinstance(sides, ast.BinOp | ast.UnaryOp)

    def whole(self, letters: Mapping[str, int], roll: Rolls = no_dice) -> int:
        """The value as a whole number, rounded down."""
        return floor(self.value(letters, roll))


def read_formula(text: str) -> Formula:
    """Read one formula; raises :class:`FormulaError`."""
    odd = _TOKEN.sub("", text).strip() or text[_LONGEST:]
    if odd:
        raise FormulaError(f"{text!r} is not a formula: {odd!r} is not understood")
    words = [""]
    for part in map(str.strip, _TOKEN.findall(text)):
        follows = words[-1].isalnum() or words[-1] in (")", "]", "}")
        if part == "d" and not follows:
            words.append("1")
        elif follows and part != "d" and (part.isalpha() or part in ("(", "⌊", "⌈")):
            words.append("*")
        words.append(str(integer(part)) if part.isdecimal() else _IN_PYTHON.get(part, part))
    formula = Formula(text, " ".join(words[1:]))
    try:
        with suppress(ZeroDivisionError):
            formula.value({"N": 1, "M": 1, "XP": 1}, lambda count, sides: 1)
    except SyntaxError:
        raise FormulaError(say("{!r} is not a formula: something is missing", text)) from None
    return formula


# -- amounts of items ------------------------------------------------------------------------------


class FormulaPart(Struct, frozen=True):
    """So many of one item."""

    formula: Formula
    item: str


Alternative = tuple[FormulaPart, ...]  # all of them together
Amounts = tuple[Alternative, ...]  # one of them; none at all: nothing


def read_amounts(text: str, find_items: Callable[[str], Sequence[tuple[int, int, str]]]) -> Amounts:
    """Read ``9 🌿 or 5 🌿 and 2 💎`` or ``Nothing``; raises :class:`FormulaError`.

    ``find_items``: where a text names items: start, end, name.
    """
    if not text.strip(" .") or text.strip(" .").casefold() in ("nothing", "none", "-"):
        return ()
    alternatives: list[Alternative] = []
    for said in re.split(r"\bor\b", text):
        parts, at = [], 0
        for start, end, item in find_items(said):
            formula = re.sub(r"^[\s,;]*(?:and\b)?[\s,]*", "", said[at:start])
            parts.append(FormulaPart(read_formula(formula), item))
            at = end
        if not parts or said[at:].strip(" .,"):
            raise FormulaError(f"{said.strip()!r} is not an amount of items")
        alternatives.append(tuple(parts))
    return tuple(alternatives)


def total(
    alternative: Alternative, letters: Mapping[str, int], roll: Rolls = no_dice
) -> dict[str, int]:
    """How many of each item an alternative comes to; dice are rolled from left to right."""
    found: dict[str, int] = {}
    for part in alternative:
        found[part.item] = found.get(part.item, 0) + part.formula.whole(letters, roll)
    return found


# == Amounts of components where the ruleset states them, and the player's choice among several ====


class AmountsAt(Struct, frozen=True):
    """The amounts that the first group of ``pattern`` finds in a section.

    ``what`` they are, in words. Raises :class:`Held` where the section does not say them in that
    form.
    """

    section: str
    pattern: str
    what: str

    def __call__(self, book: Rulebook) -> Amounts:
        found = re.search(self.pattern, plain(book.unit(self.section).text))
        if not found:
            raise Held(self.section, "it says in no form that is read {}", self.what)
        return amounts(book, self.section, found[1])


def amounts(book: Rulebook, unit: str, text: str) -> Amounts:
    """The amounts that a text of a unit states; raises :class:`Held` where it cannot be read."""
    try:
        return read_amounts(text, components(book).find)
    except FormulaError as error:
        raise Held(unit, str(error)) from None


def choose_amount(
    act: Context, asks: str, options: Sequence[Mapping[str, int]], question: str
) -> Mapping[str, int]:
    """The player's choice among amounts.

    An answer may name the items alone where that tells the amounts apart.
    """
    known = components(act.book)

    def named(option: Mapping[str, int]) -> str:
        return known.amount(option).replace(", ", " and ")

    def spelled(answer: str) -> str:
        try:
            said = known.amounts(answer)
        except Unclear:
            return answer
        exact = [each for each in options if {k: n for k, n in each.items() if n} == said]
        alike = [each for each in options if set(each) == set(said)]
        for fitting in (exact, alike if {*said.values()} <= {1, None} else []):
            if len(fitting) == 1:
                return named(fitting[0])
        return answer

    return act.choose(asks, options, named, spelled=spelled, question=question)
