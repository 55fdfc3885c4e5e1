"""Effects of the words of things: what is selected, started, taken; what a coded game does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.generic import owners as fields
from rules.generic.owners import GAME
from rules.generic.play.changes import gain, owe, put, transfer
from rules.generic.play.scene import Scene
from rules.generic.play.values import amount, cell, one, owner_of, owners
from rules.plain import tree


def _select(scene: Scene, node: tree.Select) -> None:
    found = one(scene, node.thing)
    if found is not None:
        scene.say(f"{found.name} is selected")


def draw_of_it(scene: Scene, node: tree.Draw) -> None:
    """So many more, or fewer, of a thing that was selected before."""
    thing, number = one(scene, node.thing), amount(scene, node.amount)
    if thing is None:
        return
    for who in owners(scene, node.who):
        if number < 0:
            owe(scene, who, thing.name, -number)
        else:
            gain(scene, who, thing.name, number)


def _start(scene: Scene, node: tree.Start) -> None:
    if fields.find_field(scene.state, "", node.name) is not None:
        put(scene, GAME, node.name, True)


def _include(scene: Scene, node: tree.Include) -> None:
    """One more name in a cell that has several."""
    owner, thing = owner_of(scene, node.place), one(scene, node.thing)
    held = cell(scene, node.place)
    names = held if isinstance(held, tuple) else ()
    if owner is not None and thing is not None and thing.name not in names:
        put(scene, owner, node.place.name, (*names, thing.name))


def _take_all(scene: Scene, node: tree.TakeAll) -> None:
    giver, taker = one(scene, node.giver), one(scene, node.taker)
    if giver is None or taker is None or giver == taker:
        return
    for item in scene.may_go(giver.name):
        transfer(scene, giver, taker, item, None, must=False)


def _remind(scene: Scene, node: tree.Remind) -> None:
    for who in owners(scene, node.who):
        scene.say(f"{scene.name(who.name)}remember to {node.of}")


def _ping(scene: Scene, node: tree.Ping) -> None:
    for who in owners(scene, node.who):
        scene.say(f"please let {who.name} know")


def _by_the_game(scene: Scene, node: Any) -> None:
    """What the rules of a coded game have happen to each of some players or things."""
    number = getattr(node, "steps", getattr(node, "amount", None))
    for each in owners(scene, getattr(node, "who", None) or node.thing):
        scene.deed(node, each.name, None if number is None else amount(scene, number))


DEEDS: Mapping[type, Callable[[Scene, Any], None]] = {
    tree.Select: _select,
    tree.Start: _start,
    tree.Include: _include,
    tree.TakeAll: _take_all,
    tree.Remind: _remind,
    tree.Ping: _ping,
    tree.MoveAgain: _by_the_game,
    tree.NextMove: _by_the_game,
    tree.NextRoll: _by_the_game,
    tree.BecomeFor: _by_the_game,
    tree.Discard: lambda scene, node: scene.deed(node, "", None),
    tree.LandOn: _by_the_game,
    tree.Target: _by_the_game,
    tree.Amend: lambda scene, node: scene.deed(node, "", None),
}
