"""Which action lines are new, whose they are, and which may not be played and why (promise 3 of the design).

An action belongs to the account whose revision added its line; a signature is only a cross-check. How an answered line
that is changed afterwards counts, with the bot's answer below it:

    answer below      changed by its author        changed by somebody else
    needs, cant,      a new line of that revision   not played; answered with who changed it
    huh, held
    done              not played again; answered    nothing; a remark in the report
    none              not played again; answered    not played; answered with who changed it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from wikibot.blame import Walk
from wikibot.game.actions import ActionId
from wikibot.traces import Touch, Trace
from wikibot.wiki.base import Revision
from wikibot.wikitext.lines import read_line
from wikibot.wikitext.replies import replies_below, verdict_below


class Trouble(StrEnum):
    """Why a line is not played. ``by`` and ``revision`` of a :class:`Finding` say what the comments here ask."""

    CHANGED = "changed by somebody else"  # by whom, in which revision
    RESTORED = "put back by somebody else"  # after its author had removed it; by whom, in which revision
    MADE_ACTION = "made an action by somebody else"  # by moving it, or what stands around it
    SIGNATURE = "signed with another name"  # by: the name in the signature
    IP = "written without an account"
    TEMPORARY = "written by a temporary account"
    IMPORTED = "written by an imported name"  # prefix>Name: an account of another wiki
    HIDDEN_USER = "written by a hidden user"
    HIDDEN_TEXT = "added in a hidden revision"  # or in one before it
    ALREADY_PLAYED = "changed after it was played"  # by its author, in which revision; verdict: what it had got


@dataclass(frozen=True, slots=True)
class AttributedLine:
    """A new action line. ``text`` is as its author wrote it: plain, without signature and ``!``.

    ``time`` is the server's time of the revision that added it, ``line`` its number (from 0) in the head text.
    ``body`` is what the same account wrote directly below it, on lines of a deeper level, as plain lines; it ends
    before the first line of anybody else, or behind a signature.
    """

    id: ActionId
    account: str
    time: datetime
    text: str
    line: int
    body: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A line that is not played. ``text`` is as it stands now, ``account`` whose line it was, "" where that is hidden.

    ``time`` is the server's time of ``revision``.
    """

    trouble: Trouble
    id: ActionId
    account: str
    time: datetime
    text: str
    line: int
    by: str = ""
    revision: int = 0
    verdict: str | None = None


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An action line that was taken off, or replaced by its author, before it was played. ``by``: "" if hidden."""

    id: ActionId
    account: str
    time: datetime
    text: str
    by: str
    revision: int


@dataclass(frozen=True, slots=True)
class Attribution:
    """What the head of a page asks for. ``troubles`` are to be answered, ``remarks`` only reported.

    ``places``: line numbers in the head of all lines whose identity is known, played ones and older forms too.
    """

    head: int
    actions: tuple[AttributedLine, ...] = ()
    troubles: tuple[Finding, ...] = ()
    remarks: tuple[Finding, ...] = ()
    withdrawn: tuple[Withdrawn, ...] = ()
    places: Mapping[ActionId, int] = field(default_factory=dict)


class HistoryProblem(ValueError):
    """The history cannot tell what is new. ``revision`` is the one that is missing or hidden."""

    def __init__(self, message: str, revision: int) -> None:
        super().__init__(message)
        self.revision = revision


class CursorMissing(HistoryProblem):
    """The revision that was played through is not in the history: it was deleted, or the page is another one."""


class TextHidden(HistoryProblem):
    """A text without which nothing can be said is hidden."""


def attribute(history: Sequence[Revision], *, cursor: int, bot: str, heading: str = "Actions") -> Attribution:
    """Find the new action lines of a page and whose they are.

    ``history`` is oldest first, with texts, and holds the revision ``cursor``, through which the page was read (0: the
    page is read from its first revision on). It may begin earlier; then lines that were removed and put back around the
    cursor are known again, and identities of older lines are in ``places`` and ``withdrawn``.
    Raises :class:`CursorMissing` and :class:`TextHidden`.
    """
    if not history and not cursor:
        return Attribution(0)
    position = next((at for at, revision in enumerate(history) if revision.id == cursor), -1)
    if cursor and position < 0:
        raise CursorMissing(f"revision {cursor}, through which the page was read, is not in its history", cursor)
    if history[-1].text is None:
        raise TextHidden(f"the text of revision {history[-1].id}, the newest, is hidden", history[-1].id)
    if cursor and all(revision.text is None for revision in history[: position + 1]):
        raise TextHidden(f"the text of revision {cursor}, through which the page was read, is hidden", cursor)
    return _Judge(Walk(history, position, bot, heading)).judge()


class _Judge:
    """Looks at the head of a page that was walked to."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.history, self.head = walk, walk.history, walk.last
        self.actions: list[tuple[int, AttributedLine]] = []
        self.troubles: list[Finding] = []
        self.remarks: list[Finding] = []

    def judge(self) -> Attribution:
        for number in self.head.actions:
            trace = self.head.traces[number]
            if trace and self.walk.account(trace.added) != self.walk.bot:
                self._line(trace, number)
        ordered = sorted(self.actions, key=lambda entry: (entry[0], entry[1].id.index))
        return Attribution(
            self.history[-1].id,
            tuple(action for _, action in ordered),
            tuple(self.troubles),
            tuple(self.remarks),
            self._withdrawn(),
            self._places(),
        )

    def _line(self, trace: Trace, number: int) -> None:
        if trace.serial in self.walk.read:
            self._old(trace, number)
        elif self.walk.cursor >= trace.added:
            known = verdict_below(self.head.raws, number, self.walk.bot) is not None
            self._note(known, self._by(Trouble.RESTORED, trace, trace.restored, number))
        else:
            self._new(trace, number)

    def _old(self, trace: Trace, number: int) -> None:
        """A line that the bot has read: only what happened to it since then counts."""
        if trace.restored and trace.restored.position > self.walk.cursor:
            answered = verdict_below(self.head.raws, number, self.walk.bot) is not None
            self._note(answered, self._by(Trouble.RESTORED, trace, trace.restored, number))
        elif trace.changed and trace.changed.position > self.walk.cursor:
            self._note(trace.verdict == "done", self._by(Trouble.CHANGED, trace, trace.changed, number))
        elif trace.acted is not None and trace.acted > self.walk.cursor:
            untouched = trace.touched != trace.acted  # a heading went, or a comment that was around it
            self._note(untouched, self._finding(Trouble.MADE_ACTION, trace, number, trace.acted))

    def _new(self, trace: Trace, number: int) -> None:
        if trace.answered:
            self.remarks.append(self._finding(Trouble.RESTORED, trace, number, trace.added))
            return
        found = self._trouble(trace, number)
        if found:
            self.troubles.append(found)
        elif trace.id and trace.acted is not None:
            revision = self.history[trace.acted]
            account, body = revision.user or "", self._body(trace, number)
            line = AttributedLine(trace.id, account, revision.time, trace.line.text, number, body)
            self.actions.append((trace.acted, line))

    def _body(self, trace: Trace, number: int) -> str:
        found: list[str] = []
        for below in replies_below(self.head.raws, number):
            other = self.head.traces[below.number]
            if other is None or other.author != trace.author or below.number in self.head.actions:
                break
            found.append(below.text)
            if below.account:
                break
        return "\n".join(found)

    def _trouble(self, trace: Trace, number: int) -> Finding | None:
        """The first reason not to play a new line."""
        revision = self.history[trace.added]
        nobody = Trouble.HIDDEN_TEXT if trace.unseen else _nobody(revision)
        if nobody:
            return self._finding(nobody, trace, number, trace.added)
        if trace.changed:
            return self._by(Trouble.CHANGED, trace, trace.changed, number)
        if trace.restored:
            return self._by(Trouble.RESTORED, trace, trace.restored, number)
        if self.walk.account(trace.acted) != trace.author:
            return self._finding(Trouble.MADE_ACTION, trace, number, trace.acted)
        return self._signed(trace, number) or self._played(trace, number)

    def _signed(self, trace: Trace, number: int) -> Finding | None:
        """A signature that names somebody else, then or now."""
        for line in (trace.line, read_line(self.head.raws[number])):
            if line.signature.user not in (None, trace.author):
                found = self._finding(Trouble.SIGNATURE, trace, number, trace.added)
                return replace(found, by=line.signature.user or "")
        return None

    def _played(self, trace: Trace, number: int) -> Finding | None:
        if trace.read and trace.verdict in (None, "done"):
            return self._finding(Trouble.ALREADY_PLAYED, trace, number, trace.added)
        return None

    def _by(self, trouble: Trouble, trace: Trace, touch: Touch | None, number: int) -> Finding:
        """What somebody who is not the author did to a line."""
        if touch is None:
            return self._finding(trouble, trace, number)
        found = self._finding(Trouble.HIDDEN_TEXT if touch.unseen else trouble, trace, number, touch.position)
        return replace(found, id=touch.id or found.id)

    def _note(self, quiet: bool, finding: Finding) -> None:
        (self.remarks if quiet else self.troubles).append(finding)

    def _finding(self, trouble: Trouble, trace: Trace, number: int, position: int | None = None) -> Finding:
        at = len(self.history) - 1 if position is None else position
        revision = self.history[at]
        return Finding(
            trouble,
            trace.id or ActionId(revision.page_id, revision.id, number),
            self._author(trace),
            revision.time,
            read_line(self.head.raws[number]).text,
            number,
            self._name(at),
            revision.id,
            trace.verdict,
        )

    def _name(self, at: int | Touch) -> str:
        """Who made a revision, as the wiki spells it."""
        position = at.position if isinstance(at, Touch) else at
        return (self.history[position].user or "") if self.walk.account(at) else ""

    def _author(self, trace: Trace) -> str:
        """Whose line it is, as the wiki spells it where the history tells."""
        return self._name(trace.added) if self.walk.account(trace.added) == trace.author else trace.author or ""

    # -- what is no longer there ------------------------------------------------------------------------------------

    def _withdrawn(self) -> tuple[Withdrawn, ...]:
        living, actions = self.head.living(), frozenset(self.head.actions)
        stood = self._stood()
        lost = [
            trace
            for trace in self.walk.traces.values()
            if trace.id and trace.author != self.walk.bot and not trace.answered
            if not _nobody(self.history[trace.added])
            if living.get(trace.serial) not in actions
        ]
        found = [entry for trace in lost if (entry := self._withdrawal(trace, stood[trace.serial]))]
        return tuple(sorted(found, key=lambda entry: (entry.time, entry.id)))

    def _withdrawal(self, trace: Trace, last: int) -> Withdrawn | None:
        """How a line ceased to be an action. One that was read counts if its author took it off while it waited."""
        touch = self._end(last)
        if trace.id is None or touch.position <= self.walk.cursor:
            return None
        revision = self.history[touch.position]
        if trace.serial in self.walk.read:
            page = self.walk.pages[last]
            waits = verdict_below(page.raws, page.living()[trace.serial], self.walk.bot) == "needs"
            if not waits or self.walk.account(touch) != trace.author:
                return None
        by, text = self._name(touch), trace.line.text
        return Withdrawn(trace.id, self._author(trace), revision.time, text, by, revision.id)

    def _stood(self) -> dict[int, int]:
        """Positions at which lines were action lines last, by the serial numbers of their traces."""
        stood: dict[int, int] = {}
        for at, page in self.walk.pages.items():
            stood.update((trace.serial, at) for number in page.actions if (trace := page.traces[number]))
        return stood

    def _end(self, last: int) -> Touch:
        """The revision after which the line was no action line any more."""
        later = min((at for at in self.walk.pages if at > last), default=last)
        return Touch(later, any(revision.text is None for revision in self.history[last + 1 : later]))

    def _places(self) -> dict[ActionId, int]:
        places: dict[ActionId, int] = {}
        for serial, number in self.head.living().items():
            older: int | None = serial
            while older is not None:
                trace = self.walk.traces[older]
                touches = (trace.changed, trace.restored)
                ids = [trace.id, *(touch.id for touch in touches if touch)]
                places.update((id_, number) for id_ in ids if id_ and id_ not in places)
                older = trace.before
        return places


def _nobody(revision: Revision) -> Trouble | None:
    """Why nobody can act by this revision."""
    user = None if revision.user_hidden else revision.user
    reasons = (
        (user is None, Trouble.HIDDEN_USER),
        (revision.anon, Trouble.IP),
        (revision.temp, Trouble.TEMPORARY),
        (">" in (user or ""), Trouble.IMPORTED),
    )
    return next((trouble for applies, trouble in reasons if applies), None)
