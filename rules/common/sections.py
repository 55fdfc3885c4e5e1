"""Whether a section of the ruleset is played: it stands on the page, in a wording that is implemented."""

from __future__ import annotations

from rules.common.notation import NumberAt
from wikibot.game.engine.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook


def in_play(book: Rulebook, section: str) -> bool:
    """Whether the page has the section, for an action that it bears on.

    Raises ``Held`` where it was reworded, stands in another one now, or in a table that nobody can
    read.
    """
    if not book.has(section):
        if unsettled(book, section):
            book.require(section)
        return False
    book.require(section)
    return True


def settled(book: Rulebook, section: str, *numbers: NumberAt) -> bool:
    """Whether the section is played, for what happens by itself: where nobody settled it, it does not.

    Nor does it where a number that it takes is not found, as may be in a wording that somebody
    accepted.
    """
    played = book.has(section) and book.obstacle(section) is None
    return played and all(_found(book, number) for number in numbers)


def unsettled(book: Rulebook, section: str) -> bool:
    """Whether the page has the section in words that nobody has settled, so that what it says has to wait."""
    return isinstance(book.obstacle(section), Held)


def limit(book: Rulebook, number: NumberAt) -> int | None:
    """A number that bears on everything that happens; None where its section is not played, or does not say it.

    While the section is held whatever it may bear on is held as well; see ``Bears``.
    """
    return book.derived(number) if settled(book, number.section, number) else None


def _found(book: Rulebook, number: NumberAt) -> bool:
    try:
        book.derived(number)
    except Held:
        return False
    return True
