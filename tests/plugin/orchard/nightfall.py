"""Ruleset section Nightfall: at midnight birds eat what is too much for one gardener."""

from __future__ import annotations

from rules.common.sections import NumberAt
from wikibot.sdk import DAY, ActionContext, Event, Implementation, day_start, gain

from .state import APPLE, State

SECTION = "Nightfall"
LIMIT = NumberAt(SECTION, r"more than (\d+) apples")
IMPLEMENTS = (Implementation(SECTION, reads=(LIMIT,)),)


def next_night(state: State) -> Event:
    """Midnight after the state's time."""
    return Event(day_start(state.now) + DAY, SECTION)


def fall(act: ActionContext[State]) -> None:
    """Let the birds come."""
    if not act.book.has(SECTION) or act.book.obstacle(SECTION):
        return
    limit = act.book.derived(LIMIT)
    for name, player in act.state.players.items():
        if player.count(APPLE) > limit:
            act.say(f"birds eat {player.count(APPLE) - limit} of {name}'s {APPLE}s")
            act.state = gain(act.state, name, APPLE, limit - player.count(APPLE))
