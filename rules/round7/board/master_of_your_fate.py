"""Ruleset section Master of Your Fate: some spaces let one buy a Number of one's movement roll.

Decisions: the chance is there once for each landing on one's own turn, until that turn ends;
whoever lands there before their movement roll has to make that first. A roll of two dice may give a
Number above six; it stays so until it increases.
"""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.common.sections import Section, in_play
from rules.round7.items import numbers, poent
from rules.round7.state import Context
from rules.round7.turns.turns import is_turn, require_turn
from wikibot.game.problems import Refused
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.state import Offer
from wikibot.game.verbs import Shape, Verb, unlisted

SECTION = "Master of Your Fate"
MASTER = "master of your fate"
_MULTIPLE = NumberAt(SECTION, r"multiple of (\w+)")


def land(act: Context, who: str, space: int) -> None:
    """Offer the Number to a player who lands on such a space on their turn."""
    if (
        not in_play(act.book, SECTION)
        or space % act.book.derived(_MULTIPLE)
        or not is_turn(act.state, who)
    ):
        return
    act.offer(
        who,
        Offer(MASTER),
        f"`{MASTER}`: a Number of your movement roll, for as many poents, on this turn",
        None,
    )
    roll = act.state.turn.roll if act.state.turn else None
    what = (
        "a Number of their movement roll"
        if roll is None
        else f"a Number {roll} for {poent.poents(roll)}"
    )
    act.say(f"{who} may get {what} with `{MASTER}`")


def _master(act: Context) -> None:
    act.book.require(SECTION)
    turn = require_turn(act, "become master of your fate", SECTION)
    act.take_up(MASTER, "you have not landed on such a space on this turn", SECTION)
    if turn.roll is None:
        raise Refused(
            "you have made no movement roll on this turn", rule=SECTION, remedy="`move` first."
        )
    poent.pay(act, turn.roll, f"a Number {turn.roll}")
    numbers.grant(act, act.player, turn.roll)


def _open(act: Context) -> bool:
    return bool(act.offered(MASTER))


VERBS = (
    Verb(MASTER, MASTER, MASTER, "gets you a Number of your movement roll, for as many poents",
         _master, available=_open),
    Verb("master", "master", "master", "short for the same", _master, Shape.BARE,
         available=unlisted),
)  # fmt: skip


RULES = Section(
    __doc__,
    (
        Implementation(SECTION, How.ASKS, reads=(_MULTIPLE,),
                       waits="`master`, and landing on such a space"),
    ),
    VERBS,
)  # fmt: skip
