"""What the rows of the Round 7 gamestate page shall say, for a given state and the page as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.common import pages
from rules.common.pages import Records
from rules.round7.board import naming
from rules.round7.items.numbers import Held, from_items
from rules.round7.state import Player, State
from wikibot.game.page.canonical import canonical as common_canonical
from wikibot.game.page.player_rows import items_of, items_row, line_of
from wikibot.game.page.sheet import Sheet

IN_TABLE = ("space", "poents", "vp", "bank")
IN_RECORDS = ("missed", "failures", "ping", "ping_by")
NOTHING: Mapping[str, Any] = {"vp": 0, "bank": 0, "items": {}}


def canonical(state: State) -> State:
    """The state as a page can say it: Numbers ascending, features in order; there are no phases."""
    state = common_canonical(state)
    players = {
        name: replace(
            player, numbers=tuple(sorted(player.numbers)), immutable=tuple(sorted(player.immutable))
        )
        for name, player in state.players.items()
    }
    turn = replace(state.turn, over=False) if state.turn else None
    features = naming.spelled(state.features, players)
    return replace(state, phase=1, players=players, features=features, turn=turn)


def player_rows(state: State, sheet: Sheet, records: Records) -> list[dict[str, Any]]:
    """Rows of the players table, in the order of the state, which is that of turns."""
    rows = pages.player_rows(_with_listed(state, sheet), sheet, records, IN_TABLE)
    own = [_numbers(player, sheet)[0] for player in state.players.values()]
    return [{**row, "numbers": numbers} for row, numbers in zip(rows, own, strict=True)]


def _numbers(player: Player, sheet: Sheet) -> tuple[Held, Held]:
    """The Numbers in their own column, and those among the items: as the page has them, while they are the same."""
    have = Held(player.numbers, player.immutable)
    if "numbers" not in sheet.fields:
        return Held(), have
    held = line_of(sheet, player.name)
    listed = from_items(items_of(held))[1]
    same = held.get("numbers", Held()) + listed == have
    return (held.get("numbers", Held()), listed) if same else (have, Held())


def _with_listed(state: State, sheet: Sheet) -> State:
    """The state with the Numbers that stand among the items of the page as such."""
    players = {
        name: replace(player, items={**player.items, **_numbers(player, sheet)[1].items})
        for name, player in state.players.items()
    }
    return replace(state, players=players)


def holding_rows(state: State, sheet: Sheet) -> list[dict[str, Any]]:
    """Rows of the records about what players own for which their table (``sheet``) has no column."""
    rows = []
    for player in _with_listed(state, sheet).players.values():
        items = items_row(player.items, line_of(sheet, player.name), sheet.fields)["items"]
        every = {"vp": player.vp, "bank": player.bank, "items": items}
        missing = {
            name: value
            for name, value in every.items()
            if name not in sheet.fields and value != NOTHING[name]
        }
        if missing:
            rows.append({"owner": player.name, **NOTHING, **missing})
    return rows


def turn_rows(state: State) -> list[dict[str, Any]]:
    """The row of the present turn, if there is one."""
    return [vars(state.turn)] if state.turn else []


def feature_rows(state: State, sheet: Sheet) -> list[dict[str, Any]]:
    """Rows of the features table in the order of the page, new ones last."""
    held = [line.values["space"] for line in sheet.lines]
    order = dict.fromkeys([*(space for space in held if space in state.features), *state.features])
    return [{"space": space, "features": _as_held(state, space, sheet)} for space in order]


def _as_held(state: State, space: int, sheet: Sheet) -> tuple[str, ...]:
    """Features in the order and the spelling in which the page has them, new ones last."""
    held = next(
        (line.values.get("features", ()) for line in sheet.lines if line.values["space"] == space),
        (),
    )
    left, kept = list(state.features[space]), []
    for each in held:
        feature = naming.read(each, state.players)
        if feature in left:
            left.remove(feature)
            kept.append(each)
    return (*kept, *left)


def town_rows(state: State) -> list[dict[str, Any]]:
    """Rows of the towns table."""
    return [dict(vars(town)) for town in state.towns.values()]
