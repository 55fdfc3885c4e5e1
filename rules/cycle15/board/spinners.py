"""Ruleset sections Spin-up Spinner and Spin-down Spinner: whoever lands there rolls and turns the wheel."""

from __future__ import annotations

from dataclasses import dataclass

from rules.common.notation import DiceOf
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.board.wheel_rotation import turn
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext


@dataclass(frozen=True)
class Spin:
    """Turn the wheel by what the section's dice show, up (1) or down (-1)."""

    section: str
    direction: int

    def __call__(self, act: ActionContext[State], who: str, space: int) -> None:
        del who
        dice = act.book.derived(DiceOf(self.section))
        turn(
            act,
            self.direction * sum(act.roll(dice.count, dice.sides, f"{self.section} at {space}")),
        )


UP, DOWN = "Spin-up Spinner", "Spin-down Spinner"
TYPES = (
    SpaceType(UP, "↻", landing=Spin(UP, 1), asks=True),
    SpaceType(DOWN, "↺", landing=Spin(DOWN, -1), asks=True),
)
