"""Timed events that are held, for a mistake of the program or for their wording.

Decision: such an event waits on the page, under :data:`AN_EVENT` among what waits, and a steward
rules on it (``ruling ID: ...``) or has it tried again (``retry ID``), as with any held line; one
that is held for its wording happens when that is accepted, as at its own time. Until then it is not
due, so that time goes on and what comes after it happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from wikibot.game.actions import ActionId, Event
from wikibot.game.state import AN_EVENT, Kind, Pending, S, State, wait_for


def text_of(event: Event) -> str:
    """An event in words."""
    return f"{event.name} {event.data}".strip()


def hold_event(state: S, event: Event, unit: str = "") -> S:
    """Put an event aside for a person. ``unit``: that is held, "" where the program failed."""
    seconds = int(event.time.timestamp())
    index = sum(1 for each in state.pending if (each.id.page, each.id.revision) == (0, seconds))
    asks = f"a ruling on {unit or 'an event that the bot failed at'}"
    return wait_for(
        state, Pending(ActionId(0, seconds, index), AN_EVENT, Kind.HELD, event, asks, event.time)
    )


def held_events(waiting: Sequence[Pending], _book: object = None) -> list[Event]:
    """The events among what waits."""
    return [each.what for each in waiting if isinstance(each.what, Event)]


def is_held(state: State, event: Event) -> bool:
    """Whether an event was put aside; an overdue one may be due at ever new times."""
    held = held_events(state.pending)
    if not held:
        return False
    same = (each for each in held if (each.name, each.data) == (event.name, event.data))
    return any(each.time == event.time or event.time <= state.now for each in same)


def earliest(state: Any, events: Iterable[Event | None]) -> Event | None:
    """The first event that is not held; of those at one instant the one that stands first."""
    due = [event for event in events if event]
    if held_events(state.pending):
        due = [event for event in due if not is_held(state, event)]
    return min(due, key=_time, default=None)


_time = attrgetter("time")
