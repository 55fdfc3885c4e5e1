"""The whole of a game's state, described once: its page and its statements follow from this."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct
from msgspec._core import Factory  # type: ignore[import-not-found]
from msgspec.structs import force_setattr, replace

from wikibot.game.actions import ActionId
from wikibot.game.page.cells import (
    CellError,
    Codec,
    Integer,
    ItemList,
    LongText,
    Maybe,
    Pairs,
    Text,
    Time,
    Vocabulary,
    entity,
    inline,
    without_asides,
)
from wikibot.game.page.sheet import LEFT_OVER, Column, Notes, Sheet, Spec, Value
from wikibot.game.state import Candidacy, Player, Proposal, Request, State, Term, Trade
from wikibot.wikitext.dialect import USER, USER_TALK, Dialect, account_name, any_of, current, fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import decoded, plain
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_writer import UnsafeEdit

# == What stands in a gamestate, each field described once: its place on the page, its words =======
#
# A :class:`Listing` is a field of the state that has its own table, one thing a row. A
# :class:`Sentence` is a statement about such a thing, or about the game, in specific words; what
# has no such words is said by the header of its column.


_UNSPOKEN, _SHOWN = regex(r"\[([^\]]*)\]"), regex(r"=[^{}]*\}")


class Sentence(Struct, frozen=True):
    """A statement with slots ``{field:kind}`` for values and for the name of the thing.

    A slot may hold an example, ``{status:text=passed}``; what stands in brackets is understood and
    not spoken: ``is on [space ]{space:number}``. ``sets``: fields that it is about without naming
    their value: ``it is party time``. ``pattern``: a regular expression with the same slots, where
    still more is understood. ``makes``: a thing that does not exist yet comes to be by it.
    """

    spoken: str
    sets: Mapping[str, Any] = msgspec.field(default_factory=dict)
    pattern: str = ""
    example: str = ""
    makes: bool = False

    def __post_init__(self) -> None:
        said = _UNSPOKEN.sub("", self.spoken)
        if said != self.spoken:
            understood = _UNSPOKEN.sub(r"(?:\1)?", _SHOWN.sub("}", self.spoken))
            force_setattr(self, "pattern", self.pattern or understood)
        shown = re.sub(r"\{[^{}=]*=([^{}]*)\}", r"\1", said)
        force_setattr(self, "example", self.example or shown)
        force_setattr(self, "spoken", _SHOWN.sub("}", said))


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
        own = (column for column in self.spec.columns if not column.derived)
        return tuple(name for column in own for name in column.fields)

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
        own = [LEFT_OVER, *(column.field for column in self.spec.columns if column.derived)]
        return {name: value for name, value in found.items() if name not in own}

    @cached_property
    def _compounds(self) -> Collection[str]:
        return [column.field for column in self.spec.columns if column.is_compound]

    def rows_on(self, sheet: Sheet, state: Any) -> list[dict[str, Any]]:
        """The rows of its table, which now is as ``sheet``, for a state."""
        return self.rows(self.things(state), sheet.spec)

    def rows(self, things: Iterable[Any], spec: Spec | None = None) -> list[dict[str, Any]]:
        """The rows for some things, by the columns of ``spec`` where a page has its own table."""
        return [row_of(thing, (spec or self.spec).columns, self.empty) for thing in things]

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


def row_of(
    thing: Any, columns: Iterable[Column], empty: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """What some columns say of a thing; compound cells leave out what is as in ``empty``."""
    row: dict[str, Any] = {}
    for column in columns:
        if column.is_compound:
            held = {name: getattr(thing, name) for name in column.fields}
            said = {name: each for name, each in held.items() if empty.get(name, column) != each}
            row[column.field] = said
        elif hasattr(thing, column.field):
            row[column.field] = getattr(thing, column.field)
    return row


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
        elif not (column.is_compound or column.derived or column.field in leave_out):
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
        return row_of(player, (column for column in spec.columns if column in self.own))


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


# == Rows of a players table in any game: names that may be user links, items in list and columns ==

Records = Mapping[str, Mapping[str, Any]]  # what the records say of those who play, by name


class Name(Struct, frozen=True):
    """Who a row is about. ``account``: what a user link says, "" where there is none."""

    name: str
    account: str = ""

    @property
    def key(self) -> str:
        """What tells the row from others, also when another account plays that player."""
        return self.name


@lru_cache(maxsize=64)
def _user_links(words: Dialect) -> re.Pattern[str]:
    """A link to an account's page or talk page."""
    space = any_of(words, USER, USER_TALK)
    return re.compile(
        rf"\[\[\s*+(?::\s*+)?(?:{space})\s*+:\s*+(?P<account>(?:&#?\w++;|[^\[\]|/#])++)"
        r"[^\[\]|]*+(?:\|[^\[\]]*)?\]\]",
        re.IGNORECASE,
    )


