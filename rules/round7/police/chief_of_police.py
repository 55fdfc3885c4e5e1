"""Ruleset section Chief of Police: the Cop Car and the three ways to deal with it.

A player who lands on it chooses before their turn ends; otherwise they admit fault. Decisions: one
who lands on it on another's turn has until the end of their own next one. The two dice of a fight
may be stated as one roll of two. A movement roll of four counts as such with two dice (by their
total) and with a Number, too; the car comes after the landing has taken effect, so it is not a
landing on the car. A player who lands on it again before they have chosen chooses once. A car that
is gone does not come back, and no choice is due any more. Dice that show the same do nothing.
"""

from __future__ import annotations

import re

from rules.common.notation import NumberAt
from rules.common.players import set_player
from rules.common.sections import in_play, settled
from rules.round7 import naming, numbers
from rules.round7.board.features import BoardSection, FeatureType, Landing
from rules.round7.items import poent
from rules.round7.items.poent import poents
from rules.round7.naming import COP_CAR
from rules.round7.state import JAIL, Context, State
from rules.round7.turns import frontier
from rules.round7.turns.turns import finish, is_turn
from wikibot.game.state import Offer, offers, settle
from wikibot.game.verbs import Shape, Verb, one_order
from wikibot.sdk import How, Implementation, NamesSlot, Pending, Refused, Rulebook, deed, replace
from wikibot.wikitext.messages import say

SECTION = "Chief of Police"
ADMIT, BRIBE, FIGHT = "admit fault", "bribe", "fight"
_SPACE = NumberAt(SECTION, r"space (\d+) has this")
_HEALTH = NumberAt(SECTION, r"starts at (\d+)")
_SIDES = NumberAt(SECTION, r"two (\w+)[- ]sided dice")
_BRIBE = NumberAt(SECTION, r"losing (\w+) poents")
_BRIBE_HEALTH = NumberAt(SECTION, r"gains (\w+) health")
_BRIBE_LEAST = NumberAt(SECTION, r"bribe[^*]*?fewer than (\w+) poents")
_WIN = NumberAt(SECTION, r"the player gains (\w+) poents and the officer loses")
_DAMAGE = NumberAt(SECTION, r"officer loses (\w+) health")
_LOSS = NumberAt(SECTION, r"they lose (\w+) poents and move")
_FIGHT_LEAST = NumberAt(SECTION, r"fight the officer[\s\S]*?fewer than (\w+) poents")
_REWARD = NumberAt(SECTION, r"gains (\w+) poents and the Cop Car ceases")
_THE_OFFICER = re.compile(r"^(?:the |with the )?(?:officer|cop car|car)\b", re.IGNORECASE)
_FOR_OFFICER = re.compile(r"\s+(?:for|as) the officer(?:['’]s)?(?: roll)?\W*$", re.IGNORECASE)
_ROLL = NumberAt(SECTION, r"rolls an? (\w+) on their turn")


def first_space(book: Rulebook) -> int | None:
    """Where the car stands at first; None where no rule says so."""
    return book.derived(_SPACE) if settled(book, SECTION, _SPACE) else None


def first_health(book: Rulebook) -> int | None:
    """Its health at first."""
    return book.derived(_HEALTH) if settled(book, SECTION, _HEALTH) else None


def facing(state: State, who: str) -> Pending | None:
    """The choice that a player still has to make."""
    return next(iter(offers(state, who, ADMIT)), None)


def land(landing: Landing, _space: int, _feature: str) -> None:
    """Put the choice to a player."""
    act, who = landing.act, landing.who
    if in_play(act.book, SECTION) and facing(act.state, who) is None:
        asks = f"`{ADMIT}`, `{BRIBE}` or `{FIGHT}`, before your turn ends (else you admit fault)"
        act.offer(who, Offer(ADMIT), asks, None)
        act.say("{} meets the Cop Car: {}", who, asks)


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
    frontier.refuse_while_waiting(act)
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
    poent.change(act, act.player, -act.book.derived(_BRIBE))
    _health(act, act.book.derived(_BRIBE_HEALTH))
    if is_turn(act.state, act.player):
        finish(act)


def _fight(act: Context) -> None:
    _choose(act, "fight", _FIGHT_LEAST)
    officer, player = _rolls(act)
    act.take_up(ADMIT, "", SECTION)
    act.say("the officer has {}, {} {}", officer, act.player, player)
    if player > officer:
        poent.change(act, act.player, act.book.derived(_WIN))
        _health(act, -act.book.derived(_DAMAGE))
    elif player < officer:
        poent.change(act, act.player, -act.book.derived(_LOSS))
        to_jail(act, act.player)


def _rolls(act: Context) -> tuple[int, int]:
    """The officer's roll and the player's; one Number replaces the player's, two replace both."""
    said = _THE_OFFICER.sub("", act.subject)
    for_officer = _FOR_OFFICER.search(said)
    text = said[: for_officer.start()] if for_officer else said
    sides = act.book.derived(_SIDES)
    given = numbers.instead_of_rolls(act, text, 1 if for_officer else 2, sides=sides, beside=1)
    theirs, mine = (*given, None, None)[:2]
    if len(given) == 1 and not for_officer:
        theirs, mine = mine, theirs
    return _face(act, "the officer", theirs), _face(act, "the player", mine)


def _face(act: Context, label: str, number: int | None) -> int:
    """What a die shows, or the Number that is used in its place."""
    if number is None:
        return act.roll(1, act.book.derived(_SIDES), label)[0]
    numbers.refuse_for_roll(act, label)
    return number


def _health(act: Context, by: int) -> None:
    """Change the car's health; at zero it is gone."""
    before = act.state.cop_health
    health = (act.book.derived(_HEALTH) if before is None else before) + by
    act.state = replace(act.state, cop_health=health)
    act.say("the Cop Car has health {}", health)
    at = naming.where(act.state, COP_CAR)
    if health <= 0 and at is not None:
        left = tuple(each for each in act.state.pending if each.what != Offer(ADMIT))
        gone = naming.without_feature(act.state, at, COP_CAR)
        act.state = replace(gone, cop_health=0, pending=left)
        act.say("the Cop Car is no more")
        poent.change(act, act.player, act.book.derived(_REWARD))


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
_CHOOSE = "(choose|option|pick|take)"
_ADMITTING = (
    f"{_CHOOSE} a (admit) (fault)",
    "choose|pick|take option a",
    "guilty as charged",
    "my fault|bad|mistake",
    "{option a} => admit fault",
)
_BRIBING = (
    f"{_CHOOSE} b (bribe)",
    "choose|pick|take option b",
    "pay bribe|officer|cop",
    "?officer|cop poents|poent|money|cash",
)
_FIGHTING = (
    f"{_CHOOSE} c",
    "choose|pick|take option c",
    "fight (officer|cop|police) with|using {own number} => fight with {own number}",
    "?cop|officer|him {own number} => fight with {own number}",
    "use {own number} to fight (officer|cop|police) => fight with {own number}",
)
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
         deeds=(deed("fight attack punch", may=f"back c {_COP}", never="not no"),),
         inputs=("fight", "fight with {own number}", "fight with {own number} for the officer")),
)  # fmt: skip


RULES = BoardSection(
    __name__,
    (
        Implementation(
            SECTION, How.ASKS,
            waits="meeting the Cop Car, and what is done then",
        ),
    ),
    VERBS, slots=lambda *_: {"option a": NamesSlot(("a",))},
    features=(FeatureType(COP_CAR, "!", "blue", 1, land),),
)  # fmt: skip
