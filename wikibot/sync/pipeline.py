"""A sync that has something to do: read, plan, and at most three writes, of which the first is the one that counts.

The order of the writes is what makes a crash harmless. The gamestate goes first, with the state and
the cursor in one edit: before it nothing has happened, after it everything has. The replies and the
log lines are in that edit as well, so that whoever runs next can still deliver them. What a page
has of the bot's is never written there again.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from wikibot.config.settings import Settings
from wikibot.exits import ProgramError
from wikibot.game.actions import ActionId, Outcome
from wikibot.game.game import Game
from wikibot.game.problems import failure
from wikibot.storage.cursor import Cursor
from wikibot.storage.journal import Journal
from wikibot.storage.log_page import with_edit_mark
from wikibot.sync.context import ContextMaker
from wikibot.sync.current_page import at
from wikibot.sync.delivery import (
    Owed,
    elsewhere,
    for_page,
    of_cursor,
    outstanding,
    owed_pages,
    page_after,
    page_before,
)
from wikibot.sync.diagnosis import stage
from wikibot.sync.permissions import check_permissions
from wikibot.sync.plan import Plan, make_plan
from wikibot.sync.plan_in_time import planned_in_time
from wikibot.sync.poll import Titles
from wikibot.sync.refusals import MOST, Shortening, is_about_text, trials
from wikibot.sync.report import Change, Options, Report
from wikibot.sync.snapshot import Snapshot, SnapshotReader
from wikibot.sync.watchdog import TimeUp, Watchdog
from wikibot.wiki.base import Edit, Poll, Saved, Wiki
from wikibot.wiki.errors import EditConflict, EditRefused, TryLater, WikiError
from wikibot.wiki.exclusion import denies

UNSETTLED = -1  # no revision: a page that the next poll has to look at
STAGES = 4  # a stage may take this part of the time that a sync has
ATTEMPTS = 6  # how often a sync starts again because somebody saved in between


class Syncer:
    """One sync in progress."""

    def __init__(
        self, settings: Settings, game: Game[Any], wiki: Wiki, journal: Journal, options: Options
    ) -> None:
        self.settings, self.wiki, self.journal, self.options = settings, wiki, journal, options
        self.progress, self.stop = options.progress, options.stop
        self.titles = Titles.of(settings)
        self.gatherer = SnapshotReader(wiki, journal, self.titles)
        self.maker = ContextMaker(settings, game, wiki, dry_run=options.dry_run)
        self.watchdog = Watchdog(settings.bot.deadline.total_seconds() / STAGES)
        self.id = secrets.token_hex(4)
        self.tried: tuple[Outcome, ...] = ()  # what the gamestate that is being saved says of lines
        self.trials: Iterator[frozenset[ActionId]] | None = None
        self.refused: frozenset[ActionId] = frozenset()  # lines whose text the wiki may refuse
        self.changes: list[Change] = []
        self.done: list[Plan] = []
        self.notes: list[str] = []
        self.problems: list[str] = []

    def run(self, poll: Poll) -> Report:
        """Plan and write, until nobody saved in between. ``poll`` is the one that showed that something may be new."""
        for _ in range(ATTEMPTS + MOST):
            halt = self._halted(poll)
            if halt:
                return self._report(halt)
            try:
                if self._once(poll):
                    return self._report()
            except EditConflict as conflict:
                self.progress(f"{conflict}; reading again")
            except EditRefused as error:
                self._leave_out(error, poll)
            self.id = secrets.token_hex(4)
            poll = self.wiki.poll(self.titles.polled)
        raise TryLater(
            "other people keep saving these pages", remedy="The next run goes on from here."
        )

    def _once(self, poll: Poll) -> bool:
        """Read, plan, write. False: what is saved has to be looked at once more."""
        self.progress("reading")
        with stage("read", self.wiki):
            snapshot = self.gatherer.read_snapshot(poll)
            owed = self._owed(snapshot)
        with stage("plan", self.wiki):
            plan = planned_in_time(self.watchdog, lambda each: self._plan(each, owed), snapshot)
            snapshot = self.gatherer.with_stewards(
                plan.snapshot or snapshot, listed=bool(plan.waiting)
            )
        owed = replace(owed, waiting=plan.waiting)
        if self.options.dry_run:
            self._pretend(snapshot, plan, owed)
            return True
        cursor, saved = snapshot.cursor, None
        if plan.commits:
            check_permissions(snapshot, of_cursor(plan.cursor))
            self.progress("saving the gamestate")
            self.tried = plan.outcomes
            with stage("commit", self.wiki):
                saved = self._commit(snapshot, plan)
            if saved is None:
                return False
            cursor, owed = plan.cursor, replace(of_cursor(plan.cursor), waiting=plan.waiting)
        self.tried = ()
        self.done.append(plan)
        with stage("deliver", self.wiki):
            heads = self._deliver(snapshot, cursor, owed)
            self._amend(snapshot, plan)
            self._draw(plan)
        self._settle(snapshot, plan, saved, heads)
        return True

    def _plan(self, snapshot: Snapshot, owed: Owed) -> Plan:
        at(self.titles.ruleset)
        context = replace(self.maker.context(snapshot), refused=self.refused)
        return make_plan(snapshot, context, self.id, owed=owed, said=self.options.said)

    def _leave_out(self, error: EditRefused, poll: Poll) -> None:
        """Let the next try do without lines that may be why the gamestate is refused; raises where no try is left."""
        head = poll.heads.get(self.titles.actions)
        if self.trials is None:
            self.trials = trials(self.tried, head.page_id if head else 0)
        left_out = (
            next(self.trials, frozenset()) if self.tried and is_about_text(error) else frozenset()
        )
        if not left_out:
            raise error
        self.progress(f"{error}; saving without what {len(left_out)} line(s) say")
        self.refused = left_out

    def _halted(self, poll: Poll) -> str:
        """Whether the stop page has any text on it."""
        head = poll.heads.get(self.titles.stop)
        if head is None or head.missing or not head.length:
            return ""
        return f"{self.titles.stop}: there is text on the stop page, so nothing is written. Blank the page to go on."

    def _owed(self, snapshot: Snapshot) -> Owed:
        """The answers and log lines of earlier runs that did not get onto their pages."""
        cursor, everything = snapshot.cursor, of_cursor(snapshot.cursor)
        answers, batches = list(elsewhere(snapshot, everything)), list[tuple[str, ...]]()
        for title in owed_pages(snapshot, everything):
            if not self.gatherer.delivered(cursor, title):
                left = self._outstanding(snapshot, cursor, title)
                answers += left.answers
                batches += left.batches
                if not left:
                    self.gatherer.note_delivered(cursor, title)
        return Owed(tuple(answers), tuple(batches))

    def _outstanding(self, snapshot: Snapshot, cursor: Cursor, title: str) -> Owed:
        """What one page still lacks; everything, where looking for it takes too long."""
        try:
            with self.watchdog.stage():
                at(title)
                return outstanding(snapshot, cursor, title, self.wiki)
        except TimeUp:
            self.problems.append(self.watchdog.report())
            return for_page(snapshot, of_cursor(cursor), title)

    def _left(self, snapshot: Snapshot, cursor: Cursor, owed: Owed, title: str) -> Owed:
        """What a page that was read again still lacks of what it was owed."""
        left = self._outstanding(snapshot, cursor, title)
        return for_page(snapshot, replace(left, waiting=owed.waiting), title)

    # -- writing -----------------------------------------------------------------------------------

    def _commit(self, snapshot: Snapshot, plan: Plan) -> Saved | None:
        """Save state and cursor. None: the server merged it with an edit that we had not read; plan again."""
        text, page = plan.gamestate or "", snapshot.gamestate
        before = page.text or "" if page else ""
        with self.stop.writing():
            saved = self._save(self.titles.gamestate, before, text, snapshot.over, plan)
            if saved.parent != snapshot.over and saved.changed:
                self.progress(
                    "somebody saved the gamestate in between; playing again on what they saved"
                )
                return None
            summary = self._summary(self.id, plan)
            self._remember(self.titles.gamestate, saved, text, summary, snapshot.over)
            if saved.changed:
                self.gatherer.own.note_saved(
                    snapshot.poll.user, saved.revision, saved.parent, summary
                )
            what = f"{len(plan.outcomes)} lines, {len(plan.corrections)} corrections"
            self.journal.record(self.id, snapshot.poll.now, what, plan.outcomes)
            return saved

    def _save(
        self,
        title: str,
        before: str,
        text: str,
        base: int,
        plan: Plan | None,
        run: str = "",
        what: str = "",
    ) -> Saved:
        run = run or self.id
        edit = Edit(title, text, base or None, self._summary(run, plan, what), run)
        with self.stop.writing():
            saved = self.wiki.save(edit)
        self.changes.append(Change(title, before, text))
        return saved

    def _remember(self, title: str, saved: Saved, text: str, summary: str, base: int) -> None:
        """Cache what was saved, unless the server merged it with what somebody else saved: then it reads otherwise."""
        stored = self.wiki.stored(text)
        if stored is not None and saved.changed and saved.parent == base:
            self.journal.keep(title, saved.revision, stored, summary)

    def _summary(self, run: str, plan: Plan | None, what: str = "") -> str:
        """Edit summary without player text: how much was played, the run's id, where to stop the bot."""
        played = len(plan.outcomes) if plan else 0
        what = what or (f"{played} line{'' if played == 1 else 's'} played" if played else "sync")
        halt = f" ([[{self.titles.stop}|stop]])" if self.titles.stop else ""
        return f"wikibot: {what}, run {run}{halt}"

    def _deliver(self, snapshot: Snapshot, cursor: Cursor, owed: Owed) -> Mapping[str, int]:
        """Write the answers and log lines that are owed. Gives the heads that these pages now have.

        A page that refuses does not keep the others from being written; its refusal is raised at
        the end.
        """
        heads: dict[str, int] = {}
        refused: WikiError | None = None
        for title in owed_pages(snapshot, owed):
            if self.stop():
                break
            self.progress(f"writing {title}")
            try:
                heads[title] = self._deliver_one(
                    snapshot, cursor, for_page(snapshot, owed, title), title
                )
            except WikiError as error:
                if isinstance(error, TryLater):
                    raise
                if owed.answers or owed.batches:
                    refused = refused or error
                else:
                    self.problems.append(f"{title}: {error}")
            except (ProgramError, OSError, sqlite3.Error):
                raise
            except TimeUp:  # it stays owed
                self.problems.append(self.watchdog.report())
                heads[title] = UNSETTLED
            except Exception as error:  # noqa: BLE001  # one page can cost only itself; it stays owed
                self.problems.append(f"{title}: {failure('writing this page', error)}")
                heads[title] = UNSETTLED
        if refused is not None:
            raise refused
        return heads

    def _deliver_one(self, snapshot: Snapshot, cursor: Cursor, owed: Owed, title: str) -> int:
        """One page. On a conflict only this page is read again; gives UNSETTLED where others saved in between.

        Each try has an id of its own, for what another try of another run has written is not an
        answer to this one.
        """
        planned, shortening = snapshot, Shortening(owed.answers)
        for _ in range(ATTEMPTS + MOST):
            page = page_before(snapshot, title)
            before, base = (page.text or "", page.id) if page else ("", 0)
            with self.watchdog.stage():
                at(title)
                filled, run, saved = (
                    page_after(snapshot, cursor, owed, title),
                    secrets.token_hex(4),
                    None,
                )
                if title == self.titles.log and filled.text is not None and filled.text != before:
                    filled = replace(filled, text=with_edit_mark(filled.text, run))
            try:
                if filled.text is not None and filled.text != before:
                    saved = self._save(title, before, filled.text, base, None, run)
                    self._remember(title, saved, filled.text, self._summary(run, None), base)
            except EditRefused as error:
                shortening.shorten(error)
                owed = replace(owed, answers=shortening.answers)
                continue
            except EditConflict as conflict:
                if shortening.refusal:
                    raise shortening.refusal from None  # the next run sees what is on the page
                self.progress(f"{conflict}; reading the page again")
                snapshot = self.gatherer.again(snapshot, cursor, title)
                owed = self._left(snapshot, cursor, owed, title)
                continue
            self.problems += shortening.told
            if not filled.missing:  # a line that is gone may be put back, and is answered then
                self.gatherer.note_delivered(cursor, title)
            alone = snapshot is planned and (saved is None or saved.parent == base)
            return (saved.revision if saved else base) if alone else UNSETTLED
        raise TryLater(
            "other people keep saving this page",
            page=title,
            remedy="The next run goes on from here.",
        )

    def _amend(self, snapshot: Snapshot, plan: Plan) -> None:
        """Write into the ruleset page what stewards let the bot enact; what fails now the next sync does."""
        page = snapshot.ruleset
        if plan.ruleset is None or page is None or self.stop():
            return
        if denies(page.text or "", snapshot.poll.user):
            self.progress(f"{self.titles.ruleset} keeps the bot away")
            return
        self.progress(f"writing {self.titles.ruleset}")
        try:
            self._save(
                self.titles.ruleset, page.text or "", plan.ruleset, page.id, None, what=plan.enacts
            )
        except EditConflict as conflict:
            self.progress(f"{conflict}; the next sync writes it")

    def _draw(self, plan: Plan) -> None:
        """Put the board's picture where the settings want it. A failure stops nothing: the next change tries again."""
        name = self.settings.bot.board_file
        if not name or plan.picture is None or self.stop():
            return
        from wikibot.game.board.svg import board_svg

        self.progress(f"drawing {name}")
        try:
            with self.watchdog.stage():
                at(name)
                picture = board_svg(plan.picture).encode()
            with self.stop.writing():
                self.wiki.put_file(name, picture, self._summary(self.id, plan))
        except (WikiError, OSError) as error:
            self.notes.append(f"{name} could not be written: {error}")
        except TimeUp:
            self.problems.append(self.watchdog.report())
        except Exception as error:  # noqa: BLE001  # a mistake in drawing stops nothing, either
            self.problems.append(failure(f"drawing {name}", error))

    # -- afterwards --------------------------------------------------------------------------------

    def _settle(
        self, snapshot: Snapshot, plan: Plan, saved: Saved | None, heads: Mapping[str, int]
    ) -> None:
        """Note what the next poll must find for there to be nothing to do."""
        if plan.blocked or self.stop():
            return
        settled = {
            title: head.revision.id if head.revision else 0
            for title, head in snapshot.poll.heads.items()
        }
        pages = {source.title: source.page for source in snapshot.sources} | {
            self.titles.log: snapshot.log
        }
        settled.update(
            {title: page.id for title, page in pages.items() if title and page is not None}
        )
        settled[self.titles.gamestate] = saved.revision if saved else snapshot.over
        settled.update(heads)
        self.journal.settle(
            settled, plan.due, {title: head.page_id for title, head in snapshot.poll.heads.items()}
        )

    def _pretend(self, snapshot: Snapshot, plan: Plan, owed: Owed) -> None:
        """What would be saved, as changes."""
        self.done.append(plan)
        cursor = plan.cursor if plan.commits else snapshot.cursor
        if plan.gamestate is not None and snapshot.gamestate is not None:
            self.changes.append(
                Change(self.titles.gamestate, snapshot.gamestate.text or "", plan.gamestate)
            )
        if plan.ruleset is not None and snapshot.ruleset is not None:
            self.changes.append(
                Change(self.titles.ruleset, snapshot.ruleset.text or "", plan.ruleset)
            )
        owed = replace(of_cursor(cursor), waiting=plan.waiting) if plan.commits else owed
        for title in owed_pages(snapshot, owed):
            page = page_before(snapshot, title)
            text = page_after(snapshot, cursor, for_page(snapshot, owed, title), title).text
            if text is not None:
                self.changes.append(Change(title, page.text or "" if page else "", text))

    def _report(self, *problems: str) -> Report:
        plans = self.done
        return Report(
            tuple(o for plan in plans for o in plan.outcomes),
            tuple(h for plan in plans for h in plan.fired_events),
            tuple(c for plan in plans for c in plan.corrections),
            (*problems, *(p for plan in plans for p in plan.problems), *self.problems),
            (*(n for plan in plans for n in plan.notes), *self.notes),
            tuple(self.changes),
        )
