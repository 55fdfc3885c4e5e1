"""The history of a page, whose texts share the lines that they have in common.

The texts of a talk page's revisions are a hundred times what people wrote there. So a text is put
together when it is asked for, and the whole of a long history takes little more than its last page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import overload

from msgspec.structs import replace

from wikibot.wiki.base import Revision
from wikibot.wikitext.rope import Rope, frame


class History(Sequence[Revision]):
    """Revisions of one page. ``heads`` are the same without texts, which takes no time."""

    def __init__(
        self, heads: Iterable[Revision] = (), texts: Mapping[int, Rope[str]] | None = None
    ) -> None:
        self.heads = tuple(heads)
        self._texts = texts or {}  # their lines by revision; none of a hidden one

    @classmethod
    def of(cls, revisions: Iterable[Revision]) -> History:
        """Revisions that come one after the other; no more than one text is kept at a time."""
        texts = Texts()
        return texts.history([texts.keep(revision) for revision in revisions])

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

    def _whole(self, head: Revision) -> Revision:
        lines = self._texts.get(head.id)
        return head if lines is None else replace(head, text="\n".join(lines))


class Texts:
    """Takes texts out of revisions and keeps what is new in them, next to what came before."""

    def __init__(self) -> None:
        self._ropes: dict[int, Rope[str]] = {}
        self._rope: Rope[str] = Rope()
        self._lines: list[str] = []
        self._known: dict[str, str] = {}

    def keep(self, revision: Revision) -> Revision:
        """The revision without its text."""
        if revision.text is None:
            return revision
        old, new = self._lines, revision.text.split("\n")
        start, rest = frame(old, new)
        changed = new[start : len(new) - rest]
        changed = list(map(self._known.setdefault, changed, changed))
        self._rope = self._rope.spliced(start, len(old) - rest, changed)
        self._lines, self._ropes[revision.id] = new, self._rope
        return replace(revision, text=None)

    def history(self, heads: Iterable[Revision]) -> History:
        """A history of revisions that are kept here."""
        return History(heads, self._ropes)


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
