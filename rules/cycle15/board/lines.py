"""Ruleset section Spaces, lines and loops: runs of spaces whose identifiers follow each other, for drawing the board.

The rule speaks of identifiers that grow; on the negative side of the board, its mirror image, they are taken as they
shrink.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.cycle15.state import State


@dataclass(frozen=True)
class Line:
    """A run of spaces in the order in which one goes along it; ``loop`` when the first also follows the last."""

    spaces: tuple[int, ...]
    loop: bool


def lines(state: State) -> tuple[Line, ...]:
    """The longest runs of the board, those nearest to space 0 first; a space of no run is one of its own."""
    following = {space: _next(state, space) for space in state.spaces}
    behind = {after: space for space, after in following.items() if after is not None}
    starts = sorted((space for space in state.spaces if space not in behind), key=lambda space: (abs(space), -space))
    return tuple(_line(state, start, following) for start in starts)


def _next(state: State, space: int) -> int | None:
    """The neighbour that a space leads to along its run: away from 0, on the side of its sign."""
    after = space - 1 if space < 0 else space + 1
    return after if after in state.spaces and after in state.spaces[space].successors else None


def _line(state: State, start: int, following: dict[int, int | None]) -> Line:
    run = [start]
    while (after := following[run[-1]]) is not None:
        run.append(after)
    return Line(tuple(run), len(run) > 1 and start in state.spaces[run[-1]].successors)
