"""What is found about each row of a table, such as the players; anew for changed ones only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K")
M = TypeVar("M")
T = TypeVar("T")


class OfEach(Generic[K, M, T]):
    """What ``read`` finds about each member of a mapping; for ``Rulebook.found_in``.

    States share the members that did not change between them, so only the others are read again.
    Where that gives nothing new the answer is the very same object, and what is found in it in
    turn stays as well.
    """

    def __init__(self, read: Callable[[M], T]) -> None:
        self.read = read

    def __call__(self, members: Mapping[K, M], _book: object) -> Mapping[K, T]:
        """All of it."""
        return {key: self.read(each) for key, each in members.items()}

    def again(
        self, found: Mapping[K, T], before: Mapping[K, M], members: Mapping[K, M]
    ) -> Mapping[K, T]:
        """The same, by what was found before in other members."""
        new = {
            key: self.read(each)
            for key, each in members.items()
            if key not in before or before[key] is not each
        }
        other = [key for key in new if key not in found or found[key] != new[key]]
        if not other and [*before] == [*members]:
            return found
        return {key: new[key] if key in new else found[key] for key in members}
