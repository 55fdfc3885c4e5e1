"""The Cycle 15 gamestate page as players keep it, read into a state and written back cell by cell.

Players and spaces are tables, known by their headers; wheel rotation, party time and phase are lines of prose. What
people's pages do not show but the game needs stands under the heading Records. Decisions: an item may have a column of
its own (``Crystals``); a player without a location is on the initial space; a page without spaces has that space alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from rules.common.phases import schedule
from rules.cycle15 import columns
from rules.cycle15.page_rows import canonical, move_rows, people_rows, player_rows, space_of, space_rows
from rules.cycle15.state import CRYSTAL, START, Move, Player, Space, State
from wikibot.game.game import Reading, Unreadable
from wikibot.game.markup import inline
from wikibot.game.player_rows import items_of, with_items
from wikibot.game.prose import Found, new_line, read_value
from wikibot.game.records import ABOUT, STARTED, append, read_records, with_table, with_value, write_records
from wikibot.game.records import SECTION as RECORDS
from wikibot.game.rulebook import Rulebook
from wikibot.game.sheet import Sheet, new_table, read_sheet, write_sheet
from wikibot.game.user_links import Name
from wikibot.wikitext.tables import UnsafeEdit

PLAYERS = "Players"


# -- reading ----------------------------------------------------------------------------------------------------------


def read(page: str, book: Rulebook, now: datetime) -> Reading[State]:
    """Read the state of a page; ``now`` becomes the state's time, and gives the phase where the page names none."""
    layout = columns.layout(page, book)
    records = read_records(page, columns.PEOPLE)
    sheets = [read_sheet(page, spec) for spec in (layout.players, layout.spaces, columns.MOVES)]
    values = {value.field: read_value(page, value) for value in columns.VALUES}
    players, spaces = _players(sheets[0], records.people), _spaces(sheets[1])
    state = State(
        now=now,
        phase=1,
        players=players,
        spaces=spaces,
        wheel_rotation=values["wheel_rotation"].value,
        party=bool(values["party"].value),
        moves=tuple(Move(**line.values) for line in sheets[2].lines if len(line.values) == len(columns.MOVES.columns)),
        **records.fields,
    )
    phase, why = _phase(values["phase"], state, book)
    problems = [*_without_players(sheets[0]), *(each for sheet in sheets for each in sheet.unreadable)]
    problems += [found.unreadable for found in values.values() if found.unreadable]
    remarks = (*why, *_oddities(state, records.people))
    return Reading(replace(state, phase=phase), (*problems, *records.unreadable), remarks)


def _players(sheet: Sheet, records: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Player]:
    found: dict[str, Player] = {}
    for line in sheet.lines:
        who: Name = line.values["name"]
        record = records.get(who.name, {})
        account = who.account or record.get("account", "")
        found[who.name] = Player(
            name=who.name,
            account="" if account == who.name else account,
            joined=record.get("joined"),
            items=items_of(line.values),
            location=line.values.get("location", START),
            moved=record.get("moved", ()),
            effects=record.get("effects", ()),
        )
    return found


def _spaces(sheet: Sheet) -> Mapping[int, Space]:
    found = {line.values["id"]: space_of(line.values) for line in sheet.lines}
    return found if START in found else {**found, START: Space(START)}


def _phase(found: Found, state: State, book: Rulebook) -> tuple[int, tuple[str, ...]]:
    """The phase that the page names, or counted from the start of the game; with a remark where neither is known."""
    if found.value is not None:
        return found.value, ()
    if state.started is None:
        return 1, ("the page names no phase and no start of the game; taken for phase 1 (add a line `Phase: I`)",)
    phases = schedule(book)
    return max(1, phases.index(state.now) - phases.index(state.started) + 1), ()


def _without_players(sheet: Sheet) -> Sequence[Unreadable]:
    if sheet.tables:
        return ()
    return (Unreadable(PLAYERS, "", "Name", "", "there: a table with the headers Name and Location is needed"),)


