"""Ruleset section Gulag: players who miss two of their turns in a row take none until they rejoin.

Decisions: a turn is missed when its time ran out without anything done on it; ending it by word is
no miss. Rejoining puts one on the lowest space, which counts as landing but not as moving. What
waited for the player before lapsed when their turn ended.

Ruleset section Jail: one roll a turn to get out, and a way out for a poent after two failures.

Decisions: a turn counts as a failure when the roll was made and missed; a turn in Jail without a
roll breaks the row. A player who gets out is placed on the space that the section names, which
counts as landing but not as moving, and may then still make the movement roll of that turn; back in
Jail on the same turn, they do not roll again. The poent is lost, not paid, so that no player is too
poor for it.

Ruleset section Chief of Police: the Cop Car and the three ways to deal with it.

A player who lands on it chooses before their turn ends; otherwise they admit fault. Decisions: one
who lands on it on another's turn has until the end of their own next one. The two dice of a fight
may be stated as one roll of two. A movement roll of four counts as such with two dice (by their
total) and with a Number, too; the car comes after the landing has taken effect, so it is not a
landing on the car. A player who lands on it again before they have chosen chooses once. A car that
is gone does not come back, and no choice is due any more. Dice that show the same do nothing.
"""

from __future__ import annotations

import re

from rules.common.players import set_player
from rules.common.proceedings import happen
from rules.common.sections import DiceOf, NumberAt, Section, in_play, read_once
from rules.round7 import naming, possessions, turns
from rules.round7.board import BoardSection, FeatureType, Landing, land
from rules.round7.naming import COP_CAR
from rules.round7.possessions import poents
from rules.round7.state import GULAG, JAIL, Context, State
from rules.round7.turns import ROLLING, finish, is_turn, require_turn, with_turn
from wikibot.game.actions import Shape, Verb, one_order, under
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.state import Offer, offers, settle
from wikibot.sdk import Held, NamesSlot, Pending, Refused, Rulebook, deed, integer, plain, replace
from wikibot.wikitext.messages import retold, say
from wikibot.wikitext.regex import regex

# == gulag =========================================================================================

GULAG_SECTION = "Gulag"
SENT = "somebody is sent to the Gulag"  # an event
_MISSES = NumberAt(GULAG_SECTION, r"misses (\w+) of their own turns")
_GULAG_SPACE = NumberAt(GULAG_SECTION, r"placed on space (\w+)")


def turn_ends_in_gulag(act: Context, who: str, *, missed: bool) -> None:
    """Count missed turns in a row when a turn ends; too many send its player away."""
    player = act.state.players[who]
    count = player.missed + 1 if missed else 0
    if missed:
        act.say("{} missed their turn", who)
    set_player(act, player.name, missed=count)
    if missed:
        what = say("whether {} is in the Gulag now", who)
        happen(act, SENT, GULAG_SECTION, lambda: send(act, who), who, what)


def send(act: Context, who: str) -> None:
    """Send a player away who has missed too many turns in a row."""
    player = act.state.players.get(who)
    if player and player.missed >= act.book.derived(_MISSES):
        set_player(act, player.name, space=GULAG, failures=0, missed=0)
        act.say("{} is in the {} and takes no turns until they `rejoin`", who, GULAG)


def rejoin(act: Context) -> None:
    """Bring the acting player back, at the end of the order."""
    act.book.require(GULAG_SECTION)
    act.take_no_words()
    if act.me.space != GULAG:
        raise Refused("you are not in the Gulag", rule=GULAG_SECTION)
    me = act.me
    others = {name: each for name, each in act.state.players.items() if name != me.name}
    act.state = replace(act.state, players={**others, me.name: me})
    land(act, me.name, act.book.derived(_GULAG_SPACE), moved=False)
    if act.state.turn is None:
        turns.begin(act, me.name, act.now)


GULAG_VERBS = (
    Verb("rejoin", "rejoin", "rejoin", "brings you back from the Gulag", rejoin, Shape.TEXT,
         available=lambda act: act.me.space == GULAG, phrases=(
             "rejoin|join (game|again)", "out of gulag", "leave|escape (from) gulag", "play again",
         ), deeds=(
             deed("rejoin", may="gulag me let"),
             deed("back return come", may="gulag game i'm am coming", never="to go"),
         )),
)  # fmt: skip


ON_GULAG = Section(
    __name__, (Implementation(GULAG_SECTION, waits="turns that are missed, `rejoin`"),), GULAG_VERBS
)


# == jail ==========================================================================================

