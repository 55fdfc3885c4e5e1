"""Ruleset section Tasks: what performing any task costs, and what a player learns by it.

A task costs ⚡; a recreational one brings 💤. Afterwards the experience in it grows, by more for
a player who has 💤, of which that uses one. Decisions: what a recreational task brings is there
already when it ends, so counts for that. The number of dice, costs and yields are those of the
experience before. A task that comes to nothing by its dice was performed all the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.common.notation import NumberAt, of_unit
from rules.common.players import set_player
from rules.common.sections import Section
from rules.cycle14.components import RESOLVE, RESTFULNESS
from rules.cycle14.possessions import grant, pay, require, revoke
from rules.cycle14.state import Context, Player, State
from wikibot.sdk import Implementation, Rulebook, plain

SECTION = "Tasks"
NEEDED = NumberAt(SECTION, r"at least (\w+)\s*⚡")
COST = NumberAt(SECTION, r"loses? (\w+)\s*⚡")
REST = NumberAt(SECTION, r"gains (\w+)\s*💤")
LEARNT = NumberAt(SECTION, r"incremented by (\w+)")
LEARNT_RESTED = NumberAt(SECTION, r"incremented by \w+, or (\w+)")
TIRING = NumberAt(SECTION, r"lose (\w+)\s*💤")
_RECREATIONAL = re.compile(r"\bRecreational Task\b", re.IGNORECASE)
Deed = Callable[[Context, int], None]


def experience(state: State, name: str, task: str) -> int:
    """A player's experience in a task; 0 for a name that is not a player's."""
    player = state.players.get(name)
    return player.experience.get(task, 0) if player else 0


@of_unit
def is_recreational(book: Rulebook, task: str) -> bool:
    """Whether a task's section says that it is."""
    return _RECREATIONAL.search(plain(book.unit(task).text)) is not None


def perform(act: Context, task: str, deed: Deed) -> None:
    """Perform a task: pay, do ``deed`` with the experience so far, learn."""
    act.book.require(task)
    act.book.require(SECTION)
    require(act, {RESOLVE: act.book.derived(NEEDED)}, SECTION)
    pay(act, {RESOLVE: act.book.derived(COST)}, SECTION)
    deed(act, experience(act.state, act.player, task))
    if act.player in act.state.players:
        if act.book.derived(is_recreational(task)):
            grant(act, act.player, RESTFULNESS, act.book.derived(REST))
        _learn(act, task)


def _learn(act: Context, task: str) -> None:
    rested = act.me.count(RESTFULNESS) > 0
    more = act.book.derived(LEARNT_RESTED if rested else LEARNT)
    if rested:
        revoke(act, act.player, RESTFULNESS, act.book.derived(TIRING))
    with_experience(act, act.player, task, act.me.experience.get(task, 0) + more)
    act.say("experience in {} is {}", task, act.me.experience[task])


def with_experience(act: Context, name: str, task: str, value: int) -> None:
    """Set a player's experience in a task."""
    player: Player = act.state.players[name]
    known = {**player.experience, task: value}
    kept = {each: number for each, number in known.items() if each != task or number}
    set_player(act, player.name, experience=kept)


def available(act: Context) -> bool:
    """Whether the acting player has the ⚡ for a task: help lists it only then."""
    return bool(act.me.count(RESOLVE) > 0)


RULES = Section(
    __name__,
    (
        Implementation(SECTION, waits="all tasks"),
    ),
)  # fmt: skip
