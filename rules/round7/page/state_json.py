"""The state of Round 7 in JSON."""

from __future__ import annotations

from typing import Any

from rules.round7.board.features import LandingEffects
from rules.round7.state import FIRST, Player, State, Town
from wikibot.sdk import Rulebook, common_json, fields_json, player_json


def to_json(state: State, book: Rulebook, effects: LandingEffects) -> dict[str, Any]:
    """The common keys and those of the design for this game: of players, ``turn``, ``towns`` ...

    ``features``: by the number of the space, only where there are any, those by the number alone
    included.
    """
    spaces = dict.fromkeys((*range(FIRST, state.highest + 1), *state.features))
    features = {str(space): list(effects.on_space(state, book, space)) for space in spaces}
    return {
        **common_json("round7", state),
        **fields_json(state, "cop_health", highest_space="highest"),
        "players": [_player(each) for each in state.players.values()],
        "turn": fields_json(state.turn, "player", "started") if state.turn else None,
        "features": {space: found for space, found in features.items() if found},
        "towns": [_town(each) for each in state.towns.values()],
    }


def _player(each: Player) -> dict[str, Any]:
    own = fields_json(each, "poents", "vp", "space", account="bank", immutable_numbers="immutable")
    return {**player_json(each), **own, "numbers": [*each.numbers, *each.immutable]}


def _town(town: Town) -> dict[str, Any]:
    own = fields_json(town, "name", "members", "treasury", applications="applicants")
    return {**own, "leader": town.leader or None}
