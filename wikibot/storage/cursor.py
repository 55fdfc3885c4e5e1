"""The bot's own note on the gamestate page: how far it has played, and what it still owes the other pages.

It is a hidden comment, written in the same edit as the state, so that the state and the cursor are
one transaction. Answers and log lines stand in it until they were seen on their pages; so a run
that was cut off leaves the next one all that it needs, without playing anything again.

Anybody may edit the page, and with it the comment. So the bot believes the comment only where
nobody else can have written it: in a revision of its own account, and there only the one whose run
stands in that revision's summary. A present page's comment is not read at all while there is such a
revision (see ``wikibot.storage.own_revision``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import astuple, dataclass, field
from datetime import datetime
from typing import Any

from wikibot.game.actions import ActionId, Outcome
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.ruleset.pins import Pin, read_pins, write_pins
from wikibot.storage.notice import Notice
from wikibot.wiki.base import Revision
from wikibot.wikitext.escape import comment_json, comments_named

NAME = "wikibot"
VERSION = 1
LONGEST = 1500  # characters of one answer; the journal has the whole
_RUN = re.compile(r"run ([0-9a-f]{8,32})\b")  # as it stands in an edit summary
_DEEPEST = 100  # the bot itself nests three levels; JSON is read by recursion in C
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(r"[\[\]{}]")


@dataclass(frozen=True)
class Answer:
    """A reply that is owed to one line. ``text`` is plain and not yet escaped; ``owed``: since when."""

    id: ActionId
    verdict: str
    text: str
    owed: datetime | None = None

    @classmethod
    def of(cls, outcome: Outcome, now: datetime | None = None) -> Answer:
        """The answer to a line that was played, no longer than it is shown."""
        text = outcome.text
        shown = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
        return cls(outcome.action.id, outcome.verdict.value, shown, now)


@dataclass(frozen=True)
class Mark:
    """How far a page of lines has been read: its id, the revision read through, the one from which answers are owed."""

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

    ``others``: marks of pages that stood under those titles before. ``base`` is the revision of the
    gamestate page that this edit was laid over, ``log_base`` the head of the log page when its
    oldest owed lines were (0: it did not exist). ``paused``: who paused the game, "" while it runs.
    ``accepted``: the wordings that stewards accepted. ``answers``: what lines are owed; ``lines``:
    what this run has for the log, ``late``: what earlier runs had, by run. ``dice``: the source of
    dice ("" before the first), ``seals``: phase and SHA-256 of the secrets in force, ``waits``:
    rolls still to come. ``ruleset``: the revision of the ruleset page that was played by,
    ``notices``: which of its rules wait for a steward.
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
    waits: tuple[Wait, ...] = field(default=())
    ruleset: int = 0
    notices: tuple[Notice, ...] = ()

    @property
    def batches(self) -> tuple[tuple[str, ...], ...]:
        """Everything that the log is owed, the oldest first; each batch stands on the log as one block."""
        return (*self.late, self.lines) if self.lines else self.late

    def mark_of(self, page: int) -> Mark:
        """How far a page was read, by its id; a page that was never read has an empty mark."""
        marks = (self.actions, self.stewards, *self.others)
        return next((mark for mark in marks if mark.page == page), Mark(page))


class DamagedCursor(ValueError):
    """A hidden comment that cannot be read."""


# -- a page or a revision --------------------------------------------------------------------------


def read_cursor(page: str) -> Cursor | None:
    """The cursor of a page that is trusted as a whole, such as an operator's file; None where there is none.

    Raises :class:`DamagedCursor`.
    """
    found = comments_named(page, NAME)
    if len(found) > 1:
        raise DamagedCursor(f"the bot's hidden comment stands {len(found)} times on the page")
    return _parsed(page[found[0][0] : found[0][1]]) if found else None


def comment_of(revision: Revision) -> str | None:
    """The hidden comment that the bot itself put into a revision of its own account, with its brackets.

    It is the one with the run of the edit summary, which nobody could know before the bot saved it.
    None where there is none: then a person edited by the bot's account. Where the summary is hidden
    by now, it is the last one.
    """
    run = _RUN.search(revision.comment or "")
    if run is None and revision.comment is not None:
        return None
    said = f'"run": "{run[1]}"' if run else ""
    return next(
        (comment for comment in reversed(list(_written(revision.text or ""))) if said in comment),
        None,
    )


def cursor_of(revision: Revision) -> Cursor | None:
    """The cursor that the bot itself put into a revision of its own account; raises :class:`DamagedCursor`."""
    comment = comment_of(revision)
    return None if comment is None else _parsed(comment)


def says_run(revision: Revision) -> bool:
    """Whether the summary is one that the bot writes."""
    return bool(_RUN.search(revision.comment or ""))


def comments_on(page: str) -> tuple[str, ...]:
    """Every hidden comment of the bot's name on a page, whoever wrote it, with its brackets."""
    return tuple(page[start:end] for start, end in comments_named(page, NAME))


