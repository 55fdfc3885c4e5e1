"""What the rows of the Round 7 gamestate page shall say, for a given state and the page as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.round7 import columns, naming
from rules.round7.state import State
from wikibot.game.canonical import canonical as common_canonical
from wikibot.game.player_rows import account_row, items_row, line_of, name_cell
from wikibot.game.sheet import Sheet

NOTHING: Mapping[str, Any] = {"vp": 0, "numbers": columns.Held(), "bank": 0, "items": {}}


def canonical(state: State) -> State:
    """The state as a page can say it: Numbers ascending, features in order; there are no phases."""
    state = common_canonical(state)
    players = {
        name: replace(player, numbers=tuple(sorted(player.numbers)), immutable=tuple(sorted(player.immutable)))
        for name, player in state.players.items()
    }
    features = {space: tuple(filter(None, found)) for space, found in state.features.items()}
    turn = replace(state.turn, over=False) if state.turn else None
    return replace(state, phase=1, players=players, features=naming.tidy(features), turn=turn)


def player_rows(state: State, sheet: Sheet, records: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows of the players table, in the order of the state, which is that of turns."""
    rows = []
    for player in state.players.values():
        held = line_of(sheet, player.name)
        name = name_cell(player, held.get("name"), recorded(records, player.name))
        own = {"space": player.space, "poents": player.poents, "vp": player.vp, "bank": player.bank}
        numbers = columns.Held(player.numbers, player.immutable)
        rows.append({"name": name, **own, "numbers": numbers, **items_row(player.items, held, sheet.fields)})
    return rows


def people_rows(state: State, sheet: Sheet, records: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows of the records about those who play. ``sheet``: the players table as it will be."""
    rows = []
    for player in state.players.values():
        account = account_row(player, line_of(sheet, player.name)["name"], recorded(records, player.name))
        kept = {"missed": player.missed, "failures": player.failures, "ping": player.ping, "ping_by": player.ping_by}
        rows.append({"player": player.name, "joined": player.joined, "left": None, **account, **kept})
    return rows


def owned(row: Mapping[str, Any], holding: Mapping[str, Any]) -> dict[str, Any]:
    """What a row of the players table says, and what the records say of columns that the table does not have."""
    return {**{name: value for name, value in holding.items() if name != "owner"}, **row}


def holding_rows(state: State, sheet: Sheet) -> list[dict[str, Any]]:
    """Rows of the records about what players own for which their table (``sheet``) has no column."""
    rows = []
    for player in state.players.values():
        held = line_of(sheet, player.name)
        items = items_row(player.items, held, sheet.fields)["items"]
        numbers = columns.Held(player.numbers, player.immutable)
        every = {"vp": player.vp, "numbers": numbers, "bank": player.bank, "items": items}
        missing = {name: value for name, value in every.items() if name not in sheet.fields and value != NOTHING[name]}
        if missing:
            rows.append({"owner": player.name, **NOTHING, **missing})
    return rows


def recorded(records: Mapping[str, Mapping[str, Any]], name: str) -> str:
    """The account that the records name for a player."""
    return str(records.get(name, {}).get("account", ""))


def turn_rows(state: State) -> list[dict[str, Any]]:
    """The row of the present turn, if there is one."""
    if state.turn is None:
        return []
    roll = "" if state.turn.roll is None else str(state.turn.roll)
    return [{**vars(state.turn), "roll": roll}]


def feature_rows(state: State, sheet: Sheet) -> list[dict[str, Any]]:
    """Rows of the features table in the order of the page, new ones last."""
    held = [line.values["space"] for line in sheet.lines]
    order = dict.fromkeys([*(space for space in held if space in state.features), *state.features])
    return [{"space": space, "features": _as_held(state.features[space], space, sheet)} for space in order]


def _as_held(features: tuple[str, ...], space: int, sheet: Sheet) -> tuple[str, ...]:
    """Features in the order in which the page has them, where they are the same."""
    held = next((line.values.get("features", ()) for line in sheet.lines if line.values["space"] == space), ())
    return tuple(held) if tuple(sorted(held)) == features else features


def town_rows(state: State) -> list[dict[str, Any]]:
    """Rows of the towns table."""
    return [dict(vars(town)) for town in state.towns.values()]
