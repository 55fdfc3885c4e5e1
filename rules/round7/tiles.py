"""Ruleset section Houses: a player's house on a space takes poents from players who land there.

Decisions: houses stand on primary spaces. Nothing changes hands where the owner lands, has left the
game or is in the Gulag. A player with fewer poents than the power of the house pays all they have;
with none (or less) they pay nothing.

Ruleset sections Fives, Looping and Master of Your Fate: what spaces do by their number alone.

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

from rules.common.sections import NumberAt, by_rule, in_play
from rules.round7 import naming, possessions
from rules.round7.board import BoardSection, FeatureType, Landing, on_board
from rules.round7.state import FIRST, Context
from rules.round7.turns import is_turn, require_turn
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.game.state import Offer
from wikibot.game.verbs import unlisted
from wikibot.sdk import How, Implementation, Refused, Verb, deed, gain, under
from wikibot.wikitext.messages import say

# == houses ========================================================================================

HOUSES = "Houses"
ITEM = "House"
_POWER = NumberAt(HOUSES, r"power is (\w+)")


def land_on_house(landing: Landing, _space: int, feature: str) -> None:
    """Pay the owner of a house."""
    act, who, house = landing.act, landing.who, naming.house(feature)
    if house is None or not in_play(act.book, HOUSES) or house.owner == who:
        return
    if house.owner not in act.state.players:
        act.say("{} belongs to no present player", feature)
        return
    rent = min(house.power, max(act.state.players[who].poents, 0))
    if rent:
        act.say("{} takes its rent", feature)
        possessions.transfer(act, who, house.owner, rent)


def build(act: Context) -> None:
    """Put a house of the acting player's possession on their space."""
    act.book.require(HOUSES)
    require_turn(act, "add a House", HOUSES)
    space = act.me.space
    if not on_board(act.state, space):
        raise Refused("no House can stand at {}", space, rule=HOUSES)
    hold_renamed(act.book, f"Shop: {ITEM}")
    if act.me.count(ITEM) < 1:
        raise Refused("you have no House", rule=HOUSES, remedy="A Shop sells them.")
    there = next((each for each in act.state.features.get(space, ()) if naming.house(each)), None)
    if there:
        raise Refused("{} stands on {} already", there, space, rule=HOUSES)
    house = naming.House(act.player, act.book.derived(_POWER))
    act.state = naming.with_feature(gain(act.state, act.player, ITEM, -1), space, str(house))
    act.say("{} stands on {}", house, space)


HOUSE_VERBS = under(
    HOUSES,
    Verb("build house", "build house", "build house", "puts one of your Houses on your space",
         build, available=lambda act: act.me.count(ITEM) > 0, phrases=(
             "build|place|put|add|construct|erect|set (up|down|one) house (here)",
             "build|place|put|add|construct|erect|set one of houses (here)",
             "build|place|put|add|construct|erect (one) house on|at|in space|here",
             "build|place|put|add|construct|erect one of houses on|at|in space|here",
             "build|place|put|add|construct|erect (one) house on|at|in {own space} => build house",
             "use house", "build|place|put|add|construct|erect it|house (down) (right) here",
             "build|place|put|add|construct|erect|set house of mine (up|down) (right) (here)",
         ), deeds=(
             deed("house", "build place put construct erect add",
                  may="down up here one on field space"),
             deed("house", "here"),
         )),
    Verb("place house", "place house", "place house", "the same", build, available=unlisted),
)  # fmt: skip


ON_HOUSES = BoardSection(
    __name__, (Implementation(HOUSES, How.ASKS),), HOUSE_VERBS,
    features=(FeatureType(naming.HOUSE, "h", "orange", 5, land_on_house),),
)  # fmt: skip


# == tiles =========================================================================================

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
        possessions.change(act, who, act.book.derived(_FOR_FIVES))


def pass_by(act: Context, who: str, way: Sequence[int]) -> None:
    """Reward an advance along a way that comes to or past the lowest space."""
    turn = act.state.turn
    on_turn = turn is not None and is_turn(act.state, who) and isinstance(turn.start, int)
    if FIRST in way and on_turn and in_play(act.book, LOOPING):
        possessions.change(act, who, act.book.derived(_FOR_LOOPING))
        possessions.increase(act, who, act.book.derived(_INCREASE))
        possessions.grant(act, who, act.book.derived(_GRANT))


def offer_number(act: Context, who: str, space: int) -> None:
    """Offer a Number to a player who lands on a space with such a number on their turn."""
    if not in_play(act.book, MASTER_OF_YOUR_FATE) or not is_turn(act.state, who):
        return
    if space % act.book.derived(_MULTIPLE):
        return
    asks = f"`{MASTER}`: a Number of your movement roll, for as many poents, on this turn"
    act.offer(who, Offer(MASTER), asks, None)
    roll = act.state.turn.roll if act.state.turn else None
    what = say(" of their movement roll")
    if roll is not None:
        what = say(" {} for {}", roll, possessions.poents(roll))
    act.say("{} may get a Number{} with `{}`", who, what, MASTER)


def _master(act: Context) -> None:
    rule = MASTER_OF_YOUR_FATE
    turn = require_turn(act, "become master of your fate", rule)
    act.take_up(MASTER, "you have not landed on such a space on this turn", rule)
    if turn.roll is None:
        why = say("you have made no movement roll on this turn")
        raise Refused(why, rule=rule, remedy="`move` first.")
    possessions.pay(act, turn.roll, say("a Number {}", turn.roll))
    possessions.grant(act, act.player, turn.roll)


VERBS = by_rule(
    MASTER_OF_YOUR_FATE,
    Verb(MASTER, MASTER, MASTER, "gets you a Number of your movement roll, for as many poents",
         _master, available=lambda act: bool(act.offered(MASTER)), phrases=(
             "become|be|use|master (master) (of) (your|my) fate", "?master|fate fate|master",
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
