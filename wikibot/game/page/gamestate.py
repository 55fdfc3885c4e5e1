"""The gamestate page of a game, read and written back cell by cell as its schema describes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.game import Reading
from wikibot.game.page.cells import (
    CellError,
    Choice,
    Integer,
    Maybe,
    NameList,
    Phase,
    Text,
    Time,
    Vocabulary,
    seen,
)
from wikibot.game.page.schema import (
    LISTS,
    PROPOSALS,
    LineId,
    Listing,
    Records,
    Schema,
    Sentence,
    items_of,
    people_rows,
    player_rows,
    with_items,
)
from wikibot.game.page.sheet import (
    LEFT_OVER,
    Column,
    ReadValue,
    Sheet,
    Spec,
    Value,
    new_line,
    new_table,
    read_sheet,
    read_value,
    remove_value,
    write_sheet,
    write_value,
)
from wikibot.game.problems import Unclear, Unreadable
from wikibot.game.rolls import StandingRoll, parse_rolls
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Former, Kind, Pending, S, State, read_pending
from wikibot.wikitext.lines import section
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import Phases, format_time, integer
from wikibot.wikitext.own_marks import before_marks, place_at_end
from wikibot.wikitext.plain import legible, plain
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_writer import UnsafeEdit

# == The text below an action line, as one line and back: a pilcrow stands for a line break ========
#
# propose: More fish ¶ append «Fish are blue.» to Garbage

BREAK = "¶"
_PART = regex(r"(?:(?<!\s)\s++)?(?<!¶)¶(?!¶)\s*+")


def on_one_line(body: str) -> str:
    """Several lines as one, without blank ones at the ends; a pilcrow of the text is doubled."""
    lines = [" ".join(line.replace(BREAK, BREAK * 2).split()) for line in body.strip().split("\n")]
    return " ".join(f" {BREAK} ".join(lines).split())  # as a page shows it


def on_lines(text: str) -> str:
    """The inverse of :func:`on_one_line`, but for runs of blanks."""
    return "\n".join(part.replace(BREAK * 2, BREAK) for part in _PART.split(text))


def with_body(text: str, body: str) -> str:
    """An action's line with the text below it, as one line."""
    line = " ".join(text.replace(BREAK, BREAK * 2).split())
    return f"{line} {BREAK} {on_one_line(body)}" if body.strip() else line


def split_body(line: str) -> tuple[str, str]:
    """A line that :func:`with_body` wrote as the action's text and its body, of several lines."""
    text, _, body = on_lines(line).partition("\n")
    return text, body


# == What a game must remember and players rarely write down: the ``Records`` section ==============
# People can read and correct it. Tables and labels are found wherever they stand; what is missing
# is added to the section when there is something to say.

SECTION = "Records"
ABOUT = "What the game has to remember. Correct it where it is wrong."


class DiceSoFar:
    """Codec for a roll and how many dice it is to have: ``1d6 (5) = 5 of 2`` lacks one."""

    fields = ("roll", "count")

    def parse(self, text: str) -> dict[str, Any]:
        """Raises ``CellError`` for anything but one roll."""
        words, _, count = plain(text).partition(" of ")
        try:
            (roll,) = parse_rolls(words)
            return {"roll": roll, "count": integer(count) if count else roll.count}
        except (Unclear, ValueError):
            raise CellError("a roll, such as 2d6 (3, 4) = 7") from None

    def render(self, value: Mapping[str, Any], old: str = "") -> str:
        """The dice bot's form, with the number of dice where some are missing."""
        roll, count = value["roll"], value["count"]
        return f"{roll} of {count}" if count != roll.count else str(roll)


def people(*extra: Column) -> Spec:
    """The table of who plays and who left, with a game's own columns behind the common ones."""
    common = (
        Column("player", ("Player", "Name"), Text(), required=True),
        Column("account", ("Account",), Text()),
        Column("joined", ("Joined",), Time(), required=True),
        Column("left", ("Left",), Time(), required=True),
    )
    return Spec(
        SECTION, (*common, *extra), key=("player", "left"), caption="Players, present and former"
    )


