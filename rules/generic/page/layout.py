"""How one page is laid out: its tables and values with what each column holds, read off the page.

A layout says nothing of values. The last few are remembered, so that reading, writing and checking
one page costs one look at its columns.

A value of the game is a line ``Label: value`` of the page, outside tables and records. Decisions: a
label is at most four words and begins the line, behind list marks and bold; what reads as a
sentence is prose and not a value. Of two lines with one label the first counts. Labels of the
records (``Judge``, ``Winners``, ...) belong to every game and are none of these, and neither is a
line ``Phase`` with the number of one; ``Phase: Day`` is the group's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from rules.generic.owners import PLAYERS, Columns, Field, State
from rules.generic.page import cells as kinds
from rules.generic.page.cells import RowName, Surroundings, codec_of
from rules.generic.page.tables import KINDS, Found, Tables, TableSpec, find_tables, names_in, nouns
from rules.plain.words.lexemes import NOBODY
from wikibot.game.page.cells import HIDDEN, NOTHING, nothing
from wikibot.game.page.gamestate import JUDGE, PHASE, REMOVAL, SECTION, STARTED, WINNERS
from wikibot.game.page.schema import UserLink
from wikibot.game.page.sheet import Value, outside_tables, read_sheet, read_value
from wikibot.sdk import Column, Spec, Vocabulary, fold, plain
from wikibot.wikitext.lines import sections
from wikibot.wikitext.regex import regex

VALUE = "(value)"  # in the records, in place of the table of a value of the game


class PageLayout(Struct, frozen=True, eq=False):
    """The tables and values of a page. ``columns``: by table, those of the game under ""."""

    tables: Tables
    columns: Mapping[str, Columns]
    around: Surroundings
    rules: str


@lru_cache(maxsize=8)
def layout_of(page: str, rules: str) -> PageLayout:
    """The layout of a page. ``rules``: the ruleset's words as :func:`kinds.words` gives them."""
    found, played = find_tables(page, rules), rules.partition("\n")[0]
    every = {PLAYERS: found.players, **found.things}
    around = surroundings(
        {name: _names(each) for name, each in every.items()},
        {name: nouns(each) if each else ("player",) for name, each in every.items()},
    )
    recorded = _recorded(page, around)
    columns = {"": Columns(_labels(page, around, played, recorded))}
    for name, each in every.items():
        columns[name] = Columns(_columns(name, each, around, played, recorded) if each else ())
    return PageLayout(found, columns, around, rules)


def layout_for(page: str, rules: str, state: State) -> PageLayout:
    """How the page is laid out for a state: by the kinds and the names that the state has."""
    found = layout_of(page, rules)
    names = {PLAYERS: tuple(state.players), **{n: tuple(t.things) for n, t in state.tables.items()}}
    there = found.around.things  # cells of the page may still name what is gone
    named = {
        name: tuple(dict.fromkeys((*each, *there[name].names)))
        for name, each in names.items()
        if name in there
    }
    around = surroundings({**names, **named}, found.around.nouns)
    columns = {"": state.labels, PLAYERS: state.columns}
    columns |= {name: table.columns for name, table in state.tables.items()}
    return PageLayout(found.tables, columns, around, rules)


def surroundings(
    things: Mapping[str, tuple[str, ...]], words: Mapping[str, tuple[str, ...]]
) -> Surroundings:
    """What cells may be about. ``words``: for one thing of each table.

    While the names stay the same it is the very same value, by which rows are known again.
    """
    return _surroundings(tuple(things.items()), tuple(words.items()))


@lru_cache(maxsize=32)
def _surroundings(
    things: tuple[tuple[str, tuple[str, ...]], ...], words: tuple[tuple[str, tuple[str, ...]], ...]
) -> Surroundings:
    known = {name: Vocabulary(each) for name, each in things}
    items = [each for name, listed in things if name != PLAYERS for each in listed]
    items = [each for each in items if not each.isdigit()]
    return Surroundings(known, dict(words), Vocabulary(items, plurals=True))


def specs(layout: PageLayout) -> dict[str, Spec]:
    """The kinds of the page's tables, by name, the players' first where there is one."""
    found = {PLAYERS: layout.tables.players, **layout.tables.things}
    return {name: spec_of(layout, name, each) for name, each in found.items() if each}


def spec_of(layout: PageLayout, name: str, found: Found) -> Spec:
    """The kind of one table: the column of names, then its fields by their headers."""
    return _spec(name, found.noun, layout.columns[name], layout.around, layout.rules)


@lru_cache(maxsize=128)
def _spec(
    name: str, noun: str, columns: tuple[Field, ...], around: Surroundings, rules: str
) -> Spec:
    first: Column = Column("name", (noun,), UserLink() if name == PLAYERS else RowName())
    others = (Column(_key(each.name), (each.name,), codec_of(each, around)) for each in columns)
    return TableSpec(name, (first, *others), key=("name",), rules=rules)


def _key(header: str) -> str:
    """The key of a field in the rows of a sheet, none of which is ``name``."""
    return f"field {header}"


def row_of(
    name: object, fields: Mapping[str, object], about: tuple[Field, ...]
) -> dict[str, object]:
    """A row of a sheet that says these fields, blank where there is none."""
    return {"name": name, **{_key(each.name): fields.get(each.name, each.blank) for each in about}}