class UserLink(Struct, frozen=True):
    """A player's name, perhaps a link that ties it to an account: ``[[User:Account|Name]]``."""

    expected: str = "a player's name"

    def parse(self, text: str) -> Name:
        link = _user_links(current()).search(without_asides(text))
        # A signature may hold more links, to the talk page: the first one is the name.
        name = plain(text[link.start() : link.end()]) if link else plain(text)
        if not name:
            raise CellError(self.expected)
        return Name(name, _account(link["account"]) if link else "")

    def render(self, value: Name, old: str = "") -> str:
        """An account that no link can hold is left out; see :func:`linkable`."""
        if not linkable(value.account):
            return inline(value.name)
        link = _user_links(current()).search(without_asides(old))
        label = re.sub(r"[\[\]]", lambda found: entity(found[0]), inline(value.name))
        new = f"[[User:{inline(value.account)}|{label}]]"
        return old[: link.start()] + new + old[link.end() :] if link else new


_NO_TITLE = regex(r"[\[\]{}|#<>/]")


def linkable(account: str) -> bool:
    """Whether a user link can name this account: as MediaWiki writes it, and a valid title."""
    found = _user_links(current()).fullmatch(f"[[User:{inline(account)}|x]]") if account else None
    return (
        bool(found)
        and not _NO_TITLE.search(account)
        and account == _account(found["account"] if found else "")
    )


def _account(text: str) -> str:
    return account_name(decoded(text))


# -- names -----------------------------------------------------------------------------------------

NAME = Column("name", ("Name", "Player"), UserLink(), required=True)
_OWN = "item "  # begins the field of a column that counts one item alone


def with_items(text: str, spec: Spec, known: Vocabulary) -> Spec:
    """The spec with a list of items, and a column for each header that is an item's name."""
    return _with_items(tuple([table.headers for table in spec.tables(text)]), spec, known)


@lru_cache(maxsize=32)
def _with_items(tables: tuple[tuple[str, ...], ...], spec: Spec, known: Vocabulary) -> Spec:
    """The same kind for the same headers, so that rows that were read are known again."""
    taken = {fold(header) for column in spec.columns for header in column.headers}
    headers: dict[str, str] = {}
    for header in chain.from_iterable(tables):
        item = known.find(header)
        if item and fold(header) not in taken:
            headers.setdefault(item, header)
    own = (
        Column(_OWN + item, (header,), Integer(f"a number of {header}", blank=0))
        for item, header in headers.items()
    )
    listed = Column("items", ("Items", "Inventory", "Item"), ItemList(known))
    return Spec(spec.section, (*spec.columns, *own, listed), spec.key)


def items_of(values: Mapping[str, Any]) -> dict[str, int]:
    """All items of a row, those that have their own column first."""
    total: Counter[str] = Counter()
    for name, value in values.items():
        if name.startswith(_OWN):
            total[name.removeprefix(_OWN)] += value
    for item, count in values.get("items", {}).items():
        total[item] += count
    return {item: count for item, count in total.items() if count}


def items_row(
    items: Mapping[str, int], held: Mapping[str, Any], fields: Collection[str]
) -> dict[str, Any]:
    """What the cells about items shall say.

    ``held``: what they say now (nothing: a new row). ``fields``: the columns that there are. An
    item that stands in both places stays so while its number does; when it changes, its own column
    takes it all.
    """
    before, listed = items_of(held), dict(held.get("items", {}))
    row: dict[str, Any] = {}
    for name in fields:
        item = name.removeprefix(_OWN)
        if name.startswith(_OWN) and (not held or before.get(item, 0) != items.get(item, 0)):
            row[name] = items.get(item, 0)
            listed.pop(item, None)
    own = {name.removeprefix(_OWN) for name in fields if name.startswith(_OWN)}
    row["items"] = {item: count for item, count in listed.items() if item in own}
    row["items"] |= {item: count for item, count in items.items() if item not in own}
    return row


def name_cell(player: Player, held: Name | None, recorded: str) -> Name:
    """What a name cell shall say. ``held``: what it says; ``recorded``: the account on record."""
    account = player.account
    if held and held.account and not account:  # a link to the account of the same name may stay one
        return Name(player.name, player.name if linkable(player.name) else "")
    if (held and not held.account and recorded == account) or not linkable(account):
        return Name(player.name)
    return Name(player.name, account)


def line_of(sheet: Sheet, name: str) -> Mapping[str, Any]:
    """What a players table says now in the row of a player."""
    return next((line.values for line in sheet.lines if line.values["name"].name == name), {})


# -- rows about players ----------------------------------------------------------------------------


def player_rows(state: State, sheet: Sheet, records: Records, who: Players) -> list[dict[str, Any]]:
    """Rows of the players table, in the order of the state."""
    rows = []
    for player in state.players.values():
        held = line_of(sheet, player.name)
        name = name_cell(player, held.get("name"), _recorded(records, player.name))
        more = who.row(player, who.spec)
        rows.append({"name": name, **more, **items_row(player.items, held, sheet.fields)})
    return rows


