"""The state of Cycle 15 in JSON."""

from __future__ import annotations

from typing import Any

from rules.common.players import reputable
from rules.cycle15.board.spaces import successors
from rules.cycle15.board.wheel_rotation import SECTION as WHEEL
from rules.cycle15.state import Player, Space, State
from wikibot.sdk import Rulebook, common_json, fields_json, player_json


def to_json(state: State, book: Rulebook) -> dict[str, Any]:
    """The common keys, ``location`` and ``reputable`` of players, ``spaces``, wheel and party.

    A ruleset page without that section has no wheel, whatever the gamestate page says.
    """
    return {
        **common_json("cycle15", state),
        "players": [_player(each, state, book) for each in state.players.values()],
        "spaces": [_space(each, state) for each in state.spaces.values()],
        "wheel_rotation": state.wheel_rotation if book.has(WHEEL) else None,
        "party": state.party,
    }


def _player(each: Player, state: State, book: Rulebook) -> dict[str, Any]:
    own = fields_json(each, "location")
    return {**player_json(each), **own, "reputable": reputable(each, state, book)}


def _space(each: Space, state: State) -> dict[str, Any]:
    own = fields_json(each, "id", "type", "pseudo_type")
    return {**own, "successors": list(successors(state, each.id))}
