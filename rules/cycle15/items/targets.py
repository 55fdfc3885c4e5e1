"""Whom an item is about, as plain values: the user, all players, one they name, one at random."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rules.cycle15.belongings import images
from rules.cycle15.board.spaces import where
from rules.cycle15.moves.landing import moved_last_phase
from rules.cycle15.state import Context

# Gives the names of players, perhaps of none; asks for what it needs to know.
Who = Callable[[Context], tuple[str, ...]]


def standing(act: Context) -> int:
    """The space that the user is on."""
    return where(act.state, act.player)


class User(Struct, frozen=True):
    """Who uses the item."""

    def __call__(self, act: Context) -> tuple[str, ...]:
        return (act.player,)


class KnownPlayers(Struct, frozen=True):
    """Players who are known already."""

    names: tuple[str, ...]

    def __call__(self, act: Context) -> tuple[str, ...]:
        return self.names


class All(Struct, frozen=True):
    """All players, in table order; with ``idle`` only those who did not move in the last phase."""

    idle: bool = False

    def __call__(self, act: Context) -> tuple[str, ...]:
        return tuple(
            name
            for name in act.state.players
            if not (self.idle and moved_last_phase(act.state, name))
        )


def images_of(act: Context, who: Who) -> tuple[str, ...]:
    """The owners of the images on which bears what bears on all players, once for each image."""
    return images.owners(act.state, who(act)) if isinstance(who, All) else ()


class NamedByUser(Struct, frozen=True):
    """A player whom the user names.

    Only ``others`` than the user; only ``idle`` ones, who did not move last phase.
    """

    asks: str = "which player"
    others: bool = False
    idle: bool = False

    def __call__(self, act: Context) -> tuple[str, ...]:
        names = All(self.idle)(act)
        options = tuple(name for name in names if name != act.player or not self.others)
        return choose_player(act, self.asks, options)


class AtRandom(Struct, frozen=True):
    """One of all players at random, in table order."""

    label: str

    def __call__(self, act: Context) -> tuple[str, ...]:
        return (act.pick(tuple(act.state.players), self.label),)


def choose_player(act: Context, asks: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """One of some players; none where there are none."""
    if options:
        return (act.choose(asks, options, known=tuple(act.state.players), rule="Garbage"),)
    act.say("no player to choose: {}", asks)
    return ()


USER, EVERYBODY, THE_IDLE = User(), All(), All(idle=True)
A_PLAYER, ANOTHER = NamedByUser(), NamedByUser(others=True)
