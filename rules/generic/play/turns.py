"""Turns: whose it is, who has none, and until when it lasts.

Decisions: the page says whose turn it is and until when (``Turn: Ann``, ``Turn ends: ...``), so
that people may set both. A turn that nobody has, or that a player has who takes none any more,
passes at the next full hour; so does the time of a turn begin whose end the page does not say.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from rules.generic.owners import GAME, Cell, State, columns, value
from rules.generic.play.plan import SentencePlan
from rules.generic.play.scene import Scene
from rules.generic.play.values import holds
from rules.plain import tree
from wikibot.game.calendar import parse_time
from wikibot.game.ruleset.rulebook import Rulebook

TURN = "Turn"
_INSTANT = timedelta(microseconds=1)


def whose_turn(state: State) -> str:
    """The player whose turn it is, as the page says; "" where it is nobody's."""
    who = str(_said(state, TURN))
    return who if who in state.players else ""


def turn_ends(state: State) -> datetime | None:
    """Until when the turn lasts, as the page says; None where it says nothing of it."""
    with suppress(ValueError):
        return parse_time(str(_said(state, tree.TURN_ENDS)).removesuffix(" UTC"))
    return None


def until_of(lasts: tree.TurnLasts, now: datetime) -> str:
    """Until when a turn lasts that begins now, to the minute, as it stands on the page."""
    until = now + timedelta(hours=lasts.hours, minutes=1) - _INSTANT
    return f"{until:%Y-%m-%d %H:%M}"


def _said(state: State, name: str) -> Cell:
    label = next((each for each in columns(state, "") if each.name == name), None)
    return value(state, GAME, label) if label else ""


class Onlooker(Struct, frozen=True):
    """One who asks of a state what holds in it, and does nothing."""

    state: State
    book: Rulebook
    now: datetime
    player: str = ""


def takes_turns(act: Any, plan: SentencePlan, name: str) -> bool:
    """Whether a player is one of those who take turns. ``act``: or an :class:`Onlooker`."""
    for told in plan.turns:
        where = told.means.where
        if where is not None and holds(Scene(act, plan, told, name), where) is told.means.skipped:
            return False
    return True


def passes_by_itself(plan: SentencePlan, onlooker: Onlooker) -> bool:
    """Whether a turn passes that nobody has, or nobody who takes turns."""
    on, names = whose_turn(onlooker.state), onlooker.state.players
    if on and takes_turns(onlooker, plan, on):
        return False
    return any(takes_turns(onlooker, plan, each) for each in names)


def next_turn(scene: Scene) -> tuple[str, bool]:
    """Whose turn is next in the order of the table, and whether a round ends before it."""
    names, on = tuple(scene.state.players), str(_said(scene.state, TURN))
    at = names.index(on) if on in names else -1
    order = (*names[at + 1 :], *names[: at + 1])
    after = next((each for each in order if takes_turns(scene.act, scene.plan, each)), "")
    return after, bool(after) and 0 <= at >= names.index(after)
