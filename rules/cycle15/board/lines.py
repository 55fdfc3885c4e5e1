"""Ruleset section Spaces, lines and loops: runs of spaces with consecutive numbers, for drawing.

A line leads from each of its spaces to the one with the next greater identifier; a loop also from
its last to its first. Decisions: a run does not go from one side of 0 to the other, so that a board
and its mirror image are told apart. What is in no such run may be in one whose identifiers shrink;
people lay a negative side out in that way, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rules.cycle15.state import State


class BoardLine(Struct, frozen=True):
    """A run of spaces in the order of the way; ``loop`` when the first also follows the last."""

    spaces: tuple[int, ...]
    loop: bool


def lines(state: State) -> tuple[BoardLine, ...]:
    """The longest runs of the board, those nearest to space 0 first; others are runs of one."""
    growing = _runs(state, state.spaces, 1)
    runs = [run for run in growing if len(run) > 1]
    runs += _runs(state, [run[0] for run in growing if len(run) == 1], -1)
    found = (
        BoardLine(run, len(run) > 1 and run[0] in state.spaces[run[-1]].successors) for run in runs
    )
    return tuple(
        sorted(found, key=lambda line: min((abs(space), space < 0) for space in line.spaces))
    )


def _runs(state: State, spaces: Iterable[int], step: int) -> list[tuple[int, ...]]:
    """All of some spaces in runs whose identifiers change by one step."""
    mine = dict.fromkeys(spaces)
    following = {
        space: space + step
        for space in mine
        if space + step in mine
        and (space < 0) is (space + step < 0)
        and space + step in state.spaces[space].successors
    }
    behind = frozenset(following.values())
    runs = []
    for start in (space for space in mine if space not in behind):
        run = [start]
        while run[-1] in following:
            run.append(following[run[-1]])
        runs.append(tuple(run))
    return runs
