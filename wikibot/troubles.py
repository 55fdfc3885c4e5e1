"""Lines that nobody may play, answered: what happened to them, who did it in which revision, and what to do now."""

from __future__ import annotations

from wikibot.findings import Finding, Trouble
from wikibot.game.actions import Action
from wikibot.game.verdicts import Outcome, Verdict

_AGAIN = "Write a new line to play it"
_TEXTS: dict[Trouble, tuple[Verdict, str, str]] = {
    Trouble.CHANGED: (Verdict.CANT, "{by} changed this line of {account} in revision {revision}", _AGAIN),
    Trouble.RESTORED: (Verdict.CANT, "{by} put this line of {account} back in revision {revision}", _AGAIN),
    Trouble.MADE_ACTION: (Verdict.CANT, "{by} made an action of this line of {account} in revision {revision}", _AGAIN),
    Trouble.SIGNATURE: (
        Verdict.CANT, "the line was added by {account} in revision {revision} but is signed as {by}", _AGAIN,
    ),
    Trouble.IP: (Verdict.CANT, "{account} has no account", "Log in and write the line again"),
    Trouble.TEMPORARY: (Verdict.CANT, "{account} is a temporary account", "Log in to a lasting one and write it again"),
    Trouble.IMPORTED: (Verdict.CANT, "{account} is an account of another wiki", "Write it with an account of this one"),
    Trouble.HIDDEN_USER: (
        Verdict.HELD, "whoever added this line in revision {revision} is hidden", "A steward must rule on it",
    ),
    Trouble.HIDDEN_TEXT: (
        Verdict.HELD, "this line came with a hidden revision, so nobody can tell whose it is",
        "A steward must rule on it, or its author writes it again",
    ),
    Trouble.ANSWERED: (
        Verdict.CANT, "the bot has answered this line before; it is not played again", "Write a new line",
    ),
    Trouble.ALREADY_PLAYED: (
        Verdict.CANT, "the line was changed in revision {revision} after it had been answered; it is not played again",
        "Write a new line",
    ),
}  # fmt: skip


def trouble_outcome(finding: Finding) -> Outcome:
    """The answer to a line that is not played."""
    verdict, _, remedy = _TEXTS[finding.trouble]
    action = Action(finding.id, finding.time, finding.account, finding.text)
    return Outcome(action, verdict, f"{_what(finding)}. {remedy}", finding.account, logged="")


def remark(finding: Finding) -> str:
    """A line for the report only."""
    return f"line {finding.line + 1}, {finding.text!r}: {_what(finding)}"


def _what(finding: Finding) -> str:
    text = _TEXTS[finding.trouble][1]
    who = finding.account or "somebody"
    return text.format(by=finding.by or "somebody", account=who, revision=finding.revision)
