"""The same game on plain texts, no wiki: ruleset, gamestate page and text log in; outcomes and the new page out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from wikibot.exits import ATTENTION, DONE
from wikibot.game.actions import Action, Outcome, Verdict, Withdrawal
from wikibot.game.calendar import format_time
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import parse_order
from wikibot.game.engine.passing_time import FiredEvent
from wikibot.game.engine.proofs import Recorded
from wikibot.game.engine.text_log import Malformed, read_log
from wikibot.game.game import Game
from wikibot.game.problems import Unclear
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.verbs import Verb
from wikibot.stewards.wording.rulebooks import accepted_in, rulebook_with
from wikibot.storage.cursor import Cursor, DamagedCursor, read_cursor, write_cursor
from wikibot.storage.log_entries import start_of
from wikibot.storage.log_page import log_lines
from wikibot.sync.gamestate_page import lay_over
from wikibot.wikitext.tables import UnsafeEdit


class TooEarly(ValueError):
    """The end was set before a line of the log."""


@dataclass(frozen=True)
class Applied:
    """What became of a log. ``outcomes`` stand in the order of its lines; ``page`` is None if none is to be written."""

    state: Mapping[str, Any]  # in JSON form
    outcomes: tuple[Outcome, ...] = ()
    fired_events: tuple[FiredEvent, ...] = ()
    problems: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()  # oddities of the page, no hindrance
    page: str | None = None

    @property
    def exit_code(self) -> int:
        """0, or 1 where a person is needed."""
        held = any(outcome.verdict is Verdict.HELD for outcome in self.outcomes)
        return ATTENTION if self.problems or held else DONE


def apply_log(
    game: Game[Any],
    ruleset: str,
    gamestate: str,
    log: str,
    now: datetime | None = None,
    overlay: Sequence[Pin] = (),
    title: str = "the gamestate page",
    watch: Callable[[Sequence[Action | Withdrawal]], Iterable[Action | Withdrawal]] = iter,
) -> Applied:
    """Play a log over a page, then let time run on to ``now`` (default: the last line's time).

    ``overlay`` holds wordings that an operator accepted; those of stewards stand on a page that the
    bot has played. ``watch`` hands the lines on one by one, for showing progress. ``title`` names
    the page in ``problems``. Where it cannot be read, nothing is played: a line that is understood
    is held until then. Where it cannot be written without harm, the lines are played and there is
    no new page. Raises :class:`TooEarly`.
    """
    entries = _Log.read(log, now)
    book = rulebook_with(game, ruleset, overlay, accepted_in(gamestate))
    cursor, problems = _cursor(gamestate, title)
    reading = game.read(gamestate, book, entries.start(cursor))
    problems = (*problems, *(f"{title}, {cell}" for cell in reading.unreadable))
    engine = Engine(game, book, Recorded(entries.lines))
    if problems:
        players = [(action, game.player_of(reading.state, action)) for action in entries.actions]
        outcomes = entries.outcomes(
            [_unplayed(action, who, engine.verbs, problems) for action, who in players]
        )
        return Applied(game.to_json(reading.state, book), outcomes, (), problems, reading.remarks)
    played = engine.play(reading.state, watch(entries.inputs), entries.end)
    page: str | None = None
    try:
        page = _written(game, gamestate, book, cursor, played.state)
    except UnsafeEdit as error:
        problems = (f"{title}: {error}. The page is not written",)
    problems = (*problems, *(each.text for each in played.fired_events if each.failed))
    outcomes = entries.outcomes(played.outcomes)
    return Applied(
        game.to_json(played.state, book),
        outcomes,
        played.fired_events,
        problems,
        reading.remarks,
        page,
    )


@dataclass(frozen=True)
class _Log:
    """A log as read: its lines, what they say, and when it ends."""

    lines: tuple[str, ...]
    entries: tuple[Action | Withdrawal | Malformed, ...]
    end: datetime

    @classmethod
    def read(cls, text: str, now: datetime | None) -> _Log:
        """Raises :class:`TooEarly` where ``now`` lies before a line."""
        lines = log_lines(text)
        entries = read_log("\n".join(lines))
        return cls(
            lines, entries, _end([entry for entry in entries if isinstance(entry, Action)], now)
        )

    @property
    def inputs(self) -> list[Action | Withdrawal]:
        return [entry for entry in self.entries if not isinstance(entry, Malformed)]

    @property
    def actions(self) -> list[Action]:
        return [entry for entry in self.entries if isinstance(entry, Action)]

    def start(self, cursor: Cursor | None) -> datetime:
        """Game time before the first line: where the bot stopped playing this page, or as the log says."""
        if cursor is not None and cursor.synced is not None:
            return cursor.synced
        return start_of(self.lines) or self.end

    def outcomes(self, played: Sequence[Outcome]) -> tuple[Outcome, ...]:
        """One outcome for each line that is not a comment, in the order of the lines."""
        malformed = [
            entry.outcome(self.end) for entry in self.entries if isinstance(entry, Malformed)
        ]
        return tuple(sorted([*played, *malformed], key=lambda outcome: outcome.action.line))


def _cursor(gamestate: str, title: str) -> tuple[Cursor | None, tuple[str, ...]]:
    """The page's cursor, and what is wrong with it."""
    try:
        return read_cursor(gamestate), ()
    except DamagedCursor as error:
        return None, (f"{title}: {error}; remove it",)


def _unplayed(
    action: Action, player: str | None, verbs: Sequence[Verb], problems: Sequence[str]
) -> Outcome:
    """What becomes of a line where the page cannot be read: it is read all the same, but not played."""
    try:
        parse_order(action.text, verbs)
    except Unclear as unclear:
        return Outcome(action, Verdict.HUH, unclear.text, player or action.account)
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    text = f"not played, because the page cannot be read: {problems[0]}{more}. Mend it and play the log again"
    return Outcome(action, Verdict.HELD, text, player or action.account)


def _end(actions: Sequence[Action], now: datetime | None) -> datetime:
    last = max(actions, key=lambda action: action.time, default=None)
    if now is None:
        return last.time if last else datetime.now(UTC).replace(microsecond=0)
    if last and now < last.time:
        raise TooEarly(
            f"{format_time(now)} lies before line {last.line} of the log ({format_time(last.time)})"
        )
    return now


def _written(game: Game[Any], page: str, book: Rulebook, cursor: Cursor | None, state: Any) -> str:
    text = lay_over(game, page, book, state).text
    return (
        text
        if cursor is None or cursor.synced is None
        else write_cursor(text, replace(cursor, synced=state.now))
    )
