"""What each effect of a sentence does, in the order of the words.

Decisions: an effect that names a player or thing that there is not (a tie for the most, an empty
table) does nothing, and says so; the others happen. Drawn things become items. A row that is
created stands at the end of its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rules.generic import owners as fields
from rules.generic.owners import Owner
from rules.generic.play.changes import gain, lose, put, transfer
from rules.generic.play.costs import check_costs
from rules.generic.play.deeds import DEEDS, draw_of_it
from rules.generic.play.moving import advance, move
from rules.generic.play.rows import create, destroy
from rules.generic.play.scene import Scene
from rules.generic.play.values import amount, holds, how_many, one, owner_of, owners, value
from rules.generic.state import PLAYERS
from rules.plain import tree
from wikibot.game.problems import Missing, Problem
from wikibot.sdk import Held, Refused, replace

MOST_DRAWN = 100  # things drawn in one go
_YES, _NO = "yes", "no"


def perform(scene: Scene, effects: Iterable[Any]) -> None:
    """Let effects happen one after the other."""
    for effect in effects:
        for each in scene.instead(effect):
            _EFFECTS[type(each)](scene, each)


# -- amounts ---------------------------------------------------------------------------------------


def _gain(scene: Scene, node: tree.Gain) -> None:
    for owner in owners(scene, node.who):
        gain(scene, owner, node.what, _for(scene, owner, node))


def _lose(scene: Scene, node: tree.Lose) -> None:
    for owner in owners(scene, node.who):
        number = None if node.amount is None else _for(scene, owner, node)
        lose(scene, owner, node.what, number, must=node.must)


def _for(scene: Scene, owner: Owner, node: tree.Gain | tree.Lose) -> int:
    """An amount for an owner: where each player has one, it is their own."""
    them = owner.name if isinstance(node.who, tree.EachPlayer) else None
    with scene.about(them=them):
        return amount(scene, node.amount)


def _transfer(scene: Scene, node: tree.Transfer) -> None:
    givers, takers = owners(scene, node.giver), owners(scene, node.taker)
    for giver in givers:
        for taker in takers:
            number = None if node.amount is None else amount(scene, node.amount)
            transfer(scene, giver, taker, node.what, number, must=node.must)


def _swap(scene: Scene, node: tree.Swap) -> None:
    first, second = one(scene, node.one), one(scene, node.other)
    if first is None or second is None:
        return
    state, name = scene.state, node.field
    about, other = (fields.find_field(state, each.table, name) for each in (first, second))
    if about is None or other is None or about.name != other.name:
        raise Held(scene.told.rule, f"{first.name} and {second.name} do not both have a {name}")
    ours, theirs = fields.value(state, first, about), fields.value(state, second, other)
    with scene.without_landing(not node.lands):
        put(scene, first, about.name, theirs)
        put(scene, second, other.name, ours)


def _put(scene: Scene, node: tree.Put) -> None:
    for owner in _places(scene, node.place):
        put(scene, owner, node.place.name, value(scene, node.value))


def _add(scene: Scene, node: tree.Add) -> None:
    for owner in _places(scene, node.place):
        more = amount(scene, node.amount)
        before = how_many(scene, node.place)
        put(scene, owner, node.place.name, before - more if node.minus else before + more)
        scene.many = more


def _places(scene: Scene, place: tree.Place) -> Iterator[Owner]:
    """The owners of a place, one after the other; of each one its own place is meant meanwhile."""
    if not isinstance(place.owner, tree.EachPlayer | tree.EachThing):
        owner = owner_of(scene, place)
        yield from () if owner is None else (owner,)
        return
    for owner in owners(scene, place.owner):
        them = owner.name if owner.table == PLAYERS else None
        with scene.about(them=them, it=None if them else owner, each=(place.owner, owner)):
            yield owner


# -- dice and draws --------------------------------------------------------------------------------


def _roll(scene: Scene, node: tree.Roll) -> None:
    who = owners(scene, node.who) if node.who is not None else ()
    with scene.about(them=who[0].name if who else None):
        total = amount(scene, node.dice)
        if node.plus is not None:
            more = amount(scene, node.plus)
            scene.rolled = scene.many = total - more if node.minus else total + more
            scene.say(f"which makes {scene.rolled}")


def _contest(scene: Scene, node: tree.Contest) -> None:
    """Two players roll, and their slots are filled, but where they tie."""
    totals: dict[Owner, int] = {}
    for who in (*owners(scene, node.one), *owners(scene, node.other)):
        with scene.about(them=who.name):
            total = amount(scene, node.dice)
            totals[who] = total + (amount(scene, node.plus) if node.plus is not None else 0)
            if node.plus is not None:
                scene.say(f"which makes {totals[who]}")
    scene.slots.pop(node.winner, None)
    scene.slots.pop(node.loser, None)
    best, *rest = sorted(totals, key=totals.__getitem__, reverse=not node.low)
    scene.tied = not rest or totals[best] == totals[rest[0]]
    if scene.tied:
        scene.say("it is a tie")
    else:
        scene.slots[node.winner], scene.slots[node.loser] = best, rest[0]


def _called(scene: Scene, node: tree.Called) -> None:
    for who in owners(scene, node.who):
        scene.say(f"{scene.name(who.name)}is {node.word}")


def _draw(scene: Scene, node: tree.Draw) -> None:
    if isinstance(node.thing, tree.Same):
        draw_of_it(scene, node)
        return
    number = amount(scene, node.amount)
    if number > MOST_DRAWN:
        raise Refused(f"{number:,} things are too many to draw at once", rule=scene.told.rule)
    for who in owners(scene, node.who):
        for _ in range(number):
            scene.slots.pop(node.thing.slot, None)
            drawn = one(scene, node.thing)
            if drawn is not None:
                scene.slots[node.thing.slot] = drawn
                gain(scene, who, drawn.name, 1)


# -- winning ---------------------------------------------------------------------------------------


def win(scene: Scene, name: str) -> None:
    """Let a player win the game, once."""
    if name not in scene.state.winners:
        scene.act.state = replace(scene.act.state, winners=(*scene.state.winners, name))
        scene.say(f"{scene.name(name)}wins the game")


def _win(scene: Scene, node: tree.Win) -> None:
    for who in owners(scene, node.who):
        win(scene, who.name)


# -- several ---------------------------------------------------------------------------------------


def _if(scene: Scene, node: tree.If) -> None:
    perform(scene, node.then if holds(scene, node.condition) else node.otherwise)


def _for_each(scene: Scene, node: tree.ForPlayers | tree.ForThings) -> None:
    """For each of them "that many" is at first what it was before them all."""
    many = scene.many
    for each in owners(scene, node.who if isinstance(node, tree.ForPlayers) else node.thing):
        if each.name in fields.rows(scene.state, each.table):
            scene.many = many
            is_player = each.table == PLAYERS
            with scene.about(them=each.name if is_player else None, it=None if is_player else each):
                perform(scene, node.effects)


def _one_of(scene: Scene, node: tree.OneOf) -> None:
    """The doer's choice of what happens."""
    options = {str(number): each for number, each in enumerate(node.options, start=1)}
    asks = f"which of the {len(options)} results, by their numbers, to {scene.told.label}"
    scene.must_choose(asks)
    perform(scene, options[scene.act.choose(asks, tuple(options), rule=scene.told.rule)])


