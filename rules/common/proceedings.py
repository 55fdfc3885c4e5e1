"""What players settle among themselves (proposals, judges, trades) as it comes due, in order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from rules.common.spans import is_over
from wikibot.game.actions import Event
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.held_events import earliest
from wikibot.game.ruleset.dependents import bearing
from wikibot.game.ruleset.rulebook import Rulebook

PROCEEDINGS = "what players settle among themselves"


class Proceeding(Protocol):
    """One kind of thing that ends at its own time."""

    def next_due(self, state: Any, book: Rulebook) -> datetime | None:
        """When the next of its kind ends, or None."""

    def pass_time(self, act: ActionContext[Any]) -> None:
        """Let all that is due at the act's instant end."""


def first_of(
    proceedings: Sequence[Proceeding], state: Any, book: Rulebook, otherwise: Event
) -> Event:
    """The first proceeding that ends before another event, or that event.

    Proceedings wait where nobody has settled how time is told: what has ended by then ends when
    that is settled.
    """
    if PROCEEDINGS in bearing(book).events:
        return otherwise
    due = [
        end
        for each in proceedings
        if (end := each.next_due(state, book)) is not None and end < otherwise.time
    ]
    return earliest(state, (*(Event(end, PROCEEDINGS) for end in due), otherwise)) or otherwise


def settle(proceedings: Sequence[Proceeding], act: ActionContext[Any]) -> None:
    """Let everything that is due at the act's instant end, one kind after the other."""
    if PROCEEDINGS in bearing(act.book).events:
        return
    for proceeding in proceedings:
        due = proceeding.next_due(act.state, act.book)
        if due is not None and is_over(due, act.now):
            proceeding.pass_time(act)
