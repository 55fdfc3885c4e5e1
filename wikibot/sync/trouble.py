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
from wikibot.game.engine.kernel_verbs import MAKE
from wikibot.game.engine.orders import find_verb
from wikibot.game.ruleset.readings import read_readings
from wikibot.game.state import State
from wikibot.stewards.readings import SentenceReader
from wikibot.storage.cursor import Answer, shortened
from wikibot.sync.gamestate_page import StatusLine, put_stop, status_lines
from wikibot.sync.inbox import Inbox, read_inbox
from wikibot.sync.pending_deliveries import (
    Deliveries,
    outstanding,
    page_before,
    pages_with_deliveries,
)
from wikibot.sync.render import Plan
from wikibot.sync.report import Report, Stuck, at
from wikibot.sync.snapshot import Setup, Snapshot
from wikibot.wiki.base import Head, Poll, denies
from wikibot.wiki.errors import NotAllowed
from wikibot.wikitext.escape import linkable
from wikibot.wikitext.lines import MOST_LINES, MOST_MARKS, is_overmarked, is_too_long
from wikibot.wikitext.messages import say
from wikibot.wikitext.own_marks import WAITS, check_marked, verdict_below
from wikibot.wikitext.table_writer import UnsafeEdit

# == What makes it impossible to play or to write at all, each with its remedy =====================
#
# All of it is looked for before the first edit, so that none is half-written. What only the
# server knows (filters, captchas, partial blocks) shows when it refuses; then the answers and log
# lines stay owed on the gamestate page, and the next run delivers them.

_REMEDY = {
    "ruleset": "Set `ruleset` in settings.ini to the page with the rules.",
    "gamestate": (
        "Write `make gamestate` on the actions page, and the bot makes one for the rules; set "
        "`gamestate` in settings.ini to its title; or restore it if it was deleted."
    ),
    "actions": (
        "Create it, or restore it if it was deleted; "
        "if it was moved, set `actions` in settings.ini."
    ),
}
# The right that each protection level of a default MediaWiki asks for; other levels are rights
# themselves.
_RIGHT = {"sysop": "editprotected", "autoconfirmed": "editsemiprotected"}


def set_aside(snapshot: Snapshot, why: str, most_bytes: int) -> None:
    """Raise :class:`Stuck` where a game is not to be played, for a reason or for its size.

    ``most_bytes``: that its pages may have together; 0: any number.
    """
    if why:
        again = say("It is tried again when one of its pages is edited")
        raise Stuck((f"{say('the bot has set this game aside: {}', why.rstrip('.'))}. {again}.",))
    size = sum(snapshot.head(title).length for title in snapshot.titles.polled)
    if most_bytes and size > most_bytes:
        mega = (f"{each / 1_000_000:.1f}" for each in (size, most_bytes))
        long = say("the pages of the game have {} MB together, and the bot takes {} MB", *mega)
        raise Stuck((f"{long}. {say('Move old lines to another page.')}",))


def preflight(snapshot: Snapshot) -> None:
    """Raise :class:`Stuck` with every obstacle, each in one line with its remedy."""
    kept_away = (*_exclusions(snapshot), *_another_page(snapshot))
    if obstacles := (*_pages(snapshot), *_texts(snapshot), *kept_away):
        found = Stuck(obstacles)
        # those who protected the page know already, and another page is not the bot's to edit
        found.told = not kept_away
        raise found


def _pages(snapshot: Snapshot) -> Iterator[str]:
    for key, remedy in _REMEDY.items():
        head = snapshot.head(getattr(snapshot.titles, key))
        if head.missing:
            yield f"{head.title}: there is no such page. {remedy}"
        elif head.redirect:
            then = f"Set `{key}` in settings.ini to its new title."
            yield f"{head.title}: the page is a redirect; it was moved. {then}"
    for title, head in snapshot.poll.heads.items():
        if head.model != "wikitext" and title not in snapshot.titles.kept:
            then = f"Open Special:ChangeContentModel/{head.title} on the wiki and choose wikitext."
            model = f"the page's content model is {head.model}, not wikitext"
            yield f"{head.title}: {model}. {then}"


def first_page(setup: Setup, snapshot: Snapshot) -> str:
    """A page for the rules and the waiting readings, where it alone is missing and asked for."""
    titles, page, bot = snapshot.titles, snapshot.actions.page, snapshot.poll.user
    missing = [key for key in _REMEDY if snapshot.head(getattr(titles, key)).missing]
    if missing != ["gamestate"] or page is None:
        return ""
    inbox, raws = _inbox(snapshot, (), ()), (page.text or "").split("\n")
    there = inbox.places.get(titles.actions, {})
    lines = (there[e.id] for e in inbox.actions if e.id in there and find_verb(e.text, (MAKE,)))
    told = {verdict_below(raws, each, bot) for each in lines}
    if told.isdisjoint((None, WAITS)):
        return ""
    given = read_readings((snapshot.readings.text or "") if snapshot.readings else "")
    book, now = setup.rulebook(snapshot.rules, (), given), snapshot.poll.now
    text = setup.game.new_page(book, now, titles.gamestate)
    rows = SentenceReader(setup.game, book, text, now).rows_in(inbox.readings)
    return setup.game.new_page(book.with_rows(*rows), now, titles.gamestate)


