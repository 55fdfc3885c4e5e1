"""Writing: the gamestate first, which is the write that counts; then answers and log lines.

A page that refuses does not keep the others from being written; what it lacks stays owed. The order
of these pages matters to nobody, so the edit of the log is under way while the others are written.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from wikibot.config.sections import GameSection
from wikibot.exits import ProgramError
from wikibot.game.names import counted
from wikibot.game.problems import failure
from wikibot.game.ruleset.readings import written
from wikibot.stewards.accept import telling_unread
from wikibot.storage.cursor import OwnRevisions
from wikibot.storage.local import Journal
from wikibot.storage.log_page import with_edit_mark
from wikibot.sync.pending_deliveries import (
    FILTERS,
    FULL,
    LIMIT,
    MOST,
    TOO_BIG,
    Deliveries,
    Places,
    Trials,
    for_page,
    outstanding,
    page_after,
    page_before,
    pages_with_deliveries,
    remedy_for,
    shortened,
    unwritable,
)
from wikibot.sync.reader import SnapshotReader
from wikibot.sync.render import LONGEST, Plan, delivered, fitting, harmless
from wikibot.sync.report import Options, PageChange, TimeUp, Watchdog, at
from wikibot.sync.snapshot import Snapshot, Unread
from wikibot.wiki.base import Edit, Head, Poll, Revision, Saved, Wiki, denies, of_month, summary
from wikibot.wiki.base import page_before as month_page_before
from wikibot.wiki.errors import EditConflict, EditRefused, NotAllowed, TryLater, WikiError
from wikibot.wikitext.dialect import is_redirect
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import DAY, format_time, parse_time
from wikibot.wikitext.own_marks import (
    archives_listed,
    part_answered,
    with_archived,
    with_archives_listed,
)
from wikibot.wikitext.table_writer import UnsafeEdit

# -- committing ------------------------------------------------------------------------------------
# Before it nothing has happened, after it everything has. The replies and the log lines are in that
# edit as well, so that the next run can still deliver them. The ruleset page and the picture follow
# from the state; what fails there the next sync does.


class Writer:
    """Saves the pages of one run, and collects changes, problems and notes for the report."""

    def __init__(self, wiki: Wiki, journal: Journal, options: Options, stop_page: str) -> None:
        self.wiki, self.journal = wiki, journal
        self.stop, self.progress, self.dry_run = options.stop, options.progress, options.dry_run
        self.stop_page = stop_page
        self.changes: list[PageChange] = []
        self.before = 0  # of these, how many are of earlier portions
        self.notes: list[str] = []
        self.problems: list[str] = []
        self.due: list[datetime] = []  # when pages that had to wait are to be saved
        self.busy = False  # whether this sync has edits of the game itself

    def save(
        self, change: PageChange, base: int, run: str, what: str, *, plays: bool = True,
        minor: bool = True, model: str = "",
    ) -> Saved:  # fmt: skip
        """Save one page over the revision ``base`` (0: it does not exist yet).

        What was saved is cached, unless the server merged it with another edit: then the page reads
        otherwise. Without ``plays`` the edit is not one that the next run goes on from. Only edits
        that answer people, or change what is played, are not ``minor``. ``model``: as of
        :class:`~wikibot.wiki.base.Edit`.
        """
        said = self.summary(run, what) if plays else self.summary(run, what, "id")
        edit = Edit(change.title, change.after, base or None, said, run, minor, model)
        with self.stop.writing():
            try:
                saved = self.wiki.save(edit)
            except EditRefused as error:
                if error.code == TOO_BIG:
                    self.journal.note_too_big(len(change.after.encode()))
                raise
        self.changes.append(change)
        stored = self.wiki.stored(change.after)
        if stored is not None and saved.changed and saved.parent == base:
            self.journal.keep(change.title, saved.revision, stored, said)
        return saved

    def summary(self, run: str, what: str, name: str = "run") -> str:
        """Edit summary: what was done, where to stop the bot."""
        halt = f" ([[{self.stop_page}|{say('stop')}]])" if self.stop_page else ""
        return summary(what + halt, run, name)


def played_lines(plan: Plan) -> str:
    """The number of lines played, for edit summaries."""
    played = len(plan.report.outcomes)
    return say("{} played", counted(played, "line")) if played else say("nothing played")


# The right that each protection level of a default MediaWiki asks for; other levels are rights
# themselves.
_RIGHT = {"sysop": "editprotected", "autoconfirmed": "editsemiprotected"}


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


def commit(writer: Writer, plan: Plan, own: OwnRevisions) -> Saved | None:
    """Save state and cursor.

    None where the server merged the edit with one that was not read: then plan again.
    """
    snapshot, run, page = plan.snapshot, plan.cursor.run, plan.snapshot.gamestate
    title, before = snapshot.titles.gamestate, (page.text or "") if page else ""
    writer.progress("saving the gamestate")
    with writer.stop.writing():
        what = fitting(plan.happened, LONGEST - len(writer.summary(run, ""))) or played_lines(plan)
        change = PageChange(title, before, plan.gamestate or "")
        try:
            saved = writer.save(change, snapshot.over, run, what)
        except EditRefused as error:  # perhaps for a name in the summary: once more without
            if what == played_lines(plan) or not error.code.startswith(FILTERS):
                raise
            what = played_lines(plan)
            saved = writer.save(change, snapshot.over, run, what)
        if saved.parent != snapshot.over and saved.changed:
            writer.progress("the gamestate was saved in between; playing again on that")
            return None
        if saved.changed:
            said = writer.summary(run, what)
            edit = (saved.revision, saved.revision, saved.parent, said)
            own.note(snapshot.poll.user, *edit)
        report = plan.report
        counted = f"{len(report.outcomes)} lines, {len(report.corrections)} corrections"
        writer.journal.record(run, snapshot.poll.now, counted, report.outcomes)
        return saved


def mark(writer: Writer, plan: Plan) -> None:
    """Save the status line alone: what stops the game, or stops it no longer.

    What fails here the next sync does; the report tells of the trouble in any case.
    """
    snapshot, page = plan.snapshot, plan.snapshot.gamestate
    if plan.marked is None or writer.stop():
        return
    change = PageChange(snapshot.titles.gamestate, (page.text or "") if page else "", plan.marked)
    writer.progress("saying on the gamestate page what stops the game")
    try:
        writer.save(
            change, snapshot.over, secrets.token_hex(4), say("what stops the game"), plays=False
        )
    except EditConflict as conflict:
        writer.progress(f"{conflict}; the next sync says it")
    except (EditRefused, NotAllowed) as error:
        writer.problems.append(str(error))


def amend_rules(writer: Writer, plan: Plan, run: str) -> None:
    """Write into the ruleset page what stewards let the bot enact."""
    page, title = plan.snapshot.ruleset, plan.snapshot.titles.ruleset
    if plan.ruleset is None or page is None or writer.stop():
        return
    before = page.text or ""
    if denies(before, plan.snapshot.poll.user):
        writer.progress(f"{title} keeps the bot away")
        return
    writer.progress(f"writing {title}")
    try:
        change = PageChange(title, before, plan.ruleset)
        writer.save(change, page.id, run, plan.enacts, minor=False)
    except EditConflict as conflict:
        writer.progress(f"{conflict}; the next sync writes it")


def write_readings(writer: Writer, plan: Plan, run: str) -> dict[str, int]:
    """Write onto the readings page what people gave by lines; the head that it then has."""
    page, title = plan.snapshot.readings, plan.snapshot.titles.readings
    lacking = plan.counted.lacking
    tells = plan.unread is not None and page is not None
    if not (lacking or tells) or writer.stop():
        return {}
    before = (page.text or "") if page else ""
    if denies(before, plan.snapshot.poll.user):
        writer.notes.append(f"{title} keeps the bot away")
        return {}
    about = say("What sentences of [[{}]] mean to the bot.", plan.snapshot.titles.ruleset)
    try:
        after = written(before, lacking, f"{about}\n\n")
        after = telling_unread(after, plan.unread or ()) if tells else after
        if after == before:
            return {}
        writer.progress(f"writing {title}")
        whose = ", ".join(dict.fromkeys(harmless(each.by) for each in lacking))
        what = say("{} by {}", counted(len(lacking), "reading"), whose) if lacking else ""
        what = what or say("what is for people, and what it may mean")
        change = PageChange(title, before, after)
        saved = writer.save(change, page.id if page else 0, run, what, minor=False)
    except EditConflict as conflict:
        writer.progress(f"{conflict}; the next sync writes it")
    except (EditRefused, NotAllowed, UnsafeEdit) as error:
        writer.problems.append(f"{title}: {error}")
    else:
        return {title: saved.revision}
    return {}


def draw_board(writer: Writer, plan: Plan, watchdog: Watchdog, name: str, run: str) -> None:
    """Put the board's picture into the file ``name``; a failure stops nothing.

    It waits as pages do that are not the game itself.
    """
    if not name or plan.board is None or writer.stop():
        return
    from wikibot.game.picture import board_svg

    note, picture, now = f"drawn {name}", b"", plan.snapshot.poll.now
    with contained(writer, watchdog, f"drawing {name}"):
        picture = board_svg(plan.board).encode()
    known, _, time = (writer.journal.note(note) or "").partition(" ")
    print_ = hashlib.sha256(picture).hexdigest()
    if not picture or known == print_ or (time and waits(writer, parse_time(time), now)):
        return
    writer.progress(f"drawing {name}")
    try:
        with writer.stop.writing():
            writer.wiki.put_file(name, picture, writer.summary(run, played_lines(plan)))
        writer.journal.set_notes({note: f"{print_} {format_time(now)}"})
    except (WikiError, OSError) as error:
        writer.notes.append(f"{name} could not be written: {error}")


_QUARTER = timedelta(minutes=15)


def waits(writer: Writer, since: datetime, now: datetime) -> bool:
    """Whether what was saved last at a time is saved by a later sync; then it is due.

    Not beside edits of the game itself, nor more often than once in a quarter of an hour.
    """
    if not writer.busy and now >= since + _QUARTER:
        return False
    writer.due.append(max(since + _QUARTER, now))
    return True


@contextmanager
def contained(writer: Writer, watchdog: Watchdog, what: str) -> Iterator[None]:
    """Report what takes too long, or a mistake: in drawing it stops nothing."""
    try:
        with watchdog.stage():
            at(what)
            yield
    except TimeUp:
        writer.problems.append(watchdog.report())
    except Exception as error:  # noqa: BLE001
        writer.problems.append(failure(what, error))


# == Archiving: old answered lines leave the actions page for the page that ``archive`` names ======
#
# The archive is saved first, then the actions page, in the same edit as the answers where there
# are any. If the program is killed in between, the next run finds the lines in the archive and
# only takes them off. Whatever goes wrong here leaves the lines where they are and costs no
# answer.
#
# A look costs two requests, so there is one a day; where the page is half full, one an hour. When
# the last one was is noted in the journal alone: without it, one look more.

_NOTE = "archived"
_SOON = timedelta(hours=1)
_LEAST = 20_000  # bytes that an archive has left before it is called full
_BY_MONTH = "Put `%Y-%m` into `archive` in settings.ini, for a page a month."
_RENAME = "Set `archive` in settings.ini to its new title."
_OLD_LINES = "Answered lines of [[:{}]] that got old. Nothing that is written here is played."


class Archivist:
    """Moves old lines in one run; only the first try of writing the page does.

    In a dry run nothing is saved nor noted: ``would_save`` has the archive as it would be.
    """

    def __init__(self, writer: Writer, watchdog: Watchdog, game: GameSection) -> None:
        self.writer, self.watchdog = writer, watchdog
        self.title, self.after = game.archive, game.archive_after
        self.would_save: list[PageChange] = []
        self._tried = False

    def is_due(self, plan: Plan) -> bool:
        """Whether it is time to look for old lines, and known which of them wait."""
        page, snapshot = plan.snapshot.actions, plan.snapshot
        known = plan.in_play is not None and not plan.blocked and page.page is not None
        if not self.title or self._tried or not known or page.title in snapshot.left_out:
            return False
        noted = self.writer.journal.time(_NOTE)
        half = snapshot.head(page.title).length > LIMIT // 2
        return not noted or snapshot.poll.now - noted >= (_SOON if half else DAY)

    def without_old(self, plan: Plan, text: str) -> tuple[str, str]:
        """The actions page ``text`` without old lines, which are in the archive then.

        With it what was moved where, for the edit's summary; the same text and "" where nothing is.
        """
        if not self.is_due(plan):
            return text, ""
        self._tried = True
        try:
            return self._moved(plan, text)
        except (EditConflict, TryLater) as error:
            self.writer.progress(f"{error}; the next run archives")
            return text, ""
        except WikiError as error:
            self.writer.problems.append(f"{error} The lines stay on {plan.snapshot.actions.title}.")
        except TimeUp:
            self.writer.problems.append(self.watchdog.report())
        except Exception as error:  # noqa: BLE001  # a mistake in the program costs no answer
            self.writer.problems.append(failure("archiving lines", error))
        self.note(plan.snapshot.poll.now)
        return text, ""

    def note(self, now: datetime) -> None:
        """Note until when there is nothing to move."""
        if not self.writer.dry_run:
            self.writer.journal.set_notes({_NOTE: format_time(now)})

    def _moved(self, plan: Plan, text: str) -> tuple[str, str]:
        snapshot, writer = plan.snapshot, self.writer
        title, then = snapshot.actions.title, snapshot.poll.now - self.after
        writer.progress(f"looking for old lines on {title}")
        before, archive = writer.wiki.as_of(title, then), self._archive(then)
        old = (before.text or "") if before else ""
        owed = (each.id for each in plan.cursor.answers)
        waiting = set(map(str, (*(plan.in_play or ()), *owed)))
        with self.watchdog.stage():
            at(title)
            parted = part_answered(text, old, snapshot.poll.user, waiting, archive.room)
        if not parted.moved:
            self.note(snapshot.poll.now)
            return text, ""
        if denies(archive.text, snapshot.poll.user):
            why = "{{bots}} or {{nobots}} keeps the bot away"
            raise EditRefused(why, page=archive.title, remedy="Take it off that page.")
        count = len(parted.moved)
        what = say("{} moved to {}", counted(count, "old line"), f"[[:{archive.title}]]")
        self._save(archive, parted.moved, title, what)
        name = archive.title.rpartition("/")[2] or archive.title
        listed = {**dict(archives_listed(text)), archive.title: name}
        heading, prefix = snapshot.titles.heading, self.title.partition("%")[0]
        kept = with_archives_listed(parted.kept, tuple(listed.items()), heading, prefix)
        return kept, what

    def _archive(self, then: datetime) -> _Archive:
        """The archive of a time. One that is full, or leads elsewhere, is refused.

        On the first of a month a run that was cut off may have begun on the page before it.
        """
        title = of_month(self.title, then)
        before = month_page_before(self.title, then) if then.day == 1 else ""
        found = self.writer.wiki.read([each for each in (title, before) if each])
        page, last = found[title], found.get(before)
        archive = _Archive(title, page, (last.text or "") if last else "")
        if archive.room < _LEAST:
            raise EditRefused("the archive is full", page=title, remedy=_BY_MONTH)
        if is_redirect(archive.text):
            raise EditRefused("the archive is a redirect", page=title, remedy=_RENAME)
        return archive

    def _save(self, archive: _Archive, threads: Sequence[str], title: str, what: str) -> None:
        """Put what the archive does not have, nor the one before it, at its end."""
        begun = archive.text if archive.page else f"{say(_OLD_LINES, title)}\n\n"
        after = with_archived(begun, threads, title, archive.before)
        if after == archive.text:
            return
        base = archive.page.id if archive.page else 0
        change = PageChange(archive.title, archive.text, after)
        if self.writer.dry_run:
            self.would_save.append(change)
        else:
            self.writer.save(change, base, secrets.token_hex(4), what)


class _Archive(Struct, frozen=True):
    """A page of the archive as it was read; ``before``: the text of the page before it."""

    title: str
    page: Revision | None
    before: str

    @property
    def text(self) -> str:
        return (self.page.text or "") if self.page else ""

    @property
    def room(self) -> int:
        """How many bytes it still takes."""
        return LIMIT * FULL // 100 - len(self.text.encode())


# == Delivering: answers go below their lines, log lines to the log page ===========================

UNSETTLED = -1  # no revision: a page that the next poll has to look at
ATTEMPTS = 6  # how often something is tried again because of other people's edits
_MOST_EDITS = 3  # of a portion: the gamestate, the answers, the log


class _Try(Struct, frozen=True):
    """One try of writing a page: the edit, and whether some of what is owed has no place there.

    Each has another id, ``run``: what another try, or another run, has written is not an answer to
    this one. ``moved``: which old lines leave the page, for the summary ``what``.
    """

    change: PageChange
    base: int
    run: str
    what: str
    missing: bool
    moved: str = ""


class Delivery:
    """Writes what the pages are owed after a plan. Each page can cost only itself."""

    def __init__(
        self, writer: Writer, reader: SnapshotReader, watchdog: Watchdog, plan: Plan,
        archivist: Archivist,
    ) -> None:  # fmt: skip
        self.writer, self.reader, self.watchdog, self.plan = writer, reader, watchdog, plan
        self.archivist = archivist

    def deliver(self) -> dict[str, int]:
        """Write all pages. Gives the heads that they now have, UNSETTLED where unknown.

        A refusal is raised at the end; after :class:`TryLater` nothing more is tried. What would be
        one edit too many waits for the next sync: the log, where a page of rules is saved, too.
        """
        plan, snapshot, writer = self.plan, self.plan.snapshot, self.writer
        most = writer.before + _MOST_EDITS - (plan.ruleset is not None)
        heads: dict[str, int] = {}
        refused: WikiError | None = None
        actions, owing = snapshot.titles.actions, pages_with_deliveries(snapshot, plan.owed)
        for title in pages_with_deliveries(snapshot, Deliveries.of(plan.cursor)):
            if title not in owing:
                self._note_delivered(title)  # it is complete
        archives = actions not in owing and self.archivist.is_due(plan)
        titles = (actions, *owing) if archives else owing
        for title in (each for each in titles if each not in snapshot.left_out):
            if writer.stop() or isinstance(refused, TryLater):
                break
            if heads and not plan.left and len(writer.changes) >= most:
                heads[title] = UNSETTLED
                continue
            writer.progress(f"writing {title}")
            try:
                heads[title] = self._contained(title)
            except TryLater as error:
                refused = error
            except WikiError as error:
                owed = for_page(snapshot, plan.owed, title)
                if owed.answers or owed.batches:
                    refused = refused or error
                else:
                    writer.problems.append(f"{title}: {error}")
        if refused is not None:
            raise refused
        return heads

    def _contained(self, title: str) -> int:
        """Deliver to one page; a failure is reported, and the page stays owed."""
        try:
            return self._page(title)
        except EditRefused as error:
            if error.code != TOO_BIG:
                raise
            remedy = remedy_for(self.plan.snapshot, title, archives=self.archivist.title != "")
            lacks = f"{error.message}; what it lacks comes when there is room"
            self.writer.problems.append(f"{title}: {lacks}. {remedy}.")
        except (WikiError, ProgramError, OSError, sqlite3.Error):
            raise
        except TimeUp:
            self.writer.problems.append(self.watchdog.report())
        except Exception as error:  # noqa: BLE001  # a mistake in the program
            self.writer.problems.append(f"{title}: {failure('writing this page', error)}")
        return UNSETTLED

    def _page(self, title: str) -> int:
        """One page. On a conflict only this page is read again."""
        plan, snapshot = self.plan, self.plan.snapshot
        owed, places = for_page(snapshot, plan.owed, title), _known_places(plan, title)
        full, refusal = owed.answers, None
        trials = Trials([(answer.id, answer.text) for answer in full])
        for _ in range(ATTEMPTS + MOST):
            try:
                saved = self._saved(snapshot, owed, title, places)
            except EditRefused as error:
                without, refusal = trials.without(error), error
                owed = replace(owed, answers=shortened(full, without))
            except EditConflict as conflict:
                if refusal:
                    raise refusal from None  # the next run sees what is on the page
                self.writer.progress(f"{conflict}; reading the page again")
                snapshot = self.reader.again(snapshot, title, plan.cursor)
                snapshot, left = self._outstanding(snapshot, title)
                left = replace(left, waiting=owed.waiting, stops=owed.stops)
                owed = for_page(snapshot, left, title)
                places = None
            else:
                if refusal:
                    are = (
                        "is written without its text"
                        if len(without) == 1
                        else ("are written without their texts")
                    )
                    count = f"{counted(len(without), 'answer')} there {are}."
                    self.writer.problems.append(f"{refusal} {count}")
                return saved if snapshot is plan.snapshot else UNSETTLED
        remedy = "The next run goes on from here."
        raise TryLater("other people keep saving this page", page=title, remedy=remedy)

    def _saved(
        self, snapshot: Snapshot, owed: Deliveries, title: str, places: Places | None
    ) -> int:
        """Save one page with what it is owed: the head that it has then."""
        one = self._try(snapshot, owed, title, places)
        head = one.base
        if one.change.before != one.change.after:
            answers = title in {each.title for each in snapshot.line_pages}
            saved = self.writer.save(one.change, one.base, one.run, one.what, minor=not answers)
            head = saved.revision if saved.parent == head else UNSETTLED
        if one.moved:
            self.archivist.note(snapshot.poll.now)
        if not one.missing:  # a line that is gone may be put back, and is answered then
            self._note_delivered(title)
        return head

    def _try(self, snapshot: Snapshot, owed: Deliveries, title: str, places: Places | None) -> _Try:
        page, cursor, run = page_before(snapshot, title), self.plan.cursor, secrets.token_hex(4)
        before, head = (page.text or "", page.id) if page else ("", 0)
        with self.watchdog.stage():
            at(title)
            text, missing, why = page_after(snapshot, cursor, owed, title, places)
            if title == cursor.log and text != before:
                text = with_edit_mark(text, run)
        if why:
            self.writer.problems.append(f"{title}: {why}")
        moved = ""
        actions = title == snapshot.titles.actions and not unwritable(before)
        if actions and snapshot is self.plan.snapshot:
            text, moved = self.archivist.without_old(self.plan, text)
        change = PageChange(title, before, text)
        return _Try(change, head, run, moved or delivered(owed), missing, moved)

    def _outstanding(self, snapshot: Snapshot, title: str) -> tuple[Snapshot, Deliveries]:
        """What a page that was read again still lacks; everything, where looking takes too long."""
        while True:
            try:
                with self.watchdog.stage():
                    return snapshot, outstanding(snapshot, self.plan.cursor, title)
            except Unread as unread:
                snapshot = self.reader.with_past(snapshot, unread.past)
            except TimeUp:
                self.writer.problems.append(self.watchdog.report())
                return snapshot, for_page(snapshot, Deliveries.of(self.plan.cursor), title)

    def _note_delivered(self, title: str) -> None:
        self.writer.journal.note_delivered(title, self.plan.cursor.run)


def _known_places(plan: Plan, title: str) -> Places | None:
    """Where the lines of a page stand, where the inbox found that from the very same history."""
    for page in plan.snapshot.line_pages:
        since = plan.cursor.mark_of(plan.snapshot.head(title).page_id).since
        if page.title == title and page.history and since == page.through:
            return plan.places.get(title)
    return None


def would_save(plan: Plan, archivist: Archivist) -> Iterator[PageChange]:
    """What would be saved, for a dry run, and by whom old lines would be moved."""
    snapshot, titles = plan.snapshot, plan.snapshot.titles
    for title, page, text in (
        (titles.gamestate, snapshot.gamestate, plan.gamestate or plan.marked),
        (titles.ruleset, snapshot.ruleset, plan.ruleset),
    ):
        if text is not None and page is not None:
            yield PageChange(title, page.text or "", text)
    written, actions = pages_with_deliveries(snapshot, plan.owed), titles.actions
    if actions not in written and archivist.is_due(plan):
        written = (actions, *written)
    for title in written:
        page, owed = page_before(snapshot, title), for_page(snapshot, plan.owed, title)
        before = (page.text or "") if page else ""
        text, *_ = page_after(snapshot, plan.cursor, owed, title, _known_places(plan, title))
        if title == actions:
            text, _ = archivist.without_old(plan, text)
            yield from archivist.would_save
        if text != before:
            yield PageChange(title, before, text)
