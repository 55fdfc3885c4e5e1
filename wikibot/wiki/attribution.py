"""Which action lines are new, whose they are, which may not be played, and why (promise 3).

An action belongs to the account whose revision added its line; a signature is only a cross-check.
How an answered line that is changed afterwards counts, with the bot's answer below it:

    answer below      changed by its author        changed by another
    needs, cant,      a new line of that revision   not played; answered with who changed it
    huh, held
    done              not played again; answered    nothing; a remark in the report
    none              not played again; answered    not played; answered with who changed it

What people write beside the action lines, as far as it may be meant for the game.

A reply below a question of the bot (``needs``) is the answer to it, if its author is the player
who was asked, which the game knows. A reply below its author's own line that was not understood
(``huh``) replaces that line, if it reads exactly as an action. A direct reply to any other action
line may be about what that line made, which the game knows. Any other line is talk; where it
reads exactly as an action, one reply points that out to its author. A line that another account
changed or moved is talk.

Decisions: the identity of such a line is the number that it had in the revision that added it. On
a page that the bot reads for the first time all such lines are talk. Below an answer to an answer
(``needs`` below a ``choose``) the first question counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from itertools import islice

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.game.actions import (
    Action,
    ActionId,
    Beside,
    IdentityPart,
    LineAbove,
    Outcome,
    Verdict,
    Withdrawal,
)
from wikibot.wiki.base import Revision
from wikibot.wiki.blame import LineChange, LineHistory, PageBlame
from wikibot.wiki.history import read_through
from wikibot.wikitext.lines import read_line, said_numbers
from wikibot.wikitext.own_marks import (
    ASKS,
    answered_identity,
    read_verdict,
    replies_below,
    verdict_below,
)

# == What a page of lines asks for: new lines and whose they are, rejections with their answers ====


class Rejection(StrEnum):
    """Why a line is not played. ``by`` and ``revision`` of a finding answer the comments."""

    CHANGED = "changed by another account"  # by whom, in which revision
    # after its author had removed it; by whom, in which revision
    RESTORED = "put back by another account"
    MADE_ACTION = "made an action by another account"  # by moving it, or what stands around it
    SIGNATURE = "signed with another name"  # by: the name in the signature
    IP = "written without an account"
    TEMPORARY = "written by a temporary account"
    IMPORTED = "written by an imported name"  # prefix>Name: an account of another wiki
    HIDDEN_USER = "written by a hidden user"
    ELSEWHERE = "written elsewhere"  # on another page, or while this one was not the game's
    HIDDEN_TEXT = "added in a hidden revision"  # or in one before it
    ANSWERED = "answered by the bot before"
    UNANSWERED = "without the answer that it had"  # by whom it was taken off, in which revision
    # by its author, in which revision
    ALREADY_PLAYED = "changed after it was played"


class RejectedLine(Struct, frozen=True):
    """A line that is not played. ``text``: as it is now; ``account``: whose it was, "" if hidden.

    ``time`` is the server's time of ``revision``.
    """

    rejection: Rejection
    id: ActionId
    account: str
    time: datetime
    text: str
    line: int
    by: str = ""
    revision: int = 0


class EndedLine(Struct, frozen=True):
    """An action line that stood on its page from ``time`` to ``until``, unread as it was then."""

    id: ActionId
    account: str
    time: datetime
    text: str
    until: datetime


class Removed(Struct, frozen=True):
    """Lines that are gone, each group in the order in which that happened.

    ``withdrawn``: lines that had not been read yet, and those that waited and that their authors
    took back. ``taken``: those that wait and that another account took off. ``ended``: all that had
    not been read and are gone or changed, by whomever, in the order in which they were written.
    """

    withdrawn: tuple[Withdrawal, ...] = ()
    taken: tuple[Withdrawal, ...] = ()
    ended: tuple[EndedLine, ...] = ()


class Attribution(Struct, frozen=True):
    """What the head of a page asks for. ``rejections`` are answered, ``remarks`` only reported.

    ``actions`` are the new lines as their authors wrote them, plain, without signature and ``!``,
    at the server's time of the revision that added them. The ``body`` of one is what the same
    account wrote directly below it, on lines of a deeper level; it ends before the first line of
    another account, or behind a signature.

    ``places``: line numbers in the head of all lines whose identity is known, played ones and older
    forms too. ``older``: only the older history can tell all, for a line that waits and that came
    before this one begins is gone or changed. ``claimed``: only the history from that revision on
    (0: all of it) can tell whether a changed line was played. ``asides``: new lines that are not
    action lines, and may be meant for the game all the same.
    """

    actions: tuple[Action, ...] = ()
    rejections: tuple[RejectedLine, ...] = ()
    remarks: tuple[RejectedLine, ...] = ()
    places: Mapping[ActionId, int] = field(default_factory=dict)
    removed: Removed = field(default_factory=Removed)
    older: bool = False
    claimed: int | None = None
    asides: tuple[Action, ...] = ()


class HistoryProblem(ValueError):
    """The history cannot tell what is new. ``revision`` is the one that is missing or hidden."""

    def __init__(self, message: str, revision: int) -> None:
        super().__init__(message)
        self.revision = revision


class TextHidden(HistoryProblem):
    """A text that attribution depends on is hidden."""


def unplayable(revision: Revision) -> Rejection | None:
    """Why the author of a revision may not play, None where they may."""
    user = None if revision.user_hidden else revision.user
    reasons = (
        (user is None, Rejection.HIDDEN_USER), (revision.anon, Rejection.IP),
        (revision.temp, Rejection.TEMPORARY), (">" in (user or ""), Rejection.IMPORTED)
    )  # fmt: skip
    return next((rejection for applies, rejection in reasons if applies), None)


_AGAIN = "Write a new line to play it"
_NOT_AGAIN = "it is not played again"
_IN = "in revision {revision}"
# fmt: off
_TEXTS: dict[Rejection, tuple[Verdict, str, str]] = {
    Rejection.CHANGED: (Verdict.CANT, f"{{by}} changed this line of {{account}} {_IN}", _AGAIN),
    Rejection.RESTORED: (
        Verdict.CANT, f"{{by}} put this line of {{account}} back {_IN}", _AGAIN),
    Rejection.MADE_ACTION: (
        Verdict.CANT, f"{{by}} made this line of {{account}} an action {_IN}", _AGAIN),
    Rejection.SIGNATURE: (
        Verdict.CANT, f"the line was added by {{account}} {_IN} but is signed as {{by}}", _AGAIN),
    Rejection.IP: (
        Verdict.CANT, "{account} has no account", "Log in and write the line again"),
    Rejection.TEMPORARY: (
        Verdict.CANT, "{account} is a temporary account",
        "Log in to a lasting one, write it again"),
    Rejection.IMPORTED: (
        Verdict.CANT, "{account} is an account of another wiki", "Write it with one of this wiki"),
    Rejection.HIDDEN_USER: (
        Verdict.HELD, f"the author of this line, added {_IN}, is hidden",
        "A steward must rule on it"),
    Rejection.HIDDEN_TEXT: (
        Verdict.HELD, "this line came with a hidden revision, so its author is not known",
        "A steward must rule on it, or its author writes it again"),
    Rejection.ELSEWHERE: (
        Verdict.CANT, (f"this line came {_IN}, which does not count: the page had another title "
        "then, was not a page of this game yet, or got the text of another page"), _AGAIN),
    Rejection.ANSWERED: (
        Verdict.CANT, f"the bot has answered this line before; {_NOT_AGAIN}", "Write a new line"),
    Rejection.UNANSWERED: (Verdict.CANT, f"{{by}} took the answer to it off {_IN}", ""),
    Rejection.ALREADY_PLAYED: (
        Verdict.CANT, f"the line was changed {_IN} after it had been answered; {_NOT_AGAIN}",
        "Write a new line"),
}
# fmt: on


def rejection_outcome(finding: RejectedLine) -> Outcome:
    """The answer to a line that is not played."""
    verdict, _, remedy = _TEXTS[finding.rejection]
    action = Action(finding.id, finding.time, finding.account, finding.text)
    return Outcome(
        action, verdict, f"{what_is_wrong(finding)}. {remedy}", finding.account, logged=""
    )


def what_is_wrong(finding: RejectedLine) -> str:
    """Why a line is not played, in words."""
    text = _TEXTS[finding.rejection][1]
    who = finding.account or "an unknown account"
    return text.format(
        by=finding.by or "an unknown account", account=who, revision=finding.revision
    )


# == What people write beside the action lines, as far as it may be meant for the game =============

WHATEVER_WAITS = ActionId(0, 0, 0)  # of a question below a line that answers one itself
_ANSWER = "choose"
_NOT_UNDERSTOOD, _DONE, _PLAYED = "huh", "done", ("done", "needs", "held")


class Aside(Struct, frozen=True):
    """A line that is not an action line. ``number``: where it stands in the head."""

    number: int
    action: Action


def find_asides(walk: PageBlame) -> tuple[Aside, ...]:
    """The new ones of a page that was walked to, in page order."""
    if walk.cursor < 0:
        return ()
    new = [
        number for number, trace in enumerate(walk.last.traces) if trace and _is_new(walk, trace)
    ]
    if not new:
        return ()
    said = said_numbers("\n".join(walk.last.raws))
    return tuple(_Asides(walk).of(number for number in new if number in said))


def _is_new(walk: PageBlame, trace: LineHistory) -> bool:
    """Whether a line is new, is not an action line, and is its author's own."""
    own = walk.account(trace.added)
    return (
        trace.acted is None
        and trace.added > walk.cursor
        and trace.serial not in walk.read
        and not walk.was_elsewhere(trace)
        and not trace.unseen
        and own is not None
        and own == trace.author != walk.bot
        and trace.changed is trace.restored is None
        and (trace.touched is None or walk.account(trace.touched) == own)
        and unplayable(walk.history[trace.added]) is None
    )


