"""Reading: one poll, and then in as few requests as can be whatever of it is new.

The result is a :class:`Snapshot`, a value that holds everything a plan is made from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from wikibot.storage.cursor import Cursor, DamagedCursor
from wikibot.storage.journal import Journal
from wikibot.storage.own_revision import OwnRevisions
from wikibot.sync.poll import Titles
from wikibot.wiki.authorship.source import Source
from wikibot.wiki.base import Head, Poll, Revision, Wiki

LONGEST_READING = timedelta(
    minutes=10
)  # from a poll to the last answer; a sync has its deadline before


@dataclass(frozen=True)
class Snapshot:
    """Everything a plan is made from. Pages that do not exist are None.

    ``gamestate`` is what to play on; ``over`` is the head revision that the next edit is laid over.
    The two differ after a silent merge, which is played again from what people had saved.
    ``previous`` is the bot's own last gamestate where people have edited since, with ``editors``
    who did; ``merged``: the revision that it was meant for and the one that the server laid it over
    without a word, where people edited on top of that before it was noticed.
    """

    poll: Poll
    titles: Titles
    cursor: Cursor
    actions: Source
    stewards: Source
    ruleset: Revision | None = None
    gamestate: Revision | None = None
    over: int = 0
    log: Revision | None = None
    log_since: tuple[
        Revision, ...
    ] = ()  # revisions of the log page that came while the bot was writing
    previous: Revision | None = None
    editors: tuple[str, ...] = ()
    reverted: bool = False  # people took an edit of the bot back
    merged: tuple[Revision, ...] = ()
    tampered: bool = False  # the hidden comment on the page is not what the bot wrote
    damaged: str = ""  # why what the bot itself wrote cannot be read
    rules_known: bool = False  # a whole run has played by this revision of the ruleset page

    def head(self, title: str) -> Head:
        """The polled head of a title."""
        return self.poll.heads.get(title, Head(title))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The pages of lines that are in use."""
        return tuple(source for source in (self.actions, self.stewards) if source.title)


