"""What a page of lines asks for: new lines and whose they are, rejections with their answers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, field

from wikibot.game.actions import Action, ActionId, Outcome, Verdict, Withdrawal
from wikibot.wiki.base import Revision


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
