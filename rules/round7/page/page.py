"""The Round 7 gamestate page, read into a state and written back cell by cell.

Players, features, towns and the present turn are tables, known by their headers; the highest space
and the health of the Cop Car are lines. What a person's page does not show but the game needs
stands under the heading Records. Decisions: a page without the highest space has as many as its
features and players need, but at least the ten of a new game, for no rule says how many there are
at first; a remark tells people to correct that. Shops and banks that people list among the features
may stay there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from rules.common.pages import (
    Records,
    lay_over,
    people_rows,
    players_of,
    strangers,
    without_players,
)
from rules.round7.board import naming
from rules.round7.items.numbers import Held, sort_out
from rules.round7.page import columns
from rules.round7.page.page_rows import (
    IN_RECORDS,
    IN_TABLE,
    canonical,
    feature_rows,
    holding_rows,
    player_rows,
    town_rows,
    turn_rows,
)
from rules.round7.police import chief_of_police
from rules.round7.state import OFFERS, SPACES, Ping, Place, Player, State, Town, Turn
from wikibot.game.game import Reading
from wikibot.game.page.markup import inline
from wikibot.game.page.prose import Found, new_line, read_value
from wikibot.game.page.records import append, read_records, with_table, with_value, write_records
from wikibot.game.page.sheet import Sheet, new_table, read_sheet, write_sheet
from wikibot.game.ruleset.rulebook import Rulebook

TURN_FIELDS = ("player", "started")
NO_NUMBERS = Held()


# -- reading ---------------------------------------------------------------------------------------


def read(page: str, book: Rulebook, now: datetime) -> Reading[State]:
    """Read the state of a page; ``now`` becomes the state's time."""
    records, sheets = read_records(page, columns.PEOPLE, OFFERS), _sheets(page, book)
    values = {value.field: read_value(page, value) for value in columns.VALUES}
    players = _players(sheets["players"], records.people, _by(sheets["holdings"], "owner"))
    places = [*_by(sheets["features"], "space"), *(player.space for player in players.values())]
    state = State(
        now=now,
        players=players,
        turn=_turn(sheets["turn"]),
        highest=_highest(values["highest"].value, places),
        **_board(sheets["features"], values["cop_health"].value, book, players),
        towns=_towns(sheets["towns"]),
        **records.fields,
    )
    missing = without_players(sheets["players"], "Name, Space and Poents")
    cells = (each for sheet in sheets.values() for each in sheet.unreadable)
    lines = (found.unreadable for found in values.values() if found.unreadable)
    remarks = (*_without_highest(values["highest"], state), *_oddities(state, records.people))
    return Reading(state, (*missing, *cells, *lines, *records.unreadable), remarks)


def _sheets(page: str, book: Rulebook) -> dict[str, Sheet]:
    """The tables of a page that are the game's own."""
    specs = {
        "players": columns.player_table(page, book),
        "holdings": columns.holdings(book),
        "turn": columns.TURN,
        "features": columns.FEATURES,
        "towns": columns.TOWN_TABLE,
    }
    return {name: read_sheet(page, spec) for name, spec in specs.items()}


def _by(sheet: Sheet, key: str) -> dict[Any, Mapping[str, Any]]:
    """The rows of a table by the value of a column."""
    return {line.values[key]: line.values for line in sheet.lines}


def _players(
    sheet: Sheet, records: Records, holdings: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Player]:
    lines = (replace(line, values=_owned(line.values, holdings)) for line in sheet.lines)
    return players_of(
        replace(sheet, lines=tuple(lines)), records, _player, ("numbers", *IN_TABLE, *IN_RECORDS)
    )


