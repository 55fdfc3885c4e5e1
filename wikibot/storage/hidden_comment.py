"""The cursor as it stands on the gamestate page: JSON in a hidden comment.

Everyone may edit the page, and with it the comment. So the bot believes the comment only where no
one else can have written it: in a revision by the bot's account, and there only the one whose run
stands in that revision's summary. A present page's comment is not read at all while there is such a
revision (see ``wikibot.storage.own_revision``).

Its ``version`` is that of its form, which has been 1 since the first program that wrote one: fields
came to it that a program may leave out, and that an older one leaves alone. It counts up where an
older program would do harm by playing on. A program reads all versions up to its own, and ends at a
newer one; only the very first ones did not, which then went back to what they had saved last and
played it again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from wikibot.game.actions import ActionId, OfferedOrders
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.ruleset.pins import Pin, read_pins, write_pins
from wikibot.storage.cursor import (
    SELDOM,
    Answer,
    Cursor,
    DamagedCursor,
    Mark,
    NewerCursor,
    Short,
    Wait,
)
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


def _time(text: str) -> datetime:
    """A time of the comment; raises ``ValueError`` for one that no wiki can have."""
    time = parse_time(text)
    if not _EARLIEST <= time <= _LATEST:
        raise ValueError("a time that no wiki can have")
    return time


_TEXTS: Mapping[Any, tuple[Any, Callable[[str], Any], Callable[[Any], str]]] = {
    ActionId: (Short, ActionId.parse, str),
    datetime: (Short, _time, format_time),
    tuple[Pin, ...]: (str, read_pins, lambda pins: write_pins(pins) if pins else ""),
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


def _json(cursor: Cursor) -> dict[str, Any]:
    """The cursor as JSON. What is empty in most games is left out."""
    found = ((_NAMES.get(name, name), getattr(cursor, name), kind) for name, kind in _KINDS.items())
    kept = {key: _plain(value, kind) for key, value, kind in found if value or key in _ALWAYS}
    return {"version": VERSION, **kept}


def _plain(value: Any, kind: Any = None) -> Any:
    if kind in _TEXTS or type(value) in _TEXTS:
        return _TEXTS[kind if kind in _TEXTS else type(value)][2](value)
    if isinstance(value, Mark):
        return {name: each for name, each in vars(value).items() if each or name != "began"}
    if isinstance(value, Answer) and not value.names:
        value = value[:3] if value.owed is None else value[:4]
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