_WAITS = (
    "line {id:line} of {player:text=Alice} ({kind:waiting=action} {text:text=move})"
    " waits for {asks:text=a space}"
)
_ROLL = (
    "by {player:text=Alice} for {purpose:text=move}"
    " stands as number {index:number=1} of {label:text=movement}"
)
WAITING = Spec(SECTION, (
    Column("player", ("Player",), Text(), required=True),
    Column("kind", ("Kind",), Choice(tuple(Kind))),
    Column("text", ("Order",), Text(), required=True),
    Column("asks", ("Waits for",), Text(), required=True),
    Column("since", ("Since",), Time(needed=True)),
    Column("until", ("Until",), Time()),
    Column("id", ("Line",), LineId(), required=True),
), caption="Lines that wait for a choice, a roll or a ruling")  # fmt: skip
_WAITING = (
    Sentence(f"{_WAITS} since {{since:time}} until {{until:time=2024-01-08T00:00:00Z}}"),
    Sentence(f"{_WAITS} since {{since:time}}"),
)


def waiting(offers: Sequence[str] = ()) -> Listing:
    """The table of what waits. ``offers``: forms of the game's offers that are about something."""

    def make(**values: Any) -> Pending:
        return read_pending(values, offers)

    return Listing(
        "pending", "line", WAITING, make, sentences=_WAITING,
        drop=Sentence("line {id:line} waits no more"), defaults={"kind": Kind.ACTION, "until": None}
    )  # fmt: skip


ROLLS = Listing("rolls", "roll", Spec(SECTION, (
    Column("player", ("Rolled by",), Text(), required=True),
    Column("purpose", ("For",), Text(), required=True),
    Column("label", ("In particular",), Text()),
    Column("index", ("Which one",), Integer(blank=1)),
    Column("dice", ("Roll that stands",), DiceSoFar(), required=True),
), caption="Rolls that stand"), StandingRoll, sentences=(
    Sentence(f"the roll {{roll:roll=2d4 (1, 3) = 4}} of {{count:number=2}} dice {_ROLL}"),
), drop=Sentence(f"no roll {_ROLL}"), defaults={"label": "", "index": 1})  # fmt: skip
FORMER = Listing("former", "player", Spec(SECTION, ()), Former, sentences=(
    Sentence("{name:text=Dave} with the account {account:text=Davy} left at {left:time}"),
), drop=Sentence("that {name:text=Dave} left at {left:time} is forgotten"))  # fmt: skip


def kept_tables(offers: Sequence[str] = ()) -> tuple[Listing, ...]:
    """What every game keeps in tables."""
    return (waiting(offers), ROLLS, *LISTS)


STARTED = Value(
    "started", ("Started", "Round started", "Cycle started", "Game started"), Time(), line=True
)
JUDGE = Value("judge", ("Judge",), Maybe(), line=True, titled=True)
REMOVAL = Value("removal", ("Assents to removing the judge",), NameList(), line=True)
WINNERS = Value("winners", ("Winners", "Winner"), NameList(), line=True)
_VALUES: Mapping[Value, Any] = {STARTED: None, JUDGE: None, REMOVAL: (), WINNERS: ()}


class PageRecords(Struct, frozen=True):
    """What a page's records say. ``people``: rows of those who play, by name."""

    people: Mapping[str, Mapping[str, Any]]
    fields: Mapping[str, Any]  # former, pending, rolls, started ...: what a state takes as it is
    unreadable: tuple[Unreadable, ...]


