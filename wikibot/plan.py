"""Planning: from a snapshot to what should be on the pages afterwards. Pure; whoever carries it out does the I/O."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from wikibot.attribution import Attribution, HistoryProblem, attribute
from wikibot.cursor import Answer, Cursor, Mark, write_cursor
from wikibot.game.actions import Action, Withdrawal
from wikibot.game.calendar import format_time
from wikibot.game.engine import Engine, Happening
from wikibot.game.game import Reading
from wikibot.game.textlog import log_line
from wikibot.game.verdicts import Outcome, Verdict
from wikibot.snapshot import Snapshot, Source
from wikibot.troubles import remark, trouble_outcome


@dataclass(frozen=True)
class Plan:
    """What one sync is to do. ``gamestate`` is the page's new text, None where it stays as it is.

    ``cursor`` is what the page then says; its answers and lines are what the other two pages are owed. ``problems``
    need a person, ``notes`` do not. ``blocked``: the page cannot be played on, so that nothing may be called settled.
    """

    cursor: Cursor
    gamestate: str | None = None
    outcomes: tuple[Outcome, ...] = ()
    happenings: tuple[Happening, ...] = ()
    corrections: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    due: datetime | None = None
    blocked: bool = False

    @property
    def commits(self) -> bool:
        """Whether there is anything to save."""
        return self.gamestate is not None


def make_plan(
    snapshot: Snapshot,
    engine: Engine[Any],
    *,
    run: str,
    heading: str,
    stewards: Sequence[str] = (),
    owed: bool = False,
) -> Plan:
    """Plan one sync. ``run`` names it; ``owed``: the cursor's answers and lines have not been (wholly) delivered."""
    obstacles = _obstacles(snapshot)
    page = snapshot.gamestate
    if obstacles or page is None or page.text is None:
        return Plan(snapshot.cursor, problems=obstacles, blocked=True)
    try:
        planner = _Planner(snapshot, engine, run, heading, stewards, owed)
    except HistoryProblem as problem:
        where = f"{snapshot.titles.actions}: {problem}. Have that revision restored"
        return Plan(snapshot.cursor, problems=(f"{where}, or let a steward set the bot's cursor anew.",), blocked=True)
    return planner.plan(page.text)


def _obstacles(snapshot: Snapshot) -> tuple[str, ...]:
    """What makes it impossible to play at all, each with its remedy."""
    titles, found = snapshot.titles, []
    for title, key in ((titles.ruleset, "ruleset"), (titles.gamestate, "gamestate"), (titles.actions, "actions")):
        head = snapshot.head(title)
        if head.missing:
            found.append(f"{title}: there is no such page. {_REMEDY[key]}")
        elif head.redirect:
            found.append(
                f"{title}: the page is a redirect; it was moved. Set `{key}` in settings.ini to its new title."
            )
    if snapshot.damaged:
        where = f"{titles.gamestate}: {snapshot.damaged}"
        found.append(
            f"{where}. Undo that edit, or remove the whole comment to have the bot look in the page's history."
        )
    if snapshot.actions.page is not None and snapshot.actions.page.text_hidden:
        found.append(f"{titles.actions}: the text of its newest revision is hidden; nothing can be read there.")
    return tuple(found)


_REMEDY = {
    "ruleset": "Set `ruleset` in settings.ini to the page with the rules.",
    "gamestate": "Make one with `wikibot new`, or restore it if it was deleted.",
    "actions": "Create it, or restore it if it was deleted; if it was moved, set `actions` in settings.ini.",
}


