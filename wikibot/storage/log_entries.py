"""The log lines of one sync: what counted, in order of time. Playing them leads to the same state.

A line is preceded by a comment with the identity of its action, by which later lines may refer to
it (and by its own words, where the log has the order in exact form). It is followed by the proofs
of the rolls that the bot made for it, and by what came of it, for people who read the log. A timed
event is a comment too, as it happens again when the log is played; so is what a steward said to the
bot and not to the game. A line that was taken off its page is named, as it is not taken off again.
The first comments of a game say from when on it was played, as timed events may have happened
before its first line, and with which page it began: nobody can cut lines off its log and pass a
later page off as that one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import takewhile

from msgspec import Struct

from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.engine.passing_time import FiredEvent
from wikibot.game.engine.standing_rolls import ROLL_MARK
from wikibot.game.engine.text_log import (
    LINE_MARK,
    PAGE_MARK,
    SAID_MARK,
    log_line,
    read_log,
)
from wikibot.wikitext.answers import shortened

RESULT_MARK = "# result: "
_LONGEST_RESULT = 200  # characters; the answer and the journal have the whole
_START = re.compile(r"# played from (\S+) on")
_PAGE = re.compile(rf"{PAGE_MARK}revision (\d{{1,16}}) sha256:([0-9a-f]{{64}})")


class FirstPage(Struct, frozen=True):
    """The gamestate page with which a game began: its revision, and a hash of its text.

    Programs that do not know the comment pass over it, as does a replay.
    """

    revision: int
    hash: str

    @classmethod
    def of(cls, revision: int, text: str) -> FirstPage:
        """Of a page; line breaks and blanks at the ends of lines do not count."""
        lines = (line.rstrip() for line in text.strip().splitlines())
        return cls(
            revision, hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()
        )

    def __str__(self) -> str:
        return f"{PAGE_MARK}revision {self.revision} sha256:{self.hash}"


def first_page(lines: Sequence[str]) -> FirstPage | None:
    """With which page a log says that the game began; None where it does not, as older ones."""
    found = next(filter(None, map(_PAGE.fullmatch, lines)), None)
    return FirstPage(int(found[1]), found[2]) if found else None


def start_line(time: datetime) -> str:
    """The comment that begins a game's log."""
    return f"# played from {format_time(time)} on"


def start_of(lines: Sequence[str]) -> datetime | None:
    """From when on a log was played, by its first such comment or else by its first line."""
    times = [entry.time for entry in read_log("\n".join(lines)) if isinstance(entry, Action)]
    found = next(filter(None, map(_START.fullmatch, lines)), None)
    with suppress(ValueError):
        times += [parse_time(found[1])] if found else []
    return min(times, default=None)


def log_entries(
    corrections: Sequence[str],
    editors: Sequence[str],
    start: datetime,
    fired_events: Sequence[FiredEvent],
    outcomes: Sequence[Outcome],
    followed: Sequence[str] = (),
    bot: str = "",
) -> tuple[str, ...]:
    """All lines of a sync.

    ``corrections`` were made by hand by ``editors`` and adopted at ``start``; then ``bot``
    ``followed`` accounts that had been renamed.
    """
    dated: list[tuple[datetime, str]] = []
    if corrections:
        who = " and ".join(editors) or "an unknown account"
        dated.append((start, f"{format_time(start)} {who}: correct {'; '.join(corrections)}"))
    if followed:
        dated.append((start, f"{LINE_MARK}{ActionId(0, 0, 0)}"))
        dated.append((start, f"{format_time(start)} {bot}: correct {'; '.join(followed)}"))
    dated += [(h.time, line) for h in fired_events for line in _of_happening(h)]
    dated += [(o.action.time, line) for o in outcomes for line in _of_outcome(o)]
    return tuple(line for _, line in sorted(dated, key=lambda entry: entry[0]))


def _of_outcome(outcome: Outcome) -> Iterator[str]:
    action = outcome.action
    if outcome.logged is not None and action.trusted:
        yield f"# {format_time(action.time)} {action.account}: {_one_line(action.text)}"
    if outcome.counts:
        if action.said:
            yield f"{SAID_MARK}{_one_line(action.text)}"
        yield f"{LINE_MARK}{action.id}"
        yield log_line(outcome)
    yield from outcome.proofs
    if outcome.counts and outcome.verdict is Verdict.DONE and outcome.text:
        yield f"{RESULT_MARK}{shortened(_one_line(outcome.text), _LONGEST_RESULT)}"


def _of_happening(happening: FiredEvent) -> Iterator[str]:
    yield f"# {format_time(happening.time)} {_one_line(happening.text)}"
    yield from happening.lines


def _one_line(text: str) -> str:
    return " ".join(text.split())


def without_line(lines: Sequence[str], identity: str) -> tuple[str, ...] | None:
    """The lines without those of one action, None where it is not among them."""
    mark = f"{LINE_MARK}{identity}"
    if mark not in lines:
        return None
    out = places_of(lines, list(lines).index(mark))
    return tuple(line for place, line in enumerate(lines) if place not in out)


def places_of(lines: Sequence[str], at: int) -> list[int]:
    """Where the lines of one action are, whose identity is at ``at``; proofs of rolls are none."""
    said = at and lines[at - 1].startswith(SAID_MARK)
    after = at + 2 + len(tuple(takewhile(lambda line: line.startswith(ROLL_MARK), lines[at + 2 :])))
    told = lines[after : after + 1] and lines[after].startswith(RESULT_MARK)
    return [*([at - 1] if said else []), at, at + 1, *([after] if told else [])]
