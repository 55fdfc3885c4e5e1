"""A sync that has something to do, stage by stage.

Each stage is a function from values to a value; only reading and writing do I/O. The order of the
writes makes a crash harmless: the gamestate goes first, with the state and the cursor in one edit,
and what the other pages are owed is in it. What a page has of the bot's is never written there
again.
"""

from __future__ import annotations

import base64
import dataclasses
import logging
import secrets
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from wikibot.config.settings import Settings, Titles
from wikibot.exits import ProgramError
from wikibot.game.actions import ActionId, IdentityPart, Outcome
from wikibot.game.engine.kernel_verbs import MAKE
from wikibot.game.engine.orders import find_verb
from wikibot.game.game import Game
from wikibot.game.names import counted
from wikibot.game.problems import Problem, failure
from wikibot.game.ruleset.readings import read_readings
from wikibot.game.state import State
from wikibot.stewards.accept import SentenceReader
from wikibot.storage.cursor import Answer, read_queue, shortened
from wikibot.storage.local import Journal, Storage
from wikibot.sync import writing
from wikibot.sync.announcing import Webhooks
from wikibot.sync.counted import counted_as, counted_pages
from wikibot.sync.gamestate_page import StatusLine, put_stop, status_lines
from wikibot.sync.inbox import Inbox, read_inbox, tell_lines
from wikibot.sync.loaded_game import apply_bot_commands, load_game
from wikibot.sync.pending_deliveries import (
    LIMIT,
    MOST,
    Deliveries,
    Trials,
    outstanding,
    page_before,
    pending_deliveries,
)
from wikibot.sync.pinned_pages import Form, form_pages, keep_chart, save_pinned_pages
from wikibot.sync.play import play
from wikibot.sync.reader import SnapshotReader
from wikibot.sync.render import Plan, render_pages
from wikibot.sync.report import (
    Budget,
    Options,
    PageChange,
    Report,
    Spent,
    Stuck,
    TimeUp,
    Watchdog,
    at,
    current_page,
)
from wikibot.sync.snapshot import REMEDIES, Setup, Snapshot, Unread, preflight, set_aside, setup_of
from wikibot.wiki.base import MEANWHILE, Poll, Saved, Wiki, denies
from wikibot.wiki.errors import EditConflict, EditRefused, NotAllowed, TryLater, WikiError
from wikibot.wikitext import plain
from wikibot.wikitext.escape import linkable
from wikibot.wikitext.lines import is_overmarked
from wikibot.wikitext.messages import ENGLISH, at_most, say, speaking
from wikibot.wikitext.own_marks import WAITS, check_marked, verdict_below
from wikibot.wikitext.table_writer import UnsafeEdit

# == What ``--debug`` says of a sync: how long each stage took, what became of every line ==========
#
# Everything goes to the logger of this package. Texts of players are shown as Python writes them,
# so that no line of theirs looks like one of the program's.

LOGGER = logging.getLogger(__package__)


@contextmanager
def stage(name: str, wiki: Wiki | None = None) -> Iterator[list[str]]:
    """Tell how long a stage took and how many requests it made, also where it fails.

    What it did is what it puts into the list. ``wiki`` None: it makes no request.
    """
    began, before, did = time.monotonic(), getattr(wiki, "requests", 0), list[str]()
    try:
        yield did
    finally:
        asked = getattr(wiki, "requests", 0) - before
        took = f"{time.monotonic() - began:.3f} s"
        took += f", {counted(asked, 'request')}" if wiki else ""
        LOGGER.debug("%s: %s", name, "; ".join((took, *did)))


def verdicts(outcomes: Sequence[Outcome]) -> str:
    """How many lines got which verdict."""
    counts = Counter(outcome.verdict.value for outcome in outcomes)
    listed = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    return counted(len(outcomes), "line") + (f" ({listed})" if listed else "")


# == A sync that has something to do, stage by stage ===============================================

STAGES = 4  # a stage may take this part of the time that a sync has


