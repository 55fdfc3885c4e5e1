"""What players did of late, for sentences that ask it: ``each player who did not fish last week``.

Decisions: only actions that a sentence asks about are noted, from when it first stands on the page;
of each, for as long as the unit of time before the present one, 40 days at most. Time that passed
before counts as time in which nothing was done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from rules.common.phases import schedule
from rules.generic.state import Context, State, Use
from rules.plain import tree
from wikibot.sdk import DAY, Rulebook, day_start, replace, week_start

_INSTANT = timedelta(microseconds=1)
_KEPT = 40 * DAY


def asked_about(means: Any) -> Iterator[str]:
    """The first words of the actions about which a sentence asks whether they were done."""
    if isinstance(means, tree.Did):
        yield means.verb
    if isinstance(means, tuple):
        for each in means:
            yield from asked_about(each)
    elif isinstance(means, tree.Node):
        for name in means.__struct_fields__:
            yield from asked_about(getattr(means, name))


def note(act: Context, player: str, verb: str, asked: Iterable[str]) -> None:
    """Note that a player did something, where a sentence may ask about it."""
    if verb in asked:
        before = act.now - _KEPT
        kept = (each for each in act.state.uses if each.what != _mark(verb) or each.time >= before)
        act.state = replace(act.state, uses=(*kept, Use(player, _mark(verb), act.now)))


def did(state: State, book: Rulebook, now: datetime, player: str, asks: tree.Did) -> bool:
    """Whether a player did it in the unit of time that is asked about."""
    since, until = _start(asks.unit, now, book), None
    if asks.last:
        since, until = _start(asks.unit, since - _INSTANT, book), since
    done = (
        each.time for each in state.uses if (each.player, each.what) == (player, _mark(asks.verb))
    )
    return any(since <= time and (until is None or time < until) for time in done)


def _mark(verb: str) -> str:
    return f"{verb} (done)"


def _start(unit: str, time: datetime, book: Rulebook) -> datetime:
    if unit == "week":
        return week_start(time)
    if unit == "phase":
        return schedule(book).start(time)
    if unit == "hour":
        return time.replace(minute=0, second=0, microsecond=0)
    return day_start(time).replace(day=1) if unit == "month" else day_start(time)
