"""Who wrote which line of a page: every line followed through the revisions of the page.

Each line carries a :class:`~wikibot.wiki.blame.LineHistory`, which lives on when
its line is moved, re-indented, signed by others, or removed and put back. A new one begins when a
line is written, and when its author changes it, makes an action of it, or puts back what he
had taken back himself. So what is played depends little on when the bot looked: a line that it has
read stays read, and that is all.

What one revision did to the lines of the page that it was laid over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime
from functools import cached_property
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, IdentityPart, Watched
from wikibot.wiki.base import Revision
from wikibot.wiki.history import (
    ChangedLines,
    Differences,
    History,
    Rope,
    changed_pairs,
    differences,
    key,
    same,
    same_pairs,
)
from wikibot.wikitext.dialect import account_name, fold
from wikibot.wikitext.lines import Line, MultilineSpans, action_numbers, read_line
from wikibot.wikitext.own_marks import answered_identity, read_verdict, replies_below

# == A page at one revision, line by line; neighbouring revisions share what they have in common ===


class LineChange(Struct, frozen=True):
    """A revision changed, removed or put back a line; ``unseen``: or a hidden one before it did.

    ``id`` is the touch's own identity, where it made the line one that has to be looked at.
    """

    position: int
    unseen: bool
    id: ActionId | None = None


class LineHistory(Struct, frozen=True):
    """One line as its author wrote it. Positions count the revisions of the history from 0.

    ``author`` is an account; of a line older than the history, whom its signature names; None where
    it is unknown. ``acted`` is the revision by which the line became an action line, ``id`` its
    identity from then on.
    """

    serial: int
    line: Line
    added: int
    author: str | None
    unseen: bool  # it was added before the history begins, or a hidden revision may have added it
    id: ActionId | None = None
    acted: int | None = None
    changed: LineChange | None = None  # by another than its author
    restored: LineChange | None = None  # the same, after it had been off the page
    touched: int | None = None  # the last revision that moved it or changed its marks
    before: int | None = None  # serial number of the line that it was before its author changed it
    read: bool = False  # it was read by the bot in an older form,
    verdict: str | None = None  # which had been answered so before it was changed
    answered: bool = False  # it came onto the page together with the bot's answer to it


class PageLine:
    """A line with its trace, which blank ones have not; ``acts``: it is an action line."""

    __slots__ = ("acts", "raw", "trace")

    def __init__(self, raw: str, trace: LineHistory | None, acts: bool) -> None:
        self.raw, self.trace, self.acts = raw, trace, acts


class PageVersion:
    """A page at one revision. ``rope`` is all that is kept of it when the next one came."""

    def __init__(
        self, rope: Rope[PageLine], lines: list[PageLine] | None = None, raws: Sequence[str] = ()
    ) -> None:
        self.rope = rope
        self.lines = list(rope) if lines is None else lines
        self.raws = raws if lines is not None else [line.raw for line in self.lines]

    @cached_property
    def traces(self) -> tuple[LineHistory | None, ...]:
        return tuple(line.trace for line in self.lines)

    @cached_property
    def actions(self) -> tuple[int, ...]:
        return tuple(number for number, line in enumerate(self.lines) if line.acts)

    def living(self) -> dict[int, int]:
        """Line numbers by the serial numbers of the traces."""
        return {line.trace.serial: at for at, line in enumerate(self.lines) if line.trace}

    def spliced(
        self, start: int, end: int, lines: Sequence[PageLine], raws: Sequence[str]
    ) -> PageVersion:
        """The page with other lines in the place of some; ``raws`` are all that it has then."""
        flat = [*self.lines[:start], *lines, *self.lines[end:]]
        return PageVersion(self.rope.spliced(start, end, lines), flat, raws)


class Doubles:
    """Traces that more than one line of a page has, which were put back twice."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self._double: set[int] = set()

    def follow(self, old: Iterable[PageLine], new: Iterable[PageLine]) -> bool:
        """Take note of removed and added lines. Whether there are any doubles, or were before."""
        before = bool(self._double)
        for line in old:
            if line.trace:
                self._counts[line.trace.serial] -= 1
        for line in new:
            if line.trace:
                self._counts[line.trace.serial] += 1
        changed = {line.trace.serial for line in (*old, *new) if line.trace}
        double = {serial for serial in changed if self._counts[serial] > 1}
        self._double = (self._double - changed) | double
        return before or bool(self._double)


