"""Formulas as tables write them: ``5 - ⌊N/2⌋``, ``1d(N + 3)``; amounts: ``9 🌿 or 5 🌿 and 2 💎``.

Pure: a formula is read to a value once and worked out with numbers for its letters and a way to
roll dice. A die binds closest (``2dN``), a number before a letter multiplies it (``2N``). Decision:
dice without sides give nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from msgspec import Struct

from rules.cycle14.components import components
from rules.cycle14.state import Context
from wikibot.sdk import Held, Rulebook, Unclear, integer, plain
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

_TOKEN = regex(
    r"\s*(?:(?P<number>\d+)|(?P<dice>d(?![a-z]))|(?P<name>XP|[NM])|(?P<sign>[-−–+*/×()⌊⌋⌈⌉]))"
)
_MINUS = ("-", "−", "–")
_CLOSING = {"(": ")", "⌊": "⌋", "⌈": "⌉"}
Rolls = Callable[[int, int], int]  # the sum of so many dice of so many sides


class FormulaError(ValueError):
    """A formula that cannot be read; quotes it."""


def no_dice(count: int, sides: int) -> int:
    """For formulas that hold no dice."""
    raise FormulaError(f"{count}d{sides} was not to be rolled here")


class Formula(Struct, frozen=True):
    """One node: a number, a letter, or an operator with its operands."""

    kind: str  # "number", "name", or one of d + - * / ⌊ ⌈
    number: int = 0
    name: str = ""
    parts: tuple[Formula, ...] = ()

    @property
    def rolls(self) -> bool:
        """Whether working it out needs dice."""
        return self.kind == "d" or any(part.rolls for part in self.parts)

    def value(self, letters: Mapping[str, int], roll: Rolls = no_dice) -> Fraction:
        """The exact value; a letter that is not given is a :class:`FormulaError`."""
        if self.kind == "number":
            return Fraction(self.number)
        if self.kind == "name":
            if self.name not in letters:
                raise FormulaError(f"what {self.name} stands for is not known")
            return Fraction(letters[self.name])
        return _OPERATORS[self.kind](*(part.value(letters, roll) for part in self.parts), roll)

    def whole(self, letters: Mapping[str, int], roll: Rolls = no_dice) -> int:
        """The value as a whole number, rounded down."""
        return floor(self.value(letters, roll))


_OPERATORS: Mapping[str, Callable[..., Fraction]] = {
    "d": lambda count, sides, roll: Fraction(
        roll(floor(count), floor(sides)) if count > 0 and sides > 0 else 0
    ),
    "+": lambda one, other, _: one + other, "-": lambda one, other, _: one - other,
    "*": lambda one, other, _: one * other, "/": lambda one, other, _: one / other,
    "⌊": lambda one, _: Fraction(floor(one)), "⌈": lambda one, _: Fraction(ceil(one)),
}  # fmt: skip


class _Parser:
    """Recursive descent over the tokens of one formula."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, at = text, list[str](), 0
        text = text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if not found:
                raise self._fault(f"{text[at:]!r} is not understood")
            self.tokens.append(found[0].strip())
            at = found.end()

    def read(self) -> Formula:
        formula = self._sum()
        if self.tokens:
            raise self._fault(f"{self.tokens[0]!r} was not expected")
        return formula

    def _fault(self, why: str) -> FormulaError:
        return FormulaError(f"{self.text!r} is not a formula: {why}")

    def _next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def _sum(self) -> Formula:
        formula = Formula("number", 0) if self._next() in _MINUS else self._product()
        while self._next() in ("+", *_MINUS):
            kind = "+" if self.tokens.pop(0) == "+" else "-"
            formula = Formula(kind, parts=(formula, self._product()))
        return formula

    def _product(self) -> Formula:
        formula = self._die()
        while self._next() in ("*", "×", "/") or re.fullmatch(r"XP|[NM(⌊⌈]", self._next()):
            kind = self.tokens.pop(0) if self._next() in ("*", "×", "/") else "*"
            formula = Formula("/" if kind == "/" else "*", parts=(formula, self._die()))
        return formula

    def _die(self) -> Formula:
        formula = Formula("number", 1) if self._next() == "d" else self._operand()
        if self._next() == "d":
            self.tokens.pop(0)
            formula = Formula("d", parts=(formula, self._operand()))
        return formula

    def _operand(self) -> Formula:
        token = self.tokens.pop(0) if self.tokens else ""
        if token.isdecimal():
            return Formula("number", integer(token))
        if token in ("N", "M", "XP"):
            return Formula("name", name=token)
        if token in _CLOSING:
            inner = self._sum()
            if self._next() != _CLOSING[token]:
                raise self._fault(f"{_CLOSING[token]!r} is missing")
            self.tokens.pop(0)
            return Formula(token, parts=(inner,)) if token in _OPERATORS else inner
        raise FormulaError(
            say("{!r} is not a formula: something is missing", self.text)
            + (say(" before {!r}", token) if token else "")
        )


def read_formula(text: str) -> Formula:
    """Read one formula; raises :class:`FormulaError`."""
    return _Parser(text).read()


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
    return tuple(_alternative(each, find_items) for each in re.split(r"\bor\b", text))


def _alternative(
    text: str, find_items: Callable[[str], Sequence[tuple[int, int, str]]]
) -> Alternative:
    parts, at = [], 0
    for start, end, item in find_items(text):
        formula = re.sub(r"^[\s,;]*(?:and\b)?[\s,]*", "", text[at:start])
        parts.append(FormulaPart(read_formula(formula), item))
        at = end
    if not parts or text[at:].strip(" .,"):
        raise FormulaError(f"{text.strip()!r} is not an amount of items")
    return tuple(parts)


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
        for fits in (_equal, _same_items):
            fitting = [option for option in options if fits(option, said)]
            if len(fitting) == 1:
                return named(fitting[0])
        return answer

    return act.choose(asks, options, named, spelled=spelled, question=question)


def _equal(option: Mapping[str, int], said: Mapping[str, int | None]) -> bool:
    return {item: count for item, count in option.items() if count} == dict(said)


def _same_items(option: Mapping[str, int], said: Mapping[str, int | None]) -> bool:
    return set(option) == set(said) and all(count in (1, None) for count in said.values())
