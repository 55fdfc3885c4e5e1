"""Ruleset section Poent: players have poents, a few of them from joining for the first time on.

Decisions: a player who comes back after leaving starts with none, as the rule grants them the first
time only. Where a rule makes a player lose poents (not pay or hand them over), the number may go
below zero: it is an integer. Players in the Gulag gain and lose none.
"""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.common.players import set_player
from rules.common.sections import Section, in_play
from rules.round7.state import GULAG, Context, State
from wikibot.sdk import Bears, Implementation, Refused

SECTION = "Poent"
COMMERCE = "Commerce"
_FIRST = NumberAt(SECTION, r"has (\w+) poents")


def poents(number: int) -> str:
    """``1 poent``, ``2 poents``."""
    return f"{number} poent{'' if abs(number) == 1 else 's'}"


def first_poents(act: Context) -> int:
    """What a new player begins with; none where no rule says it."""
    return act.book.derived(_FIRST) if in_play(act.book, SECTION) else 0


def in_gulag(state: State, who: str) -> bool:
    """Whether a player is in the Gulag, where poents are neither gained nor lost."""
    return state.players[who].space == GULAG


def refuse_in_gulag(act: Context, what: str) -> None:
    """Refuse what cannot be done in the Gulag."""
    if act.me.space == GULAG:
        raise Refused("in the Gulag you cannot {}", what, rule=GULAG, remedy="Send `rejoin` first.")


def change(act: Context, who: str, number: int) -> bool:
    """Let a player gain poents (lose them, if the number is negative); whether it came about."""
    player = act.state.players[who]
    if in_gulag(act.state, who):
        act.say("{} is in the Gulag, so {} are neither gained nor lost", who, poents(abs(number)))
        return False
    set_player(act, player.name, poents=player.poents + number)
    act.say(f"{who} {'gains' if number >= 0 else 'loses'} {poents(abs(number))}")
    return True


def pay(act: Context, price: int, what: str) -> None:
    """Take a price from the acting player; refuse where they would go below zero."""
    held = act.me.poents
    if in_gulag(act.state, act.player):
        raise Refused(
            "in the Gulag no poents are lost, so nothing can be paid",
            rule=GULAG,
            remedy="`rejoin` first.",
        )
    if price and (held <= 0 or held < price):
        raise Refused("{} costs {}, you have {}", what, poents(price), held, rule=COMMERCE)
    change(act, act.player, -price)


def transfer(act: Context, giver: str, taker: str, number: int) -> bool:
    """Move poents between players, whole or not at all; whether it came about."""
    if in_gulag(act.state, giver) or in_gulag(act.state, taker):
        act.say("no poents go from {} to {}: the Gulag lets none through", giver, taker)
        return False
    if number > max(act.state.players[giver].poents, 0):
        act.say("{} does not have {} to give to {}", giver, poents(number), taker)
        return False
    return change(act, giver, -number) and change(act, taker, number)


RULES = Section(__name__, (Implementation(SECTION, bears=Bears(changes=("poents",))),))
