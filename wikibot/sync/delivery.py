"""What the other two pages are owed after a gamestate was saved: answers under their lines, blocks of log lines.

Whether something was delivered is read from the pages themselves, from what the bot's own account
saved there: an answer carries the identity of its line, a block of the log its exact lines. So to
deliver twice changes nothing, whoever does it, how often and in which order; and what people wrote
in the bot's name counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from wikibot.game.actions import ActionId, Verdict
from wikibot.stewards.notice_board import put_notices
from wikibot.storage.cursor import LONGEST, Answer, Cursor, Mark
from wikibot.storage.log_page import INTRODUCTION, append_log, block_of, log_lines
from wikibot.sync.refusals import shortened
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.authorship.attribution import attribute
from wikibot.wiki.authorship.findings import HistoryProblem
from wikibot.wiki.authorship.source import Source
from wikibot.wiki.base import Revision, Wiki
from wikibot.wikitext.escape import show
from wikibot.wikitext.replies import insert_replies, reply_text

PATIENCE = timedelta(
    days=1
)  # how long the answer to a line that is gone waits for the line to be put back


@dataclass(frozen=True)
class Owed:
    """What pages lack. ``batches``: blocks of log lines, the oldest first.

    ``waiting``: the rules that wait, for the steward page; None where its heading is to stay as it
    is.
    """

    answers: tuple[Answer, ...] = ()
    batches: tuple[tuple[str, ...], ...] = ()
    waiting: tuple[str, ...] | None = None

    def __bool__(self) -> bool:
        return bool(self.answers or self.batches or self.waiting is not None)


# -- what is owed ----------------------------------------------------------------------------------


def of_cursor(cursor: Cursor) -> Owed:
    """All that a cursor lists."""
    return Owed(cursor.answers, cursor.batches)


def outstanding(snapshot: Snapshot, cursor: Cursor, title: str, wiki: Wiki) -> Owed:
    """What of it one page still lacks, as the bot's own revisions of that page show."""
    if title == snapshot.titles.log:
        return Owed(batches=_unwritten(snapshot, cursor, wiki))
    source = next(source for source in snapshot.sources if source.title == title)
    return Owed(answers=_unanswered(snapshot, source, cursor))


def for_page(snapshot: Snapshot, owed: Owed, title: str) -> Owed:
    """The part that belongs on one page."""
    if title == snapshot.titles.log:
        return Owed(batches=owed.batches)
    page = snapshot.head(title).page_id
    waiting = (
        owed.waiting
        if title == snapshot.titles.stewards and _lists_others(snapshot, owed.waiting)
        else None
    )
    return Owed(tuple(answer for answer in owed.answers if answer.id.page == page), waiting=waiting)


def _lists_others(snapshot: Snapshot, waiting: Sequence[str] | None) -> bool:
    """Whether the steward page is there and its heading lists other rules than wait."""
    page = snapshot.stewards.page
    if waiting is None or page is None or page.text is None:
        return False
    return put_notices(page.text, waiting) != page.text


def elsewhere(snapshot: Snapshot, owed: Owed) -> tuple[Answer, ...]:
    """Answers to lines of pages that are not under any of the titles now; they may come back."""
    here = {snapshot.head(source.title).page_id for source in snapshot.sources}
    return tuple(
        answer
        for answer in owed.answers
        if answer.id.page not in here and not _given_up(snapshot, answer)
    )


def owed_pages(snapshot: Snapshot, owed: Owed) -> tuple[str, ...]:
    """The titles of the pages that lack something, in the order in which they are written."""
    titles = [source.title for source in snapshot.sources]
    titles += [snapshot.titles.log] if snapshot.titles.log else []
    return tuple(title for title in titles if for_page(snapshot, owed, title))


# -- what was delivered ----------------------------------------------------------------------------


def _unanswered(snapshot: Snapshot, source: Source, cursor: Cursor) -> tuple[Answer, ...]:
    page = snapshot.head(source.title).page_id
    mine = [answer for answer in cursor.answers if answer.id.page == page]
    own = [
        revision.text or "" for revision in source.history if revision.user == snapshot.poll.user
    ]
    left = [answer for answer in mine if not any(_has(text, answer, snapshot) for text in own)]
    places = _places(source, cursor.mark_of(page), snapshot) if left else {}
    return tuple(
        answer for answer in left if answer.id in places or not _given_up(snapshot, answer)
    )


