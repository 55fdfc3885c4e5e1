"""Which action lines are new, whose they are, which may not be played, and why (promise 3).

An action belongs to the account whose revision added its line; a signature is only a cross-check.
How an answered line that is changed afterwards counts, with the bot's answer below it:

    answer below      changed by its author        changed by another
    needs, cant,      a new line of that revision   not played; answered with who changed it
    huh, held
    done              not played again; answered    nothing; a remark in the report
    none              not played again; answered    not played; answered with who changed it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, IdentityPart, Withdrawal
from wikibot.wiki.authorship.asides import (
    Attribution,
    EndedLine,
    RejectedLine,
    Rejection,
    Removed,
    TextHidden,
    find_asides,
    unplayable,
)
from wikibot.wiki.authorship.blame import PageBlame
from wikibot.wiki.authorship.step import LineChange, LineHistory
from wikibot.wiki.base import Revision
from wikibot.wiki.history import read_through
from wikibot.wikitext.lines import read_line
from wikibot.wikitext.replies import answered_identity, replies_below, verdict_below


def attribute(
    history: Sequence[Revision], *, cursor: int, bot: str, heading: str = "Actions",
    renamed: Mapping[str, str] | None = None, elsewhere: frozenset[int] = frozenset(),
    played: Mapping[str, bool] | None = None,
) -> Attribution:  # fmt: skip
    """Find the new action lines of a page and whose they are.

    ``history`` is oldest first, with texts, and holds the revision ``cursor``, through which the
    page was read (0: the page is read from its first revision on). It may begin earlier; then lines
    that were removed and put back around the cursor are known again, and identities of older lines
    are in ``places`` and ``withdrawn``. Where that revision is not in the history any more, as
    after a merge of histories, all that are older than it count as read. ``renamed``:
    present names of accounts by those in signatures. What was written in the revisions
    ``elsewhere`` is not played. ``played``: identities in the log, and whether more than a
    roll of that line stands.
    Raises :class:`TextHidden`.
    """
    if not history and not cursor:
        return Attribution(0)
    position = read_through(history, cursor)
    if history[-1].text is None:
        raise TextHidden(
            f"the text of revision {history[-1].id}, the newest, is hidden", history[-1].id
        )
    through = islice(history, position + 1)
    if position >= 0 and all(revision.text is None for revision in through):
        raise TextHidden(
            f"the text of revision {cursor}, through which the page was read, is hidden", cursor
        )
    return _Judge(PageBlame(history, position, bot, heading, renamed, elsewhere, played)).judge()


_LOOKED_AT = 20  # revisions, for who took an answer off


class _Judge:
    """Judges the lines of the head, at the end of a walk."""

    def __init__(self, walk: PageBlame) -> None:
        self.walk, self.history, self.head = walk, walk.history, walk.last
        self.actions: list[tuple[int, Action]] = []
        self.rejections: list[RejectedLine] = []
        self.remarks: list[RejectedLine] = []
        self.claimed: list[int] = []
        self.answered = frozenset(map(ActionId.parse, walk.said))
        self.asides = find_asides(walk)

    def judge(self) -> Attribution:
        for number in self.head.actions:
            trace = self.head.traces[number]
            if trace and self.walk.account(trace.added) != self.walk.bot:
                self._line(trace, number)
        for serial, number in self.head.living().items():
            trace, acts = self.walk.traces[serial], self.head.lines[number].acts
            if not acts and trace.author != self.walk.bot and self.walk.silenced(trace):
                self._new(trace, number)
        self.remarks += self._unanswered()
        over = tuple(_over(self.walk))
        gone = _removed(self.walk, over)
        ordered = sorted(self.actions, key=lambda entry: (entry[0], entry[1].id.index))
        return Attribution(
            self.history[-1].id,
            tuple(action for _, action in ordered),
            tuple(rejection for rejection in self.rejections if rejection.id not in self.answered),
            tuple(self.remarks),
            self._places() | self._told(gone.withdrawn),
            gone,
            any(trace.id is None for trace in _unsettled(self.walk, over)),
            self.answered,
            min(self.claimed, default=None),
            tuple(each.action for each in self.asides),
        )

    def _unanswered(self) -> Iterator[RejectedLine]:
        """Lines whose answers, as the bot saved them last, somebody took off and left the lines."""
        walk, present = self.walk, {*self.head.raws}
        last = next((at for at in walk.seen if walk.account(at) == walk.bot), walk.seen[0])
        page, living = walk.page(last), self.head.living()
        lost: list[tuple[str, int, LineHistory]] = []
        above: LineHistory | None = None
        for line in page.lines:
            above = line.trace if line.acts else above
            number = living.get(above.serial) if above else None
            is_lost = line.raw not in present and answered_identity(line.raw)
            if is_lost and above and number is not None:
                lost += [(line.raw, number, above)]
        later = [at for at in walk.seen if at > last][-_LOOKED_AT:] if lost else []
        raws = [(at, {*walk.page(at).raws}) for at in reversed(later)]
        for raw, number, trace in lost:
            if verdict_below(self.head.raws, number, walk.bot) is None:
                off = next((at for at, there in raws if raw not in there), later[0])
                yield self._finding(Rejection.UNANSWERED, trace, number, off)

    def _line(self, trace: LineHistory, number: int) -> None:
        if trace.serial in self.walk.read:
            self._old(trace, number)
        elif self.walk.cursor >= trace.added and (trace.restored or self.walk.was_played(trace)):
            known = verdict_below(self.head.raws, number, self.walk.bot) is not None
            self._note(known, self._by(Rejection.RESTORED, trace, trace.restored, number))
        else:
            self._new(trace, number)

    def _old(self, trace: LineHistory, number: int) -> None:
        """A line that the bot has read: only what happened to it since then counts."""
        if trace.restored and trace.restored.position > self.walk.cursor:
            answered = verdict_below(self.head.raws, number, self.walk.bot) is not None
            self._note(answered, self._by(Rejection.RESTORED, trace, trace.restored, number))
        elif trace.changed and trace.changed.position > self.walk.cursor:
            self._note(
                trace.verdict == "done", self._by(Rejection.CHANGED, trace, trace.changed, number)
            )
        elif trace.acted is not None and trace.acted > self.walk.cursor:
            untouched = trace.touched != trace.acted  # a heading or comment around it went
            answered = verdict_below(self.head.raws, number, self.walk.bot) is not None
            made = self._finding(Rejection.MADE_ACTION, trace, number, trace.acted)
            self._note(untouched or answered, made)

    def _new(self, trace: LineHistory, number: int) -> None:
        if trace.answered:
            self.remarks.append(self._finding(Rejection.RESTORED, trace, number, trace.added))
            return
        answers = (  # that the bot put below it later on, in the form without identity
            self.head.traces[each.number]
            for each in replies_below(self.head.raws, number)
            if each.verdict and answered_identity(self.head.raws[each.number]) is None
        )
        if trace.id in self.answered or any(
            reply and reply.author == self.walk.bot and not reply.unseen
            and reply.added > trace.added
            for reply in answers
        ):  # fmt: skip
            self.remarks.append(self._finding(Rejection.ANSWERED, trace, number, trace.added))
            return
        found = self._trouble(trace, number)
        if found:
            self.rejections.append(found)
        elif trace.id and trace.acted is not None:
            revision = self.history[trace.acted]
            account, body = revision.user or "", self._body(trace, number)
            line = Action(trace.id, revision.time, account, trace.line.text, body=body)
            self.actions.append((trace.acted, line))

    def _body(self, trace: LineHistory, number: int) -> str:
        found: list[str] = []
        for below in replies_below(self.head.raws, number):
            other = self.head.traces[below.number]
            if other is None or other.author != trace.author or below.number in self.head.actions:
                break
            found.append(below.line.text)
            if below.account:
                break
        return "\n".join(found)

    def _trouble(self, trace: LineHistory, number: int) -> RejectedLine | None:
        """The first reason not to play a new line."""
        if self.walk.was_elsewhere(trace):
            return self._finding(Rejection.ELSEWHERE, trace, number, trace.added)
        revision = self.history[trace.added]
        unknown = Rejection.HIDDEN_TEXT if trace.unseen else unplayable(revision)
        if unknown:
            return self._finding(unknown, trace, number, trace.added)
        if trace.changed:
            return self._by(Rejection.CHANGED, trace, trace.changed, number)
        if trace.restored:
            return self._by(Rejection.RESTORED, trace, trace.restored, number)
        if self.walk.account(trace.acted) != trace.author:
            return self._finding(Rejection.MADE_ACTION, trace, number, trace.acted)
        return self._signed(trace, number) or self._played(trace, number)

    def _signed(self, trace: LineHistory, number: int) -> RejectedLine | None:
        """A signature that names another account, then or now."""
        for line in (trace.line, read_line(self.head.raws[number])):
            if not self.walk.signed_well(trace, line):
                found = self._finding(Rejection.SIGNATURE, trace, number, trace.added)
                return replace(found, by=line.signature.user or "")
        return None

    def _played(self, trace: LineHistory, number: int) -> RejectedLine | None:
        """A line that its author changed after it was, or may have been, played.

        What a reply says that is older than the history may be forged; then the history from the
        line on has to be read, and a line of which even that does not tell is not played again.
        """
        unproven = self.walk.unproven.get(trace.before) if trace.before is not None else None
        if not trace.read or (trace.verdict not in (None, "done") and unproven is None):
            return None
        if unproven is not None and trace.verdict not in (None, "done"):
            self.claimed.append(unproven.claim)
        return self._finding(Rejection.ALREADY_PLAYED, trace, number, trace.added)

    def _by(
        self, rejection: Rejection, trace: LineHistory, touch: LineChange | None, number: int
    ) -> RejectedLine:
        """Changes to a line by accounts other than its author."""
        if touch is None:
            return self._finding(rejection, trace, number)
        found = self._finding(
            Rejection.HIDDEN_TEXT if touch.unseen else rejection, trace, number, touch.position
        )
        return replace(found, id=touch.id or found.id)

    def _note(self, quiet: bool, finding: RejectedLine) -> None:
        (self.remarks if quiet else self.rejections).append(finding)

    def _finding(
        self, rejection: Rejection, trace: LineHistory, number: int, position: int | None = None
    ) -> RejectedLine:
        at = len(self.history) - 1 if position is None else position
        revision = self.history[at]
        return RejectedLine(
            rejection,
            trace.id or ActionId(revision.page_id, revision.id, number),
            self.walk.author(trace),
            revision.time,
            read_line(self.head.raws[number]).text,
            number,
            self.walk.name(at),
            revision.id,
            trace.verdict,
        )

    def _told(self, gone: Sequence[Withdrawal]) -> dict[ActionId, int]:
        """Where it is told that another account took a line off: below the first heading."""
        top = next((n for n, raw in enumerate(self.head.raws) if raw.startswith("=")), 0)
        return {replace(each.id, part=IdentityPart.GONE): top for each in gone}

    def _places(self) -> dict[ActionId, int]:
        places = {each.action.id: each.number for each in self.asides}
        for serial, number in self.head.living().items():
            older: int | None = serial
            while older is not None:
                trace = self.walk.traces[older]
                touches = (trace.changed, trace.restored)
                ids = [trace.id, *(touch.id for touch in touches if touch)]
                places.update((id_, number) for id_ in ids if id_ and id_ not in places)
                older = trace.before
        return places


# -- Action lines that are gone: taken off before they were read, or while they waited -------------
# A line that was read is taken back if its author took it off or wrote it anew. If another account
# took it off, the action is still its author's and goes on waiting.

WAITING = ("needs", "held")  # the answers to lines that wait


_Over = Sequence[tuple[LineHistory, int, LineChange]]


def _removed(walk: PageBlame, over: _Over) -> Removed:
    """The lines of a page that was walked to which are not action lines any more."""
    withdrawn: list[Withdrawal] = []
    taken: list[Withdrawal] = []
    for trace, last, touch in over:
        entry, read = _entry(walk, trace, touch), trace.serial in walk.read
        if entry and not (read and not _waited(walk, trace, last)):
            own = walk.account(touch) == trace.author
            (taken if read and not own else withdrawn).append(entry)
    ended = sorted(_ended(walk, over), key=lambda each: (each.time, each.id))
    return Removed(_in_order(withdrawn), _in_order(taken), tuple(ended))


def _ended(walk: PageBlame, over: _Over) -> Iterator[EndedLine]:
    """Lines that could have been played while they stood there as they were written."""
    touched = [(trace, touch) for trace, _, touch in over]
    touched += [(trace, trace.changed) for trace in filter(None, walk.last.traces) if trace.changed]
    for trace, touch in touched:
        own = (
            trace.acted is not None
            and walk.account(trace.acted) == trace.author
            and not trace.unseen
        )
        if (
            trace.id is None
            or trace.acted is None
            or trace.serial in walk.read
            or not (own and walk.signed_well(trace))
            or walk.was_elsewhere(trace)
        ):
            continue
        time, until = walk.history[trace.acted].time, walk.history[touch.position].time
        if unplayable(walk.history[trace.acted]) is None:
            yield EndedLine(trace.id, walk.author(trace), time, trace.line.text, until)


def _unsettled(walk: PageBlame, over: _Over) -> Iterator[LineHistory]:
    """Lines that had been read, waited for something, and are gone or changed since."""
    for trace, last, _ in over:
        if trace.serial in walk.read and _waited(walk, trace, last):
            yield trace
    for trace in filter(None, walk.last.traces):
        changed = trace.changed is not None and trace.changed.position > walk.cursor
        if trace.serial in walk.read and changed and trace.verdict in WAITING:
            yield trace


def _entry(walk: PageBlame, trace: LineHistory, touch: LineChange) -> Withdrawal | None:
    if trace.id is None:
        return None
    revision = walk.history[touch.position]
    author, by = walk.author(trace), walk.name(touch)
    return Withdrawal(trace.id, revision.time, by, author, trace.line.text, revision.id)


def _over(walk: PageBlame) -> Iterator[tuple[LineHistory, int, LineChange]]:
    """Lines that were action lines at the cursor or later, where they were last, what ended it."""
    living, actions = walk.last.living(), frozenset(walk.last.actions)
    for trace in walk.traces.values():
        known = trace.id is None or not unplayable(walk.history[trace.added])
        if trace.acted is None or trace.author == walk.bot or trace.answered or not known:
            continue
        if walk.was_elsewhere(trace) or (trace.serial in living and walk.silenced(trace)):
            continue
        end = walk.ending(trace)
        if walk.account(end.change) == walk.bot:
            continue  # it takes off only what was played
        if living.get(trace.serial) not in actions and end.change.position > walk.cursor:
            yield trace, end.position, end.change


def _waited(walk: PageBlame, trace: LineHistory, last: int) -> bool:
    """Whether a line had such an answer when it stood on the page last."""
    page = walk.page(last)
    return verdict_below(page.raws, page.living()[trace.serial], walk.bot) in WAITING


def _in_order(entries: Iterable[Withdrawal]) -> tuple[Withdrawal, ...]:
    return tuple(sorted(entries, key=lambda entry: (entry.time, entry.id)))
