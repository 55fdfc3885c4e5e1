"""Fields of players, of things and of the game: looked up by word, read and changed.

Each function that changes something takes a state and returns a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import cached_property, lru_cache

from msgspec import Struct, field

from wikibot.game import state as game
from wikibot.game.engine.context import ActionContext
from wikibot.game.names import singular_of
from wikibot.game.page.cells import NOTHING
from wikibot.game.secrets import is_sealed, unsealed
from wikibot.sdk import Vocabulary, fold, replace
from wikibot.wikitext.messages import say

# == State of the game ``generic``: players, tables of things and values, as the page's cells say ==
#
# Everything has an *owner*: a player, a thing of a table, or the game itself, whose fields are
# its values. ``3 Gold`` of an owner is its field ``Gold`` where its table has a column of that
# name that holds numbers, and otherwise three items ``Gold`` in its list of items.

PLAYERS = "Players"  # the name of the players' table, whatever heading it stands under
Cell = int | bool | str | Mapping[str, int] | tuple[str, ...]


class FieldKind(StrEnum):
    """What a field holds, by the Python type of its values."""

    NUMBER = "number"  # int
    ITEMS = "items"  # mapping of name to count, never a zero
    YES_NO = "yes or no"  # bool
    THING = "thing"  # str: the name of a thing of Field.table, "" for none
    THINGS = "things"  # tuple of such names: what a space leads to
    TEXT = "text"  # str


_BLANK: Mapping[FieldKind, Cell] = {
    FieldKind.NUMBER: 0, FieldKind.ITEMS: {}, FieldKind.YES_NO: False, FieldKind.THING: "",
    FieldKind.THINGS: (), FieldKind.TEXT: "",
}  # fmt: skip


class Field(Struct, frozen=True):
    """A column of a table, or a value of the game. ``name``: its header or label.

    ``table``: of things that it names, :data:`PLAYERS` among them; of text that may also be
    something else. ``is_open``: no cell says yet what it holds, so that the first value that it is
    given decides. ``others``: what stands there beside things of the table: places without a row.
    ``none``: the word of the page for an empty cell, as in ``Unclaimed``.
    """

    name: str
    kind: FieldKind
    table: str = ""
    is_open: bool = False
    others: tuple[str, ...] = ()
    none: str = ""

    @property
    def blank(self) -> Cell:
        """What an empty cell means."""
        return _BLANK[self.kind]


_MOST_KNOWN = 4096  # words that are kept of some columns


class Columns(tuple[Field, ...]):
    """The columns of a table, or the labels of the game's values, in the order of the page."""

    @cached_property
    def by_word(self) -> dict[str, Field | None]:
        """What each word stands for, in any spelling, singular or plural; looked for once."""
        return _ByWord(self)

    @cached_property
    def hand(self) -> Field | None:
        """The list of what players have that a sentence keeps secret: text of names, sealed."""
        return next(filter(is_hand, self), None)

    @cached_property
    def worded(self) -> frozenset[str]:
        """The names of those by whose words sentences may be read."""
        return frozenset(e.name for e in self if e.kind in (FieldKind.TEXT, FieldKind.ITEMS))

    @cached_property
    def plain(self) -> frozenset[str]:
        """The names of those that hold nothing but one number, thing or the like."""
        return frozenset(e.name for e in self if not e.is_open and e.name not in self.worded)

    @cached_property
    def bag(self) -> Field | None:
        """The list of items among them."""
        return self.by_word[bag_of(self)] if bag_of(self) else None


class _ByWord(dict[str, Field | None]):
    def __init__(self, every: Columns) -> None:
        self._by_name = {each.name: each for each in every}

    def __missing__(self, word: str) -> Field | None:
        if len(self) > _MOST_KNOWN:
            self.clear()
        by_name = self._by_name
        name = word if word in by_name else in_any_number(by_name).find(word)
        found = self[word] = by_name[name] if name else None
        return found


