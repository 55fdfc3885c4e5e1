"""Ruleset section Gulag: players who miss two of their turns in a row take none until they rejoin.

Decisions: a turn is missed when its time ran out without anything done on it; ending it by word is
no miss. Rejoining puts one on the lowest space, which counts as landing but not as moving. What
waited for the player before lapsed when their turn ended.
"""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.common.players import set_player
from rules.common.proceedings import happen
from rules.common.sections import Section
from rules.round7.board.features import land
from rules.round7.state import GULAG, Context
from rules.round7.turns import turns
from wikibot.sdk import Implementation, Refused, Shape, Verb, deed, replace
from wikibot.wikitext.messages import say

SECTION = "Gulag"
SENT = "somebody is sent to the Gulag"  # an event
_MISSES = NumberAt(SECTION, r"misses (\w+) of their own turns")
_SPACE = NumberAt(SECTION, r"placed on space (\w+)")


def turn_ends(act: Context, who: str, *, missed: bool) -> None:
    """Count missed turns in a row when a turn ends; too many send its player away."""
    player = act.state.players[who]
    count = player.missed + 1 if missed else 0
    if missed:
        act.say("{} missed their turn", who)
    set_player(act, player.name, missed=count)
    if missed:
        happen(
            act,
            SENT,
            SECTION,
            lambda: send(act, who),
            who,
            say("whether {} is in the Gulag now", who),
        )


def send(act: Context, who: str) -> None:
    """Send a player away who has missed too many turns in a row."""
    player = act.state.players.get(who)
    if player and player.missed >= act.book.derived(_MISSES):
        set_player(act, player.name, space=GULAG, failures=0, missed=0)
        act.say("{} is in the {} and takes no turns until they `rejoin`", who, GULAG)


def rejoin(act: Context) -> None:
    """Bring the acting player back, at the end of the order."""
    act.book.require(SECTION)
    act.take_no_words()
    if act.me.space != GULAG:
        raise Refused("you are not in the Gulag", rule=SECTION)
    me = act.me
    others = {name: each for name, each in act.state.players.items() if name != me.name}
    act.state = replace(act.state, players={**others, me.name: me})
    land(act, me.name, act.book.derived(_SPACE), moved=False)
    if act.state.turn is None:
        turns.begin(act, me.name, act.now)


VERBS = (
    Verb("rejoin", "rejoin", "rejoin", "brings you back from the Gulag", rejoin, Shape.TEXT,
         available=lambda act: act.me.space == GULAG, phrases=(
             "rejoin|join (game|again)",
             "out of gulag",
             "leave|escape (from) gulag",
             "play again",
         ), deeds=(
             deed("rejoin", may="gulag me let"),
             deed("back return come", may="gulag game i'm am coming", never="to go"),
         )),
)  # fmt: skip


RULES = Section(
    __name__,
    (Implementation(SECTION, waits="turns that are missed, `rejoin`"),),
    VERBS,
)
