"""Reading: one poll, and then in as few requests as can be whatever of it is new.

The result is a :class:`Snapshot`, a value that holds everything a plan is made from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from wikibot.cursor import Cursor, DamagedCursor, Mark, newest, read_cursor
from wikibot.heads import Titles
from wikibot.journal import Journal
from wikibot.wiki.base import Head, Poll, Revision, Wiki


@dataclass(frozen=True)
class Source:
    """A page on which people write lines: the actions page, the steward page.

    ``through`` is the revision up to which every line has been handled (0: none yet). ``history`` is the page from
    there on (included), oldest first; it begins earlier where answers of an earlier batch are still owed.
    """

    title: str
    through: int = 0
    page: Revision | None = None
    history: tuple[Revision, ...] = ()


@dataclass(frozen=True)
class Snapshot:
    """Everything a plan is made from. Pages that do not exist are None.

    ``gamestate`` is what to play on; ``over`` is the head revision that the next edit is laid over. The two differ
    after a silent merge, which is played again from what people had saved. ``previous`` is the bot's own last
    gamestate where people have edited since, with ``editors`` who did.
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
    previous: Revision | None = None
    editors: tuple[str, ...] = ()
    reverted: bool = False  # people set the page back to an earlier cursor
    damaged: str = ""  # why the cursor on the page could not be read

    def head(self, title: str) -> Head:
        """The polled head of a title."""
        return self.poll.heads.get(title, Head(title))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The pages of lines that are in use."""
        return tuple(source for source in (self.actions, self.stewards) if source.title)


class Gatherer:
    """Gathers one snapshot after the other from one wiki, with the journal as cache."""

    def __init__(self, wiki: Wiki, journal: Journal, titles: Titles) -> None:
        self.wiki, self.journal, self.titles = wiki, journal, titles

    def gather(self, poll: Poll) -> Snapshot:
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
        return replace(
            snapshot,
            actions=self._source(poll, titles.actions, cursor.actions, cursor, pages),
            stewards=self._source(poll, titles.stewards, cursor.stewards, cursor, pages),
        )

    # -- texts ------------------------------------------------------------------------------------------------------

    def _pages(self, poll: Poll) -> dict[str, Revision | None]:
        """Ruleset, gamestate and log, and the pages of lines whose newest text alone may be enough."""
        lines = [title for title in (self.titles.actions, self.titles.stewards) if title]
        wanted = [title for title in (self.titles.ruleset, self.titles.gamestate, self.titles.log) if title]
        wanted += [title for title in lines if self._one_step(poll, title)]
        pages = {title: self._cached(poll, title) for title in (*wanted, *lines)}
        unknown = [title for title in wanted if pages[title] is None and not self._missing(poll, title)]
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
        return head.parent_id == settled and self.journal.text(replace(head, id=settled, sha1=None)) is not None

    def _cached(self, poll: Poll, title: str) -> Revision | None:
        head = poll.heads.get(title)
        if head is None or head.revision is None:
            return None
        text = self.journal.text(head.revision, head.length)
        if text is None:
            return None
        comment = head.revision.comment or self.journal.comment(head.revision.id)  # a poll may leave comments out
        return replace(head.revision, page_id=head.page_id, text=text, comment=comment)

    def _keep(self, title: str, revision: Revision | None) -> Revision | None:
        if revision is not None and revision.text is not None:
            self.journal.keep(title, revision.id, revision.text, revision.comment)
        return revision

    # -- the cursor, and what people did to the page ----------------------------------------------------------------

    def _with_cursor(self, snapshot: Snapshot, page: Revision) -> Snapshot:
        """Find how far the game has been played, also where people edited, reverted or damaged the page."""
        damaged = ""
        try:
            cursor = read_cursor(page.text or "")
        except DamagedCursor as error:
            cursor, damaged = None, str(error)
        ours = cursor is not None and page.user == snapshot.poll.user and cursor.run in (page.comment or "")
        if ours and cursor is not None:
            return self._with_merge(replace(snapshot, cursor=cursor), page, cursor)
        if cursor is not None and self._adopted(snapshot, page):
            return replace(snapshot, cursor=cursor)
        previous, editors = self._our_last(snapshot, page, cursor)
        last = _readable(previous)
        best = newest(cursor, last)
        reverted = last is not None and cursor is not None and cursor.run != last.run
        return replace(
            snapshot, cursor=best, damaged=damaged if last is None else "", previous=previous,
            editors=editors or ((page.user,) if page.user else ()), reverted=reverted,
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

    def _our_last(
        self, snapshot: Snapshot, page: Revision, cursor: Cursor | None
    ) -> tuple[Revision | None, tuple[str, ...]]:
        """The bot's newest own revision of the gamestate before ``page``, and who edited after it."""
        if page.parent_id == 0:
            return None, ()
        settled = self.journal.settled.get(self.titles.gamestate, 0)
        if settled == page.parent_id:
            text = self.journal.text(Revision(page.page_id, settled, 0, page.time, snapshot.poll.user))
            if text is not None:
                own = Revision(page.page_id, settled, 0, page.time, snapshot.poll.user, text=text)
                return own, ((page.user,) if page.user else ())
        revisions = self.wiki.history(self.titles.gamestate, cursor.base if cursor else 0)
        before = [revision for revision in revisions if revision.id <= page.id]
        for index in range(len(before) - 1, -1, -1):
            if before[index].user == snapshot.poll.user and _readable(before[index]) is not None:
                after = before[index + 1 :]
                return before[index], tuple(dict.fromkeys(r.user for r in after if r.user))
        return None, ()

    # -- the histories of the pages of lines ------------------------------------------------------------------------

    def _source(
        self, poll: Poll, title: str, mark: Mark, cursor: Cursor, pages: Mapping[str, Revision | None]
    ) -> Source:
        """Bring a page from where the bot stopped reading, or from where its answers are still owed."""
        head = poll.heads.get(title)
        if head is None or head.revision is None:
            return Source(title)
        settled = self.journal.settled.get(title, 0)
        if mark.page and mark.page != head.page_id:
            through = start = 0  # deleted and made anew: a page with a history of its own
        else:
            through = max(mark.through, settled if settled <= head.revision.id else 0)
            owed = any(answer.id.page == head.page_id for answer in cursor.answers)
            start = mark.since if owed and not self.delivered(cursor, title) else through
        history = self._history(title, pages.get(title), head, start)
        page = history[-1] if history else pages.get(title)
        self._keep(title, page)
        return Source(title, through, page, tuple(history))

    def _history(self, title: str, newest_text: Revision | None, head: Head, start: int) -> Sequence[Revision]:
        revision = head.revision
        if revision is None or start >= revision.id:
            return [newest_text] if newest_text else []
        if newest_text is not None and newest_text.parent_id == 0 and start == 0:
            return [newest_text]
        if newest_text is not None and newest_text.parent_id == start:
            before = self.journal.text(Revision(head.page_id, start, 0, revision.time, None))
            if before is not None:
                return [Revision(head.page_id, start, 0, revision.time, None, text=before), newest_text]
        return self.wiki.history(title, start)

    def again(self, snapshot: Snapshot, cursor: Cursor, title: str) -> Snapshot:
        """The snapshot with one page read anew, after a conflict on it."""
        if title == self.titles.log:
            return replace(snapshot, log=self.wiki.read([title]).get(title))
        if title == self.titles.actions:
            return replace(snapshot, actions=self._source_again(snapshot.actions, cursor.actions))
        return replace(snapshot, stewards=self._source_again(snapshot.stewards, cursor.stewards))

    def _source_again(self, source: Source, mark: Mark) -> Source:
        history = tuple(self.wiki.history(source.title, mark.since))
        return replace(source, history=history, page=history[-1] if history else None)

    # -- what has been delivered ------------------------------------------------------------------------------------

    def delivered(self, cursor: Cursor, title: str) -> bool:
        """Whether the journal knows that what the cursor owes a page has been written."""
        return cursor.run != "" and self.journal.note(f"delivered {title}") == cursor.run

    def note_delivered(self, cursor: Cursor, title: str) -> None:
        """Remember that it has."""
        self.journal.set_notes({f"delivered {title}": cursor.run})


def _readable(revision: Revision | None) -> Cursor | None:
    try:
        return read_cursor(revision.text) if revision and revision.text else None
    except DamagedCursor:
        return None
