"""What people write beside the action lines, as far as it may be meant for the game.

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

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, field

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
from wikibot.wiki.authorship.blame import PageBlame
from wikibot.wiki.authorship.step import LineHistory
from wikibot.wiki.base import Revision
from wikibot.wikitext.lines import read_line, said_numbers
from wikibot.wikitext.replies import ASKS, answered_identity, read_verdict

# == What a page of lines asks for: new lines and whose they are, rejections with their answers ====


class Rejection(StrEnum):
    """Why a line is not played. ``by`` and ``revision`` of a finding answer the comments."""

    CHANGED = "changed by another account"  # by whom, in which revision
    RESTORED = (
        "put back by another account"  # after its author had removed it; by whom, in which revision
    )
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
    ALREADY_PLAYED = (
        "changed after it was played"  # by its author, in which revision; verdict: what it had got
    )


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
    verdict: str | None = None


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
    before this one begins is gone or changed. ``answered``: identities that the bot's own replies
    on the page name, those that are gone too. ``claimed``: only the history from that revision on
    (0: all of it) can tell whether a changed line was played. ``asides``: new lines that are not
    action lines, and may be meant for the game all the same.
    """

    head: int
    actions: tuple[Action, ...] = ()
    rejections: tuple[RejectedLine, ...] = ()
    remarks: tuple[RejectedLine, ...] = ()
    places: Mapping[ActionId, int] = field(default_factory=dict)
    removed: Removed = field(default_factory=Removed)
    older: bool = False
    answered: frozenset[ActionId] = frozenset()
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
        (user is None, Rejection.HIDDEN_USER),
        (revision.anon, Rejection.IP),
        (revision.temp, Rejection.TEMPORARY),
        (">" in (user or ""), Rejection.IMPORTED),
    )
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
    return Outcome(action, verdict, f"{_what(finding)}. {remedy}", finding.account, logged="")


def remark(finding: RejectedLine) -> str:
    """A line for the report only."""
    return f"line {finding.line + 1}, {finding.text!r}: {_what(finding)}"


def _what(finding: RejectedLine) -> str:
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
        self._parents, self._above = _threads(self.raws)
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
        line = self._not_understood(root)
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

    def _not_understood(self, root: int) -> ActionId | None:
        """The identity of a line, if the bot did not understand it and played no reply below it.

        By the bot's answer: the history that was read may begin behind the line.
        """
        if root not in self._unread:
            found = [*self._answers(root)]
            played = any(verdict in _PLAYED for _, verdict, *_ in found)
            last = [(verdict, name) for below, verdict, name, _ in found if below == 1][-1:]
            names = [name for verdict, name in last if verdict == _NOT_UNDERSTOOD and not played]
            self._unread[root] = ActionId.parse(names[0]) if any(names) else None
        return self._unread[root]

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


def _threads(raws: Sequence[str]) -> tuple[list[int | None], list[int | None]]:
    """Of each line, the one that it is a reply to, and the last one above that is not blank.

    A line that replies to no list item, or stands below a blank line, is a reply to none.
    """
    parents, above = list[int | None](), list[int | None]()
    last, thread = None, list[int]()
    for number, raw in enumerate(raws):
        above.append(last)
        if not raw.strip():
            thread.clear()
        while thread and _level(raws[thread[-1]]) >= _level(raw):
            thread.pop()
        parents.append(thread[-1] if thread else None)
        if raw.strip():
            thread.append(number)
            last = number
    return parents, above


def _level(raw: str) -> int:
    return len(raw) - len(raw.lstrip("*#:;"))
