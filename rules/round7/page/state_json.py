"""The state of Round 7 in JSON."""

from __future__ import annotations

from typing import Any

from rules.round7.board.landing_effects import EFFECTS
from rules.round7.state import FIRST, Player, State, Town, Turn
from wikibot.sdk import Rulebook, common_json, format_time, player_json


def to_json(state: State, book: Rulebook) -> dict[str, Any]:
    """The common keys and those of the design for this game: of players, ``turn``, ``towns`` ...

    ``features``: by the number of the space, only where there are any, those by the number alone
    included.
    """
    spaces = dict.fromkeys((*range(FIRST, state.highest + 1), *state.features))
    features = {str(space): list(EFFECTS.on_space(state, book, space)) for space in spaces}
    return {
        **common_json("round7", state),
        "players": [_player(each) for each in state.players.values()],
        "turn": _turn(state.turn) if state.turn else None,
        "highest_space": state.highest,
        "features": {space: found for space, found in features.items() if found},
        "cop_health": state.cop_health,
        "towns": [_town(each) for each in state.towns.values()],
    }


def _player(each: Player) -> dict[str, Any]:
    return {
        **player_json(each),
        "poents": each.poents,
        "vp": each.vp,
        "space": each.space,
        "numbers": [*each.numbers, *each.immutable],
        "immutable_numbers": list(each.immutable),
        "account": each.bank,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {"player": turn.player, "started": format_time(turn.started)}


def _town(town: Town) -> dict[str, Any]:
    return {
        "name": town.name,
        "leader": town.leader or None,
        "members": list(town.members),
        "applications": list(town.applicants),
        "treasury": town.treasury,
    }
