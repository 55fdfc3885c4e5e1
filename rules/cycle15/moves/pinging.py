"""Ruleset section Players, the ping: landing on a space with somebody who sat out this phase and the last.

Whoever lands there may ping them: the other is granted something to get going, the one who pings a
Shurdle. Only the later ruleset has it. Decision: the choice stays open until the phase ends; each
idle player can be pinged once for each landing.
"""

from __future__ import annotations

from rules.common.players import SECTION
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board.effects import May
from rules.cycle15.board.places import others_on
from rules.cycle15.moves.moved import moved_last_phase, moved_this_phase
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Refused
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.verbs import Shape, Verb
from wikibot.wikitext.plain import plain

PING = "ping"
WAKE, THANKS = "Time Bean Chili", "Shurdle"


def pings(book: Rulebook) -> bool:
    """Whether the page knows pings."""
    return book.has(SECTION) and f"granted a {THANKS}" in plain(book.unit(SECTION).text)


def idle(state: State, name: str) -> bool:
    """Whether a player moved neither in this phase nor in the last."""
    return not moved_this_phase(state, name) and not moved_last_phase(state, name)


def offer(act: ActionContext[State], who: str, space: int) -> None:
    """Offer a ping for each idle player whom somebody lands on."""
    if not act.book.derived(pings):
        return
    for name in others_on(act.state, who, space):
        if idle(act.state, name):
            act.book.require(SECTION)
            May(PING, f"{name} gains a {WAKE}, you a {THANKS}", name)(act, who, space)


def _ping(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    if not act.book.derived(pings):
        raise Refused("the ruleset page knows no pings", rule=SECTION)
    name = act.resolve(act.subject, tuple(act.state.players), "player")
    remedy = "Land on their space when they moved neither in this phase nor in the last."
    act.take_up(PING, f"{name} is not yours to ping", SECTION, remedy, about=name)
    if not idle(act.state, name):
        raise Refused(f"{name} has moved meanwhile", rule=SECTION)
    grant(act, name, WAKE)
    grant(act, act.player, THANKS)


VERBS = (
    Verb(PING, "ping PLAYER", "ping Bob", "wakes a player who sat out, after landing on their space", _ping,
         Shape.SUBJECT, available=lambda act: bool(act.offered(PING))),
)  # fmt: skip
