"""The bot's own note on the gamestate page: how far it has played, and what it still owes the other pages.

It is written in the same edit as the state, so that the state and the cursor are one transaction. The answers and log
lines of that edit are in it too (an outbox): a run that was cut off after the edit leaves the next one everything it
needs to catch up, without playing anything again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from wikibot.game.actions import ActionId
from wikibot.game.calendar import format_time, parse_time
from wikibot.wikitext.escape import Damaged, find_comment, put_comment_json, read_comment_json

NAME = "wikibot"
VERSION = 1


@dataclass(frozen=True)
class Answer:
    """A reply that is owed to one line. ``text`` is plain and not yet escaped."""

    id: ActionId
    verdict: str
    text: str


@dataclass(frozen=True)
class Cursor:
    """Played through revision ``through`` of the actions page with page id ``page``, at server time ``synced``.

    ``since`` is the revision from which the batch of ``answers`` began, ``base`` the revision of the gamestate page
    that this edit was laid over, ``log_base`` the head of the log page at that time (0: it did not exist).
    """

    page: int = 0
    through: int = 0
    since: int = 0
    synced: datetime | None = None
    base: int = 0
    log_base: int = 0
    run: str = ""
    answers: tuple[Answer, ...] = ()
    lines: tuple[str, ...] = ()

    @property
    def fresh(self) -> bool:
        """Whether the page has never been synced."""
        return not self.run


class DamagedCursor(ValueError):
    """Somebody edited the hidden comment so that it cannot be read."""


def read_cursor(page: str) -> Cursor | None:
    """The cursor of a gamestate page, None where there is none; raises :class:`DamagedCursor`."""
    try:
        data = read_comment_json(page, NAME)
        return None if data is None else _from_json(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DamagedCursor(f"the bot's hidden comment cannot be read: {error}") from None


def write_cursor(page: str, cursor: Cursor) -> str:
    """The page with this cursor in place of the old one, or at its end; every other byte stays.

    A comment that was damaged (the cursor is then known from the page's history) is replaced as well.
    """
    while isinstance(found := find_comment(page, NAME), Damaged):
        page = page[: found.start] + page[found.end :]
    return put_comment_json(page, NAME, _to_json(cursor))


def _to_json(cursor: Cursor) -> dict[str, Any]:
    return {
        "version": VERSION,
        "page": cursor.page,
        "through": cursor.through,
        "since": cursor.since,
        "synced": format_time(cursor.synced) if cursor.synced else None,
        "base": cursor.base,
        "log_base": cursor.log_base,
        "run": cursor.run,
        "answers": [[str(answer.id), answer.verdict, answer.text] for answer in cursor.answers],
        "lines": list(cursor.lines),
    }


def _from_json(data: Any) -> Cursor:
    if data["version"] != VERSION:
        raise ValueError(f"it is of version {data['version']!r}, this program knows {VERSION}")
    return Cursor(
        page=int(data["page"]),
        through=int(data["through"]),
        since=int(data["since"]),
        synced=parse_time(data["synced"]) if data["synced"] else None,
        base=int(data["base"]),
        log_base=int(data["log_base"]),
        run=str(data["run"]),
        answers=tuple(Answer(ActionId.parse(id_), str(verdict), str(text)) for id_, verdict, text in data["answers"]),
        lines=tuple(str(line) for line in data["lines"]),
    )


def newest(*cursors: Cursor | None) -> Cursor:
    """The cursor that has got furthest: a page set back by hand must not have its actions played again."""
    known = [cursor for cursor in cursors if cursor is not None]
    return max(
        known, key=lambda cursor: (cursor.synced is not None, cursor.synced or 0, cursor.through), default=Cursor()
    )


def without_outbox(cursor: Cursor) -> Cursor:
    """The same cursor with nothing owed."""
    return replace(cursor, answers=(), lines=())
