"""The history of a page, whose texts share the lines that they have in common.

The texts of a talk page's revisions are a hundred times what people wrote there. So a text is put
together when it is asked for, and the whole of a long history takes little more than its last page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import overload

from msgspec.structs import replace

from wikibot.wiki.base import Revision
from wikibot.wikitext.rope import Rope, changed_lines


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
        self._text: str | None = None
        self._rope: Rope[str] = Rope()
        self._count = 0  # of its lines
        self._known: dict[str, str] = {}

    def keep(self, revision: Revision) -> Revision:
        """The revision without its text."""
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
