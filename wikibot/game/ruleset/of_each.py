"""What is found in a table, such as the players, and again by what has changed in it since.

States share the members that did not change between them, so only the others are looked at again.
Where that gives nothing new the answer is the very same object, and what is found in it in turn
stays as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import compress
from operator import is_not
from typing import Any, Generic, NamedTuple, TypeVar

K = TypeVar("K")
M = TypeVar("M")
T = TypeVar("T")


class Since:
    """What ``Rulebook.found_in`` need not find anew; it is called as any other function there."""

    def again(self, found: Any, before: Any, part: Any, book: Any) -> Any:
        """What it finds in ``part``, where it has ``found`` this in ``before``."""
        raise NotImplementedError


class _Comparison:
    """Which members of a mapping are not the very same as in another one.

    The last two answers are kept: of one change of the players many things are found anew.
    """

    def __init__(self) -> None:
        self.kept: tuple[tuple[Any, Any, Any], ...] = ()

    def __call__(self, before: Mapping[K, Any], part: Mapping[K, Any]) -> Sequence[K] | None:
        """Their keys, in order; None where the keys are others, or in another order."""
        for one, other, found in self.kept:
            if one is before and other is part:
                return found  # type: ignore[no-any-return]
        changed = None
        if [*before] == [*part]:
            changed = [*compress(part, map(is_not, part.values(), before.values()))]
        self.kept = ((before, part, changed), *self.kept[:1])
        return changed


_changed = _Comparison()


class OfEach(Since, Generic[K, M, T]):
    """What ``read`` finds about each member of a mapping."""

    def __init__(self, read: Callable[[M], T]) -> None:
        self.read = read

    def __call__(self, members: Mapping[K, M], _book: object) -> Mapping[K, T]:
        """All of it."""
        return {key: self.read(each) for key, each in members.items()}

    def again(
        self, found: Mapping[K, T], before: Mapping[K, M], part: Mapping[K, M], book: object
    ) -> Mapping[K, T]:
        """The same; only members that are not the very same are read."""
        changed = _changed(before, part)
        if changed is None:
            new = self(part, book)
            return found if new == found and [*new] == [*found] else new
        changes = {key: value for key in changed if (value := self.read(part[key])) != found[key]}
        return {**found, **changes} if changes else found


class Only(Since, Generic[M]):
    """The members of a tuple that ``fits`` lets through."""

    def __init__(self, fits: Callable[[M], bool]) -> None:
        self.fits = fits

    def __call__(self, members: Sequence[M], _book: object) -> tuple[M, ...]:
        """All of them."""
        return tuple([each for each in members if self.fits(each)])

    def again(
        self, found: tuple[M, ...], before: Sequence[M], part: Sequence[M], book: object
    ) -> tuple[M, ...]:
        """The same, by what was put in the place of others, and behind the last."""
        swapped: dict[int, M] = {}
        for old, new in compress(zip(before, part, strict=False), map(is_not, before, part)):
            fits = self.fits(old)
            if fits != self.fits(new):
                return self(part, book)
            if fits:
                swapped[id(old)] = new
        if len(part) < len(before):
            return self(part, book)
        stay = tuple([swapped.get(id(each), each) for each in found]) if swapped else found
        more = self(part[len(before) :], book)
        return (*stay, *more) if more else stay


class FoundTimes(NamedTuple):
    """When something happens to each member of a tuple, None for never, and the first of these."""

    each: tuple[datetime | None, ...]
    first: datetime | None


class FirstOf(Since, Generic[M]):
    """The times that ``read`` tells of the members of a tuple."""

    def __init__(self, read: Callable[[M, Any], datetime | None]) -> None:
        self.read = read

    def __call__(self, members: Sequence[M], book: object) -> FoundTimes:
        """All of them."""
        return self._times([self.read(each, book) for each in members])

    def again(
        self, found: FoundTimes, before: Sequence[M], part: Sequence[M], book: object
    ) -> FoundTimes:
        """The same, by what was put in the place of others or behind the last, or taken away."""
        times, gone = [*found.each], len(before) - len(part)
        other = compress(range(len(part)), map(is_not, before, part))
        if gone > 0:
            begin = next(other, len(part))
            if part[begin:] != before[begin + gone :]:
                return self(part, book)
            del times[begin : begin + gone]
            return self._times(times)
        for at in other:
            times[at] = self.read(part[at], book)
        return self._times([*times, *(self.read(each, book) for each in part[len(before) :])])

    def _times(self, times: Sequence[datetime | None]) -> FoundTimes:
        return FoundTimes(tuple(times), min(filter(None, times), default=None))


class MemberKeys(Since, Generic[K]):
    """The keys of a mapping."""

    def __call__(self, members: Mapping[K, Any], _book: object) -> tuple[K, ...]:
        """All of them, in order."""
        return tuple(members)

    def again(
        self, found: tuple[K, ...], before: Any, part: Mapping[K, Any], book: object
    ) -> tuple[K, ...]:
        """The same object, where they are the same."""
        new = tuple(part)
        return found if new == found else new
