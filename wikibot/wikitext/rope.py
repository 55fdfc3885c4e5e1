"""Sequences of lines that share what they have in common: a page's revisions differ in little.

A rope is a tuple in pieces. One that differs from another in some places has new pieces there, and
the other's everywhere else, so keeping all revisions of a page costs what was changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_PIECE = 64  # items; pieces are cut when they have twice as many
_FEW = 16


class Rope(Generic[T]):
    """An immutable sequence of items in pieces."""

    __slots__ = ("_pieces",)

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._pieces = tuple(_cut(list(items)))

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self._pieces)

    def spliced(self, start: int, end: int, items: Iterable[T]) -> Rope[T]:
        """The same with other items in the place of those from ``start`` to before ``end``."""
        pieces, first, at = self._pieces, 0, 0
        while first < len(pieces) and at + len(pieces[first]) < start:
            at += len(pieces[first])
            first += 1
        last, reach = first, at
        while last < len(pieces) and reach < end:
            reach += len(pieces[last])
            last += 1
        if last < len(pieces) and reach - end < _FEW:  # so that small pieces do not get many
            last += 1
        middle = list(chain.from_iterable(pieces[first:last]))
        middle[start - at : end - at] = items
        rope: Rope[T] = Rope()
        rope._pieces = (*pieces[:first], *_cut(middle), *pieces[last:])
        return rope


def _cut(items: list[T]) -> Iterator[tuple[T, ...]]:
    """The items in pieces of about the same length."""
    if len(items) < 2 * _PIECE:
        return iter([tuple(items)] if items else [])
    size = -(-len(items) // (len(items) // _PIECE))
    return (tuple(items[at : at + size]) for at in range(0, len(items), size))


def changed_lines(old: str, new: str, count: int) -> tuple[int, int, list[str]]:
    """How one text becomes another, by lines: from which, to before which old one, the new ones.

    ``count``: how many lines the old text has. Only what lies between a common beginning and a
    common end is taken apart.
    """
    begin = old.rfind("\n", 0, _common(old, new)) + 1  # where the first line begins that differs
    most = min(len(old), len(new)) - max(begin - 1, 0)
    tail = old.find("\n", len(old) - _common_end(old, new, most))
    end_old, end_new = (len(old), len(new)) if tail < 0 else (tail, tail - len(old) + len(new))
    in_front = end_old < begin  # of the old text nothing is left
    behind = old.count("\n", end_old)
    start = count - behind - (0 if in_front else 1 + old.count("\n", begin, end_old))
    lines = new[begin:end_new].split("\n") if end_new >= begin else []
    return start, count - behind, lines


def frame(one: Sequence[Any], other: Sequence[Any]) -> tuple[int, int]:
    """How many items at the start of two lists are equal, and how many of the rest at their end."""
    first = _common(one, other)
    return first, _common(one[first:][::-1], other[first:][::-1])


def _common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many items at the start are equal; whole slices are compared, not item by item."""
    at, size, shorter = 0, 8, min(len(one), len(other))
    while at < shorter and one[at : at + size] == other[at : at + size]:
        at, size = at + size, size * 2
    at, end = min(at, shorter), min(at + size, shorter)
    while at < end:
        half = (at + end + 1) // 2
        if one[at:half] == other[at:half]:
            at = half
        else:
            end = half - 1
    return at


def _common_end(one: str, other: str, most: int) -> int:
    """How many characters at the end are equal, at most so many."""
    at, size = 0, 64

    def equal(count: int) -> bool:
        begin, end = len(one) - count, len(one) - at
        return other.endswith(one[begin:end], 0, len(other) - at)

    while at < most and equal(min(at + size, most)):
        at, size = min(at + size, most), size * 2
    end = min(at + size, most)
    while at < end:
        half = (at + end + 1) // 2
        if equal(half):
            at = half
        else:
            end = half - 1
    return at
