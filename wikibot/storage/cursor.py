"""What the bot notes on the gamestate page: how far it has played, what it owes the other pages.

It is written in the same edit as the state, so that the state and the cursor are one transaction.
Answers and log lines stand in it until they were seen on their pages; so a run that was cut off
leaves the next one all that it needs, without playing anything again.

The queue: a text file of action lines beside the actions page, such as one that a chat is written
into. Lines are in the form of the text log, and are only ever appended. How far the file was played
stands in the cursor, in the same edit as the state: so each line is played exactly once, wherever a
run is cut off. Decisions: a line without a line break at its end is still being written. Where what
was read of the file reads otherwise now (it was rotated, or edited), reading goes on behind the
last lines that are known, and from then on a line counts as new only if it is dated later than the
last one that was read.

The bot's own last revision of the gamestate page, which holds all that it remembers.

A revision counts as the bot's own by its account and the run in its summary, never by what the page
says. Where another account's revision is on top, it is asked for: one request, none where the
journal knows it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from msgspec.json import encode
from msgspec.structs import astuple, replace

from wikibot.exits import SETTINGS, ProgramError
from wikibot.game.actions import Action, ActionId, OfferedOrders, Outcome
from wikibot.game.engine.orders import Malformed, read_line
from wikibot.game.ruleset.readings import GivenReading
from wikibot.game.ruleset.recognition import Pin, read_bindings, split, write_bindings
from wikibot.storage.local import Journal
from wikibot.storage.settled import stamp_of
from wikibot.wiki.base import Revision, Wiki
from wikibot.wikitext import escape
from wikibot.wikitext.escape import comment_json, comments_named, json_depth
from wikibot.wikitext.numerals import format_time, parse_time
from wikibot.wikitext.regex import regex

MOST_BYTES = 20_000_000  # of the file
MOST_LINES = 2000  # that one sync takes
LONGEST_QUEUE = 60_000  # bytes of one line
TAIL = 8  # lines that are known again
REVISION = 1  # of identities, as those of a log that is applied have 0
_Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
_Print = Annotated[str, Meta(max_length=64)]


class QueueMark(NamedTuple):
    """How far the file was read.

    ``read``: lines ever; ``offset``: bytes of this file, ``print`` their SHA-256; ``last``: the
    time of the last action, "" before the first; ``tail``: digests of the last lines.
    """

    read: _Number = 0
    offset: _Number = 0
    print: _Print = ""
    last: Annotated[str, Meta(max_length=40)] = ""
    tail: Annotated[tuple[_Print, ...], Meta(max_length=TAIL)] = ()


class QueueRead(Struct, frozen=True):
    """What is new in the file. ``mark``: how far it is read with that; ``more``: there is more.

    ``stamp``: size and time of the file, "" where it could not be read; ``notes`` for the operator.
    """

    entries: tuple[Action | Malformed, ...] = ()
    mark: QueueMark = QueueMark()
    more: bool = False
    stamp: str = ""
    notes: tuple[str, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The lines that can be played."""
        return tuple(each for each in self.entries if isinstance(each, Action))

    def damaged(self, now: datetime) -> tuple[Outcome, ...]:
        """Answers to the lines that cannot."""
        return tuple(each.outcome(now) for each in self.entries if isinstance(each, Malformed))


