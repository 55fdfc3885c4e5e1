"""The text log: one action a line, as input of ``wikibot apply`` and as what the log page holds.

    2024-01-05T02:22:00Z Alice: move 1 2 3 4 -- 2d4 (1, 3) = 4

The text below an action follows it behind pilcrows: ``propose: More fish ¶ Fish are blue.`` Blank
lines and lines that begin with ``#`` are comments, but for ``# withdrawn 3.5.0 TIME``: what waited
under that identity was taken back then. The name ends at the first colon that a blank follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Outcome, Verdict, Withdrawal
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.page.line_bodies import split_body, with_body
from wikibot.game.rolls import split_rolls
from wikibot.wikitext.plain import tidy
from wikibot.wikitext.replies import IDENTITY

_LINE = re.compile(r"(?P<time>\S+)\s+(?P<name>\S.*?):(?:\s+(?P<text>.*))?")
_BREAK = re.compile(r"\r\n?|\n")  # what an editor counts as one; other marks may stand in texts
LINE_MARK = "# line "
SAID_MARK = "# said: "
_WITHDRAWN = re.compile(rf"# withdrawn (?P<id>{IDENTITY}) (?P<time>\S+)")
FORM = "2024-01-05T02:22:00Z Alice: move 1 2 3"


class Malformed(Struct, frozen=True):
    """A line that is neither an action nor a comment."""

    line: int
    text: str
    why: str

    def outcome(self, now: datetime) -> Outcome:
        """The answer that such a line gets."""
        action = Action(ActionId(0, 0, self.line), now, "", self.text, self.line)
        return Outcome(action, Verdict.HUH, f"{self.why}. Write lines like {FORM}")


def read_log(text: str) -> tuple[Action | Withdrawal | Malformed, ...]:
    """What a text log says in order; it is the operator's own file, so all actions are trusted.

    The comment ``# line 3.5.0`` gives the line below it the identity that it had on a wiki, and
    ``# said: WORDS`` above that comment the words that it had there.
    """
    entries: list[Action | Withdrawal | Malformed] = []
    identity, words = None, ""
    for number, line in enumerate(_BREAK.split(text), start=1):
        if line.lstrip().startswith("#"):
            identity = _identity(line)
            if identity is None:
                words = line.removeprefix(SAID_MARK) if line.startswith(SAID_MARK) else ""
            entries += _withdrawn(line)
        elif line.strip():
            entry = read_line(line, number)
            if identity is not None and isinstance(entry, Action):
                entry = replace(entry, id=identity, written_as=tidy(words))
            entries.append(entry)
            identity, words = None, ""
    return tuple(entries)


def identities(lines: Iterable[str]) -> Iterator[ActionId]:
    """The identities that some lines of a log name, each above the line of its action."""
    for line in lines:
        identity = _identity(line)
        if identity is not None:
            yield identity


def _identity(comment: str) -> ActionId | None:
    if not comment.startswith(LINE_MARK):
        return None
    try:
        return ActionId.parse(comment.removeprefix(LINE_MARK))
    except ValueError:
        return None


def withdrawn_line(item: Withdrawal) -> str:
    """What was taken back, as a comment that takes it back again where the log is played."""
    return f"# withdrawn {item.id} {format_time(item.time)}"


def _withdrawn(comment: str) -> Iterator[Withdrawal]:
    """What such a comment takes back; any other takes nothing back."""
    found = _WITHDRAWN.fullmatch(comment.strip())
    with suppress(ValueError):
        if found:
            yield Withdrawal(ActionId.parse(found["id"]), parse_time(found["time"]), "its author")


def read_line(line: str, number: int) -> Action | Malformed:
    """One line that is not a comment."""
    found = _LINE.fullmatch(line.strip())
    if not found:
        return Malformed(number, line, "the line has no time, name and colon in front")
    try:
        time = parse_time(found["time"])
    except ValueError as error:
        return Malformed(number, line, str(error))
    text, body = split_body(
        tidy(found["text"] or "")
    )  # as lines of a wiki, and names and titles in a state
    return Action(ActionId(0, 0, number), time, tidy(found["name"]), text, number, True, True, body)


def with_drawn(text: str, drawn: tuple[str, ...]) -> str:
    """A line with the rolls that it did not state behind those that it did."""
    if not drawn:
        return text
    words, stated = split_rolls(" ".join(text.split()))
    return f"{words} -- {', '.join((*map(str, stated), *drawn))}"


def log_line(outcome: Outcome) -> str:
    """An outcome that counts, as a line (without line breaks) that plays the same again."""
    action = outcome.action
    words = tidy(outcome.logged or with_drawn(action.order, outcome.drawn))
    said = with_body(words, action.body)
    return f"{format_time(action.time)} {outcome.player or action.account}: {said}"
