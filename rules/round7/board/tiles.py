"""Ruleset sections Fives, Looping and Master of Your Fate: what spaces do by their number alone.

Landing on a space whose number is divisible by five brings poents. Coming to or past the lowest
space on one's turn brings poents and lets Numbers grow. Decisions: that counts for a player on
their own turn that they began on a primary space, once for each advance, whether by a roll or a
Number. It happens on the way, before the landing.

Landing on a multiple of seven lets one buy a Number of one's movement roll. Decisions: the chance
is there once for each landing on one's own turn, until that turn ends; a player who lands there
before their movement roll has to make that first. A roll of two dice may give a Number above six;
it stays so until it increases.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.common.notation import NumberAt
from rules.common.sections import by_rule, in_play
from rules.round7 import numbers
from rules.round7.board.features import BoardSection
from rules.round7.items import poent
from rules.round7.state import FIRST, Context
from rules.round7.turns.turns import is_turn, require_turn
from wikibot.game.state import Offer
from wikibot.game.verbs import unlisted
from wikibot.sdk import How, Implementation, Refused, Verb
from wikibot.wikitext.messages import say

FIVES, LOOPING = "Fives", "Looping"
MASTER_OF_YOUR_FATE, MASTER = "Master of Your Fate", "master of your fate"
_DIVISOR = NumberAt(FIVES, r"divisible by (\w+)")
_FOR_FIVES = NumberAt(FIVES, r"gain (\w+) poents")
_FOR_LOOPING = NumberAt(LOOPING, r"gain (\w+) poents")
_INCREASE = NumberAt(LOOPING, r"increase by (\w+)")
_GRANT = NumberAt(LOOPING, r"Number of (\w+)")
_MULTIPLE = NumberAt(MASTER_OF_YOUR_FATE, r"multiple of (\w+)")


def reward_fives(act: Context, who: str, space: int) -> None:
    """Reward a player who lands on a space with such a number."""
    if in_play(act.book, FIVES) and space % act.book.derived(_DIVISOR) == 0:
        poent.change(act, who, act.book.derived(_FOR_FIVES))


def pass_by(act: Context, who: str, way: Sequence[int]) -> None:
    """Reward an advance along a way that comes to or past the lowest space."""
    turn = act.state.turn
    on_turn = turn is not None and is_turn(act.state, who) and isinstance(turn.start, int)
    if FIRST in way and on_turn and in_play(act.book, LOOPING):
        poent.change(act, who, act.book.derived(_FOR_LOOPING))
        numbers.increase(act, who, act.book.derived(_INCREASE))
        numbers.grant(act, who, act.book.derived(_GRANT))


def offer_number(act: Context, who: str, space: int) -> None:
    """Offer a Number to a player who lands on a space with such a number on their turn."""
    if not in_play(act.book, MASTER_OF_YOUR_FATE) or not is_turn(act.state, who):
        return
    if space % act.book.derived(_MULTIPLE):
        return
    asks = f"`{MASTER}`: a Number of your movement roll, for as many poents, on this turn"
    act.offer(who, Offer(MASTER), asks, None)
    roll = act.state.turn.roll if act.state.turn else None
    what = (
        say(" of their movement roll")
        if roll is None
        else say(" {} for {}", roll, poent.poents(roll))
    )
    act.say("{} may get a Number{} with `{}`", who, what, MASTER)


def _master(act: Context) -> None:
    rule = MASTER_OF_YOUR_FATE
    turn = require_turn(act, "become master of your fate", rule)
    act.take_up(MASTER, "you have not landed on such a space on this turn", rule)
    if turn.roll is None:
        why = say("you have made no movement roll on this turn")
        raise Refused(why, rule=rule, remedy="`move` first.")
    poent.pay(act, turn.roll, say("a Number {}", turn.roll))
    numbers.grant(act, act.player, turn.roll)


VERBS = by_rule(
    MASTER_OF_YOUR_FATE,
    Verb(MASTER, MASTER, MASTER, "gets you a Number of your movement roll, for as many poents",
         _master, available=lambda act: bool(act.offered(MASTER)), phrases=(
             "become|be|use|master (master) (of) (your|my) fate",
             "?master|fate fate|master",
             f"buy|gain|get|take {{rolled}} => {MASTER}",
             f"buy|gain|get|take {{rolled}} for|with|at {{number}} poents|poent => {MASTER}",
             f"pay|spend {{rolled:2}} (poents|poent) to|and gain|get|buy {{rolled}} => {MASTER}",
             f"spend|pay|use {{rolled:2}} (poents|poent) for {{rolled}} => {MASTER}",
         )),
    Verb("master", "master", "master", "short for the same", _master, available=unlisted),
)  # fmt: skip
RULES = BoardSection(
    __name__,
    implements=(
        Implementation(FIVES,
                       says="landing on a space whose number is divisible by five brings poents",
                       waits="landing on such a space"),
        Implementation(LOOPING,
                       says="coming to or past the lowest space on one's turn brings poents and "
                            "lets Numbers grow",
                       waits="coming past the lowest space"),
        Implementation(MASTER_OF_YOUR_FATE, How.ASKS,
                       says="some spaces let one buy a Number of one's movement roll",
                       waits="`master`, and landing on such a space"),
    ),
    verbs=VERBS, tiles=(reward_fives, offer_number),
)  # fmt: skip