class Pipeline:
    """One sync in progress."""

    def __init__(
        self, settings: Settings, titles: Titles, game: Game[Any], wiki: Wiki, journal: Journal,
        storage: Storage, options: Options, budget: Budget,
    ) -> None:  # fmt: skip
        self.wiki, self.journal, self.options, self.budget = wiki, journal, options, budget
        self.titles, self.settings = titles, settings
        addresses = storage.webhooks()
        self.webhooks = Webhooks(settings, addresses, journal) if addresses else None
        self.reader = SnapshotReader(wiki, journal, titles, settings, anew=options.force)
        self.seconds = settings.bot.deadline.total_seconds()
        self.watchdog = Watchdog(self.seconds / STAGES)
        self.writer = writing.Writer(wiki, journal, options, titles.stop)
        self.tried: tuple[Outcome, ...] = ()  # what the gamestate that is being saved says of lines
        self.trials: Trials | None = None
        self.kept = journal.note("worked out") or ""
        self.unsaved: Plan | None = None  # whose gamestate is being saved
        self.refused: frozenset[ActionId] = frozenset()  # lines whose text the wiki may refuse
        self.left = 0  # lines that the next portion begins with
        self.played, self.storage = game, storage

    @cached_property
    def setup(self) -> Setup:
        """What is played and how; it needs the game, which is loaded while the wiki answers."""
        with suppress(ValueError):
            self.played.recall(base64.b64decode(self.kept, validate=True))
        with suppress(ValueError):
            plain.recall(base64.b64decode(self.journal.note("parsed") or "", validate=True))
        announced = self.webhooks.announced if self.webhooks else None
        return setup_of(self.settings, self.options, self.played, self.storage, announced)

    @cached_property
    def planner(self) -> Planner:
        """What plans all portions."""
        return Planner(self.setup, self.reader, self.watchdog, self.budget)

    def run(self, poll: Poll) -> Report:
        """All that is new, saved portion by portion. ``poll`` showed that there is something."""
        with speaking(ENGLISH):  # until the reader knows the words of this wiki
            before, report = self.budget.left, self._portion(poll)
            while self.left and not self.options.stop():
                played, left = len(report.outcomes), self.budget.left
                if not self.planner.fits_another(before - left):
                    more = f"{self.left:,} more lines are left to the next sync."
                    return replace(report, left=self.left, notes=(*report.notes, more))
                self.options.progress(f"{played:,} lines played, {self.left:,} left")
                self.journal.flush()
                before, poll = left, self.wiki.poll(self.titles.polled)
                report = report.followed_by(self._portion(poll))
        return report

    def _portion(self, poll: Poll) -> Report:
        """All stages, repeated while other edits come in between and time is left."""
        self.left = 0
        end = time.monotonic() + self.seconds  # each poll gives the wiki's answers theirs anew
        for _ in range(writing.ATTEMPTS + MOST):
            if halt := self._halt(poll):
                return self._report(Report(problems=(halt,)))
            try:
                if report := self._once(poll, secrets.token_hex(4)):
                    return report
            except EditConflict as conflict:
                self.options.progress(f"{conflict}; reading again")
            except EditRefused as error:
                # Leave out, in the next try, lines that may cause the refusal of the gamestate.
                page = poll.heads[self.titles.actions].page_id
                lines = [each.action for each in self.tried if each.action.id.page == page]
                texts = [(line.id, f"{line.text} {line.body}") for line in lines]
                self.trials = self.trials or Trials(texts)
                try:
                    self.refused = self.trials.without(error)
                except EditRefused:
                    self._tell(error)
                    raise
                self.options.progress(
                    f"{error}; saving without what {len(self.refused)} line(s) say"
                )
            except NotAllowed as error:
                self._tell(error)
                raise
            if time.monotonic() >= end:
                break
            poll = self.wiki.poll(self.titles.polled)
        remedy = "The next run goes on from here."
        raise TryLater("other people keep saving these pages", remedy=remedy)

    def _once(self, poll: Poll, run: str) -> Report | None:
        """Read, plan, write. None: the gamestate was made, or merged with an unread edit."""
        self.options.progress("reading")
        self.writer.before = len(self.writer.changes)
        MEANWHILE[:] = [lambda: self.played.called]  # loads it
        with stage("read", self.wiki) as did:
            snapshot = self.reader.read_snapshot(poll)
            if path := self.settings.game.actions_file:
                snapshot = replace(snapshot, queue=read_queue(path, snapshot.cursor.queue))
            lines = (
                f"{each.title} from {each.through} to {each.page.id}"
                for each in snapshot.line_pages
                if each.page is not None
            )
            did.append(", ".join((f"{snapshot.titles.gamestate} at {snapshot.over}", *lines)))
        with stage("plan", self.wiki) as did:
            plan = self.planner.plan(snapshot, run, self.refused)
            did.append(verdicts(plan.report.outcomes))
        if plan.made and not self.options.dry_run:
            change = PageChange(self.titles.gamestate, "", plan.made)
            self.writer.save(change, 0, run, say("the gamestate page"), plays=False, minor=False)
            return None
        self._remember(plan)
        if self.options.dry_run:
            # The report of a dry run: of many lines, the first portion.
            changes = tuple(writing.would_save(plan, self._archivist()))
            more = (f"{plan.left:,} more lines come after these.",) if plan.left else ()
            report = replace(plan.report, notes=(*plan.report.notes, *more))
            return replace(self._report(report), changes=changes)
        form: Form = ((), frozenset())
        if plan.snapshot.titles.kept:
            plan, form = form_pages(self.writer, plan, self.setup, self.watchdog)
        saved, self.unsaved = None, plan if plan.gamestate is not None else None
        if plan.gamestate is not None:
            writing.check_permissions(plan.snapshot, Deliveries.of(plan.cursor))
            self.tried = plan.report.outcomes
            with stage("commit", self.wiki) as did:
                saved = writing.commit(self.writer, plan, self.reader.own)
                did.append(f"revision {saved.revision}" if saved else "merged: planned again")
            if saved is None:
                return None
        self.tried, self.unsaved = (), None
        with stage("deliver", self.wiki) as did:
            heads = self._write(plan, run, form)
            did.extend(
                f"{title} at {head}" for title, head in heads.items() if head != writing.UNSETTLED
            )
        if self.webhooks and not self.options.stop():
            with stage("announce", self.wiki):
                self.writer.notes += self.webhooks.deliver(plan.cursor.news, snapshot.poll.now)
        self._mail(plan)
        self._settle(plan, saved, heads)
        delivered = writing.UNSETTLED not in heads.values()
        self.left = plan.left if (plan.report.outcomes or plan.cut) and delivered else 0
        return self._report(plan.report)

    def _remember(self, plan: Plan) -> None:
        """Keep what was derived from the pages, for the next run."""
        rules = plan.counted.rules
        if rules.held:
            key = counted_as(rules.through, rules.held)
            self.journal.set_notes({"counted": f"{key}\n{rules.value}"})
        kept = base64.b64encode(self.setup.game.remember()).decode()
        if kept and kept != self.kept:
            self.kept = kept
            self.journal.set_notes({"worked out": kept})
        if parsed := plain.remember():
            self.journal.set_notes({"parsed": base64.b64encode(parsed).decode()})

    def _write(self, plan: Plan, run: str, form: Form) -> dict[str, int]:
        """Write all pages that follow from the gamestate; the heads that they then have."""
        writer, watchdog = self.writer, self.watchdog
        writing.mark(writer, plan)
        heads = writing.write_readings(writer, plan, run)
        heads |= self._delivered(plan)
        writing.amend_rules(writer, plan, run)
        writer.busy = bool(writer.changes)
        writing.draw_board(writer, plan, watchdog, self.settings.bot.board_file, run)
        if plan.snapshot.titles.kept:
            heads |= save_pinned_pages(writer, plan, self.setup, watchdog, form)
        if self.settings.bot.chart_file:
            keep_chart(writer, plan, self.setup, watchdog)
        return heads

    def _delivered(self, plan: Plan) -> dict[str, int]:
        """Deliver what the pages are owed; the heads that they then have."""
        writer, watchdog = self.writer, self.watchdog
        return writing.Delivery(writer, self.reader, watchdog, plan, self._archivist()).deliver()

    def _archivist(self) -> writing.Archivist:
        return writing.Archivist(self.writer, self.watchdog, self.settings.game)

    def _tell(self, error: WikiError) -> None:
        """Report on the other pages why the gamestate could not be saved."""
        plan, self.unsaved = self.unsaved, None
        if plan is None or self.options.stop():
            return
        with suppress(WikiError, TimeUp, Unread), self.watchdog.stage():
            owed = pending_deliveries(plan.snapshot)
            told = stopped(plan.snapshot, owed, Stuck((str(error),)), self.options.said)
        with suppress(WikiError, TimeUp, Unread):
            writing.mark(self.writer, told)
            self._delivered(told)

    def _halt(self, poll: Poll) -> str:
        """Why nothing is written, where the stop page has any text on it."""
        head = poll.heads.get(self.titles.stop)
        if head is None or head.missing or not head.length:
            return ""
        why = "there is text on the stop page, so nothing is written. Blank the page to go on."
        return f"{self.titles.stop}: {why}"

    def _mail(self, plan: Plan) -> None:
        """Send the letters that stand in the cursor, once that is saved."""
        mailbox, letters = self.setup.mailbox, plan.cursor.letters
        if not letters or self.options.stop():
            return
        with stage("mail", self.wiki):
            self.writer.notes += mailbox.send(self.wiki, letters, self.setup.keeper(plan.cursor))

    def _settle(self, plan: Plan, saved: Saved | None, heads: Mapping[str, int]) -> None:
        """Note what the next poll must find for there to be nothing to do."""
        if plan.blocked or self.options.stop():
            return
        snapshot, titles = plan.snapshot, self.titles
        pages = {page.title: page.page for page in snapshot.line_pages} | dict(snapshot.logs)
        read = {title: page.id for title, page in pages.items() if title and page is not None}
        gamestate = {titles.gamestate: saved.revision if saved else snapshot.over}
        settled = {**snapshot.poll.newest, **read, **gamestate, **heads}
        settled = {title: settled[title] for title in titles.polled}
        ids = {title: head.page_id for title, head in snapshot.poll.heads.items()}
        retry = self.webhooks.due(plan.cursor.news) if self.webhooks else None
        due = [*filter(None, (plan.due, retry)), *self.writer.due]
        queue = snapshot.queue
        self.journal.set_notes({"queue": queue.stamp if queue and not queue.more else ""})
        self.journal.settle(settled, min(due, default=None), ids)

    def _report(self, report: Report) -> Report:
        writer = self.writer
        return replace(
            report, problems=(*report.problems, *writer.problems),
            notes=(*report.notes, *writer.notes), changes=tuple(writer.changes)
        )  # fmt: skip