def people_rows(state: State, sheet: Sheet, records: Records, who: Players) -> list[dict[str, Any]]:
    """Rows of the records about those who play. ``sheet``: the players table as it will be.

    Raises ``UnsafeEdit`` for a player whose row would not be read as theirs.
    """
    rows = []
    for player in state.players.values():
        row = line_of(sheet, player.name)
        if not row:
            raise UnsafeEdit(say(
                "no row of the players table would read {!r}; mend that row by hand", player.name
            ))  # fmt: skip
        own = {"player": player.name, "joined": player.joined, "left": None}
        by_name = not player.account and _recorded(records, player.name) == player.name
        if not row["name"].account and not by_name:  # nothing new where the name cell is a link
            own["account"] = player.account
        rows.append({**own, **who.row(player, who.records)})
    return rows


def _recorded(records: Records, name: str) -> str:
    """The account that the records name for a player."""
    return str(records.get(name, {}).get("account", ""))


# == Tables of proceedings: proposals, requests for justice, candidacies, trades ===================

_TERM = regex(r"(?P<who>.+) for (?P<hours>\d{1,9}) hours")


class LineId:
    """Codec for the identity of an action: ``page.revision.index``."""

    def parse(self, text: str) -> ActionId:
        try:
            return ActionId.parse(plain(text))
        except ValueError:
            raise CellError("the identity of a line, such as 12.345.1") from None

    def render(self, value: ActionId, old: str = "") -> str:
        return str(value)


class TermCell:
    """Codec for whom a proposal is about: ``Bob for 72 hours``; other words say nothing."""

    def parse(self, text: str) -> Term | None:
        found = _TERM.fullmatch(plain(text).strip())
        return Term(found["who"], integer(found["hours"])) if found else None

    def render(self, value: Term | None, old: str = "") -> str:
        return Text().render(str(value), old) if value else ""


PROPOSALS = Spec("Proposals", (
    Column("id", ("ID", "Number", "No."), Text(), required=True),
    Column("title", ("Title",), Text(), required=True),
    Column("cls", ("Class",), Text()),
    Column("proposer", ("Proposer",), Text(), required=True),
    Column("status", ("Status",), Text(), required=True),
    Column("until", ("Voted on until",), Time(), derived=True),
    Column("submitted", ("Submitted",), Time()),
    Column("text", ("Text",), LongText()),
    Column("votes", ("Votes",), Pairs()),
    Column("changed", ("Changed",), Time()),
    Column("line", ("Line",), Maybe(LineId())),
    Column("message", ("Message",), Text()),
    Column("about", ("About",), TermCell(), optional=True),
), key=("id",))  # fmt: skip
REQUESTS = Spec("Requests for justice", (
    Column("id", ("Request",), Text(), required=True),
    Column("asker", ("Asked by",), Text(), required=True),
    Column("text", ("Question or statement", "Question", "Statement"), Text(), required=True),
    Column("status", ("Status",), Text(), required=True),
    Column("submitted", ("Submitted",), Time()),
    Column("judge", ("Ruled by", "Judge"), Text()),
    Column("ruling", ("Ruling",), Text()),
    Column("ruled", ("Ruled at",), Time()),
    Column("poll", ("Confidence voted on since",), Time()),
    Column("votes", ("Votes",), Pairs()),
), key=("id",))  # fmt: skip
CANDIDACIES = Spec("Candidates for judge", (
    Column("id", ("Candidate",), Text(), required=True),
    Column("since", ("Since",), Time(), required=True),
    Column("votes", ("Votes",), Pairs()),
    Column("line", ("Line",), Maybe(LineId())),
    Column("message", ("Message",), Text()),
), key=("id",))  # fmt: skip
TRADES = Spec("Trades", (
    Column("id", ("Trade",), Text(), required=True),
    Column("proposer", ("From",), Text(), required=True),
    Column("gives", ("Gives",), ItemList(), required=True),
    Column("partner", ("To",), Text(), required=True),
    Column("takes", ("For",), ItemList(), required=True),
    Column("status", ("Status",), Text()),
    Column("since", ("Since",), Time()),
    Column("until", ("Until",), Time()),
), key=("id",))  # fmt: skip


LISTS = (
    Listing(
        "proposals",
        "proposal",
        PROPOSALS,
        Proposal,
        sentences=(
            Sentence(
                "proposal {id:text=7} of class {cls:text=Standard} by {proposer:text=Alice}"
                " is {status:text=open}: {title:text=More fish}",
                makes=True,
            ),
            Sentence("proposal {id:text=7} was submitted at {submitted:time}"),
            Sentence("proposal {id:text=7} reads {text:text=Fish are blue.}"),
            Sentence("proposal {id:text=7} is {status:text=passed}"),
        ),
    ),
    Listing("requests", "request", REQUESTS, Request),
    Listing("candidacies", "candidacy of", CANDIDACIES, Candidacy),
    Listing("trades", "trade", TRADES, Trade),
)
