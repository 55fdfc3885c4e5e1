"""The bot's note on the gamestate page: how far it has played, what it owes the other pages.

It is a hidden comment, written in the same edit as the state, so that the state and the cursor are
one transaction. Answers and log lines stand in it until they were seen on their pages; so a run
that was cut off leaves the next one all that it needs, without playing anything again.

Everyone may edit the page, and with it the comment. So the bot believes the comment only where no
one else can have written it: in a revision of its own account, and there only the one whose run
stands in that revision's summary. A present page's comment is not read at all while there is such a
revision (see ``wikibot.storage.own_revision``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from wikibot.game.actions import ActionId, Outcome
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.ruleset.pins import Pin, read_pins, write_pins
from wikibot.storage.queue import QueueMark
from wikibot.wiki.base import Revision
from wikibot.wikitext.escape import comment_json, comments_named, json_depth

NAME = "wikibot"
VERSION = 1
DEEPEST = 20  # brackets within brackets; the bot writes about five
LONGEST = 1500  # characters of one answer; the journal has the whole
_RUN = re.compile(r"run ([0-9a-f]{8,32})\b")  # as it stands in an edit summary
_EARLIEST, _LATEST = datetime(2001, 1, 1, tzinfo=UTC), datetime(2999, 1, 1, tzinfo=UTC)


# -- values, each with a bound: everyone may edit the page -----------------------------------------

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # exact for every reader of JSON
Name = Annotated[str, Meta(max_length=10_000)]
Text = Annotated[str, Meta(max_length=2**21)]  # no page is longer
Short = Annotated[str, Meta(max_length=100)]  # a time, an identity
Run = Annotated[str, Meta(pattern=r"\A[0-9a-f]{0,32}\Z")]
Seal = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Names = Annotated[tuple[tuple[Name, Name], ...], Meta(max_length=100)]


class Answer(NamedTuple):
    """A reply that is owed to one line. ``text`` is plain, not escaped; ``owed``: since when.

    ``names``: of the people whom it concerns, each with the account that a link leads to; who is to
    answer it has no name, for the text need not say it.
    """

    id: ActionId
    verdict: str
    text: str
    owed: datetime | None = None
    names: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls,
        outcome: Outcome,
        now: datetime | None = None,
        names: tuple[tuple[str, str], ...] = (),
    ) -> Answer:
        """The answer to a line that was played, no longer than it is shown."""
        shown = shortened(outcome.text)
        return cls(outcome.action.id, outcome.verdict.value, shown, now, names)


def shortened(text: str) -> str:
    """A text no longer than an answer may be."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


@dataclass(frozen=True)
class Mark:
    """How far a page of lines has been read.

    ``page``: its id, ``through``: the revision that was read last, ``since``: the one from which
    answers are owed.
    """

    page: Number = 0
    through: Number = 0
    since: Number = 0


class Wait(NamedTuple):
    """The order that waits under ``waits`` lacks a roll.

    The line ``line``, written at that time, is its key.
    """

    waits: ActionId
    line: ActionId
    written: datetime


class Notice(NamedTuple):
    """One rule that waits for a steward; :mod:`wikibot.stewards.wording.notices` makes them.

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
    the file of actions was read, None without one.
    """

    actions: Mark = Mark()
    stewards: Mark = Mark()
    others: tuple[Mark, ...] = ()
    synced: datetime | None = None
    base: int = 0
    log_base: int = 0
    run: str = ""
    paused: str = ""
    closed: str = ""
    accepted: tuple[Pin, ...] = ()
    answers: tuple[Answer, ...] = ()
    lines: tuple[str, ...] = ()
    late: tuple[tuple[str, ...], ...] = ()
    dice: str = ""
    seals: tuple[tuple[int, str], ...] = ()
    waits: tuple[Wait, ...] = ()
    ruleset: int = 0
    notices: tuple[Notice, ...] = ()
    log: str = ""
    news: tuple[News, ...] = ()
    last: ActionId | None = None
    queue: QueueMark | None = None

    @property
    def batches(self) -> tuple[tuple[str, ...], ...]:
        """Everything that the log is owed, the oldest first; each batch is one block there."""
        return (*self.late, self.lines) if self.lines else self.late

    def mark_of(self, page: int) -> Mark:
        """How far a page was read, by its id; a page that was never read has an empty mark."""
        marks = (self.actions, self.stewards, *self.others)
        return next((mark for mark in marks if mark.page == page), Mark(page))


