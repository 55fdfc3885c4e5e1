"""The part of a state's JSON form that every game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wikibot.game.calendar import format_time
from wikibot.game.rolls import StandingRoll
from wikibot.game.state import Pending, Player, Proposal, State


def common_json(game: str, state: State) -> dict[str, Any]:
    """What every state says, in this order."""
    return {
        "game": game,
        "now": format_time(state.now),
        "phase": state.phase,
        "players": [player_json(each) for each in state.players.values()],
        "proposals": [_proposal(each) for each in state.proposals],
        "judge": state.judge,
        "winners": list(state.winners),
        "pending": [_pending(each) for each in state.pending],
        "rolls": [_standing(each) for each in state.rolls],
    }


def player_json(each: Player) -> dict[str, Any]:
    """``name`` and ``items`` of a player; games add to it."""
    return {"name": each.name, "items": _items(each.items)}


def _items(items: Mapping[str, int]) -> dict[str, int]:
    return {item: count for item, count in items.items() if count}


def _proposal(each: Proposal) -> dict[str, str]:
    return {
        "id": each.id, "title": each.title, "class": each.cls, "proposer": each.proposer,
        "status": each.status,
    }  # fmt: skip


def _pending(each: Pending) -> dict[str, str]:
    return {"player": each.player, "asks": each.asks}


def _standing(each: StandingRoll) -> dict[str, str | int]:
    """A roll that stands. ``label``: what exactly it is for; "" where that is not known yet."""
    return {
        "player": each.player, "for": each.purpose, "label": each.label, "roll": str(each.roll),
        "missing": each.missing,
    }  # fmt: skip