class Thing(Struct, frozen=True, gc=False):
    """A row of a table. ``fields``: what its cells hold, by header; never a blank."""

    name: str
    fields: Mapping[str, Cell] = field(default_factory=dict)


class ThingTable(Struct, frozen=True, dict=True):
    """A table of things. ``noun``: the header of its first column, which names them."""

    name: str
    noun: str
    columns: Columns = Columns()
    things: Mapping[str, Thing] = field(default_factory=dict)

    @property
    def word(self) -> str:
        """The word for one of them; "" where the header is none."""
        return "" if fold(self.noun) in ("", "name", "id") else self.noun

    def by_cell(self, column: str) -> Mapping[str, Mapping[str, None]]:
        """The names of its things by the text in a column, folded; "" for nothing."""
        if (found := self._by_cell.get(column)) is None:
            found = self._by_cell[column] = {}
            for name, thing in self.things.items():
                found.setdefault(fold(str(thing.fields.get(column, ""))), {})[name] = None
        return found

    def keep_found(self, before: ThingTable, thing: Thing) -> None:
        """Keep what was found in the columns in which another table has the same for a thing."""
        was = before.things.get(thing.name)
        for column, found in before._by_cell.items() if was else ():
            if was and was.fields.get(column) == thing.fields.get(column):
                self._by_cell[column] = found

    @cached_property
    def _by_cell(self) -> dict[str, dict[str, dict[str, None]]]:
        return {}


class Player(game.Player, frozen=True):
    """A player. ``fields``: as of a thing, but for the list of items that ``items`` holds."""

    fields: Mapping[str, Cell] = field(default_factory=dict)


class Use(Struct, frozen=True, gc=False):
    """Something that rules count: ``what`` was done by ``player`` ("": by no one) at ``time``."""

    player: str
    what: str
    time: datetime


class Relation(Struct, frozen=True):
    """What holds between a player and another, or a thing: a truce, a vote.

    ``to``: a player, or a thing behind its table (``Cards/Ace``). ``until`` None: for good.
    """

    player: str
    what: str
    to: str
    until: datetime | None = None


class OpenQuestion(Struct, frozen=True):
    """What a player is asked by a sentence that somebody else set off, or nobody.

    ``place``: which block of the sentence goes on with the answer, and from which effect on.
    ``given``: what the sentence stood for by then, as JSON. ``proposer``: who may take it back, as
    an offer; "" for no offer.
    """

    id: str
    player: str = ""
    asks: str = ""
    sentence: str = ""
    place: str = ""
    given: str = ""
    proposer: str = ""
    until: datetime | None = None