JAIL_SECTION = "Jail"
ESCAPE, PAY = "escape", "pay to escape"
LABEL = "getting out of Jail"
_DICE = DiceOf(JAIL_SECTION)
_ENOUGH = NumberAt(JAIL_SECTION, r"escape jail (\w+) turns in a row")
_JAIL_SPACE = NumberAt(JAIL_SECTION, r"(?:placed|put) on space (\w+)")
_PRICE = NumberAt(JAIL_SECTION, r"lose (\w+) poent")
_LUCKY = regex(r"rolls (?P<faces>\d+(?:(?:, | or |, or )\d+)*)", re.IGNORECASE)
_FROM = regex(r"^(?:(?:from|out of)\s+)?(?:the\s+)?jail\b", re.IGNORECASE)
_BY_PAYING = regex(r"\b(?:pay|paying|for)\b", re.IGNORECASE)


@read_once
def lucky(book: Rulebook) -> tuple[int, ...]:
    """The rolls that lead out of Jail."""
    found = _LUCKY.search(plain(book.unit(JAIL_SECTION).text))
    if not found:
        raise Held(JAIL_SECTION, "it says in no form that is read which rolls lead out")
    return tuple(map(integer, re.findall(r"\d+", found["faces"])))


def turn_ends_in_jail(act: Context, who: str) -> None:
    """A turn without a roll breaks the row of failures."""
    player, turn = act.state.players[who], act.state.turn
    if player.failures and not (turn and turn.tried):
        set_player(act, player.name, failures=0)


def _jailed(act: Context) -> None:
    act.book.require(JAIL_SECTION)
    if act.me.space != JAIL:
        raise Refused("you are not in Jail", rule=JAIL_SECTION)


def _out(act: Context) -> None:
    set_player(act, act.player, failures=0)
    land(act, act.player, act.book.derived(_JAIL_SPACE), moved=False)


def _escape(act: Context) -> None:
    if _BY_PAYING.search(act.subject):
        _pay(act)
        return
    _jailed(act)
    turn = require_turn(act, "roll to get out of Jail", JAIL_SECTION)
    if turn.tried:
        why = say("you have rolled to get out on this turn")
        remedy = say("Try again on your next turn.")
        raise Refused(why, rule=JAIL_SECTION, remedy=remedy)
    dice = act.book.derived(_DICE)
    given = possessions.instead_of_rolls(act, _FROM.sub("", act.subject), 1, sides=dice.sides)
    if given:
        possessions.refuse_for_roll(act, LABEL)
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
    turn = require_turn(act, "leave Jail for a price", JAIL_SECTION)
    enough, failures = act.book.derived(_ENOUGH), act.me.failures  # on turns before this one
    failures -= 1 if turn.tried and failures else 0
    if failures < enough:
        why = say("only after {} turns in a row without getting out; so far {}", enough, failures)
        remedy = say("`{}` with a roll, if you have not rolled on this turn.", ESCAPE)
        raise Refused(why, rule=JAIL_SECTION, remedy=remedy)
    price = act.book.derived(_PRICE)
    act.say("{} leaves Jail for {}", act.player, poents(price))
    possessions.change(act, act.player, -price)
    _out(act)


def _in_jail(act: Context) -> bool:
    return bool(act.me.space == JAIL)


_ESCAPING = ("escape (from) (jail|prison) with|using|by {own number} => escape with {own number}",)
JAIL_VERBS = under(
    JAIL_SECTION,
    Verb(ESCAPE, "escape [with Number N]", "escape -- 1d6 (5) = 5", "rolls to get out of Jail",
         _escape, Shape.TEXT, available=_in_jail, means=one_order, phrases=_ESCAPING,
         deeds=(deed("escape break", may="attempt try breaking of free jail prison out from"),
                deed("leave get break let", "jail prison out", may="me us from", never="pay"),
                *possessions.for_a_roll("escape jail prison cell break leave free",
                                        "out bars lock door get", "escape with"), ROLLING),
         inputs=("escape", "escape with {own number}")),
    Verb(PAY, PAY, PAY, "gets you out of Jail for a poent after failing often enough", _pay,
         available=lambda act: _in_jail(act) and act.me.failures > 0,
         deeds=(deed("pay lose spend give buy here's", "escape out leave fine freedom way",
                     may="poent poents one 1 jail prison get me let walk", never="not no"),
                deed("poent poents fee fine bail", "freedom release bail fine fee",
                     may="one 1", never="not no"))),
)  # fmt: skip


ON_JAIL = Section(
    __name__,
    (Implementation(JAIL_SECTION, How.ASKS, reads=(lucky,), waits="the end of turns in Jail"),),
    JAIL_VERBS,
)


