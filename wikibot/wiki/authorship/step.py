"""What one revision did to the lines of the page that it was laid over."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import ActionId
from wikibot.wiki.base import Revision
from wikibot.wikitext.lines import Line, read_line
from wikibot.wikitext.matching import (
    ChangedLines,
    Differences,
    Rope,
    changed_pairs,
    key,
    same,
    same_pairs,
)
from wikibot.wikitext.replies import answered_identity, read_verdict, replies_below

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


class Unproven(Struct, frozen=True):
    """A line older than the history. ``claim``: from which revision a history would tell more."""

    serial: int
    claim: int


class Walk(Protocol):
    """What a step asks of the walk that it is part of, and notes there: see ``PageBlame``."""

    history: Sequence[Revision]
    cursor: int
    bot: str
    read: frozenset[int]
    gone: RemovedLines
    said: dict[str, list[str]]
    logged: Mapping[str, bool]
    unproven: dict[int, Unproven]
    serial: int

    @property
    def begun(self) -> bool: ...

    def account(self, at: int | LineChange | None) -> str | None: ...
    def signer(self, line: Line) -> str | None: ...
    def was_played(self, trace: LineHistory) -> bool: ...


# == What one revision did to the lines of the page that it was laid over ==========================


class Step:
    """One revision laid over the page before it (``base``): what became of every line.

    ``window``: from which line on, and up to which old and new one, something is different.
    """

    def __init__(
        self, walk: Walk, position: int, raws: Sequence[str], base: PageVersion, unseen: bool
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
                return self._from_archive(trace, number)
            revived = self._revived(trace, self._line(number), exact=True)
            return revived or self._new(number)
        restored = now.trace.restored if now.trace else None
        return trace if restored == trace.restored else replace(trace, restored=restored)

    def _from_archive(self, trace: LineHistory, number: int) -> LineHistory:
        """A line that the bot took off: alone and without answer, a new one of the same words."""
        if number not in self.actions or self._brings_answer(number, range(len(self.raws))):
            return replace(trace, answered=True)
        if self.back > 1 and self.walk.was_played(trace):
            return replace(trace, restored=LineChange(self.position, self.unseen))
        return self._new(number)

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
        return self._followed(changed.kept)

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

    def _followed(self, kept: Mapping[int, int]) -> PageVersion:
        """The page with all that was found; the window gets as wide as it takes."""
        (start, old_end, new_end), lines = self.window, self.base.lines
        first, last = min(self.found, default=start), max(self.found, default=-1)
        wider = max(0, last + 1 - new_end)
        self.window = (min(start, first), old_end + wider, new_end + wider)

        def line(number: int) -> PageLine:
            before = number if number < start else kept.get(number)
            if number >= new_end:
                before = number - new_end + old_end
            if before is not None and number not in self.found:
                return lines[before]
            acts = number in self.actions
            return PageLine(self.raws[number], self.found.get(number), acts)

        around = range(self.window[0], self.window[2])
        return self.base.spliced(*self.window[:2], [line(number) for number in around], self.raws)

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
        own, read = (
            author is not None and self.account == author and not self.unseen,
            trace.serial in walk.read,
        )
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
            self.walk.unproven.setdefault(trace.serial, Unproven(trace.serial, claim))
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
