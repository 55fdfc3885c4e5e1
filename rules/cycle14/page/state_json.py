"""The state of Cycle 14 in JSON."""

from __future__ import annotations

from typing import Any

from rules.cycle14.state import Gathering, Player, Pot, State
from wikibot.sdk import Rulebook, common_json, fields_json, player_json


def to_json(state: State, book: Rulebook) -> dict[str, Any]:
    """The common keys, those of the design for this game, landmarks and Dying Experience."""
    return {
        **common_json("cycle14", state),
        **fields_json(state, "storehouse", "season", "boosted", "lost"),
        "players": [_player(each) for each in state.players.values()],
        "obelisk": fields_json(state.obelisk, "distance", "cuts", "items", "condition"),
        "pots": [_pot(each) for each in state.pots],
        "gatherings": [_gathering(each) for each in state.gatherings],
        "landmarks": [
            fields_json(each, "description", "distance", "bearing", name="id")
            for each in state.landmarks
        ],
        "dying_experience": {each.id: each.deaths for each in state.dying if each.deaths},
    }


def _player(each: Player) -> dict[str, Any]:
    banished = {"banished": each.banished is not None, "banishment_hours": each.banishment}
    return {**player_json(each), **fields_json(each, "experience"), **banished}


def _pot(each: Pot) -> dict[str, Any] | None:
    return fields_json(each, "herb", "stage") if each.herb else None


def _gathering(each: Gathering) -> dict[str, Any]:
    shown = ("id", "ritual", "starter", "started", "status", "contributions", "objected")
    return {**fields_json(each, *shown), "victim": each.victim or None}
