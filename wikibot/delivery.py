"""What the other two pages are owed after a gamestate was saved: replies under their lines, lines of the log.

Whether they have been written is known by the run's id, which stands in the summary of the edit that wrote them; so a
run that was cut off is caught up with exactly once, also when somebody has taken a reply away since.
"""

from __future__ import annotations

from collections.abc import Iterable

from wikibot.attribution import attribute
from wikibot.cursor import LONGEST, Answer, Cursor, Mark
from wikibot.findings import HistoryProblem
from wikibot.game.verdicts import Verdict
from wikibot.logpage import INTRODUCTION, append_log
from wikibot.snapshot import Snapshot, Source
from wikibot.wiki.base import Revision, Wiki
from wikibot.wikitext.escape import show
from wikibot.wikitext.replies import insert_replies, reply_text


def owed_pages(snapshot: Snapshot, cursor: Cursor) -> tuple[str, ...]:
    """The titles of the pages that a cursor owes answers or lines, in the order in which they are written."""
    ids = [answer.id.page for answer in cursor.answers]
    sources = [source.title for source in snapshot.sources if snapshot.head(source.title).page_id in ids]
    log = [snapshot.titles.log] if snapshot.titles.log and (cursor.lines or cursor.late) else []
    return (*sources, *log)


def was_delivered(snapshot: Snapshot, cursor: Cursor, title: str, wiki: Wiki) -> bool:
    """Whether the wiki shows that what the cursor owes a page has been written."""
    account = snapshot.poll.user
    for source in snapshot.sources:
        if source.title == title:
            return _by_run(source.history, cursor.run, account)
    head = snapshot.log
    if head is None or head.id == cursor.log_base:
        return False
    return _by_run([head], cursor.run, account) or _by_run(wiki.history(title, cursor.log_base), cursor.run, account)


def _by_run(revisions: Iterable[Revision], run: str, account: str) -> bool:
    return any(revision.user == account and run in (revision.comment or "") for revision in revisions)


def page_before(snapshot: Snapshot, title: str) -> Revision | None:
    """The page as it was read."""
    return next((source.page for source in snapshot.sources if source.title == title), snapshot.log)


def page_after(snapshot: Snapshot, cursor: Cursor, title: str, heading: str) -> str | None:
    """The page with what it is owed added, None where there is nothing to add (any more)."""
    if title == snapshot.actions.title:
        return _with_replies(snapshot.actions, cursor.actions, cursor, snapshot, heading)
    if title == snapshot.stewards.title:
        return _with_replies(snapshot.stewards, cursor.stewards, cursor, snapshot, heading)
    before = page_before(snapshot, title)
    return append_log(
        before.text if before and before.text is not None else INTRODUCTION, (*cursor.late, *cursor.lines)
    )


def _with_replies(source: Source, mark: Mark, cursor: Cursor, snapshot: Snapshot, heading: str) -> str | None:
    page = source.page
    if page is None or page.text is None or not source.history:
        return None
    try:
        places = attribute(source.history, cursor=mark.since, bot=snapshot.poll.user, heading=heading).places
    except HistoryProblem:
        return None  # the next plan names what is wrong with the history
    owed = [
        (places[answer.id], reply_text(answer.verdict, show(answer.text, LONGEST) + _where_to_ask(answer, snapshot)))
        for answer in cursor.answers
        if answer.id in places
    ]
    return insert_replies(page.text, owed) if owed else None


def _where_to_ask(answer: Answer, snapshot: Snapshot) -> str:
    """A held line is settled on the steward page."""
    page = snapshot.titles.stewards
    return f" (stewards: [[{page}]])" if answer.verdict == Verdict.HELD and page else ""
