"""Ruleset section Instructing a Grebe: one's 🐦 collects 💎 and 🌿 in the wastes, and may flee on bad dice."""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.cycle14.components import GREBES
from rules.cycle14.possessions import revoke
from rules.cycle14.state import State
from rules.cycle14.tasks.mining import gather
from rules.cycle14.tasks.task import task_verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Refused
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Instructing a Grebe"
BAD, WORST = NumberAt(SECTION, r"(\d+) or more \d+s"), NumberAt(SECTION, r"\d+ or more (\d+)s")
FLEEING = NumberAt(SECTION, r"lose (\d+)\s*🐦")
IMPLEMENTS = (Implementation(SECTION),)


def _instruct(act: ActionContext[State], experience: int) -> None:
    if not act.me.count(GREBES):
        raise Refused(f"{act.player} has no 🐦", rule=SECTION)
    faces = gather(act, SECTION, experience)
    if faces.count(act.book.derived(WORST)) >= act.book.derived(BAD):
        revoke(act, act.player, GREBES, act.book.derived(FLEEING))


VERBS = (
    task_verb("instruct grebe", SECTION, "has your 🐦 collect 💎 and 🌿", _instruct,
              "instruct grebe -- 6d6 (5, 3, 1, 2, 6, 4) = 21"),
)  # fmt: skip
