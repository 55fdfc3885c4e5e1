"""The history of a page, whose texts share the lines that they have in common.

The texts of a talk page's revisions are a hundred times what people wrote there. So a text is put
together when it is asked for, and the whole of a long history takes little more than its last page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import overload

from msgspec.structs import replace

from wikibot.wiki.base import PageMove, Revision
from wikibot.wikitext.lines import is_too_long
from wikibot.wikitext.matching import Rope, changed_lines


class History(Sequence[Revision]):
    """Revisions of one page. ``heads`` are the same without texts, which takes no time."""

    def __init__(self, heads: Iterable[Revision] = (), texts: Texts | None = None) -> None:
        self.heads = tuple(heads)
        self._texts = texts or Texts()

    @classmethod
    def of(cls, revisions: Iterable[Revision]) -> History:
        """Revisions that come one after the other; no more than one text is kept at a time."""
        if isinstance(revisions, cls):
            return revisions
        texts = Texts()
        return cls([texts.keep(revision) for revision in revisions], texts)

    def lines(self) -> Iterator[list[str] | None]:
        """The lines of each revision's text, without carriage returns; None where it is hidden."""
        for rope in map(self._rope, self.heads):
            lines = None if rope is None else list(rope)
            yield [line.rstrip("\r") for line in lines] if lines and self._texts.returns else lines

    def __len__(self) -> int:
        return len(self.heads)

    @overload
    def __getitem__(self, at: int) -> Revision: ...
    @overload
    def __getitem__(self, at: slice) -> History: ...
    def __getitem__(self, at: int | slice) -> Revision | History:
        if isinstance(at, slice):
            return History(self.heads[at], self._texts)
        return self._whole(self.heads[at])

    def __iter__(self) -> Iterator[Revision]:
        return map(self._whole, self.heads)

    def without_long(self, but: int) -> History:
        """The same, as if texts that are too long were hidden; that of ``but`` is not."""
        long = self._texts.long - {but}
        if not long:
            return self
        texts = Texts()
        texts.returns = self._texts.returns
        texts.ropes = {id_: rope for id_, rope in self._texts.ropes.items() if id_ not in long}
        return History(self.heads, texts)

    def where(self, wanted: Callable[[Revision], bool]) -> History:
        """Those for whose heads something holds."""
        return History(filter(wanted, self.heads), self._texts)

    def _rope(self, head: Revision) -> Rope[str] | None:
        return self._texts.ropes.get(head.id)

    def _whole(self, head: Revision) -> Revision:
        rope = self._rope(head)
        return head if rope is None else replace(head, text="\n".join(rope))


class Texts:
    """Takes texts out of revisions and keeps what is new in them, next to what came before."""

    def __init__(self) -> None:
        self.ropes: dict[int, Rope[str]] = {}  # lines by revision; none of a hidden one
        self.returns = False  # whether any has a carriage return
        self.long = set[int]()  # revisions that are not looked at
        self._text: str | None = None
        self._rope: Rope[str] = Rope()
        self._count = 0  # of its lines
        self._known: dict[str, str] = {}

    def keep(self, revision: Revision) -> Revision:
        new = revision.text
        if new is None:
            return revision
        if self._text is None:
            start, end, lines = 0, 0, new.split("\n")
        else:
            start, end, lines = changed_lines(self._text, new, self._count)
        self._rope = self._rope.spliced(start, end, map(self._known.setdefault, lines, lines))
        self._count += len(lines) - (end - start)
        self._text, self.ropes[revision.id] = new, self._rope
        self.long |= {revision.id} if is_too_long(new) else set()
        self.returns |= "\r" in new
        return replace(revision, text=None)


def heads_of(history: Sequence[Revision]) -> Sequence[Revision]:
    """The revisions of a history, for what is not said of them in their texts."""
    return history.heads if isinstance(history, History) else tuple(history)


def up_to(history: Sequence[Revision], last: int) -> Sequence[Revision]:
    """The revisions of a history with no greater number."""
    if isinstance(history, History):
        return history.where(lambda revision: revision.id <= last)
    return tuple(revision for revision in history if revision.id <= last)


def saved_by(history: Sequence[Revision], account: str) -> Iterator[Revision]:
    """The revisions of one account, the newest first; their texts come one by one."""
    heads = heads_of(history)
    return (history[at] for at in reversed(range(len(heads))) if heads[at].user == account)


# -- the order of saving ---------------------------------------------------------------------------

SKEW = timedelta(minutes=1)  # by so much the time of a revision may be wrong


def in_saved_order(revisions: Sequence[Revision], head: int = 0) -> list[Revision]:
    """Oldest first: none before the one that it was laid over; else as they came, by their times.

    MediaWiki lists revisions by their timestamps, and these need not rise from one to the next: a
    save takes its time of day before it waits for the page's lock, and the clocks of a wiki's
    servers differ. Each revision does name the one that it was laid over, and that never changes
    (https://www.mediawiki.org/wiki/Manual:Revision_table, rev_parent_id).

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


# == Which revisions of a page were saved on it while it had its title =============================
#
# A page's history can hold others. A page that is moved brings along all that was written on it
# before; an administrator merges the history of another page into it, or restores what was
# deleted under its title. Every revision names the one that it was laid over, and that never
# changes: what no line of these leads to from the newest one was saved on another page. A move
# leaves a revision with the same text, and an entry in the wiki's log, which tells from where to
# where.

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
