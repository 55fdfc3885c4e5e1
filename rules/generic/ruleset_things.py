"""Things of tables on the ruleset page: items with an ``Effect``, a ``Cost``, words on landing.

Decisions: such a table tells what things do and is not part of the gamestate, so its things are
items; where a table of the gamestate has a thing of the name, it is that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.generic.state import Field, FieldKind, State, Thing, ThingTable
from rules.plain.vocabulary import plural
from wikibot.sdk import Rulebook, fold, plain
from wikibot.wikitext import tables as wikitables
from wikibot.wikitext.numerals import number_or_none
from wikibot.wikitext.sections import sections
from wikibot.wikitext.table_reader import outer_tables

_MOST = 2000  # things of a page


def ruleset_tables(book: Rulebook) -> Sequence[ThingTable]:
    """The tables of the ruleset page whose first column names things."""
    return tuple(each for each in _read(book.text) if each.things)


def at_home(table: ThingTable, state: State) -> Iterator[ThingTable]:
    """The table by the names of the gamestate's tables, as far as these have its things."""
    homes: dict[str, dict[str, Thing]] = {}
    for thing in table.things.values():
        home = next((e.name for e in state.tables.values() if thing.name in e.things), table.name)
        homes.setdefault(home, {})[thing.name] = thing
    for name, things in homes.items():
        yield ThingTable(name, table.noun, table.columns, things)


def _read(text: str) -> Iterator[ThingTable]:
    left = _MOST
    for found in outer_tables(text):
        headers = tuple(" ".join(each.split()) for each in found.headers)
        if len(headers) < 2 or left <= 0:
            continue
        things = dict(_things(found, headers))
        left -= len(things)
        columns = tuple(Field(name, FieldKind.TEXT) for name in headers[1:] if name)
        yield ThingTable(_name(text, found, headers[0]), headers[0], columns, things)


def _things(found: wikitables.Table, headers: Sequence[str]) -> Iterator[tuple[str, Thing]]:
    for row in range(len(found.body)):
        name = plain(found.value(row, 0))
        if not name:
            continue
        cells = {header: plain(found.value(row, at)) for at, header in enumerate(headers) if at}
        yield name, Thing(name, {key: _cell(text) for key, text in cells.items() if key and text})


def _cell(text: str) -> int | str:
    number = number_or_none(text) if text.isascii() and text.isdecimal() else None
    return text if number is None else number


def _name(text: str, found: wikitables.Table, noun: str) -> str:
    """The caption, or the heading above."""
    caption = plain(found.caption)
    above = [each.title for each in sections(text) if each.start < found.start < each.end]
    return caption or (above[-1] if above else plural(noun))


def names(tables: Sequence[ThingTable]) -> Iterator[str]:
    """The names of all things of some tables that have words of their own."""
    for table in tables:
        if any(fold(each.name) in _TOLD for each in table.columns):
            yield from table.things


_TOLD = frozenset(
    {"effect", "effects", "description", "what it does", "when used", "use", "cost", "price"}
)
