"""Ruleset section Garbage Pile: whoever lands there may take a random item of the rule Garbage.

Decision: the choice is open until the phase ends, however far the player has gone since.
"""

from __future__ import annotations

from rules.cycle15.belongings.garbage import grant_random
from rules.cycle15.board.effects import May
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.verbs import Verb

SECTION = "Garbage Pile"
TAKE = "take garbage"
TYPES = (
    SpaceType(SECTION, "G", landing=May(TAKE, "a random item of the Garbage table"), asks=True),
)


def _take(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    act.take_up(TAKE, "no garbage is waiting for you", SECTION, "Land on a Garbage Pile first.")
    grant_random(act, act.player, "from the garbage")


VERBS = (
    Verb(TAKE, TAKE, "take garbage -- 1d98 (21) = 21", "takes the random item that a Garbage Pile offers you", _take,
         available=lambda act: bool(act.offered(TAKE))),
)  # fmt: skip
