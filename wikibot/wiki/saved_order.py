"""Revisions of a page in the order in which they were saved.

MediaWiki lists revisions by their timestamps, and these need not rise from one to the next: a save
takes its time of day before it waits for the page's lock, and the clocks of a wiki's servers
differ. Each revision does name the one that it was laid over, and that never changes
(https://www.mediawiki.org/wiki/Manual:Revision_table, rev_parent_id).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from wikibot.wiki.base import Revision

SKEW = timedelta(minutes=1)  # by so much the time of a revision may be wrong


def in_saved_order(revisions: Sequence[Revision], head: int = 0) -> list[Revision]:
    """Oldest first: none before the one that it was laid over; else as they came, by their times.

    Each comes once, and last the one that the page read as (``head``), with what was saved on it
    since.
    """
    waiting = {revision.id: revision for revision in revisions}
    ordered: list[Revision] = []
    for revision in revisions:
        chain: list[Revision] = []
        at: Revision | None = waiting.pop(revision.id, None)
        while at is not None:
            chain.append(at)
            at = waiting.pop(at.parent_id, None)
        ordered += reversed(chain)
    last = {head} if head else set[int]()
    for revision in ordered:
        last |= {revision.id} if revision.parent_id in last else set()
    return sorted(ordered, key=lambda revision: revision.id in last)


def newest_first(revisions: Sequence[Revision]) -> list[Revision]:
    """The same for some of a page's revisions that came newest first, as those of one account.

    Of two whose times differ by less than the skew the later saved one has the greater number.
    """
    ordered: list[Revision] = []
    for revision in revisions:
        at = len(ordered)
        while (
            at and ordered[at - 1].id < revision.id and ordered[at - 1].time - revision.time <= SKEW
        ):
            at -= 1
        ordered.insert(at, revision)
    return ordered