def _has(text: str, answer: Answer, snapshot: Snapshot) -> bool:
    """Whether an answer stands on a page, in full or as it is given where the wiki refuses its text."""
    return any(_reply(form, snapshot) in text for form in (answer, *shortened([answer])))


def _given_up(snapshot: Snapshot, answer: Answer) -> bool:
    """Whether a line has been gone for so long that nobody will put it back."""
    return answer.owed is not None and snapshot.poll.now - answer.owed > PATIENCE


def _unwritten(snapshot: Snapshot, cursor: Cursor, wiki: Wiki) -> tuple[tuple[str, ...], ...]:
    head, batches = snapshot.log, cursor.batches
    if not batches or head is None or head.id == cursor.log_base:
        return batches
    lines = log_lines(head.text or "")
    left = tuple(
        batch for batch in batches if not _stands(batch, lines)
    )  # as it is, whoever put it there
    left = _not_in(left, [head, *snapshot.log_since], snapshot.poll.user)
    return (
        _not_in(left, wiki.history(snapshot.titles.log, cursor.log_base), snapshot.poll.user)
        if left
        else ()
    )


def _stands(batch: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether a log reads so already: some lines of it, one after the other, are those of the batch."""
    starts = (at for at, line in enumerate(lines) if line == batch[0])
    return any(tuple(lines[at : at + len(batch)]) == tuple(batch) for at in starts)


def _not_in(
    batches: Iterable[tuple[str, ...]], revisions: Sequence[Revision], account: str
) -> tuple[tuple[str, ...], ...]:
    own = [
        f"\n{revision.text}\n"
        for revision in revisions
        if revision.user == account and revision.text
    ]
    return tuple(
        batch for batch in batches if not any(f"\n{block_of(batch)}\n" in text for text in own)
    )


# -- the pages with it -----------------------------------------------------------------------------


def page_before(snapshot: Snapshot, title: str) -> Revision | None:
    """The page as it was read."""
    return next((source.page for source in snapshot.sources if source.title == title), snapshot.log)


@dataclass(frozen=True)
class Filled:
    """A page's text with what it was owed, None where nothing could be added; ``missing``: what had no place there."""

    text: str | None = None
    missing: tuple[Answer, ...] = ()


def page_after(snapshot: Snapshot, cursor: Cursor, owed: Owed, title: str) -> Filled:
    """The page with what it is owed added."""
    for source in snapshot.sources:
        if source.title == title:
            mark = cursor.mark_of(snapshot.head(title).page_id)
            return _with_notices(
                _with_replies(source, mark, owed.answers, snapshot), source.page, owed.waiting
            )
    before = page_before(snapshot, title)
    text = before.text if before and before.text is not None else INTRODUCTION
    return Filled(append_log(text, owed.batches) if owed.batches else None)


def _with_notices(filled: Filled, page: Revision | None, waiting: Sequence[str] | None) -> Filled:
    """The steward page with the rules that wait under their heading."""
    text = filled.text if filled.text is not None or page is None else page.text
    if waiting is None or text is None:
        return filled
    return replace(filled, text=put_notices(text, waiting))


def _with_replies(
    source: Source, mark: Mark, answers: Sequence[Answer], snapshot: Snapshot
) -> Filled:
    page = source.page
    if page is None or page.text is None or not source.history:
        return Filled(missing=tuple(answers))
    places = _places(source, mark, snapshot)
    found = [
        (places[answer.id], _reply(answer, snapshot)) for answer in answers if answer.id in places
    ]
    missing = tuple(answer for answer in answers if answer.id not in places)
    return Filled(insert_replies(page.text, found) if found else None, missing)


def _places(source: Source, mark: Mark, snapshot: Snapshot) -> Mapping[ActionId, int]:
    """Line numbers by identity, as far back as answers are owed."""
    if not source.history:
        return {}
    try:
        found = attribute(
            source.history,
            cursor=mark.since,
            bot=snapshot.poll.user,
            heading=snapshot.titles.heading,
        )
    except HistoryProblem:
        return {}  # the next plan names what is wrong with the history
    return found.places


def _reply(answer: Answer, snapshot: Snapshot) -> str:
    """A reply as it stands on the page, but for its list marks and signature."""
    text = show(answer.text, LONGEST) + _where_to_ask(answer, snapshot)
    return reply_text(answer.verdict, text, str(answer.id))


def _where_to_ask(answer: Answer, snapshot: Snapshot) -> str:
    """A held line is settled on the steward page."""
    page = snapshot.titles.stewards
    return f" (stewards: [[{page}]])" if answer.verdict == Verdict.HELD and page else ""
