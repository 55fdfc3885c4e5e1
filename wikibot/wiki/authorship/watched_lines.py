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

from wikibot.game.actions import Action, ActionId, IdentityPart, Watched
from wikibot.wiki.base import Revision
from wikibot.wikitext.dialect import account_name, fold
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
        """Whether the author made the change."""
        return bool(self.by) and account_name(self.by) == account_name(self.watched.account)

    @property
    def counts(self) -> bool:
        """Whether the change counts as taking the line back."""
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
    visible = [at for at, revision in enumerate(history) if revision.text is not None]
    start = next((n for n, at in enumerate(visible) if history[at].id >= cursor), None)
    if start is None or not watched:
        return ()
    last = _last_seen(history, visible[start:], watched)
    return tuple(found for at in range(len(watched)) if (found := last.get(at)))


def _last_seen(
    history: Sequence[Revision], visible: Sequence[int], watched: Sequence[Watched]
) -> dict[int, Touched | None]:
    """What became of watched lines, by their numbers; None of those that still stand.

    Goes back page by page to the last one on which each stood; two are looked at at a time.
    """
    seen: dict[int, Touched | None] = {}
    bare: dict[int, Touched | None] = {}  # the same with other text below it, or with none
    newer: tuple[int, LinesByText] | None = None
    says: dict[str, str] = {}
    for at in reversed(visible):
        page = LinesByText((history[at].text or "").split("\n"), says)
        for number, each in enumerate(watched):
            if number in seen or not page.places(each):
                continue
            if page.has(each):
                seen[number] = _touched(history, (at, page), newer, each)
            elif number not in bare:
                bare[number] = _touched(history, (at, page), newer, replace(each, body=""))
        if len(seen) == len(watched):
            break
        newer = (at, page)
    return bare | seen


def touched_actions(found: Sequence[Touched]) -> tuple[Action, ...]:
    """The orders that follow from changes by the lines' own authors."""
    return tuple(
        Action(
            ActionId(each.page, each.revision, number, IdentityPart.CHANGE),
            each.time,
            each.by,
            each.watched.order,
        )
        for number, each in enumerate(found)
        if each.counts
    )


class LinesByText:
    """The lines of a page by what they say. ``says``: what lines say, whichever page has them."""

    def __init__(self, raws: Sequence[str], says: dict[str, str]) -> None:
        self.raws = raws
        self._numbers: dict[str, list[int]] = {}
        for number, raw in enumerate(raws):
            if raw not in says:
                says[raw] = fold(read_line(raw).text)
            if raw.strip():
                self._numbers.setdefault(says[raw], []).append(number)

    def places(self, watched: Watched) -> Sequence[int]:
        """The lines that say what the watched one says."""
        return self._numbers.get(fold(watched.text), ())

    def has(self, watched: Watched) -> bool:
        """Whether the line is there, with the lines below it in their order."""
        body = [fold(line) for line in watched.body.split("\n") if line.strip()]
        for number in self.places(watched):
            below = iter(fold(each.line.text) for each in replies_below(self.raws, number))
            if all(line in below for line in body):
                return True
        return False


def _touched(
    history: Sequence[Revision],
    last: tuple[int, LinesByText],
    newer: tuple[int, LinesByText] | None,
    watched: Watched,
) -> Touched | None:
    """What the revision after the last one that has a line did to it; None after the newest."""
    if newer is None:
        return None
    revision = history[newer[0]]
    unseen = newer[0] != last[0] + 1  # a hidden revision lies between
    by = "" if unseen or revision.user_hidden else revision.user or ""
    edited = _changed(last[1], newer[1], watched)
    return Touched(watched, revision.time, by, revision.page_id, revision.id, edited)


def _changed(before: LinesByText, after: LinesByText, watched: Watched) -> bool:
    """Whether the line is still there in some form."""
    if after.places(watched):
        return True  # what is below it changed
    standing = frozenset(before.raws)
    old = [
        (number, read_line(before.raws[number], number)) for number in before.places(watched)[:1]
    ]
    new = [
        (n, read_line(raw, n))
        for n, raw in enumerate(after.raws)
        if raw.strip() and raw not in standing
    ]
    return any(True for _ in changed_pairs(old, new))
