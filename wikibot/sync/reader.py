"""Reading: a snapshot of the wiki in as few requests as can be, with the journal as cache."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from wikibot.config.settings import Settings, Titles
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.orders import read_log
from wikibot.stewards.notices import EDIT
from wikibot.storage.cursor import (
    SEARCHED,
    Cursor,
    DamagedCursor,
    Mark,
    NewerCursor,
    OwnRevisions,
    cursor_of,
    says_run,
)
from wikibot.storage.local import Journal, read_bounded
from wikibot.storage.log_page import log_lines
from wikibot.sync.counted import counted_as
from wikibot.sync.snapshot import Accounts, LinePage, PastOf, Snapshot, server_time, with_older
from wikibot.wiki.base import (
    PARENT_UNKNOWN,
    Head,
    Poll,
    Revision,
    Wiki,
    is_of_month,
    normalise,
    of_months,
)
from wikibot.wiki.errors import EditConflict
from wikibot.wiki.history import (
    SKEW,
    History,
    heads_of,
    lineage,
    read_through,
    saved_elsewhere,
    unchanged,
)
from wikibot.wikitext import messages
from wikibot.wikitext.dialect import current
from wikibot.wikitext.lines import is_older, is_too_long, read_line
from wikibot.wikitext.own_marks import answered_identity, read_verdict
from wikibot.wikitext.regex import regex

AT_ONCE = 50  # titles in one request
MOST_LOST = 100  # gamestates whose lines a log page is looked through for
BEFORE = 50  # revisions before one that came back, in which its lines may have been written
_NUMBER = regex(r"\d{1,16}")
_LASTS = ("done", "needs", "held")  # verdicts of lines that the gamestate page knows


def speak(settings: Settings, page: str) -> tuple[str, ...]:
    """Speak in the words of the wiki from now on; gives what is wrong with those that people gave.

    ``page``: the text of the page of words, "" where there is none.
    """
    bot, given, faults = settings.bot, [(settings.bot.words_page, page)], list[str]()
    if bot.words_file:
        try:
            given.append((str(bot.words_file), read_bounded(bot.words_file, messages.MOST)))
        except OSError as error:
            faults.append(f"{bot.words_file}: {error.strerror}")
    words, _ = messages.words_of(bot.language or current().language)
    for where, text in given:
        words, wrong = messages.words_of(words.language, text, words)
        faults += [f"{where}: {each}" for each in wrong]
    messages.use(words)
    return tuple(faults)


class SnapshotReader:
    """Reads snapshots from one wiki, with the journal as cache."""

    def __init__(
        self, wiki: Wiki, journal: Journal, titles: Titles, settings: Settings, *,
        anew: bool = False,
    ) -> None:  # fmt: skip
        self.wiki, self.journal, self.titles, self.settings = wiki, journal, titles, settings
        self.anew = anew  # a page that the bot never saved begins a new game, whatever was played
        self.own = OwnRevisions(wiki, journal, titles.gamestate)

    def read_snapshot(self, poll: Poll) -> Snapshot:
        """Read what is not cached: one GET for a single new line, two or three on a cold cache."""
        pages = self._pages(poll)
        words = pages.get(self.titles.words)
        faults = speak(self.settings, (words.text or "") if words else "")
        titles, gamestate = self.titles, pages.get(self.titles.gamestate)
        snapshot = Snapshot(
            poll,
            titles,
            LinePage(titles.actions),
            LinePage(titles.stewards),
            ruleset=pages.get(titles.ruleset),
            readings=pages.get(titles.readings),
            gamestate=gamestate,
            over=gamestate.id if gamestate else 0,
            logs={titles.log: pages.get(titles.log)} if titles.log else {},
            limit=self.journal.too_big,
            faults=faults,
        )
        if gamestate is not None:
            snapshot = self._with_cursor(snapshot, gamestate)
        cursor, rules = snapshot.cursor, snapshot.ruleset
        snapshot = replace(
            snapshot,
            actions=self._line_page(poll, titles.actions, cursor, pages),
            stewards=self._line_page(poll, titles.stewards, cursor, pages),
            counted=self._counted(cursor),
            rules_known=rules is not None and self.journal.settled.get(titles.ruleset) == rules.id,
        )
        snapshot = self._with_lost_batches(self._with_logs(snapshot))
        snapshot = replace(snapshot, lost=self._lost(snapshot), without_them=self.anew)
        pages_of_bot = {*titles.polled, snapshot.cursor.log}
        delivered = (t for t in pages_of_bot if self.journal.was_delivered(t, cursor.run))
        new = [each for page in snapshot.line_pages for each in heads_of(page.history)
               if each.id > page.through]  # fmt: skip
        accounts = self._accounts(snapshot)
        snapshot = replace(snapshot, accounts=accounts, trusted=self._trusted(new, accounts))
        poll = replace(snapshot.poll, now=server_time(snapshot))
        return replace(snapshot, poll=poll, delivered=frozenset(delivered))

    def with_past(self, snapshot: Snapshot, past: PastOf) -> Snapshot:
        """The snapshot with a part of a page's history; a page of lines then begins with it."""
        since = past.since
        if past.before and since:  # all of it where that revision is no more
            found = self.wiki.revisions([since]).get(since)
            since = found.parent_id if found else 0
        revisions = self.wiki.history(past.title, since)
        head = snapshot.head(past.title).revision
        longer = {
            page.title: with_older(page, _readable(revisions, page.through), head.id)
            for page in snapshot.line_pages
            if head and page.title == past.title and page.title not in snapshot.left_out
        }
        pasts = {**snapshot.pasts, past: revisions}
        if past.title in (self.titles.ruleset, self.titles.readings):
            heads = heads_of(revisions)
            accounts = self._accounts(snapshot, heads)
            governing = snapshot.governing | self._trusted(heads, accounts)
            snapshot = replace(snapshot, accounts=accounts, governing=governing)
        return replace(snapshot.with_lines(longer), pasts=pasts)

    def again(self, snapshot: Snapshot, title: str, cursor: Cursor) -> Snapshot:
        """The snapshot with one page read anew, after a conflict on it."""
        if title in snapshot.logs:
            log = snapshot.logs[title]
            new = self.wiki.history(title, log.id if log else 0)
            logs = {**snapshot.logs, title: new[-1] if new else None}
            return replace(snapshot, logs=logs, log_since=(*snapshot.log_since, *new))
        page = next(page for page in snapshot.line_pages if page.title == title)
        since = cursor.mark_of(page.page.page_id if page.page else 0).since
        history = self.wiki.history(title, since)
        newest = history[-1] if history else None
        history = _readable(history, page.through)
        placed = self._placed(
            replace(page, history=history, page=newest), snapshot.head(title), cursor
        )
        return snapshot.with_lines({title: placed})

    # -- texts -------------------------------------------------------------------------------------

    def _pages(self, poll: Poll) -> dict[str, Revision | None]:
        """All pages whose newest text is enough."""
        titles = self.titles
        wanted = [titles.ruleset, titles.gamestate, titles.log, titles.stewards, titles.words,
                  titles.readings]  # fmt: skip
        wanted += [titles.actions] if self._one_step(poll, titles.actions) else []
        known = {titles.actions: self._cached(poll, titles.actions)}
        return known | self._texts(poll, list(filter(None, wanted)))

    def _one_step(self, poll: Poll, title: str) -> bool:
        """Whether the newest text tells all: a first revision, or one step from a cached one."""
        head = poll.heads[title].revision
        if head is None or head.parent_id == 0:
            return head is not None
        before = replace(head, id=head.parent_id, sha1=None)
        settled = self.journal.settled.get(title) == before.id
        return settled and self.journal.cached(before) is not None

    def _cached(self, poll: Poll, title: str) -> Revision | None:
        head = poll.heads.get(title)
        if head is None or head.revision is None:
            return None
        found = self.journal.cached(replace(head.revision, page_id=head.page_id), head.length)
        # A poll may leave summaries out, and an edit of the bot's is known by its summary.
        known = found is not None and (found.comment is not None or found.user != poll.user)
        return found if known else None

    def _keep(self, title: str, revision: Revision | None) -> Revision | None:
        if revision is not None and revision.text is not None:
            self.journal.keep(title, revision.id, revision.text, revision.comment)
        return revision

    # -- the cursor, and what people did to the page -----------------------------------------------

    def _with_cursor(self, snapshot: Snapshot, page: Revision) -> Snapshot:
        """How far the game was played, by the bot's last revision, and what people did since."""
        try:
            own = self.own.find(page, snapshot.poll.user)
        except NewerCursor:
            raise
        except DamagedCursor as error:
            return replace(snapshot, damaged=str(error))
        if own is None:  # a comment that people put here gives nothing
            editors = (page.user,) if page.user else ()
            return replace(
                snapshot, cursor=Cursor(), editors=editors,
                played_by=self._played_before(snapshot.poll)
            )  # fmt: skip
        if own.on_top:
            # An edit of the bot; with the text of the one that it was merged with, if any.
            snapshot = replace(snapshot, cursor=own.cursor)
            if page.parent_id == own.cursor.base:
                return snapshot
            theirs = self.wiki.revisions([page.parent_id]).get(page.parent_id)
            if theirs is None or theirs.text is None:
                return snapshot
            under = self._with_cursor(replace(snapshot, gamestate=theirs), theirs)
            return replace(under, over=page.id)
        ruleset, settled = snapshot.ruleset, self.journal.settled
        same_rules = ruleset is not None and settled.get(self.titles.ruleset) == ruleset.id
        is_settled = same_rules and settled.get(self.titles.gamestate) == page.id
        if not own.tampered and is_settled:  # a whole run found nothing to adopt by these rules
            return replace(snapshot, cursor=own.cursor)
        return replace(
            snapshot, cursor=own.cursor, previous=own.revision, editors=own.editors,
            tampered=own.tampered, reverted=own.reverted,
            merged=self._merged(own.revision, own.cursor)
        )  # fmt: skip

    def _played_before(self, poll: Poll) -> str:
        """The page by which a game was played here with another gamestate; "" for none.

        What the bot itself saved there tells, whatever people have made of it since.
        """
        for title in filter(None, (self.titles.log, self.titles.log_before, self.titles.actions)):
            if self.anew or _missing(poll, title):
                continue
            saved = self.wiki.changes(title, until=None, user=poll.user, limit=1, texts=True)
            text = (saved[0].text or "") if saved else ""
            told = any(map(answered_identity, text.split("\n")))
            if told if title == self.titles.actions else log_lines(text):
                return title
        return ""

    def _lost(self, snapshot: Snapshot) -> tuple[str, ...]:
        """Actions that the gamestate page does not know, as its newest edits are gone.

        The edit that plays one comes before its log line and its answer. What the bot itself saved
        on the log page tells, or without one on the actions page; it is asked for where that page's
        text has such lines.
        """
        log, cursor = self.titles.log, snapshot.cursor
        page = snapshot.logs.get(log) if log else snapshot.actions.page
        if page is None or cursor.synced is None:
            return ()
        mark = cursor.known_mark(page.page_id) or Mark()
        later = partial(_later, cursor.synced) if log else partial(_answered_later, mark)
        if not later(page.text or ""):
            return ()
        title, bot = log or self.titles.actions, snapshot.poll.user
        saved = self.wiki.changes(title, until=None, user=bot, limit=1, texts=True)
        return later(saved[0].text or "") if saved else ()

    def _merged(self, own: Revision, cursor: Cursor) -> tuple[Revision, ...]:
        """What the bot's edit was meant for and what it was merged with, where these differ."""
        if own.parent_id == cursor.base:
            return ()
        found = self.wiki.revisions([cursor.base, own.parent_id])
        return tuple(found[id_] for id_ in (cursor.base, own.parent_id)) if len(found) == 2 else ()

    # -- the histories of the pages of lines -------------------------------------------------------

    def _line_page(
        self, poll: Poll, title: str, cursor: Cursor, pages: Mapping[str, Revision | None]
    ) -> LinePage:
        """A page from where the bot stopped reading, or from where its answers are still owed."""
        head = poll.heads.get(title)
        if head is None or head.revision is None:
            return LinePage(title)
        mark = cursor.mark_of(head.page_id)
        settled = self.journal.settled_in(title, head.page_id)
        through = max(mark.through, settled if settled <= head.revision.id else 0)
        owed = any(answer.id.page == head.page_id for answer in cursor.answers)
        waits = owed and not self.journal.was_delivered(title, cursor.run)
        start = min(mark.since, through) if waits else through
        found = self._history(title, pages.get(title), head, start)
        page, history = found[-1] if found else pages.get(title), _readable(found, through)
        if older := self._restored_from(title, history, through, poll.user):
            longer = lineage(_readable(self.wiki.history(title, older), through), older)
            # Where a revision between is gone, what was read could be taken for new.
            history = longer if through in {each.id for each in heads_of(longer)} else history
        self._keep(title, page)
        return self._placed(LinePage(title, through, page, history), head, cursor)

    def _placed(self, page: LinePage, head: Head, cursor: Cursor) -> LinePage:
        """A page without what was saved on other pages, and what was saved on it elsewhere.

        A page that is new to a game that has been played counts from the last sync on. The log of
        moves is asked for where there is a revision that a move may have left.
        """
        if page.page and page.page.page_id != head.page_id:
            raise EditConflict("another page was moved there", page=page.title)
        history, through = lineage(page.history, page.through), page.through
        mark, heads = cursor.known_mark(head.page_id), heads_of(history)
        before = [each.id for each in heads if cursor.synced and each.time <= cursor.synced]
        began = mark.began if mark else next(reversed(before), 0)
        elsewhere = frozenset(each.id for each in heads[: read_through(heads, began) + 1])
        known = {each.id for each in heads}
        others = {each.sha1 for each in heads_of(page.history) if each.id not in known} - {None}
        elsewhere |= {each.id for each in heads if each.sha1 in others}
        if moved := unchanged(history, through):
            moves = self.wiki.moves(moved[0].time - SKEW, moved[-1].time + SKEW)
            elsewhere |= saved_elsewhere(history, through, head.title, moves)
        return replace(page, history=history, elsewhere=elsewhere, began=began)

    def _history(
        self, title: str, newest_text: Revision | None, head: Head, start: int
    ) -> Sequence[Revision]:
        revision = head.revision
        if revision is None or start >= revision.id:
            return (newest_text,) if newest_text else ()
        if newest_text is not None and newest_text.parent_id == start:
            if start == 0:
                return (newest_text,)
            known = Revision(head.page_id, start, PARENT_UNKNOWN, revision.time, None)
            before = self.journal.cached(known)
            if before is not None:
                return (before, newest_text)
        return self.wiki.history(title, start)

    def _restored_from(
        self, title: str, history: Sequence[Revision], through: int, bot: str
    ) -> int:
        """From which revision on the history shows what new ones put back; 0 where none does so.

        What was read long ago and taken off is not in the history since. It comes back with an old
        revision, with the undoing of one, which the summary names, or under its old signature. One
        request for the hashes of older revisions; none where the bot's newest answer is still there
        and nothing went since the bot wrote it.
        """
        at, heads = read_through(history, through), heads_of(history)
        if at < 0 or all(each.user == bot for each in heads[at + 1 :]):
            return 0
        before = (history[at].text or "").split("\n")
        answers = [(ActionId.parse(id_), raw) for raw in before if (id_ := answered_identity(raw))]
        ours = heads[at].user in {bot, None} and says_run(heads[at])
        ours = ours or self.journal.note(f"grown {title}") == str(through)
        newest = max(answers, default=(None, ""))[1] if ours else ""
        known, hashes, undone = {*before}, set[str](), set[int]()
        last, grows, stale = known, bool(newest), False
        for revision in history[at + 1 :]:
            text = revision.text or ""
            lines = text.split("\n")
            if revision.user == bot or lines == before:
                continue
            hashes.add(hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())
            numbers = map(int, _NUMBER.findall(revision.comment or ""))
            undone.update(number for number in numbers if number <= through < 2 * number)
            signatures = (read_line(raw).signature for raw in {*lines} - known)
            stale = stale or any(is_older(each, revision.time) for each in signatures)
            grows, last = grows and last <= {*lines}, {*lines}
            known |= last
        if grows:
            self.journal.set_notes({f"grown {title}": str(heads[-1].id)})
        if grows and not (stale or undone):
            return 0
        older = self.wiki.changes(title, until=heads[at], limit=SEARCHED)
        found = [n for n, each in enumerate(older) if each.sha1 in hashes or each.id in undone]
        found += [len(older) - 1] if stale else []
        return older[min(max(found) + BEFORE, len(older) - 1)].id if found else 0

    # -- the log pages of other months -------------------------------------------------------------

    def _with_logs(self, snapshot: Snapshot) -> Snapshot:
        """The log pages besides the present one that matter: seldom any, for most syncs none.

        Those that the cursor's lines belong on, and those on which a line may stand that is new to
        this cursor. One small GET for pages that were not polled, one for texts.
        """
        log, cursor, titles = self.settings.game.log, snapshot.cursor, self.titles
        if not log:
            return replace(snapshot, cursor=dataclasses.replace(cursor, log=""))
        owed = bool(cursor.batches) and not self.journal.was_delivered(cursor.log, cursor.run)
        wanted = [cursor.log] if owed and cursor.log else []
        new = [each for page in snapshot.line_pages for each in heads_of(page.history)]
        if any(page.page and page.page.id > page.through for page in snapshot.line_pages):
            since = cursor.synced or min((each.time for each in new), default=snapshot.poll.now)
            wanted += of_months(log, min(since, snapshot.poll.now), snapshot.poll.now)
        begins = [cursor.log] if cursor.log and snapshot.head(titles.log).missing else []
        heads = [title for title in (*wanted, *begins) if title != titles.log]
        poll = snapshot.poll
        unknown = [title for title in dict.fromkeys(heads) if title not in poll.heads]
        there = dict(poll.heads)
        for at in range(0, len(unknown), AT_ONCE):
            there.update(self.wiki.poll(unknown[at : at + AT_ONCE]).heads)
        snapshot = replace(snapshot, poll=replace(poll, heads=there))
        logs = self._texts(snapshot.poll, [each for each in wanted if each not in snapshot.logs])
        noted = self._owed_log(snapshot) if owed else cursor.log
        cursor = dataclasses.replace(cursor, log=noted)
        return replace(snapshot, cursor=cursor, logs={**snapshot.logs, **logs})

    def _with_lost_batches(self, snapshot: Snapshot) -> Snapshot:
        """The log page owed what it lacks, where another page stood under its title meanwhile.

        It was moved or deleted, and is back; the bot's gamestates since its own newest edit of the
        page say what was logged. One request tells whether that page is another one; none where it
        is as the last run left it.
        """
        title, cursor, bot = self.titles.log, snapshot.cursor, snapshot.poll.user
        log, known = snapshot.logs.get(title), {cursor.log_base, self.journal.settled.get(title)}
        gone = log is None or cursor.log != title or snapshot.head(title).redirect
        if gone or log is None or known & {log.id, log.parent_id}:
            return snapshot
        base = self.wiki.revisions([cursor.log_base]) if cursor.log_base else {}
        written = self.wiki.changes(title, until=None, user=bot, limit=1)
        if any(each.page_id == log.page_id for each in base.values()) or not written:
            return snapshot
        saved = self.wiki.changes(self.titles.gamestate, until=None, user=bot, limit=SEARCHED)
        later = [each.id for each in saved if each.id > written[0].id]
        texts = self.wiki.revisions(sorted(later[:MOST_LOST]))
        batches: dict[tuple[str, ...], None] = {}
        for id_ in sorted(texts):
            with suppress(DamagedCursor):  # hidden, or not the bot's own
                said = cursor_of(texts[id_])
                batches |= dict.fromkeys(said.batches if said and said.log == title else ())
        self.journal.note_delivered(title, "")
        owed = dataclasses.replace(cursor, late=tuple(batches), lines=(), log_base=written[0].id)
        return replace(snapshot, cursor=owed)

    def _owed_log(self, snapshot: Snapshot) -> str:
        """Which page the cursor's lines belong on: the one it notes, unless that was moved away."""
        noted, titles = snapshot.cursor.log, self.titles
        same = (
            t for t in (titles.log, titles.log_before) if t and normalise(t) == normalise(noted)
        )
        head = snapshot.head(noted)
        gone = head.missing or head.redirect
        if not noted or (gone and not is_of_month(noted, self.settings.game.log)):
            return titles.log
        return next(same, noted)

    def _texts(self, poll: Poll, titles: Sequence[str]) -> dict[str, Revision | None]:
        """The newest texts of pages; those that are not cached come in one GET, or a few."""
        found = {title: self._cached(poll, title) for title in titles}
        unknown = [
            each for each, page in found.items() if page is None and not _missing(poll, each)
        ]
        for at in range(0, len(unknown), AT_ONCE):
            texts = self.wiki.read(unknown[at : at + AT_ONCE])
            found |= {title: self._keep(title, revision) for title, revision in texts.items()}
        return found

    def _counted(self, cursor: Cursor) -> str | None:
        """What counted of the ruleset page when the cursor was written, if it was noted here."""
        if not any(each.what == EDIT for each in cursor.notices):
            return None
        key, _, text = (self.journal.note("counted") or "").partition("\n")
        return text if key == counted_as(cursor.ruleset, cursor.notices) else None

    # -- what else has to be known -----------------------------------------------------------------

    def _accounts(self, snapshot: Snapshot, more: Sequence[Revision] = ()) -> Accounts:
        """What the revisions tell of accounts that came with the pages."""
        heads = [each.revision for each in snapshot.poll.heads.values() if each.revision]
        heads += [each for page in snapshot.line_pages for each in heads_of(page.history)]
        return Accounts.of([*more, *heads], snapshot.cursor, self.settings.stewards.users)

    def _trusted(self, new: Sequence[Revision], accounts: Accounts) -> frozenset[str]:
        """The stewards: by name, and of those who saved some revisions by group."""
        stewards, users = self.settings.stewards, accounts.trusted()
        named = (each.user for each in new if each.user_id)
        unknown = list(dict.fromkeys(user for user in named if user not in {None, *users}))
        if not stewards.groups or not unknown:
            return users
        groups = self.wiki.groups([name for name in unknown if name])
        wanted = set(stewards.groups)
        return users | {name for name, held in groups.items() if wanted & set(held)}


