"""What happens by itself: what players settle among themselves, then what sentences say of times.

At one instant proposals, votes and trades end first.
"""

from __future__ import annotations

from typing import Any

from rules.common.proceedings import PROCEEDINGS as PROCEEDING
from rules.common.proceedings import next_due, settle
from rules.generic.compiled import plan_of
from rules.generic.owners import Context, State
from rules.generic.play import timing
from rules.generic.play.beginnings import FIRST
from rules.generic.play.scene import Scene
from rules.generic.play.triggers import APPLIES, Chain
from rules.generic.proceedings import PROCEEDINGS
from wikibot.game.engine.held_events import earliest
from wikibot.sdk import Event, Rulebook


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event."""
    due = timing.next_due(plan_of(state, book), state.now, book)
    ends = [end for each in PROCEEDINGS if (end := next_due(each, state, book)) is not None]
    before = [Event(end, PROCEEDING) for end in ends if due is None or end < due]
    return earliest(state, [*before, Event(due, timing.NAME) if due else None])


def bears_on_time(state: State, book: Rulebook) -> tuple[Any, ...]:
    """What the next event depends on."""
    plan = plan_of(state, book)
    return (
        id(plan), state.proposals, state.trades, state.requests, state.candidacies, state.pending,
    )  # fmt: skip


def pass_time(act: Context, event: Event) -> None:
    """Let everything happen that is due at the act's instant."""
    if event.name == APPLIES:  # a sentence that waited for a person
        _apply(act, event.data)
        return
    if event.name == FIRST:
        plan_of(act.state, act.book).winnings.seen = None  # so that it is asked again
        return
    settle(PROCEEDINGS, act)
    if event.name == timing.NAME:
        timing.pass_time(act, plan_of(act.state, act.book))


def _apply(act: Context, data: str) -> None:
    """Let a sentence happen that was put aside."""
    plan = plan_of(act.state, act.book)
    doer, _, text = data.partition(": ")
    told = next((each for each in plan.sentences if each.text == text), None)
    if told is None:
        act.say('the page does not say "{}" any more', text)
        return
    Chain(act, plan).alone(Scene(act, plan, told, doer))
