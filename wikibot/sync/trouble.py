"""What stops the game, told where people look: a cell that cannot be read, a page that is gone.

The status line of the gamestate page says it first of all; below each line that waits stands until
when; the steward page lists it. All three say it once: the new text is compared with what the pages
say, so a sync that finds the same again edits nothing, and a solved problem is removed.

Decisions: while a cell cannot be read everything waits. State and cursor are one edit, and that
page is not written; what a line leads to could be kept nowhere. Only the status line is touched,
all else of the page stays to the byte, the cursor too: that edit is no transaction, its summary
names no run, and the bot's last revision with a run stays the one that counts. A gamestate page at
which the program itself failed, or that takes too long, is left alone; the other pages tell of it.
Where {{bots}} keeps the bot from a page of the game nothing is written anywhere, as before.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from wikibot.game.actions import ActionId
from wikibot.game.state import State
from wikibot.storage.cursor import Answer, shortened
from wikibot.sync.inbox import Inbox, read_inbox
from wikibot.sync.owed import Owed, outstanding, page_before
from wikibot.sync.preflight import lacking_rights
from wikibot.sync.render import Plan
from wikibot.sync.report import Report, Stuck
from wikibot.sync.snapshot import Snapshot
from wikibot.sync.status_line import StatusLine, put_stop, status_lines
from wikibot.wiki.exclusion import denies
from wikibot.wikitext.answers import linkable
from wikibot.wikitext.kept import check_marked
from wikibot.wikitext.messages import say
from wikibot.wikitext.replies import WAITS
from wikibot.wikitext.table_changes import UnsafeEdit

LISTED = 3  # problems that the status line names


def stopped(
    snapshot: Snapshot,
    owed: Owed,
    found: Stuck,
    said: Sequence[str] = (),
    refused: Collection[ActionId] = (),
) -> Plan:
    """The plan of a sync that plays nothing: the report of the problems, and what is still owed.

    ``said`` and ``refused`` as for :func:`~wikibot.sync.inbox.read_inbox`.
    """
    report = Report(problems=(*found.problems, *found.queued), notes=found.notes)
    plan = Plan(snapshot, snapshot.cursor, owed, report, blocked=True)
    if not (found.problems and found.told):
        return plan
    inbox = _inbox(snapshot, said, refused)
    waits = tuple(_waiting(snapshot, inbox, found))
    told = dataclasses.replace(snapshot.cursor, answers=waits)
    pages = [page.title for page in snapshot.line_pages]
    left = [each for title in pages for each in outstanding(snapshot, told, title).answers]
    stops = tuple(each.rstrip(".") for each in found.problems)
    return replace(
        plan,
        cursor=dataclasses.replace(told, answers=(*snapshot.cursor.answers, *waits)),
        owed=replace(
            owed,
            answers=(*(each for each in owed.answers if each.verdict != WAITS), *left),
            stops=stops if _may_write(snapshot, snapshot.titles.stewards) else None,
        ),
        marked=None if found.mistake else _marked(snapshot, stops),
        places=inbox.places,
    )


def _inbox(snapshot: Snapshot, said: Sequence[str], refused: Collection[ActionId]) -> Inbox:
    """The lines that wait; none where their pages cannot tell."""
    try:
        return read_inbox(snapshot, said, refused)
    except Stuck:
        return Inbox()


def _waiting(snapshot: Snapshot, inbox: Inbox, found: Stuck) -> Iterator[Answer]:
    """What stands below each line that waits."""
    more = len(found.problems) - 1
    until = next(iter(found.until), say("this is mended: {}", found.problems[0].rstrip(".")))
    text = shortened(say("until {}", until) + (say("; and {} more", more) if more else ""))
    names = tuple((name, name) for name in found.names if linkable(name))
    pages = {
        snapshot.head(page.title).page_id
        for page in snapshot.line_pages
        if _may_write(snapshot, page.title)
    }
    for line in (*inbox.actions, *inbox.orders):
        if line.id.page in pages:
            yield Answer(line.id, WAITS, text, names=names)


def _marked(snapshot: Snapshot, stops: Sequence[str]) -> str | None:
    """The gamestate page with the problems in its status line; None where it stays as it is.

    Where the server laid the bot's last edit over another one the two texts differ; then the page
    is left alone.
    """
    page, titles = snapshot.gamestate, snapshot.titles
    if page is None or page.text is None or page.id != snapshot.over or snapshot.damaged:
        return None
    if not _may_write(snapshot, titles.gamestate):
        return None
    more = say("; and {} more", len(stops) - LISTED) if len(stops) > LISTED else ""
    status = StatusLine(snapshot.cursor, State(snapshot.poll.now), titles.stewards, snapshot.own)
    marked = put_stop(page.text, status, "; ".join(stops[:LISTED]) + more)
    old, now = (status_lines(text, snapshot.own) for text in (page.text, marked))
    try:
        check_marked(page.text, marked, old, now)
    except UnsafeEdit:
        return None
    return marked if marked != page.text else None


def _may_write(snapshot: Snapshot, title: str) -> bool:
    """Whether a page is there, is wikitext, and takes edits of the bot's account."""
    head, poll = snapshot.head(title), snapshot.poll
    if head.missing or head.redirect or head.model != "wikitext" or title in snapshot.left_out:
        return False
    blocked = poll.block is not None and not poll.block.partial
    page = snapshot.gamestate if title == snapshot.titles.gamestate else None
    page = page or page_before(snapshot, title)
    text = (page.text or "") if page else ""
    return not (blocked or lacking_rights(poll, head) or denies(text, poll.user))