def _readable(history: Sequence[Revision], through: int) -> Sequence[Revision]:
    """A history in which revisions that are too long count as hidden ones.

    Not so the one through which the page was read, as it was before there was that bound.
    """
    if isinstance(history, History):
        return history.without_long(through)
    return tuple(
        replace(each, text=None) if each.id != through and is_too_long(each.text or "") else each
        for each in history
    )


def _later(synced: datetime, log: str) -> tuple[str, ...]:
    entries = (each for each in read_log("\n".join(log_lines(log))))
    actions = (each for each in entries if isinstance(each, Action) and each.time > synced)
    return tuple(f"{each.account}: {each.text}" for each in actions)


def _answered_later(mark: Mark, text: str) -> tuple[str, ...]:
    """Lines that were played, or wait, though the page was not read through them."""
    found, above = [], ""
    for raw in text.split("\n"):
        identity = answered_identity(raw)
        id_ = ActionId.parse(identity) if identity else ActionId(0, 0, 0)
        if identity is None:
            above = raw
        elif id_.page == mark.page and id_.revision > mark.through and read_verdict(raw) in _LASTS:
            line = read_line(above)
            found.append(": ".join(filter(None, (line.signature.user, line.text))))
    return tuple(found)


def _missing(poll: Poll, title: str) -> bool:
    head = poll.heads.get(title)
    return head is None or head.missing
