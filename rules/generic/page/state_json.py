"""The state of any nomic in JSON, as ``PLAIN.md`` has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.generic.state import Cell, Field, Player, State, ThingTable
from wikibot.sdk import Rulebook, common_json, player_json


def to_json(state: State, book: Rulebook) -> dict[str, Any]:
    """The common keys, ``values``, and ``tables``: each a list of rows with their fields.

    A field in which nothing stands is there with its blank. A list of things is a list of names.
    """
    return {
        **common_json("generic", state),
        "players": [_player(each, state) for each in state.players.values()],
        "values": _fields(state.values, state.labels),
        "tables": {name: _rows(table) for name, table in state.tables.items()},
    }


def _player(each: Player, state: State) -> dict[str, Any]:
    held = {**each.fields, state.bag: each.items}
    return {**player_json(each), "fields": _fields(held, state.columns)}


def _rows(table: ThingTable) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "fields": _fields(each.fields, table.columns)}
        for each in table.things.values()
    ]


def _fields(held: Mapping[str, Cell], columns: Sequence[Field]) -> dict[str, Any]:
    return {each.name: _plain(held.get(each.name, each.blank)) for each in columns}


def _plain(cell: Cell) -> Any:
    if isinstance(cell, Mapping):
        return dict(cell)
    return list(cell) if isinstance(cell, tuple) else cell
