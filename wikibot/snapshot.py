"""Reading: one poll, and then in as few requests as can be whatever of it is new.

The result is a :class:`Snapshot`, a value that holds everything a plan is made from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wikibot.cursor import Cursor, DamagedCursor, newest, read_cursor
from wikibot.journal import Journal
from wikibot.settings import Settings
from wikibot.wiki.base import Head, Poll, Revision, Wiki


@dataclass(frozen=True)
class Titles:
    """The pages that a game lives on; an empty title stands for a page that is not used."""

    ruleset: str
    gamestate: str
    actions: str
    log: str = ""
    stewards: str = ""
    stop: str = ""

    @classmethod
    def of(cls, settings: Settings) -> Titles:
        """The titles that the settings name."""
        game = settings.game
        pages = (game.ruleset, game.gamestate, game.actions, game.log, settings.stewards.page, settings.bot.stop_page)
        return cls(*pages)

    @property
    def polled(self) -> tuple[str, ...]:
        """All titles in use, each once."""
        every = (self.ruleset, self.gamestate, self.actions, self.log, self.stewards, self.stop)
        return tuple(dict.fromkeys(title for title in every if title))


@dataclass(frozen=True)
class Snapshot:
    """Everything a plan is made from. Pages that do not exist are None.

    ``through`` is the revision of the actions page up to which every line has been handled (0: none yet). ``history``
    is that page from there on (included), oldest first; it begins earlier where answers of an earlier batch are still
    owed. ``gamestate`` is what to play on; ``over`` is the head revision that the next edit is laid over. The two
    differ after a silent merge, which is played again from what people had saved. ``previous`` is the bot's own last
    gamestate where people have edited since, with ``editors`` who did.
    """

    poll: Poll
    titles: Titles
    cursor: Cursor
    through: int
    ruleset: Revision | None = None
    gamestate: Revision | None = None
    over: int = 0
    actions: Revision | None = None
    log: Revision | None = None
    history: tuple[Revision, ...] = ()
    previous: Revision | None = None
    editors: tuple[str, ...] = ()
    reverted: bool = False  # people set the page back to an earlier cursor
    damaged: str = ""  # why the cursor on the page could not be read

    def head(self, title: str) -> Head:
        """The polled head of a title."""
        return self.poll.heads.get(title, Head(title))


def idle(poll: Poll, titles: Titles, journal: Journal) -> bool:
    """Whether the last run left nothing to do, no page has moved since, and no timed event is due."""
    heads = {title: head.revision.id if head.revision else 0 for title, head in poll.heads.items()}
    due = journal.due
    return journal.settled == {title: heads.get(title, 0) for title in titles.polled} and not (due and due <= poll.now)


class Gatherer:
    """Gathers one snapshot after the other from one wiki, with the journal as cache."""

    def __init__(self, wiki: Wiki, journal: Journal, titles: Titles) -> None:
        self.wiki, self.journal, self.titles = wiki, journal, titles

    def gather(self, poll: Poll) -> Snapshot:
        """Read what is not cached. Two or three GETs at most on a cold cache, one for a single new line."""
        pages = self._pages(poll)
        gamestate = pages.get(self.titles.gamestate)
        snapshot = Snapshot(
            poll, self.titles, Cursor(), 0, pages.get(self.titles.ruleset), gamestate,
            gamestate.id if gamestate else 0, pages.get(self.titles.actions), pages.get(self.titles.log),
        )  # fmt: skip
        if gamestate is not None:
            snapshot = self._with_cursor(snapshot, gamestate)
        return self._with_history(snapshot)

    # -- texts ------------------------------------------------------------------------------------------------------

    def _pages(self, poll: Poll) -> dict[str, Revision | None]:
        """Ruleset, gamestate and log, and the actions page where it is cached or nothing else could be enough."""
        wanted = [title for title in (self.titles.ruleset, self.titles.gamestate, self.titles.log) if title]
        pages = {title: self._cached(poll, title) for title in (*wanted, self.titles.actions)}
        unknown = [title for title in wanted if pages[title] is None and not self._missing(poll, title)]
        if self._one_step(poll) and pages[self.titles.actions] is None:
            unknown.append(self.titles.actions)
        if unknown:
            for title, revision in self.wiki.read(unknown).items():
                pages[title] = self._keep(title, revision)
        return pages

    def _missing(self, poll: Poll, title: str) -> bool:
        head = poll.heads.get(title)
        return head is None or head.missing

    def _one_step(self, poll: Poll) -> bool:
        """Whether the newest text of the actions page tells all: its first revision, or one step from a cached one."""
        head = poll.heads[self.titles.actions].revision
        if head is None:
            return False
        settled = self.journal.settled.get(self.titles.actions)
        if head.parent_id == 0:
            return True
        return head.parent_id == settled and self.journal.text(replace(head, id=settled, sha1=None)) is not None

    def _cached(self, poll: Poll, title: str) -> Revision | None:
        head = poll.heads.get(title)
        if head is None or head.revision is None:
            return None
        text = self.journal.text(head.revision)
        return None if text is None else replace(head.revision, page_id=head.page_id, text=text)

    def _keep(self, title: str, revision: Revision | None) -> Revision | None:
        if revision is not None and revision.text is not None:
            self.journal.keep(title, revision.id, revision.text)
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
        previous, editors = self._our_last(snapshot, page, cursor)
        last = _readable(previous)
        best = newest(cursor, last)
        reverted = last is not None and cursor is not None and cursor.run != last.run
        return replace(
            snapshot, cursor=best, damaged=damaged if last is None else "", previous=previous,
            editors=editors or ((page.user,) if page.user else ()), reverted=reverted,
        )  # fmt: skip

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

    # -- the history of the actions page ----------------------------------------------------------------------------

    def _with_history(self, snapshot: Snapshot) -> Snapshot:
        """Bring the actions page from where the bot stopped reading, or from where its answers are still owed."""
        head = snapshot.head(self.titles.actions)
        if head.revision is None:
            return snapshot
        cursor, settled = snapshot.cursor, self.journal.settled.get(self.titles.actions, 0)
        if cursor.page and cursor.page != head.page_id:
            through = start = 0  # deleted and made anew: a page with a history of its own
        else:
            through = max(cursor.through, settled if settled <= head.revision.id else 0)
            owed = bool(cursor.answers) and not self.delivered(cursor, "replies")
            start = cursor.since if owed else through
        history = self._history(snapshot, head, start)
        actions = history[-1] if history else snapshot.actions
        self._keep(self.titles.actions, actions)
        return replace(snapshot, through=through, history=tuple(history), actions=actions)

    def _history(self, snapshot: Snapshot, head: Head, start: int) -> Sequence[Revision]:
        newest_text, revision = snapshot.actions, head.revision
        if revision is None or start >= revision.id:
            return [newest_text] if newest_text else []
        if newest_text is not None and newest_text.parent_id == 0 and start == 0:
            return [newest_text]
        if newest_text is not None and newest_text.parent_id == start:
            before = self.journal.text(Revision(head.page_id, start, 0, revision.time, None))
            if before is not None:
                return [Revision(head.page_id, start, 0, revision.time, None, text=before), newest_text]
        return self.wiki.history(self.titles.actions, start)

    def again(self, snapshot: Snapshot, cursor: Cursor, what: str) -> Snapshot:
        """The snapshot with the page that ``what`` (replies or log) goes to read anew, after a conflict on it."""
        if what == "log":
            return replace(snapshot, log=self.wiki.read([self.titles.log]).get(self.titles.log))
        history = tuple(self.wiki.history(self.titles.actions, cursor.since))
        return replace(snapshot, history=history, actions=history[-1] if history else None)

    # -- what has been delivered ------------------------------------------------------------------------------------

    def delivered(self, cursor: Cursor, what: str) -> bool:
        """Whether the journal knows that the cursor's replies or log lines have been written."""
        return cursor.run != "" and self.journal.note(f"delivered {what}") == cursor.run

    def note_delivered(self, cursor: Cursor, what: str) -> None:
        """Remember that they have."""
        self.journal.set_notes({f"delivered {what}": cursor.run})


def _readable(revision: Revision | None) -> Cursor | None:
    try:
        return read_cursor(revision.text) if revision and revision.text else None
    except DamagedCursor:
        return None
