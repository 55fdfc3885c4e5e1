"""Amounts of components where the ruleset states them, and the player's choice among several."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.cycle14.components import components
from rules.cycle14.formulas import Amounts, FormulaError, read_amounts
from rules.cycle14.state import Context
from wikibot.sdk import Held, Rulebook, Unclear, plain


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
