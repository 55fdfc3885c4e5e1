"""Ruleset sections Party, Dancing and Combos: party time, and what it brings to moves.

A second start ends the party. Dancing: landing among others grants all there one item for each
other player. Combos: players who rolled the same number may each combo for a treat. Decisions: the
first words of section Party are a cry, not a rule: it is not a party time until a player starts
one. For combos rolls of movement in the same phase count; an offer arises for both players, stays
open until the phase ends, and a player has one at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.common.sections import Section, in_play
from rules.cycle15.belongings import possessions
from rules.cycle15.belongings.garbage import grant_random
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board.space_type import OfferVerb, taking_up
from rules.cycle15.board.spaces import players_on
from rules.cycle15.state import Context
from wikibot.game.state import offers
from wikibot.sdk import How, Implementation, replace

PARTY, DANCING, COMBOS = "Party", "Dancing", "Combos"
FOR_DANCING, FOR_COMBOS = "Time Bean Chili", "Party Pizza"
COMBO = "combo"
OFFER = OfferVerb(COMBO, f"{FOR_COMBOS} and a random item")


def start(act: Context) -> None:
    """Start a party, which ends the one that is going on."""
    act.book.require(PARTY)
    act.state = replace(act.state, party=not act.state.party)
    act.say("it is party time" if act.state.party else "the party is over")


def dance(act: Context, who: str, space: int) -> None:
    """Let the players on a space dance with the one who landed there."""
    if not act.state.party:
        return
    dancers = players_on(act.state, space)
    if len(dancers) > 1 and in_play(act.book, DANCING):
        for name in dancers:
            grant(act, name, FOR_DANCING, len(dancers) - 1, "for dancing")
        for owner, _ in possessions.on(act.state, space):
            possessions.receive(act, owner, FOR_DANCING, len(dancers) - 1)


def offer_combos(act: Context, who: str, faces: Sequence[int]) -> None:
    """Offer a combo to a player who has just rolled, and to all who rolled the same number."""
    if not act.state.party or not faces:
        return
    partners = dict.fromkeys(
        move.player
        for move in act.state.moves
        if move.player != who
        and move.player in act.state.players
        and any(face in faces for face in move.faces)
    )
    if partners and in_play(act.book, COMBOS):
        for name in (who, *partners):
            if not offers(act.state, name, COMBO):
                OFFER(act, name, act.state.players[name].location)


def _combo(act: Context) -> None:
    grant(act, act.player, FOR_COMBOS)
    grant_random(act, act.player)


_VERB = taking_up(
    COMBO, COMBOS, _combo, "takes the treat for a number that another player rolled too",
    example="combo -- 1d98 (5) = 5", why_not="no other player rolled a number that you rolled",
    remedy="It takes a party and a shared number.",
    phrases=("combo (up) with|alongside {other} => combo",
             "take|claim|get|do (my|the|a) combo"),
)  # fmt: skip
RULES = Section(
    implements=(
        Implementation(PARTY, waits="whatever starts a party",
                       says="whether it is party time; a second start ends it"),
        Implementation(DANCING, waits="landing among others at party time",
                       says="at party time, landing among others grants all there an item each"),
        Implementation(COMBOS, How.ASKS, waits="rolls at party time that others share",
                       says="at party time, players who rolled the same number may combo"),
    ),
    verbs=(_VERB,),
)  # fmt: skip
