"""The text log: one action a line, as input of ``wikibot apply`` and as what the log page holds.

    2024-01-05T02:22:00Z Alice: move 1 2 3 4 -- 2d4 (1, 3) = 4

The text below an action follows it behind pilcrows: ``propose: More fish ¶ Fish are blue.`` Blank
lines and lines that begin with ``#`` are comments, but for ``# withdrawn 3.5.0 TIME``: what waited
under that identity was taken back then; and for those by which one knows how rolls stood. The name
ends at the first colon that a blank follows.
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
from wikibot.game.page.gamestate import split_body, with_body
from wikibot.game.rolls import split_rolls
from wikibot.wikitext.messages import say
from wikibot.wikitext.plain import tidy
from wikibot.wikitext.replies import IDENTITY

_LINE = re.compile(r"(?P<time>\S+)\s+(?P<name>\S.*?):(?:\s+(?P<text>.*))?")
_BREAK = re.compile(r"\r\n?|\n")  # what an editor counts as one; other marks may stand in texts
LINE_MARK = "# line "
SAID_MARK = "# said: "
PAGE_MARK = "# begun with "  # in a log since rolls stand within their phase or turn
STANDING_MARK = "# rolls stand within their phase or turn from "
_NOBODY = ActionId(0, 0, -1)  # waits for nothing: time goes on to then, that is all
# What only versions wrote in which all rolls outlasted their phase, and later ones.
_OUTLASTING = re.compile(r"# result: |# dice \w{1,20} \d")
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
        return Outcome(action, Verdict.HUH, say("{}. Write lines like {}", self.why, FORM))


def read_log(text: str, *, within: bool = False) -> tuple[Action | Withdrawal | Malformed, ...]:
    """What a text log says in order; it is the operator's own file, so all actions are trusted.

    The comment ``# line 3.5.0`` gives the line below it the identity that it had on a wiki, and
    ``# said: WORDS`` above that comment the words that it had there. What an earlier version played
    is marked so, up to the comment by which a later one went on. ``within``: it went on before.
    """
    entries: list[Action | Withdrawal | Malformed] = []
    identity, words = None, ""
    since, until = None, 0 if within else None  # the entries whose rolls outlast their phase
    for number, line in enumerate(_BREAK.split(text), start=1):
        if line.lstrip().startswith("#"):
            identity = _identity(line)
            if identity is None:
                words = line.removeprefix(SAID_MARK) if line.startswith(SAID_MARK) else ""
            if until is None and since is None and _OUTLASTING.match(line):
                since = len(entries)
            elif until is None and line.startswith(PAGE_MARK):
                until = 0
            elif until is None and (time := _standing_since(line)) is not None:
                entries.append(Withdrawal(_NOBODY, time, ""))
                until = len(entries)
            entries += _withdrawn(line)
        elif line.strip():
            entry = read_line(line, number)
            if identity is not None and isinstance(entry, Action):
                entry = replace(entry, id=identity, written_as=tidy(words))
            entries.append(entry)
            identity, words = None, ""
    outlasting = range(0 if since is None else since, len(entries) if until is None else until)
    return tuple(
        replace(entry, rolls_outlast=True)
        if since is not None and at in outlasting and not isinstance(entry, Malformed)
        else entry
        for at, entry in enumerate(entries)
    )


def standing_line(time: datetime) -> str:
    """The comment from which on no roll stands beyond the phase or turn that it was for."""
    return f"{STANDING_MARK}{format_time(time)} on"


def _standing_since(line: str) -> datetime | None:
    """From when on, by such a comment; None for any other line."""
    with suppress(ValueError):
        if line.startswith(STANDING_MARK) and line.endswith(" on"):
            return parse_time(line[len(STANDING_MARK) : -len(" on")])
    return None


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
