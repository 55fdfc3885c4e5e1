"""Where everything stands in a drawing of Cycle 14: landmarks, the Obelisk's way, pots in a row.

Pure: only places and labels, in kilometres and in numbers of pots; whoever draws chooses scale and
style.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from msgspec import Struct

from rules.cycle14.state import Pot, State


class Mark(Struct, frozen=True):
    """A point on the map, in kilometres from the Town: ``x`` to the east, ``y`` to the north."""

    label: str
    x: float
    y: float
    about: str = ""


class Potted(Struct, frozen=True):
    """One pot in the row. ``grown``: 0 just planted, 1 fully grown; None for an empty one."""

    number: str
    herb: str
    stage: int
    stages: int
    grown: float | None


class Drawing(Struct, frozen=True):
    """All there is to draw.

    ``radius``: kilometres that the map reaches. ``way``: from the Gates to the Obelisk.
    """

    landmarks: tuple[Mark, ...]
    radius: float
    way: int
    longest_way: int
    cuts: int
    pots: tuple[Potted, ...]


def drawing(state: State, stages: Callable[[str], int], first_distance: int) -> Drawing:
    """Places of everything. ``stages``: of growth by herb, 0 where that is not known."""
    marks = tuple(
        Mark(each.id, *_place(each.distance, each.bearing), about=each.description)
        for each in state.landmarks
    )
    return Drawing(
        marks,
        max([1.0, *(each.distance for each in state.landmarks)]),
        max(state.obelisk.distance, 0),
        max(first_distance, state.obelisk.distance, 1),
        state.obelisk.cuts,
        tuple(_potted(pot, stages(pot.herb) if pot.herb else 0) for pot in state.pots),
    )


def _place(distance: float, bearing: int) -> tuple[float, float]:
    """East and north of the Town; a bearing of 0 is north, 90 is east."""
    return round(distance * sin(radians(bearing)), 3), round(distance * cos(radians(bearing)), 3)


def _potted(pot: Pot, stages: int) -> Potted:
    grown = None if not pot.herb else pot.stage / stages if stages else 0.0
    return Potted(pot.id, pot.herb, pot.stage, stages, None if grown is None else min(grown, 1.0))
