"""Who wrote which line of a page: every line followed through the revisions of the page.

Each line carries a :class:`~wikibot.wiki.authorship.step.LineHistory`, which lives on when
its line is moved, re-indented, signed by others, or removed and put back. A new one begins when a
line is written, and when its author changes it, makes an action of it, or puts back what he
had taken back himself. So what is played depends little on when the bot looked: a line that it has
read stays read, and that is all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, IdentityPart, Watched
from wikibot.wiki.authorship.step import (
    Doubles,
    LineChange,
    LineHistory,
    PageLine,
    PageVersion,
    RemovedLines,
    Step,
    Unproven,
    acting,
)
from wikibot.wiki.base import Revision
from wikibot.wiki.history import History
from wikibot.wikitext.dialect import account_name, fold
from wikibot.wikitext.lines import Line, MultilineSpans, action_numbers, read_line
from wikibot.wikitext.matching import Differences, Rope, changed_pairs, differences
from wikibot.wikitext.replies import replies_below


class Ending(Struct, frozen=True):
    """Where a line was an action line last (``position``), and the revision after that."""

    position: int
    change: LineChange


class PageBlame:
    """A walk through a history, oldest first. ``cursor``: position last read by the bot, or -1.

    Each revision costs what it changed. Pages are taken one after the other and only the last is
    kept; of older ones there are a hash, and the lines with their traces, which neighbours share.
    """

    def __init__(
        self, history: Sequence[Revision], cursor: int, bot: str, heading: str,
        renamed: Mapping[str, str] | None = None, elsewhere: frozenset[int] = frozenset(),
        played: Mapping[str, bool] | None = None,
    ) -> None:  # fmt: skip
        self.renamed = renamed or {}  # present names of accounts by those in signatures
        whole = History.of(history)
        self.history: Sequence[Revision] = whole.heads
        self.cursor, self.bot, self.heading = cursor, account_name(bot), heading
        self._accounts = [
            None if each.user_hidden or each.user is None else account_name(each.user)
            for each in whole.heads
        ]
        self.elsewhere = elsewhere  # ids of revisions that count for nothing
        self.logged = played or {}  # whether lines in the log were played, by their identities
        self.traces: dict[int, LineHistory] = {}  # the last form of each, by serial number
        self.read: frozenset[int] = frozenset()  # serial numbers of the lines that the bot has read
        self.gone = RemovedLines()
        self.said: dict[str, list[str]] = {}  # the bot's own verdicts, by the identities they name
        # Lines that were read before the history begins, and changed since, by serial number.
        self.unproven: dict[int, Unproven] = {}
        self.serial = 0
        self.last = PageVersion(Rope(), [])  # at the newest visible revision so far
        self._last = -1  # its position
        self._layout: MultilineSpans | None = None  # of the last page, where known
        self._hidden = False  # a hidden revision lies between the last page and this one
        self._ropes: dict[int, Rope[PageLine]] = {}  # by position; none where the text is hidden
        self._seen: dict[int, int] = {}  # the last revision with some lines, by their hash
        self._ended: dict[int, Ending] = {}  # lines that are no action lines any more, by serial
        self._lines = Doubles()
        self._looked_at = (-1, self.last)
        self._positions = {revision.id: at for at, revision in enumerate(self.history)}
        for position, lines in enumerate(whole.lines()):
            self._step(position, lines)
            if position == cursor and self._ropes:
                self.read = frozenset(self.last.living())

    @property
    def begun(self) -> bool:
        return bool(self._ropes)

    @property
    def seen(self) -> Sequence[int]:
        """The positions of revisions whose text is not hidden, the newest first."""
        return tuple(reversed(self._ropes))

    def page(self, position: int) -> PageVersion:
        """The page at a revision whose text is not hidden."""
        if position == self._last:
            return self.last
        if self._looked_at[0] != position:
            self._looked_at = (position, PageVersion(self._ropes[position]))
        return self._looked_at[1]

    def account(self, at: int | LineChange | None) -> str | None:
        """Who made a revision, as accounts are compared; None where that is hidden."""
        if at is None or (isinstance(at, LineChange) and at.unseen):
            return None
        position = at.position if isinstance(at, LineChange) else at
        return self._accounts[position]

    def name(self, at: int | LineChange) -> str:
        """Who made a revision, as the wiki spells it; "" where that is hidden."""
        position = at.position if isinstance(at, LineChange) else at
        return (self.history[position].user or "") if self.account(at) else ""

    def author(self, trace: LineHistory) -> str:
        """The author of a line, as the wiki spells the name where the history shows it."""
        return (
            self.name(trace.added)
            if self.account(trace.added) == trace.author
            else trace.author or ""
        )

    def signer(self, line: Line) -> str | None:
        """The account that a signature names, as the wiki calls it now."""
        user = line.signature.user
        return None if user is None else self.renamed.get(user, user)

    def signed_well(self, trace: LineHistory, *lines: Line) -> bool:
        """Whether no signature in a line, then or now, names another account than its author."""
        known = (None, trace.author)
        return all(
            each.signature.user in known or self.signer(each) in known
            for each in (trace.line, *lines)
        )

    def was_elsewhere(self, trace: LineHistory) -> bool:
        """Whether a line was written, or made an action, where nothing is played."""
        return any(
            at is not None and self.history[at].id in self.elsewhere
            for at in (trace.added, trace.acted)
        )

    def was_played(self, trace: LineHistory) -> bool:
        """Whether a line was played, or may have been before the history begins."""
        id_ = None if trace.id is None else str(trace.id)
        return id_ is None or id_ in self.said or self.logged.get(id_, False)

    def silenced(self, trace: LineHistory) -> bool:
        """Whether another account made a new line something else than an action line."""
        by = self.account(self.ending(trace).change)
        new = trace.serial not in self.read and (trace.acted or 0) > self.cursor
        return new and trace.acted is not None and by not in {trace.author, self.bot}

    def ending(self, trace: LineHistory) -> Ending:
        """Where a line was an action line last, and what ended that."""
        never = Ending(self._last, LineChange(self._last, False))
        return self._ended.get(trace.serial, never)

    def _step(self, position: int, raws: list[str] | None) -> None:
        if raws is None:
            self._hidden = True
            return
        digest = hash(tuple(raws))
        at = self._seen.get(digest)  # where the page had these very lines before
        known = None if at is None else self.page(at)
        known = known if known and known.raws == raws else None
        base, unseen = self._base(position)
        step = Step(self, position, raws, base, unseen)
        if known is not None:
            page, self._layout = step.revert(known), None
        else:
            changed = differences(base.raws, raws)
            marks = self._marks(raws, changed) if base is self.last else None
            if marks is None:
                text = "\n".join(raws)
                self._layout = MultilineSpans.of(text, self.heading)
                page = step.follow(changed, frozenset(action_numbers(text, self.heading)))
            else:
                page = step.follow(changed, marks, kept=True)
        self._note(position, page, step.window if known is None and base is self.last else None)
        self.last, self._last, self._hidden = page, position, False
        self._ropes[position] = page.rope
        self._seen[digest] = position

    def _base(self, position: int) -> tuple[PageVersion, bool]:
        """The page that a revision was laid over, and whether something unseen lies between."""
        parent = self.history[position].parent_id
        at = self._positions.get(parent, -1)
        if parent and at in self._ropes:
            return self.page(at), False
        if not self._ropes:
            return self.last, bool(parent) or self._hidden
        return self.last, self._hidden or bool(parent and at < 0)

    def _marks(self, raws: Sequence[str], changed: Differences) -> frozenset[int] | None:
        """The action lines among those that changed, where all others are as they were.

        None where the whole page has to be looked at.
        """
        before, numbers = self.last.raws, list[int]()
        edits = list(changed.edits(before, raws))
        changes = [(before[e.old : e.old_end], raws[e.new : e.new_end]) for e in edits]
        for edit, (old, new) in reversed(list(zip(edits, changes, strict=True))):
            self._layout = self._layout and self._layout.after(edit.old, old, new)
        if self._layout is None:
            return None
        for edit in edits:
            numbers += self._layout.actions(edit.new, raws[edit.new : edit.new_end])
        return frozenset(numbers)

    def _note(self, position: int, page: PageVersion, window: tuple[int, int, int] | None) -> None:
        """Take up what a revision made of the page; ``window``: all that it changed lies there."""
        old, new = self.last.lines, page.lines
        if window is not None:
            start, old_end, new_end = window
            old, new = old[start:old_end], new[start:new_end]
        known = set(old)
        came, gone = [line for line in new if line not in known], known.difference(new)
        if self._lines.follow(gone, came):
            came, gone = page.lines, set(self.last.lines)
        self.traces.update((line.trace.serial, line.trace) for line in came if line.trace)
        before, now = acting(gone), acting(came)
        ending = Ending(self._last, LineChange(position, self._hidden))
        self._ended.update(dict.fromkeys(before - now, ending))
        for serial in now & self._ended.keys():
            del self._ended[serial]


def added_lines(
    before: Revision | None, revision: Revision, heading: str
) -> Mapping[ActionId, str] | None:
    """What a revision wrote, by identity: action lines that it added or touched, lines beside them.

    None where a text is missing or hidden.
    """
    history = [before, revision] if before else [revision]
    if (revision.parent_id and not before) or any(each.text is None for each in history):
        return None
    blame, found = PageBlame(history, len(history) - 2, "", heading), dict[ActionId, str]()
    for number, line in enumerate(blame.last.lines):
        trace = line.trace
        if trace is None:
            continue
        text = read_line(blame.last.raws[number]).text
        if trace.acted is None and trace.added == len(history) - 1:
            found[ActionId(revision.page_id, revision.id, number, IdentityPart.REPLY)] = text
        for each in (trace, trace.changed, trace.restored):
            if each and each.id:
                found[each.id] = text
    return found


# -- watched lines ---------------------------------------------------------------------------------
# Lines that have to stay as they are: who took one away or changed it since the last reading.
#
# Found by what the page says now and then, not by events, so nothing is lost between two syncs.
# What was put back counts as never gone. If another account does it, that does not take the line
# back for its author; that is only remarked upon. A line whose text does not stand below it, as
# one that approves a proposal as it is, is watched alone.


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
    history: Sequence[Revision], last: tuple[int, LinesByText],
    newer: tuple[int, LinesByText] | None, watched: Watched,
) -> Touched | None:  # fmt: skip
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
