"""Lines that nobody may play, answered: what happened to them, who did it in which revision, and what to do now."""

from __future__ import annotations

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.wiki.authorship.findings import Finding, Rejection

_AGAIN = "Write a new line to play it"
_TEXTS: dict[Rejection, tuple[Verdict, str, str]] = {
    Rejection.CHANGED: (Verdict.CANT, "{by} changed this line of {account} in revision {revision}", _AGAIN),
    Rejection.RESTORED: (Verdict.CANT, "{by} put this line of {account} back in revision {revision}", _AGAIN),
    Rejection.MADE_ACTION: (Verdict.CANT, "{by} made this line of {account} an action in revision {revision}", _AGAIN),
    Rejection.SIGNATURE: (
        Verdict.CANT, "the line was added by {account} in revision {revision} but is signed as {by}", _AGAIN,
    ),
    Rejection.IP: (Verdict.CANT, "{account} has no account", "Log in and write the line again"),
    Rejection.TEMPORARY: (Verdict.CANT, "{account} is a temporary account", "Log in to a lasting one, write it again"),
    Rejection.IMPORTED: (Verdict.CANT, "{account} is an account of another wiki", "Write it with one of this wiki"),
    Rejection.HIDDEN_USER: (
        Verdict.HELD, "the author of this line, added in revision {revision}, is hidden", "A steward must rule on it",
    ),
    Rejection.HIDDEN_TEXT: (
        Verdict.HELD, "this line came with a hidden revision, so its author is not known",
        "A steward must rule on it, or its author writes it again",
    ),
    Rejection.ANSWERED: (
        Verdict.CANT, "the bot has answered this line before; it is not played again", "Write a new line",
    ),
    Rejection.ALREADY_PLAYED: (
        Verdict.CANT, "the line was changed in revision {revision} after it had been answered; it is not played again",
        "Write a new line",
    ),
}  # fmt: skip


def rejection_outcome(finding: Finding) -> Outcome:
    """The answer to a line that is not played."""
    verdict, _, remedy = _TEXTS[finding.rejection]
    action = Action(finding.id, finding.time, finding.account, finding.text)
    return Outcome(action, verdict, f"{_what(finding)}. {remedy}", finding.account, logged="")


def remark(finding: Finding) -> str:
    """A line for the report only."""
    return f"line {finding.line + 1}, {finding.text!r}: {_what(finding)}"


def _what(finding: Finding) -> str:
    text = _TEXTS[finding.rejection][1]
    who = finding.account or "somebody"
    return text.format(by=finding.by or "somebody", account=who, revision=finding.revision)
