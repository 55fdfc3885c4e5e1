"""Fractal images, of the item Menger Sponge: where they stand, and what bears on them.

An image is not a player, but whatever bears on players bears on it. Decisions: that is what happens
to all players, and to the players on a space where it stands; what bears on a player who was
specified, selected or drawn bears on that player alone. Whether it moved last phase is as with its
owner. It owns nothing: what it would lose is not lost at all, and what it would gain its owner
gains as a jumbo item, which does what the item does but is not that item (a jumbo Crystal wins
nothing, and cannot be shattered).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.cycle15.belongings.effect import BARRIER, IMAGE, Effect
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.belongings.status_effects import add_effect, values
from rules.cycle15.state import JUMBO, Context, Player, State
from wikibot.sdk import replace, with_player


def owners(state: State, names: Iterable[str]) -> tuple[str, ...]:
    """Of these players those who own an image, once for each image."""
    return tuple(name for name in names for _ in places(state.players[name]))


def places(player: Player) -> tuple[int, ...]:
    """Where a player's images stand."""
    return values(player, IMAGE)


def on(state: State, *spaces: int) -> tuple[tuple[str, int], ...]:
    """The images on some spaces: whose, and where."""
    return tuple((name, here) for name, here in all_of(state) if here in spaces)


def all_of(state: State) -> tuple[tuple[str, int], ...]:
    """All images: whose, and where."""
    return tuple((name, here) for name, each in state.players.items() for here in places(each))


def stand(act: Context, owner: str, there: int) -> None:
    """Let an image of a player stand somewhere."""
    act.state = add_effect(act.state, owner, Effect(IMAGE, there))


def lift(act: Context, owner: str, here: int) -> None:
    """Take one image of a player from where it stands."""
    player: Player = act.state.players[owner]
    effects = list(player.effects)
    effects.remove(Effect(IMAGE, here))
    act.state = with_player(act.state, replace(player, effects=tuple(effects)))


def send(act: Context, spaces: Iterable[int], there: int) -> None:
    """Set all images on some spaces elsewhere, as the players there are; their order stays."""
    for owner, here in on(act.state, *spaces):
        shift(act, owner, here, there)


def shift(act: Context, owner: str, here: int, there: int) -> None:
    """Set one image of a player elsewhere."""
    player: Player = act.state.players[owner]
    effects = list(player.effects)
    effects[effects.index(Effect(IMAGE, here))] = Effect(IMAGE, there)
    act.state = with_player(act.state, replace(player, effects=tuple(effects)))
    act.say("the fractal image of {} is now at {}", owner, there)


def receive(act: Context, owner: str, item: str, count: int = 1) -> None:
    """Let an image receive an item, which its owner gains."""
    if count:
        grant(act, owner, JUMBO + item.removeprefix(JUMBO), count, "by a fractal image")


def in_its_stead(act: Context, owner: str, there: int, effect: Callable[[], None]) -> int:
    """Let something happen to an image as if its owner stood there, bare; where it ends."""
    player: Player = act.state.players[owner]
    barriers = tuple(each for each in player.effects if each.kind == BARRIER)
    bare = tuple(each for each in player.effects if each not in barriers)
    act.state = with_player(act.state, replace(player, location=there, items={}, effects=bare))
    effect()
    after: Player = act.state.players[owner]
    effects = player.effects if after.effects == bare else (*barriers, *after.effects)
    restored = replace(after, location=player.location, items=player.items, effects=effects)
    act.state = with_player(act.state, restored)
    for item, count in after.items.items():
        receive(act, owner, item, max(count, 0))
    return after.location