class _Asides:
    """Judges the new lines of the head that are not action lines."""

    def __init__(self, walk: PageBlame) -> None:
        self.walk, self.head = walk, walk.last
        self.raws: Sequence[str] = walk.last.raws
        self.actions = frozenset(walk.last.actions)
        self._unread = dict[int, ActionId | None]()
        self.corrected = set[int]()  # the lines for which a reply was found that says them anew
        # Of each line, the one that it is a reply to, and the last one above that is not blank. A
        # line that replies to no list item, or stands below a blank line, is a reply to none.
        self._parents, self._above = list[int | None](), list[int | None]()
        last, thread = None, list[int]()
        for number, raw in enumerate(self.raws):
            self._above.append(last)
            if not raw.strip():
                thread.clear()
            while thread and _level(self.raws[thread[-1]]) >= _level(raw):
                thread.pop()
            self._parents.append(thread[-1] if thread else None)
            if raw.strip():
                thread.append(number)
                last = number
        self._bodies = dict[int, tuple[int, bool]]()  # by action line: how far it was looked at

    def of(self, numbers: Iterator[int]) -> Iterator[Aside]:
        for number in numbers:
            trace = self.head.traces[number]
            if trace is None or not self.walk.signed_well(trace, read_line(self.raws[number])):
                continue
            revision = self.walk.history[trace.added]
            id_ = ActionId(revision.page_id, revision.id, trace.line.number, IdentityPart.REPLY)
            question, edited = self._question(number) or (None, False)
            if str(id_) in self.walk.said:
                continue
            corrects = self._corrects(number, trace) if question is None else None
            if question is None and not corrects and self._is_body(number, trace):
                continue
            above = self._above[number]
            heading = None if above is None else self.head.traces[above]
            topic = (  # the first line below a heading that came with it
                above is not None and heading is not None and self.raws[above].startswith("=")
                and (heading.added, heading.author) == (trace.added, trace.author)
            )  # fmt: skip
            line_above = None if question or corrects else self._line_above(number, trace)
            beside = Beside(question, edited, topic, corrects, line_above)
            text, account = trace.line.text, revision.user or ""
            yield Aside(number, Action(id_, revision.time, account, text, beside=beside))

    def _question(self, number: int) -> tuple[ActionId, bool] | None:
        """The line about which the bot asks above this one; None where it does not.

        Whose question it is tells the game, in which just that line waits for its player. With it,
        whether somebody else wrote the question, or changed it.
        """
        asked = self._parents[number]
        about = None if asked is None else self._parents[asked]
        if asked is None or about is None or read_verdict(self.raws[asked]) != ASKS:
            return None
        trace, identity = self.head.traces[asked], answered_identity(self.raws[asked])
        forged = trace is not None and not trace.unseen and trace.author != self.walk.bot
        if identity is None:
            return None
        if about not in self.actions:
            first = self._question(about)
            return first and (first[0], first[1] or forged)
        answers = read_line(self.raws[about]).text.casefold().startswith(_ANSWER)
        return WHATEVER_WAITS if answers else ActionId.parse(identity), forged

    def _corrects(self, number: int, trace: LineHistory) -> ActionId | None:
        """The line of the same author, not understood, below which a line is the first reply.

        The answer to that line may stand behind the reply, where discussion tools pass over it.
        """
        root: int | None = self._parents[number]
        while root is not None and root not in self.actions:
            root = self._parents[root]
        own = None if root is None else self.head.traces[root]
        if root is None or root in self.corrected or own is None or own.author != trace.author:
            return None
        # The identity of a line, if the bot did not understand it and played no reply below it.
        if root not in self._unread:
            found = [*self._answers(root)]
            played = any(verdict in _PLAYED for _, verdict, *_ in found)
            last = [(verdict, name) for below, verdict, name, _ in found if below == 1][-1:]
            names = [name for verdict, name in last if verdict == _NOT_UNDERSTOOD and not played]
            self._unread[root] = ActionId.parse(names[0]) if any(names) else None
        line = self._unread[root]
        if line:
            self.corrected.add(root)
        return line

    def _line_above(self, number: int, trace: LineHistory) -> LineAbove | None:
        """The action line to which a line, or the bot's answer above it, is a direct reply."""
        root = self._parents[number]
        answer = None if root is None else self.head.traces[root]
        if root is not None and answer is not None and answer.author == self.walk.bot:
            root = self._parents[root]
        own = None if root is None else self.head.traces[root]
        if root is None or root not in self.actions or own is None:
            return None
        found = [each for each in self._answers(root) if each[0] == 1][-1:]
        identity = next((ActionId.parse(name) for _, _, name, _ in found if name), own.id)
        done = "".join(text for _, verdict, _, text in found if verdict == _DONE)
        return LineAbove(identity, own.author == trace.author, done) if identity else None

    def _answers(self, root: int) -> Iterator[tuple[int, str, str, str]]:
        """The bot's answers below a line: how far below it, verdict, identity named, plain text."""
        level = _level(self.raws[root])
        for at in range(root + 1, len(self.raws)):
            if not self.raws[at].strip() or _level(self.raws[at]) <= level:
                return
            trace, verdict = self.head.traces[at], read_verdict(self.raws[at])
            if trace is not None and trace.author == self.walk.bot and verdict:
                identity = answered_identity(self.raws[at]) or ""
                text = read_line(self.raws[at]).text
                yield _level(self.raws[at]) - level, verdict, identity, text

    def _is_body(self, number: int, trace: LineHistory) -> bool:
        """Whether a line is text that belongs to an action line of its author above it."""
        root: int | None = number
        while root is not None and root not in self.actions:
            root = self._parents[root]
        if root is None:
            return False
        own, (start, mine) = self.head.traces[root], self._bodies.get(root, (root + 1, True))
        author = own.author if own else None
        for line in self.head.traces[start:number] if mine else ():
            same = line is None or (line.author == author and not line.line.signature.timestamp)
            mine = mine and same
        self._bodies[root] = (number, mine)
        return mine and trace.author == author