def _owned(row: Mapping[str, Any], holdings: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What a row of the players table says, and what the records say of columns that the table does not have."""
    return {**holdings.get(row["name"].name, {}), **row}


def _player(
    *,
    numbers: Held = NO_NUMBERS,
    ping: Sequence[str] = (),
    ping_by: Sequence[datetime | None] = (),
    **values: Any,
) -> Player:
    known = (*ping_by, *[None] * len(ping))
    pings = tuple(Ping(whom, by) for whom, by in zip(ping, known, strict=False))
    return sort_out(
        Player(numbers=numbers.numbers, immutable=numbers.immutable, pings=pings, **values)
    )


def _board(
    sheet: Sheet, health: int | None, book: Rulebook, players: Iterable[str]
) -> dict[str, Any]:
    """Features and health of the Cop Car; where the page has neither, those of a new game."""
    if not sheet.tables and health is None:
        return first_board(book)
    features = {space: row.get("features", ()) for space, row in _by(sheet, "space").items()}
    return {"features": naming.spelled(features, players), "cop_health": health}


def first_board(book: Rulebook) -> dict[str, Any]:
    """Features and health of the Cop Car in a new game."""
    space, health = chief_of_police.first_space(book), chief_of_police.first_health(book)
    return {"features": {space: (naming.COP_CAR,)} if space else {}, "cop_health": health}


def _turn(sheet: Sheet) -> Turn | None:
    rows = [
        line.values for line in sheet.lines if all(line.values.get(name) for name in TURN_FIELDS)
    ]
    return Turn(**rows[0]) if rows else None


def _towns(sheet: Sheet) -> Mapping[str, Town]:
    return {
        line.values["name"]: Town(**line.values) for line in sheet.lines if "leader" in line.values
    }


def _highest(noted: int | None, places: list[Place]) -> int:
    if noted is not None:
        return noted
    return max([SPACES, *(place for place in places if isinstance(place, int))])


def _without_highest(found: Found, state: State) -> tuple[str, ...]:
    """A remark on a page that does not say how far the board goes."""
    if found.value is not None or found.unreadable:
        return ()
    return (
        f"the page does not name the highest space; {state.highest} is taken for it, correct it where it is wrong",
    )


def _oddities(state: State, records: Records) -> tuple[str, ...]:
    lost = [
        f"{p.name} is on {p.space}, which is not a space"
        for p in state.players.values()
        if not _is_place(state, p.space)
    ]
    off = [f"{feature} is on {space}, which is not a space" for space, feature in naming.placed(state)
           if not _is_place(state, space)]  # fmt: skip
    turn = state.turn
    whose = (
        [f"it is the turn of {turn.player}, who is not a player"]
        if turn and turn.player not in state.players
        else []
    )
    return (*lost, *off, *strangers(state, records), *whose)


def _is_place(state: State, place: Place) -> bool:
    return isinstance(place, str) or 1 <= place <= state.highest


# -- writing ---------------------------------------------------------------------------------------


def write(page: str, book: Rulebook, state: State) -> str:
    """Lay a state over a page: only cells and lines whose value differs change. Raises ``UnsafeEdit``."""
    said = lru_cache(maxsize=2)(lambda text: read(text, book, state.now))
    return lay_over(
        page, state, said,
        lambda before, wanted: _written(page, book, before, wanted, said), canonical,
    )  # fmt: skip


def _written(
    page: str, book: Rulebook, before: State, state: State, said: Callable[[str], Reading[State]]
) -> str:
    table = columns.player_table(page, book)
    known = read_records(page, columns.PEOPLE).people
    leaving = [name for name in before.players if name not in state.players]
    text = write_sheet(page, table, player_rows(state, read_sheet(page, table), known))
    text = with_table(text, columns.TURN, turn_rows(state))
    text = with_table(
        text, columns.FEATURES, feature_rows(state, read_sheet(text, columns.FEATURES))
    )
    text = with_table(text, columns.TOWN_TABLE, town_rows(state))
    text = with_value(text, columns.HEALTH, state.cop_health, None)
    sheet = read_sheet(text, table)
    text = with_table(text, columns.holdings(book), holding_rows(state, sheet))
    people = people_rows(state, sheet, known, IN_RECORDS)
    text = write_records(text, columns.PEOPLE, state, people, leaving)
    return with_value(text, columns.HIGHEST, state.highest, said(text).state.highest)


def new_page(book: Rulebook, now: datetime, title: str) -> str:
    """A starting page: nobody plays yet, the board has ten spaces, the Cop Car stands where it stands at first."""
    state = State(now, **first_board(book))
    shown = ("name", "space", "poents", "vp", "numbers", "items", "bank")
    values = [new_line(columns.HIGHEST, state.highest)]
    values += [new_line(columns.HEALTH, state.cop_health)] if state.cop_health is not None else []
    board = new_table(columns.FEATURES, feature_rows(state, read_sheet("", columns.FEATURES)))
    lines = [f"{inline(title)} holds the state of the game.", ""]
    lines += [f"== {columns.TURN_SECTION} ==", "", new_table(columns.TURN), ""]
    lines += [
        f"== {columns.PLAYERS} ==",
        "",
        new_table(columns.player_table("", book), (), shown),
        "",
    ]
    lines += [f"== {columns.BOARD} ==", "", *values, "", board, ""]
    page = "\n".join(lines)
    return append(page, columns.TOWNS, new_table(columns.TOWN_TABLE)) if book.has("Towns") else page
