"""Statements about any nomic: ``Alice gains 2 Fish``, ``Alice is on Space 5``, ``Day is 4``.

The words of a page's own tables are part of its statements, so that each layout has statements of
its own; the last few are remembered. Beside what every game says there is, for each field of each
table, ``the Price of Net in Shop is 5``, for players ``the Team of Alice is Red``, for values
``Season is Spring``; ``nothing`` empties it. Where people changed the tables themselves, what the
columns, the tables or the values are is said as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import Struct

from rules.generic import owners
from rules.generic.owners import GAME, PLAYERS, Cell, Field, FieldKind, Owner, State, ThingTable
from rules.generic.page import cells
from rules.generic.page.cells import Surroundings, codec_of, read_kind, spoken
from rules.generic.page.layout import surroundings
from rules.generic.page.page import SCHEMA
from wikibot.game.names import suggestions
from wikibot.game.page.cells import NOTHING, CellError
from wikibot.game.page.sheet import kept
from wikibot.game.state import Change, Statement, Step
from wikibot.game.statements.speech import Form, Tally
from wikibot.game.statements.statements import GAINS, LOSES, Steps
from wikibot.sdk import Statements, Vocabulary, fold, plain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import NUMBER_WORDS
from wikibot.wikitext.regex import regex

# == What statements about any nomic make true: one function for each form, from state to state ====
#
# Each raises ``ValueError`` where there is no such field, thing or table. A value stands in a
# statement as a cell would have it; ``nothing`` is an empty one.


def spoken_value(state: State, about: Field, cell: Cell) -> str:
    """A value in words, which :func:`read_value` reads."""
    if cell == about.blank:
        return "no" if about.kind is FieldKind.YES_NO else "nothing"
    if isinstance(cell, str) and fold(cell) not in NOTHING and plain(cell) == cell:
        return cell
    return codec_of(about, _around(state)).render(cell)


def read_value(state: State, table: str, about: Field, text: str) -> tuple[Field, Cell]:
    """A field's kind and value by a text. An open field is of the kind that the text has.

    Raises ``ValueError`` for a text that is none of the field's values.
    """
    around = _around(state)
    if about.is_open and fold(text) not in NOTHING:
        found = cells.kind(cells.ColumnCells(table, about.name, (text,)), around, "")
        about = cells.with_none(found, (about.none,), None)
    try:
        cell: Cell = codec_of(about, around).parse(text)
    except CellError as error:
        raise ValueError(say("{!r} is not {}", text, error.expected)) from None
    return about, cell


def _around(state: State) -> Surroundings:
    things = {PLAYERS: tuple(state.players)}
    things |= {name: tuple(table.things) for name, table in state.tables.items()}
    words = {name: (fold(table.noun),) for name, table in state.tables.items()}
    around = surroundings(things, {PLAYERS: ("player", *state.called), **words})
    return replace(around, items=Vocabulary())  # items are said in their own spelling


def gains(state: State, player: str, item: str, number: int = 1) -> State:
    """``Alice gains 2 Fish`` or ``three Fish``: of her field Fish, or else as items."""
    first, _, rest = item.partition(" ")
    counts = abs(number) == 1 and rest and fold(first) in NUMBER_WORDS
    if counts and not (
        owners.find_field(state, PLAYERS, item) or owners.known_items(state).find(item)
    ):
        item, number = rest, number * NUMBER_WORDS[fold(first)]
    about = owners.find_field(state, PLAYERS, item)
    if about is not None and owners.counter(state, PLAYERS, item) is None:
        raise ValueError(say("{} is not something that is counted", about.name))
    return owners.add(state, Owner(PLAYERS, player), item, number)


def loses(state: State, player: str, item: str, number: int = 1) -> State:
    """``Alice loses 2 Fish``."""
    return gains(state, player, item, -number)


def has(state: State, player: str, item: str, number: int = 1) -> State:
    """``Alice has 2 Fish``, which is a field of numbers, or something that anybody has had."""
    known = owners.known_items(state)
    if owners.counter(state, PLAYERS, item) is None and known.find(item) is None:
        numbers = (each.name for each in state.columns if each.kind is FieldKind.NUMBER)
        near = ", ".join(suggestions(item, (*known.names, *numbers)))
        new = say("; `PLAYER gains NUMBER {}` makes it new", item)
        remedy = say("; nearest: {}", near) if near else new
        raise ValueError(say("{!r} is not something that players have{}", item, remedy))
    held = owners.count(state, Owner(PLAYERS, player), item)
    return gains(state, player, item, number - held)


def lacks(state: State, player: str, item: str) -> State:
    """``Alice has no Fish``, and whatever else a field of that name holds is gone."""
    found = owners.find_field(state, PLAYERS, item)
    if found is not None and owners.counter(state, PLAYERS, item) is None:
        return owners.with_value(state, Owner(PLAYERS, player), found.name, found.blank)
    return has(state, player, item, 0)


def stands(state: State, player: str, thing: str, noun: str = "") -> State:
    """Put a player on a thing: of the table that goes by the noun, or of the only one there is."""
    places: list[tuple[Field, str]] = []
    for about in state.columns:
        if about.kind is not FieldKind.THING or about.table not in state.tables:
            continue
        named = Vocabulary(state.tables[about.table].things).find(thing)
        if named and (not noun or fold(noun) == fold(state.tables[about.table].word)):
            places.append((about, named))
    if len(places) != 1:
        many = say("several fields of players name") if places else say("no field of players names")
        raise ValueError(f"{many} {noun} {thing}".replace("  ", " "))
    about, named = places[0]
    return owners.with_value(state, Owner(PLAYERS, player), about.name, named)


# -- fields, rows, values --------------------------------------------------------------------------


def _set(state: State, owner: Owner, name: str, said: str) -> State:
    about = owners.find_field(state, owner.table, name)
    if about is None:
        raise ValueError(say("there is no field {!r}", name))
    settled, new = read_value(state, owner.table, about, said)
    if settled.kind is not about.kind:
        now = tuple(
            settled if each == about else each for each in owners.columns(state, owner.table)
        )
        state = with_columns(state, owner.table, now)
    return owners.with_value(state, owner, about.name, new)


def _table(state: State, name: str) -> str:
    if (known := Vocabulary(state.tables).find(name)) is None:
        raise ValueError(say("there is no table {!r}", name))
    return known


def _thing(state: State, table: str, name: str) -> Owner:
    known = _table(state, table)
    found = Vocabulary(state.tables[known].things).find(name)
    if found is None:
        raise ValueError(say("{} has no {!r}", known, name))
    return Owner(known, found)


def added(state: State, name: str, table: str) -> State:
    """``Net is added to Shop``: a row with empty cells."""
    return owners.create(state, _table(state, table), name)


def removed(state: State, name: str, table: str) -> State:
    """``Net is removed from Shop``; what named it names nothing then."""
    return owners.destroy(state, _thing(state, table, name))


def put_last(state: State, name: str, table: str) -> State:
    """``Net comes last in Shop``."""
    owner = _thing(state, table, name)
    held = state.tables[owner.table]
    others = {each: thing for each, thing in held.things.items() if each != owner.name}
    things = {**others, owner.name: held.things[owner.name]}
    return replace(state, tables={**state.tables, owner.table: replace(held, things=things)})


def thing_gains(
    state: State, name: str, table: str, does: str, item: str, number: int = 1
) -> State:
    """``Cave in Rooms gains 2 Fish``, or loses them."""
    more = number if does.casefold().startswith("gain") else -number
    return owners.add(state, _thing(state, table, name), item, more)


# == Statements about any nomic: ``Alice gains 2 Fish``, ``Alice is on Space 5``, ``Day is 4`` =====

_OF_PLAYER = "the {field:label} of {player} is {value:text}"
_OF_THING = "the {field:label} of {name:text} in {table:label} is {value:text}"
_OF_GAME = "{field:label} is {value:text}"
_STANDS = "{player} is on {noun:label} {thing:text}"
_HAS, _LACKS = "{player} has {number} {item}", "{player} has no {item}"
_ADDED, _REMOVED, _LAST = (
    "{name:text} is added to {table:label}",
    "{name:text} is removed from {table:label}",
    "{name:text} comes last in {table:label}",
)
_THING_GAINS = "{name:text} in {table:label} {does:label} {number} {item}"


class StateStatements:
    """What can be said about the states of any nomic."""

    def correct(self, state: State, statement: str) -> State:
        return _statements(structure_of(state)).correct(state, statement)

    def differences(self, before: State, after: State) -> tuple[str, ...]:
        tally = Tally(_statements(structure_of(before)).speech, before)
        _tell(tally, after)
        return tally.said

    def steps(self, before: State, after: State) -> tuple[Step, ...]:
        """The same as values, without what is only kept on record."""
        tally = Steps(_statements(structure_of(before)).speech, before)
        return _tell(tally, after).shown(tally.steps)


STATEMENTS = StateStatements()


def _tell(tally: Tally[State], after: State) -> _OfStructure:
    """Say what changed; gives the statements about the pages as they then are laid out."""
    tell_structure(tally, after)
    own = _statements(structure_of(tally.state))
    tally.speech = own.speech
    for name, table in after.tables.items():
        for gone in [each for each in tally.state.tables[name].things if each not in table.things]:
            tally.add(_REMOVED, name=gone, table=name)
        for new in [each for each in table.things if each not in tally.state.tables[name].things]:
            tally.add(_ADDED, name=new, table=name)
    own.tell(tally, after)
    return own


@lru_cache(maxsize=16)
def _statements(about: Structure) -> _OfStructure:
    return _OfStructure(about)


class _OfStructure(Statements[State]):
    """The statements of pages with these tables, columns and values."""

    def __init__(self, about: Structure) -> None:
        super().__init__(replace(SCHEMA, names=_names), StructureStatements(), _Rows(about))

    @property
    def owned(self) -> Iterator[Form[Any]]:
        yield from ()  # said by the forms of this game

    def gain(self, state: State, player: str, item: str, number: int = 1) -> State:
        return gains(state, player, item, number)

    def tell_player(self, tally: Tally[State], name: str, player: Any) -> None:
        held = tally.state.players[name]
        wanted = {**player.fields, tally.state.bag: player.items}
        for about in tally.state.columns:
            new = wanted.get(about.name, about.blank)
            _tell_of_player(tally, name, about, new)
        now = tally.state.players[name]
        self.player.tell(tally, name, replace(held, items=now.items, fields=now.fields), player)


def _names(state: State) -> Mapping[str, Vocabulary]:
    """What items of statements may be: fields of players, and things of tables."""
    things = (name for table in state.tables.values() for name in table.things)
    named = (each for each in things if not each.isdigit())
    return {"item": Vocabulary((*(f.name for f in state.columns), *named), plurals=True)}


# -- players ---------------------------------------------------------------------------------------


def _tell_of_player(tally: Tally[State], name: str, about: Field, wanted: Cell) -> None:
    held = owners.value(tally.state, owners.player(name), about)
    if held == wanted and type(held) is type(wanted):
        return
    counts = _counts(name, about, held, wanted)
    if counts and _leads_to(tally.state, counts, name, about, wanted):
        for each in counts:
            tally.add(each.form, **each.values)
        return
    now, was = (_standing(tally.state, name, about, cell) for cell in (wanted, held))
    if now is None or not _leads_to(tally.state, [now], name, about, wanted):
        now, was = (_holding(tally.state, name, about, cell) for cell in (wanted, held))
    tally.change(Change(now, was or _holding(tally.state, name, about, held)))


def _counts(name: str, about: Field, held: Cell, wanted: Cell) -> list[Statement]:
    if isinstance(held, Mapping) and isinstance(wanted, Mapping):
        pairs = [(each, wanted.get(each, 0) - held.get(each, 0)) for each in {**held, **wanted}]
    elif about.kind is FieldKind.NUMBER and isinstance(held, int) and isinstance(wanted, int):
        pairs = [(about.name, wanted - held)]
    else:
        return []
    return [
        Statement(GAINS if more > 0 else LOSES, {"player": name, "number": abs(more), "item": item})
        for item, more in pairs
        if more
    ]


def _standing(state: State, name: str, about: Field, cell: Cell) -> Statement | None:
    table = state.tables.get(about.table) if about.kind is FieldKind.THING and cell else None
    if table is None or not table.word:
        return None
    return Statement(_STANDS, {"player": name, "noun": table.word, "thing": cell})


def _holding(state: State, name: str, about: Field, cell: Cell) -> Statement:
    said = spoken_value(state, about, cell)
    return Statement(_OF_PLAYER, {"field": about.name, "player": name, "value": said})


def _leads_to(
    state: State, steps: Sequence[Statement], name: str, about: Field, wanted: Cell
) -> bool:
    """Whether some statements make a field of a player what it shall be, and nothing else."""
    try:
        for each in steps:
            state_then = _STEPS[each.form](state, **each.values)
            changed = owners.fields(state_then, owners.player(name))
            others = {**owners.fields(state, owners.player(name)), about.name: None}
            if {**changed, about.name: None} != others:
                return False
            state = state_then
    except (owners.NoPlace, ValueError):
        return False
    return owners.value(state, owners.player(name), about) == wanted


_STEPS: Mapping[str, Callable[..., State]] = {GAINS: gains, LOSES: loses, _STANDS: stands}


# -- fields, rows, values --------------------------------------------------------------------------


class _Rows(Struct, frozen=True):
    """Statements about fields of players and things, about rows and values."""

    about: Structure
    label_forms: ClassVar[tuple[Form[Any], ...]] = ()  # fields are named in their own forms

    @property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        return tuple(self._forms())

    def _forms(self) -> Iterable[Form[Any]]:
        own, values = self._words(self.about.columns), self._words(self.about.labels)
        tables = "|".join(re.escape(each.name) for each in self.about.tables) or "(?!)"
        others = self._words(f for each in self.about.tables for f in each.columns)
        nouns = "|".join(re.escape(each.noun) for each in self.about.tables if each.noun)
        of_player, of_thing, of_game = (f"(?P<field>{each})" for each in (own, others, values))
        table, said = f"(?:the (?:table )?)?(?P<table>{tables})", "{value:text}"
        where = "(?:is (?:now )?(?:on|in|at)|moves to|stands on) (?:the )?"
        yield from (
            Form(
                _OF_PLAYER,
                lambda state, field, player, value: _set(
                    state, Owner(PLAYERS, player), field, value
                ),
                "the Team of Alice is Red", pattern, number,
            )
            for number, pattern in enumerate((
                f"the {of_player} of {{player}} is {said}",
                f"{{player}}['’]s {of_player} is {said}",
                f"{{player}} has {of_player}: {said}",
            ))
        )  # fmt: skip
        yield Form(_HAS, has, "Alice has 3 Gold")
        yield Form(_LACKS, lacks, "Alice has no Gold")
        yield Form(_STANDS, stands, "Alice is on Space 5",
                   f"{{player}} {where}(?:(?P<noun>{nouns}) )?{{thing:text}}")  # fmt: skip
        yield Form(_OF_THING,
                   lambda state, field, name, table, value: _set(
                       state, _thing(state, table, name), field, value),
                   "the Price of Net in Shop is 5",
                   f"the {of_thing} of {{name:text}} in {table} is {said}")  # fmt: skip
        yield Form(_THING_GAINS, thing_gains, "Cave in Rooms gains 2 Fish",
                   f"{{name:text}} in {table} (?P<does>gains|loses) "
                   "(?:{number} |an? )?{item}")  # fmt: skip
        for form, apply, words in (
            (_ADDED, added, "is added to"),
            (_REMOVED, removed, "is removed from"),
            (_LAST, put_last, "comes last in"),
        ):
            yield Form(form, apply, f"Net {words} Shop", f"{{name:text}} {words} {table}")
        yield Form(_OF_GAME, lambda state, field, value: _set(state, GAME, field, value),
                   "Season is Spring",
                   f"(?:the )?{of_game} (?:is|becomes) {said}")  # fmt: skip

    @staticmethod
    def _words(about: Iterable[Field]) -> str:
        names = sorted({each.name for each in about}, key=lambda name: (-len(name), name))
        return "|".join(map(re.escape, names)) or "(?!)"

    def tell(self, tally: Tally[Any], after: State) -> None:
        for name, table in after.tables.items():
            if tally.state.tables[name].things != table.things:
                for each, thing in table.things.items():
                    for about in tally.state.tables[name].columns:
                        new_value = thing.fields.get(about.name, about.blank)
                        held = owners.value(tally.state, Owner(name, each), about)
                        _tell_value(tally, _OF_THING, about, held, new_value, name=each, table=name)
            stay = kept(list(tally.state.tables[name].things), list(table.things))
            for each in list(table.things)[len(stay) :]:
                tally.add(_LAST, name=each, table=name)
        for about in after.labels:
            new = after.values.get(about.name, about.blank)
            old = tally.state.values.get(about.name, about.blank)
            _tell_value(tally, _OF_GAME, about, old, new)


def _tell_value(
    tally: Tally[Any], form: str, about: Field, old: Cell, new: Cell, **named: str
) -> None:
    if old != new:
        said = (spoken_value(tally.state, about, each) for each in (old, new))
        was, now = (Statement(form, {"field": about.name, **named, "value": e}) for e in said)
        tally.change(Change(now, was))


# == Which tables, columns and values a page has, and statements that report people's changes ======
#
# Each is said as a whole: ``the columns of Players are Gold (number), Room (a thing of Rooms)``,
# ``the tables are Rooms (Room), Shop (Item)``, ``the values are Season (text)``. A column that
# stays with its kind keeps its values, and a table that stays its things.

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


def structure_of(state: State) -> Structure:
    """The structure of a state's page."""
    tables = (TableShape(each.name, each.noun, each.columns) for each in state.tables.values())
    return Structure(state.columns, state.labels, tuple(tables))