def _texts(snapshot: Snapshot) -> Iterator[str]:
    titles, actions = snapshot.titles, snapshot.actions.page
    if snapshot.damaged:
        remedy = (
            "Have an administrator show that revision again, "
            "or go on with the program that wrote it."
        )
        yield f"{titles.gamestate}: {snapshot.damaged}. {remedy}"
    elif snapshot.gamestate is not None and snapshot.gamestate.text is None:
        hidden = "the text of its newest revision is hidden. Have an administrator show it again."
        yield f"{titles.gamestate}: {hidden}"
    if actions is not None and actions.text_hidden:
        hidden = "the text of its newest revision is hidden; nothing can be read there."
        yield f"{titles.actions}: {hidden}"
    page = snapshot.gamestate
    if page is not None and is_overmarked(page.text or ""):
        many = say("the page has more than {} links, templates and tags", f"{MOST_MARKS:,}")
        yield f"{titles.gamestate}: {say('{}; nothing is read there', many)}."
    for lines in snapshot.line_pages:
        if lines.page and is_too_long(lines.page.text or ""):
            bounds = (f"{MOST_LINES:,}", f"{MOST_MARKS:,}")
            long = say("the page has more than {} lines, or {} links, templates and tags", *bounds)
            long = say("{}; nothing is read there", long)
            remedy = say("Undo the edit that brought so many, or move old lines to another page.")
            yield f"{lines.title}: {long}. {remedy}"


_NAMED = 10  # lines that are lost


def _another_page(snapshot: Snapshot) -> Iterator[str]:
    if (lost := snapshot.lost) and not snapshot.without_them:
        more = f" and {len(lost) - _NAMED:,} more" if len(lost) > _NAMED else ""
        yield (
            f"{snapshot.titles.gamestate}: its newest edits are gone, and with them what the log"
            f" or its answers say was played: {'; '.join(lost[:_NAMED])}{more}. Have them restored;"
            " to go on without them, run `wikibot sync --force`, and have a steward order these"
            " lines anew with `as NAME: ...`."
        )
    if title := snapshot.played_by:
        yield (
            f"{snapshot.titles.gamestate}: this is another page than the one of the game that"
            f" {title} tells of. Move that game's page back to this title, or restore it; to begin"
            " a new game with this one, run `wikibot sync --force`."
        )


def _exclusions(snapshot: Snapshot) -> Iterator[str]:
    logs = {snapshot.titles.log, snapshot.cursor.log} - snapshot.delivered
    pages = [(snapshot.titles.gamestate, snapshot.gamestate)]
    pages += [(title, page) for title, page in snapshot.logs.items() if title in logs]
    pages += [(page.title, page.page) for page in snapshot.line_pages]
    user = snapshot.poll.user
    for title, page in pages:
        at(title)
        if page is not None and page.text and denies(page.text, user):
            yield (
                f"{title}: {{{{bots}}}} or {{{{nobots}}}} keeps {user} away. "
                "Take it off that page to go on."
            )


def check_permissions(snapshot: Snapshot, owed: Deliveries) -> None:
    """Raise :class:`NotAllowed` if the account may not save one of the pages.

    It may be blocked everywhere, or a page protected against it.
    """
    poll, block = snapshot.poll, snapshot.poll.block
    if block and not block.partial:
        until = f"{block.by} until {block.expiry}: {block.reason}".rstrip(": ")
        raise NotAllowed(
            f"the account {poll.user} is blocked by {until}",
            code="blocked",
            remedy="Ask an administrator to lift the block; nothing was written.",
        )
    for title in (snapshot.titles.gamestate, *pages_with_deliveries(snapshot, owed)):
        lacking = ", ".join(lacking_rights(poll, snapshot.head(title)))
        if lacking:
            raise NotAllowed(
                f"the page is protected ({lacking}) and the account {poll.user} may not edit it",
                code="protectedpage",
                page=title,
                remedy="Lower the protection or give the account that right; nothing was written.",
            )


def lacking_rights(poll: Poll, head: Head) -> list[str]:
    """The protection levels of a page that keep the account from editing it."""
    return [
        level for level in head.protection if level and _RIGHT.get(level, level) not in poll.rights
    ]


# == What stops the game, told where people look: a cell that cannot be read, a page that is gone ==

LISTED = 3  # problems that the status line names


def stopped(
    snapshot: Snapshot,
    owed: Deliveries,
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
    text = shortened(say("until {}", until) + (f"; {say('and {} more', more)}" if more else ""))
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
    if is_overmarked(page.text):
        return None
    if not _may_write(snapshot, titles.gamestate):
        return None
    more = f"; {say('and {} more', len(stops) - LISTED)}" if len(stops) > LISTED else ""
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
