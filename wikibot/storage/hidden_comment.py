"""The cursor as it stands on the gamestate page: JSON in a hidden comment.

Everyone may edit the page, and with it the comment. So the bot believes the comment only where no
one else can have written it: in a revision by the bot's account, and there only the one whose run
stands in that revision's summary. A present page's comment is not read at all while there is such a
revision (see ``wikibot.storage.own_revision``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from wikibot.game.actions import ActionId
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.ruleset.pins import read_pins, write_pins
from wikibot.storage.cursor import (
    Answer,
    Cursor,
    DamagedCursor,
    Mark,
    Name,
    Names,
    News,
    Notice,
    Number,
    Run,
    Seal,
    Short,
    Text,
    Wait,
)
from wikibot.storage.queue import QueueMark
from wikibot.wiki.base import Revision
from wikibot.wikitext.escape import comment_json, comments_named, json_depth

NAME = "wikibot"
VERSION = 1
DEEPEST = 20  # brackets within brackets; the bot writes about five
_RUN = re.compile(r"run ([0-9a-f]{8,32})\b")  # as it stands in an edit summary
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


_NEEDED = {each.encode_name for each in msgspec.structs.fields(_Form) if each.required}


def _parsed(comment: str) -> Cursor:
    """Parse a comment. Raises :class:`DamagedCursor` for anything the bot never writes."""
    inner = comment.removeprefix("<!--").removesuffix("-->").strip().removeprefix(NAME)
    if json_depth(inner) > DEEPEST:
        raise DamagedCursor("the bot's hidden comment cannot be read: it is nested too deep")
    try:
        return _made(msgspec.convert(_known(msgspec.json.decode(inner)), _Form))
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


def _known(data: Any) -> Any:
    """The data itself; raises ``ValueError`` where it is not of this version."""
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise ValueError(f"it is not of version {VERSION}, which this program knows")
    return data


def _json(cursor: Cursor) -> dict[str, Any]:
    """The cursor as JSON. What is empty in most games is left out."""
    values = {
        _NAMES.get(each.name, each.name): getattr(cursor, each.name) for each in fields(cursor)
    }
    values["accepted"] = write_pins(cursor.accepted) if cursor.accepted else ""
    kept = {name: value for name, value in values.items() if value or name in _NEEDED}
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