# -- What follows from a snapshot: the stages between reading and writing, from value to value -----

ROOM = 2  # what comes of one portion may take this part of the space that a page has left
FIRST = 100  # lines of a sync's first portion, by which it is seen what a line costs


class Planner:
    """Makes the plan. Reads further history on demand and drops pages that take too long."""

    def __init__(
        self, setup: Setup, reader: SnapshotReader, watchdog: Watchdog, budget: Budget
    ) -> None:
        self.most, self.reader, self.watchdog, self.budget = setup.portion, reader, watchdog, budget
        self.setup = replace(setup, portion=min(FIRST, self.most))

    def fits_another(self, seconds: float) -> bool:
        """Whether there is time for another portion, after one that took so long; sizes it."""
        left, lines = self.budget.left, self.setup.portion
        if not left or 2 * left < seconds:
            return False
        fit = int(lines * left / (2 * seconds)) if seconds else self.most
        self.setup = replace(self.setup, portion=max(1, min(fit, self.most)))
        return True

    def plan(self, snapshot: Snapshot, run: str, refused: frozenset[ActionId]) -> Plan:
        """The plan of a snapshot, extended on demand; pages that take too long are left out."""
        problems, owed = tuple[str, ...](), Deliveries()
        self.setup = replace(self.setup, metered=self.budget.meter())
        while True:
            try:
                with self.watchdog.stage():
                    owed = pending_deliveries(snapshot)
                with self.watchdog.stage():
                    at(snapshot.titles.ruleset)
                    plan = make_plan(self.setup, snapshot, owed, run, refused)
                if not self._smaller(plan):
                    break
            except Unread as unread:
                snapshot = self.reader.with_past(snapshot, unread.past)
            except Spent as spent:
                self.setup = replace(self.setup, portion=max(spent.lines // 2, 1))
            except TimeUp:
                problems += (self.watchdog.report(),)
                rest = snapshot.without(current_page())
                if rest is None:
                    # A page that the game needs takes too long: nothing is played.
                    plan = Plan(snapshot, snapshot.cursor, owed, Report())
                    with suppress(TimeUp, Unread), self.watchdog.stage():
                        found = Stuck(problems)
                        found.mistake = True
                        told = stopped(snapshot, owed, found, self.setup.options.said, refused)
                        plan = replace(told, report=Report())
                    break
                snapshot = rest
        if not problems:
            return plan
        report = replace(plan.report, problems=(*problems, *plan.report.problems))
        return replace(plan, report=report, blocked=True)

    def _smaller(self, plan: Plan) -> bool:
        """Whether to plan again with fewer lines, as the answers to these would fill the page."""
        page, text, told = plan.snapshot.gamestate, plan.gamestate, plan.report.outcomes
        lines = sum(each.action.id.part is not IdentityPart.REPLY for each in told)
        portion = min(lines, self.setup.portion or lines) // 2
        if text is None or page is None or not portion:
            return False
        before = len((page.text or "").encode())
        left = max(min(LIMIT, plan.snapshot.limit or LIMIT) - before, 0)  # as far as is known
        if (len(text.encode()) - before) * ROOM <= left:
            return False
        self.setup = replace(self.setup, portion=portion)
        return True


def make_plan(
    setup: Setup, snapshot: Snapshot, owed: Deliveries, run: str, refused: Collection[ActionId] = ()
) -> Plan:
    """The stages between reading and writing: pure, but for the source of dice.

    ``owed``: what earlier runs left to be delivered. ``run`` names this one, ``refused`` lines
    whose text the wiki does not take. Raises :class:`~wikibot.sync.snapshot.Unread` where more has
    to be read.
    """
    try:
        set_aside(snapshot, setup.options.aside, setup.options.most_bytes)
        if page := first_page(setup, snapshot):
            return Plan(snapshot, snapshot.cursor, owed, Report(), made=page)
        preflight(snapshot)
        with stage("inbox"):
            inbox = read_inbox(snapshot, setup.options.said, refused, setup.portion)
        with stage("rules"):
            inbox, rules = counted_pages(setup, snapshot, inbox)
        tell_lines(inbox)
        with stage("commands"):
            commands = apply_bot_commands(setup, snapshot, inbox, rules)
        with stage("load"):
            loaded = load_game(setup, snapshot, inbox, commands)
        with stage("play"):
            played = play(setup, loaded)
        with stage("render"):
            return render_pages(setup, played, run, owed)
    except Stuck as stuck:
        found = stuck
    except Problem as problem:  # of the ruleset page as a whole
        found = Stuck((f"{snapshot.titles.ruleset}: {problem.text}",))
    except (ProgramError, WikiError, OSError):
        raise  # of the settings, the wiki and the machine
    except Exception as error:  # noqa: BLE001  # a mistake in the program: nothing is saved
        found = Stuck((f"{failure('planning', error)}. All lines stay queued.",))
        found.mistake = True
    return stopped(snapshot, owed, found, setup.options.said, refused)


# == What stops the game, told where people look: a cell that cannot be read, a page that is gone ==
#
# The status line of the gamestate page says it first of all; below each line that waits stands
# until when; the steward page lists it. All three say it once: the new text is compared with what
# the pages say, so a sync that finds the same again edits nothing, and a solved problem is removed.
#
# Decisions: while a cell cannot be read everything waits. State and cursor are one edit, and that
# page is not written; what a line leads to could be kept nowhere. Only the status line is touched,
# all else of the page stays to the byte, the cursor too: that edit is no transaction, its summary
# names no run, and the bot's last revision with a run stays the one that counts. A gamestate page
# at which the program itself failed, or that takes too long, is left alone; the other pages tell of
# it. Where {{bots}} keeps the bot from a page of the game nothing is written anywhere, as before.

LISTED = 3  # problems that the status line names


def stopped(
    snapshot: Snapshot, owed: Deliveries, found: Stuck, said: Sequence[str] = (),
    refused: Collection[ActionId] = ()
) -> Plan:  # fmt: skip
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
    status = StatusLine(snapshot.cursor, State(snapshot.poll.now), titles.stewards, snapshot.own)
    marked = put_stop(page.text, status, "; ".join(at_most(LISTED, stops)))
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
    return not (blocked or writing.lacking_rights(poll, head) or denies(text, poll.user))


def first_page(setup: Setup, snapshot: Snapshot) -> str:
    """A page for the rules and the waiting readings, where it alone is missing and asked for."""
    titles, page, bot = snapshot.titles, snapshot.actions.page, snapshot.poll.user
    missing = [key for key in REMEDIES if snapshot.head(getattr(titles, key)).missing]
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