class _Planner:
    """One plan in the making."""

    def __init__(
        self, snapshot: Snapshot, engine: Engine[Any], run: str, heading: str, stewards: Sequence[str], owed: bool
    ) -> None:
        self.snapshot, self.engine, self.run, self.owed = snapshot, engine, run, owed
        self.stewards = frozenset(stewards)
        self.cursor = snapshot.cursor
        self.attribution = self._attribute(heading)

    def plan(self, text: str) -> Plan:
        inputs, troubled = self._inputs()
        start = self._start(inputs)
        reading = self.engine.game.read(text, self.engine.book, start)
        notes = (*reading.remarks, *(remark(entry) for entry in self.attribution.remarks))
        if reading.unreadable:
            page = self.snapshot.titles.gamestate
            problems = tuple(f"{page}, {cell}" for cell in reading.unreadable)
            return Plan(self.cursor, problems=(*problems, *self._left_waiting(inputs)), notes=notes, blocked=True)
        corrections = self._corrections(reading, start)
        played = self.engine.play(reading.state, inputs, self.snapshot.poll.now)
        outcomes = (*played.outcomes, *troubled)
        due = self.engine.due(played.state)
        new = self.engine.game.write(text, self.engine.book, played.state)
        problems = self._problems(outcomes)
        if new == text and not outcomes and not corrections and not self.snapshot.reverted:
            return Plan(self.cursor, None, (), played.happenings, (), problems, notes, due)
        cursor = self._next(outcomes, _log(corrections, self.snapshot.editors, start, played.happenings, outcomes))
        page = write_cursor(new, cursor)
        return Plan(cursor, page, outcomes, played.happenings, corrections, problems, notes, due)

    # -- what comes in ----------------------------------------------------------------------------------------------

    def _attribute(self, heading: str) -> Attribution:
        source = self.snapshot.actions
        if not source.history:
            return Attribution(source.through)
        return attribute(source.history, cursor=source.through, bot=self.snapshot.poll.user, heading=heading)

    def _inputs(self) -> tuple[list[Action | Withdrawal], tuple[Outcome, ...]]:
        """New lines in the order of their revisions, and the lines that nobody may play, with their answers."""
        least = self.cursor.synced
        inputs: list[Action | Withdrawal] = []
        for line in self.attribution.actions:
            time = line.time if least is None else max(line.time, least)
            least = time
            inputs.append(Action(line.id, time, line.account, line.text, trusted=line.account in self.stewards))
        inputs += [Withdrawal(w.id, max(w.time, least or w.time), w.by) for w in self.attribution.withdrawn]
        inputs.sort(key=lambda item: item.time)
        return inputs, tuple(trouble_outcome(entry) for entry in self.attribution.troubles)

    def _start(self, inputs: Sequence[Action | Withdrawal]) -> datetime:
        """Game time before this batch: when the last one ended, or for a fresh page the earliest thing known."""
        if self.cursor.synced is not None:
            return self.cursor.synced
        page = self.snapshot.gamestate
        times = [item.time for item in inputs] + ([page.time] if page else [])
        return min(times, default=self.snapshot.poll.now)

    def _corrections(self, reading: Reading[Any], start: datetime) -> tuple[str, ...]:
        """What people changed on the page by hand since the bot's own last edit, as exact statements."""
        previous = self.snapshot.previous
        if previous is None or previous.text is None:
            return ()
        before = self.engine.game.read(previous.text, self.engine.book, start)
        return () if before.unreadable else self.engine.game.differences(before.state, reading.state)

    # -- what comes out ---------------------------------------------------------------------------------------------

    def _next(self, outcomes: Sequence[Outcome], lines: Sequence[str]) -> Cursor:
        snapshot, old = self.snapshot, self.cursor
        kept_answers, kept_lines = (old.answers, old.lines) if self.owed else ((), ())
        log = snapshot.log
        return Cursor(
            actions=self._mark(snapshot.actions, old.actions),
            stewards=self._mark(snapshot.stewards, old.stewards),
            synced=snapshot.poll.now,
            base=snapshot.over,
            log_base=old.log_base if self.owed else (log.id if log else 0),
            run=self.run,
            answers=(*kept_answers, *(Answer(o.action.id, o.verdict.value, o.text) for o in outcomes)),
            lines=(*kept_lines, *lines) if snapshot.titles.log else (),
        )

    def _mark(self, source: Source, old: Mark) -> Mark:
        """A page of lines is read through its head; what is still owed began where it began."""
        page = self.snapshot.head(source.title).page_id
        through = source.page.id if source.page else source.through
        return Mark(page, through, old.since if self.owed else source.through)

    def _problems(self, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
        held = [o for o in outcomes if o.verdict is Verdict.HELD]
        found = [f"held: {o.action.account}: {o.action.text!r}: {o.text}" for o in held]
        if self.snapshot.reverted:
            who = " and ".join(self.snapshot.editors) or "somebody"
            page = self.snapshot.titles.gamestate
            found.append(f"{page}: {who} took back an edit of the bot; what it had played is not played again.")
        return tuple(found)

    def _left_waiting(self, inputs: Sequence[Action | Withdrawal]) -> tuple[str, ...]:
        count = sum(isinstance(item, Action) for item in inputs)
        return (f"{count} new action(s) stay queued until the page can be read.",) if count else ()


def _log(
    corrections: Sequence[str],
    editors: Sequence[str],
    start: datetime,
    happenings: Sequence[Happening],
    outcomes: Sequence[Outcome],
) -> list[str]:
    """The log lines of one sync in order of time; what comes about by itself is a comment, for it does so again."""
    dated = [(start, f"{format_time(start)} {' and '.join(editors) or 'somebody'}: correct {'; '.join(corrections)}")]
    dated = dated if corrections else []
    dated += [(h.time, f"# {format_time(h.time)} {' '.join(h.text.split())}") for h in happenings]
    dated += [(o.action.time, log_line(o)) for o in outcomes if o.counts]
    return [line for _, line in sorted(dated, key=lambda entry: entry[0])]
