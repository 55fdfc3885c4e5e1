"""Which revisions of a page were saved on it while it had its title.

A page's history can hold others. A page that is moved brings along all that was written on it
before; an administrator merges the history of another page into it, or restores what was deleted
under its title. Every revision names the one that it was laid over, and that never changes: what no
line of these leads to from the newest one was saved on another page. A move leaves a revision with
the same text, and an entry in the wiki's log, which tells from where to where.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

from wikibot.wiki.base import PageMove, Revision
from wikibot.wiki.history import SKEW, History, heads_of

_BEFORE = timedelta(seconds=5)  # by so much an entry of the log may be older than its revision


def read_through(history: Sequence[Revision], cursor: int) -> int:
    """The position of the revision ``cursor``, or of the newest older one; -1 for none."""
    heads = heads_of(history)
    exact = (at for at, revision in enumerate(heads) if revision.id == cursor)
    older = (at for at in reversed(range(len(heads))) if heads[at].id < cursor)
    return next(exact, next(older, -1))


def lineage(history: Sequence[Revision], through: int) -> Sequence[Revision]:
    """The history without what was saved on other pages since it was read ``through`` a revision.

    Where a revision is gone that another was laid over, those count that were laid over the one
    that was read.
    """
    heads, read = heads_of(history), read_through(history, through)
    by_id = {revision.id: revision for revision in heads}
    native = {revision.id for revision in heads[: read + 1]}
    at = heads[-1] if heads else None
    while at is not None and at.id not in native:
        native.add(at.id)
        parent = at.parent_id
        at = by_id.get(parent)
        if at is None and parent and read >= 0:
            later = {heads[read].id}
            for revision in heads[read + 1 :]:
                later |= {revision.id} if revision.parent_id in later else set()
            native |= later
    if len(native) == len(heads):
        return history
    if isinstance(history, History):
        return history.where(lambda revision: revision.id in native)
    return tuple(revision for revision in history if revision.id in native)


def unchanged(history: Sequence[Revision], through: int) -> tuple[Revision, ...]:
    """The revisions since then that changed nothing, or may have: as a move leaves one."""
    heads = heads_of(history)[max(0, read_through(history, through)) :]
    return tuple(
        after
        for before, after in pairwise(heads)
        if after.parent_id != before.id or _same_text(before, after)
    )


def _same_text(one: Revision, other: Revision) -> bool:
    if one.text is not None and other.text is not None:
        return one.text == other.text
    return one.sha1 is None or other.sha1 is None or one.sha1 == other.sha1


def saved_elsewhere(
    history: Sequence[Revision], through: int, title: str, moves: Sequence[PageMove]
) -> frozenset[int]:
    """The revisions since then that were saved while the page had another title than now.

    So do all before a move of which the log does not say from where, or says two things.
    """
    heads = heads_of(history)[read_through(history, through) + 1 :]
    left_by = {each.id for each in unchanged(history, through)}
    there: str | None = title
    found = set[int]()
    for revision in reversed(heads):
        found |= {revision.id} if there != title else set()
        if revision.id in left_by:
            left = [each for each in moves if _left(each, revision)]
            sources = {each.source for each in left if each.target in {there, None}} or {there}
            there = sources.pop() if len(sources) == 1 else None
    return frozenset(found)


def _left(move: PageMove, revision: Revision) -> bool:
    """Whether a move may have left a revision."""
    if move.revision:
        return move.revision == revision.id
    same = None in (move.user, revision.user) or move.user == revision.user
    return same and revision.time - _BEFORE <= move.time <= revision.time + SKEW