def read_queue(path: Path, mark: QueueMark | None) -> QueueRead:
    """What a file has behind a mark. What is wrong with the file costs only itself."""
    mark, stamp = mark or QueueMark(), stamp_of(path)
    if path.exists() and not path.is_file():  # a pipe might never end
        return QueueRead(mark=mark, notes=(f"{path} is not a file",))
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:  # nothing was written into it so far
        return QueueRead(mark=mark)
    except OSError as error:
        return QueueRead(mark=mark, notes=(f"{path} cannot be read: {error.strerror}",))
    if len(data) > MOST_BYTES:
        why = f"{path} has more than {MOST_BYTES // 10**6} MB; begin a new file"
        return QueueRead(mark=mark, stamp=stamp, notes=(why,))
    data = data[: data.rfind(b"\n") + 1]
    same = _print(data[: mark.offset]) == mark.print if mark.offset else not mark.read
    start = mark.offset if same and len(data) >= mark.offset else _behind(data, mark.tail)
    after = None if same or not mark.last else parse_time(mark.last)
    lines = data[start:].split(b"\n")[:-1]
    taken = lines[:MOST_LINES]
    entries = list(_entries(taken, mark.read))
    new = [
        each
        for each in entries
        if after is None or (isinstance(each, Action) and each.time > after)
    ]
    offset = start + sum(len(line) + 1 for line in taken)
    times = [each.time for each in new if isinstance(each, Action)]
    last = format_time(max(times)) if times else mark.last
    tail = (*mark.tail, *(_digest(line) for line in taken if line.strip()))[-TAIL:]
    reached = QueueMark(mark.read + len(taken), offset, _print(data[:offset]), last, tail)
    passed = len(entries) - len(new)
    why = f"the file was changed or begun anew; {passed} line(s) of the time before are left out"
    found = QueueRead(tuple(new), reached, len(lines) > len(taken), notes=(why,) if passed else ())
    return replace(found, stamp=stamp, notes=tuple(f"{path}: {each}" for each in found.notes))


def _behind(data: bytes, tail: Sequence[str]) -> int:
    """The place behind the last lines that are known, as many of them as stand there; or 0."""
    at, known = 0, [(0, "")]
    for line in data.split(b"\n")[:-1]:
        at += len(line) + 1
        if line.strip():
            known.append((at, _digest(line)))
    for end in range(len(known) - 1, 0, -1):
        before = [digest for _, digest in known[max(1, end - TAIL + 1) : end + 1]]
        if tail and before == [*tail][-len(before) :]:
            return known[end][0]
    return 0


def _entries(lines: Sequence[bytes], read: int) -> Iterator[Action | Malformed]:
    for number, line in enumerate(lines, start=read + 1):
        text = line[:LONGEST_QUEUE].decode("utf-8", "replace").strip("\ufeff \t\r")
        if not text or text.startswith("#"):
            continue
        entry = read_line(text, number)
        if isinstance(entry, Action):
            identity = ActionId(0, REVISION, number)
            entry = replace(entry, id=identity, line=0, trusted=False)
        yield entry


