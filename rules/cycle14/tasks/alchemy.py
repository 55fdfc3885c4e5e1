"""Ruleset section Alchemy: 💎 and 🌿 become ⚗️, if the dice are good."""

from __future__ import annotations

from rules.cycle14.possessions import pay
from rules.cycle14.state import State
from rules.cycle14.tasks.combining import cost
from rules.cycle14.tasks.mining import gather
from rules.cycle14.tasks.task import task_verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Alchemy"
IMPLEMENTS = (Implementation(SECTION),)


def _brew(act: ActionContext[State], experience: int) -> None:
    pay(act, cost(act.book, SECTION), SECTION)
    gather(act, SECTION, experience)


VERBS = (
    task_verb("alchemy", SECTION, "brews ⚗️ from 💎 and 🌿", _brew, "alchemy -- 1d24 (17) = 17"),
)
