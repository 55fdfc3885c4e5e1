"""The answers to rejected lines: what happened to them, by whom, and what to do now."""

from __future__ import annotations

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.wiki.authorship.findings import RejectedLine, Rejection

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
