"""The gamestate page of any nomic, as ``PLAIN.md`` has it.

Decisions beside those of ``kinds``, ``tables`` and ``values``: what a column holds is remembered in
the records where the page would not show it; a value that the page has no line for gets one in the
records; a table that is left alone is named in a remark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from rules.common.phases import schedule
from rules.generic.columns import bag_of, is_blank
from rules.generic.page import kinds
from rules.generic.page.layout import (
    VALUE,
    PageLayout,
    fields_in,
    has_own_phase,
    layout_for,
    layout_of,
    row_of,
    spec_of,
    specs,
    value_of,
)
from rules.generic.page.records import KINDS, USES
from rules.generic.page.tables import Found
from rules.generic.state import PLAYERS, Cell, Field, FieldKind, Player, State, Thing, ThingTable
from wikibot.game.calendar import Phases
from wikibot.game.game import Reading
from wikibot.game.page import prose
from wikibot.game.page.gamestate import PHASE, GamestatePage, PageContents, strangers
from wikibot.game.page.player_rows import NAME, line_of, name_cell, people_rows
from wikibot.game.page.prose import ReadValue
from wikibot.game.page.records import people, read_records, with_table, with_value, write_records
from wikibot.game.page.schema import Players, Schema
from wikibot.game.page.sheet import Sheet, Spec, read_sheet
from wikibot.game.page.sheet_writer import write_sheet
from wikibot.game.problems import Unreadable
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.messages import say
from wikibot.wikitext.table_changes import UnsafeEdit

SCHEMA = Schema(
    "generic", State, Players(Player, Spec(PLAYERS, (NAME,), key=("name",)), people()), (USES,)
)


def rules_of(book: Rulebook) -> str:
    """The ruleset's words, by which a column is judged in which nothing stands yet."""
    return book.derived(_words)


def _with_units(state: State) -> Iterator[str]:
    """Headers of which sentences would have to say the unit: ``Gold (gp)``."""
    for about in (*state.columns, *(e for table in state.tables.values() for e in table.columns)):
        name, bracket, _ = about.name.partition(" (")
        is_price = name.casefold().startswith(("price", "cost"))
        if bracket and about.kind is FieldKind.NUMBER and not is_price:
            yield (
                say(
                    "the column {0!r} is not what sentences call {1}: head it {1!r}; a unit may "
                    "stand in the cells, as in 5 gp",
                    about.name,
                    name,
                )
            )


def _words(book: Rulebook) -> str:
    return kinds.words(book.text)


class Contents(PageContents, frozen=True):
    """What a page says. ``uses``: of what may be used so often; ``found``: values of the game."""

    layout: PageLayout
    uses: Sheet
    found: Mapping[str, ReadValue]


class Page(GamestatePage[State]):
    """The page of any nomic."""

    def layout(self, page: str, book: Rulebook) -> Mapping[str, Spec]:
        return specs(layout_of(page, rules_of(book)))

    def phases(self, book: Rulebook) -> Phases:
        return schedule(book)

    # -- reading -----------------------------------------------------------------------------------

    def contents(self, page: str, book: Rulebook) -> Contents:
        layout = layout_of(page, rules_of(book))
        found = {each.name: prose.read_value(page, value_of(each, layout))
                 for each in layout.columns[""]}  # fmt: skip
        return Contents(
            {name: read_sheet(page, spec) for name, spec in specs(layout).items()},
            {} if has_own_phase(layout) else {"phase": prose.read_value(page, PHASE)},
            read_records(page, self.schema.players.records, self.schema.offers),
            layout,
            read_sheet(page, USES.spec),
            found,
        )

    def reading(self, said: Any, book: Rulebook, now: datetime) -> Reading[State]:
        layout, sheets, uses, found = said.layout, said.sheets, said.uses, said.found
        records = said.records
        state = State(
            now=now,
            columns=layout.columns[PLAYERS],
            bag=bag_of(layout.columns[PLAYERS]),
            called=layout.tables.players.called if layout.tables.players else (),
            labels=layout.columns[""],
            values={n: each.value for n, each in found.items() if each.value},
            tables={n: _table(sheets[n], each, layout) for n, each in layout.tables.things.items()},
            uses=tuple(USES.read(uses)),
            **records.fields,
        )
        who = sheets.get(PLAYERS)
        if who:
            state = replace(state, players=_players(who, records.people, state))
        if said.values:
            state = replace(state, phase=self.phase(said.values, state, book)[0])
        problems = [] if who else [Unreadable(PLAYERS, "", "", "", layout.tables.trouble)]
        problems += [each for sheet in (*sheets.values(), uses) for each in sheet.unreadable]
        values = (*found.values(), *said.values.values())
        problems += [each.unreadable for each in values if each.unreadable]
        units = _with_units(state)
        remarks = (*layout.tables.left, *units, *strangers(state, records.people))
        return Reading(state, (*problems, *records.unreadable), remarks)

    # -- writing -----------------------------------------------------------------------------------

    def canonical(self, state: State) -> State:
        """The state as a page can say it: no blanks, and a kind for every field."""
        state = super().canonical(state)
        players = {n: replace(p, fields=_said(p.fields)) for n, p in state.players.items()}
        tables = {
            name: replace(
                each,
                columns=_closed(each.columns),
                things={n: replace(t, fields=_said(t.fields)) for n, t in each.things.items()},
            )
            for name, each in state.tables.items()
        }
        return replace(
            state, players=players, tables=tables, values=_said(state.values),
            columns=_closed(state.columns), labels=_closed(state.labels),
        )  # fmt: skip

    def written(
        self,
        page: str,
        book: Rulebook,
        before: State,
        state: State,
        said: Callable[[str], Reading[State]],
    ) -> str:
        who, rules = self.schema.players, rules_of(book)
        layout = layout_for(page, rules, state)
        known = read_records(page, who.records).people
        leaving = [name for name in before.players if name not in state.players]
        spec = _spec(layout, PLAYERS, layout.tables.players)
        text = write_sheet(page, spec, _player_rows(state, read_sheet(page, spec), known))
        for name, found in layout.tables.things.items():
            if name in state.tables:
                rows = [row_of(n, t.fields, state.tables[name].columns)
                        for n, t in state.tables[name].things.items()]  # fmt: skip
                text = write_sheet(text, _spec(layout, name, found), rows)
        for about in state.labels:
            wanted = state.values.get(about.name, about.blank)
            if wanted != before.values.get(about.name, about.blank):
                text = with_value(text, value_of(about, layout), wanted, about.blank)
        people_ = people_rows(state, read_sheet(text, spec), known, who)
        text = write_records(text, who.records, state, people_, leaving)
        text = with_table(text, USES.spec, USES.rows(state.uses))
        if not has_own_phase(layout) and said(text).state.phase != state.phase:
            text = with_value(text, PHASE, state.phase, None)
        return _with_kinds(text, rules, state)


