"""The state of Cycle 14 in JSON."""

from __future__ import annotations

from typing import Any

from rules.cycle14.state import Gathering, Landmark, Player, Pot, State
from wikibot.sdk import Rulebook, common_json, format_time, player_json


def to_json(state: State, book: Rulebook) -> dict[str, Any]:
    """The common keys, those of the design for this game, landmarks and Dying Experience."""
    del book
    return {
        **common_json("cycle14", state),
        "players": [_player(each) for each in state.players.values()],
        "obelisk": {
            "distance": state.obelisk.distance,
            "cuts": state.obelisk.cuts,
            "items": dict(state.obelisk.items),
            "condition": state.obelisk.condition,
        },
        "storehouse": dict(state.storehouse),
        "season": state.season,
        "pots": [_pot(each) for each in state.pots],
        "gatherings": [_gathering(each) for each in state.gatherings],
        "boosted": state.boosted,
        "lost": state.lost,
        "landmarks": [_landmark(each) for each in state.landmarks],
        "dying_experience": {each.id: each.deaths for each in state.dying if each.deaths},
    }


def _player(each: Player) -> dict[str, Any]:
    banished = {"banished": each.banished is not None, "banishment_hours": each.banishment}
    return {**player_json(each), "experience": dict(each.experience), **banished}


def _pot(each: Pot) -> dict[str, Any] | None:
    return {"herb": each.herb, "stage": each.stage} if each.herb else None


def _gathering(each: Gathering) -> dict[str, Any]:
    return {
        "id": each.id,
        "ritual": each.ritual,
        "starter": each.starter,
        "started": format_time(each.started) if each.started else None,
        "status": each.status,
        "contributions": {name: list(items) for name, items in each.contributions.items()},
        "victim": each.victim or None,
        "objected": each.objected,
    }


def _landmark(each: Landmark) -> dict[str, Any]:
    return {
        "name": each.id, "description": each.description, "distance": each.distance,
        "bearing": each.bearing,
    }  # fmt: skip