def read_records(text: str, spec: Spec, offers: Sequence[str] = ()) -> PageRecords:
    """Read all records. ``spec``: the game's :func:`people`; ``offers``: forms of its offers."""
    tables = kept_tables(offers)
    who = read_sheet(text, spec)
    listed = {each.field: read_sheet(text, each.spec) for each in tables}
    values = {each: read_value(text, each) for each in _VALUES}
    unreadable = [each for sheet in (who, *listed.values()) for each in sheet.unreadable]
    unreadable += [found.unreadable for found in values.values() if found.unreadable]
    rows = [line.values for line in who.lines]
    fields = {
        "former": tuple(
            Former(r["player"], r.get("account", ""), r["left"]) for r in rows if r.get("left")
        ),
        **{each.field: each.read(listed[each.field]) for each in tables},
        **{each.field: values[each].value or blank for each, blank in _VALUES.items()},
    }
    return PageRecords(
        {r["player"]: r for r in rows if not r.get("left")}, fields, tuple(unreadable)
    )


def write_records(
    text: str, spec: Spec, state: State, rows: Sequence[Mapping[str, Any]],
    leaving: Collection[str] = ()
) -> str:  # fmt: skip
    """Lay a state's records over a page.

    ``rows``: what the game wants said of those who play, in the form of ``spec``. ``leaving``:
    those who played by the page as it was, and do no more.
    """
    # Rows in the order of the page, then new ones; rows about strangers are left alone.
    held = {
        (line.values["player"], line.values.get("left")): line.values
        for line in read_sheet(text, spec).lines
    }
    mine = {(row["player"], None): row for row in rows}
    mine = {key: row for key, row in mine.items() if key in held or any([*row.values()][1:])}
    former = ((each.name, each.account, each.left) for each in state.former)
    gone = {(name, left): {"player": name, "account": account, "left": left}
            for name, account, left in former}  # fmt: skip
    strange = {
        key: row
        for key, row in held.items()
        if key not in mine and key[1] is None and key[0] not in leaving
    }
    wanted: dict[tuple[str, Any], Mapping[str, Any]] = {**mine, **strange, **gone}
    order = [key for key in held if key in wanted]
    if [key for key in order if key in gone] != list(gone)[: sum(key in gone for key in order)]:
        order = [key for key in order if key not in gone]
    text = with_table(text, spec, [wanted[key] for key in dict.fromkeys([*order, *wanted])])
    for listed in kept_tables():
        text = with_table(text, listed.spec, listed.rows(listed.things(state)))
    for each, blank in _VALUES.items():
        text = with_value(text, each, getattr(state, each.field), blank)
    return text


def with_value(text: str, spec: Value, value: Any, default: Any) -> str:
    """The page with a value in its place, or on a new line of the records where it needs one.

    A value that goes back to ``default`` None is taken off the page.
    """
    found = read_value(text, spec)
    if found.spot and value is None and found.value is not None:
        return remove_value(text, spec)
    new = write_value(text, spec, value)
    if new is not None:
        return new
    return text if value == default else append(text, SECTION, new_line(spec, value), ABOUT)


def append(text: str, title: str, block: str, about: str = "") -> str:
    """Put a block at the end of a section of the page; the section is made where it is missing."""
    found = section(text, title)
    at = min(found.end if found else len(text), place_at_end(text))  # not into what was left open
    at = before_marks(text, at)
    before, after = text[:at], text[at:]
    before += "" if not before or before.endswith("\n") else "\n"
    if not found:
        before += f"\n== {title} ==\n" + (f"{about}\n\n" if about else "")
    elif block.startswith("{|") and not before.endswith("\n\n"):
        before += "\n"
    if not after:
        return before + block + ("\n" if text.endswith("\n") else "")
    return f"{before}{block}\n" + ("\n" if block.startswith("{|") else "") + after


def with_table(text: str, spec: Spec, rows: Sequence[Mapping[str, Any]]) -> str:
    """The page with rows laid over its table of this kind, which is added for the first row."""
    if spec.tables(text):
        return write_sheet(text, spec, rows)
    if not rows:
        return text
    return append(
        text, spec.section, new_table(spec, rows, folded=spec.section == SECTION),
        ABOUT if spec.section == SECTION else ""
    )  # fmt: skip