class State(game.State, frozen=True):
    """The whole gamestate.

    ``columns``: of the players' table. ``bag``: the one of them whose values are the players'
    ``items``; "" where there is none. ``called``: what the page calls players, in the singular.
    ``labels``: of the values of the game, ``values`` what they hold, never a blank. ``tables``: by
    name, in the order of the page.
    """

    players: Mapping[str, Player] = field(default_factory=dict)
    columns: Columns = Columns()
    bag: str = ""
    called: tuple[str, ...] = ()
    labels: Columns = Columns()
    values: Mapping[str, Cell] = field(default_factory=dict)
    tables: Mapping[str, ThingTable] = field(default_factory=dict)
    uses: tuple[Use, ...] = ()
    relations: tuple[Relation, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()


Context = ActionContext[State]  # what a rule sees while it carries out an order


# == Columns and labels of the page: found by word in any number, and the kinds of their values ====

LISTS = (  # headers, folded, of the list of items that the owners of a table have
    "items", "item list", "inventory", "possessions", "belongings", "bag", "backpack", "pack",
    "goods", "loot", "hand", "equipment", "gear", "contents", "things",
    "cargo", "holdings", "treasures", "resources",
)  # fmt: skip


def in_any_number(names: Iterable[str]) -> Vocabulary:
    """Names that are found in the singular and in the plural, whichever of them they are."""
    return _in_any_number(tuple(dict.fromkeys(names)))


@lru_cache(maxsize=256)
def _in_any_number(known: tuple[str, ...]) -> Vocabulary:
    taken = set(map(fold, known))
    single = {singular_of(name): name for name in known}
    aliases = {word: name for word, name in single.items() if fold(word) not in taken}
    return Vocabulary(known, aliases, plurals=True)


def bag_of(columns: Sequence[Field]) -> str:
    """The column that is its owners' list of items: by its header, or else the first list."""
    lists = [each.name for each in columns if each.kind is FieldKind.ITEMS]
    return next((name for name in lists if fold(name) in LISTS), lists[0] if lists else "")


def is_hand(about: Field) -> bool:
    """Whether a column is such a list."""
    return about.kind is FieldKind.TEXT and fold(about.name) in LISTS


def in_hand(state: State, owner: Owner) -> list[str]:
    """What is in a player's hand; it is opened for that."""
    about = state.columns.hand if owner.table == PLAYERS else None
    if about is None:
        return []
    held = value(state, owner, about)
    if is_sealed(held):
        held = unsealed(str(held), f"{about.name} of {owner.name}").text
    return held.split(", ") if isinstance(held, str) and held else []


def kind_of(cell: Cell) -> FieldKind:
    """The kind of field that may hold a value."""
    if isinstance(cell, bool):
        return FieldKind.YES_NO
    if isinstance(cell, int):
        return FieldKind.NUMBER
    if isinstance(cell, str):
        return FieldKind.TEXT
    return FieldKind.ITEMS if isinstance(cell, Mapping) else FieldKind.THINGS


# == Fields of players, of things and of the game: looked up by word, read and changed =============


class Owner(Struct, frozen=True, gc=False):
    """Who or what has fields. ``table``: :data:`PLAYERS`, a table's name, or "" for the game."""

    table: str
    name: str


GAME = Owner("", "")


class NoPlace(ValueError):
    """The page has no column, list or row for something; the text says which one is missing."""


# -- what there is ---------------------------------------------------------------------------------


def player(name: str) -> Owner:
    """A player as an owner of fields."""
    return Owner(PLAYERS, name)


def key_of(owner: Owner) -> str:
    """A player or thing as relations name it."""
    return owner.name if owner.table == PLAYERS else f"{owner.table}/{owner.name}"


def columns(state: State, table: str) -> Columns:
    """The fields that the owners of a table have; of the game for ""."""
    if table == PLAYERS:
        return state.columns
    return state.tables[table].columns if table else state.labels


def find_field(state: State, table: str, word: str) -> Field | None:
    """The column or label that a word stands for, in any spelling, singular or plural."""
    if table == PLAYERS:
        return state.columns.by_word[word]
    return (state.tables[table].columns if table else state.labels).by_word[word]


def names(state: State, table: str) -> tuple[str, ...]:
    """The names of all players, or of the things of a table, in the order of the page."""
    return tuple(rows(state, table))


def rows(state: State, table: str) -> Mapping[str, Player | Thing]:
    """All players, or the things of a table, by name."""
    return state.players if table == PLAYERS else state.tables[table].things


def fields(state: State, owner: Owner) -> Mapping[str, Cell]:
    """What an owner's fields hold, by header, a player's list of items among them; never a blank.

    Raises ``NoPlace`` where there is no such owner.
    """
    if not owner.table:
        return state.values
    if owner.table != PLAYERS:
        thing = state.tables[owner.table].things.get(owner.name)
        if thing is None:
            raise NoPlace(say("{} has no {!r}", owner.table, owner.name))
        return thing.fields
    found = _player(state, owner.name)
    return {**found.fields, state.bag: found.items} if found.items else found.fields


def value(state: State, owner: Owner, about: Field) -> Cell:
    """What a field of an owner holds; blank where nothing was ever said.

    Raises ``NoPlace`` where there is no such owner.
    """
    table, name = owner.table, about.name
    if table == PLAYERS:
        found = state.players.get(owner.name) or _player(state, owner.name)
        held = found.items if name == state.bag else found.fields.get(name)
    else:
        held = fields(state, owner).get(name)
    return _BLANK[about.kind] if held is None else held


def _player(state: State, name: str) -> Player:
    found = state.players.get(name)
    if found is None:
        raise NoPlace(say("{} has no {!r}", PLAYERS, name))
    return found


def bag(state: State, table: str) -> Field | None:
    """The list of items that the owners of a table have."""
    return columns(state, table).bag if table else None


def counter(state: State, table: str, word: str) -> Field | None:
    """The field of numbers that a word such as ``Gold`` counts; None: it counts items."""
    found = find_field(state, table, word)
    return found if found and found.kind is FieldKind.NUMBER else None


def count(state: State, owner: Owner, word: str) -> int:
    """How many of something an owner has: its field of numbers, or items in its list."""
    row = state.players.get(owner.name) if owner.table == PLAYERS else None
    if row is not None and type(number := row.fields.get(word)) is int:
        return number  # mostly the very name of the column
    about = find_field(state, owner.table, word)
    if about is not None and about.kind is FieldKind.NUMBER:
        held = value(state, owner, about)
        return held if isinstance(held, int) else 0
    if row is not None and word == state.bag:  # all that is in it
        return sum(row.items.values())
    return count_items(state, owner, word)


def count_items(state: State, owner: Owner, word: str) -> int:
    """How many of an item an owner has in its list, and in a hand."""
    if owner.table == PLAYERS:
        items = (state.players.get(owner.name) or _player(state, owner.name)).items
    else:
        about = bag(state, owner.table)
        items = _items(value(state, owner, about)) if about else {}
    number = items.get(word) or (items.get(_item(items, word), 0) if items else 0)
    cards = in_hand(state, owner) if state.columns.hand else ()
    return number + cards.count(_item(dict.fromkeys(cards, 1), word)) if cards else number


# -- changes ---------------------------------------------------------------------------------------


def with_value(state: State, owner: Owner, name: str, new: Cell) -> State:
    """Give a field of an owner another value, of the Python type of its kind.

    A field that is open takes the kind of its first value, but not of one that is sealed. Raises
    ``NoPlace`` where there is no such owner or field.
    """
    about = _field(state, owner, name)
    if isinstance(new, dict):
        new = {item: number for item, number in new.items() if number}
    if about.is_open and new and not (isinstance(new, str) and is_sealed(new)):
        none = about.none if isinstance(new, str) else ""
        settled = replace(about, kind=kind_of(new), is_open=False, none=none)
        every = (settled if each == about else each for each in columns(state, owner.table))
        state = with_columns(state, owner.table, every)
    if owner.table == PLAYERS and name == state.bag:
        has = replace(_player(state, owner.name), items=_items(new))
        return game.with_player(state, has)
    own = _player(state, owner.name) if owner.table == PLAYERS else None
    held = {**(own.fields if own else fields(state, owner)), name: new}
    if not new:  # what an empty cell means
        del held[name]
    if own:
        return game.with_player(state, replace(own, fields=held))
    if owner.table:
        return _with_thing(state, owner.table, Thing(owner.name, held))
    return replace(state, values=held)


def add(state: State, owner: Owner, word: str, number: int) -> State:
    """Give an owner more of something (a negative number takes): numbers or items.

    Nothing is checked here: a number may become negative. Raises ``NoPlace`` where the owner has
    neither such a field nor a list of items.
    """
    about = counter(state, owner.table, word)
    if about:
        return with_value(state, owner, about.name, count(state, owner, word) + number)
    held = bag(state, owner.table)
    if held is None:
        where = say("the table {}", owner.table) if owner.table else say("the game")
        raise NoPlace(say("{} has neither a column {!r} nor a list of items", where, word))
    items = _items(value(state, owner, held))
    item = _spelled(state, items, word)
    if items.get(item, 0) + number < 0 and item in in_hand(state, owner):
        raise NoPlace(say("{} is in a hand that is sealed", item))
    return with_value(state, owner, held.name, {**items, item: items.get(item, 0) + number})


def create(state: State, table: str, name: str) -> State:
    """A new thing at the end of a table, with empty fields.

    Raises ``NoPlace`` where it exists, and for what no row can be called.
    """
    held = state.tables[table]
    if fold(name) in NOTHING:
        raise NoPlace(say("{!r} cannot be a name in {}", name, table))
    if name in held.things:
        raise NoPlace(say("{} has {!r} already", table, name))
    return _with_thing(state, table, Thing(name))


def destroy(state: State, owner: Owner) -> State:
    """Take a thing off its table; what named it names nothing then."""
    held = state.tables[owner.table]
    rest = {name: each for name, each in held.things.items() if name != owner.name}
    state = _with_table(state, replace(held, things=rest))
    return forget(state, owner)


def forget(state: State, gone: Owner) -> State:
    """The state in which no field names a thing or player that is gone."""
    owners = [GAME, *(player(name) for name in state.players)]
    owners += [Owner(each.name, name) for each in state.tables.values() for name in each.things]
    kept = (each for each in state.relations if key_of(gone) not in (each.player, each.to))
    state = replace(state, relations=tuple(kept))
    for owner in owners:
        for about in columns(state, owner.table):
            if about.table != gone.table:
                continue
            held = value(state, owner, about)
            if isinstance(held, tuple) and gone.name in held:
                rest = tuple(each for each in held if each != gone.name)
                state = with_value(state, owner, about.name, rest)
            elif about.kind is FieldKind.THING and held == gone.name:
                state = with_value(state, owner, about.name, "")
    return state


# -- parts -----------------------------------------------------------------------------------------


def _field(state: State, owner: Owner, name: str) -> Field:
    found = find_field(state, owner.table, name)
    if found is not None and found.name == name:
        return found
    where = say("the table {}", owner.table) if owner.table else say("the page")
    what = "column" if owner.table else "value"
    raise NoPlace(say("{} has no {} {!r}", where, what, name))


def _items(cell: Cell) -> Mapping[str, int]:
    return cell if isinstance(cell, dict) else {}  # an instance check of Mapping is slow


def _item(items: Mapping[str, int], word: str) -> str:
    """The item of a list that a word stands for, or the word."""
    return word if word in items or not items else _meant(word, tuple(items))


@lru_cache(maxsize=4096)
def _meant(word: str, items: tuple[str, ...]) -> str:
    return in_any_number(items).canonical(word)


def _spelled(state: State, items: Mapping[str, int], word: str) -> str:
    """The same, or where the list has none the thing or another player's item of that name."""
    own = _item(items, word)
    known = (*(e.things for e in state.tables.values()), *(e.items for e in state.players.values()))
    if own in items or any(word in names for names in known):
        return own
    return known_items(state).canonical(word)


def known_items(state: State) -> Vocabulary:
    """What may be in a list of items: things of tables, and what players have."""
    things = (name for table in state.tables.values() for name in table.things)
    others = (item for each in state.players.values() for item in each.items)
    return in_any_number(name for name in (*things, *others) if not name.isdigit())


def _with_table(state: State, table: ThingTable) -> State:
    return replace(state, tables={**state.tables, table.name: table})


def _with_thing(state: State, table: str, thing: Thing) -> State:
    held = state.tables[table]
    made = replace(held, things={**held.things, thing.name: thing})
    made.keep_found(held, thing)
    return _with_table(state, made)


def with_columns(state: State, table: str, every: Iterable[Field]) -> State:
    """The state in which the owners of a table have these fields; no value is changed."""
    new = Columns(every)
    if not table:
        return replace(state, labels=new)
    if table == PLAYERS:
        return replace(state, columns=new, bag=bag_of(new))
    return _with_table(state, replace(state.tables[table], columns=new))