class SnapshotReader:
    """Gathers one snapshot after the other from one wiki, with the journal as cache."""

    def __init__(self, wiki: Wiki, journal: Journal, titles: Titles) -> None:
        self.wiki, self.journal, self.titles = wiki, journal, titles
        self.own = OwnRevisions(wiki, journal, titles.gamestate)

    def read_snapshot(self, poll: Poll) -> Snapshot:
        """Read what is not cached. Two or three GETs at most on a cold cache, one for a single new line."""
        pages = self._pages(poll)
        titles, gamestate = self.titles, pages.get(self.titles.gamestate)
        snapshot = Snapshot(
            poll, titles, Cursor(), Source(titles.actions), Source(titles.stewards), pages.get(titles.ruleset),
            gamestate, gamestate.id if gamestate else 0, pages.get(titles.log),
        )  # fmt: skip
        if gamestate is not None:
            snapshot = self._with_cursor(snapshot, gamestate)
        cursor = snapshot.cursor
        snapshot = replace(
            snapshot,
            actions=self._source(poll, titles.actions, cursor, pages),
            stewards=self._source(poll, titles.stewards, cursor, pages),
        )
        rules = snapshot.ruleset
        known = rules is not None and self.journal.settled.get(titles.ruleset) == rules.id
        return replace(snapshot, poll=replace(poll, now=_now(snapshot)), rules_known=known)

    def with_stewards(self, snapshot: Snapshot, *, listed: bool) -> Snapshot:
        """The snapshot with the text of the steward page, where rules that wait are to be listed there or were."""
        source, wanted = snapshot.stewards, listed or bool(snapshot.cursor.notices)
        if not (wanted and source.title and source.page is None) or self._missing(
            snapshot.poll, source.title
        ):
            return snapshot
        page = self._keep(source.title, self.wiki.read([source.title]).get(source.title))
        return replace(snapshot, stewards=replace(source, page=page))

    # -- texts -------------------------------------------------------------------------------------

    def _pages(self, poll: Poll) -> dict[str, Revision | None]:
        """Ruleset, gamestate and log, and the pages of lines whose newest text alone may be enough."""
        lines = [title for title in (self.titles.actions, self.titles.stewards) if title]
        wanted = [
            title
            for title in (self.titles.ruleset, self.titles.gamestate, self.titles.log)
            if title
        ]
        wanted += [title for title in lines if self._one_step(poll, title)]
        pages = {title: self._cached(poll, title) for title in (*wanted, *lines)}
        unknown = [
            title for title in wanted if pages[title] is None and not self._missing(poll, title)
        ]
        if unknown:
            for title, revision in self.wiki.read(unknown).items():
                pages[title] = self._keep(title, revision)
        return pages

    def _missing(self, poll: Poll, title: str) -> bool:
        head = poll.heads.get(title)
        return head is None or head.missing

    def _one_step(self, poll: Poll, title: str) -> bool:
        """Whether the newest text of a page tells all: its first revision, or one step from a cached one."""
        head = poll.heads[title].revision
        if head is None:
            return False
        settled = self.journal.settled.get(title)
        if head.parent_id == 0:
            return True
        return (
            head.parent_id == settled
            and self.journal.text(replace(head, id=settled, sha1=None)) is not None
        )

    def _cached(self, poll: Poll, title: str) -> Revision | None:
        head = poll.heads.get(title)
        if head is None or head.revision is None:
            return None
        text = self.journal.text(head.revision, head.length)
        if text is None:
            return None
        comment = head.revision.comment or self.journal.comment(
            head.revision.id
        )  # a poll may leave comments out
        if comment is None and head.revision.user == poll.user:
            return None  # whether it is an edit of the bot's is told by its summary
        return replace(head.revision, page_id=head.page_id, text=text, comment=comment)

    def _keep(self, title: str, revision: Revision | None) -> Revision | None:
        if revision is not None and revision.text is not None:
            self.journal.keep(title, revision.id, revision.text, revision.comment)
        return revision

    # -- the cursor, and what people did to the page -----------------------------------------------

    def _with_cursor(self, snapshot: Snapshot, page: Revision) -> Snapshot:
        """How far the game has been played, as the bot's own last revision says, and what people did since."""
        try:
            own = self.own.find(page, snapshot.poll.user)
        except DamagedCursor as error:
            return replace(snapshot, damaged=str(error))
        if own is None:  # a comment that somebody else put here gives nothing
            return replace(snapshot, cursor=Cursor(), editors=(page.user,) if page.user else ())
        if own.on_top:
            return self._with_merge(replace(snapshot, cursor=own.cursor), page, own.cursor)
        if not own.tampered and self._adopted(snapshot, page):
            return replace(snapshot, cursor=own.cursor)
        return replace(
            snapshot, cursor=own.cursor, previous=own.revision, editors=own.editors, tampered=own.tampered,
            reverted=own.reverted, merged=self._merged(own.revision, own.cursor),
        )  # fmt: skip

    def _adopted(self, snapshot: Snapshot, page: Revision) -> bool:
        """Whether a whole run found nothing to adopt in people's edits up to this one, by the rules as they are."""
        ruleset, settled = snapshot.ruleset, self.journal.settled
        same_rules = ruleset is not None and settled.get(self.titles.ruleset) == ruleset.id
        return same_rules and settled.get(self.titles.gamestate) == page.id

    def _with_merge(self, snapshot: Snapshot, page: Revision, cursor: Cursor) -> Snapshot:
        """Our own edit: if the server laid it over a revision that we had not read, go back to that revision's text."""
        if page.parent_id == cursor.base:
            return snapshot
        theirs = self.wiki.revisions([page.parent_id]).get(page.parent_id)
        if theirs is None or theirs.text is None:
            return snapshot
        under = self._with_cursor(replace(snapshot, gamestate=theirs), theirs)
        return replace(under, over=page.id)

    def _merged(self, own: Revision, cursor: Cursor) -> tuple[Revision, ...]:
        """What the bot's last edit was meant for and what the server merged it with, where these are two revisions."""
        if own.parent_id == cursor.base:
            return ()
        found = self.wiki.revisions([cursor.base, own.parent_id])
        return tuple(found[id_] for id_ in (cursor.base, own.parent_id)) if len(found) == 2 else ()

    # -- the histories of the pages of lines -------------------------------------------------------

    def _source(
        self, poll: Poll, title: str, cursor: Cursor, pages: Mapping[str, Revision | None]
    ) -> Source:
        """Bring a page from where the bot stopped reading, or from where its answers are still owed."""
        head = poll.heads.get(title)
        if head is None or head.revision is None:
            return Source(title)
        mark = cursor.mark_of(head.page_id)
        settled = self.journal.settled_in(title, head.page_id)
        through = max(mark.through, settled if settled <= head.revision.id else 0)
        owed = any(answer.id.page == head.page_id for answer in cursor.answers)
        start = min(mark.since, through) if owed and not self.delivered(cursor, title) else through
        history = self._history(title, pages.get(title), head, start)
        page = history[-1] if history else pages.get(title)
        self._keep(title, page)
        return Source(title, through, page, tuple(history))

    def _history(
        self, title: str, newest_text: Revision | None, head: Head, start: int
    ) -> Sequence[Revision]:
        revision = head.revision
        if revision is None or start >= revision.id:
            return [newest_text] if newest_text else []
        if newest_text is not None and newest_text.parent_id == 0 and start == 0:
            return [newest_text]
        if newest_text is not None and newest_text.parent_id == start:
            before = self.journal.text(Revision(head.page_id, start, 0, revision.time, None))
            if before is not None:
                return [
                    Revision(head.page_id, start, 0, revision.time, None, text=before),
                    newest_text,
                ]
        return self.wiki.history(title, start)

    def again(self, snapshot: Snapshot, cursor: Cursor, title: str) -> Snapshot:
        """The snapshot with one page read anew, after a conflict on it."""
        if title == self.titles.log:
            since = tuple(self.wiki.history(title, snapshot.log.id if snapshot.log else 0))
            return replace(
                snapshot, log=since[-1] if since else None, log_since=(*snapshot.log_since, *since)
            )
        if title == self.titles.actions:
            return replace(snapshot, actions=self._source_again(snapshot.actions, cursor))
        return replace(snapshot, stewards=self._source_again(snapshot.stewards, cursor))

    def _source_again(self, source: Source, cursor: Cursor) -> Source:
        page = source.page.page_id if source.page else 0
        history = tuple(self.wiki.history(source.title, cursor.mark_of(page).since))
        return replace(source, history=history, page=history[-1] if history else None)

    # -- what has been delivered -------------------------------------------------------------------

    def delivered(self, cursor: Cursor, title: str) -> bool:
        """Whether the journal knows that what the cursor owes a page has been written."""
        return cursor.run != "" and self.journal.note(f"delivered {title}") == cursor.run

    def note_delivered(self, cursor: Cursor, title: str) -> None:
        """Remember that it has."""
        self.journal.set_notes({f"delivered {title}": cursor.run})


def _now(snapshot: Snapshot) -> datetime:
    """The server's time, no earlier than anything that was read.

    People save between the poll and the reading, and the clocks of a wiki's servers differ. Were
    the game's time that of the poll, what they did would be played but lie in the future of the
    page, and the log would not lead to it. Times that an import made up do not count.
    """
    polled, cursor = snapshot.poll.now, snapshot.cursor
    pages = [
        snapshot.gamestate,
        *(page for source in snapshot.sources for page in (source.page, *source.history)),
    ]
    seen = [
        page.time for page in pages if page is not None and page.time <= polled + LONGEST_READING
    ]
    return max([polled, *seen, *([cursor.synced] if cursor.synced else [])])