def _spec(layout: PageLayout, name: str, found: Found | None) -> Spec:
    if found is None:
        raise UnsafeEdit(layout.tables.trouble)
    return spec_of(layout, name, found)


def _said(fields: Mapping[str, Cell]) -> dict[str, Any]:
    return {name: cell for name, cell in fields.items() if not is_blank(cell)}


def _closed(columns: Sequence[Field]) -> tuple[Field, ...]:
    return tuple(replace(each, is_open=False) for each in columns)


# -- players and things ----------------------------------------------------------------------------


def _players(
    sheet: Sheet, records: Mapping[str, Mapping[str, Any]], state: State
) -> dict[str, Player]:
    """The players that the table and the records tell of."""
    found: dict[str, Player] = {}
    for line in sheet.lines:
        name = line.values["name"].name
        record = records.get(name, {})
        account = line.values["name"].account or record.get("account", "")
        fields = fields_in(line.values, state.columns)
        items: Any = fields.pop(state.bag, {})
        found[name] = Player(
            name, "" if account == name else account, record.get("joined"), items, _cells(fields)
        )
    return found


def _player_rows(
    state: State, sheet: Sheet, records: Mapping[str, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Rows of the players' table, in the order of the state."""
    rows = []
    for who in state.players.values():
        held = line_of(sheet, who.name).get("name")
        account = str(records.get(who.name, {}).get("account", ""))
        fields = {**who.fields, state.bag: who.items}
        rows.append(row_of(name_cell(who, held, account), fields, state.columns))
    return rows


def _table(sheet: Sheet, found: Found, layout: PageLayout) -> ThingTable:
    columns = layout.columns[found.name]
    things = {
        line.values["name"]: Thing(line.values["name"], _cells(fields_in(line.values, columns)))
        for line in sheet.lines
    }
    return ThingTable(found.name, found.noun, columns, things)


def _cells(fields: Mapping[str, Any]) -> dict[str, Cell]:
    return dict(fields)


# -- kinds that the page does not show -------------------------------------------------------------


def _with_kinds(text: str, rules: str, state: State) -> str:
    """The page with a note in the records of each kind that its cells do not show (any more)."""
    held = {
        (str(line.values["table"]), str(line.values["field"])): line.values
        for line in read_sheet(text, KINDS).lines
    }
    shown = layout_of(text, rules)
    rows: dict[tuple[str, str], Mapping[str, Any]] = dict(held)
    wanted = {"": state.labels, PLAYERS: state.columns}
    wanted |= {name: each.columns for name, each in state.tables.items()}
    for table, columns in wanted.items():
        seen = {each.name: each for each in shown.columns.get(table, ())}
        for about in columns:
            there = seen.get(about.name)
            if there and (there.kind, there.table) != (about.kind, about.table):
                key = (table or VALUE, about.name)
                rows[key] = {"table": key[0], "field": key[1], "holds": kinds.spoken(about)}
    return text if rows == held else with_table(text, KINDS, list(rows.values()))


PAGE = Page(SCHEMA, "Name")