def _oddities(state: State, records: Mapping[str, Any]) -> tuple[str, ...]:
    lost = [
        f"{player.name} is on {player.location}, which is no space"
        for player in state.players.values()
        if player.location not in state.spaces
    ]
    loose = [
        f"space {space.id} leads to {each}, which is no space"
        for space in state.spaces.values()
        for each in space.successors
        if each not in state.spaces
    ]
    strange = [f"the records name {name}, who is no player" for name in records if name not in state.players]
    return (*lost, *loose, *strange)


# -- writing ----------------------------------------------------------------------------------------------------------


def write(page: str, book: Rulebook, state: State) -> str:
    """Lay a state over a page: only cells and lines whose value differs change.

    Raises ``UnsafeEdit`` where the page cannot be read as it is, or would not say what it should afterwards.
    """
    before = read(page, book, state.now)
    if before.unreadable:
        raise UnsafeEdit(str(before.unreadable[0]))
    wanted = canonical(state)
    text = page if canonical(before.state) == wanted else _written(page, book, before.state, wanted)
    after = read(text, book, state.now)
    if after.unreadable or canonical(after.state) != wanted:
        what = str(after.unreadable[0]) if after.unreadable else _difference(wanted, canonical(after.state))
        raise UnsafeEdit(f"written to the page, the state would not read back: {what}")
    return text


def _written(page: str, book: Rulebook, before: State, state: State) -> str:
    layout = columns.layout(page, book)
    known = read_records(page, columns.PEOPLE).people
    leaving = [name for name in before.players if name not in state.players]
    text = write_sheet(page, layout.players, player_rows(state, read_sheet(page, layout.players), known))
    text = _with_spaces(text, layout, state)
    text = with_value(text, columns.WHEEL, state.wheel_rotation, None)
    text = with_value(text, columns.PARTY, state.party, default=False)
    people = people_rows(state, read_sheet(text, layout.players), known)
    text = write_records(text, columns.PEOPLE, state, people, leaving)
    text = with_table(text, columns.MOVES, move_rows(state))
    now = read(text, book, state.now).state.phase
    return text if now == state.phase else with_value(text, columns.PHASE, state.phase, None)


def _with_spaces(text: str, layout: columns.Layout, state: State) -> str:
    """The spaces table; a page without one gets it when there is more to say than that space 0 exists."""
    if not layout.spaces.tables(text) and state.spaces == {START: Space(START)}:
        return text
    return with_table(text, layout.spaces, space_rows(state, layout.spaces))


def _difference(wanted: State, found: State) -> str:
    """The first thing that would not read back."""
    for field in fields(wanted):
        one, other = getattr(wanted, field.name), getattr(found, field.name)
        if isinstance(one, Mapping) and one != other:
            key = next((key for key in {**one, **other} if one.get(key) != other.get(key)), "order")
            return f"{field.name} {key!r}: {other.get(key)!r} in place of {one.get(key)!r}"
        if one != other:
            return f"{field.name}: {other!r} in place of {one!r}"
    return ""


def new_page(book: Rulebook, now: datetime, title: str) -> str:
    """A starting page in the shapes that players know: nobody plays yet, the board is space 0 alone."""
    fields_ = ("name", "location", f"item {CRYSTAL}", "items")
    players = with_items(f"{{|\n! Name !! Location !! {CRYSTAL}s\n|}}", columns.PLAYERS, columns.known_items(book))
    spaces = columns.layout("", book).spaces
    board = new_table(spaces, space_rows(State(now, spaces={START: Space(START)}), spaces))
    wheel = [new_line(columns.WHEEL, 0).removeprefix("* "), ""] if book.has(columns.WHEEL.labels[0]) else []
    lines = [f"The gamestate of {inline(title)}. It is currently '''Phase I'''.", "", f"== {PLAYERS} ==", ""]
    lines += [new_table(players, (), fields_), "", f"== {columns.SPACES} ==", "", *wheel, board, ""]
    return append("\n".join(lines), RECORDS, new_line(STARTED, now), ABOUT)