_NAMES = {"late": "owed"}  # in JSON, where they differ
_MAY_LACK = {
    "log",
    "others",
    "owed",
    "dice",
    "seals",
    "waits",
    "ruleset",
    "notices",
    "news",
    "last",
    "queue",
}  # where empty


class DamagedCursor(ValueError):
    """A hidden comment that cannot be read."""


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
    comment = comment_json(NAME, _json(cursor))
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


class _Answer(NamedTuple):
    """An :class:`Answer` as JSON has it."""

    id: Short
    verdict: Name
    text: Text
    owed: Short | None = None
    names: Names = ()


class _Form(msgspec.Struct, frozen=True):
    """What a comment holds, by the names that it has there; see :class:`Cursor`."""

    actions: Mark
    stewards: Mark
    synced: Short | None
    base: Number
    log_base: Number
    run: Run
    paused: Name
    closed: Name
    accepted: str
    answers: tuple[_Answer, ...]
    lines: tuple[Text, ...]
    owed: tuple[tuple[Text, ...], ...] = ()
    others: Annotated[tuple[Mark, ...], Meta(max_length=1000)] = ()
    dice: Name = ""
    seals: Annotated[tuple[tuple[Number, Seal], ...], Meta(max_length=1000)] = ()
    waits: tuple[tuple[Short, Short, Short], ...] = ()
    ruleset: Number = 0
    notices: Annotated[tuple[Notice, ...], Meta(max_length=10_000)] = ()
    log: Name = ""
    news: Annotated[tuple[News, ...], Meta(max_length=100)] = ()
    last: Short | None = None
    queue: QueueMark | None = None


def _parsed(comment: str) -> Cursor:
    """Raises :class:`DamagedCursor` for anything that the bot would not have written."""
    inner = comment.removeprefix("<!--").removesuffix("-->").strip().removeprefix(NAME)
    if json_depth(inner) > DEEPEST:
        raise DamagedCursor("the bot's hidden comment cannot be read: it is nested too deep")
    try:
        return _made(msgspec.convert(_whole(msgspec.json.decode(inner)), _Form))
    except (msgspec.MsgspecError, ValueError) as error:
        why = str(error).split("\n", 1)[0]
    raise DamagedCursor(f"the bot's hidden comment cannot be read: {why}")


def _made(form: _Form) -> Cursor:
    """The cursor of a form; raises ``ValueError`` for identities, times or pins that are none."""
    values = {name: getattr(form, name) for name in form.__struct_fields__}
    values["late"] = values.pop("owed")
    values["synced"] = _time(form.synced)
    values["last"] = None if form.last is None else ActionId.parse(form.last)
    values["accepted"] = read_pins(form.accepted)
    values["answers"] = tuple(
        Answer(ActionId.parse(each.id), each.verdict, each.text, _time(each.owed), each.names)
        for each in form.answers
    )
    values["waits"] = tuple(
        Wait(ActionId.parse(waits), ActionId.parse(line), _time(written))
        for waits, line, written in form.waits
    )
    return Cursor(**values)


def _time(text: str | None) -> Any:
    """A time of the comment, if there is one."""
    time = None if text is None else parse_time(text)
    if time is not None and not _EARLIEST <= time <= _LATEST:
        raise ValueError("a time that no wiki can have")
    return time


def _whole(data: Any) -> Any:
    """The data itself; raises ``ValueError`` where it is not a whole comment of this version."""
    if not isinstance(data, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004  # damage is of one kind
    if data.get("version") != VERSION:
        raise ValueError(f"it is not of version {VERSION}, which this program knows")
    if lacking := set(_json(Cursor())) - set(data):
        raise ValueError(f"it lacks {', '.join(sorted(lacking))}")
    return data


def _json(cursor: Cursor) -> dict[str, Any]:
    """The cursor as JSON. What is empty in most games is left out."""
    values = {
        _NAMES.get(each.name, each.name): getattr(cursor, each.name) for each in fields(cursor)
    }
    values["accepted"] = write_pins(cursor.accepted) if cursor.accepted else ""
    kept = {name: value for name, value in values.items() if value or name not in _MAY_LACK}
    return {"version": VERSION, **{name: _plain(value) for name, value in kept.items()}}


def _plain(value: Any) -> Any:
    if isinstance(value, Mark):
        return vars(value)
    if isinstance(value, datetime):
        return format_time(value)
    if isinstance(value, ActionId):
        return str(value)
    if isinstance(value, Answer) and not value.names:
        value = value[:3] if value.owed is None else value[:4]
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
