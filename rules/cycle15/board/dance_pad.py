"""Ruleset section Dance Pad: whoever lands there may start a party. Decision: until the phase ends."""

from __future__ import annotations

from rules.cycle15 import party
from rules.cycle15.board.effects import May
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.verbs import Verb

SECTION = "Dance Pad"
START = "start party"


def _start(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    act.take_up(START, "no dance pad is waiting for you", SECTION, "Land on a Dance Pad first.")
    party.start(act)


TYPES = (
    SpaceType(
        SECTION, "D", landing=May(START, "a party starts, or the one going on ends"), asks=True
    ),
)
VERBS = (
    Verb(START, START, START, "starts a party (or ends one), after landing on a Dance Pad", _start,
         available=lambda act: bool(act.offered(START))),
)  # fmt: skip
