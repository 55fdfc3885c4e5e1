"""The way to a space that a player names as the end of a move: ``move to 21``, ``21 via 20``.

It is taken where the names do not fit as selections at the branches, and exactly one way of that
many spaces goes through all of them in order and ends at the last. Where a space on the way has a
type that bears on the selections themselves, nothing is made out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.cycle15.board.categories import categories
from rules.cycle15.board.spaces import successors
from rules.cycle15.board.types import types_in_force
from rules.cycle15.state import Context, State
from wikibot.sdk import integer

_MOST_SPACES = 60  # of a way that is looked for
_MOST_TRIED = 3000  # spaces that are looked at for it


def find_way(act: Context, start: int, count: int) -> None:
    """Put the whole way in the place of the names that a line gives, where they mean one way."""
    left = act.answers_left
    if not left or count > _MOST_SPACES or not all(map(_is_number, left)):
        return
    names = tuple(map(integer, left))
    if names[-1] not in act.state.spaces or _selects(act.state, start, count, names):
        return
    found = _Ways(act, names)
    ways = [way for _, way in zip(range(2), found.from_(start, count, 0), strict=False)]
    if len(ways) == 1 and found.is_sure:
        whole = iter((tuple(map(str, ways[0])),))
        act.split_answers(lambda _: next(whole, ()))


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 10


def _selects(state: State, start: int, count: int, names: Sequence[int]) -> bool:
    """Whether names are the selections at the branches, in order, and of none that are left out."""
    here, rest = start, list(names)
    for _ in range(count):
        options = successors(state, here)
        if rest and rest[0] in options:
            here = rest.pop(0)
        elif len(options) == 1:
            here = options[0]
        else:
            return not rest
    return not rest


class _Ways:
    """The ways through some spaces to the last of them. ``is_sure``: none was left out."""

    def __init__(self, act: Context, names: Sequence[int]) -> None:
        self._state, self._names = act.state, names
        self._types = act.book.derived(types_in_force)
        self._groups = act.book.derived(categories)
        self._tried, self.is_sure = 0, True

    def from_(self, here: int, left: int, passed: int) -> Iterator[tuple[int, ...]]:
        """All ways of ``left`` spaces, where ``passed`` of the names lie behind."""
        if not left:
            if passed == len(self._names) and here == self._names[-1]:
                yield ()
            return
        for space in successors(self._state, here):
            self._tried += 1
            if self._tried > _MOST_TRIED or self._bears(space):
                self.is_sure = False
                return
            is_next = passed < len(self._names) and space == self._names[passed]
            for rest in self.from_(space, left - 1, passed + is_next):
                yield (space, *rest)

    def _bears(self, space: int) -> bool:
        """Whether the type of a space bears on the selections, or is not known yet."""
        found = self._state.spaces[space]
        if found.type in self._groups and found.pseudo_type is None:
            return True
        kind = self._types.get(found.pseudo_type or found.type)
        return kind is not None and (kind.slippery or kind.glides or kind.ends)
