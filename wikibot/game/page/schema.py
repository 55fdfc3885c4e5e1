"""The whole of a game's state, described once: its page and its statements follow from this."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct
from msgspec._core import Factory  # type: ignore[import-not-found]
from msgspec.structs import replace

from wikibot.game.page.cells import Codec, Vocabulary
from wikibot.game.page.prose import LEFT_OVER, Notes, Value
from wikibot.game.page.sheet import Column, Sheet, Spec

# == What stands in a gamestate, each field described once: its place on the page, its words =======
#
# A :class:`Listing` is a field of the state that has its own table, one thing a row. A
# :class:`Sentence` is a statement about such a thing, or about the game, in specific words; what
# has no such words is said by the header of its column.


class Sentence(Struct, frozen=True):
    """A statement with slots ``{field:kind}`` for values and for the name of the thing.

    ``sets``: fields that it is about without naming their value: ``it is party time``. ``pattern``:
    a regular expression with the same slots, where more is understood than what is spoken.
    ``makes``: a thing that does not exist yet comes to be by it.
    """

    spoken: str
    sets: Mapping[str, Any] = msgspec.field(default_factory=dict)
    pattern: str = ""
    example: str = ""
    makes: bool = False


class Members(Struct, frozen=True):
    """A field that holds several values, each spoken of as a text in a separate statement.

    ``read`` makes a value of its text.
    """

    field: str
    add: Sentence
    drop: Sentence
    read: Callable[[str], Any] = str


class Entries(Struct, frozen=True):
    """A field that holds numbers by name, each of which a statement says.

    ``said`` has the slot ``number``, and a slot ``name`` for the name. Of a number of zero nothing
    is kept.
    """

    field: str
    said: Sentence
    name: str


class Labelled(Struct, frozen=True):
    """A field as statements name it: by its label, its value as a cell would have it."""

    field: str
    label: str
    codec: Codec[Any]


class Listing(Struct, frozen=True, dict=True):
    """Things of a state that stand in one table. ``noun``: what statements call one of them.

    Without a noun there are no statements about them.

    ``make`` makes one of its fields by name: their struct, or a function. Things with a key are a
    tuple of the state, or a mapping by that key, whose slot in statements has the kind ``kind``.
    Without one, equal things may occur several times; then ``sentences`` say a whole thing, and
    ``drop`` that it is off the record. ``defaults``: of cells that may be missing. ``complete``:
    adds the things that always exist.
    """

    field: str
    noun: str
    spec: Spec
    make: Callable[..., Any]
    kind: str = "text"
    sentences: tuple[Sentence, ...] = ()
    members: tuple[Members, ...] = ()
    entries: tuple[Entries, ...] = ()
    drop: Sentence | None = None
    defaults: Mapping[str, Any] = msgspec.field(default_factory=dict)
    complete: Callable[[Any], Any] = lambda things: things

    @property
    def key(self) -> str:
        """The field that tells one thing from another; "" where none does."""
        return self.spec.key[0] if self.spec.key else ""

    @cached_property
    def empty(self) -> Mapping[str, Any]:
        """The values of fields of which a page need not speak."""
        own = defaults_of(self.make) if isinstance(self.make, type) else {}
        return {**own, **self.defaults}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields for which its table has a place."""
        return tuple(name for column in self.spec.columns for name in column.fields)

    @cached_property
    def labelled(self) -> tuple[Labelled, ...]:
        """The fields that statements name by their label."""
        return labelled(self.spec.columns, leave_out=self.spec.key[:1])

    def things(self, state: Any) -> tuple[Any, ...]:
        """All of a state, in their order."""
        held = getattr(state, self.field)
        return tuple(held.values() if isinstance(held, Mapping) else held)

    def with_things(self, state: Any, things: Iterable[Any]) -> Any:
        """The state with other things in the place of those."""
        if isinstance(getattr(state, self.field), Mapping):
            held: Any = {getattr(each, self.key): each for each in things}
        else:
            held = tuple(things)
        return replace(state, **{self.field: self.complete(held)})

    def is_usual(self, state: Any, before: Any) -> bool:
        """Whether a page without its table, which said ``before``, says it as it is."""
        held = getattr(state, self.field)
        return bool(held == self.complete(type(held)()))

    # -- rows --------------------------------------------------------------------------------------

    def read(self, sheet: Sheet) -> tuple[Any, ...]:
        """The things that a table tells of; rows that lack something necessary are passed over."""
        rows = [self.values(line.values) for line in sheet.lines]
        needed = {column.field for column in sheet.spec.columns if column.required}
        needed |= {name for name in self.names if name not in self.empty}
        return tuple(
            self.make(**{**self.defaults, **row})
            for row in rows
            if all(name in row for name in needed if name in self.names)
        )

    def values(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Values by field, those of compound cells among them."""
        found: dict[str, Any] = {}
        for name, value in row.items():
            found |= value if name in self._compounds else {name: value}
        return {name: value for name, value in found.items() if name != LEFT_OVER}

    @cached_property
    def _compounds(self) -> Collection[str]:
        return [column.field for column in self.spec.columns if column.is_compound]

    def rows_on(self, sheet: Sheet, state: Any) -> list[dict[str, Any]]:
        """The rows of its table, which now is as ``sheet``, for a state."""
        return self.rows(self.things(state), sheet.spec)

    def rows(self, things: Iterable[Any], spec: Spec | None = None) -> list[dict[str, Any]]:
        """The rows for some things, by the columns of ``spec`` where a page has its own table."""
        return [self.row(thing, (spec or self.spec).columns) for thing in things]

    def row(self, thing: Any, columns: Sequence[Column]) -> dict[str, Any]:
        """What some columns say of a thing; compound cells leave out what need not be said."""
        row: dict[str, Any] = {}
        for column in columns:
            if column.is_compound:
                held = {name: getattr(thing, name) for name in column.fields}
                row[column.field] = {
                    name: value
                    for name, value in held.items()
                    if name not in self.empty or value != self.empty[name]
                }
            elif hasattr(thing, column.field):
                row[column.field] = getattr(thing, column.field)
        return row

    def sayable(self, state: Any, page: str, spec: Spec) -> Any:
        """The state without values for which the page's own table has no column and needs none."""
        tables = spec.tables(page)
        present = {name for table in tables for name in spec.present(table)}
        missing = {
            name: self.empty[name]
            for column in spec.columns
            if tables and column.optional and column.field not in present
            for name in column.fields
        }
        if not missing:
            return state
        things = (replace(each, **missing) for each in self.things(state))
        return self.with_things(state, things)


class Single(Listing, frozen=True):
    """A field of the state that holds one thing or None, in the first row of its own table.

    ``noun`` is its name. ``gone``: the statement that there is none. A sentence that ``makes`` it
    begins it anew, from the state and its values by ``begin``.
    """

    gone: Sentence | None = None
    begin: Callable[[Any, Mapping[str, Any]], Any] | None = None

    @property
    def key(self) -> str:
        return ""

    def things(self, state: Any) -> tuple[Any, ...]:
        held = getattr(state, self.field)
        return () if held is None else (held,)

    def is_usual(self, state: Any, before: Any) -> bool:
        return bool(self.things(state) == self.things(before))

    def with_things(self, state: Any, things: Iterable[Any]) -> Any:
        return replace(state, **{self.field: self.complete(next(iter(things), None))})


def defaults_of(make: Callable[..., Any]) -> Mapping[str, Any]:
    """The default of each field of a struct that has one."""
    names, defaults = make.__struct_fields__, make.__struct_defaults__  # type: ignore[attr-defined]
    found = zip(names[len(names) - len(defaults) :], defaults, strict=True)
    return {name: each.factory() if isinstance(each, Factory) else each for name, each in found}


def labelled(columns: Iterable[Column], leave_out: Collection[str] = ()) -> tuple[Labelled, ...]:
    """Columns, and the notes of a notes column, as statements name them."""
    found: list[Labelled] = []
    for column in columns:
        if isinstance(column.codec, Notes):
            notes = column.codec.notes.items()
            found += [Labelled(name, note.label, note.codec) for name, note in notes]
        elif not column.is_compound and column.field not in leave_out:
            found.append(Labelled(column.field, column.headers[0], column.codec))
    return tuple(found)


# == The whole of a game's state, described once: its page and its statements follow from this =====


class Players(Struct, frozen=True, dict=True):
    """The players: ``make`` is their dataclass, ``spec`` their table but for its items.

    ``records``: the table of the records with what else the game keeps about them. ``silent``:
    columns of which statements do not speak.
    """

    make: Callable[..., Any]
    spec: Spec
    records: Spec
    sentences: tuple[Sentence, ...] = ()
    members: tuple[Members, ...] = ()
    entries: tuple[Entries, ...] = ()
    silent: tuple[str, ...] = ()

    @cached_property
    def own(self) -> tuple[Column, ...]:
        """The columns of either table for the game's own fields."""
        common = ("name", "player", "account", "joined", "left")
        columns = (*self.spec.columns, *self.records.columns)
        return tuple(column for column in columns if column.field not in common)

    @cached_property
    def labelled(self) -> tuple[Labelled, ...]:
        """Their fields as statements name them."""
        return labelled(self.own, leave_out=self.silent)

    def values(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        """Values by field, those of compound cells among them."""
        found: dict[str, Any] = {}
        for column in self.own:
            if column.field in cells:
                held = cells[column.field]
                found |= held if column.is_compound else {column.field: held}
        return found

    def row(self, player: Any, spec: Spec) -> dict[str, Any]:
        """What the game's own columns of a table say of a player."""
        return {
            column.field: {name: getattr(player, name) for name in column.fields}
            if column.is_compound
            else getattr(player, column.field)
            for column in spec.columns
            if column in self.own
        }


class Schema(Struct, frozen=True):
    """A game's state. ``state`` is its dataclass, ``game`` the game's name.

    ``values``: what stands on lines of the page, ``phase`` excepted; ``sentences`` and ``members``
    are statements about the state itself. ``offers``: forms of the game's offers that are about
    something. ``listings``: the game's own tables. ``names``: the names
    that free slots of statements may stand for in a state, by the kind of the slot; ``player`` and
    ``item`` are known without it.
    """

    game: str
    state: Callable[..., Any]
    players: Players
    listings: tuple[Listing, ...] = ()
    values: tuple[Value, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    members: tuple[Members, ...] = ()
    entries: tuple[Entries, ...] = ()
    offers: tuple[str, ...] = ()
    names: Callable[[Any], Mapping[str, Vocabulary]] = lambda _: {}

    def listing(self, name: str) -> Listing:
        """The table that a field of the state stands in."""
        return next(each for each in self.listings if each.field == name)
