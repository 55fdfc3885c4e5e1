"""Types of spaces that move players about, change the way on, or turn the wheel.

Decisions, of the Boulder Trap: path and haven stand in the notes of the space. Fleeing is not a
movement: nothing is passed or landed on. A trap whose haven is unknown, or no space, is left to a
person. Of the Geyser: where no space precedes, the way back ends. A player glides by naming one
space more, or one fewer, than was rolled; each Geyser gone over counts. The last space of a move as
rolled is its final one, so no player glides from there. Of the Oil Spill: successors stand in the
order of their identifiers; a player may name the space that came out, or leave it out. Of the
Teleporter: the random player is *another* one; alone on the board nothing happens. Of Thin Ice:
where the space to fall to does not exist, all players stay where they are.
"""

from __future__ import annotations

from msgspec import Struct

from rules.common.sections import DiceOf, NumberAt, NumberOf
from rules.cycle15 import possessions
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.board.spaces import MOST, place, players_on, predecessors, turn
from rules.cycle15.state import Context
from wikibot.sdk import Held
from wikibot.wikitext.messages import later

TRAP, GEYSER, ICE, OIL_SPILL = "Boulder Trap", "Geyser", "Thin Ice", "Oil Spill"
TELEPORTER, BACK = "Teleporter", "way back"
STEPS = NumberAt(GEYSER, r"backwards (\w+) space")
MORE, FEWER = NumberAt(GEYSER, r"(\w+) additional"), NumberAt(GEYSER, r"(\w+) fewer")
BEARS, BELOW = NumberOf(ICE), NumberAt(ICE, r"space (-?\d+)")


def _roll_boulder(act: Context, who: str, space: int) -> None:
    trap = act.state.spaces[space]
    haven = trap.safe_haven
    if haven is None or haven not in act.state.spaces:
        why = later("the notes of space {} name no existing space as its Safe Haven")
        raise Held(TRAP, why, str(space))
    fleeing = players_on(act.state, space, *trap.boulder_path)
    for each in fleeing:
        place(act, each, haven)
    possessions.send(act, (space, *trap.boulder_path), haven)
    act.say("a boulder rolls: {} now at {}", ", ".join(fleeing), haven)


def _throw_back(act: Context, who: str, space: int) -> None:
    way, steps = [space], act.book.derived(STEPS)
    if steps > MOST:
        raise Held(GEYSER, "{} spaces back are more than the bot goes along", steps)
    for _ in range(steps):
        before = predecessors(act.state, way[-1])
        if not before:
            break
        way.append(act.pick(before, f"{BACK} from {way[-1]}"))
    place(act, who, way[-1])
    act.say("the Geyser throws {} back: {}", who, " ← ".join(map(str, way)))


def swap(act: Context, who: str, other: str) -> None:
    """Two players swap locations, without passing or landing on anything."""
    here, there = act.state.players[who].location, act.state.players[other].location
    place(act, who, there)
    place(act, other, here)
    act.say("{} swaps places with {}: {} at {}, {} at {}", who, other, who, there, other, here)


def _teleport(act: Context, who: str, space: int) -> None:
    others = tuple(name for name in act.state.players if name != who)
    if others:
        swap(act, who, act.pick(others, f"{TELEPORTER} at {space}"))


def _crack(act: Context, who: str, space: int) -> None:
    there, below = players_on(act.state, space), act.book.derived(BELOW)
    if len(there) > act.book.derived(BEARS) and below in act.state.spaces:
        for each in there:
            place(act, each, below)
        possessions.send(act, (space,), below)
        act.say("the ice at {} breaks: {} now at {}", space, ", ".join(there), below)


class Spin(Struct, frozen=True):
    """Turn the wheel by what the section's dice show, up (1) or down (-1)."""

    dice: DiceOf
    direction: int

    def __call__(self, act: Context, who: str, space: int) -> None:
        turn(act, self.direction * sum(self.dice.roll(act, f"{self.dice.section} at {space}")))


def _spinner(name: str, sign: str, colour: str, direction: int) -> SpaceType:
    dice = DiceOf(name)
    way = "up" if direction > 0 else "down"
    return SpaceType(
        name, sign, colour, landing=Spin(dice, direction), asks=True, rolls=name, reads=(dice,),
        says=f"a player who lands there rolls, and the wheel turns {way} by as much",
    )  # fmt: skip


STOP_SIGN = SpaceType(
    "Stop Sign", "S", "red", ends=True,
    says="the last space of the move in which it is selected",
)  # fmt: skip
TYPES = (
    SpaceType(TRAP, "B", "sand", landing=_roll_boulder,
              says="a boulder rolls along a path, and players there flee to a haven"),
    SpaceType(GEYSER, "Y", "teal", landing=_throw_back, glides=True, asks=True, rolls=BACK,
              says="throws back who lands there; moves over it may be one longer or shorter"),
    SpaceType(OIL_SPILL, "O", "olive", slippery=True, asks=True, rolls=OIL_SPILL,
              says="the selection after it is random among its successors"),
    _spinner("Spin-up Spinner", "↻", "green", 1),
    _spinner("Spin-down Spinner", "↺", "olive", -1),
    STOP_SIGN,
    SpaceType(TELEPORTER, "T", "violet", landing=_teleport, asks=True, rolls=TELEPORTER,
              says="a player who lands there swaps locations with a random player"),
    SpaceType(ICE, "I", "ice", landing=_crack,
              says="it breaks under more players than it bears; all on it are set back"),
)  # fmt: skip
