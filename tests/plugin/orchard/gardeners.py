"""Ruleset section Gardeners: whoever says so is one, and stops being one by saying so.

Decision: whoever left may come back at once.
"""

from __future__ import annotations

from rules.common import players
from rules.common.trading import depart
from wikibot.sdk import ActionContext, Implementation, Shape, Verb

from .state import Player, State

SECTION = "Gardeners"
IMPLEMENTS = (Implementation(SECTION),)


def _join(act: ActionContext[State]) -> None:
    name, account = players.newcomer(act, rule=SECTION, at_once=True)
    act.state = players.enter(act.state, Player(name, account, act.now))
    act.say(f"{name} is a gardener")


def _leave(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    depart(act, act.player)
    act.say(f"{act.player} is not a gardener any more")


VERBS = (
    Verb(
        "join", "join [as NAME]", "join as Ann", "makes you a gardener", _join, Shape.TEXT,
        players_only=False,
    ),
    Verb("leave", "leave", "leave", "ends your being a gardener", _leave),
)  # fmt: skip
