"""Ruleset sections Board, Spaces and Connections Between Spaces: what holds at any time, whatever happened.

Space 0 exists; sets of successors hold spaces only; a player whose space is gone is on the initial space.
"""

from __future__ import annotations

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


def with_new_space(state: State, space: Space) -> State | None:
    """The board with one more space; None where the identifier is taken, as creating it then fails."""
    return None if space.id in state.spaces else put_space(state, space)
