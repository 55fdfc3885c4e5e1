"""Ruleset section Players: joining with what a new player begins with, and leaving.

Decisions: anybody may join and leave at any time, unless the page names days that a person who left
has to wait. What a player owned is destroyed when they leave, and what named them names nothing.
"""

from __future__ import annotations

from rules.common import players as common
from rules.common.departing import depart
from rules.common.sections import Section
from rules.generic import owners as fields
from rules.generic.compiled import plan_of
from rules.generic.owners import Context, Player
from rules.generic.play.beginnings import begin
from wikibot.sdk import Implementation, counted, replace

SECTION = common.SECTION


def _join(act: Context) -> None:
    name, account = common.newcomer(act, at_once=True)
    began = None if act.state.players else act.now
    entered = common.enter(act.state, Player(name, account, act.now))
    act.state = replace(entered, started=act.state.started or began)
    act.say("{} joins", name)
    begin(act, plan_of(act.state, act.book), name)


def _leave(act: Context) -> None:
    if common.really_leaves(act, _lost(act)):
        name = act.player
        depart(act, name)
        act.state = fields.forget(act.state, fields.player(name))
        act.say("{} leaves", name)


def _lost(act: Context) -> tuple[str, ...]:
    """What the player would lose, in words."""
    me: Player = act.me
    numbers = {name: held for name, held in me.fields.items() if type(held) is int and held > 0}
    owned = {**numbers, **me.items}.items()
    return tuple(counted(count, item, plural=None) for item, count in owned)


RULES = Section(
    __name__,
    (Implementation(SECTION),),
    (
        common.join_verb(_join, at_once=True),
        common.leave_verb(_leave, "you stop being a player; everything you own is destroyed"),
    ),
)
