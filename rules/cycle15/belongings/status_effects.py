"""What lasts on a player beyond one action, as phrases among their effects, and what bears on the next move.

Everything stands on the page in words that people can read and correct: ``train``, ``next move of
18 spaces``, ``fractal image at 5``. Decisions: what bears on the next move bears on the next move
of any kind that is rolled for or has a number of its own, and is used up by it; of two numbers of
spaces the later one counts; additions add up. What changes the roll of a move that waits for its
choices ends with the phase. An effect is had once, but for promises (teams, fractal images), each
of which is kept. What names somebody ends when they cease to be a player.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.cycle15.state import Player, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.state import replace, with_player
from wikibot.wikitext.numerals import integer

TRAIN, CRAB, TRAINCRAB, CRABTRAIN = "train", "crab", "traincrab", "crabtrain"
TRAINS, CRABS = (TRAIN, TRAINCRAB, CRABTRAIN), (CRAB, TRAINCRAB, CRABTRAIN)
HAZARD = "Hazard"
IMAGE = "fractal image at "
HITCHED = "hitched: "
BARRIER = "Language Barrier: "
TEAM = "Team Fortress 2 with "
LOST = "lost to a Death Ray with "
_IN_PHASE = re.compile(r".* in phase (\d+)")
_JETPACK = re.compile(r"next move with a jetpack that slows to (\d+) spaces")
_NEXT = re.compile(
    r"next (?:move of (?P<count>\d+) spaces|roll (?P<plus>[+-]\d+)|roll is (?P<minuend>\d+) minus itself)"
    r"(?: in phase \d+)?"
)


def give_effect(state: State, name: str, effect: str) -> State:
    """A player with one more effect; one that they have already is not had twice."""
    player: Player = state.players[name]
    kept = tuple(each for each in player.effects if each != effect)
    return with_player(state, replace(player, effects=(*kept, effect)))


def add_effect(state: State, name: str, effect: str) -> State:
    """A player with one more effect, beside those like it that they have."""
    player: Player = state.players[name]
    return with_player(state, replace(player, effects=(*player.effects, effect)))


def forget(state: State, name: str) -> State:
    """End what others have that is about somebody who is gone: being hitched, being in a team."""
    about = re.compile(rf"(?:{HITCHED}|{TEAM}){re.escape(name)}(?: in phase \d+)?")
    for player in state.players.values():
        state = end_effects(state, player.name, *filter(about.fullmatch, player.effects))
    return state


def end_effects(state: State, name: str, *ended: str) -> State:
    """A player without some effects."""
    player: Player = state.players[name]
    kept = tuple(each for each in player.effects if each not in ended)
    return state if kept == player.effects else with_player(state, replace(player, effects=kept))


def is_train(player: Player) -> bool:
    """Whether a player has the abilities of trains."""
    return any(each in TRAINS for each in player.effects)


def is_crab(player: Player) -> bool:
    """Whether a player has the abilities of crabs."""
    return any(each in CRABS for each in player.effects)


def values(player: Player, kind: str) -> tuple[str, ...]:
    """What follows a phrase among the effects: the places of fractal images, who is hitched."""
    return tuple(each.removeprefix(kind) for each in player.effects if each.startswith(kind))


# -- the next move ---------------------------------------------------------------------------------


def next_count(count: int) -> str:
    """The phrase for a next move of so many spaces."""
    return f"next move of {count} spaces"


def next_jetpack(slows_to: int) -> str:
    """The phrase for a next move with a machine gun, which slows those who are passed."""
    return f"next move with a jetpack that slows to {slows_to} spaces"


def next_plus(by: int) -> str:
    """The phrase for something added to the next roll."""
    return f"next roll {by:+d}"


def next_mirror(minuend: int) -> str:
    """The phrase for a next roll that becomes a number less itself."""
    return f"next roll is {minuend} minus itself"


def change_next(state: State, name: str, phrase: str) -> State:
    """Change the next roll once more; what is like the change before it adds up with it, or undoes it."""
    found, last = _NEXT.fullmatch(phrase), _last_change(state.players[name], phrase)
    before = _NEXT.fullmatch(last)
    if found and before and found["plus"] and before["plus"]:
        total = integer(found["plus"]) + integer(before["plus"])
        state = end_effects(state, name, last)
        return (
            give_effect(state, name, f"next roll {total:+d}{phrase[found.end('plus') :]}")
            if total
            else state
        )
    if last == phrase:
        return end_effects(state, name, last)
    return add_effect(state, name, phrase)


def without_changes_of_roll(state: State, name: str) -> State:
    """A player without the changes that wait for a roll of this phase."""
    waiting = (
        each
        for each in state.players[name].effects
        if _NEXT.fullmatch(each) and " in phase " in each
    )
    return end_effects(state, name, *waiting)


def _last_change(player: Player, phrase: str) -> str:
    """The last change of the next roll, if it lasts as long as another one; "" if there is none."""
    changes = [
        each for each in player.effects if (found := _NEXT.fullmatch(each)) and not found["count"]
    ]
    ending = phrase.partition(" in phase ")[2]
    return changes[-1] if changes and changes[-1].partition(" in phase ")[2] == ending else ""


def rolled(player: Player, roll: int) -> int:
    """What a roll comes to, by the changes that wait for it, one after the other."""
    for found in filter(None, map(_NEXT.fullmatch, player.effects)):
        if found["plus"]:
            roll += integer(found["plus"])
        elif found["minuend"]:
            roll = integer(found["minuend"]) - roll
    return roll


@dataclass(frozen=True)
class Bearing:
    """What bears on one move: its length, types treated as Blank, to how many spaces it slows those passed."""

    count: int
    ignoring: tuple[str, ...] = ()
    slows_to: int = 0


def take_next(act: ActionContext[State], who: str, count: int) -> Bearing:
    """What bears on a move of ``count`` spaces that begins now; it is used up."""
    player: Player = act.state.players[who]
    if not player.effects:
        return Bearing(count)
    used = [each for each in player.effects if _JETPACK.fullmatch(each) or _NEXT.fullmatch(each)]
    counts = [
        integer(found["count"]) for found in map(_NEXT.fullmatch, used) if found and found["count"]
    ]
    count = counts[-1] if counts else rolled(player, count)
    act.state = end_effects(act.state, who, *used)
    if used:
        act.say(f"{', '.join(used)} bears on this move of {who}")
    jetpack = next((integer(found[1]) for found in map(_JETPACK.fullmatch, used) if found), 0)
    return Bearing(max(count, 0), (HAZARD,) if jetpack else (), jetpack)


# -- what ends with a phase ------------------------------------------------------------------------


def in_phase(what: str, phase: int) -> str:
    """The phrase for something that lasts until its phase ends: ``MacGyvered in phase 12``."""
    return f"{what} in phase {phase}"


def outlasting(effects: tuple[str, ...], phase: int) -> tuple[str, ...]:
    """The effects that are left when a phase begins."""

    def lasts(effect: str) -> bool:
        found = _IN_PHASE.fullmatch(effect)
        return not found or integer(found[1]) >= phase

    return tuple(filter(lasts, effects))
