"""The Cycle 14 gamestate page: tables of players, Obelisk, storehouse, pots, gatherings and landmarks, and a few lines.

Decisions: an item may have a column of its own under its name or emoji; a storehouse row says how
many of one component there are; a page without a table of the Obelisk or of the pots has the
Obelisk of the beginning, and no pots; a season that nobody can make out is the one that the rules
name for that.
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
from rules.cycle14 import obelisk, seasons
from rules.cycle14.components import components
from rules.cycle14.page import columns
from rules.cycle14.state import Obelisk, Player, State
from rules.cycle14.tasks.herbalism import first_pots
from wikibot.game.game import Reading
from wikibot.game.page.canonical import canonical as common_canonical
from wikibot.game.page.markup import inline
from wikibot.game.page.player_rows import items_of, items_row
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
from wikibot.game.page.sheet import Sheet, Spec, new_table, read_sheet, write_sheet
from wikibot.game.ruleset.rulebook import Rulebook

OWN = ("experience", "banished", "banishment")
NAME = "The Obelisk"


def canonical(state: State) -> State:
    """The state as a page can say it: without zeros."""
    state = common_canonical(state)
    players = {
        name: replace(
            each, experience={task: value for task, value in each.experience.items() if value}
        )
        for name, each in state.players.items()
    }
    gatherings = tuple(
        replace(
            each, contributions={who: items for who, items in each.contributions.items() if items}
        )
        for each in state.gatherings
    )
    return replace(
        state, players=players, gatherings=gatherings, storehouse=_counted(state.storehouse),
        obelisk=replace(state.obelisk, items=_counted(state.obelisk.items)),
    )  # fmt: skip


def _counted(items: Mapping[str, int]) -> dict[str, int]:
    return {item: count for item, count in items.items() if count}


# -- reading ---------------------------------------------------------------------------------------


def read(page: str, book: Rulebook, now: datetime) -> Reading[State]:
    """Read the state of a page; ``now`` becomes the state's time, and gives the phase where the page names none."""
    layout = columns.layout(page, book)
    records = read_records(page, columns.PEOPLE)
    players, stone, store = (
        read_sheet(page, each) for each in (layout.players, layout.obelisk, layout.storehouse)
    )
    lists = {each.field: read_sheet(page, each.spec) for each in columns.LISTS}
    values = {value.field: read_value(page, value) for value in columns.VALUES}
    listed: dict[str, Any] = {each.field: each.read(lists[each.field]) for each in columns.LISTS}
    state = State(
        now=now,
        players=players_of(players, records.people, Player, OWN),
        obelisk=_obelisk(stone, book),
        storehouse=_counted(
            {line.values["item"]: line.values.get("count", 0) for line in store.lines}
        ),
        season=seasons.determined(values["season"].value or "", book),
        boosted=bool(values["boosted"].value),
        observed=values["observed"].value,
        lost=bool(values["lost"].value),
        **listed,
        **records.fields,
    )
    phase, why = phase_number(values["phase"], state, book)
    problems = [*without_players(players, "Name and Experience")]
    problems += [
        each for sheet in (players, stone, store, *lists.values()) for each in sheet.unreadable
    ]
    problems += [found.unreadable for found in values.values() if found.unreadable]
    remarks = (*why, *strangers(state, records.people))
    return Reading(replace(state, phase=phase), (*problems, *records.unreadable), remarks)


def _obelisk(sheet: Sheet, book: Rulebook) -> Obelisk:
    if not sheet.lines:
        return obelisk.first(book)
    said = sheet.lines[0].values
    return Obelisk(
        said.get("distance", 0), said.get("cuts", 0), items_of(said), said.get("condition", "")
    )


# -- writing ---------------------------------------------------------------------------------------


def write(page: str, book: Rulebook, state: State) -> str:
    """Lay a state over a page: only cells and lines whose value differs change. Raises ``UnsafeEdit``."""
    said = lru_cache(maxsize=2)(lambda text: read(text, book, state.now))
    return lay_over(
        page, replace(state, season=seasons.determined(state.season, book)), said,
        lambda before, wanted: _written(page, book, before, wanted, said), canonical,
    )  # fmt: skip


