"""Which tables, columns and values a page has, and statements that report people's changes.

Each is said as a whole: ``the columns of Players are Gold (number), Room (a thing of Rooms)``,
``the tables are Rooms (Room), Shop (Item)``, ``the values are Season (text)``. A column that stays
with its kind keeps its values, and a table that stays its things.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.generic import owners
from rules.generic.owners import GAME, PLAYERS, Cell, Field, Owner, State, ThingTable, bag_of
from rules.generic.page.cells import read_kind, spoken
from wikibot.game.statements.speech import Form, Tally
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

_COLUMNS = "the columns of {table:text} are {columns:text}"
_VALUES = "the values are {columns:text}"
_TABLES = "the tables are {tables:text}"
_NONE, _OPEN = "nothing", "anything"
_WORD = r'(?:\s*+"(?:[^"\\]|\\.)*"\s*+|[^",()]++)'
_PAIR = regex(rf"(?P<name>{_WORD})\((?P<what>{_WORD})\)\s*+(?:,|$)")
_PLAIN = regex(r"[^\",();:\\]+")


class TableShape(Struct, frozen=True):
    """A table without its things."""

    name: str
    noun: str
    columns: tuple[Field, ...]


class Structure(Struct, frozen=True):
    """A page without what stands in its cells."""

    columns: tuple[Field, ...]
    labels: tuple[Field, ...]
    tables: tuple[TableShape, ...]


def of(state: State) -> Structure:
    """The structure of a state's page."""
    tables = (TableShape(each.name, each.noun, each.columns) for each in state.tables.values())
    return Structure(state.columns, state.labels, tuple(tables))


def headers(state: State) -> tuple[tuple[str, ...], ...]:
    """The names of all columns, values and tables."""
    about = of(state)
    each = (about.columns, about.labels, *(shape.columns for shape in about.tables))
    return (tuple(state.tables), *(tuple(field.name for field in fields) for fields in each))


def tell(tally: Tally[State], after: State) -> None:
    """Say how the tables, columns and values themselves changed, and make it so."""
    wanted = [(each.name, each.noun) for each in after.tables.values()]
    if [(each.name, each.noun) for each in tally.state.tables.values()] != wanted:
        tally.add(_TABLES, tables=_listed(wanted))
    for table in ("", PLAYERS, *after.tables):
        new = owners.columns(after, table)
        if _kinds(owners.columns(tally.state, table)) != _kinds(new):
            listed = _listed((each.name, _OPEN if each.is_open else spoken(each)) for each in new)
            if table:
                tally.add(_COLUMNS, table=table, columns=listed)
            else:
                tally.add(_VALUES, columns=listed)


def _kinds(columns: Sequence[Field]) -> list[Field]:
    return [replace(each, is_open=False) for each in columns]


class StructureStatements(Struct, frozen=True):
    """The statements about the structure of a page. Its changes come before all others."""

    @property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        return (
            Form(_COLUMNS, _COLUMNS, _set_columns, "the columns of Players are Gold (number)"),
            Form(
                _VALUES,
                _VALUES,
                lambda state, columns: with_columns(state, "", _fields(columns)),
                "the values are Season (text), Day (number)",
            ),
            Form(_TABLES, _TABLES, _set_tables, "the tables are Rooms (Room), Shop (Item)"),
        )

    @property
    def label_forms(self) -> tuple[Form[Any], ...]:
        return ()

    def tell(self, tally: Tally[Any], after: Any) -> None:
        """Nothing: see :func:`tell`."""


# -- understood ------------------------------------------------------------------------------------


def _set_columns(state: State, table: str, columns: str) -> State:
    if table != PLAYERS and table not in state.tables:
        raise ValueError(say("there is no table {!r}", table))
    return with_columns(state, table, _fields(columns))


def _set_tables(state: State, tables: str) -> State:
    found: dict[str, ThingTable] = {}
    for name, noun in _pairs(tables):
        held = state.tables.get(name, ThingTable(name, noun))
        found[name] = replace(held, noun=noun)
    return replace(state, tables=found)


def with_columns(state: State, table: str, new: tuple[Field, ...]) -> State:
    """Give a table (the game: "") other columns; what stays with its kind keeps its values."""
    old = {(each.name, each.kind, each.table) for each in owners.columns(state, table)}
    stay = {each.name for each in new if (each.name, each.kind, each.table) in old}
    kept: dict[Owner, Mapping[str, Cell]] = {}
    named = [Owner(table, name) for name in owners.names(state, table)] if table else [GAME]
    for owner in named:
        held = owners.fields(state, owner)
        kept[owner] = {name: cell for name, cell in held.items() if name in stay}
    if table == PLAYERS:
        empty = {n: replace(each, items={}, fields={}) for n, each in state.players.items()}
        state = replace(state, players=empty, columns=new, bag=bag_of(new))
    elif table:
        shape = replace(state.tables[table], columns=new)
        things = {name: replace(each, fields={}) for name, each in shape.things.items()}
        state = replace(state, tables={**state.tables, table: replace(shape, things=things)})
    else:
        state = replace(state, labels=new, values={})
    for owner, cells in kept.items():
        for name, cell in cells.items():
            state = owners.with_value(state, owner, name, cell)
    return state


def _fields(text: str) -> tuple[Field, ...]:
    found = []
    for name, kind in _pairs(text):
        number = read_kind(name, "number")
        found.append(replace(number, is_open=True) if kind == _OPEN else read_kind(name, kind))
    if len({each.name for each in found}) < len(found):
        raise ValueError("two of them have one name")
    return tuple(found)


def _pairs(text: str) -> list[tuple[str, str]]:
    """``Gold (number), Room (a thing of Rooms)`` in pairs. Raises ``ValueError``."""
    if text.strip() == _NONE:
        return []
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        pair = _PAIR.match(text, at)
        if not pair:
            raise ValueError(
                say("{!r} is not a list such as Gold (number), Motto (text)", text[at:])
            )
        found.append((_word(pair["name"]), _word(pair["what"])))
        at = pair.end()
    return found


def _word(text: str) -> str:
    text = text.strip()
    return str(json.loads(text)) if text.startswith('"') else text


# -- spoken ----------------------------------------------------------------------------------------


def _listed(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{_quoted(name)} ({_quoted(what)})" for name, what in pairs) or _NONE


def _quoted(text: str) -> str:
    if _PLAIN.fullmatch(text) and text == text.strip():
        return text
    return json.dumps(text, ensure_ascii=False).replace(";", "\\u003b")
