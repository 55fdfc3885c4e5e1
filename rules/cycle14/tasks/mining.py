"""Ruleset section Mining: 💎 for middling dice and better, 🪨 for the best ones."""

from __future__ import annotations

from rules.cycle14.possessions import grant
from rules.cycle14.state import State
from rules.cycle14.tasks.pools import YieldsOf, roll_pool, successes
from rules.cycle14.tasks.task import task_verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Mining"
IMPLEMENTS = (Implementation(SECTION),)


def gather(act: ActionContext[State], task: str, experience: int) -> tuple[int, ...]:
    """Roll a task's dice and gain what their successes bring; the faces."""
    faces = roll_pool(act, task, experience)
    for each in act.book.derived(YieldsOf(task)):
        grant(act, act.player, each.item, each.count * successes(faces, each.target))
    return faces


def _mine(act: ActionContext[State], experience: int) -> None:
    gather(act, SECTION, experience)


VERBS = (task_verb("mine", SECTION, "digs for 💎 and 🪨", _mine, "mine -- 3d6 (4, 6, 2) = 12"),)
