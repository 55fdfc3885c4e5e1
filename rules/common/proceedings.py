"""What players settle among themselves (proposals, judges, trades) as it comes due, in order.

Decision for all spans of time that the rules give, such as "within 7 days" or "48 hours have
passed": a span runs up to its last instant, and that instant is too late, as the first instant of a
phase belongs to that phase and no longer to the one before. A player who may do something once a
span is over may do it at that very instant. Timed events of an instant come before the lines of
that instant, so it holds for these, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Protocol

from wikibot.game.engine.held_events import earliest
from wikibot.game.engine.steward_verbs import CORRECT
from wikibot.game.ruleset.rulebook import bearing
from wikibot.sdk import ActionContext, Event, Rulebook, format_time

PROCEEDINGS = "what players settle among themselves"


class Proceeding(Protocol):
    """One kind of thing that ends at its own time."""

    def ends(self, state: Any, book: Rulebook) -> datetime | None:
        """When the next of its kind ends by its own time, be it past; None while it cannot."""

    def pass_time(self, act: ActionContext[Any]) -> None:
        """Let all that is due at the act's instant end."""


def next_due(proceeding: Proceeding, state: Any, book: Rulebook) -> datetime | None:
    """When the next of a kind ends, not before now."""
    time = proceeding.ends(state, book)
    return None if time is None else max(time, state.now)


def first_of(
    proceedings: Sequence[Proceeding], state: Any, book: Rulebook, otherwise: Event
) -> Event:
    """The first proceeding that ends before another event, or that event.

    Proceedings wait where how time is told is not settled: what has ended by then ends when
    that is settled.
    """
    if PROCEEDINGS in bearing(book).events:
        return otherwise
    due = [
        end
        for each in proceedings
        if (end := next_due(each, state, book)) is not None and end < otherwise.time
    ]
    return earliest(state, [*[Event(end, PROCEEDINGS) for end in due], otherwise]) or otherwise


def settle(proceedings: Sequence[Proceeding], act: ActionContext[Any]) -> None:
    """Let everything that is due at the act's instant end, one kind after the other."""
    if PROCEEDINGS in bearing(act.book).events:
        return
    for proceeding in proceedings:
        due = proceeding.ends(act.state, act.book)
        if due is not None and is_over(due, act.now):
            proceeding.pass_time(act)


def is_over(end: datetime, now: datetime) -> bool:
    """Whether a span that ends at ``end`` is over."""
    return end <= now


def message(act: ActionContext[Any]) -> dict[str, Any]:
    """The fields ``line`` and ``message`` of what a line makes; empty for one of a text log."""
    if act.action.id.page == 0:
        return {"line": None, "message": ""}
    written = act.action.written_as or act.action.text
    return {"line": act.action.id, "message": " ".join(written.split())}


# == Timed events whose parts are played one by one, so that only a part that is held waits ========
#
# Decision: while a rule is held, no player loses anything for not having done in time what that
# rule is needed for. Their time begins anew; nothing of it waits for a steward.

BOT = "wikibot"  # whose corrections these are in a log


def happen(
    act: ActionContext[Any],
    name: str,
    unit: str,
    play: Callable[[], None],
    data: str = "",
    what: str = "",
) -> None:
    """Play one part of an event by a unit of the ruleset; while that is held, the part waits.

    ``what``: the part in words. Where the page does not have the unit, nothing is played.
    """
    if act.book.has(unit) or unit in act.book.moved_into:
        act.happen(name, lambda: _play(act, unit, play), data, what)


def instead(act: ActionContext[Any], usual: Callable[[], None], play: Callable[[], None]) -> None:
    """Play something in place of what is usual, because a rule is held.

    A log does not know what was held when: there the usual happens at this time, and is corrected.
    """
    expected = act.would(usual)
    play()
    said = () if expected is None else act.game.differences(expected, act.state)
    if said:
        act.proofs.append(f"{format_time(act.now)} {BOT}: {CORRECT.name} {'; '.join(said)}")


def _play(act: ActionContext[Any], unit: str, play: Callable[[], None]) -> None:
    act.book.require(unit)
    play()
