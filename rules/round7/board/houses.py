"""Ruleset section Houses: a player's house on a space takes poents from players who land there.

Decisions: houses stand on primary spaces. Nothing changes hands where the owner lands, has left the
game or is in the Gulag. A player with fewer poents than the power of the house pays all they have;
with none (or less) they pay nothing.
"""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.common.sections import in_play
from rules.round7 import naming
from rules.round7.board.features import BoardSection, FeatureType, Landing
from rules.round7.board.game_board import on_board
from rules.round7.items import poent
from rules.round7.state import Context
from rules.round7.turns.turns import require_turn
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.game.verbs import unlisted
from wikibot.sdk import How, Implementation, Refused, Verb, deed, gain, under

SECTION = "Houses"
ITEM = "House"
_POWER = NumberAt(SECTION, r"power is (\w+)")


def land(landing: Landing, _space: int, feature: str) -> None:
    """Pay the owner of a house."""
    act, who, house = landing.act, landing.who, naming.house(feature)
    if house is None or not in_play(act.book, SECTION) or house.owner == who:
        return
    if house.owner not in act.state.players:
        act.say("{} belongs to no present player", feature)
        return
    rent = min(house.power, max(act.state.players[who].poents, 0))
    if rent:
        act.say("{} takes its rent", feature)
        poent.transfer(act, who, house.owner, rent)


def build(act: Context) -> None:
    """Put a house of the acting player's possession on their space."""
    act.book.require(SECTION)
    require_turn(act, "add a House", SECTION)
    space = act.me.space
    if not on_board(act.state, space):
        raise Refused("no House can stand at {}", space, rule=SECTION)
    hold_renamed(act.book, f"Shop: {ITEM}")
    if act.me.count(ITEM) < 1:
        raise Refused("you have no House", rule=SECTION, remedy="A Shop sells them.")
    there = next((each for each in act.state.features.get(space, ()) if naming.house(each)), None)
    if there:
        raise Refused("{} stands on {} already", there, space, rule=SECTION)
    house = naming.House(act.player, act.book.derived(_POWER))
    act.state = naming.with_feature(gain(act.state, act.player, ITEM, -1), space, str(house))
    act.say("{} stands on {}", house, space)


VERBS = under(
    SECTION,
    Verb("build house", "build house", "build house", "puts one of your Houses on your space",
         build, available=lambda act: act.me.count(ITEM) > 0, phrases=(
             "build|place|put|add|construct|erect|set (up|down|one) house (here)",
             "build|place|put|add|construct|erect|set one of houses (here)",
             "build|place|put|add|construct|erect (one) house on|at|in space|here",
             "build|place|put|add|construct|erect one of houses on|at|in space|here",
             "build|place|put|add|construct|erect (one) house on|at|in {own space} => build house",
             "use house",
         ), deeds=(
             deed("house", "build place put construct erect add",
                  may="down up here one on field space"),
             deed("house", "here"),
         )),
    Verb("place house", "place house", "place house", "the same", build, available=unlisted),
)  # fmt: skip


RULES = BoardSection(
    __name__,
    (Implementation(SECTION, How.ASKS),),
    VERBS,
    features=(FeatureType(naming.HOUSE, "h", "orange", 5, land),),
)
