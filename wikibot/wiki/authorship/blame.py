"""Who wrote which line of a page: every line followed through the revisions of the page.

Each line carries a :class:`~wikibot.wiki.authorship.line_history.LineHistory`, which lives on when
its line is moved, re-indented, signed by others, or removed and put back. A new one begins when a
line is written, and when its author changes it, makes an action of it, or puts back what he
had taken back himself. So what is played depends little on when the bot looked: a line that it has
read stays read, and that is all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import ActionId
from wikibot.wiki.authorship.line_history import LineChange, LineHistory, Page
from wikibot.wiki.base import Revision
from wikibot.wikitext.folding import account_name
from wikibot.wikitext.lines import Line, action_numbers, read_line
from wikibot.wikitext.matching import Block, changed_pairs, differences, key, same, same_pairs
from wikibot.wikitext.replies import answered_identity, read_verdict, replies_below


class Unproven(Struct, frozen=True):
    """A line older than the history. ``claim``: from which revision a history would tell more."""

    serial: int
    claim: int


class PageBlame:
    """A walk through a history, oldest first. ``cursor``: position last read by the bot, or -1."""

    def __init__(self, history: Sequence[Revision], cursor: int, bot: str, heading: str) -> None:
        self.history, self.cursor, self.bot, self.heading = (
            history,
            cursor,
            account_name(bot),
            heading,
        )
        self.pages: dict[int, Page] = {}  # by position; revisions whose text is hidden have none
        self.traces: dict[int, LineHistory] = {}  # the last form of each, by serial number
        self.removed: dict[int, LineChange] = {}  # by serial number: the revision that removed it
        self.read: frozenset[int] = frozenset()  # serial numbers of the lines that the bot has read
        self.gone: dict[str, list[tuple[Line, LineHistory]]] = {}  # removed lines, by what they say
        self.said: dict[
            str, list[str]
        ] = {}  # verdicts that the bot's own revisions gave, by the identities they name
        self.unproven: list[
            Unproven
        ] = []  # lines that were read before the history begins, and changed by their authors
        self.serial = 0
        self._positions = {revision.id: position for position, revision in enumerate(history)}
        self._texts: dict[str, int] = {}  # the last revision with a text
        self._hidden = False  # a hidden revision lies between the last page and this one
        for position in range(len(history)):
            self._step(position)
            if position == cursor and self.pages:
                self.read = frozenset(self.last.living())

    @property
    def last(self) -> Page:
        """The page at the newest visible revision so far."""
        return self.pages[next(reversed(self.pages))]

    def account(self, at: int | LineChange | None) -> str | None:
        """Who made a revision, as accounts are compared; None where that is hidden."""
        if at is None or (isinstance(at, LineChange) and at.unseen):
            return None
        position = at.position if isinstance(at, LineChange) else at
        revision = self.history[position]
        return (
            None if revision.user_hidden or revision.user is None else account_name(revision.user)
        )

    def name(self, at: int | LineChange) -> str:
        """Who made a revision, as the wiki spells it; "" where that is hidden."""
        position = at.position if isinstance(at, LineChange) else at
        return (self.history[position].user or "") if self.account(at) else ""

    def author(self, trace: LineHistory) -> str:
        """Whose line it is, as the wiki spells it where the history tells."""
        return (
            self.name(trace.added)
            if self.account(trace.added) == trace.author
            else trace.author or ""
        )

    def _step(self, position: int) -> None:
        text = self.history[position].text
        if text is None:
            self._hidden = True
            return
        raws = tuple(raw.rstrip("\r") for raw in text.split("\n"))
        actions = tuple(action_numbers(text, self.heading))
        base, unseen = self._base(position)
        step = Step(self, position, raws, actions, base, unseen)
        traces = (
            step.revert(self.pages[self._texts[text]]) if text in self._texts else step.follow()
        )
        self.pages[position] = Page(raws, step.identified(traces), actions)
        self.traces.update((trace.serial, trace) for trace in self.last.traces if trace)
        self._texts[text] = position
        self._hidden = False

    def _base(self, position: int) -> tuple[Page | None, bool]:
        """The page that a revision was laid over, and whether something unseen lies between."""
        parent = self.history[position].parent_id
        at = self._positions.get(parent, -1)
        if parent and at in self.pages:
            return self.pages[at], False
        if not self.pages:
            return None, bool(parent) or self._hidden
        return self.last, self._hidden or bool(parent and at < 0)


class Step:
    """One revision laid over the page before it (``base``): what became of every line."""

    def __init__(
        self,
        walk: PageBlame,
        position: int,
        raws: tuple[str, ...],
        actions: tuple[int, ...],
        base: Page | None,
        unseen: bool,
    ) -> None:
        self.walk, self.position, self.raws, self.unseen = walk, position, raws, unseen
        self.base = base or Page((), (), ())
        self.first = base is None
        self.actions = frozenset(actions)
        self.order = actions
        self.account = walk.account(position)
        self.found: dict[int, LineHistory] = {}  # by line number

    # -- a text that the page had before -----------------------------------------------------------

    def revert(self, page: Page) -> tuple[LineHistory | None, ...]:
        """The page reads as at an earlier revision: every line is the one that it was then."""
        living = self.base.living()
        for number, trace in enumerate(page.traces):
            if trace and trace.serial in living:
                now = self.base.traces[living[trace.serial]]
                self.found[number] = replace(trace, restored=now.restored if now else None)
            elif trace and self.walk.account(self.walk.removed.get(trace.serial)) == self.walk.bot:
                self.found[number] = self._from_archive(trace, number)
            elif trace:
                self.found[number] = self._revived(
                    trace, self._line(number), exact=True
                ) or self._new(number)
        kept = {trace.serial for trace in self.found.values()}
        self._remove([number for serial, number in living.items() if serial not in kept])
        return self._traces()

    def _from_archive(self, trace: LineHistory, number: int) -> LineHistory:
        """A line that the bot took off: without its answer it is a new one of the same words."""
        answered = self._brings_answer(number, set(range(len(self.raws))))
        known = answered or number not in self.actions
        return replace(trace, answered=True) if known else self._new(number)

    # -- any other text ----------------------------------------------------------------------------

    def follow(self) -> tuple[LineHistory | None, ...]:
        """Find every line's trace: kept, moved, put back, changed or new, in this order."""
        kept, blocks = differences(self.base.raws, self.raws)
        for new, old in kept.items():
            self._carry(old, new, None)
        whole = Block(
            tuple(n for block in blocks for n in block.old),
            tuple(n for block in blocks for n in block.new),
        )
        left, came = set(whole.old), set(whole.new)
        for block in (*blocks, whole):  # what stayed in its place first, then what was moved
            self._pair_same(block, left, came)
        came -= self._put_back(sorted(came))
        for block in blocks:
            self._pair_changed(block, left, came)
        for new in sorted(came):
            self.found[new] = replace(
                self._new(new), answered=new in self.actions and self._brings_answer(new, came)
            )
        self._remove(sorted(left))
        return self._traces()

    def _pair_same(self, block: Block, left: set[int], came: set[int]) -> None:
        before = [(number, self.base.raws[number]) for number in block.old if number in left]
        after = [(number, self.raws[number]) for number in block.new if number in came]
        for old, new in list(same_pairs(before, after)):
            self._carry(old, new, self.position)
            left.discard(old)
            came.discard(new)

    def _carry(self, old: int, new: int, touched: int | None) -> None:
        trace = self.base.traces[old]
        if trace:
            self.found[new] = trace if touched is None else replace(trace, touched=touched)

    def _put_back(self, numbers: Sequence[int]) -> set[int]:
        """Lines that had been removed earlier and are here again."""
        found: dict[int, tuple[Line, LineHistory]] = {}
        for number in numbers:
            line = self._line(number)
            entries = self.walk.gone.get(key(line), []) if line.text else []
            entry = next((each for each in reversed(entries) if same(each[0], line)), None)
            if entry:
                entries.remove(entry)
                found[number] = entry
        wholly = self._wholly_back([trace for _, trace in found.values()])
        for number, (_, trace) in found.items():
            line = self._line(number)
            revived = self._revived(trace, line, exact=False)
            if revived == trace and self._doubtful(trace, line) and trace.serial not in wholly:
                revived = replace(trace, restored=LineChange(self.position, self.unseen))
            self.found[number] = revived or self._new(number)
        return set(found)

    def _doubtful(self, trace: LineHistory, line: Line) -> bool:
        """An unsigned old line from another hand may as well be a new one of the same words."""
        return (
            trace.serial in self.walk.read
            and line.signature.user is None
            and self.account != trace.author
        )

    def _wholly_back(self, traces: Sequence[LineHistory]) -> frozenset[int]:
        """Those that are here again with all else that one revision removed: that was undone."""
        if not traces:
            return frozenset()
        back = Counter(self.walk.removed[trace.serial].position for trace in traces)
        missing = {
            self.walk.removed[trace.serial].position
            for entries in self.walk.gone.values()
            for line, trace in entries
            if line.text
        }
        undone = {
            position for position, count in back.items() if count > 1 and position not in missing
        }
        return frozenset(
            trace.serial for trace in traces if self.walk.removed[trace.serial].position in undone
        )

    def _revived(self, trace: LineHistory, line: Line, *, exact: bool) -> LineHistory | None:
        """The trace of a removed line that is here again; None if its author writes it anew."""
        walk, author, remover = self.walk, trace.author, self.walk.removed.get(trace.serial)
        own, read = (
            author is not None and self.account == author and not self.unseen,
            trace.serial in walk.read,
        )
        taken_back = author is not None and walk.account(remover) == author
        missed = remover is not None and remover.position <= walk.cursor < self.position
        if own and (taken_back or missed):
            return trace if read and (exact or line.signature.timestamp) else None
        if read or not (taken_back or missed):
            return trace
        return replace(trace, restored=LineChange(self.position, self.unseen))

    def _pair_changed(self, block: Block, left: set[int], came: set[int]) -> None:
        """Action lines of a block whose place a similar action line has taken."""
        traces = self.base.traces
        before = [
            (n, read_line(self.base.raws[n], n))
            for n in block.old
            if n in left and _acted(traces[n])
        ]
        after = [(n, self._line(n)) for n in block.new if n in came and n in self.actions]
        for old, new in list(changed_pairs(before, after)):
            trace = traces[old]
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
            self.walk.unproven.append(Unproven(trace.serial, self._claim(old)))
        verdict = self._verdict(trace, old) if was_read else trace.verdict
        if self.account is not None and self.account == trace.author and not self.unseen:
            return replace(
                self._new(new), read=was_read or trace.read, verdict=verdict, before=trace.serial
            )
        return replace(trace, changed=LineChange(self.position, self.unseen), verdict=verdict)

    def _verdict(self, trace: LineHistory, old: int) -> str | None:
        """What a line had been answered when it was changed. Once played it stays so."""
        given = [
            *self._said_below(trace, old),
            *(self.walk.said.get(str(trace.id), ()) if trace.id else ()),
        ]
        return "done" if "done" in (trace.verdict, *given) else next(reversed(given), None)

    def _claim(self, old: int) -> int:
        """The oldest revision that replies below a line name as its own; 0 if one names none."""
        below = [each for each in replies_below(self.base.raws, old) if each.verdict]
        claims = [answered_identity(self.base.raws[each.number]) for each in below]
        return min((int(claim.split(".")[1]) if claim else 0 for claim in claims), default=0)

    def _said_below(self, trace: LineHistory, old: int) -> Iterator[str]:
        """The verdicts of the bot's replies below a line, but those that name another identity."""
        for reply in replies_below(self.base.raws, old):
            by, identity = (
                self.base.traces[reply.number],
                answered_identity(self.base.raws[reply.number]),
            )
            other = identity is not None and trace.id is not None and identity != str(trace.id)
            if reply.verdict and by is not None and by.author == self.walk.bot and not other:
                yield reply.verdict

    def _brings_answer(self, number: int, came: set[int]) -> bool:
        """Whether another account brought line and answer together: both were here long ago."""
        read = self.first and self.position <= self.walk.cursor  # by whom it was brought is no news
        if read or self.account == self.walk.bot:
            return False
        below = replies_below(self.raws, number)
        return any(
            each.account == self.walk.bot and each.verdict and each.number in came for each in below
        )

    # -- traces ------------------------------------------------------------------------------------

    def _line(self, number: int) -> Line:
        return read_line(self.raws[number], number)

    def _new(self, number: int) -> LineHistory:
        self.walk.serial += 1
        line = self._line(number)
        author = line.signature.user if self.first and self.unseen else self.account
        if author == self.walk.bot and not self.unseen:
            self._note_answer(line.raw)
        return LineHistory(self.walk.serial, line, self.position, author, self.unseen)

    def _note_answer(self, raw: str) -> None:
        identity, verdict = answered_identity(raw), read_verdict(raw)
        if identity and verdict:
            self.walk.said.setdefault(identity, []).append(verdict)

    def _remove(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            trace = self.base.traces[number]
            if trace:
                line = read_line(self.base.raws[number], number)
                self.walk.removed[trace.serial] = LineChange(self.position, self.unseen)
                if self.account != self.walk.bot:  # which takes off what it has answered
                    self.walk.gone.setdefault(key(line), []).append((line, trace))

    def _traces(self) -> tuple[LineHistory | None, ...]:
        return tuple(self.found.get(number) for number in range(len(self.raws)))

    def identified(self, traces: Sequence[LineHistory | None]) -> tuple[LineHistory | None, ...]:
        """Number the action lines that this revision made or touched, but not older ones."""
        page, revision = (
            self.walk.history[self.position].page_id,
            self.walk.history[self.position].id,
        )
        out, index = list(traces), 0
        older = self.first and self.unseen and self.walk.cursor >= 0
        for number in self.order:
            trace = out[number]
            if trace is None:
                continue
            marked = self._marked(trace, number, None if older else ActionId(page, revision, index))
            index += marked is not trace
            out[number] = marked
        return tuple(out)

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


def added_identities(
    before: Revision | None, revision: Revision, heading: str
) -> frozenset[ActionId] | None:
    """The action lines that a revision wrote or touched; None where a text is missing or hidden."""
    history = [before, revision] if before else [revision]
    if (revision.parent_id and not before) or any(each.text is None for each in history):
        return None
    blame = PageBlame(history, len(history) - 2, "", heading)
    traces = [trace for trace in blame.last.traces if trace]
    touches = [each for trace in traces for each in (trace, trace.changed, trace.restored)]
    return frozenset(each.id for each in touches if each and each.id)


def _acted(trace: LineHistory | None) -> bool:
    return trace is not None and trace.acted is not None
