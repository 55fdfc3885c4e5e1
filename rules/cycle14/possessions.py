"""Ruleset section Items: what players, the Obelisk and the storehouse gain, lose and hand over.

Decision: a loss beyond what an owner has takes all that there is; rules that ask for a sufficient
amount refuse before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.common.sections import Section
from rules.cycle14 import components as in_phrases
from rules.cycle14.components import GREBES, KNOWN, UNITS, aspect_of, components, of_one
from rules.cycle14.components import SECTION as COMPONENTS
from rules.cycle14.state import Context, Owner, Place, State
from wikibot.game.ruleset.rulebook import Aspects
from wikibot.sdk import Bears, Held, Implementation, Refused, gain, replace

SECTION = "Items"
OBELISK, STOREHOUSE = Place.OBELISK, Place.STOREHOUSE


def _all_items(state: State) -> object:
    owners = {name: player.items for name, player in state.players.items() if player.items}
    return owners, state.obelisk.items, state.storehouse


def _ones(name: str) -> Callable[[State], object]:
    """Who has how many of one component."""

    def found(state: State) -> object:
        owners = {
            who: mine
            for who, player in state.players.items()
            if (mine := of_one(player.items, name))
        }
        return owners, of_one(state.obelisk.items, name), of_one(state.storehouse, name)

    return found


ASPECTS: Aspects = {  # what of a state a held section keeps from changing
    "items": _all_items,
    "grebes": lambda state: state.obelisk.items.get(GREBES, 0),
    **{aspect_of(name): _ones(name) for name in KNOWN.names},
    "the end": lambda state: (state.winners, state.lost),
}


def with_items(items: Mapping[str, int], item: str, more: int) -> dict[str, int]:
    """Items with some more (or less) of one; never a zero."""
    total = items.get(item, 0) + more
    rest = {name: count for name, count in items.items() if name != item or total}
    return {**rest, item: total} if total else rest


def owned(state: State, who: Owner, item: str) -> int:
    """How many of an item an owner has: a player by name, the Obelisk or the storehouse."""
    return items_of(state, who).get(item, 0)


def items_of(state: State, who: Owner) -> Mapping[str, int]:
    """All that an owner has."""
    if isinstance(who, str):
        return state.players[who].items
    return state.obelisk.items if who is OBELISK else state.storehouse


def put(state: State, who: Owner, item: str, more: int) -> State:
    """The state in which an owner has so many more of an item."""
    if isinstance(who, str):
        return gain(state, who, item, more)
    if who is OBELISK:
        return replace(
            state, obelisk=replace(state.obelisk, items=with_items(state.obelisk.items, item, more))
        )
    return replace(state, storehouse=with_items(state.storehouse, item, more))


def require_settled(act: Context, item: str) -> None:
    """Hold what gives a component whose line on the list of components was reworded, or is gone."""
    unit = UNITS.get(item)
    problem = act.book.obstacle(unit) if unit and act.book.has(COMPONENTS) else None
    if unit and problem is not None:
        raise (
            problem
            if isinstance(problem, Held)
            else Held(unit, "it is not on the list of components any more")
        )


def grant(act: Context, who: Owner, item: str, count: int = 1) -> None:
    """Let an owner gain some of an item."""
    if count > 0:
        require_settled(act, item)
        act.state = put(act.state, who, item, count)
        act.say(
            "{} gains {} (now {})", who, _counted(act, item, count), owned(act.state, who, item)
        )


def revoke(act: Context, who: Owner, item: str, count: int = 1) -> int:
    """Let an owner lose some of an item, as far as it has them; how many it lost."""
    count = min(count, owned(act.state, who, item))
    if count > 0:
        act.state = put(act.state, who, item, -count)
        act.say(
            "{} loses {} (now {})", who, _counted(act, item, count), owned(act.state, who, item)
        )
    return max(count, 0)


def transfer(act: Context, giver: Owner, taker: Owner, item: str, count: int) -> int:
    """Hand over some of an item, as far as the giver has them; how many."""
    count = min(count, owned(act.state, giver, item))
    if count > 0:
        require_settled(act, item)
        act.state = put(put(act.state, giver, item, -count), taker, item, count)
        act.say("{} from {} to {}", _counted(act, item, count), giver, taker)
    return max(count, 0)


def require(act: Context, cost: Mapping[str, int], rule: str) -> None:
    """Refuse where the acting player has not enough for a cost."""
    lacking = {item: count for item, count in cost.items() if act.me.count(item) < count}
    if lacking:
        known = components(act.book)
        have = ", ".join(known.count(item, act.me.count(item)) for item in lacking)
        raise Refused(
            "{} would be needed, {} has {}", known.amount(lacking), act.player, have, rule=rule
        )


def pay(act: Context, cost: Mapping[str, int], rule: str) -> None:
    """Let the acting player part with a cost, or refuse."""
    require(act, cost, rule)
    for item, count in cost.items():
        revoke(act, act.player, item, count)


def _counted(act: Context, item: str, count: int) -> str:
    return components(act.book).count(item, count)


RULES = Section(
    __name__,
    (
        Implementation(SECTION, people="whose an item is where that is unclear",
                       bears=Bears(changes=("items",)),
                       says="players own items; they are created when gained and destroyed when "
                            "lost"),
    ),
    slots=in_phrases.slots, lists=in_phrases.lists,
)  # fmt: skip