# == chief of police ===============================================================================

SECTION = "Chief of Police"
ADMIT, BRIBE, FIGHT = "admit fault", "bribe", "fight"
FIRST_SPACE = NumberAt(SECTION, r"space (\d+) has this")  # of the car
FIRST_HEALTH = NumberAt(SECTION, r"starts at (\d+)")
_SIDES = NumberAt(SECTION, r"two (\w+)[- ]sided dice")
_BRIBE = NumberAt(SECTION, r"losing (\w+) poents")
_BRIBE_HEALTH = NumberAt(SECTION, r"gains (\w+) health")
_BRIBE_LEAST = NumberAt(SECTION, r"bribe[^*]*?fewer than (\w+) poents")
_WIN = NumberAt(SECTION, r"the player gains (\w+) poents and the officer loses")
_DAMAGE = NumberAt(SECTION, r"officer loses (\w+) health")
_LOSS = NumberAt(SECTION, r"they lose (\w+) poents and move")
_FIGHT_LEAST = NumberAt(SECTION, r"fight the officer[\s\S]*?fewer than (\w+) poents")
_REWARD = NumberAt(SECTION, r"gains (\w+) poents and the Cop Car ceases")
_THE_OFFICER = regex(r"^(?:the |with the )?(?:officer|cop car|car)\b", re.IGNORECASE)
_FOR_OFFICER = regex(r"\s+(?:for|as) the officer(?:['’]s)?(?: roll)?\W*$", re.IGNORECASE)
_ROLL = NumberAt(SECTION, r"rolls an? (\w+) on their turn")


def facing(state: State, who: str) -> Pending | None:
    """The choice that a player still has to make."""
    return next(iter(offers(state, who, ADMIT)), None)


def land_on_cop_car(landing: Landing, _space: int, _feature: str) -> None:
    """Put the choice to a player."""
    act, who = landing.act, landing.who
    if in_play(act.book, SECTION) and facing(act.state, who) is None:
        asks = f"`{ADMIT}`, `{BRIBE}` or `{FIGHT}`, before your turn ends (else you admit fault)"
        act.offer(who, Offer(ADMIT), asks, None)
        act.say("{} meets the Cop Car: {}", who, retold(asks))


def admit_by_default(act: Context, who: str) -> None:
    """What becomes of a choice that was not made when the turn ends."""
    if facing(act.state, who):
        act.say("{} made no choice about the Cop Car", who)
        _admit_fault(act, who)


def to_jail(act: Context, who: str) -> None:
    """Move a player to Jail."""
    set_player(act, who, space=JAIL)
    act.say("{} is in {}", who, JAIL)


def _admit_fault(act: Context, who: str) -> None:
    pending = facing(act.state, who)
    act.state = settle(act.state, pending) if pending else act.state
    to_jail(act, who)


def _choose(act: Context, what: str, least: NumberAt | None = None) -> None:
    """Refuse a choice that the acting player does not have, or has too few poents for."""
    act.book.require(SECTION)
    turns.refuse_while_waiting(act)
    if facing(act.state, act.player) is None:
        remedy = say("Land on the Cop Car first.")
        raise Refused("there is no officer for you to {}", what, rule=SECTION, remedy=remedy)
    if least and act.me.poents < act.book.derived(least):
        needed = poents(act.book.derived(least))
        why = say(
            "you cannot {} the officer with fewer than {}; you have {}", what, needed, act.me.poents
        )
        raise Refused(why, rule=SECTION)


def _admit(act: Context) -> None:
    _choose(act, "admit fault to")
    _admit_fault(act, act.player)


def _bribe(act: Context) -> None:
    act.take_no_words()
    _choose(act, "bribe", _BRIBE_LEAST)
    act.take_up(ADMIT, "", SECTION)
    possessions.change(act, act.player, -act.book.derived(_BRIBE))
    _health(act, act.book.derived(_BRIBE_HEALTH))
    if is_turn(act.state, act.player):
        finish(act)


