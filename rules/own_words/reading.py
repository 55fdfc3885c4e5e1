"""What the own words of a unit mean, as a steward is shown it before they are played."""

from __future__ import annotations

from collections.abc import Sequence

from rules.own_words.world import World
from rules.plain.memory import Parsed
from rules.plain.parse import parse
from rules.plain.sentences import sentences
from wikibot.game.ruleset.implementations import InWords
from wikibot.sdk import Rulebook, Unit


def read(world: World, book: Rulebook, unit: Unit) -> Sequence[Parsed]:
    """The words of a unit, parsed: as one, or a sentence at a time where these say when."""
    text = world.spelled(world.text(unit), book).strip()
    words = book.derived(world.words)
    if not world.told_when:
        return (parse(text, words, "body"),)
    return tuple(_fitting(world, unit, parse(each.text, words)) for each in sentences(text))


def _fitting(world: World, unit: Unit, parsed: Parsed) -> Parsed:
    if parsed.rule is None or world.fits(parsed.rule, unit):
        return parsed
    return Parsed(None, parsed.says, "that is no rule for such a thing")


def in_words(world: World, book: Rulebook, unit: Unit) -> InWords:
    """The same as the ruleset's part of the program knows it: all of it, or nothing."""
    found = read(world, book, unit)
    wrong = next((each for each in found if each.rule is None), None)
    if wrong is not None or not found:
        return InWords("", wrong.unknown if wrong else "", wrong.why if wrong else "")
    return InWords(" ".join(each.says for each in found))
