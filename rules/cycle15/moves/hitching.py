"""Bringing along whom a player hitched with an item: they move as far as that player did, by that player's choices."""

from __future__ import annotations

import re

from rules.cycle15.moves.companions import BRING
from rules.cycle15.moves.movement import Terms, carry_out
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.orders import split_words
from wikibot.game.problems import Refused
from wikibot.game.state import Kind, Pending, settle
from wikibot.game.verbs import Shape, Verb
from wikibot.wikitext.numerals import integer

RULE = "Garbage: Get Hitched (like a train kthx)"


def _offers(act: ActionContext[State]) -> tuple[Pending, ...]:
    mine = (p for p in act.state.pending if p.player == act.player and p.kind is Kind.OFFER)
    return tuple(p for p in mine if p.text.startswith(f"{BRING} "))


def _bring(act: ActionContext[State]) -> None:
    subject = re.sub(r"\s+\d+$", "", act.subject)  # as the offer itself is written
    name = act.resolve(subject, tuple(act.state.players), "player")
    found = next(
        (p for p in _offers(act) if re.fullmatch(rf"{BRING} {re.escape(name)} \d+", p.text)), None
    )
    if found is None:
        raise Refused(
            f"{name} is not yours to bring along",
            rule=RULE,
            remedy="Move first, with them hitched.",
        )
    act.state = settle(act.state, found)
    act.split_answers(split_words)
    carry_out(
        act, name, Terms(count=integer(found.text.rpartition(" ")[2]), alone=True, by=act.player)
    )


VERBS = (
    Verb(BRING, "bring PLAYER: SPACES", "bring Bob: 4 5 6", "lets a player whom you hitched move as far as you did",
         _bring, Shape.SUBJECT, available=lambda act: bool(_offers(act))),
)  # fmt: skip