def with_deadlines(text: str, ends: Mapping[str, datetime | None]) -> str:
    """The page whose table of proposals says until when each is voted on, if it has a column."""
    sheet = read_sheet(text, PROPOSALS)
    if "until" not in sheet.fields:
        return text
    rows = [{**line.values, "until": ends.get(str(line.key))} for line in sheet.lines]
    return write_sheet(text, PROPOSALS, rows)


# -- The gamestate page of a game, read and written back cell by cell as its schema describes ------

Layout = Mapping[str, Spec]  # the tables of one page, by the field of the state that they hold
PLAYERS = "players"
PHASE = Value(
    "phase", ("Current phase", "Phase"), Phase(),
    ("It is currently", "It's currently", "We are in"), "Phase"
)  # fmt: skip


class PageContents(Struct, frozen=True):
    """What a page says: tables and values by the field of the state that they hold, and records."""

    sheets: Mapping[str, Sheet]
    values: Mapping[str, ReadValue]
    records: PageRecords


class GamestatePage(Generic[S]):
    """The page of a game, which overrides what is special about its own."""

    def __init__(self, schema: Schema, needed: str) -> None:
        self.schema = schema
        self.needed = needed  # the headers of a players table, told where a page has none
        self._known: tuple[tuple[str, Rulebook, PageContents], ...] = ()  # the last two texts

    # -- what a game may override ------------------------------------------------------------------

    def items(self, book: Rulebook) -> Vocabulary:
        """The items of the game: a players table may have a column for each."""
        return Vocabulary()

    def layout(self, page: str, book: Rulebook) -> Layout:
        """The tables of a page, found once a text."""
        return book.found_in(page, self.tables)

    def tables(self, page: str, book: Rulebook) -> Layout:
        """The same: their columns may depend on its headers and on the ruleset."""
        tables = {each.field: each.spec for each in self.schema.listings}
        players = with_items(page, self.schema.players.spec, self.items(book))
        return {PLAYERS: players, **tables}

    def phases(self, book: Rulebook) -> Phases | None:
        """When phases begin; None for a game without phases."""
        return None

    def settled(self, state: S, said: PageContents, book: Rulebook) -> S:
        """The state with what follows from what its page does not say."""
        return state

    def canonical(self, state: S) -> S:
        """The state as a page can say it."""
        state = canonical(state)
        for each in self.schema.listings:
            state = each.with_things(state, each.things(state))
        return state

    def remarks(self, state: S, said: PageContents, book: Rulebook) -> Sequence[str]:
        """Oddities of the game's own that a person may want to know."""
        return ()

    # -- reading -----------------------------------------------------------------------------------

    def read(self, page: str, book: Rulebook, now: datetime) -> Reading[S]:
        """Read a page's state; ``now`` becomes its time, and gives a phase that is not named.

        A text that was just read is not looked through again: it says the same at any time.
        """
        for text, rules, known in self._known:
            if rules is book and text == page:
                return self.reading(known, book, now)
        tables = read_tables(page)
        cells = (cell.value for each in tables for row in each.rows for cell in row.cells)
        text, why = legible(page, tuple(cells))
        said = self.contents(text, book)
        if why:
            reading = self.reading(said, book, now)
            return replace(reading, unreadable=(Unreadable("(all)", "", "", "", why),))
        self._known = (*self._known[-1:], (page, book, said))
        return self.reading(said, book, now)

    def contents(self, page: str, book: Rulebook) -> PageContents:
        """What the tables, values and records of a page say."""
        records = read_records(page, self.schema.players.records, self.schema.offers)
        sheets = {name: read_sheet(page, spec) for name, spec in self.layout(page, book).items()}
        values = {each.field: read_value(page, each) for each in self.values(book)}
        return PageContents(sheets, values, records)

    def reading(self, said: PageContents, book: Rulebook, now: datetime) -> Reading[S]:
        """The state that a page tells of at a time."""
        schema, sheets, found, records = self.schema, said.sheets, said.values, said.records
        values = {
            each.field: each.default if found[each.field].value is None else found[each.field].value
            for each in schema.values
        }
        state: S = schema.state(now=now, players={}, **values, **records.fields)
        state = replace(state, players=self.players(sheets, records.people))
        for listing in schema.listings:
            state = listing.with_things(state, listing.read(sheets[listing.field]))
        phase, why = self.phase(found, state, book)
        state = self.settled(replace(state, phase=phase), said, book)
        unreadable = [each for sheet in sheets.values() for each in sheet.unreadable]
        if not sheets[PLAYERS].tables:
            missing = say("a table with the headers {} is missing; `wikibot new` makes a page "
                          "that has one", self.needed)  # fmt: skip
            unreadable.insert(0, Unreadable("Players", "", "Name", "", missing))
        unreadable += [each.unreadable for each in found.values() if each.unreadable]
        remarks = (
            *why,
            *(remark for sheet in sheets.values() for remark in _left_over(sheet)),
            *self.remarks(state, said, book),
            *strangers(state, records.people),
        )
        return Reading(state, (*unreadable, *records.unreadable), remarks)

    def values(self, book: Rulebook) -> tuple[Value, ...]:
        """The values that stand on lines of the page."""
        return (*self.schema.values, *([PHASE] if self.phases(book) else []))

    def players(self, sheets: Mapping[str, Sheet], records: Records) -> Mapping[str, Any]:
        """The players that the tables of a page tell of."""
        who, sheet = self.schema.players, sheets[PLAYERS]
        found: dict[str, Any] = {}
        for line in sheet.lines:
            name = line.values["name"].name
            record = records.get(name, {})
            account = line.values["name"].account or record.get("account", "")
            found[name] = who.make(
                name=name,
                account="" if account == name else account,
                joined=record.get("joined"),
                items=items_of(line.values),
                **who.values({**record, **line.values}),
            )
        return found

    def phase(
        self, found: Mapping[str, ReadValue], state: S, book: Rulebook
    ) -> tuple[int, tuple[str, ...]]:
        """The phase that a page names, or counted from the start; a remark if neither is known."""
        phases = self.phases(book)
        if phases is None:
            return 1, ()
        if found["phase"].value is not None:
            return found["phase"].value, ()
        if state.started is None:
            missing = say("the page names no phase and no start of the game; taken for phase 1")
            return 1, (say("{} (add a line `Phase: I`)", missing),)
        return max(1, phases.index(state.now) - phases.index(state.started) + 1), ()

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        """A starting page in the shapes that players know."""
        raise NotImplementedError

    # -- writing -----------------------------------------------------------------------------------

    def write(self, page: str, book: Rulebook, state: S) -> str:
        """Lay a state over a page: only cells and lines whose value differs change.

        Raises ``UnsafeEdit`` where the page cannot be read as it is, or would not say what it
        should afterwards.
        """
        said = lru_cache(maxsize=2)(lambda text: self.read(text, book, state.now))
        before, layout = said(page), self.layout(page, book)
        if before.unreadable:
            raise UnsafeEdit(str(before.unreadable[0]))
        for each in (*LISTS, *self.schema.listings):
            state = each.sayable(state, page, layout.get(each.field, each.spec))
        wanted = self.canonical(state)
        if self.canonical(before.state) == wanted:
            return page
        text = self.written(page, book, before.state, wanted, said)
        after = said(text)
        if after.unreadable or self.canonical(after.state) != wanted:
            differs = difference(wanted, self.canonical(after.state))
            what = f" {after.unreadable[0]}" if after.unreadable else differs
            remedy = "Is there a column for it? `wikibot new` makes a page that has all"
            raise UnsafeEdit(
                say("written to the page, the state would not read back:{}. {}", what, remedy)
            )
        return text

    def written(
        self, page: str, book: Rulebook, before: S, state: S, said: Callable[[str], Reading[S]]
    ) -> str:
        """The page, which says ``before``, with ``state`` laid over it; ``said`` reads a page."""
        layout, who = self.layout(page, book), self.schema.players
        known = read_records(page, who.records).people
        leaving = [name for name in before.players if name not in state.players]
        players = layout[PLAYERS]
        text = write_sheet(page, players, self.player_rows(state, read_sheet(page, players), known))
        later = [each for each in self.schema.listings if each.spec.section == SECTION]
        for each in self.schema.listings:
            if each not in later:
                text = self._with_table(text, layout[each.field], each, before, state)
        for value in self.schema.values:
            wanted = getattr(state, value.field)
            if not value.counted and wanted != getattr(before, value.field):
                text = with_value(text, value, wanted, value.default)
        people = people_rows(state, read_sheet(text, players), known, who)
        text = write_records(text, who.records, state, people, leaving)
        for each in later:
            text = self._with_table(text, layout[each.field], each, before, state)
        for value in self.values(book):
            wanted = getattr(state, value.field)
            counted = value is PHASE or value.counted
            if counted and getattr(said(text).state, value.field) != wanted:
                text = with_value(text, value, wanted, None)
        return text

    def player_rows(self, state: S, sheet: Sheet, records: Records) -> list[dict[str, Any]]:
        """The rows of the players table, which now is as ``sheet``."""
        return player_rows(state, sheet, records, self.schema.players)

    def _with_table(self, text: str, spec: Spec, listing: Listing, before: S, state: S) -> str:
        """The table of a listing; a page without one gets it when there is more to say."""
        if not spec.tables(text) and listing.is_usual(state, before):
            return text
        return with_table(text, spec, listing.rows_on(read_sheet(text, spec), state))


