"""How types of spaces are called: by the headings under Spaces and Categories of the ruleset page."""

from __future__ import annotations

from rules.cycle15.state import BLANK
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.folding import fold

UNIQUE_TYPES = "Unique Types"  # a rule about types among them, which is none itself


def known_types(book: Rulebook) -> Vocabulary:
    """Every type and category of spaces, by the headings under Spaces and Categories."""
    return book.derived(_types)


def _types(book: Rulebook) -> Vocabulary:
    parents = ("spaces", "categories")
    units = (unit for unit in book.units.values() if unit.kind == "section" and len(unit.path) > 1)
    below = (
        unit
        for unit in units
        if fold(unit.path[-2]) in parents and book.known_as(unit.name) != UNIQUE_TYPES
    )
    return Vocabulary((BLANK, *(unit.title for unit in below)))
