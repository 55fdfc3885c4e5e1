"""The Round 7 gamestate page, read into a state and written back cell by cell.

Players, features, towns and the present turn are tables, known by their headers; the highest space
and the health of the Cop Car are lines. What a person's page does not show but the game needs
stands under the heading Records. Decisions: a page without the highest space has as many as its
features and players need, but at least the ten of a new game, for no rule says how many there are
at first; a remark tells people to correct that. Shops and banks that people list among the features
may stay there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import asdict, replace

from rules.round7.board import naming
from rules.round7.items.numbers import OwnedNumbers, from_items
from rules.round7.items.shop import known_items
from rules.round7.page.schema import FEATURES, HEALTH, HIGHEST, SCHEMA, TOWNS, TURN, holdings
from rules.round7.police import chief_of_police
from rules.round7.state import SPACES, Place, Player, State
from wikibot.game.page.gamestate import PLAYERS, Layout, PageContents
from wikibot.game.page.player_rows import Records, items_of, items_row, line_of
from wikibot.game.page.prose import new_line
from wikibot.game.page.records import append, with_table
from wikibot.game.page.sheet import Sheet, read_sheet
from wikibot.sdk import GamestatePage, Reading, Rulebook, inline, new_table, with_items
from wikibot.wikitext.messages import say

HOLDINGS = "holdings"
NOTHING: Mapping[str, Any] = {"vp": 0, "bank": 0, "items": {}}


class Page(GamestatePage[State]):
    """The page of Round 7."""

    def layout(self, page: str, book: Rulebook) -> Layout:
        return book.found_in(page, _layout)

    # -- reading -----------------------------------------------------------------------------------

    def players(self, sheets: Mapping[str, Sheet], records: Records) -> Mapping[str, Player]:
        """The players of their table; what it has no column for the records say."""
        held = {line.values["owner"]: line.values for line in sheets[HOLDINGS].lines}
        lines = (
            replace(line, values={**held.get(line.values["name"].name, {}), **line.values})
            for line in sheets[PLAYERS].lines
        )
        whole = replace(sheets[PLAYERS], lines=tuple(lines))
        return super().players({**sheets, PLAYERS: whole}, records)

    def settled(self, state: State, said: PageContents, book: Rulebook) -> State:
        if not said.sheets[FEATURES.field].tables and state.cop_health is None:
            state = replace(state, **first_board(book))
        places = (*state.features, *(each.space for each in state.players.values()))
        highest = max(SPACES, *(each for each in places if isinstance(each, int)), SPACES)
        if said.values[HIGHEST.field].value is None:
            state = replace(state, highest=highest)
        return replace(state, features=naming.spelled(state.features, state.players))

    def canonical(self, state: State) -> State:
        """The state as a page can say it: Numbers ascending, features in order, no phases."""
        state = super().canonical(state)
        players = {
            name: replace(
                player,
                numbers=tuple(sorted(player.numbers)),
                immutable=tuple(sorted(player.immutable)),
            )
            for name, player in state.players.items()
        }
        turn = replace(state.turn, over=False) if state.turn else None
        features = naming.spelled(state.features, players)
        return replace(state, phase=1, players=players, features=features, turn=turn)

    def remarks(self, state: State, said: PageContents, book: Rulebook) -> Sequence[str]:
        return tuple(_remarks(state, said))

    # -- writing -----------------------------------------------------------------------------------

    def player_rows(self, state: State, sheet: Sheet, records: Records) -> list[dict[str, Any]]:
        rows = super().player_rows(_with_listed(state, sheet), sheet, records)
        own = (asdict(_numbers(player, sheet)[0]) for player in state.players.values())
        return [{**row, "numbers": numbers} for row, numbers in zip(rows, own, strict=True)]

    def written(
        self,
        page: str,
        book: Rulebook,
        before: State,
        state: State,
        said: Callable[[str], Reading[State]],
    ) -> str:
        text = super().written(page, book, before, state, said)
        layout = self.layout(text, book)
        rows = _holding_rows(state, read_sheet(text, layout[PLAYERS]))
        return with_table(text, layout[HOLDINGS], rows)

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        """A starting page: no players, ten spaces, the Cop Car where it stands at first."""
        state = State(now, **first_board(book))
        layout = self.layout("", book)
        shown = ("name", "space", "poents", "vp", "numbers", "items", "bank")
        values = [new_line(HIGHEST, state.highest)]
        values += [new_line(HEALTH, state.cop_health)] if state.cop_health is not None else []
        features = FEATURES.rows_on(read_sheet("", FEATURES.spec), state)
        blocks = [
            f"{inline(title)} holds the state of the game.",
            f"== {TURN.spec.section} ==",
            new_table(TURN.spec),
            f"== {layout[PLAYERS].section} ==",
            new_table(layout[PLAYERS], (), shown),
            f"== {FEATURES.spec.section} ==",
            "\n".join(values),
            new_table(FEATURES.spec, features, ids="space-"),
        ]
        page = "\n\n".join(blocks) + "\n"
        towns = TOWNS.spec
        return append(page, towns.section, new_table(towns)) if book.has("Towns") else page


def _layout(page: str, book: Rulebook) -> Layout:
    return {
        PLAYERS: with_items(page, SCHEMA.players.spec, known_items(book)),
        HOLDINGS: holdings(book),
        **{each.field: each.spec for each in SCHEMA.listings},
    }


def first_board(book: Rulebook) -> dict[str, Any]:
    """Features and health of the Cop Car in a new game."""
    space, health = chief_of_police.first_space(book), chief_of_police.first_health(book)
    return {"features": {space: (naming.COP_CAR,)} if space else {}, "cop_health": health}


def _remarks(state: State, said: PageContents) -> Iterator[str]:
    noted = said.values[HIGHEST.field]
    if noted.value is None and not noted.unreadable:
        why = say("the page does not name the highest space; {} is taken for it", state.highest)
        yield say("{}, correct it where it is wrong", why)
    for player in state.players.values():
        if not _is_place(state, player.space):
            yield say("{} is on {}, which is not a space", player.name, player.space)
    for space, feature in naming.placed(state):
        if not _is_place(state, space):
            yield say("{} is on {}, which is not a space", feature, space)
    if state.turn and state.turn.player not in state.players:
        yield say("it is the turn of {}, who is not a player", state.turn.player)


def _is_place(state: State, place: Place) -> bool:
    return isinstance(place, str) or 1 <= place <= state.highest


# -- Numbers that stand among the items, and what the players table has no column for --------------


def _numbers(player: Player, sheet: Sheet) -> tuple[OwnedNumbers, OwnedNumbers]:
    """The Numbers for their own column, and those for the items: unchanged ones stay in place."""
    have = OwnedNumbers(player.numbers, player.immutable)
    if "numbers" not in sheet.fields:
        return OwnedNumbers(), have
    held = line_of(sheet, player.name)
    own, listed = OwnedNumbers(**held.get("numbers", {})), from_items(items_of(held))[1]
    return (own, listed) if own + listed == have else (have, OwnedNumbers())


def _with_listed(state: State, sheet: Sheet) -> State:
    """The state with the Numbers that stand among the items of the page as such."""
    players = {
        name: replace(player, items={**player.items, **_numbers(player, sheet)[1].items})
        for name, player in state.players.items()
    }
    return replace(state, players=players)


def _holding_rows(state: State, sheet: Sheet) -> list[dict[str, Any]]:
    """Rows of the records: what players own for which their table (``sheet``) has no column."""
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


PAGE = Page(SCHEMA, "Name, Space and Poents")