def _written(
    page: str, book: Rulebook, before: State, state: State, said: Callable[[str], Reading[State]]
) -> str:
    layout = columns.layout(page, book)
    known = read_records(page, columns.PEOPLE).people
    leaving = [name for name in before.players if name not in state.players]
    text = write_sheet(
        page, layout.players, player_rows(state, read_sheet(page, layout.players), known, OWN)
    )
    if before.obelisk != state.obelisk:
        text = with_table(
            text, layout.obelisk, _obelisk_rows(state, read_sheet(text, layout.obelisk))
        )
    text = with_table(
        text, layout.storehouse, _store_rows(state, read_sheet(text, layout.storehouse))
    )
    for each in columns.LISTS:
        text = with_table(text, each.spec, each.rows(getattr(state, each.field)))
    if state.season != before.season:
        text = with_value(text, columns.SEASON, state.season, None)
    text = with_value(text, columns.BOOSTED, state.boosted, default=False)
    text = with_value(text, columns.LOST, state.lost, default=False)
    text = with_value(text, columns.OBSERVED, state.observed, None)
    text = write_records(
        text,
        columns.PEOPLE,
        state,
        people_rows(state, read_sheet(text, layout.players), known),
        leaving,
    )
    now = said(text).state.phase
    return text if now == state.phase else with_value(text, columns.PHASE, state.phase, None)


def _obelisk_rows(state: State, sheet: Sheet) -> list[dict[str, Any]]:
    held = sheet.lines[0].values if sheet.lines else {}
    stone = state.obelisk
    row = {
        "name": held.get("name", NAME),
        "distance": stone.distance,
        "cuts": stone.cuts,
        "condition": stone.condition,
    }
    others = [dict(line.values) for line in sheet.lines[1:]]
    return [{**row, **items_row(stone.items, held, sheet.fields)}, *others]


def _store_rows(state: State, sheet: Sheet) -> list[dict[str, Any]]:
    """A row for each component that the table has, also at zero, then those that are new."""
    held = [line.values["item"] for line in sheet.lines]
    return [
        {"item": item, "count": state.storehouse.get(item, 0)}
        for item in dict.fromkeys((*held, *state.storehouse))
    ]


def new_page(book: Rulebook, now: datetime, title: str) -> str:
    """A starting page in the shapes that players know: nobody plays yet, all pots are empty."""
    known = components(book)
    emoji = " !! ".join(known.emoji.values())
    players = columns.layout(f"{{|\n! Name !! Experience !! {emoji}\n|}}", book).players
    stone = columns.layout(f"{{|\n! Obelisk !! Distance (km) !! {emoji}\n|}}", book).obelisk
    state = State(
        now, obelisk=obelisk.first(book), pots=first_pots(book), season=seasons.seasons(book)[0]
    )
    own = [f"item {name}" for name in known.names]
    row = {
        "name": NAME,
        "distance": state.obelisk.distance,
        "cuts": 0,
        "condition": "",
        **dict.fromkeys(own, 0),
    }
    storehouse = columns.layout("", book).storehouse
    rows = [{"item": name, "count": 0} for name in known.names]
    blocks = [
        f"{inline(title)} holds the state of the game. It is currently '''Phase I'''.",
        "\n".join(
            new_line(value, getattr(state, value.field))
            for value in (columns.SEASON, columns.BOOSTED)
        ),
        *_section("Players", players, (), ("name", *own, "items", *OWN)),
        *_section(
            "The Obelisk", stone, (row,), ("name", "distance", "cuts", *own, "items", "condition")
        ),
        *_section("Community Storehouse", storehouse, rows),
    ]
    for each in columns.LISTS:
        blocks += _section(each.spec.section, each.spec, each.rows(getattr(state, each.field)))
    return append("\n\n".join(blocks) + "\n", RECORDS, new_line(STARTED, now), ABOUT)


def _section(title: str, spec: Spec, rows: Any, fields: tuple[str, ...] | None = None) -> list[str]:
    return [f"== {title} ==", new_table(spec, rows, fields)]
