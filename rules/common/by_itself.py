"""What happens by itself: whether it can be played by the wording of its section, or is left to a person."""

from __future__ import annotations

from typing import Any

from rules.common.notation import NumberAt
from wikibot.game.act import Act
from wikibot.game.problems import Held
from wikibot.game.rulebook import Rulebook


def settled(act: Act[Any], unit: str, what: str) -> bool:
    """Whether the page has a unit, in a wording that is implemented; where it is another one, people are told."""
    if not act.book.has(unit):
        return False
    if act.book.obstacle(unit, reads_numbers=True) is None:
        return True
    act.say(f"a steward must rule on {what}: the wording of {unit} is not settled")
    return False


def limit(book: Rulebook, number: NumberAt) -> int | None:
    """A number that bears on everything that happens; None where its section is not played, or does not say it."""
    if not book.has(number.section) or book.obstacle(number.section, reads_numbers=True):
        return None
    try:
        return book.derived(number)
    except Held:
        return None
