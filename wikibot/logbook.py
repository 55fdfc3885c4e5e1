"""The log lines of one sync: what counted, in order of time, so that playing them leads to the same state.

A line is preceded by a comment with the identity of its action, by which later lines may refer to it, and followed by
the proofs of the rolls that the bot made for it. What comes about
by itself is a comment too, for it does so again; so is what a steward said to the bot and not to the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from wikibot.game.calendar import format_time
from wikibot.game.engine import Happening
from wikibot.game.textlog import LINE_MARK, log_line
from wikibot.game.verdicts import Outcome


def log_entries(
    corrections: Sequence[str],
    editors: Sequence[str],
    start: datetime,
    happenings: Sequence[Happening],
    outcomes: Sequence[Outcome],
) -> tuple[str, ...]:
    """All lines of a sync. ``corrections`` were made by hand by ``editors`` and adopted at ``start``."""
    dated: list[tuple[datetime, str]] = []
    if corrections:
        who = " and ".join(editors) or "somebody"
        dated.append((start, f"{format_time(start)} {who}: correct {'; '.join(corrections)}"))
    dated += [(h.time, line) for h in happenings for line in _of_happening(h)]
    dated += [(o.action.time, line) for o in outcomes for line in _of_outcome(o)]
    return tuple(line for _, line in sorted(dated, key=lambda entry: entry[0]))


def _of_outcome(outcome: Outcome) -> Iterator[str]:
    action = outcome.action
    if outcome.logged is not None and action.trusted:
        yield f"# {format_time(action.time)} {action.account}: {_one_line(action.text)}"
    if outcome.counts:
        yield f"{LINE_MARK}{action.id}"
        yield log_line(outcome)
    yield from outcome.proofs


def _of_happening(happening: Happening) -> Iterator[str]:
    yield f"# {format_time(happening.time)} {_one_line(happening.text)}"
    yield from happening.proofs


def _one_line(text: str) -> str:
    return " ".join(text.split())


def without_line(lines: Sequence[str], identity: str) -> tuple[str, ...] | None:
    """The lines without those of one action, None where it is not among them."""
    mark = f"{LINE_MARK}{identity}"
    if mark not in lines:
        return None
    at = list(lines).index(mark)
    return (*lines[:at], *lines[at + 2 :])
