"""Whether a section of the ruleset is played: it stands on the page, in a wording that is implemented."""

from __future__ import annotations

from wikibot.game.rulebook import Rulebook


def in_play(book: Rulebook, section: str) -> bool:
    """Whether the page has the section, for an action that it bears on; raises ``Held`` where it was reworded."""
    if not book.has(section):
        return False
    book.require(section, reads_numbers=True)
    return True


def settled(book: Rulebook, section: str) -> bool:
    """Whether the section is played, for what happens by itself: where nobody settled it, it does not."""
    return book.has(section) and book.obstacle(section, reads_numbers=True) is None
