"""Ruleset sections Spin-up Spinner and Spin-down Spinner: landing rolls and turns the wheel."""

from __future__ import annotations

from msgspec import Struct

from rules.common.notation import DiceOf
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.board.wheel_rotation import turn
from rules.cycle15.state import Context


class Spin(Struct, frozen=True):
    """Turn the wheel by what the section's dice show, up (1) or down (-1)."""

    dice: DiceOf
    direction: int

    def __call__(self, act: Context, who: str, space: int) -> None:
        turn(act, self.direction * sum(self.dice.roll(act, f"{self.dice.section} at {space}")))


def _spinner(name: str, sign: str, colour: str, direction: int) -> SpaceType:
    dice = DiceOf(name)
    way = "up" if direction > 0 else "down"
    says = f"a player who lands there rolls, and the wheel turns {way} by as much"
    return SpaceType(
        name,
        sign,
        colour,
        landing=Spin(dice, direction),
        asks=True,
        rolls=name,
        reads=(dice,),
        says=says,
    )


TYPES = (
    _spinner("Spin-up Spinner", "↻", "green", 1),
    _spinner("Spin-down Spinner", "↺", "olive", -1),
)
