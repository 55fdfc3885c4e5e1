"""The text log: one action a line, as input of ``wikibot apply`` and as what the log page holds.

    2024-01-05T02:22:00Z Alice: move 1 2 3 4 -- 2d4 (1, 3) = 4

Blank lines and lines that begin with ``#`` are comments. The name ends at the first colon that a blank follows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from wikibot.game.actions import Action, ActionId
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.verdicts import Outcome, Verdict

_LINE = re.compile(r"(?P<time>\S+)\s+(?P<name>\S.*?):(?:\s+(?P<text>.*))?")
FORM = "2024-01-05T02:22:00Z Alice: move 1 2 3"


@dataclass(frozen=True)
class Malformed:
    """A line that is neither an action nor a comment."""

    line: int
    text: str
    why: str

    def outcome(self, now: datetime) -> Outcome:
        """The answer that such a line gets."""
        action = Action(ActionId(0, 0, self.line), now, "", self.text, self.line)
        return Outcome(action, Verdict.HUH, f"{self.why}. Write lines like {FORM}")


def read_log(text: str) -> tuple[Action | Malformed, ...]:
    """The actions of a text log in order, each with its line number; the operator's own file, so all are trusted."""
    entries = enumerate(text.splitlines(), start=1)
    return tuple(read_line(line, number) for number, line in entries if line.strip() and not line.startswith("#"))


def read_line(line: str, number: int) -> Action | Malformed:
    """One line that is no comment."""
    found = _LINE.fullmatch(line.strip())
    if not found:
        return Malformed(number, line, "the line has no time, name and colon in front")
    try:
        time = parse_time(found["time"])
    except ValueError as error:
        return Malformed(number, line, str(error))
    return Action(ActionId(0, 0, number), time, found["name"].strip(), found["text"] or "", number, True, True)


def log_line(outcome: Outcome) -> str:
    """An outcome that counts, as a line that plays the same again. Line breaks cannot occur in it."""
    action = outcome.action
    words = " ".join((outcome.logged or action.text).split())
    rolls = f" -- {', '.join(outcome.drawn)}" if outcome.drawn and not outcome.logged else ""
    return f"{format_time(action.time)} {outcome.player or action.account}: {words}{rolls}"
