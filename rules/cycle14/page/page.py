"""The Cycle 14 gamestate page.

Players, Obelisk, storehouse, pots, gatherings and landmarks are tables; a few values are lines.
Decisions: an item may have its own column, under its name or emoji; a storehouse row says how
many of one component there are; a page without a table of the Obelisk or of the pots has the
Obelisk of the beginning, and no pots; an unknown season is the one that the rules
name for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rules.common.phases import schedule
from rules.cycle14 import obelisk, seasons
from rules.cycle14.components import components
from rules.cycle14.page.schema import BOOSTED, OBELISK, SCHEMA, SEASON, STOREHOUSE, storehouse_table
from rules.cycle14.state import State
from rules.cycle14.tasks.herbalism import first_pots
from wikibot.game.calendar import Phases
from wikibot.game.page.gamestate import PLAYERS, Layout, PageContents
from wikibot.game.page.prose import new_line
from wikibot.game.page.records import ABOUT, STARTED, append
from wikibot.game.page.records import SECTION as RECORDS
from wikibot.game.page.sheet import read_sheet
from wikibot.sdk import GamestatePage, Rulebook, inline, new_table, replace, with_items


class Page(GamestatePage[State]):
    """The page of Cycle 14."""

    def layout(self, page: str, book: Rulebook) -> Layout:
        return book.found_in(page, _layout)

    def phases(self, book: Rulebook) -> Phases:
        return schedule(book)

    def settled(self, state: State, said: PageContents, book: Rulebook) -> State:
        first = {} if said.sheets[OBELISK.field].lines else {"obelisk": obelisk.first(book)}
        return replace(state, season=seasons.determined(state.season or "", book), **first)

    def canonical(self, state: State) -> State:
        """The state as a page can say it: without zeros."""
        state = super().canonical(state)
        players = {
            name: replace(each, experience=_counted(each.experience))
            for name, each in state.players.items()
        }
        gatherings = tuple(
            replace(each, contributions={who: i for who, i in each.contributions.items() if i})
            for each in state.gatherings
        )
        stone = replace(state.obelisk, items=_counted(state.obelisk.items))
        return replace(state, players=players, gatherings=gatherings, obelisk=stone)

    def write(self, page: str, book: Rulebook, state: State) -> str:
        return super().write(
            page, book, replace(state, season=seasons.determined(state.season, book))
        )

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        """A starting page in the shapes that players know: no players yet, empty pots."""
        known = components(book)
        state = State(
            now,
            obelisk=obelisk.first(book),
            pots=first_pots(book),
            season=seasons.seasons(book)[0],
            storehouse=dict.fromkeys(known.names, 0),
        )
        emoji = " !! ".join(known.emoji.values())
        headers = ("Name !! Experience", "Obelisk !! Distance (km)")
        tables = "\n".join(f"{{|\n! {first} !! {emoji}\n|}}" for first in headers)
        layout, own = _layout(tables, book), tuple(f"item {name}" for name in known.names)
        shown = {
            PLAYERS: ("name", *own, "items", "experience", "banished", "banishment"),
            OBELISK.field: ("name", "distance", "cuts", *own, "items", "condition"),
        }
        blocks = [
            f"{inline(title)} holds the state of the game. It is currently '''Phase I'''.",
            "\n".join(new_line(each, getattr(state, each.field)) for each in (SEASON, BOOSTED)),
        ]
        rows = {
            each.field: each.rows_on(read_sheet("", layout[each.field]), state)
            for each in SCHEMA.listings
        }
        for field, spec in layout.items():
            blocks += [
                f"== {spec.section} ==",
                new_table(spec, rows.get(field, ()), shown.get(field)),
            ]
        return append("\n\n".join(blocks) + "\n", RECORDS, new_line(STARTED, now), ABOUT)


def _counted(items: Mapping[str, int]) -> dict[str, Any]:
    return {item: count for item, count in items.items() if count}


def _layout(page: str, book: Rulebook) -> Layout:
    known = components(book).vocabulary
    return {
        PLAYERS: with_items(page, SCHEMA.players.spec, known),
        **{each.field: each.spec for each in SCHEMA.listings},
        OBELISK.field: with_items(page, OBELISK.spec, known),
        STOREHOUSE.field: storehouse_table(known),
    }


PAGE = Page(SCHEMA, "Name and Experience")