def acting(lines: Iterable[PageLine]) -> set[int]:
    """The serial numbers of the traces of action lines."""
    return {line.trace.serial for line in lines if line.acts and line.trace}


# -- answers below lines ---------------------------------------------------------------------------


def verdicts_below(page: PageVersion, number: int, bot: str) -> Iterator[str]:
    """The verdicts of the bot's replies below a line, but those that name another identity."""
    trace = page.lines[number].trace
    own = str(trace.id) if trace and trace.id else None
    for reply in replies_below(page.raws, number):
        by, identity = page.lines[reply.number].trace, answered_identity(page.raws[reply.number])
        other = None not in (identity, own) and identity != own
        if reply.verdict and by is not None and by.author == bot and not other:
            yield reply.verdict


# == What all steps through a page's history share: who made each revision, what is gone ===========


class RemovedLines:
    """By what they say, and by the revisions that removed them."""

    def __init__(self) -> None:
        self._said: dict[str, list[tuple[Line, LineHistory]]] = {}
        self._changes: dict[int, LineChange] = {}  # by serial number: what removed a line last
        self._waiting: Counter[int] = Counter()  # by serial number: how often a line is in _said
        self._missing: Counter[int] = Counter()  # by position: how many that it removed are there

    def change(self, trace: LineHistory) -> LineChange | None:
        """The revision that removed a line last."""
        return self._changes.get(trace.serial)

    def add(self, line: Line, trace: LineHistory, change: LineChange, *, back: bool) -> None:
        """Record a removed line; ``back``: it is recognised when it is put back."""
        before = self._changes.get(trace.serial)
        if before is not None:
            self._missing[before.position] -= self._waiting[trace.serial]
        self._changes[trace.serial] = change
        if back:
            self._said.setdefault(key(line), []).append((line, trace))
            self._waiting[trace.serial] += bool(line.text)
        self._missing[change.position] += self._waiting[trace.serial]

    def take(self, line: Line) -> LineHistory | None:
        """The trace of the last removed line that is the same as one that has come."""
        entries = self._said.get(key(line), []) if self._said and line.text else []
        entry = next((each for each in reversed(entries) if same(each[0], line)), None)
        if entry is None:
            return None
        entries.remove(entry)
        serial = entry[1].serial
        self._waiting[serial] -= 1
        self._missing[self._changes[serial].position] -= 1
        return entry[1]

    def undone(self, traces: Sequence[LineHistory]) -> frozenset[int]:
        """The serial numbers of the taken lines that are here again with all else that went."""
        positions = {trace.serial: self._changes[trace.serial].position for trace in traces}
        back = Counter(positions[trace.serial] for trace in traces)
        return frozenset(
            serial
            for serial, position in positions.items()
            if back[position] > 1 and not self._missing[position]
        )


# == What one revision did to the lines of the page that it was laid over ==========================