def _level(raw: str) -> int:
    return len(raw) - len(raw.lstrip("*#:;"))


# == Which action lines are new, and whose they are ================================================


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
        return Attribution()
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
        # The lines of a page that was walked to which are not action lines any more.
        withdrawn: list[Withdrawal] = []
        taken: list[Withdrawal] = []
        for trace, last, touch in over:
            entry, read = _entry(self.walk, trace, touch), trace.serial in self.walk.read
            if entry and not (read and not _waited(self.walk, trace, last)):
                own = self.walk.account(touch) == trace.author
                (taken if read and not own else withdrawn).append(entry)
        ended = sorted(_ended(self.walk, over), key=lambda each: (each.time, each.id))
        gone = Removed(_in_order(withdrawn), _in_order(taken), tuple(ended))
        ordered = sorted(self.actions, key=lambda entry: (entry[0], entry[1].id.index))
        top = next((n for n, raw in enumerate(self.head.raws) if raw.startswith("=")), 0)
        places = {each.action.id: each.number for each in self.asides}
        for serial, number in self.head.living().items():
            older: int | None = serial
            while older is not None:
                trace = self.walk.traces[older]
                touches = (trace.changed, trace.restored)
                ids = [trace.id, *(touch.id for touch in touches if touch)]
                places.update((id_, number) for id_ in ids if id_ and id_ not in places)
                older = trace.before
        return Attribution(
            tuple(action for _, action in ordered),
            tuple(rejection for rejection in self.rejections if rejection.id not in self.answered),
            tuple(self.remarks),
            places | {replace(each.id, part=IdentityPart.GONE): top for each in gone.withdrawn},
            gone,
            any(trace.id is None for trace in _unsettled(self.walk, over)),
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
            # the bot has read it: only what happened to it since then counts
            if trace.restored and trace.restored.position > self.walk.cursor:
                answered = verdict_below(self.head.raws, number, self.walk.bot) is not None
                self._note(answered, self._by(Rejection.RESTORED, trace, trace.restored, number))
            elif trace.changed and trace.changed.position > self.walk.cursor:
                self._note(
                    trace.verdict == "done",
                    self._by(Rejection.CHANGED, trace, trace.changed, number),
                )
            elif trace.acted is not None and trace.acted > self.walk.cursor:
                untouched = trace.touched != trace.acted  # a heading or comment around it went
                answered = verdict_below(self.head.raws, number, self.walk.bot) is not None
                made = self._finding(Rejection.MADE_ACTION, trace, number, trace.acted)
                self._note(untouched or answered, made)
        elif self.walk.cursor >= trace.added and (trace.restored or self.walk.was_played(trace)):
            known = verdict_below(self.head.raws, number, self.walk.bot) is not None
            self._note(known, self._by(Rejection.RESTORED, trace, trace.restored, number))
        else:
            self._new(trace, number)

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
            self.claimed.append(unproven)
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
            rejection, trace.id or ActionId(revision.page_id, revision.id, number),
            self.walk.author(trace), revision.time, read_line(self.head.raws[number]).text, number,
            self.walk.name(at), revision.id,
        )  # fmt: skip


# -- Action lines that are gone: taken off before they were read, or while they waited -------------
# A line that was read is taken back if its author took it off or wrote it anew. If another account
# took it off, the action is still its author's and goes on waiting.

WAITING = ("needs", "held")  # the answers to lines that wait


_Over = Sequence[tuple[LineHistory, int, LineChange]]


def _ended(walk: PageBlame, over: _Over) -> Iterator[EndedLine]:
    """Lines that could have been played while they stood there as they were written."""
    touched = [(trace, touch) for trace, _, touch in over]
    touched += [(trace, trace.changed) for trace in filter(None, walk.last.traces) if trace.changed]
    for trace, touch in touched:
        if trace.id is None or trace.acted is None or trace.serial in walk.read:
            continue
        began, until = walk.history[trace.acted], walk.history[touch.position].time
        own = walk.account(trace.acted) == trace.author and not trace.unseen
        plays = own and walk.signed_well(trace) and not walk.was_elsewhere(trace)
        if plays and unplayable(began) is None:
            yield EndedLine(trace.id, walk.author(trace), began.time, trace.line.text, until)


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
