"""The bot's own note on the gamestate page: how far it has played, and what it still owes the other pages.

It is written in the same edit as the state, so that the state and the cursor are one transaction. The answers and log
lines of that edit are in it too (an outbox): a run that was cut off after the edit leaves the next one everything it
needs to catch up, without playing anything again. It is as long as one run had to say: each edit takes the place of the
one before, and an answer is kept as long as it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from wikibot.game.actions import ActionId
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.pins import Pin, read_pins, write_pins
from wikibot.game.verdicts import Outcome
from wikibot.wikitext.escape import Damaged, find_comment, put_comment_json, read_comment_json

NAME = "wikibot"
VERSION = 1
LONGEST = 1500  # characters of one answer; the journal has the whole


@dataclass(frozen=True)
class Answer:
    """A reply that is owed to one line. ``text`` is plain and not yet escaped."""

    id: ActionId
    verdict: str
    text: str

    @classmethod
    def of(cls, outcome: Outcome) -> Answer:
        """The answer to a line that was played, no longer than it is shown."""
        text = outcome.text
        shown = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
        return cls(outcome.action.id, outcome.verdict.value, shown)


@dataclass(frozen=True)
class Mark:
    """How far a page of lines has been read: page id, the revision read through, the one the last batch began from."""

    page: int = 0
    through: int = 0
    since: int = 0


@dataclass(frozen=True)
class Wait:
    """The order that waits under ``waits`` lacks a roll that the line ``line``, written at that time, keys."""

    waits: ActionId
    line: ActionId
    written: datetime


@dataclass(frozen=True)
class Cursor:
    """Played through the revisions in ``actions`` and ``stewards``, at server time ``synced``, by the run ``run``.

    ``base`` is the revision of the gamestate page that this edit was laid over, ``log_base`` the head of the log page
    at that time (0: it did not exist). ``paused``: who paused the game, "" while it runs. ``accepted``: the wordings
    that stewards accepted. ``dice``: the source of dice ("" before the first), ``seals``: phase and SHA-256 of the
    secrets in force, ``waits``: rolls still to come.
    """

    actions: Mark = Mark()
    stewards: Mark = Mark()
    synced: datetime | None = None
    base: int = 0
    log_base: int = 0
    run: str = ""
    paused: str = ""
    closed: str = ""
    accepted: tuple[Pin, ...] = ()
    answers: tuple[Answer, ...] = ()
    lines: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    dice: str = ""
    seals: tuple[tuple[int, str], ...] = ()
    waits: tuple[Wait, ...] = ()


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
        "actions": _mark_to_json(cursor.actions),
        "stewards": _mark_to_json(cursor.stewards),
        "synced": format_time(cursor.synced) if cursor.synced else None,
        "base": cursor.base,
        "log_base": cursor.log_base,
        "run": cursor.run,
        "paused": cursor.paused,
        "closed": cursor.closed,
        "accepted": write_pins(cursor.accepted) if cursor.accepted else "",
        "answers": [[str(answer.id), answer.verdict, answer.text] for answer in cursor.answers],
        "lines": list(cursor.lines),
        "late": list(cursor.late),
        **_dice_to_json(cursor),
    }


def _dice_to_json(cursor: Cursor) -> dict[str, Any]:
    """Nothing at all where the players roll."""
    data = {
        "dice": cursor.dice,
        "seals": [list(seal) for seal in cursor.seals],
        "waits": [[str(wait.waits), str(wait.line), format_time(wait.written)] for wait in cursor.waits],
    }
    return {key: value for key, value in data.items() if value}


def _mark_to_json(mark: Mark) -> dict[str, int]:
    return {"page": mark.page, "through": mark.through, "since": mark.since}


def _from_json(data: Any) -> Cursor:
    if data["version"] != VERSION:
        raise ValueError(f"it is of version {data['version']!r}, this program knows {VERSION}")
    return Cursor(
        actions=_mark(data["actions"]),
        stewards=_mark(data["stewards"]),
        synced=parse_time(data["synced"]) if data["synced"] else None,
        base=int(data["base"]),
        log_base=int(data["log_base"]),
        run=str(data["run"]),
        paused=str(data["paused"]),
        closed=str(data["closed"]),
        accepted=read_pins(str(data["accepted"])),
        answers=tuple(Answer(ActionId.parse(id_), str(verdict), str(text)) for id_, verdict, text in data["answers"]),
        lines=tuple(str(line) for line in data["lines"]),
        late=tuple(str(line) for line in data["late"]),
        dice=str(data.get("dice", "")),
        seals=tuple((int(phase), str(seal)) for phase, seal in data.get("seals", ())),
        waits=tuple(
            Wait(ActionId.parse(waits), ActionId.parse(line), parse_time(written))
            for waits, line, written in data.get("waits", ())
        ),
    )


def _mark(data: Any) -> Mark:
    return Mark(int(data["page"]), int(data["through"]), int(data["since"]))


def newest(*cursors: Cursor | None) -> Cursor:
    """The cursor that has got furthest: a page set back by hand must not have its actions played again."""
    known = [cursor for cursor in cursors if cursor is not None]
    return max(known, key=_progress, default=Cursor())


def _progress(cursor: Cursor) -> tuple[str, int, int]:
    return format_time(cursor.synced) if cursor.synced else "", cursor.actions.through, cursor.stewards.through
