"""Ruleset section Blood Acquisition: 🩸 from the Obelisk, no more than it has."""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.cycle14.components import BLOOD
from rules.cycle14.possessions import OBELISK, transfer
from rules.cycle14.state import State
from rules.cycle14.tasks.pools import OneSizeOf, roll_pool, successes
from rules.cycle14.tasks.task import task_verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Blood Acquisition"
TARGET = NumberAt(SECTION, r"for each resulting (\w+)")
IMPLEMENTS = (Implementation(SECTION, whole=(OneSizeOf(SECTION),)),)


def _acquire(act: ActionContext[State], experience: int) -> None:
    faces = roll_pool(act, SECTION, experience)
    transfer(act, OBELISK, act.player, BLOOD, successes(faces, act.book.derived(TARGET)))


VERBS = (
    task_verb(
        "acquire blood",
        SECTION,
        "takes 🩸 from the Obelisk",
        _acquire,
        "acquire blood -- 3d2 (1, 2, 2) = 5",
    ),
)
