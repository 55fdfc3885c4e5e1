"""Ruleset section Foraging: 🌿 from the wastes, more or less of it by the season."""

from __future__ import annotations

from rules.cycle14.state import State
from rules.cycle14.tasks.mining import gather
from rules.cycle14.tasks.task import task_verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Foraging"
IMPLEMENTS = (Implementation(SECTION),)


def _forage(act: ActionContext[State], experience: int) -> None:
    gather(act, SECTION, experience)


VERBS = (
    task_verb("forage", SECTION, "looks for 🌿", _forage, "forage -- 5d6 (4, 6, 2, 1, 5) = 18"),
)