class Step:
    """One revision laid over the page before it (``base``): what became of every line.

    ``window``: from which line on, and up to which old and new one, something is different.
    """

    def __init__(
        self, walk: PageBlame, position: int, raws: Sequence[str], base: PageVersion, unseen: bool
    ) -> None:
        self.walk, self.position, self.raws, self.unseen = walk, position, raws, unseen
        self.base = base
        self.first = not walk.begun
        self.account = walk.account(position)
        self.actions: Set[int] = frozenset()  # numbers of action lines, where they were looked at
        self.found: dict[int, LineHistory] = {}  # by line number
        self.window = (0, 0, 0)
        self.back = 0  # action lines that came back with an old text

    # -- a text that the page had before -----------------------------------------------------------

    def revert(self, page: PageVersion) -> PageVersion:
        """The page reads as at an earlier revision: every line is the one that it was then."""
        living = self.base.living()
        kept: set[int] = set()
        self.actions = frozenset(page.actions)
        came = (each.trace.serial for each in page.lines if each.acts and each.trace)
        self.back = sum(serial not in living for serial in came)
        for number, line in enumerate(page.lines):
            if line.trace is None:
                continue
            now = living.get(line.trace.serial)
            trace = self._again(number, line.trace, None if now is None else self.base.lines[now])
            kept.add(trace.serial)
            if trace is not line.trace:
                self.found[number] = trace
        self._remove([number for serial, number in living.items() if serial not in kept])
        numbers = sorted(self.found)
        self._identify([number for number in numbers if page.lines[number].acts])
        start, end = (numbers[0], numbers[-1] + 1) if numbers else (0, 0)
        lines = [
            PageLine(line.raw, self.found[number], line.acts) if number in self.found else line
            for number, line in enumerate(page.lines[start:end], start)
        ]
        return page.spliced(start, end, lines, self.raws)

    def _again(self, number: int, trace: LineHistory, now: PageLine | None) -> LineHistory:
        """The trace of a line that is as it was; ``now``: where it is still on the page."""
        if now is None:
            if self.walk.account(self.walk.gone.change(trace)) == self.walk.bot:
                if number not in self.actions or self._brings_answer(number, range(len(self.raws))):
                    return replace(trace, answered=True)
                if self.back > 1 and self.walk.was_played(trace):
                    return replace(trace, restored=LineChange(self.position, self.unseen))
                return self._new(number)
            revived = self._revived(trace, self._line(number), exact=True)
            return revived or self._new(number)
        restored = now.trace.restored if now.trace else None
        return trace if restored == trace.restored else replace(trace, restored=restored)

    # -- any other text ----------------------------------------------------------------------------

    def follow(self, changed: Differences, actions: Set[int], *, kept: bool = False) -> PageVersion:
        """Find every line's trace: kept, moved, put back, changed or new, in this order.

        ``actions`` are all action lines; with ``kept`` those of what changed, while the kept lines
        are what they were.
        """
        self.window = (changed.start, changed.old_end, changed.new_end)
        self.actions, blocks = actions, changed.blocks
        whole = ChangedLines(
            tuple(n for block in blocks for n in block.old),
            tuple(n for block in blocks for n in block.new),
        )
        left, came = set(whole.old), set(whole.new)
        for block in (*blocks, whole):  # what stayed in its place first, then what was moved
            before = [(number, self.base.raws[number]) for number in block.old if number in left]
            after = [(number, self.raws[number]) for number in block.new if number in came]
            for old, new in list(same_pairs(before, after)):
                self._carry(old, new, self.position)
                left.discard(old)
                came.discard(new)
        came -= self._put_back(sorted(came))
        for block in blocks:
            self._pair_changed(block, left, came)
        for new in sorted(came):
            self.found[new] = replace(
                self._new(new), answered=new in self.actions and self._brings_answer(new, came)
            )
        self._remove(sorted(left))
        for new, old in () if kept else self._turned(changed):
            self._carry(old, new, None)
        self._identify(sorted(self.actions & self.found.keys()))
        # The page with all that was found; the window gets as wide as it takes.
        (start, old_end, new_end), lines = self.window, self.base.lines
        first, last = min(self.found, default=start), max(self.found, default=-1)
        wider = max(0, last + 1 - new_end)
        self.window = (min(start, first), old_end + wider, new_end + wider)

        def line(number: int) -> PageLine:
            before = number if number < start else changed.kept.get(number)
            if number >= new_end:
                before = number - new_end + old_end
            if before is not None and number not in self.found:
                return lines[before]
            acts = number in self.actions
            return PageLine(self.raws[number], self.found.get(number), acts)

        around = range(self.window[0], self.window[2])
        return self.base.spliced(*self.window[:2], [line(number) for number in around], self.raws)

    def _turned(self, changed: Differences) -> Iterator[tuple[int, int]]:
        """Kept lines, new and old number, that are action lines now and were not, or were so."""
        more, lines = len(self.raws) - len(self.base.raws), self.base.lines
        behind = range(changed.new_end, len(self.raws))
        same = chain(
            ((number, number) for number in range(changed.start)),
            changed.kept.items(),
            ((number, number - more) for number in behind),
        )
        return ((new, old) for new, old in same if lines[old].acts != (new in self.actions))

    def _carry(self, old: int, new: int, touched: int | None) -> None:
        trace = self.base.lines[old].trace
        if trace:
            self.found[new] = trace if touched is None else replace(trace, touched=touched)

    def _put_back(self, numbers: Sequence[int]) -> set[int]:
        """Lines that had been removed earlier and are here again."""
        taken = ((number, self.walk.gone.take(self._line(number))) for number in numbers)
        found = {number: trace for number, trace in taken if trace}
        wholly = self.walk.gone.undone(list(found.values()))
        for number, trace in found.items():
            line = self._line(number)
            revived = self._revived(trace, line, exact=False)
            # An unsigned old line from another hand may as well be a new one of the same words.
            unsigned = line.signature.user is None and self.account != trace.author
            doubtful = trace.serial in self.walk.read and unsigned
            if revived == trace and doubtful and trace.serial not in wholly:
                revived = replace(trace, restored=LineChange(self.position, self.unseen))
            self.found[number] = revived or self._new(number)
        return set(found)

    def _revived(self, trace: LineHistory, line: Line, *, exact: bool) -> LineHistory | None:
        """The trace of a removed line that is here again; None if its author writes it anew."""
        walk, author, remover = self.walk, trace.author, self.walk.gone.change(trace)
        own = author is not None and self.account == author and not self.unseen
        read = trace.serial in walk.read
        taken_back = author is not None and walk.account(remover) == author
        missed = remover is not None and remover.position <= walk.cursor < self.position
        known = exact or bool(line.signature.timestamp) or self._undoes(remover)
        if (
            own
            and (taken_back or missed)
            and not (missed and known and self.walk.was_played(trace))
        ):
            return trace if read and known else None
        never = author is not None and not taken_back and str(trace.id) not in walk.logged
        never = never and known and not walk.was_played(trace)
        if read or never or not (taken_back or missed):
            return trace
        return replace(trace, restored=LineChange(self.position, self.unseen))

    def _undoes(self, change: LineChange | None) -> bool:
        """Whether the summary names the revision that removed a line, as that of an undo does."""
        if change is None:
            return False
        history = self.walk.history
        named = re.findall(r"\d+", history[self.position].comment or "")
        return str(history[change.position].id) in named

    def _pair_changed(self, block: ChangedLines, left: set[int], came: set[int]) -> None:
        """Action lines of a block whose place a similar action line has taken."""
        lines = self.base.lines
        before = [
            (n, read_line(lines[n].raw, n))
            for n in block.old
            if n in left and (trace := lines[n].trace) and trace.acted is not None
        ]
        after = [(n, self._line(n)) for n in block.new if n in came and n in self.actions]
        for old, new in list(changed_pairs(before, after)):
            trace = lines[old].trace
            if trace is None:
                continue
            came.discard(new)
            self.found[new] = changed = self._changed(trace, old, new)
            if changed.serial == trace.serial:
                left.discard(old)

    def _changed(self, trace: LineHistory, old: int, new: int) -> LineHistory:
        line = self._line(new)
        if same(trace.line, line):
            return replace(trace, changed=None)
        was_read = trace.serial in self.walk.read
        if was_read and trace.id is None:
            below = [each for each in replies_below(self.base.raws, old) if each.verdict]
            names = [answered_identity(self.base.raws[each.number]) for each in below]
            claim = min((int(name.split(".")[1]) if name else 0 for name in names), default=0)
            self.walk.unproven.setdefault(trace.serial, claim)
        verdict = self._verdict(trace, old) if was_read else trace.verdict
        if self.account is not None and self.account == trace.author and not self.unseen:
            return replace(
                self._new(new), read=was_read or trace.read, verdict=verdict, before=trace.serial
            )
        return replace(trace, changed=LineChange(self.position, self.unseen), verdict=verdict)

    def _verdict(self, trace: LineHistory, old: int) -> str | None:
        """What a line had been answered when it was changed. Once played it stays so."""
        given = [
            *verdicts_below(self.base, old, self.walk.bot),
            *(self.walk.said.get(str(trace.id), ()) if trace.id else ()),
        ]
        return "done" if "done" in (trace.verdict, *given) else next(reversed(given), None)

    def _brings_answer(self, number: int, came: Container[int]) -> bool:
        """Whether another account brought line and answer together: both were here long ago."""
        read = self.first and self.position <= self.walk.cursor  # by whom it was brought is no news
        if read or self.account == self.walk.bot:
            return False
        return any(
            each.account == self.walk.bot and each.verdict and each.number in came
            for each in replies_below(self.raws, number)
        )

    # -- traces ------------------------------------------------------------------------------------

    def _line(self, number: int) -> Line:
        return read_line(self.raws[number], number)

    def _new(self, number: int) -> LineHistory:
        self.walk.serial += 1
        line = self._line(number)
        author = self.walk.signer(line) if self.first and self.unseen else self.account
        if author == self.walk.bot and not self.unseen:
            identity, verdict = answered_identity(line.raw), read_verdict(line.raw)
            if identity and verdict:
                self.walk.said.setdefault(identity, []).append(verdict)
        return LineHistory(self.walk.serial, line, self.position, author, self.unseen)

    def _remove(self, numbers: Sequence[int]) -> None:
        change = LineChange(self.position, self.unseen)
        for number in numbers:
            line = self.base.lines[number]
            if line.trace:
                back = self.account != self.walk.bot  # which takes off what it has answered
                self.walk.gone.add(read_line(line.raw, number), line.trace, change, back=back)

    def _identify(self, numbers: Sequence[int]) -> None:
        """Number the action lines that this revision made or touched, but not older ones."""
        revision, index = self.walk.history[self.position], 0
        older = self.first and self.unseen and self.walk.cursor >= 0
        for number in numbers:
            trace = self.found[number]
            id_ = None if older else ActionId(revision.page_id, revision.id, index)
            self.found[number] = marked = self._marked(trace, number, id_)
            index += marked is not trace

    def _marked(self, trace: LineHistory, number: int, id_: ActionId | None) -> LineHistory:
        """An action line's trace with the identity that this revision gave it, if it did."""
        if trace.acted is None:
            by_author = (
                trace.touched == self.position and self.account == trace.author and not self.unseen
            )
            if by_author and self.account is not None:
                trace = replace(self._new(number), before=trace.serial)
            return replace(trace, id=id_, acted=self.position)
        if trace.changed and trace.changed.position == self.position:
            return replace(trace, changed=replace(trace.changed, id=id_))
        if trace.restored and trace.restored.position == self.position:
            return replace(trace, restored=replace(trace.restored, id=id_))
        return trace


# == Who wrote which line: the walk through the revisions ==========================================


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
        # Lines that were read before the history begins, and changed since, by serial number: from
        # which revision on a history would tell more.
        self.unproven: dict[int, int] = {}
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
    # What became of watched lines, by their numbers; None of those that still stand.
    seen: dict[int, Touched | None] = {}
    bare: dict[int, Touched | None] = {}  # the same with other text below it, or with none
    newer: tuple[int, LinesByText] | None = None
    says: dict[str, str] = {}
    for at in reversed(visible[start:]):
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
    last = bare | seen
    return tuple(found for at in range(len(watched)) if (found := last.get(at)))


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
        belows = (replies_below(self.raws, number) for number in self.places(watched))
        said = (iter([fold(each.line.text) for each in below]) for below in belows)
        return any(all(line in below for line in body) for below in said)


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
