"""The same game on plain texts, no wiki: ruleset, page and text log in; outcomes and page out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

import msgspec

from wikibot.dice.session import PUBLIC
from wikibot.game.actions import Action, ActionId, Outcome, Verb, Verdict, Withdrawal
from wikibot.game.engine.engine import Engine, FiredEvent, Played
from wikibot.game.engine.orders import (
    PAGE_MARK,
    STANDING_MARK,
    Malformed,
    gives_reading,
    parse_order,
    read_log,
)
from wikibot.game.engine.standing_rolls import Recorded
from wikibot.game.game import Game
from wikibot.game.problems import Unclear
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.secrets import at_hand
from wikibot.stewards.accept import GivenByLine, rulebook_of
from wikibot.storage.cursor import Cursor, DamagedCursor, NewerCursor, read_cursor, write_cursor
from wikibot.storage.log_page import joined_lines, start_of
from wikibot.sync.gamestate_page import lay_over
from wikibot.sync.report import Report
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import format_time
from wikibot.wikitext.table_writer import UnsafeEdit

_EVER = datetime.min.replace(tzinfo=UTC)
_AGAIN = "this line was played before: the page says so, and it is not played again"


class TooEarly(ValueError):
    """The end was set before a line of the log."""


class Applied(Report, frozen=True, kw_only=True):
    """What became of a log. ``outcomes`` stand in the order of its lines.

    ``state`` is in JSON form; ``page`` None where none is to be written.
    """

    state: Mapping[str, Any]
    page: str | None = None


def apply_log(
    game: Game[Any], ruleset: str, gamestate: str, log: str | Sequence[str],
    now: datetime | None = None, overlay: Sequence[Binding] = (), readings: str = "",
    title: str = "the gamestate page",
    watch: Callable[[Sequence[Action | Withdrawal]], Iterable[Action | Withdrawal]] = iter
) -> Applied:  # fmt: skip
    """Play a log over a page, then let time run on to ``now`` (default: the last line's time).

    A log in several texts is one, in their order, as its pages by month are.
    Lines that wait on the page keep their identities: those of the log are numbered behind them.
    ``overlay`` holds wordings that an operator accepted; those of stewards stand on a page that the
    bot has played. ``readings``: the text of the readings page. ``watch`` hands the lines on one by
    one, for showing progress. ``title`` names the page in ``problems``. Where it cannot be read,
    nothing is played: a line that is understood is held until then. Where it cannot be written
    without harm, the lines are played and there is no new page. Raises :class:`TooEarly`.
    """
    lines = joined_lines([log] if isinstance(log, str) else log)
    cursor, damage = _cursor(gamestate)
    entries = read_log("\n".join(lines), within=cursor.rolls > 0)
    actions = [entry for entry in entries if isinstance(entry, Action)]
    through, end = cursor.synced or _EVER, _end(actions, now, cursor)
    book = rulebook_of(game, ruleset, overlay, cursor, readings)
    reading = game.read(gamestate, book, cursor.synced or start_of(lines) or end)
    unreadable = [f"{title}: {damage}; remove it"] if damage else []
    unreadable += [f"{title}, {cell}" for cell in reading.unreadable]
    engine = Engine(game, book, Recorded(lines))
    rules = game.ruleset_changes(None, book, reading.state)
    page, problems, notes = None, tuple(unreadable), [*reading.remarks, *filter(None, [rules])]
    if problems:
        verbs = engine.lines.verbs(reading.state)
        unplayed = [_unplayed(game, reading.state, each, verbs, problems) for each in actions]
        played = Played(reading.state, tuple(unplayed))
    else:
        waits = [each.id for each in reading.state.pending]
        known = {each.line: each for each in _played_before(actions, lines, cursor)}
        inputs = [
            _behind(waits, each)
            for each in entries
            if isinstance(each, Withdrawal) or (isinstance(each, Action) and each.line not in known)
        ]
        with at_hand(PUBLIC):
            played, book = _played(engine, reading.state, watch(inputs), gamestate, end)
        again = (Outcome(each, Verdict.HUH, _AGAIN, each.account) for each in known.values())
        played = msgspec.structs.replace(played, outcomes=(*played.outcomes, *again))
        if late := sum(each.time < through for each in actions) + len(known):
            when = f"{title} was played through {format_time(through)} before"
            notes.append(f"{when}, so {late} of {len(actions)} lines are not played again")
        if actions or now or cursor.synced:
            cursor = _mark(cursor, played.state.now, actions, lines)
        page, problems = _page(game, gamestate, book, played.state, cursor, title)
        problems += tuple(each.text for each in played.fired_events if each.failed)
    malformed = (entry.outcome(end) for entry in entries if isinstance(entry, Malformed))
    return Applied(
        tuple(sorted((*played.outcomes, *malformed), key=lambda outcome: outcome.action.line)),
        played.fired_events,
        problems=problems,
        notes=tuple(notes),
        state=game.to_json(played.state, book),
        page=page,
    )


def _played(
    engine: Engine[Any], state: Any, inputs: Iterable[Action | Withdrawal], page: str, end: datetime
) -> tuple[Played[Any], Rulebook]:
    """All lines; those behind one that gives a reading are played by it. ``page``: has the names.

    The rulebook by which the last of them was played comes with it.
    """
    book, outcomes, fired = engine.book, list[Outcome](), list[FiredEvent]()
    given, rest = list[Action](), iter(inputs)
    while True:
        before = takewhile(lambda each: not _gives_reading(each, given), rest)
        played = engine.play(state, before)
        outcomes += played.outcomes
        order = given.pop() if given else None
        passed = engine.play(played.state, (), order.time if order else end)
        state, fired = passed.state, [*fired, *played.fired_events, *passed.fired_events]
        if order is None:
            return Played(state, tuple(outcomes), tuple(fired), played.offers), book
        plays = engine.game.player_of(state, order)
        objection = "" if plays else say("{} is not a player", order.account)
        line = GivenByLine(engine.game, book, page, order.time, order)
        outcome, change = line.carried_out(objection)
        outcomes.append(outcome)
        if change is not None:
            book = book.with_rows(change)
            engine = Engine(engine.game, book, engine.dice, offers=played.offers)


def _gives_reading(entry: Action | Withdrawal, given: list[Action]) -> bool:
    """Whether it is a line that gives a reading, which is noted then."""
    if not isinstance(entry, Action) or not gives_reading(entry.text):
        return False
    given.append(entry)
    return True


def _played_before(
    actions: Iterable[Action], lines: Sequence[str], cursor: Cursor
) -> Iterator[Action]:
    """Lines of the very instant through which a page was played, as its mark has them.

    What is dated earlier is not played in any case.
    """
    left = Counter(line for batch in cursor.batches for line in batch)
    for each in actions:
        if each.time == cursor.synced and left[lines[each.line - 1]] > 0:
            left[lines[each.line - 1]] -= 1
            yield each


def _mark(cursor: Cursor, now: datetime, actions: Iterable[Action], lines: Sequence[str]) -> Cursor:
    """What the new page says of how far it was played, for the same log or the next to go on."""
    last = Counter(lines[each.line - 1] for each in actions if each.time == now)
    last |= Counter(cursor.lines if cursor.synced == now else ())
    within = any(line.startswith((PAGE_MARK, STANDING_MARK)) for line in lines)
    rolls = max(cursor.rolls, int(within))
    return replace(cursor, synced=now, lines=tuple(last.elements()), rolls=rolls)


def _behind(waits: Sequence[ActionId], entry: Action | Withdrawal) -> Action | Withdrawal:
    """A line of a log that has no identity from a wiki, numbered behind those that wait."""
    last = max((each.index for each in waits if not (each.page or each.revision)), default=0)
    if entry.id.page or isinstance(entry, Withdrawal):
        return entry
    return msgspec.structs.replace(entry, id=ActionId(0, 0, last + entry.id.index))


def _page(
    game: Game[Any], gamestate: str, book: Rulebook, state: Any, cursor: Cursor, title: str
) -> tuple[str | None, tuple[str, ...]]:
    """The page with the new state, or why it cannot be written."""
    try:
        page = lay_over(game, gamestate, book, state).text
        return write_cursor(page, cursor) if cursor.synced else page, ()
    except UnsafeEdit as error:
        return None, (f"{title}: {error}. The page is not written",)


def _cursor(gamestate: str) -> tuple[Cursor, str]:
    """The page's cursor, and what is wrong with it."""
    try:
        return read_cursor(gamestate) or Cursor(), ""
    except NewerCursor:
        raise
    except DamagedCursor as error:
        return Cursor(), str(error)


def _unplayed(
    game: Game[Any], state: Any, action: Action, verbs: Sequence[Verb], problems: Sequence[str]
) -> Outcome:
    """What becomes of a line where the page cannot be read: it is read all the same, not played."""
    player = game.player_of(state, action) or action.account
    try:
        parse_order(action.text, verbs)
    except Unclear as unclear:
        return Outcome(action, Verdict.HUH, unclear.text, player)
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    why = f"not played, because the page cannot be read: {problems[0]}{more}"
    return Outcome(action, Verdict.HELD, f"{why}. Mend it and play the log again", player)


def _end(actions: Sequence[Action], now: datetime | None, cursor: Cursor) -> datetime:
    last = max(actions, key=lambda action: action.time, default=None)
    if now is None:
        times = [each for each in (last and last.time, cursor.synced) if each]
        return max(times, default=datetime.now(UTC).replace(microsecond=0))
    if last and now < last.time:
        late = f"line {last.line} of the log ({format_time(last.time)})"
        raise TooEarly(f"{format_time(now)} lies before {late}")
    return now
