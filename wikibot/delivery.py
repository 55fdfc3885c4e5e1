"""What the other two pages are owed after a gamestate was saved: replies under their lines, lines of the log.

Whether they have been written is known by the run's id, which stands in the summary of the edit that wrote them; so a
run that was cut off is caught up with exactly once, also when somebody has taken a reply away since.
"""

from __future__ import annotations

from collections.abc import Iterable

from wikibot.attribution import HistoryProblem, attribute
from wikibot.cursor import Cursor
from wikibot.snapshot import Snapshot
from wikibot.wiki.base import Revision, Wiki
from wikibot.wikitext.escape import quote_log, show, unquote_log
from wikibot.wikitext.replies import insert_replies, reply_text

REPLIES, LOG = "replies", "log"
LONGEST = 1500  # characters of one reply; the log has the whole
OPEN, CLOSE = "<pre>", "</pre>"
INTRODUCTION = """\
The actions that counted, one a line, the oldest first, with the dice as they fell. Played from the starting gamestate
they lead to the present one.
"""


def was_delivered(snapshot: Snapshot, cursor: Cursor, what: str, wiki: Wiki) -> bool:
    """Whether the wiki shows that the cursor's replies or log lines have been written."""
    account = snapshot.poll.user
    if what == REPLIES:
        return _by_run(snapshot.history, cursor.run, account)
    head = snapshot.log
    if head is None:
        return not snapshot.titles.log
    if head.id == cursor.log_base:
        return False
    return _by_run([head], cursor.run, account) or _by_run(
        wiki.history(snapshot.titles.log, cursor.log_base), cursor.run, account
    )


def _by_run(revisions: Iterable[Revision], run: str, account: str) -> bool:
    return any(revision.user == account and run in (revision.comment or "") for revision in revisions)


def replies_text(snapshot: Snapshot, cursor: Cursor, heading: str) -> str | None:
    """The actions page with the owed replies added, None where there is nothing to add (any more)."""
    page = snapshot.actions
    if page is None or page.text is None or not snapshot.history:
        return None
    try:
        found = attribute(snapshot.history, cursor=cursor.since, bot=snapshot.poll.user, heading=heading)
    except HistoryProblem:
        return None  # the next plan names what is wrong with the history
    places = found.places
    owed = [
        (places[answer.id], reply_text(answer.verdict, show(answer.text, LONGEST)))
        for answer in cursor.answers
        if answer.id in places
    ]
    return insert_replies(page.text, owed) if owed else None


def log_text(snapshot: Snapshot, cursor: Cursor, heading: str) -> str | None:
    """The log page with the owed lines added, None where there are none."""
    del heading
    if not cursor.lines:
        return None
    page = snapshot.log
    before = page.text if page and page.text is not None else INTRODUCTION
    return append_log(before, cursor.lines)


def append_log(page: str, lines: Iterable[str]) -> str:
    """A log page with further lines at the end of its last ``<pre>`` block, or in a new one."""
    added = "".join(quote_log(line) + "\n" for line in lines)
    at = page.rfind(CLOSE)
    if at < 0 or page[at + len(CLOSE) :].strip():
        return f"{page.rstrip()}\n{OPEN}\n{added}{CLOSE}\n".lstrip("\n")
    gap = "" if page[:at].endswith("\n") else "\n"
    return page[:at] + gap + added + page[at:]


def log_lines(page: str) -> tuple[str, ...]:
    """The lines of a log page as they were before quoting; of a plain text without ``<pre>`` all its lines."""
    if OPEN not in page:
        return tuple(page.splitlines())
    blocks = (part.partition(CLOSE)[0] for part in page.split(OPEN)[1:])
    return tuple(unquote_log(line) for block in blocks for line in block.split("\n") if line.strip())
