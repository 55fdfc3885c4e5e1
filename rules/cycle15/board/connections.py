"""Ruleset section Connections Between Spaces: successors and predecessors, and keeping them to spaces that exist."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.cycle15.board.places import by_id, put_space
from rules.cycle15.state import State


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
    for first, second in pairs:
        if first in state.spaces and second in state.spaces and second not in state.spaces[first].successors:
            space = state.spaces[first]
            state = put_space(state, replace(space, successors=by_id((*space.successors, second))))
    return state


def disconnect(state: State, pairs: Iterable[tuple[int, int]]) -> State:
    """Let the second of each pair succeed the first no more."""
    for first, second in pairs:
        if first in state.spaces and second in state.spaces[first].successors:
            space = state.spaces[first]
            kept = tuple(each for each in space.successors if each != second)
            state = put_space(state, replace(space, successors=kept))
    return state


def clean(state: State) -> State:
    """Take everything that is no space out of the sets of successors."""
    for space in state.spaces.values():
        kept = tuple(each for each in space.successors if each in state.spaces)
        if kept != space.successors:
            state = put_space(state, replace(space, successors=kept))
    return state
