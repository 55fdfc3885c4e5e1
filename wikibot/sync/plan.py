"""Planning: from a snapshot to what should be on the pages afterwards.

Pure but for four questions that are seldom asked: how a held wording came about, what an undone
action leaves, who took a waiting line off its page, how the bot's own dice fall. The answers come
from functions that are handed in; whoever hands them in, and carries the plan out, does the I/O.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from wikibot.dice.session import Kept
from wikibot.exits import ProgramError
from wikibot.game.actions import Action, ActionId, Outcome, Verdict, Withdrawal
from wikibot.game.board.picture import Picture
from wikibot.game.engine.enactment import enacted, wanted
from wikibot.game.engine.engine import Played
from wikibot.game.engine.outcomes import asks_for
from wikibot.game.engine.passing_time import FiredEvent
from wikibot.game.engine.steward_verbs import RETRY
from wikibot.game.page.board_section import FOREIGN, is_own
from wikibot.game.problems import Missing, Problem, described, failure
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, State
from wikibot.stewards.bot_commands import Standing, apply_orders
from wikibot.stewards.wording.completing import completed
from wikibot.stewards.wording.notices import (
    RENAMED,
    renames,
    renewed,
    still_open,
    told,
    told_at_length,
)
from wikibot.storage.cursor import Answer, Cursor, Mark
from wikibot.storage.log_entries import log_entries, start_line
from wikibot.storage.notice import Notice
from wikibot.sync.context import SyncContext
from wikibot.sync.current_page import at
from wikibot.sync.delivery import Owed
from wikibot.sync.diagnosis import tell_lines
from wikibot.sync.gamestate_page import finished
from wikibot.sync.inbox import Inputs, in_order, read_inputs, without_played
from wikibot.sync.page_drawing import picture_or_why, written
from wikibot.sync.preflight import preflight
from wikibot.sync.refusals import without_refused
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.authorship.findings import HistoryProblem
from wikibot.wiki.authorship.source import Source
from wikibot.wiki.authorship.waiting_lines import reaching, remarks, with_older, withdrawals
from wikibot.wiki.authorship.watched_lines import touched, touched_actions
from wikibot.wiki.base import Revision
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.tables import UnsafeEdit

NAMED = 5  # people, at the most, in one sentence
REMEMBERED = 50  # pages of lines that are not under their titles any more


@dataclass(frozen=True)
class Plan:
    """What one sync is to do. ``gamestate`` is the page's new text, None where it stays as it is.

    ``cursor`` is what the page then says; its answers and lines are what the other pages are owed.
    ``problems`` need a person, ``notes`` do not. ``blocked``: lines stay queued, so that nothing
    may be called settled.
    """

    cursor: Cursor
    gamestate: str | None = None
    outcomes: tuple[Outcome, ...] = ()
    fired_events: tuple[FiredEvent, ...] = ()
    corrections: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    due: datetime | None = None
    blocked: bool = False
    picture: Picture | None = None  # of the board as it is then, where anything is to be saved
    ruleset: str | None = (
        None  # the ruleset page with what stewards let the bot enact, None where it stays
    )
    enacts: str = ""  # which proposals that carries out, for the edit's summary
    snapshot: Snapshot | None = (
        None  # that it was made from, where histories had to reach further back
    )
    waiting: tuple[str, ...] | None = (
        None  # rules that wait, in words; None where that was not looked at
    )

    @property
    def commits(self) -> bool:
        """Whether there is anything to save."""
        return self.gamestate is not None


def make_plan(
    snapshot: Snapshot,
    context: SyncContext,
    run: str,
    *,
    owed: Owed | None = None,
    said: Sequence[str] = (),
) -> Plan:
    """Plan one sync. ``run`` names it; ``owed``: what earlier runs left to be delivered.

    ``said`` are steward's orders that the operator gave at the command line.
    """
    in_the_way = preflight(snapshot)
    page = snapshot.gamestate
    if in_the_way or page is None or page.text is None:
        return Plan(snapshot.cursor, problems=in_the_way, blocked=True)
    try:
        return _planned(snapshot, page.text, context, run, owed=owed or Owed(), said=said)
    except (Problem, ProgramError, WikiError, OSError):
        # of the ruleset page as a whole, of the settings, the wiki and the machine: told as that
        raise
    except Exception as error:  # noqa: BLE001  # a mistake in the program: nothing is saved, and a person is told
        return Plan(
            snapshot.cursor,
            problems=(f"{failure('planning', error)}. All lines stay queued.",),
            blocked=True,
        )


def _planned(
    snapshot: Snapshot,
    text: str,
    context: SyncContext,
    run: str,
    *,
    owed: Owed,
    said: Sequence[str],
) -> Plan:
    try:
        inputs = read_inputs(snapshot, context.stewards, context.groups, said)
    except HistoryProblem as problem:
        where = f"{snapshot.titles.actions}: {problem}. Have that revision restored"
        return Plan(snapshot.cursor, problems=(f"{where}.",), blocked=True)
    inputs = without_refused(without_played(inputs, snapshot, context.logged), context.refused)
    tell_lines(inputs)
    planner = _Planner(snapshot, context, run, inputs, owed=owed, said=said)
    try:
        return planner.plan(text)
    except UnsafeEdit as error:  # what was played cannot be laid over the page without harm
        return planner.stuck((f": {error}.",), "can be written")


class _Planner:
    """One plan in the making."""

    def __init__(
        self,
        snapshot: Snapshot,
        context: SyncContext,
        run: str,
        inputs: Inputs,
        *,
        owed: Owed,
        said: Sequence[str],
    ) -> None:
        self.snapshot, self.context, self.run, self.inputs, self.owed, self.said = (
            snapshot,
            context,
            run,
            inputs,
            owed,
            said,
        )
        self.cursor = snapshot.cursor
        cursor = self.cursor
        accepted = completed(
            cursor.accepted, context.book(cursor.accepted), lambda: context.versions(0)
        )
        notices = self._notices(context.book(accepted))
        waited = (*cursor.notices, *notices)
        self.standing = Standing(
            cursor.paused, cursor.closed, accepted, notices=notices, waited=waited
        )
        if snapshot.reverted:
            who = " and ".join(snapshot.editors[:NAMED]) or "a revert"
            self.standing = replace(self.standing, paused=who)
        # What stewards say to the bot itself takes effect before anything is played; the rest is
        # for the engine.
        self.standing, self.orders, self.controlled = apply_orders(
            self.standing, inputs.orders, context.book
        )
        self.book = context.book(self.standing.accepted)
        self.notices = still_open(self.standing.notices, self.book)
        self.start = self._start()
        self.notes = list(inputs.remarks)
        self.lines: list[Action | Withdrawal] = []
        self.again: list[ActionId] = []

    def _notices(self, book: Rulebook) -> tuple[Notice, ...]:
        """Which rules wait, before stewards say anything to it."""
        page, before = self.snapshot.ruleset, self.cursor.ruleset
        moved = (
            bool(before)
            and page is not None
            and page.id != before
            and not self.snapshot.rules_known
        )
        return renewed(
            self.cursor.notices, book, lambda: self.context.versions(before), moved=moved
        )

    def plan(self, text: str) -> Plan:
        """Read, play, write."""
        at(self.snapshot.titles.gamestate)
        try:
            reading = self.context.game.read(text, self.book, self.start)
        except Problem:
            raise
        except Exception as error:  # noqa: BLE001  # one page can cost only itself
            return self.stuck((f": {failure('reading the page', error)}.",), "can be read")
        self.notes = [*reading.remarks, *self.notes]
        if not is_own(text, self._own):
            self.notes.append(f"{self.snapshot.titles.gamestate}: {FOREIGN}")
        if reading.unreadable:
            return self.stuck([f", {cell}" for cell in reading.unreadable], "can be read")
        self._note_renames(reading.state)
        longer = self._longer(reading.state) or self._reaching(reading.state)
        if longer:
            return make_plan(longer, self.context, self.run, owed=self.owed, said=self.said)
        self.lines = [
            *self._noted(reading.state),
            *self._freed(reading.state),
            *self._lines(reading.state),
        ]
        try:
            at(self.snapshot.titles.actions)
            played = self.context.engine(self.book).play(
                self._reopened(reading.state), self.lines, self._until()
            )
        except Missing as missing:  # an event's roll
            self.notes.append(f"everything waits for {missing.text}. {missing.how}")
            return Plan(self.cursor, notes=tuple(self.notes), blocked=True)
        return self._planned(text, reading.state, played)

    def _fitting(self, text: str, before: State) -> Played[Any] | None:
        """The same played again without the lines that lead to what cannot be written; None where that is no help."""

        def unfit(state: State) -> str:
            try:
                written(self.context.game, text, self.book, state, self._own)
            except Exception as error:  # noqa: BLE001  # whatever it is, the line is held and a person is told
                return described(error)
            return ""

        if unfit(before):
            return None
        return self.context.engine(self.book).play(
            self._reopened(before), self.lines, self._until(), unfit
        )

    def _longer(self, state: State) -> Snapshot | None:
        """The snapshot with as much more of the histories as it takes, where these do not tell all."""
        snapshot, inputs, older = self.snapshot, self.inputs, self.context.older
        lines = inputs.older or inputs.claimed is not None
        actions = with_older(snapshot.actions, state, older, inputs.claimed) if lines else None
        ordered = inputs.claimed_orders is not None
        stewards = (
            with_older(snapshot.stewards, state, older, inputs.claimed_orders) if ordered else None
        )
        if not (actions or stewards):
            return None
        return replace(
            snapshot, actions=actions or snapshot.actions, stewards=stewards or snapshot.stewards
        )

    def _reaching(self, state: State) -> Snapshot | None:
        """The snapshot with the histories from before the lines on that were held until now and are answered anew."""
        freed, snapshot = [each.id for each in self._freed(state)], self.snapshot
        found: dict[str, Any] = {}
        for name, source in (("actions", snapshot.actions), ("stewards", snapshot.stewards)):
            head = snapshot.head(source.title)
            mine = [each for each in freed if each.page == head.page_id]
            longer = (
                reaching(source, mine, head.revision.id, self.context.older)
                if head.revision
                else None
            )
            found.update({name: longer} if longer else {})
        return replace(snapshot, **found) if found else None

    def _planned(self, text: str, before: State, played: Played[Any]) -> Plan:
        """What is to be saved; nothing where nothing came of it."""
        at(self.snapshot.titles.gamestate)
        try:
            new = written(self.context.game, text, self.book, played.state, self._own)
        except Problem:
            raise
        except Exception as error:  # one line can cost only itself, or else one page
            fitting = self._fitting(text, before)
            if fitting is not None and fitting.state != played.state:
                return self._planned(text, before, fitting)
            if isinstance(error, UnsafeEdit):
                raise
            return self.stuck((f": {failure('writing the page', error)}.",), "can be written")
        corrections = self._corrections(before)
        kept = self.context.dice_session.close(
            self.cursor, before, played.state, self.snapshot.poll.now
        )
        self._note_renames(played.state)
        answers = (*self.controlled, *played.outcomes, *self._answers(before))
        outcomes = tuple(self._explained(outcome) for outcome in answers)
        picture, undrawn = picture_or_why(self.context.game, self.book, played.state)
        enactment = wanted(played.state, self._rules)
        plan = Plan(
            self.cursor, fired_events=played.fired_events,
            problems=(*self._problems(outcomes, played), *undrawn, *enactment.problems),
            notes=tuple(self.notes), due=self._due(played.state, kept), blocked=self._holds_back,
            ruleset=enactment.text if enactment.text != self._rules else None, enacts=enactment.summary,
            waiting=self.at_length, snapshot=self.snapshot,
        )  # fmt: skip
        touched = self.snapshot.reverted or self.snapshot.tampered
        told_anew = self.notices != self.cursor.notices
        nothing = not (outcomes or corrections or touched or told_anew or kept.differs(self.cursor))
        if new == text and nothing:
            return plan
        lines = log_entries(
            corrections, self.snapshot.editors, self.start, played.fired_events, outcomes
        )
        lines = lines if self.cursor.synced else (start_line(self.start), *lines)
        cursor = self._next(outcomes, (*kept.before, *lines, *kept.after))
        cursor = replace(cursor, dice=kept.source, seals=kept.seals, waits=kept.waits)
        stewards = self.snapshot.titles.stewards
        page = finished(
            new, cursor, played.state, stewards, self._own, self._remarks(), self.waiting
        )
        return replace(
            plan, cursor=cursor, gamestate=page, outcomes=outcomes, corrections=corrections,
            picture=picture,
        )  # fmt: skip

    def _remarks(self) -> tuple[str, ...]:
        """What the status line says once: that somebody edited what only the bot may write."""
        if not self.snapshot.tampered or self.snapshot.reverted:
            return ()
        who = " or ".join(self.snapshot.editors[:NAMED]) or "somebody"
        return (
            f"{who} edited the bot's hidden comment; nothing in it was used, and it has been put right",
        )

    def _due(self, state: State, kept: Kept) -> datetime | None:
        """When something happens by itself next; while the game is paused, nothing does."""
        times = (self.context.engine(self.book).passing.due(state), kept.due)
        return (
            None
            if self.standing.paused
            else min((time for time in times if time is not None), default=None)
        )

    @property
    def _own(self) -> str | None:
        """The gamestate page as the bot saved it last; None where that is not known, or people went back beyond it."""
        page, previous = self.snapshot.gamestate, self.snapshot.previous
        if self.snapshot.reverted:
            return None
        if previous is not None:
            return previous.text
        return page.text if page is not None and page.user == self.snapshot.poll.user else None

    @property
    def _rules(self) -> str:
        """The ruleset page as it is."""
        page = self.snapshot.ruleset
        return page.text or "" if page else ""

    def _noted(self, state: State) -> list[Action]:
        """A note that the ruleset page says by now what the bot was to enact."""
        note = enacted(state, self._rules)
        return (
            [Action(ActionId(0, 0, 0), self.start, self.snapshot.poll.user, note, trusted=True)]
            if note
            else []
        )

    def _note_renames(self, state: State) -> None:
        """Note what stands on the gamestate under a name that the ruleset page has changed."""
        kept = (each for each in self.notices if each.what != RENAMED)
        self.notices = (*kept, *renames(state, self.book))

    # -- rules that wait ---------------------------------------------------------------------------

    @property
    def _settled(self) -> tuple[str, ...]:
        """Units that waited until now and do no more."""
        wait = [each.unit for each in self.notices]
        return tuple(each.unit for each in self.standing.waited if each.unit not in wait)

    def _freed(self, state: State) -> list[Action]:
        """What was held for a unit that is settled now, to be played as before anything else; its line is answered."""
        if self._until() is None or self.standing.closed:
            return []
        asks = [asks_for(unit) for unit in self._settled]
        free = [each for each in state.pending if each.kind is Kind.HELD and each.asks in asks]
        who = self.snapshot.poll.user
        return [
            Action(each.id, self.start, who, f"{RETRY.name} {each.id}", trusted=True)
            for each in free
        ]

    def _reopened(self, state: State) -> Any:
        """The state in which whatever else waited for a unit that is settled goes on."""
        goes_on = self._settled and self._until() is not None and not self.standing.closed
        return self.context.game.reopened(state, self.book) if goes_on else state

    @property
    def waiting(self) -> tuple[str, ...]:
        """The rules that wait, in words."""
        return tuple(told(each, self.context.game, self.book) for each in self.notices)

    @property
    def at_length(self) -> tuple[str, ...]:
        """The same for the steward page, where there is room."""
        return tuple(told_at_length(each, self.context.game, self.book) for each in self.notices)

    # -- stewards ----------------------------------------------------------------------------------

    @property
    def _holds_back(self) -> bool:
        """Whether actions stay queued: the game is paused, or a dry run of them was asked for."""
        return bool(self.standing.paused) or any(not line.text for line in self.standing.dry_runs)

    def _lines(self, state: State) -> list[Action | Withdrawal]:
        """New lines, what was taken back, and what waited for a roll that can be made now, in order of time."""
        lines = self._playable(self._taken_back(state))
        if self._until() is None or self.standing.closed:
            return lines
        again = self.context.dice_session.again(state.pending, self.cursor.synced)
        return sorted([*again, *lines], key=lambda item: item.time) if again else lines

    def _taken_back(self, state: State) -> list[Action | Withdrawal]:
        """Lines that their authors took off the actions page, or changed where that is as good."""
        source, removed = self.snapshot.actions, self.inputs.removed
        touches = touched(source.history, source.through, self.context.game.watched(state))
        self.notes += [
            *(str(each) for each in touches if not each.counts),
            *remarks(removed, state),
        ]
        return [*touched_actions(touches), *withdrawals(removed)]

    def _playable(self, taken_back: Sequence[Action | Withdrawal]) -> list[Action | Withdrawal]:
        least, now = self.cursor.synced, self.snapshot.poll.now
        if self.standing.paused:  # time stands still as well
            return [replace(order, time=self.start) for order in self.orders]
        if self._holds_back or self.standing.closed:
            return in_order(self.orders, least, now)
        settled = self.context.dice_session.settled(self.inputs.removed.ended)
        return in_order((*self.inputs.actions, *settled, *taken_back, *self.orders), least, now)

    def _until(self) -> datetime | None:
        return None if self.standing.paused or self._holds_back else self.snapshot.poll.now

    def _answers(self, state: State) -> list[Outcome]:
        """Answers to what is not played: troubled lines, strangers' orders, a closed game, dry runs."""
        found = list(self.inputs.refused_orders)
        if not self._holds_back:
            found += self.inputs.refused
            if self.standing.closed:
                text = f"{self.standing.closed} closed the game. A steward may open it again"
                found += [Outcome(a, Verdict.CANT, text, a.account) for a in self.inputs.actions]
        return found + [self._dry_run(line, state) for line in self.standing.dry_runs]

    def _dry_run(self, line: Action, state: State) -> Outcome:
        """What would be played, on a copy that is thrown away."""
        lines = (
            [replace(line, time=self.start)]
            if line.text
            else in_order(self.inputs.actions, self.cursor.synced, self.snapshot.poll.now)
        )
        played = self.context.preview(self.book).play(state, lines)
        said = [
            f"{o.player or o.action.account}: {o.action.text}: {o.verdict}: {o.text}"
            for o in played.outcomes
        ]
        text = "; ".join(said) or "nothing is queued"
        return Outcome(
            replace(line, text=f"dry run {line.text}".strip()),
            Verdict.DONE,
            f"would be: {text}",
            logged="",
        )

    # -- what comes in -----------------------------------------------------------------------------

    def _start(self) -> datetime:
        """Game time before this batch: when the last one ended, or for a fresh page the earliest thing known."""
        if self.cursor.synced is not None:
            return self.cursor.synced
        page = self.snapshot.gamestate
        times = [item.time for item in (*self.inputs.actions, *self.orders)] + (
            [page.time] if page else []
        )
        return min(times, default=self.snapshot.poll.now)

    def _corrections(self, state: State) -> tuple[str, ...]:
        """What people changed on the page by hand since the bot's own last edit, as exact statements."""
        previous = self.snapshot.previous
        if previous is None or previous.text is None:
            return ()
        return (*self._differences(*self.snapshot.merged), *self._between(previous, state))

    def _differences(
        self, meant: Revision | None = None, laid_over: Revision | None = None
    ) -> tuple[str, ...]:
        """What people had saved when the server laid the bot's last edit over it without a word."""
        if meant is None or laid_over is None or laid_over.text is None:
            return ()
        after = self.context.game.read(laid_over.text, self.book, self.start)
        return () if after.unreadable else self._between(meant, after.state)

    def _between(self, revision: Revision, state: State) -> tuple[str, ...]:
        """The statements that lead from a revision of the page to a state; none where it cannot be read."""
        before = self.context.game.read(revision.text or "", self.book, self.start)
        if before.unreadable:
            return ()
        try:
            return self.context.game.differences(before.state, state)
        except Exception as error:  # noqa: BLE001  # the page is adopted as it is, whether or not that can be told
            return (f"({failure('telling what people changed', error)})",)

    def stuck(self, why: Sequence[str], until: str) -> Plan:
        """Nothing is played while a person has to mend the gamestate page."""
        page, count = self.snapshot.titles.gamestate, len(self.inputs.actions)
        problems = [f"{page}{each}" for each in why]
        if count:
            problems.append(f"{count} new action(s) stay queued until the page {until}.")
        return Plan(self.cursor, problems=tuple(problems), notes=tuple(self.notes), blocked=True)

    # -- what comes out ----------------------------------------------------------------------------

    def _explained(self, outcome: Outcome) -> Outcome:
        """A held line's answer says which revision changed the wording, and how."""
        why = self.context.explain(self.book, outcome.unit) if outcome.unit else ""
        return replace(outcome, text=f"{outcome.text}. The wording: {why}") if why else outcome

    def _next(self, outcomes: Sequence[Outcome], lines: Sequence[str]) -> Cursor:
        snapshot, old, log = self.snapshot, self.cursor, self.snapshot.log
        # The operator reads his answers in the terminal; a line that is gone cannot be answered.
        on_pages = [
            o for o in outcomes if o.action.id.page and not (o.action.id.part or o.action.gone)
        ]
        answers = tuple(Answer.of(outcome, snapshot.poll.now) for outcome in on_pages)
        self.again = [
            answer.id for answer in answers
        ]  # some may be to lines that were read long ago
        return Cursor(
            actions=self._mark(snapshot.actions, held_back=self._holds_back),
            stewards=self._mark(snapshot.stewards),
            synced=snapshot.poll.now if self._until() else self.start,
            base=snapshot.over,
            others=self._others(),
            log_base=old.log_base if self.owed.batches else (log.id if log else 0),
            run=self.run,
            paused=self.standing.paused,
            closed=self.standing.closed,
            accepted=self.standing.accepted,
            answers=(*self.owed.answers, *answers),
            lines=tuple(lines),
            late=self.owed.batches,
            ruleset=snapshot.ruleset.id if snapshot.ruleset else 0,
            notices=self.notices,
        )

    def _mark(self, source: Source, *, held_back: bool = False) -> Mark:
        """A page of lines is read through its head; what is still owed began where it began."""
        page = self.snapshot.head(source.title).page_id
        through = source.through if held_back else source.page.id if source.page else source.through
        owed = any(answer.id.page == page for answer in self.owed.answers)
        since = self.cursor.mark_of(page).since if owed else source.through
        again = any(each.page == page and each.revision <= source.through for each in self.again)
        return Mark(
            page, through, min(since, source.history[0].id) if again and source.history else since
        )

    def _others(self) -> tuple[Mark, ...]:
        """The pages that stood under these titles before; a page that comes back is read on from where it was."""
        cursor = self.cursor
        here = {self.snapshot.head(source.title).page_id for source in self.snapshot.sources}
        known = {mark.page: mark for mark in (*cursor.others, cursor.actions, cursor.stewards)}
        return tuple(mark for page, mark in known.items() if page and page not in here)[
            -REMEMBERED:
        ]

    def _problems(self, outcomes: Sequence[Outcome], played: Played[Any]) -> tuple[str, ...]:
        held = [o for o in outcomes if o.verdict is Verdict.HELD]
        found = [f"held: {o.action.account}: {o.action.text!r}: {o.text}" for o in held]
        found += [each.text for each in played.fired_events if each.failed]
        found += [f"{self.snapshot.titles.ruleset}: {each}" for each in self.waiting]
        page = self.snapshot.titles.gamestate
        if self.snapshot.reverted:
            who = self.standing.paused
            found.append(
                f"{page}: {who} took back an edit of the bot. It has paused; a steward goes on with `resume`."
            )
        elif self.standing.paused and self.inputs.actions:
            found.append(
                f"{page}: {self.standing.paused} paused the game; {len(self.inputs.actions)} action(s) wait."
            )
        return tuple(found)