def _fight(act: Context) -> None:
    _choose(act, "fight", _FIGHT_LEAST)
    # The officer's roll and the player's; one Number replaces the player's, two replace both.
    said = _THE_OFFICER.sub("", act.subject)
    for_officer = _FOR_OFFICER.search(said)
    text = said[: for_officer.start()] if for_officer else said
    sides = act.book.derived(_SIDES)
    given = possessions.instead_of_rolls(act, text, 1 if for_officer else 2, sides=sides, beside=1)
    theirs, mine = (*given, None, None)[:2]
    if len(given) == 1 and not for_officer:
        theirs, mine = mine, theirs
    officer, player = (_face(act, "the officer", theirs), _face(act, "the player", mine))
    act.take_up(ADMIT, "", SECTION)
    act.say("the officer has {}, {} {}", officer, act.player, player)
    if player > officer:
        possessions.change(act, act.player, act.book.derived(_WIN))
        _health(act, -act.book.derived(_DAMAGE))
    elif player < officer:
        possessions.change(act, act.player, -act.book.derived(_LOSS))
        to_jail(act, act.player)


def _face(act: Context, label: str, number: int | None) -> int:
    """What a die shows, or the Number that is used in its place."""
    if number is None:
        return act.roll(1, act.book.derived(_SIDES), label)[0]
    possessions.refuse_for_roll(act, label)
    return number


def _health(act: Context, by: int) -> None:
    """Change the car's health; at zero it is gone."""
    before = act.state.cop_health
    health = (act.book.derived(FIRST_HEALTH) if before is None else before) + by
    act.state = replace(act.state, cop_health=health)
    act.say("the Cop Car has health {}", health)
    at = naming.where(act.state, COP_CAR)
    if health <= 0 and at is not None:
        left = tuple(each for each in act.state.pending if each.what != Offer(ADMIT))
        gone = naming.without_feature(act.state, at, COP_CAR)
        act.state = replace(gone, cop_health=0, pending=left)
        act.say("the Cop Car is no more")
        possessions.change(act, act.player, act.book.derived(_REWARD))


def follow(act: Context, who: str, roll: int) -> None:
    """Let the car come to a player who rolled its number for movement, once they have moved."""
    space, at = act.state.players[who].space, naming.where(act.state, COP_CAR)
    if not in_play(act.book, SECTION) or roll != act.book.derived(_ROLL):
        return
    if at is not None and at != space and isinstance(space, int):
        gone = naming.without_feature(act.state, at, COP_CAR)
        act.state = naming.with_feature(gone, space, COP_CAR)
        act.say("the Cop Car comes to {}", space)


def _faced(act: Context) -> bool:
    return facing(act.state, act.player) is not None


_COP = "officer cop police policeman him her them i'll i choose option pick"
_CHOOSE = "(choose|pick|take) (option)"
_ADMITTING = (
    f"{_CHOOSE} a (admit) (fault)", "guilty as charged",
    "admit|confess|own (to) (up) (it|that|everything|guilt)", "my fault|bad|mistake",
    "{option a} => admit fault",
)  # fmt: skip
_BRIBING = (
    f"{_CHOOSE} b (bribe)", "pay bribe|officer|cop",
    "pay|give|slip|hand|offer|here's|here {bribe price} poents|poent officer|cop|police => bribe",
)  # fmt: skip
_FIGHTING = (
    f"{_CHOOSE} c",
    "fight (officer|cop|police) with|using {own number} => fight with {own number}",
)  # fmt: skip
VERBS = (
    Verb(ADMIT, ADMIT, ADMIT, "takes you from the Cop Car to Jail", _admit, available=_faced,
         phrases=_ADMITTING,
         deeds=(deed("admit guilty plead", may=f"fault guilt it a {_COP}"),
                deed("jail", "go going", may="i'll"))),
    Verb(BRIBE, "bribe", "bribe", "pays the officer of the Cop Car and ends your turn", _bribe,
         Shape.TEXT, available=_faced, phrases=_BRIBING,
         deeds=(deed("bribe", may=f"pay offer give b {_COP}", never="not no"),)),
    Verb(FIGHT, "fight [with Number N[ for the officer]]", "fight -- 2d6 (3, 5) = 8",
         "fights the officer: first their die, then yours", _fight, Shape.TEXT, available=_faced,
         means=one_order, phrases=_FIGHTING,
         deeds=(deed("fight attack punch", may=f"back c {_COP}", never="not no"),
                *possessions.for_a_roll("fight attack punch", _COP, "fight with")),
         inputs=("fight", "fight with {own number}", "fight with {own number} for the officer")),
)  # fmt: skip


RULES = BoardSection(
    __name__,
    (Implementation(SECTION, How.ASKS, waits="meeting the Cop Car, and what is done then"),),
    VERBS,
    slots=lambda state, book, player: {
        "option a": NamesSlot(("a",)),
        "bribe price": NamesSlot((str(book.derived(_BRIBE)),)),
    },
    features=(FeatureType(COP_CAR, "!", "blue", 1, land_on_cop_car),),
)