def fields_in(row: Mapping[str, object], about: tuple[Field, ...]) -> dict[str, Any]:
    """What a row of a sheet says, by header; no blanks."""
    said = ((each.name, row.get(_key(each.name))) for each in about)
    return {name: cell for name, cell in said if cell}


def value_of(about: Field, layout: PageLayout) -> Value:
    """A value of the game as a line of the page."""
    return Value(about.name, (about.name,), codec_of(about, layout.around), line=True)


# -- parts -----------------------------------------------------------------------------------------


def _names(found: Found | None) -> tuple[str, ...]:
    if found is None:
        return ()
    every = (name for table in found.tables for name in names_in(table, found.names_at))
    return tuple(dict.fromkeys(filter(None, every)))


def _recorded(page: str, around: Surroundings) -> Mapping[tuple[str, str], Field]:
    """What the records say that columns hold. A line that cannot be read says nothing."""
    spelled = {fold(name): name for name in around.things}
    recorded: dict[tuple[str, str], Field] = {}
    for line in read_sheet(page, KINDS).lines:
        table, name = str(line.values["table"]), str(line.values["field"])
        try:
            about = kinds.read_kind(name, str(line.values.get("holds", "")),
                                    lambda word: spelled.get(fold(word), word))  # fmt: skip
        except ValueError:
            continue
        recorded["" if fold(table) == VALUE else table, name] = about
    return recorded


def _columns(
    name: str, found: Found, around: Surroundings, rules: str,
    recorded: Mapping[tuple[str, str], Field]
) -> Iterator[Field]:  # fmt: skip
    for header in found.headers:
        known, every = recorded.get((name, header)), tuple(_cells(found, header))
        cells = tuple(each for each in every if not nothing(each))
        about = kinds.kind(kinds.ColumnCells(name, header, cells, known), around, rules)
        yield kinds.with_none(about, every, known)


def _cells(found: Found, header: str) -> Iterator[str]:
    """The wikitext of all cells below a header, but for those that divide the table."""
    place = found.tables[0].headers.index(header)
    for table in found.tables:
        for index in range(len(table.body)):
            text = table.value(index, place)
            cell = table.cell(index, place)
            divides = cell is not None and cell is table.cell(index, 0)  # the row
            if text != header and not divides:
                yield text


def _labels(
    page: str, around: Surroundings, rules: str, recorded: Mapping[tuple[str, str], Field]
) -> Iterator[Field]:
    for line in find_values(page):
        known, word = recorded.get(("", line.label)), fold(plain(line.text))
        cells = (line.text,) if word in NOBODY or not nothing(line.text) else ()
        about = kinds.kind(kinds.ColumnCells("", line.label, cells, known), around, rules)
        yield kinds.with_none(about, (line.text,), known)


_LINE = regex(
    rf"^[*#:; \t'{HIDDEN}]{{0,12}}(?P<label>[^\W\d_][^\n:=|{{}}\[\]<>.!?{HIDDEN}]{{0,39}})"
    rf"['{HIDDEN}]{{0,8}}:['{HIDDEN}]{{0,8}}(?:[ \t]+(?P<value>[^\n]*)|[ \t]*$)",
    re.MULTILINE,
)
_KERNEL = frozenset(
    fold(label) for each in (PHASE, STARTED, JUDGE, REMOVAL, WINNERS) for label in each.labels
)
MOST_VALUES = 300  # of a page; further lines are prose
_MOST_WORDS, _LONGEST, _SAYING = 4, 120, 3


class ValueLine(Struct, frozen=True):
    """A value as it stands on the page. ``text``: wikitext."""

    label: str
    text: str


@lru_cache(maxsize=8)
def find_values(text: str) -> tuple[ValueLine, ...]:
    """The values of a page in their order. The last few pages are remembered."""
    records = [
        (each.start, each.end) for each in sections(text) if fold(each.title) == fold(SECTION)
    ]
    found: dict[str, ValueLine] = {}
    for line, at in _lines(text):
        if not any(start <= at < end for start, end in records):
            found.setdefault(fold(line.label), line)
    return tuple(found.values())[:MOST_VALUES]


def _lines(text: str) -> Iterator[tuple[ValueLine, int]]:
    for found in _LINE.finditer(outside_tables(text, True)):
        label = found["label"].strip(" \t'")
        start, end = found.span("value")
        value = text[start:end].strip() if start >= 0 else ""
        own_phase = fold(label) in map(fold, PHASE.labels) and not nothing(value)
        own_phase = own_phase and read_value(f"Phase: {value}", PHASE).value is None  # no number
        known = fold(label) in _KERNEL and not own_phase
        said = plain(value)
        ends = fold(said) not in NOTHING and said.endswith((".", "!", "?", ":"))
        prose = len(said) > _LONGEST or (ends and len(said.split()) > _SAYING)
        if label and not known and len(label.split()) <= _MOST_WORDS and not prose:
            yield ValueLine(label, value), found.start()


def has_own_phase(layout: PageLayout) -> bool:
    """Whether the phase is a value of the group."""
    return any(fold(each.name) in map(fold, PHASE.labels) for each in layout.columns[""])
