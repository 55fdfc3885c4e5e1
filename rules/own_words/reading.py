"""What the own words of a unit mean, as a steward is shown it before they are played."""

from __future__ import annotations

from rules.own_words.world import World
from rules.plain.memory import Parsed
from rules.plain.parse import parse
from wikibot.game.ruleset.in_words import InWords
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit


def read(world: World, book: Rulebook, unit: Unit) -> Parsed:
    """The words of a unit, parsed."""
    return parse(world.text(unit).strip(), book.derived(world.words), "body")


def in_words(world: World, book: Rulebook, unit: Unit) -> InWords:
    """The same as the ruleset's part of the program knows it."""
    parsed = read(world, book, unit)
    return InWords(parsed.says, parsed.unknown, parsed.why)
