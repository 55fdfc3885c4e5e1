"""The board of any nomic: the table that players stand on, where there is one.

That is a table of which a field of players names a thing, and whose things lead to each other or
that has a word for a place (``Space``, ``Room``, ``Location``). Signs and colours tell types apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.generic.page.kinds import PLACES
from rules.generic.state import Cell as Value
from rules.generic.state import Field, FieldKind, State, Thing, ThingTable
from wikibot.game.board.picture import (
    COLOURS,
    Edge,
    Group,
    LegendEntry,
    Picture,
    PictureCell,
    in_rows,
)
from wikibot.sdk import Rulebook, fold

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
        types = _types(table)
        legend |= {name: LegendEntry(sign, name, colour) for name, (sign, colour) in types.items()}
        cells = in_rows(_cells(state, about, table, types))
        groups.append(Group(table.name, cells, header=table.noun))
        edges += _edges(table, {each.id for each in cells})
    facts = tuple(f"{each.name}: {_said(state.values.get(each.name, ''))}" for each in state.labels)
    return Picture("The board", facts, tuple(groups), tuple(edges), tuple(legend.values()))


def _is_board(about: Field, state: State) -> bool:
    table = state.tables.get(about.table)
    if about.kind is not FieldKind.THING or table is None or not table.things:
        return False
    links = (each for each in table.columns if each.kind is FieldKind.THINGS)
    leads = any(each.table == table.name for each in links)
    return leads or fold(about.name) in _WORDS


def _types(table: ThingTable) -> Mapping[str, tuple[str, str]]:
    """A sign and a colour for each type of things."""
    column = _type(table)
    found = dict.fromkeys(_said(each.fields.get(column, "")) for each in table.things.values())
    colours = [each for each in COLOURS if each != "white"]
    return {
        name: (_SIGNS[number % len(_SIGNS)], colours[number % len(colours)])
        for number, name in enumerate(name for name in found if name)
    }


def _type(table: ThingTable) -> str:
    return next((each.name for each in table.columns if fold(each.name) in _TYPES), "")


def _cells(
    state: State, about: Field, table: ThingTable, types: Mapping[str, tuple[str, str]]
) -> Iterator[PictureCell]:
    there: dict[str, list[str]] = {}
    for player in state.players.values():
        there.setdefault(str(player.fields.get(about.name, "")), []).append(player.name)
    column = _type(table)
    for thing in list(table.things.values())[:MOST_CELLS]:
        kind = _said(thing.fields.get(column, ""))
        sign, colour = types.get(kind, ("", "white"))
        yield PictureCell(
            f"{table.name}/{thing.name}", 0, 0, thing.name, sign, colour, _title(thing, table),
            players=tuple(there.get(thing.name, ())),
        )  # fmt: skip


def _title(thing: Thing, table: ThingTable) -> str:
    said = (f"{name}: {_said(cell)}" for name, cell in thing.fields.items())
    return "; ".join([f"{table.noun} {thing.name}".strip(), *said])


def _edges(table: ThingTable, drawn: set[str]) -> Iterator[Edge]:
    for thing in table.things.values():
        for about in table.columns:
            held = thing.fields.get(about.name, ())
            if about.kind is FieldKind.THINGS and isinstance(held, tuple):
                for other in held:
                    start, end = f"{table.name}/{thing.name}", f"{table.name}/{other}"
                    if start in drawn and end in drawn:
                        yield Edge(start, end)


def _said(cell: Value) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, Mapping):
        return ", ".join(f"{number} {item}" for item, number in cell.items())
    return ", ".join(cell) if isinstance(cell, tuple) else str(cell)
