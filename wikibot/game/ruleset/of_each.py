"""What is found in a table, such as the players, and again by what has changed in it since.

States share the members that did not change between them, so only the others are looked at again.
Where that gives nothing new the answer is the very same object, and what is found in it in turn
stays as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import chain, compress, count
from operator import is_not
from typing import Any, Generic, NamedTuple, TypeVar

from wikibot.game.state import changed, put_in

K = TypeVar("K")
M = TypeVar("M")
T = TypeVar("T")
_Pair = tuple[Mapping[K, M], Mapping[Any, Any]]


class Since:
    """What ``Rulebook.found_in`` need not find anew; it is called as any other function there."""

    def again(self, found: Any, before: Any, part: Any, book: Any) -> Any:
        """What it finds in ``part``, where it has ``found`` this in ``before``."""
        raise NotImplementedError


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
        keys = changed(before, part)
        if keys is None:
            return self(part, book)
        if len(part) != len(found):
            stay = {key: value for key, value in found.items() if key in part}
            return {**stay, **{key: self.read(part[key]) for key in keys}}
        changes = {key: value for key in keys if (value := self.read(part[key])) != found[key]}
        return put_in(found, changes) if changes else found


class EachOnce(Since, Generic[K, T]):
    """All that the members of a mapping hold, as keys, in an order that means nothing."""

    def __call__(self, members: Mapping[K, Sequence[T]], _book: object) -> Mapping[T, None]:
        """All of it."""
        return dict.fromkeys(chain.from_iterable(members.values()))

    def again(
        self,
        found: Mapping[T, None],
        before: Mapping[K, Sequence[T]],
        part: Mapping[K, Sequence[T]],
        book: object,
    ) -> Mapping[T, None]:
        """The same object, where nothing was added that no other has, and nothing is lost."""
        keys = changed(before, part)
        if keys is not None and len(part) >= len(before):
            was = {each for key in keys for each in before.get(key, ())}
            now = {each for key in keys for each in part[key]}
            there = part.values()
            if now <= found.keys() and all(
                any(each in those for those in there) for each in was - now
            ):
                return found
        return self(part, book)


class Those(Since, Generic[K, M]):
    """The keys of the members of a mapping that ``are`` so, in order; for what seldom changes."""

    def __init__(self, are: Callable[[M], bool]) -> None:
        self.are = are

    def __call__(self, members: Mapping[K, M], _book: object) -> tuple[K, ...]:
        """All of them."""
        return tuple([key for key, each in members.items() if self.are(each)])

    def again(
        self, found: tuple[K, ...], before: Mapping[K, M], part: Mapping[K, M], book: object
    ) -> tuple[K, ...]:
        """The same; only members that are not the very same are looked at, while those stay."""
        keys = changed(before, part)
        if keys is None:
            return self(part, book)
        for key in keys:
            if self.are(part[key]) != (key in found):
                return self(part, book)
        return tuple([key for key in found if key in part]) if found else found


class Astray(Since, Generic[K, M]):
    """The keys of the members of a mapping that name what are not keys of another one, in order.

    It is found in the pair of both, by a function of a member and the other mapping.
    """

    def __init__(self, strays: Callable[[M, Mapping[Any, Any]], bool]) -> None:
        self.strays = strays

    def __call__(self, pair: _Pair[K, M], _book: object) -> tuple[K, ...]:
        """All of them."""
        members, known = pair
        return tuple([key for key, each in members.items() if self.strays(each, known)])

    def again(
        self, found: tuple[K, ...], before: _Pair[K, M], part: _Pair[K, M], book: object
    ) -> tuple[K, ...]:
        """The same; only members that are not the very same are looked at, while none is found."""
        members, known = part
        keys = changed(before[0], members)
        same_known = len(before[1]) == len(known) and changed(before[1], known) is not None
        if found or keys is None or not same_known:
            return self(part, book)
        for key in keys:
            if self.strays(members[key], known):
                return self(part, book)
        return found


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
        for at in compress(count(), map(is_not, before, part)):
            fits = self.fits(before[at])
            if fits != self.fits(part[at]):
                return self(part, book)
            if fits:
                swapped[id(before[at])] = part[at]
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
        other = compress(count(), map(is_not, before, part))
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


class Kept(Since, Generic[M, T]):
    """What ``make`` finds: the same object for as long as it is equal."""

    def __init__(self, make: Callable[[M, Any], T]) -> None:
        self.make = make

    def __call__(self, part: M, book: object) -> T:
        """It anew."""
        return self.make(part, book)

    def again(self, found: T, before: M, part: M, book: object) -> T:
        """The same object, where it is equal."""
        new = self.make(part, book)
        return found if new == found else new
