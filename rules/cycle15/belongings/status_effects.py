"""What lasts on a player beyond one action, and what bears on the next move.

Everything stands on the page in words that people can read and correct: ``train``, ``next move of
18 spaces``, ``fractal image at 5``. Decisions: what bears on the next move bears on the next move
of any kind that is rolled for or has its own number, and is used up by it; of two numbers of
spaces the later one counts; additions add up. What changes the roll of a move that waits for its
choices ends with the phase. An effect is had once, but for promises (teams, fractal images), each
of which is kept. What names a player ends when they cease to be a player.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rules.cycle15.state import (
    CRABS,
    HITCHED,
    JETPACK,
    NEXT_COUNT,
    NEXT_MIRROR,
    NEXT_PLUS,
    TEAM,
    TRAINS,
    Context,
    Effect,
    EffectForm,
    Player,
    State,
)
from wikibot.sdk import replace, with_player

HAZARD = "Hazard"
_OF_NEXT_ROLL = (NEXT_COUNT, NEXT_PLUS, NEXT_MIRROR)


def give_effect(state: State, name: str, effect: Effect) -> State:
    """A player with one more effect; one that they have already is not had twice."""
    return add_effect(end_effects(state, name, effect), name, effect)


def add_effect(state: State, name: str, effect: Effect) -> State:
    """A player with one more effect, beside those like it that they have."""
    player: Player = state.players[name]
    return with_player(state, replace(player, effects=(*player.effects, effect)))


def end_effects(state: State, name: str, *ended: Effect) -> State:
    """A player without some effects."""
    player: Player = state.players[name]
    kept = tuple(each for each in player.effects if each not in ended)
    return state if kept == player.effects else with_player(state, replace(player, effects=kept))


def forget(state: State, name: str) -> State:
    """End what others have that is about a former player: being hitched, being in a team."""
    for player in state.players.values():
        about = (each for each in player.effects if each.kind in (HITCHED, TEAM))
        state = end_effects(state, player.name, *(each for each in about if each.value == name))
    return state


def is_train(player: Player) -> bool:
    """Whether a player has the abilities of trains."""
    return any(each.kind in TRAINS for each in player.effects)


def is_crab(player: Player) -> bool:
    """Whether a player has the abilities of crabs."""
    return any(each.kind in CRABS for each in player.effects)


def values(player: Player, kind: EffectForm) -> tuple[Any, ...]:
    """The values of a player's effects of one kind: the places of images, who is hitched."""
    return tuple(each.value for each in player.effects if each.kind == kind)


# -- the next move ---------------------------------------------------------------------------------


def change_next(state: State, name: str, change: Effect) -> State:
    """Change the next roll once more; it adds up with a change like it, or undoes it."""
    waiting = [
        each for each in state.players[name].effects if each.kind in (NEXT_PLUS, NEXT_MIRROR)
    ]
    last = waiting[-1] if waiting and waiting[-1].phase == change.phase else None
    if last and last.kind == change.kind == NEXT_PLUS:
        state, total = end_effects(state, name, last), last.value + change.value
        return give_effect(state, name, replace(change, value=total)) if total else state
    return end_effects(state, name, last) if last == change else add_effect(state, name, change)


def without_changes_of_roll(state: State, name: str) -> State:
    """A player without the changes that wait for a roll of this phase."""
    waiting = (each for each in state.players[name].effects if each.kind in _OF_NEXT_ROLL)
    return end_effects(state, name, *(each for each in waiting if each.phase is not None))


def rolled(player: Player, roll: int) -> int:
    """What a roll comes to, by the changes that wait for it, one after the other."""
    for each in player.effects:
        if each.kind == NEXT_PLUS:
            roll += each.value
        elif each.kind == NEXT_MIRROR:
            roll = each.value - roll
    return roll


class Bearing(Struct, frozen=True):
    """What bears on one move: its length, types treated as Blank, how it slows those passed."""

    count: int
    ignoring: tuple[str, ...] = ()
    slows_to: int = 0


def take_next(act: Context, who: str, count: int) -> Bearing:
    """What bears on a move of ``count`` spaces that begins now; it is used up."""
    player: Player = act.state.players[who]
    effects = player.effects
    used = effects and [each for each in effects if each.kind in (JETPACK, *_OF_NEXT_ROLL)]
    if not used:
        return Bearing(count)
    count = (*values(player, NEXT_COUNT)[-1:], rolled(player, count))[0]
    act.state = end_effects(act.state, who, *used)
    act.say("{} bears on this move of {}", ", ".join(map(str, used)), who)
    jetpack = (*values(player, JETPACK), 0)[0]
    return Bearing(max(count, 0), (HAZARD,) if jetpack else (), jetpack)


def outlasting(effects: tuple[Effect, ...], phase: int) -> tuple[Effect, ...]:
    """The effects that are left when a phase begins."""
    return tuple(each for each in effects if each.phase is None or each.phase >= phase)
