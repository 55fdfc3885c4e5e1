"""What one player's line leaves to another, who has choices to make: an order that waits until the phase ends.

It has an identity of its own beside that of the line, as whoever wrote the line can take that back, but not this.
Choices of the other that made themselves are not answers of the line, and stand neither with it nor in the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rules.common.phases import phase_end
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.state import Kind, Pending, wait_for

_BESIDE = 1_000_000  # more lines than one revision adds


@contextmanager
def choices(act: ActionContext[State], *, of_another: bool) -> Iterator[None]:
    """While something happens whose choices are those of the line's player, or of another."""
    chosen, answered = len(act.chosen), len(act.answered)
    try:
        yield
    finally:
        if of_another:
            del act.chosen[chosen:], act.answered[answered:]


def leave_to(act: ActionContext[State], name: str, order: str, asks: str) -> None:
    """Let an order wait for a player's answer to ``asks``."""
    identity = replace(act.action.id, index=act.action.id.index + _BESIDE)
    waiting = Pending(identity, name, Kind.ACTION, order, asks, act.now, phase_end(act))
    act.state = wait_for(act.state, waiting)
    act.say(f"{name} has to say: {asks}")
