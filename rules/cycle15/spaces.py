"""Ruleset sections Board, Spaces and Connections Between Spaces: what holds at any time, whatever happened.

Space 0 exists; sets of successors hold spaces only; a player whose space is gone is on the initial space. Lines and
loops are runs of spaces whose identifiers follow each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.cycle15.board.connections import clean
from rules.cycle15.board.places import place, put_space
from rules.cycle15.state import START, Space, State
from wikibot.game.act import Act
from wikibot.game.implementations import Implementation

IMPLEMENTS = (
    Implementation("Board"),
    Implementation("Spaces"),
    Implementation("Connections Between Spaces"),
)


def keep_whole(act: Act[State]) -> None:
    """Put the board in order after it changed."""
    if act.state.spaces is act.before.spaces:
        return
    if START not in act.state.spaces:
        act.state = put_space(act.state, Space(START))
    act.state = clean(act.state)
    for name, player in act.state.players.items():
        if player.location not in act.state.spaces:
            place(act, name, START)


@dataclass(frozen=True)
class Line:
    """A run of spaces whose identifiers follow each other; ``loop`` when the first also follows the last."""

    spaces: tuple[int, ...]
    loop: bool


def lines(state: State) -> tuple[Line, ...]:
    """The longest lines of the board by identifier; a space that belongs to no run is a line of its own."""
    found: list[list[int]] = []
    for space in sorted(state.spaces):
        if found and found[-1][-1] == space - 1 and space in state.spaces[space - 1].successors:
            found[-1].append(space)
        else:
            found.append([space])
    return tuple(Line(tuple(run), _closes(state, run)) for run in found)


def _closes(state: State, run: Sequence[int]) -> bool:
    return len(run) > 1 and run[0] in state.spaces[run[-1]].successors


def with_new_space(state: State, space: Space) -> State | None:
    """The board with one more space; None where the identifier is taken, as creating it then fails."""
    return None if space.id in state.spaces else put_space(state, space)