def _may(scene: Scene, node: tree.May) -> None:
    """What may be left; it is not asked where it cannot be done."""
    if not _can(scene, node):
        return
    asks = f"do you want to ({scene.told.label})"
    scene.must_choose(asks)
    if scene.act.choose(asks, (_YES, _NO), rule=scene.told.rule) == _YES:
        perform(scene, node.effects)


def _can(scene: Scene, node: tree.May) -> bool:
    """Whether the costs of what may be done are there."""
    try:
        check_costs(scene, node.effects)
    except Missing:
        return True
    except Problem:
        return False
    return True


_EFFECTS: Mapping[type, Callable[[Scene, Any], None]] = {
    tree.Gain: _gain,
    tree.Lose: _lose,
    tree.Transfer: _transfer,
    tree.Swap: _swap,
    tree.Move: move,
    tree.Advance: advance,
    tree.Put: _put,
    tree.Add: _add,
    tree.Roll: _roll,
    tree.Contest: _contest,
    tree.Called: _called,
    tree.Draw: _draw,
    tree.Create: create,
    tree.Destroy: destroy,
    tree.Win: _win,
    tree.NothingHappens: lambda scene, _: scene.say("nothing happens"),
    tree.If: _if,
    tree.OneOf: _one_of,
    tree.May: _may,
    tree.ForPlayers: _for_each,
    tree.ForThings: _for_each,
    **DEEDS,
}