def headers(state: State) -> tuple[tuple[str, ...], ...]:
    """The names of all columns, values and tables."""
    about = structure_of(state)
    each = (about.columns, about.labels, *(shape.columns for shape in about.tables))
    return (tuple(state.tables), *(tuple(field.name for field in fields) for fields in each))


def tell_structure(tally: Tally[State], after: State) -> None:
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

    label_forms: ClassVar[tuple[Form[Any], ...]] = ()

    @property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        return (
            Form(_COLUMNS, _set_columns, "the columns of Players are Gold (number)"),
            Form(
                _VALUES,
                lambda state, columns: with_columns(state, "", _fields(columns)),
                "the values are Season (text), Day (number)",
            ),
            Form(_TABLES, _set_tables, "the tables are Rooms (Room), Shop (Item)"),
        )

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


def with_columns(state: State, table: str, every: Iterable[Field]) -> State:
    """Give a table (the game: "") other columns; what stays with its kind keeps its values."""
    new = owners.Columns(every)
    old = {(each.name, each.kind, each.table) for each in owners.columns(state, table)}
    stay = {each.name for each in new if (each.name, each.kind, each.table) in old}
    kept: dict[Owner, Mapping[str, Cell]] = {}
    named = [Owner(table, name) for name in owners.names(state, table)] if table else [GAME]
    for owner in named:
        held = owners.fields(state, owner)
        kept[owner] = {name: cell for name, cell in held.items() if name in stay}
        for name in held:
            state = owners.with_value(state, owner, name, "")
    state = owners.with_columns(state, table, new)
    for owner, held in kept.items():
        for name, cell in held.items():
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
