"""The Cycle 15 gamestate page as players keep it, read into a state and written back cell by cell.

Players and spaces are tables, known by their headers; wheel rotation, party time and phase are
lines of prose. What people's pages do not show but the game needs stands under the heading Records.
Decisions: an item may have a column of its own (``Crystals``); a player without a location is on
the initial space; a page without spaces has that space alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from rules.common.pages import (
    lay_over,
    people_rows,
    phase_number,
    player_rows,
    players_of,
    strangers,
    without_players,
)
from rules.cycle15.belongings.garbage import known_items
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.board.wheel_rotation import missing
from rules.cycle15.page import columns
from rules.cycle15.page.page_rows import canonical, move_rows, space_of, space_rows
from rules.cycle15.state import CRYSTAL, OFFERS, START, Move, Player, Space, State, with_start
from wikibot.game.game import Reading
from wikibot.game.page.markup import inline
from wikibot.game.page.notes import LEFT_OVER
from wikibot.game.page.player_rows import with_items
from wikibot.game.page.prose import new_line, read_value
from wikibot.game.page.records import (
    ABOUT,
    STARTED,
    append,
    read_records,
    with_table,
    with_value,
    write_records,
)
from wikibot.game.page.records import SECTION as RECORDS
from wikibot.game.page.sheet import Sheet, new_table, read_sheet, write_sheet
from wikibot.game.ruleset.rulebook import Rulebook

PLAYERS = "Players"
OWN = (
    "location",
    "moved",
    "effects",
)  # of a player: the first stands in the table, the others in the records


# -- reading ---------------------------------------------------------------------------------------


def read(page: str, book: Rulebook, now: datetime) -> Reading[State]:
    """Read the state of a page; ``now`` becomes the state's time, and gives the phase where the page names none."""
    layout = columns.layout(page, book)
    records = read_records(page, columns.PEOPLE, OFFERS)
    sheets = [read_sheet(page, spec) for spec in (layout.players, layout.spaces, columns.MOVES)]
    values = {value.field: read_value(page, value) for value in columns.VALUES}
    players, spaces = players_of(sheets[0], records.people, Player, OWN), _spaces(sheets[1])
    state = State(
        now=now,
        phase=1,
        players=players,
        spaces=spaces,
        wheel_rotation=values["wheel_rotation"].value,
        party=bool(values["party"].value),
        moves=tuple(Move(**line.values) for line in sheets[2].lines if columns.whole(line)),
        **records.fields,
    )
    phase, why = phase_number(values["phase"], state, book)
    problems = [
        *without_players(sheets[0], "Name and Location"),
        *(each for sheet in sheets for each in sheet.unreadable),
    ]
    problems += [found.unreadable for found in values.values() if found.unreadable]
    remarks = (
        *why,
        *_left_over(sheets[1]),
        *_oddities(state, records.people),
        *_unknown_types(state, book),
        *missing(state, book),
    )
    return Reading(replace(state, phase=phase), (*problems, *records.unreadable), remarks)


def _spaces(sheet: Sheet) -> Mapping[int, Space]:
    return with_start({line.values["id"]: space_of(line.values) for line in sheet.lines})


def _left_over(sheet: Sheet) -> tuple[str, ...]:
    """What stands behind a value in the notes of a space and was not read."""
    return tuple(
        f"the notes of space {line.values.get('id')} have more behind {each!r}, which is not read"
        for line in sheet.lines
        for each in line.values.get("notes", {}).get(LEFT_OVER, ())
    )


def _oddities(state: State, records: Mapping[str, Any]) -> tuple[str, ...]:
    lost = [
        f"{player.name} is on {player.location}, which is not a space"
        for player in state.players.values()
        if player.location not in state.spaces
    ]
    loose = [
        f"space {space.id} leads to {each}, which is not a space"
        for space in state.spaces.values()
        for each in space.successors
        if each not in state.spaces
    ]
    return (*lost, *loose, *strangers(state, records))


def _unknown_types(state: State, book: Rulebook) -> tuple[str, ...]:
    """Spaces of a type that no section of the ruleset page describes: perhaps a slip, perhaps a rule to come."""
    known = known_types(book)
    said = [
        (space.id, kind)
        for space in state.spaces.values()
        for kind in (space.type, space.pseudo_type)
        if kind
    ]
    return tuple(
        f"space {id_} is {kind}, a type that the ruleset page does not have"
        for id_, kind in said
        if not known.find(kind)
    )


# -- writing ---------------------------------------------------------------------------------------


def write(page: str, book: Rulebook, state: State) -> str:
    """Lay a state over a page: only cells and lines whose value differs change. Raises ``UnsafeEdit``."""
    said = lru_cache(maxsize=2)(lambda text: read(text, book, state.now))
    return lay_over(
        page, sayable(page, state), said,
        lambda before, wanted: _written(page, book, before, wanted, said), canonical,
    )  # fmt: skip


def sayable(page: str, state: State) -> State:
    """The state without what moves brought, where the page's own table of them has no column for it."""
    tables = columns.MOVES.tables(page)
    if not tables or all("brought" in columns.MOVES.present(table) for table in tables):
        return state
    return replace(state, moves=tuple(replace(move, brought=()) for move in state.moves))


def _written(
    page: str, book: Rulebook, before: State, state: State, said: Callable[[str], Reading[State]]
) -> str:
    layout = columns.layout(page, book)
    known = read_records(page, columns.PEOPLE).people
    leaving = [name for name in before.players if name not in state.players]
    text = write_sheet(
        page, layout.players, player_rows(state, read_sheet(page, layout.players), known, OWN[:1])
    )
    text = _with_spaces(text, layout, state)
    text = with_value(text, columns.WHEEL, state.wheel_rotation, None)
    text = with_value(text, columns.PARTY, state.party, default=False)
    people = people_rows(state, read_sheet(text, layout.players), known, OWN[1:])
    text = write_records(text, columns.PEOPLE, state, people, leaving)
    text = with_table(text, columns.MOVES, move_rows(state))
    now = said(text).state.phase
    return text if now == state.phase else with_value(text, columns.PHASE, state.phase, None)


def _with_spaces(text: str, layout: columns.Layout, state: State) -> str:
    """The spaces table; a page without one gets it when there is more to say than that space 0 exists."""
    if not layout.spaces.tables(text) and state.spaces == {START: Space(START)}:
        return text
    return with_table(text, layout.spaces, space_rows(state, layout.spaces))


def new_page(book: Rulebook, now: datetime, title: str) -> str:
    """A starting page in the shapes that players know: nobody plays yet, the board is space 0 alone."""
    fields_ = ("name", "location", f"item {CRYSTAL}", "items")
    players = with_items(
        f"{{|\n! Name !! Location !! {CRYSTAL}s\n|}}", columns.PLAYERS, known_items(book)
    )
    spaces = columns.layout("", book).spaces
    board = new_table(spaces, space_rows(State(now, spaces={START: Space(START)}), spaces))
    wheel = (
        [new_line(columns.WHEEL, 0).removeprefix("* "), ""]
        if book.has(columns.WHEEL.labels[0])
        else []
    )
    lines = [
        f"{inline(title)} holds the state of the game. It is currently '''Phase I'''.",
        "",
        f"== {PLAYERS} ==",
        "",
    ]
    lines += [new_table(players, (), fields_), "", f"== {columns.SPACES} ==", "", *wheel, board, ""]
    return append("\n".join(lines), RECORDS, new_line(STARTED, now), ABOUT)