def _print(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _digest(line: bytes) -> str:
    return hashlib.sha256(line.strip()).hexdigest()[:16]


# == cursor ========================================================================================

LONGEST = 1500  # characters of one answer; the journal has the whole
shortened = partial(escape.shortened, longest=LONGEST)
MOST_PEOPLE = 10_000  # accounts that are noted

# -- values, each with a bound: everyone may edit the page -----------------------------------------

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # exact for every reader of JSON
Name = Annotated[str, Meta(max_length=10_000)]
Text = Annotated[str, Meta(max_length=2**21)]  # no page is longer
Short = Annotated[str, Meta(max_length=100)]  # a time, an identity
Run = Annotated[str, Meta(pattern=r"\A[0-9a-f]{0,32}\Z")]
Seal = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Names = Annotated[tuple[tuple[Name, Name], ...], Meta(max_length=100)]


SELDOM = "late"  # from this field of the cursor on, what is empty is left out of its JSON


class Answer(NamedTuple):
    """A reply that is owed to one line. ``text`` is plain, not escaped; ``owed``: since when.

    ``names``: of the people whom it concerns, each with the account that a link leads to; who is to
    answer it has no name, for the text need not say it.
    """

    id: ActionId
    verdict: Name
    text: Text
    owed: datetime | None = None
    names: Names = ()

    @classmethod
    def of(
        cls, outcome: Outcome, now: datetime | None = None, names: tuple[tuple[str, str], ...] = ()
    ) -> Answer:
        """The answer to a line that was played, no longer than it is shown."""
        shown = shortened(outcome.text)
        return cls(outcome.action.id.line, outcome.verdict.value, shown, now, names)


@dataclass(frozen=True)
class Mark:
    """How far a page of lines has been read.

    ``page``: its id, ``through``: the revision that was read last, ``since``: the one from which
    answers are owed. ``began``: through which one it was not a page of this game yet, as long as
    not all of it was read.
    """

    page: Number = 0
    through: Number = 0
    since: Number = 0
    began: Number = 0


class Wait(NamedTuple):
    """The order that waits under ``waits`` lacks a roll.

    The line ``line``, written at that time, is its key.
    """

    waits: ActionId
    line: ActionId
    written: datetime


class Notice(NamedTuple):
    """One rule that waits for a steward; :mod:`wikibot.stewards.notices` makes them.

    ``unit`` is the game's name for it, ``what`` its standing. ``print``: fingerprint of the present
    wording, "" of a unit that is gone, the new name of one that the gamestate has under its old
    one. ``since``: ``revision 12 by Ann``, "" where that is not known. ``how``: the difference,
    word by word.
    """

    unit: Name
    what: Name
    print: Name = ""
    since: Name = ""
    how: Name = ""


class News(NamedTuple):
    """What one run has to announce elsewhere. ``lines``: each with the names of whom it calls."""

    run: Name
    lines: tuple[tuple[Text, tuple[Name, ...]], ...]


class SealedLetter(NamedTuple):
    """A letter that is to be sent: to which account, as which player, and its seal."""

    account: Name
    player: Name
    seal: Text


@dataclass(frozen=True)
class Cursor:
    """Played through the revisions in ``actions`` and ``stewards``, by the run ``run``.

    ``others``: marks of pages that stood under those titles before. ``synced``: the server's time
    then. ``base`` is the revision of the gamestate page that this edit was laid over, ``log_base``
    the head of the log page when its oldest owed lines were (0: it did not exist), ``log`` the
    title of that page (of an older program, or without a log: ""). ``paused``: who paused the game,
    "" while it runs; ``closed`` likewise. ``accepted``: the wordings that stewards
    accepted. ``answers``: what lines are owed; ``lines``: what this run has for the log, ``late``:
    what earlier runs had, by run. ``dice``: the source of dice ("" before the first), ``seals``:
    phase and SHA-256 of the secrets in force, ``waits``: rolls still to come. ``ruleset``: the
    revision of the ruleset page that was played by, ``notices``: which of its rules wait. ``news``:
    what is to be announced and was not, as far as is known. ``last``: where there were
    more lines than are played at once, the last of the actions page that was. ``queue``: how far
    the file of actions was read, None without one. ``people``: accounts by name,
    each with its user id. ``rolls``: how rolls stand, 0 beyond the phase or turn that they were
    for, as in earlier versions. ``offers``: what lines that were not understood may have been meant
    for. ``readings``: the revision of the readings page that was played by, ``given``: readings
    that lines gave, and that page may lack. ``box``: the public key for which lines are sealed, ""
    in a game without secrets, ``letters``: those that were not sent, as far as is known.

    Its JSON (:mod:`wikibot.storage.cursor`) follows from these types. It always has the
    fields before ``late``, and of the others those that are not empty.
    """

    actions: Mark = Mark()
    stewards: Mark = Mark()
    synced: datetime | None = None
    base: Number = 0
    log_base: Number = 0
    run: Run = ""
    paused: Name = ""
    closed: Name = ""
    accepted: tuple[Pin, ...] = ()
    answers: tuple[Answer, ...] = ()
    lines: tuple[Text, ...] = ()
    late: tuple[tuple[Text, ...], ...] = ()
    others: Annotated[tuple[Mark, ...], Meta(max_length=1000)] = ()
    dice: Name = ""
    seals: Annotated[tuple[tuple[Number, Seal], ...], Meta(max_length=1000)] = ()
    waits: tuple[Wait, ...] = ()
    ruleset: Number = 0
    notices: Annotated[tuple[Notice, ...], Meta(max_length=10_000)] = ()
    log: Name = ""
    news: Annotated[tuple[News, ...], Meta(max_length=100)] = ()
    last: ActionId | None = None
    queue: QueueMark | None = None
    people: Annotated[tuple[tuple[Name, Number], ...], Meta(max_length=MOST_PEOPLE)] = ()
    rolls: Number = 0
    offers: tuple[OfferedOrders, ...] = ()
    readings: Number = 0
    given: Annotated[tuple[GivenReading, ...], Meta(max_length=10_000)] = ()
    box: Short = ""
    letters: Annotated[tuple[SealedLetter, ...], Meta(max_length=10_000)] = ()

    @property
    def batches(self) -> tuple[tuple[str, ...], ...]:
        """Everything that the log is owed, the oldest first; each batch is one block there."""
        return (*self.late, self.lines) if self.lines else self.late

    @property
    def told(self) -> tuple[datetime, ActionId] | None:
        """Time and identity of the line that the last portion ended with; None: it had no end."""
        return (self.synced, self.last) if self.synced and self.last else None

    def mark_of(self, page: int) -> Mark:
        """How far a page was read, by its id; a page that was never read has an empty mark."""
        return self.known_mark(page) or Mark(page)

    def known_mark(self, page: int) -> Mark | None:
        """The same; None of a page that never had one of the titles, as far as is known."""
        marks = (self.actions, self.stewards, *self.others)
        return next((mark for mark in marks if mark.page == page), None)


class DamagedCursor(ValueError):
    """A hidden comment that cannot be read."""


class NewerCursor(DamagedCursor, ProgramError):
    """One of a newer program, beside which this one must not play: the command ends."""

    exit_code = SETTINGS


# == The cursor as it stands on the gamestate page: JSON in a hidden comment =======================
#
# Everyone may edit the page, and with it the comment. So the bot believes the comment only where
# no one else can have written it: in a revision by the bot's account, and there only the one
# whose run stands in that revision's summary. A present page's comment is not read at all while
# there is such a revision (see ``wikibot.storage.cursor``).
#
# Its ``version`` is that of its form, which has been 1 since the first program that wrote one:
# fields came to it that a program may leave out, and that an older one leaves alone. It counts up
# where an older program would do harm by playing on. A program reads all versions up to its own,
# and ends at a newer one; only the very first ones did not, which then went back to what they had
# saved last and played it again.

NAME = "wikibot"
VERSION = 1
DEEPEST = 20  # brackets within brackets; the bot writes about five
_RUN = regex(r"run ([0-9a-f]{8,32})\b")  # as it stands in an edit summary
_EARLIEST, _LATEST = datetime(2001, 1, 1, tzinfo=UTC), datetime(2999, 1, 1, tzinfo=UTC)
_NAMES = {"late": "owed"}  # in JSON, where they differ


# -- a page or a revision --------------------------------------------------------------------------


def read_cursor(page: str) -> Cursor | None:
    """The cursor of a page that is trusted as a whole, such as an operator's file.

    None where there is none. Raises :class:`DamagedCursor`.
    """
    found = comments_named(page, NAME)
    if len(found) > 1:
        raise DamagedCursor(f"the bot's hidden comment stands {len(found)} times on the page")
    return _parsed(page[found[0][0] : found[0][1]]) if found else None


def comment_of(revision: Revision) -> str | None:
    """The hidden comment that the bot put into a revision of its account, with its brackets.

    It is the one with the run of the edit summary, which no one could know before the bot saved it.
    None where there is none: then a person edited by the bot's account. Where the summary is hidden
    by now, it is the last one.
    """
    run = run_in(revision.comment or "")
    if not run and revision.comment is not None:
        return None
    said = f'"run": "{run}"' if run else ""
    return next(
        (comment for comment in reversed(list(_written(revision.text or ""))) if said in comment),
        None,
    )


def cursor_of(revision: Revision) -> Cursor | None:
    """The cursor that the bot put into a revision of its account.

    Raises :class:`DamagedCursor`.
    """
    comment = comment_of(revision)
    return None if comment is None else _parsed(comment)


def noted_in(revision: Revision) -> Cursor | None:
    """The same, None also where it cannot be read."""
    with suppress(DamagedCursor):
        return cursor_of(revision)
    return None


def run_in(summary: str) -> str:
    """The run that an edit summary of the bot's names, "" where there is none."""
    found = _RUN.search(summary)
    return found[1] if found else ""


def says_run(revision: Revision) -> bool:
    """Whether the summary is one that the bot writes."""
    return bool(run_in(revision.comment or ""))


def comments_on(page: str) -> tuple[str, ...]:
    """Every hidden comment of the bot's name on a page, with its brackets."""
    return tuple(page[start:end] for start, end in comments_named(page, NAME))


def write_cursor(page: str, cursor: Cursor) -> str:
    """The page with this cursor in place of the first comment of that name, or at its end.

    Every other byte stays, but for further comments of the bot's name, which people added.
    """
    spans = comments_named(page, NAME)
    found = ((_NAMES.get(name, name), getattr(cursor, name), kind) for name, kind in _KINDS.items())
    kept = {key: _plain(value, kind) for key, value, kind in found if value or key in _ALWAYS}
    comment = comment_json(NAME, {"version": VERSION, **kept})
    for start, end in reversed(spans[1:]):
        page = page[:start] + page[end:]
    if spans:
        start, end = spans[0]
        return page[:start] + comment + page[end:]
    return page + ("" if not page or page.endswith("\n") else "\n") + comment


def _written(text: str) -> Iterator[str]:
    """Comments of the bot's form: what people wrote around one does not hide it."""
    start = text.find(f"<!-- {NAME} {{")
    while start >= 0:
        end = text.find("-->", start)
        if end < 0:
            return
        yield text[start : end + 3]
        start = text.find(f"<!-- {NAME} {{", start + 4)


# -- as JSON ---------------------------------------------------------------------------------------


def _time(text: str) -> datetime:
    """A time of the comment; raises ``ValueError`` for one that no wiki can have."""
    time = parse_time(text)
    if not _EARLIEST <= time <= _LATEST:
        raise ValueError("a time that no wiki can have")
    return time


_TEXTS: Mapping[Any, tuple[Any, Callable[[str], Any], Callable[[Any], str]]] = {
    ActionId: (Short, ActionId.parse, str),
    datetime: (Short, _time, format_time),
    tuple[Pin, ...]: (
        str,
        lambda text: split(read_bindings(text))[0],
        lambda pins: write_bindings(pins) if pins else "",
    ),
}  # values that JSON has as text: the text's bounds, how it is read and written


def _reader(kind: Any) -> Callable[[Any], Any]:
    """What makes a value of a declared type from its JSON.

    It raises ``ValueError``, or msgspec's, where that is of another type.
    """
    parts = get_args(kind)
    if kind in _TEXTS:
        form, read, _ = _TEXTS[kind]
        return lambda value: read(msgspec.convert(value, form))
    if get_origin(kind) is UnionType:
        inner = _reader(parts[0])
        return lambda value: None if value is None else inner(value)
    if get_origin(kind) is tuple and parts[-1] is ...:
        inner = _reader(parts[0])
        return lambda value: tuple(map(inner, msgspec.convert(value, list)))
    if kind not in (Answer, Wait, OfferedOrders):
        return lambda value: msgspec.convert(value, kind)
    readers = [_reader(each) for each in get_type_hints(kind, include_extras=True).values()]
    least = len(readers) - len(kind._field_defaults)

    def row(value: Any) -> Any:
        cells = msgspec.convert(value, list)
        if not least <= len(cells) <= len(readers):
            raise ValueError(f"{len(cells)} values where {len(readers)} belong")
        return kind(*(read(cell) for read, cell in zip(readers, cells, strict=False)))

    return row


_KINDS = get_type_hints(Cursor, include_extras=True)
_READERS = {name: _reader(kind) for name, kind in _KINDS.items()}
_ALWAYS = tuple(_KINDS)[: tuple(_KINDS).index(SELDOM)]


def _parsed(comment: str) -> Cursor:
    """Parse a comment. Raises :class:`DamagedCursor` for anything the bot never writes."""
    inner = comment.removeprefix("<!--").removesuffix("-->").strip().removeprefix(NAME)
    if json_depth(inner) > DEEPEST:
        raise DamagedCursor("the bot's hidden comment cannot be read: it is nested too deep")
    try:
        return _cursor(_known(msgspec.json.decode(inner)))
    except DamagedCursor:
        raise
    except (msgspec.MsgspecError, ValueError) as error:
        why = str(error).split("\n", 1)[0]
    raise DamagedCursor(f"the bot's hidden comment cannot be read: {why}")


def _cursor(data: Mapping[str, Any]) -> Cursor:
    """The cursor of its JSON; what is left out there is empty."""
    lacks = [each for each in _ALWAYS if each not in data]
    if lacks:
        raise ValueError(f"it lacks `{lacks[0]}`")
    there = ((name, read, _NAMES.get(name, name)) for name, read in _READERS.items())
    values = {name: read(data[key]) for name, read, key in there if key in data}
    if "late" in data:  # lines of several runs in one, as the first versions noted them
        values["late"] = tuple(filter(None, (_READERS["lines"](data["late"]),)))
    return Cursor(**values)


def _known(data: Any) -> Any:
    """The data itself; raises ``ValueError`` where it is of no version, or of a newer one."""
    version = data.get("version") if isinstance(data, dict) else None
    if type(version) is not int or version < 1:
        raise ValueError("it is of no version that this program knows")
    if version > VERSION:
        why = f"the bot's hidden comment is of version {version}, and this program knows {VERSION}"
        raise NewerCursor(f"{why}: a newer wikibot plays this game. Install that one here as well")
    return data


def _plain(value: Any, kind: Any = None) -> Any:
    if kind in _TEXTS or type(value) in _TEXTS:
        return _TEXTS[kind if kind in _TEXTS else type(value)][2](value)
    if isinstance(value, Mark):
        return {name: each for name, each in vars(value).items() if each or name != "began"}
    if isinstance(value, Answer) and not value.names:
        value = value[:3] if value.owed is None else value[:4]
    value = astuple(value) if isinstance(value, GivenReading) else value
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


# == The bot's own last revision of the gamestate page, which has the cursor =======================

SEARCHED = 500  # revisions of the account, where people edit by it too or took back many
# In the summary of an edit of the bot's that touches the status line alone; and what it was once:
_NO_RUN, _TELLS = regex(r"\bid [0-9a-f]{8,32}\b"), "what stops the game"
_NOTE = "own revision"


class OwnRevision(Struct, frozen=True):
    """The bot's last revision of the gamestate page up to a head, and the cursor in it.

    ``editors``: who saved the page since, each once. ``on_top``: it is the head. ``tampered``: the
    hidden comment on the page is not the one that the bot wrote. ``reverted``: it is an older one
    of the bot's, so an edit of the bot was taken back.
    """

    revision: Revision
    cursor: Cursor
    editors: tuple[str, ...] = ()
    on_top: bool = False
    tampered: bool = False
    reverted: bool = False


@dataclass
class NotedEdit:
    """What the journal has of it: ``own``, saved over ``parent``, was below ``head`` or is it."""

    account: str
    head: int
    own: int
    parent: int
    summary: str | None


def known(read: Callable[[], Cursor | None]) -> Cursor:
    """What a page notes, for those who only show it; nothing of a damaged cursor, or of none."""
    with suppress(DamagedCursor):
        return read() or Cursor()
    return Cursor()


def cursor_on(wiki: Wiki, title: str, page: Revision | None) -> Cursor | None:
    """What the bot remembers of a game, for commands that only show it.

    ``page`` is the gamestate page as it is. Where no account is set that could have written it, the
    page's comment is believed. Raises :class:`DamagedCursor`.
    """
    if page is None or page.text is None:
        return None
    if not wiki.account:
        return read_cursor(page.text)
    with Journal(":memory:") as journal:
        own = OwnRevisions(wiki, journal, title).find(page, wiki.account)
    return own.cursor if own else None


class OwnRevisions:
    """Finds it, with the journal as cache."""

    def __init__(self, wiki: Wiki, journal: Journal, title: str) -> None:
        self.wiki, self.journal, self.title = wiki, journal, title

    def find(self, head: Revision, account: str) -> OwnRevision | None:
        """The bot's last revision up to ``head``, which has its text.

        None where the bot has never saved the page. Raises :class:`DamagedCursor` where what the
        bot itself wrote cannot be read (any more).
        """
        own = head if _is_own(head, account) else self._before(head, account)
        if own is None:
            return None
        if own.text is None:
            what = f"revision {own.id} of the bot, which says how far it has played"
            raise DamagedCursor(f"{what}, is hidden")
        cursor = cursor_of(own)
        if cursor is None:
            raise DamagedCursor(f"revision {own.id} of the bot has no hidden comment of that run")
        self.note(account, head.id, own.id, own.parent_id, own.comment)
        self.journal.keep(self.title, own.id, own.text, own.comment)
        if own.id == head.id:
            return OwnRevision(own, cursor, on_top=True)
        written, present = comment_of(own), comments_on(head.text or "")
        tampered = present != (written,)
        reverted = tampered and len(present) == 1 and self._is_older(present[0], own, account)
        since: Sequence[Revision] = [head]
        if head.parent_id != own.id:
            found = self.wiki.changes(self.title, until=head, since=own)
            since = [revision for revision in reversed(found) if revision.id > own.id]
        people = (
            each
            for each in since
            if each.user and not (each.user == account and tells_stop(each.comment or ""))
        )
        editors = tuple(dict.fromkeys(revision.user for revision in people if revision.user))
        return OwnRevision(own, cursor, editors, tampered=tampered, reverted=reverted)

    def _before(self, head: Revision, account: str) -> Revision | None:
        """The newest one that is the bot's own, below a revision that is not."""
        if head.parent_id == 0:
            return None
        known = self._noted(head, account)
        if known is not None:
            return known
        newest = self.wiki.changes(self.title, until=head, user=account, limit=1, texts=True)
        if not newest or _is_own(newest[0], account):
            return newest[0] if newest else None
        older = self.wiki.changes(self.title, until=newest[0], user=account, limit=SEARCHED)
        found = next((revision for revision in older if _is_own(revision, account)), None)
        return self._text_of(found) if found else None

    def _is_older(self, comment: str, own: Revision, account: str) -> bool:
        """Whether a comment is, to the letter, what the bot wrote into an earlier revision."""
        for revision in self.wiki.changes(self.title, until=own, user=account, limit=SEARCHED):
            run = run_in(revision.comment or "")
            if revision.id != own.id and run and f'"run": "{run}' in comment:
                return comment_of(self._text_of(revision)) == comment
        return False

    def _text_of(self, revision: Revision) -> Revision:
        found = self.wiki.revisions([revision.id]).get(revision.id)
        return found or replace(revision, text=None)

    # -- the journal -------------------------------------------------------------------------------

    def note(self, account: str, head: int, own: int, parent: int, summary: str | None) -> None:
        """Remember an edit, such as one that was just made: one on top of it costs no request."""
        edit = NotedEdit(account, head, own, parent, summary)
        self.journal.set_notes({_NOTE: encode(edit).decode()})

    def _noted(self, head: Revision, account: str) -> Revision | None:
        """What the journal knows of it, where no other edit can lie in between."""
        note: NotedEdit | None = self.journal.value(_NOTE, NotedEdit)
        if note is None or note.account != account or note.head not in (head.id, head.parent_id):
            return None
        own = replace(head, id=note.own, parent_id=note.parent, user=account, sha1=None)
        return self.journal.cached(replace(own, comment=note.summary))


def _is_own(revision: Revision, account: str) -> bool:
    """Whether the bot saved it.

    Also where text or summary are hidden by now, so that nothing older is taken for it.
    """
    if not account or revision.user != account:
        return False
    return says_run(revision) or revision.comment is None


def tells_stop(summary: str) -> bool:
    """Whether a summary names an id and no run; earlier ones had these words, in English."""
    return _TELLS in summary or bool(_NO_RUN.search(summary))
