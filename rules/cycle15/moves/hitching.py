"""Bringing along whom a player hitched with an item: they move as far as that player did, by that player's choices."""

from __future__ import annotations

import re

from rules.cycle15.moves.companions import BRING
from rules.cycle15.moves.movement import Terms, carry_out
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.orders import split_words
from wikibot.game.verbs import Shape, Verb

RULE = "Garbage: Get Hitched (like a train kthx)"


def _bring(act: ActionContext[State]) -> None:
    subject = re.sub(r"\s+\d+$", "", act.subject)  # as the offer itself is written
    name = act.resolve(subject, tuple(act.state.players), "player")
    why_not, remedy = f"{name} is not yours to bring along", "Move first, with them hitched."
    taken = act.take_up(BRING, why_not, RULE, remedy, about=name)
    act.split_answers(split_words)
    carry_out(act, name, Terms(count=taken.count, alone=True, by=act.player))


VERBS = (
    Verb(BRING, "bring PLAYER: SPACES", "bring Bob: 4 5 6", "lets a player whom you hitched move as far as you did",
         _bring, Shape.SUBJECT, available=lambda act: bool(act.offered(BRING))),
)  # fmt: skip
