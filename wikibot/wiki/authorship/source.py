"""A page on which people write lines, as far as a sync has to know it."""

from __future__ import annotations

from dataclasses import dataclass

from wikibot.wiki.base import Revision


@dataclass(frozen=True)
class Source:
    """A page on which people write lines: the actions page, the steward page.

    ``through`` is the revision up to which every line has been handled (0: none yet). ``history``
    is the page from there on (included), oldest first; it begins earlier where answers of an
    earlier batch are still owed.
    """

    title: str
    through: int = 0
    page: Revision | None = None
    history: tuple[Revision, ...] = ()