def write_cursor(page: str, cursor: Cursor) -> str:
    """The page with this cursor in place of the first comment of that name, or at its end; every other byte stays.

    Further comments of the bot's name, which people added, go.
    """
    spans = comments_named(page, NAME)
    comment = comment_json(NAME, _to_json(cursor))
    for start, end in reversed(spans[1:]):
        page = page[:start] + page[end:]
    if spans:
        start, end = spans[0]
        return page[:start] + comment + page[end:]
    return page + ("" if not page or page.endswith("\n") else "\n") + comment


def _written(text: str) -> Iterator[str]:
    """Comments of the bot's form, wherever they stand: what people wrote around one does not hide it from the bot."""
    start = text.find(f"<!-- {NAME} {{")
    while start >= 0:
        end = text.find("-->", start)
        if end < 0:
            return
        yield text[start : end + 3]
        start = text.find(f"<!-- {NAME} {{", start + 4)


def _parsed(comment: str) -> Cursor:
    inner = comment.removeprefix("<!--").removesuffix("-->").strip().removeprefix(NAME)
    try:
        return _from_json(json.loads(_shallow(inner)))
    except (ValueError, RecursionError) as error:
        why = str(error).split("\n", 1)[0]
        raise DamagedCursor(f"the bot's hidden comment cannot be read: {why}") from None


def _shallow(text: str) -> str:
    """The text itself; raises ``ValueError`` where JSON nests so deeply that reading it might end the program."""
    depth = 0
    for mark in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if mark in "[{" else -1
        if depth > _DEEPEST:
            raise ValueError("it is nested too deeply")
    return text


# -- as JSON ---------------------------------------------------------------------------------------


def _to_json(cursor: Cursor) -> dict[str, Any]:
    return {
        "version": VERSION,
        "actions": _mark_to_json(cursor.actions),
        "stewards": _mark_to_json(cursor.stewards),
        **({"others": [_mark_to_json(mark) for mark in cursor.others]} if cursor.others else {}),
        "synced": format_time(cursor.synced) if cursor.synced else None,
        "base": cursor.base,
        "log_base": cursor.log_base,
        "run": cursor.run,
        "paused": cursor.paused,
        "closed": cursor.closed,
        "accepted": write_pins(cursor.accepted) if cursor.accepted else "",
        "answers": [_answer_to_json(answer) for answer in cursor.answers],
        "lines": list(cursor.lines),
        **({"owed": [list(batch) for batch in cursor.late]} if cursor.late else {}),
        **_dice_to_json(cursor),
        **({"ruleset": cursor.ruleset} if cursor.ruleset else {}),
        **({"notices": [list(astuple(each)) for each in cursor.notices]} if cursor.notices else {}),
    }


def _answer_to_json(answer: Answer) -> list[str]:
    owed = [format_time(answer.owed)] if answer.owed else []
    return [str(answer.id), answer.verdict, answer.text, *owed]


def _dice_to_json(cursor: Cursor) -> dict[str, Any]:
    """Nothing at all where the players roll."""
    data = {
        "dice": cursor.dice,
        "seals": [list(seal) for seal in cursor.seals],
        "waits": [
            [str(wait.waits), str(wait.line), format_time(wait.written)] for wait in cursor.waits
        ],
    }
    return {key: value for key, value in data.items() if value}


def _mark_to_json(mark: Mark) -> dict[str, int]:
    return {"page": mark.page, "through": mark.through, "since": mark.since}


def _from_json(data: Any) -> Cursor:
    """Raises ``ValueError`` for anything that the bot would not have written."""
    from wikibot.storage.cursor_schema import validated

    written = validated(data, VERSION)
    return Cursor(
        actions=Mark(**written.actions.model_dump()),
        stewards=Mark(**written.stewards.model_dump()),
        others=tuple(Mark(**mark.model_dump()) for mark in written.others),
        synced=parse_time(written.synced) if written.synced else None,
        base=written.base,
        log_base=written.log_base,
        run=written.run,
        paused=written.paused,
        closed=written.closed,
        accepted=read_pins(written.accepted),
        answers=tuple(_answer(*answer) for answer in written.answers),
        lines=tuple(written.lines),
        late=tuple(map(tuple, written.owed)),
        dice=written.dice,
        seals=tuple(written.seals),
        waits=tuple(
            Wait(ActionId.parse(waits), ActionId.parse(line), parse_time(time))
            for waits, line, time in written.waits
        ),
        ruleset=written.ruleset,
        notices=tuple(Notice(*notice) for notice in written.notices),
    )


def _answer(id_: str, verdict: str, text: str, owed: str = "") -> Answer:
    return Answer(ActionId.parse(id_), verdict, text, parse_time(owed) if owed else None)
