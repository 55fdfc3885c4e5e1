"""The Cycle 15 gamestate page as players keep it, read into a state and written back cell by cell.

Players and spaces are tables, known by their headers; wheel rotation, party time and phase are
lines of prose. What people's pages do not show but the game needs stands under the heading Records.
Decisions: an item may have its own column (``Crystals``); a player without a location is on
the initial space; a page without spaces has that space alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from rules.common.phases import schedule
from rules.cycle15.belongings.garbage import known_items
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.board.wheel_rotation import missing
from rules.cycle15.page.schema import MOVES, SCHEMA, SPACES, WHEEL, spaces_table
from rules.cycle15.state import CRYSTAL, START, Space, State
from wikibot.game.calendar import Phases
from wikibot.game.page.gamestate import PLAYERS, Layout, PageContents
from wikibot.game.page.prose import new_line
from wikibot.game.page.records import ABOUT, STARTED, append
from wikibot.game.page.records import SECTION as RECORDS
from wikibot.sdk import GamestatePage, Rulebook, Vocabulary, inline, new_table, replace, with_items
from wikibot.wikitext.messages import say


class Page(GamestatePage[State]):
    """The page of Cycle 15."""

    def items(self, book: Rulebook) -> Vocabulary:
        return known_items(book)

    def layout(self, page: str, book: Rulebook) -> Layout:
        return book.found_in(page, _layout)

    def phases(self, book: Rulebook) -> Phases:
        return schedule(book)

    def canonical(self, state: State) -> State:
        state = super().canonical(state)
        spaces = {
            id_: replace(each, successors=tuple(sorted({*each.successors})))
            for id_, each in state.spaces.items()
        }
        return replace(state, spaces=spaces)

    def remarks(self, state: State, said: PageContents, book: Rulebook) -> Sequence[str]:
        return (*_oddities(state), *_unknown_types(state, book), *missing(state, book))

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        """A starting page in the usual shapes: no players yet, the board is space 0 alone."""
        header = f"{{|\n! Name !! Location !! {CRYSTAL}s\n|}}"
        players = with_items(header, SCHEMA.players.spec, known_items(book))
        spaces = self.layout("", book)[SPACES.field]
        wheel = [new_line(WHEEL, 0).removeprefix("* "), ""] if book.has(WHEEL.labels[0]) else []
        lines = [
            f"{inline(title)} holds the state of the game. It is currently '''Phase I'''.",
            "",
            "== Players ==",
            "",
            new_table(players, (), ("name", "location", f"item {CRYSTAL}", "items")),
            "",
            "== Spaces ==",
            "",
            *wheel,
            new_table(spaces, SPACES.rows([Space(START)], spaces), ids="space-"),
            "",
        ]
        return append("\n".join(lines), RECORDS, new_line(STARTED, now), ABOUT)


def _layout(page: str, book: Rulebook) -> Layout:
    return {
        PLAYERS: with_items(page, SCHEMA.players.spec, known_items(book)),
        SPACES.field: spaces_table(book.derived(known_types), page),
        MOVES.field: MOVES.spec,
    }


def _oddities(state: State) -> Iterator[str]:
    for player in state.players.values():
        if player.location not in state.spaces:
            yield say("{} is on {}, which is not a space", player.name, player.location)
    for space in state.spaces.values():
        for each in space.successors:
            if each not in state.spaces:
                yield say("space {} leads to {}, which is not a space", space.id, each)


def _unknown_types(state: State, book: Rulebook) -> Iterator[str]:
    """Spaces of a type that the ruleset page does not have: a slip, or a rule to come."""
    known = known_types(book)
    for space in state.spaces.values():
        for kind in (space.type, space.pseudo_type):
            if kind and not known.find(kind):
                yield say(
                    "space {} is {}, a type that the ruleset page does not have", space.id, kind
                )


PAGE = Page(SCHEMA, "Name and Location")
