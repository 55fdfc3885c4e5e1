"""The gamestate page of any nomic, as ``PLAIN.md`` has it.

Decisions beside those of ``kinds``, ``tables`` and ``values``: what a column holds is remembered in
the records where the page would not show it; a value that the page has no line for gets one in the
records; a table that is left alone is named in a remark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from rules.common.players import schedule
from rules.generic import owners
from rules.generic.owners import PLAYERS, Cell, Columns, Field, FieldKind, Player, State, Thing
from rules.generic.page import cells
from rules.generic.page.cells import PLACES
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
from rules.generic.page.tables import KINDS, OWN, Found
from rules.generic.play.actions import things_of
from rules.generic.play.values import shown
from rules.generic.readings import text_read
from wikibot.game.game import Reading
from wikibot.game.page.gamestate import (
    PHASE,
    GamestatePage,
    PageContents,
    people,
    read_records,
    strangers,
    with_table,
    with_value,
    write_records,
)
from wikibot.game.page.schema import NAME, Players, Schema, line_of, name_cell, people_rows
from wikibot.game.page.sheet import ReadValue, Sheet, Spec, read_sheet, read_value, write_sheet
from wikibot.game.picture import COLOURS, Edge, Group, LegendEntry, Picture, PictureCell, in_rows
from wikibot.game.problems import Unreadable
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.secrets import in_short
from wikibot.game.understanding.slots import Lists, Option, options
from wikibot.sdk import common_json, player_json
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import Phases
from wikibot.wikitext.table_writer import UnsafeEdit

SCHEMA = Schema(
    "generic", State, Players(Player, Spec(PLAYERS, (NAME,), key=("name",)), people()), OWN
)


def rules_of(book: Rulebook) -> str:
    """The ruleset's words, by which a column is judged in which nothing stands yet.

    Behind a new line those that readings stand for: of them it is only read who acts.
    """
    return book.derived(_words)


def _with_units(state: State) -> Iterator[str]:
    """Headers of which sentences would have to say the unit: ``Gold (gp)``."""
    for about in (*state.columns, *(e for table in state.tables.values() for e in table.columns)):
        name, bracket, _ = about.name.partition(" (")
        is_price = name.casefold().startswith(("price", "cost"))
        if bracket and about.kind is FieldKind.NUMBER and not is_price:
            yield say("the column {0!r} is not what sentences call {1}: head it {1!r}; a unit may "
                      "stand in the cells, as in 5 gp", about.name, name)  # fmt: skip


def _words(book: Rulebook) -> str:
    read = text_read(book)
    return "\n".join(map(cells.words, dict.fromkeys((read, book.text))))


class Contents(PageContents, frozen=True):
    """What a page says. ``own``: tables of the records; ``found``: values of the game."""

    layout: PageLayout
    own: Mapping[str, Sheet]
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
        found = {each.name: read_value(page, value_of(each, layout))
                 for each in layout.columns[""]}  # fmt: skip
        return Contents(
            {name: read_sheet(page, spec) for name, spec in specs(layout).items()},
            {} if has_own_phase(layout) else {"phase": read_value(page, PHASE)},
            read_records(page, self.schema.players.records, self.schema.offers),
            layout,
            {each.field: read_sheet(page, each.spec) for each in OWN},
            found,
        )

    def reading(self, said: Any, book: Rulebook, now: datetime) -> Reading[State]:
        layout, sheets, found = said.layout, said.sheets, said.found
        own: Any = {each.field: tuple(each.read(said.own[each.field])) for each in OWN}
        records = said.records
        state = State(
            now=now,
            columns=layout.columns[PLAYERS],
            bag=owners.bag_of(layout.columns[PLAYERS]),
            called=layout.tables.players.called if layout.tables.players else (),
            labels=layout.columns[""],
            values={n: each.value for n, each in found.items() if each.value},
            tables={n: _table(sheets[n], each, layout) for n, each in layout.tables.things.items()},
            **own,
            **records.fields,
        )
        who = sheets.get(PLAYERS)
        if who:
            state = replace(state, players=_players(who, records.people, state))
        if said.values:
            state = replace(state, phase=self.phase(said.values, state, book)[0])
        problems = [] if who else [Unreadable(PLAYERS, "", "", "", layout.tables.trouble)]
        problems += [
            each for sheet in (*sheets.values(), *said.own.values()) for each in sheet.unreadable
        ]
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
                columns=_closed(each.columns, each.things.values(), state),
                things={n: replace(t, fields=_said(t.fields)) for n, t in each.things.items()},
            )
            for name, each in state.tables.items()
        }
        return replace(
            state, players=players, tables=tables, values=_said(state.values),
            columns=_closed(state.columns, players.values(), state), labels=_closed(state.labels),
        )  # fmt: skip

    def written(
        self, page: str, book: Rulebook, before: State, state: State,
        said: Callable[[str], Reading[State]]
    ) -> str:  # fmt: skip
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
        for each in OWN:
            text = with_table(text, each.spec, each.rows(getattr(state, each.field)))
        if not has_own_phase(layout) and said(text).state.phase != state.phase:
            text = with_value(text, PHASE, state.phase, None)
        return _with_kinds(text, rules, state)


def _spec(layout: PageLayout, name: str, found: Found | None) -> Spec:
    if found is None:
        raise UnsafeEdit(layout.tables.trouble)
    return spec_of(layout, name, found)


def _said(fields: Mapping[str, Cell]) -> dict[str, Any]:
    return {name: cell for name, cell in fields.items() if cell}


def _closed(
    columns: Sequence[Field], rows: Iterable[Player | Thing] = (), state: State | None = None
) -> Columns:
    """Columns as the page shows them, with all that stands there beside things of a table."""
    found = []
    for each in columns:
        table = state.tables.get(each.table) if state and each.others else None
        here = {str(row.fields.get(each.name, "")) for row in rows} if table else set()
        others = tuple(sorted({*each.others, *here} - {"", *(table.things if table else ())}))
        found.append(replace(each, is_open=False, others=others))
    return Columns(found)


# -- players and things ----------------------------------------------------------------------------


def _players(
    sheet: Sheet, records: Mapping[str, Mapping[str, Any]], state: State
) -> dict[str, Player]:
    found: dict[str, Player] = {}
    for line in sheet.lines:
        name = line.values["name"].name
        record = records.get(name, {})
        account = line.values["name"].account or record.get("account", "")
        fields = fields_in(line.values, state.columns)
        items: Any = fields.pop(state.bag, {})
        found[name] = Player(
            name, "" if account == name else account, record.get("joined"), items, fields
        )
    return found


def _player_rows(
    state: State, sheet: Sheet, records: Mapping[str, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    rows = []
    for who in state.players.values():
        held = line_of(sheet, who.name).get("name")
        account = str(records.get(who.name, {}).get("account", ""))
        fields = {**who.fields, state.bag: who.items}
        rows.append(row_of(name_cell(who, held, account), fields, state.columns))
    return rows


def _table(sheet: Sheet, found: Found, layout: PageLayout) -> owners.ThingTable:
    columns = layout.columns[found.name]
    things = {
        line.values["name"]: Thing(line.values["name"], fields_in(line.values, columns))
        for line in sheet.lines
    }
    return owners.ThingTable(found.name, found.noun, columns, things)


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
            if there and replace(there, is_open=about.is_open) != about:
                key = (table or VALUE, about.name)
                rows[key] = {"table": key[0], "field": key[1], "holds": cells.spoken(about)}
    return text if rows == held else with_table(text, KINDS, list(rows.values()))


PAGE = Page(SCHEMA, "Name")


# == What a form lists of a game in plain words: the things of each table, what players may have ===


def lists(state: State, player: str) -> Lists:
    """By kind: ``noun`` are words for the things of tables, ``counted`` what can be so many."""
    tables, me = state.tables.values(), state.players.get(player)
    columns = [each.name for each in state.columns if each.kind is FieldKind.NUMBER]
    has = {**{name: me.fields.get(name) for name in columns}, **me.items} if me else {}
    nouns = [each.word for each in tables if each.things and each.word]
    names = owners.known_items(state).names
    return {
        "noun": options(nouns),
        "counted": options((*columns, *(names if state.bag else ()))),
        "items": options(names),
        "belongings": tuple(
            Option(name, f"{name} ({number})") for name, number in has.items() if number
        ),
        **{things_of(each.name): options(each.things) for each in tables},
    }


def standing(state: State, player: str) -> str:
    """Where a player stands: the cells of the row, but for free text."""
    me: Player = state.players[player]
    said = [
        f"{each.name} {me.fields[each.name]}"
        for each in state.columns
        if each.kind in (FieldKind.NUMBER, FieldKind.THING) and each.name in me.fields
    ]
    return in_short(", ".join((*said, *(f"{count} {item}" for item, count in me.items.items()))))


# == The state of any nomic in JSON, as ``PLAIN.md`` has it ========================================


def to_json(state: State, book: Rulebook) -> dict[str, Any]:
    """The common keys, ``values``, and ``tables``: each a list of rows with their fields.

    A field in which nothing stands is there with its blank. A list of things is a list of names.
    """
    return {
        **common_json("generic", state),
        "players": [_player(each, state) for each in state.players.values()],
        "values": _fields(state.values, state.labels),
        "tables": {
            name: [
                {"name": e.name, "fields": _fields(e.fields, of.columns)}
                for e in of.things.values()
            ]
            for name, of in state.tables.items()
        },
    }


def _player(each: Player, state: State) -> dict[str, Any]:
    held = {**each.fields, state.bag: each.items}
    return {**player_json(each), "fields": _fields(held, state.columns)}


def _fields(held: Mapping[str, Cell], columns: Sequence[Field]) -> dict[str, Any]:
    return {each.name: _plain(held.get(each.name, each.blank)) for each in columns}


def _plain(cell: Cell) -> Any:
    if isinstance(cell, Mapping):
        return dict(cell)
    return list(cell) if isinstance(cell, tuple) else cell


# == The board of any nomic: the table that players stand on, where there is one ===================
#
# That is a table of which a field of players names a thing, and whose things lead to each other
# or that has a word for a place (``Space``, ``Room``, ``Location``). Signs and colours tell types
# apart.

MOST_CELLS = 200  # that are drawn of one table
_WORDS = (*PLACES, "space", "room", "region", "area", "territory", "land", "island", "town", "city",
          "spot", "field", "hex", "cell", "zone", "planet", "district")  # fmt: skip
_TYPES = ("type", "kind", "terrain", "owner", "colour", "color")
_SIGNS = "◆●▲■★♠♣♥♦○△□☆◇"


def picture(state: State, book: Rulebook) -> Picture | None:
    """The whole board; None where players stand on nothing."""
    fields = [each for each in state.columns if _is_board(each, state)]
    if not fields:
        return None
    groups: list[Group] = []
    edges: list[Edge] = []
    legend: dict[str, LegendEntry] = {}
    for about in fields:
        table = state.tables[about.table]
        column = _type(table)
        found = dict.fromkeys(shown(e.fields.get(column, ""), "") for e in table.things.values())
        colours = [each for each in COLOURS if each != "white"]
        types = {
            name: (_SIGNS[number % len(_SIGNS)], colours[number % len(colours)])
            for number, name in enumerate(name for name in found if name)
        }
        legend |= {name: LegendEntry(sign, name, colour) for name, (sign, colour) in types.items()}
        cells = in_rows(_picture_cells(state, about, table, types))
        groups.append(Group(table.name, cells, header=table.noun))
        edges += _edges(table, {each.id for each in cells})
    facts = tuple(f"{e.name}: {shown(state.values.get(e.name, ''), '')}" for e in state.labels)
    return Picture(
        "The board", facts, tuple(groups), tuple(edges), tuple(legend.values()),
        tuple(state.players)
    )  # fmt: skip


def _is_board(about: Field, state: State) -> bool:
    table = state.tables.get(about.table)
    if about.kind is not FieldKind.THING or table is None or not table.things:
        return False
    links = (each for each in table.columns if each.kind is FieldKind.THINGS)
    leads = any(each.table == table.name for each in links)
    return leads or fold(about.name) in _WORDS


def _type(table: owners.ThingTable) -> str:
    return next((each.name for each in table.columns if fold(each.name) in _TYPES), "")


def _picture_cells(
    state: State, about: Field, table: owners.ThingTable, types: Mapping[str, tuple[str, str]]
) -> Iterator[PictureCell]:
    there: dict[str, list[str]] = {}
    for player in state.players.values():
        there.setdefault(str(player.fields.get(about.name, "")), []).append(player.name)
    column = _type(table)
    for thing in list(table.things.values())[:MOST_CELLS]:
        kind = shown(thing.fields.get(column, ""), "")
        sign, colour = types.get(kind, ("", "white"))
        said = (f"{name}: {shown(cell, '')}" for name, cell in thing.fields.items())
        title = f"{table.noun} {thing.name}".strip(), *said
        yield PictureCell(
            f"{table.name}/{thing.name}", 0, 0, thing.name, sign, colour, "; ".join(title),
            players=tuple(there.get(thing.name, ())),
        )  # fmt: skip


def _edges(table: owners.ThingTable, drawn: set[str]) -> Iterator[Edge]:
    for thing in table.things.values():
        for about in table.columns:
            held = thing.fields.get(about.name, ())
            if about.kind is FieldKind.THINGS and isinstance(held, tuple):
                for other in held:
                    start, end = f"{table.name}/{thing.name}", f"{table.name}/{other}"
                    if start in drawn and end in drawn:
                        yield Edge(start, end)
