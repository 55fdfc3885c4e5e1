"""The part of a state's JSON form that every game has."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from wikibot.game.calendar import format_time
from wikibot.game.rolls import StandingRoll
from wikibot.game.state import Player, Proposal, State


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
        "pending": [fields_json(each, "player", "asks") for each in state.pending],
        "rolls": [_standing(each) for each in state.rolls],
    }


def player_json(each: Player) -> dict[str, Any]:
    """``name`` and ``items`` of a player; games add to it."""
    return {"name": each.name, "items": _items(each.items)}


def _items(items: Mapping[str, int]) -> dict[str, int]:
    return {item: count for item, count in items.items() if count}


def fields_json(record: Any, *names: str, **others: str) -> dict[str, Any]:
    """Fields of a record by their names; ``others`` by other ones: ``name="id"``."""
    fields = {**dict(zip(names, names, strict=True)), **others}
    return {name: _plain(getattr(record, field)) for name, field in fields.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return format_time(value)
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _proposal(each: Proposal) -> dict[str, Any]:
    return fields_json(each, "id", "title", "proposer", "status", **{"class": "cls"})


def _standing(each: StandingRoll) -> dict[str, Any]:
    """A roll that stands. ``label``: what exactly it is for; "" where that is not known yet."""
    return {
        **fields_json(each, "player", "label", "missing", **{"for": "purpose"}),
        "roll": str(each.roll),
    }
