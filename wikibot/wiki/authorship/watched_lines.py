"""Lines that have to stay as they are: who took one away or changed it since the last reading.

Found by what the page says now and then, not by events, so nothing is lost between two syncs. What
was put back counts as never gone. If another account does it, that does not take the line back
for its author; that is only remarked upon. A line whose text does not stand below it, as one that
approves a proposal as it is, is watched alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Part
from wikibot.game.game import Watched
from wikibot.wiki.base import Revision
from wikibot.wikitext.folding import account_name, fold
from wikibot.wikitext.lines import read_line
from wikibot.wikitext.matching import changed_pairs
from wikibot.wikitext.replies import replies_below


class Touched(Struct, frozen=True):
    """A watched line that is gone or changed: by whom ("" if hidden), and in which revision."""

    watched: Watched
    time: datetime
    by: str
    page: int
    revision: int
    edited: bool

    @property
    def own(self) -> bool:
        """Whether its author did it."""
        return bool(self.by) and account_name(self.by) == account_name(self.watched.account)

    @property
    def counts(self) -> bool:
        """Whether the line is as good as taken back."""
        return self.own and (self.watched.edits or not self.edited)

    def __str__(self) -> str:
        did = "changed" if self.edited else "took away"
        by, whose = self.by or "an unknown account", self.watched.account
        what = f"{by} {did} {whose}'s line {self.watched.text!r}"
        return f"{what} in revision {self.revision}; it stands as it was"


def touched(
    history: Sequence[Revision], cursor: int, watched: Sequence[Watched]
) -> tuple[Touched, ...]:
    """Watched lines that the revision ``cursor`` or a later one had, and the newest has no more.

    ``history`` is oldest first, with texts.
    """
    pages = [
        (at, revision.text.split("\n"))
        for at, revision in enumerate(history)
        if revision.text is not None
    ]
    start = next((n for n, (at, _) in enumerate(pages) if history[at].id >= cursor), None)
    if start is None or not pages:
        return ()
    found = (_touched(history, pages[start:], each) for each in watched)
    return tuple(each for each in found if each)


def touched_actions(found: Sequence[Touched]) -> tuple[Action, ...]:
    """The orders that the touches by the lines' own authors amount to."""
    return tuple(
        Action(
            ActionId(each.page, each.revision, number, Part.CHANGE),
            each.time,
            each.by,
            each.watched.order,
        )
        for number, each in enumerate(found)
        if each.counts
    )


def _touched(
    history: Sequence[Revision], pages: Sequence[tuple[int, list[str]]], watched: Watched
) -> Touched | None:
    last = next((n for n in reversed(range(len(pages))) if _stands(pages[n][1], watched)), None)
    if (
        last is None and watched.body
    ):  # its text does not stand below it, and did not when the page was last read
        return _touched(history, pages, replace(watched, body=""))
    if last is None or last == len(pages) - 1:
        return None
    at, raws = pages[last + 1]
    revision = history[at]
    unseen = at != pages[last][0] + 1  # a hidden revision lies between
    by = "" if unseen or revision.user_hidden else revision.user or ""
    edited = _changed(pages[last][1], raws, watched)
    return Touched(watched, revision.time, by, revision.page_id, revision.id, edited)


def _places(raws: Sequence[str], watched: Watched) -> list[int]:
    """The lines that say what the watched one says."""
    wanted = fold(watched.text)
    return [n for n, raw in enumerate(raws) if raw.strip() and fold(read_line(raw).text) == wanted]


def _stands(raws: Sequence[str], watched: Watched) -> bool:
    """Whether the line is there, with the lines below it in their order."""
    body = [fold(line) for line in watched.body.split("\n") if line.strip()]
    for number in _places(raws, watched):
        below = iter(fold(each.text) for each in replies_below(raws, number))
        if all(line in below for line in body):
            return True
    return False


def _changed(before: Sequence[str], after: Sequence[str], watched: Watched) -> bool:
    """Whether the line is still there in some form."""
    if _places(after, watched):
        return True  # what is below it changed
    standing = frozenset(before)
    old = [(number, read_line(before[number], number)) for number in _places(before, watched)[:1]]
    new = [
        (n, read_line(raw, n)) for n, raw in enumerate(after) if raw.strip() and raw not in standing
    ]
    return any(True for _ in changed_pairs(old, new))
