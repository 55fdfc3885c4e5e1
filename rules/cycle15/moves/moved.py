"""Who has moved: in this phase, and in the one before, by the player's own phases and by the moves on record."""

from __future__ import annotations

from rules.cycle15.state import State


def moved_this_phase(state: State, name: str) -> bool:
    """Whether a player moved in this phase, in whatever way."""
    return state.phase in state.players[name].moved or any(
        move.player == name for move in state.moves
    )


def moved_last_phase(state: State, name: str) -> bool:
    """Whether a player moved in the phase before this one."""
    return state.phase - 1 in state.players[name].moved
