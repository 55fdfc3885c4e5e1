"""What follows on landing: pings, dancing, the space's own effect, its next pseudo-type.

Decision on the order, which the rules leave open: what depends on who stands there comes first,
then the effect of the space, then the change of a category's pseudo-type. A space that an item
makes Blank for this move is not a category in it.

The ping is of ruleset section Players, in the later ruleset only: a player who lands on a space may
ping those there who sat out this phase and the last. They are granted something to get going, the
one who pings a Shurdle. Decision: the choice stays open until the phase ends; each idle player can
be pinged once for each landing.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.common.notation import Says
from rules.common.players import SECTION as PLAYERS
from rules.common.sections import CLOCK, PHASE, Section
from rules.cycle15 import party
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board.categories import after_landing
from rules.cycle15.board.space_type import OfferVerb
from rules.cycle15.board.spaces import others_on
from rules.cycle15.moves.path import is_ignored, kind_at
from rules.cycle15.state import Context, State
from wikibot.sdk import Refused, Shape, Verb
from wikibot.wikitext.messages import say

PING = "ping"
WAKE, THANKS = "Time Bean Chili", "Shurdle"
PINGS = Says(PLAYERS, f"granted a {THANKS}")  # as the later ruleset does


def land(act: Context, who: str, space: int, ignoring: Sequence[str] = ()) -> None:
    """Let everything happen that landing on a space brings about."""
    kind = kind_at(act, space, ignoring)
    _offer_pings(act, who, space)
    party.dance(act, who, space)
    ignored = bool(ignoring) and is_ignored(act.state.spaces[space], ignoring)
    if kind.landing:
        kind.landing(act, who, space)
    if not ignored:
        after_landing(act, space)


# -- who has moved ---------------------------------------------------------------------------------


def moved_this_phase(state: State, name: str) -> bool:
    """Whether a player moved in this phase, in whatever way."""
    return state.phase in state.players[name].moved or any(
        move.player == name for move in state.moves
    )


def moved_last_phase(state: State, name: str) -> bool:
    """Whether a player moved in the phase before this one."""
    return state.phase - 1 in state.players[name].moved


# -- pings -----------------------------------------------------------------------------------------


def idle(state: State, name: str) -> bool:
    """Whether a player moved neither in this phase nor in the last."""
    return not moved_this_phase(state, name) and not moved_last_phase(state, name)


def _offer_pings(act: Context, who: str, space: int) -> None:
    """Offer a ping for each idle player on the space."""
    if not act.book.derived(PINGS):
        return
    for name in others_on(act.state, who, space):
        if idle(act.state, name):
            act.book.require(PLAYERS)
            OfferVerb(PING, f"{name} gains a {WAKE}, you a {THANKS}", name)(act, who, space)


def _ping(act: Context) -> None:
    act.book.require(PLAYERS)
    if not act.book.derived(PINGS):
        raise Refused("the ruleset page knows no pings", rule=PLAYERS)
    name = act.resolve(act.subject, tuple(act.state.players), "player")
    remedy = say("Land on their space when they moved neither in this phase nor in the last.")
    act.take_up(PING, say("{} is not yours to ping", name), PLAYERS, remedy, about=name)
    if not idle(act.state, name):
        raise Refused("{} has moved meanwhile", name, rule=PLAYERS)
    grant(act, name, WAKE)
    grant(act, act.player, THANKS)


RULES = Section(
    verbs=(
        Verb(PING, "ping PLAYER", "ping Bob",
             "wakes a player who sat out, after landing on their space", _ping, Shape.SUBJECT,
             available=lambda act: bool(act.offered(PING)),
             phrases=("wake|poke|nudge|notify|alert (up) {other}", "wake {other} up",
                      "send (a) ping to {other}", "ping|poke (to) {other}"),
             needs=(CLOCK, PHASE)),
    ),
)  # fmt: skip
