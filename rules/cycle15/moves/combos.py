"""Ruleset section Combos: at party time, players who rolled the same number may each combo for a treat.

Decisions: rolls of movement in the same phase count. Whoever rolls a number that somebody else
rolled makes an offer arise for both; it stays open until the phase ends, and a player has one at a
time.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.common.sections import in_play
from rules.cycle15.belongings.garbage import grant_random
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board.effects import May
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.state import offers
from wikibot.game.verbs import Verb

SECTION = "Combos"
COMBO = "combo"
REWARD = "Party Pizza"
IMPLEMENTS = (Implementation(SECTION, How.ASKS),)
OFFER = May(COMBO, f"{REWARD} and a random item")


def offer(act: ActionContext[State], who: str, faces: Sequence[int]) -> None:
    """Offer a combo to a player who has just rolled, and to everybody who rolled one of the same numbers."""
    if not act.state.party or not faces:
        return
    partners = dict.fromkeys(
        move.player
        for move in act.state.moves
        if move.player != who
        and move.player in act.state.players
        and any(face in faces for face in move.faces)
    )
    if partners and in_play(act.book, SECTION):
        for name in (who, *partners):
            if not offers(act.state, name, COMBO):
                OFFER(act, name, act.state.players[name].location)


def _combo(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    act.take_up(
        COMBO,
        "nobody rolled a number that you rolled",
        SECTION,
        "It takes a party and a shared number.",
    )
    grant(act, act.player, REWARD)
    grant_random(act, act.player)


VERBS = (
    Verb(COMBO, COMBO, "combo -- 1d98 (5) = 5", "takes the treat for a number that another player rolled too",
         _combo, available=lambda act: bool(act.offered(COMBO))),
)  # fmt: skip