def _left_over(sheet: Sheet) -> Iterator[str]:
    """What stands behind a value in the notes of a row and was not read."""
    for line in sheet.lines:
        for each in line.values.get("notes", {}).get(LEFT_OVER, ()):
            thing = f"{sheet.spec.section.lower().removesuffix('s')} {line.key}"
            yield say("the notes of {} have more behind {!r}, which is not read", thing, each)


def strangers(state: State, records: Records) -> tuple[str, ...]:
    """Remarks about people in the records who are not players."""
    return tuple(
        say("the records name {}, who is not a player", name)
        for name in records
        if name not in state.players
    )


# -- A state as it comes back from a page, where two that mean the same are equal; what differs ----

T = TypeVar("T")


def canonical(state: S) -> S:
    """The state with texts on one line, whole seconds, no zero counts, no needless account."""
    state = _plain(state)
    players = {
        name: replace(
            player,
            account="" if player.account == name else player.account,
            items={item: count for item, count in player.items.items() if count},
        )
        for name, player in state.players.items()
    }
    return replace(state, players=players)


def _plain(value: Any) -> Any:
    """Any value of a state with each text in it as a page shows it."""
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return seen(value)
    if isinstance(value, datetime):
        return value.replace(microsecond=0)
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, dict):
        return {_plain(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Struct):
        changed = {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
        return replace(value, **changed)
    return value


def difference(wanted: Any, found: Any) -> str:
    """The first thing that would not read back, by the names of what it is part of."""
    for name, one, other in _parts(wanted, found):
        if one != other:
            return f" {name}{difference(one, other)}"
    return say(": {} in place of {}", _said(found), _said(wanted))


def _parts(wanted: Any, found: Any) -> Iterator[tuple[str, Any, Any]]:
    """What two values of one kind consist of, by name; nothing for values without parts."""
    if isinstance(wanted, Struct) and type(wanted) is type(found):
        yield from (
            (name, getattr(wanted, name), getattr(found, name)) for name in wanted.__struct_fields__
        )
    elif isinstance(wanted, Mapping) and isinstance(found, Mapping):
        yield from ((repr(key), wanted.get(key), found.get(key)) for key in {**wanted, **found})
        yield "order", list(wanted), list(found)
    elif isinstance(wanted, tuple) and isinstance(found, tuple) and len(wanted) == len(found):
        pairs = enumerate(zip(wanted, found, strict=True), 1)
        yield from (
            (repr(getattr(one, "id", number)), one, other) for number, (one, other) in pairs
        )


def _said(value: Any) -> str:
    if isinstance(value, datetime):
        return format_time(value)
    return say("nothing") if value is None else repr(value)
