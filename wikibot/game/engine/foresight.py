"""Which rolls an order will need besides the first one that is missing.

The order is carried out in thought with low, high and middling faces. What it asks for in the same
way whatever falls is named at once, so that a player need not be asked again after every roll. What
depends on faces or on a choice that is still to be made is asked for when it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby, takewhile

from wikibot.game.actions import ActionId
from wikibot.game.engine.dice import DrawnRoll, FaceSource, RollRequest
from wikibot.game.problems import MissingRoll

MOST = 20  # rolls that are named at once
_FACES: tuple[Callable[[int], int], ...] = (
    lambda _: 1,
    lambda sides: sides,
    lambda sides: (sides + 1) // 2,
)


class _Enough(Exception):
    """No more rolls need to be known."""


class _Imagined:
    """Dice that show given faces, and record which rolls were requested."""

    stated = True

    def __init__(self, face: Callable[[int], int]) -> None:
        self.face, self.draws = face, list[RollRequest]()

    def faces(self, draw: RollRequest) -> DrawnRoll:
        if len(self.draws) >= MOST:
            raise _Enough
        self.draws.append(draw)
        return DrawnRoll((self.face(draw.sides),) * draw.count)

    def awaits(self, identity: ActionId) -> bool:
        return False


def foreseen(first: MissingRoll, play: Callable[[FaceSource], object]) -> MissingRoll:
    """A missing roll with those that will be needed with it. ``play`` carries the order out."""
    runs = []
    for face in _FACES:
        imagined = _Imagined(face)
        with suppress(Exception):  # what comes of imagined faces is of no matter
            play(imagined)
        runs.append(imagined.draws)
    steps = zip(*runs, strict=False)
    same = [step[0] for step in takewhile(lambda step: len({*map(_what, step)}) == 1, steps)]
    if len(same) < 2:
        return first
    dice = [draw.form.removeprefix("choose ") for draw in same]
    form = first.form.partition(dice[0])[0] + ", ".join(dice)
    return MissingRoll(" and ".join(_asks(same, first)), form=form)


def _what(draw: RollRequest) -> tuple[str, int, int, int]:
    return draw.label, draw.index, draw.count, draw.sides


def _asks(draws: Sequence[RollRequest], first: MissingRoll) -> list[str]:
    said = []
    for asks, group in groupby(draws, key=lambda draw: draw.asks):
        count = len([*group])
        more = f"{count} rolls of {asks.removeprefix('a roll of ')}"
        said.append(asks if count == 1 else more)
    return [first.asks, *said[1:]] if draws[0].asks == said[0] else said
