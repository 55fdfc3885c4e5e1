"""Ruleset section Jail: one roll a turn to get out, and a way out for a poent after two failures.

Decisions: a turn counts as a failure when the roll was made and missed; a turn in Jail without a
roll breaks the row. A player who gets out is placed on the space that the section names, which
counts as landing but not as moving, and may then still make the movement roll of that turn; back in
Jail on the same turn, they do not roll again. The poent is lost, not paid, so that no player is too
poor for it.
"""

from __future__ import annotations

import re

from rules.common.notation import DiceOf, NumberAt, read_once
from rules.common.players import set_player
from rules.common.sections import Section
from rules.round7 import numbers
from rules.round7.board.features import land
from rules.round7.items import poent
from rules.round7.items.poent import poents
from rules.round7.state import JAIL, Context, Turn
from rules.round7.turns.turns import ROLLING, require_turn, with_turn
from wikibot.game.verbs import Shape, Verb, one_order, under
from wikibot.sdk import Held, How, Implementation, Refused, Rulebook, deed, integer, plain
from wikibot.wikitext.messages import say

SECTION = "Jail"
ESCAPE, PAY = "escape", "pay to escape"
LABEL = "getting out of Jail"
_DICE = DiceOf(SECTION)
_ENOUGH = NumberAt(SECTION, r"escape jail (\w+) turns in a row")
_SPACE = NumberAt(SECTION, r"(?:placed|put) on space (\w+)")
_PRICE = NumberAt(SECTION, r"lose (\w+) poent")
_LUCKY = re.compile(r"rolls (?P<faces>\d+(?:(?:, | or |, or )\d+)*)", re.IGNORECASE)
_FROM = re.compile(r"^(?:(?:from|out of)\s+)?(?:the\s+)?jail\b", re.IGNORECASE)
_BY_PAYING = re.compile(r"\b(?:pay|paying|for)\b", re.IGNORECASE)


@read_once
def lucky(book: Rulebook) -> tuple[int, ...]:
    """The rolls that lead out of Jail."""
    found = _LUCKY.search(plain(book.unit(SECTION).text))
    if not found:
        raise Held(SECTION, "it says in no form that is read which rolls lead out")
    return tuple(map(integer, re.findall(r"\d+", found["faces"])))


def turn_ends(act: Context, who: str) -> None:
    """A turn without a roll breaks the row of failures."""
    player, turn = act.state.players[who], act.state.turn
    if player.failures and not (turn and turn.tried):
        set_player(act, player.name, failures=0)


def _jailed(act: Context) -> None:
    act.book.require(SECTION)
    if act.me.space != JAIL:
        raise Refused("you are not in Jail", rule=SECTION)


def _out(act: Context) -> None:
    set_player(act, act.player, failures=0)
    land(act, act.player, act.book.derived(_SPACE), moved=False)


def _escape(act: Context) -> None:
    if _BY_PAYING.search(act.subject):
        _pay(act)
        return
    _jailed(act)
    turn = require_turn(act, "roll to get out of Jail", SECTION)
    if turn.tried:
        why, remedy = (
            say("you have rolled to get out on this turn"),
            say("Try again on your next turn."),
        )
        raise Refused(why, rule=SECTION, remedy=remedy)
    dice = act.book.derived(_DICE)
    given = numbers.instead_of_rolls(act, _FROM.sub("", act.subject), 1, sides=dice.sides)
    if given:
        numbers.refuse_for_roll(act, LABEL)
    roll = given[0] if given else sum(act.roll(dice.count, dice.sides, LABEL))
    with_turn(act, tried=True)
    if roll in lucky(act.book):
        act.say("{} gets out of Jail with {}", act.player, roll)
        _out(act)
    else:
        set_player(act, act.player, failures=act.me.failures + 1)
        act.say("{} stays in Jail with {}", act.player, roll)


def _pay(act: Context) -> None:
    _jailed(act)
    turn = require_turn(act, "leave Jail for a price", SECTION)
    enough, failures = act.book.derived(_ENOUGH), _failures_before(act, turn)
    if failures < enough:
        why = say("only after {} turns in a row without getting out; so far {}", enough, failures)
        remedy = say("`{}` with a roll, if you have not rolled on this turn.", ESCAPE)
        raise Refused(why, rule=SECTION, remedy=remedy)
    price = act.book.derived(_PRICE)
    act.say("{} leaves Jail for {}", act.player, poents(price))
    poent.change(act, act.player, -price)
    _out(act)


def _failures_before(act: Context, turn: Turn) -> int:
    """On how many turns in a row before this one the acting player failed."""
    failures: int = act.me.failures
    return failures - 1 if turn.tried and failures else failures


def _in_jail(act: Context) -> bool:
    return bool(act.me.space == JAIL)


_OUT = "(out) (of) (jail|prison)"
_ESCAPING = (
    f"roll|attempt to|for escape|get|leave|break {_OUT}",
    "escape (from) (jail|prison) with|using|by {own number} => escape with {own number}",
    "?{own number} lock|door|bars|cell|free|escape => escape with {own number}",
    f"use {{own number}} to|and escape|get|break|leave {_OUT} => escape with {{own number}}",
)
_PAYING = (
    f"pay|lose|spend|give (1|one) poent|poents to|and escape|get|leave|go {_OUT}",
    "?poent|poents guard|guards|door|gate|jailer|warden|freedom|out",
)
VERBS = under(
    SECTION,
    Verb(ESCAPE, "escape [with Number N]", "escape -- 1d6 (5) = 5", "rolls to get out of Jail",
         _escape, Shape.TEXT, available=_in_jail, means=one_order, phrases=_ESCAPING,
         deeds=(deed("escape break", may="attempt try breaking of free jail prison out from"),
                deed("leave get break let", "jail prison out", may="me us from", never="pay"),
                ROLLING),
         inputs=("escape", "escape with {own number}")),
    Verb(PAY, PAY, PAY, "gets you out of Jail for a poent after failing often enough", _pay,
         available=lambda act: _in_jail(act) and act.me.failures > 0, phrases=_PAYING,
         deeds=(deed("pay lose spend give buy here's", "escape out leave fine freedom way",
                     may="poent poents one 1 jail prison get me let", never="not no"),)),
)  # fmt: skip


RULES = Section(
    __name__,
    (
        Implementation(SECTION, How.ASKS, reads=(lucky,),
                       waits="the end of turns in Jail"),
    ),
    VERBS,
)  # fmt: skip
