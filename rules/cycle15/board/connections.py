"""Ruleset section Connections Between Spaces: successors and predecessors, and keeping them to spaces that exist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.cycle15.board.places import by_id, put_space
from rules.cycle15.state import Space, State
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import replace


def successors(state: State, space: int) -> tuple[int, ...]:
    """The existing spaces that follow one, by identifier."""
    spaces = state.spaces
    found = spaces[space].successors
    if len(found) == 1:
        return found if found[0] in spaces else ()
    return by_id(each for each in found if each in spaces)


def predecessors(state: State, space: int) -> tuple[int, ...]:
    """The spaces that precede one, by identifier."""
    return by_id(each.id for each in state.spaces.values() if space in each.successors)


def connect(state: State, pairs: Iterable[tuple[int, int]]) -> State:
    """Make the second of each pair a successor of the first, where both are spaces."""
    new: dict[int, Space] = {}
    for first, second in pairs:
        space = new.get(first) or state.spaces.get(first)
        if space and second in state.spaces and second not in space.successors:
            new[first] = replace(space, successors=by_id((*space.successors, second)))
    return put_space(state, *new.values()) if new else state


def disconnect(state: State, pairs: Iterable[tuple[int, int]]) -> State:
    """Let the second of each pair succeed the first no more."""
    new: dict[int, Space] = {}
    for first, second in pairs:
        space = new.get(first) or state.spaces.get(first)
        if space and second in space.successors:
            new[first] = replace(
                space, successors=tuple(each for each in space.successors if each != second)
            )
    return put_space(state, *new.values()) if new else state


def clean(state: State, book: Rulebook) -> State:
    """Take everything that is not a space out of the sets of successors."""
    new = book.found_in(state.spaces, _cleaned)
    return put_space(state, *new) if new else state


def _cleaned(spaces: Mapping[int, Space], book: Rulebook) -> tuple[Space, ...]:
    """The spaces whose sets of successors have to change, as they will be."""
    del book
    known = frozenset(spaces)
    astray = [space for space in spaces.values() if not known.issuperset(space.successors)]
    return tuple(
        replace(each, successors=tuple(s for s in each.successors if s in known)) for each in astray
    )
