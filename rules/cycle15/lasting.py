"""What lasts on a player beyond one action, as phrases among their effects, and what bears on the next move.

Everything stands on the page in words that people can read and correct: ``train``, ``next move of 18 spaces``,
``fractal image at 5``. Decisions: what bears on the next move bears on the next move of any kind that is rolled for or
has a number of its own, and is used up by it; of two numbers of spaces the later one counts; additions add up. What
changes the roll of a move that waits for its choices ends with the phase.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.cycle15.effects import in_phase
from rules.cycle15.state import Player, State
from wikibot.game.act import Act
from wikibot.game.state import with_player
from wikibot.game.values import changed

TRAIN, CRAB, TRAINCRAB, CRABTRAIN = "train", "crab", "traincrab", "crabtrain"
TRAINS, CRABS = (TRAIN, TRAINCRAB, CRABTRAIN), (CRAB, TRAINCRAB, CRABTRAIN)
HAZARD = "Hazard"
IMAGE = "fractal image at "
HITCHED = "hitched: "
BARRIER = "Language Barrier: "
TEAM = "Team Fortress 2 with "
LOST = "lost to a Death Ray with "
_JETPACK = re.compile(r"next move with a jetpack that slows to (\d+) spaces")
_NEXT = re.compile(
    r"next (?:move of (?P<count>\d+) spaces|roll (?P<plus>[+-]\d+)|roll is (?P<minuend>\d+) minus itself)"
    r"(?: in phase \d+)?"
)


def give_effect(state: State, name: str, effect: str) -> State:
    """A player with one more effect; one that they have already is not had twice."""
    player: Player = state.players[name]
    kept = tuple(each for each in player.effects if each != effect)
    return with_player(state, changed(player, effects=(*kept, effect)))


def end_effects(state: State, name: str, *ended: str) -> State:
    """A player without some effects."""
    player: Player = state.players[name]
    kept = tuple(each for each in player.effects if each not in ended)
    return state if kept == player.effects else with_player(state, changed(player, effects=kept))


def is_train(player: Player) -> bool:
    """Whether a player has the abilities of trains."""
    return any(each in TRAINS for each in player.effects)


def is_crab(player: Player) -> bool:
    """Whether a player has the abilities of crabs."""
    return any(each in CRABS for each in player.effects)


def values(player: Player, kind: str) -> tuple[str, ...]:
    """What follows a phrase among the effects: the places of fractal images, who is hitched."""
    return tuple(each.removeprefix(kind) for each in player.effects if each.startswith(kind))


# -- the next move ----------------------------------------------------------------------------------------------------


def next_count(count: int) -> str:
    """The phrase for a next move of so many spaces."""
    return f"next move of {count} spaces"


def next_jetpack(slows_to: int) -> str:
    """The phrase for a next move with a machine gun, which slows those who are passed."""
    return f"next move with a jetpack that slows to {slows_to} spaces"


def next_plus(by: int) -> str:
    """The phrase for something added to the next roll."""
    return f"next roll {by:+d}"


def waiting_plus(by: int, phase: int) -> str:
    """The same for the roll of a move that waits."""
    return in_phase(next_plus(by), phase)


def waiting_mirror(minuend: int, phase: int) -> str:
    """The phrase for a roll that waits and becomes a number less itself."""
    return in_phase(f"next roll is {minuend} minus itself", phase)


def add_to_next(state: State, name: str, phrase: str) -> State:
    """Add to the next roll; what was added before adds up."""
    found = _NEXT.fullmatch(phrase)
    for each in state.players[name].effects:
        before = _NEXT.fullmatch(each)
        same = before and before["plus"] and phrase.endswith(f"in phase {state.phase}") == ("in phase" in each)
        if found and before and same:
            total = int(found["plus"]) + int(before["plus"])
            ending = each[before.end("plus") :]
            state = end_effects(state, name, each)
            return give_effect(state, name, f"next roll {total:+d}{ending}") if total else state
    return give_effect(state, name, phrase)


@dataclass(frozen=True)
class Bearing:
    """What bears on one move: its length, types treated as Blank, to how many spaces it slows those passed."""

    count: int
    ignoring: tuple[str, ...] = ()
    slows_to: int = 0


def take_next(act: Act[State], who: str, count: int) -> Bearing:
    """What bears on a move of ``count`` spaces that begins now; it is used up."""
    player: Player = act.state.players[who]
    if not player.effects:
        return Bearing(count)
    used = [each for each in player.effects if _JETPACK.fullmatch(each) or _NEXT.fullmatch(each)]
    exactly = None
    for found in filter(None, map(_NEXT.fullmatch, used)):
        exactly = int(found["count"]) if found["count"] else exactly
        if found["plus"]:
            count += int(found["plus"])
        elif found["minuend"]:
            count = int(found["minuend"]) - count
    act.state = end_effects(act.state, who, *used)
    if used:
        act.say(f"{', '.join(used)} bears on this move of {who}")
    jetpack = next((int(found[1]) for found in map(_JETPACK.fullmatch, used) if found), 0)
    return Bearing(max(count if exactly is None else exactly, 0), (HAZARD,) if jetpack else (), jetpack)
