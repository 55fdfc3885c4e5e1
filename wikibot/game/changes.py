"""Statements as values: by their form and its slots, not in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not
from typing import Any, TypeVar

from msgspec import Struct

Values = Mapping[str, Any]


class Statement(Struct, frozen=True, gc=False):
    """A statement by its form, and the values of that form's slots."""

    form: str
    values: Values


class Change(Struct, frozen=True, gc=False):
    """A statement that holds after something changed, and the one that held before."""

    now: Statement
    before: Statement


Step = Statement | Change  # what leads from one state to another


def now_of(step: Step) -> Statement:
    """What holds after a step."""
    return step.now if isinstance(step, Change) else step


# == Steps from one table of a state to the next: which members were put in place of others ========
#
# States share what did not change between them. What is found in a table, such as the players, is
# found again by what was put in since (``ruleset.of_each``).

K = TypeVar("K")
M = TypeVar("M")
_STEPS = 12  # more than most lines take


class _Comparison:
    """Which members of a mapping are not the very same as in another one.

    What was put in place lately is known, and the last answers: of one change of the players many
    things are found anew, some after each of its steps.
    """

    def __init__(self) -> None:
        self.steps: deque[tuple[Any, Any, Mapping[Any, Any]]] = deque(maxlen=_STEPS)
        self._kept: tuple[tuple[Any, Any, Any], ...] = ()

    def __call__(self, before: Mapping[K, Any], part: Mapping[K, Any]) -> Iterable[K] | None:
        """Their keys; also where keys were added behind the others, or taken away.

        None where both were, or where the order is another one.
        """
        if before is part:
            return ()
        for one, other, found in self._kept:
            if one is before and other is part:
                return found  # type: ignore[no-any-return]
        keys = self._put_in(before, part)
        if keys is None:
            keys = self._compared(before, part)
        self._kept = ((before, part, keys), *self._kept[:1])
        return keys

    def _put_in(self, before: Mapping[K, Any], part: Mapping[K, Any]) -> Mapping[K, Any] | None:
        """The same by the steps from the one to the other, where these are known."""
        keys: dict[K, Any] = {}
        here = part
        for old, new, given in self.steps:
            if new is here:
                keys |= given
                here = old
                if here is before:
                    return keys
        return None

    @staticmethod
    def _compared(before: Mapping[K, Any], part: Mapping[K, Any]) -> Mapping[K, Any] | None:
        """The same by all members."""
        stay = [*filter(part.__contains__, before)]
        if len(stay) not in (len(before), len(part)) or [*part][: len(stay)] != stay:
            return None
        return dict.fromkeys(compress(part, map(is_not, part.values(), map(before.get, part))))


changed = _Comparison()


def put_in(members: Mapping[K, M], given: Mapping[K, M]) -> Mapping[K, M]:
    """A mapping with other members in the place of those of these keys, which it has."""
    new = {**members, **given}
    changed.steps.appendleft((members, new, given))
    return new
