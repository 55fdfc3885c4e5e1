"""Ruleset section Befriend a Grebe: a banished player without a 🐦 may win one over from the Obelisk.

Decision: with no 🐦 at the Obelisk there is nobody to befriend, so the task cannot be performed.
"""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.cycle14.components import GREBES
from rules.cycle14.possessions import OBELISK, held, transfer
from rules.cycle14.state import State
from rules.cycle14.tasks.pools import roll_pool, successes
from rules.cycle14.tasks.task import task_verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Refused
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Befriend a Grebe"
ENOUGH, TARGET = (
    NumberAt(SECTION, r"at least (\d+) \d+\+"),
    NumberAt(SECTION, r"at least \d+ (\d+)\+"),
)
IMPLEMENTS = (Implementation(SECTION),)


def _befriend(act: ActionContext[State], experience: int) -> None:
    if act.me.banished is None:
        raise Refused(
            f"{act.player} is not banished, and only a banished player can befriend a 🐦",
            rule=SECTION,
        )
    if act.me.count(GREBES):
        raise Refused(f"{act.player} has a 🐦 already", rule=SECTION)
    if not held(act.state, OBELISK, GREBES):
        raise Refused("the Obelisk has no 🐦", rule=SECTION)
    faces = roll_pool(act, SECTION, experience)
    if successes(faces, act.book.derived(TARGET)) >= act.book.derived(ENOUGH):
        transfer(act, OBELISK, act.player, GREBES, 1)


VERBS = (
    task_verb(
        "befriend grebe",
        SECTION,
        "wins over a 🐦 of the Obelisk",
        _befriend,
        "befriend grebe -- 1d10 (7) = 7",
    ),
)
