"""Ruleset section Pot Synthesis: 🪨 and 💎 become one more pot in the greenhouse, by a cost that grows with the pots.

Decision: a part of the cost that would be below nothing is nothing.
"""

from __future__ import annotations

from dataclasses import replace

from rules.cycle14.possessions import pay
from rules.cycle14.state import Pot, State
from rules.cycle14.tasks.combining import cost
from rules.cycle14.tasks.task import task_verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Pot Synthesis"
IMPLEMENTS = (Implementation(SECTION),)


def _synthesise(act: ActionContext[State], experience: int) -> None:
    del experience
    pay(act, cost(act.book, SECTION, {"M": len(act.state.pots)}), SECTION)
    taken = [pot.id for pot in act.state.pots]
    number = next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)
    act.state = replace(act.state, pots=(*act.state.pots, Pot(number)))
    act.say(f"the greenhouse has {len(act.state.pots)} pots")


VERBS = tuple(
    task_verb(name, SECTION, "adds a pot to the greenhouse", _synthesise)
    for name in ("synthesise pot", "synthesize pot")
)
