"""Playing: the lines in order of time, as far as the gamestate page can hold what comes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.dice.session import DiceRecord, DiceSession, SecretNotKept
from wikibot.game.actions import Action, ActionId, Outcome, Verdict, Withdrawal
from wikibot.game.engine.enactment import enacted
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.standing_rolls import FaceSource
from wikibot.game.problems import Missing, Problem, described, failure
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.secrets import at_hand
from wikibot.game.state import State
from wikibot.stewards.undo import Adopted, rewind
from wikibot.stewards.wording.history import trace
from wikibot.storage.cursor import Cursor, SealedLetter
from wikibot.sync.gamestate_page import DrawnPage, lay_over
from wikibot.sync.inbox import in_order
from wikibot.sync.loaded_game import LoadedGame, cannot_write, need_lines, versions, waiting_lines
from wikibot.sync.report import Stuck
from wikibot.sync.snapshot import Setup, Snapshot
from wikibot.sync.watchdog import at
from wikibot.wiki.authorship.blame import touched, touched_actions
from wikibot.wikitext.messages import say
from wikibot.wikitext.table_writer import UnsafeEdit


class Playthrough(Struct, frozen=True):
    """What came of the lines. ``played``: by the engine; ``page``: the state laid over the page.

    ``outcomes`` are all answers, also to what was not played. ``due``: when
    the next timed event is.
    """

    loaded: LoadedGame
    played: Played[Any]
    page: DrawnPage
    outcomes: tuple[Outcome, ...]
    dice: DiceRecord
    due: datetime | None
    notes: tuple[str, ...]
    letters: tuple[SealedLetter, ...] = ()


def play(setup: Setup, loaded: LoadedGame) -> Playthrough:
    """Play all that is new. Raises :class:`Stuck` where no page can hold it."""
    try:
        with at_hand(setup.keeper(loaded.snapshot.cursor) if setup.keeper else None):
            return _playthrough(setup, loaded)
    except SecretNotKept as lost:  # of the machine, and no fault of the line that asked for a roll
        raise lost.why from None


def _playthrough(setup: Setup, loaded: LoadedGame) -> Playthrough:
    snapshot, book = loaded.snapshot, loaded.commands.book
    cursor, now = snapshot.cursor, snapshot.poll.now
    session = setup.dice_session(cursor, now)
    engine = _engine(setup, loaded, session.dice)
    lines, notes = _lines(setup, loaded, session)
    at(snapshot.titles.actions)
    try:
        played, page = _fitting(setup, loaded, engine, lines)
        told = loaded.commands.counted.changes
        played = replace(played, fired_events=(*told, *played.fired_events))
    except Missing as missing:  # an event's roll
        waits = say("everything waits for {}. {}", missing.text, missing.how)
        raise Stuck((), (*loaded.notes, *notes, waits)) from None
    answers = (*loaded.commands.answers, *played.outcomes, *_unplayed(setup, loaded))
    outcomes = tuple(_explained(snapshot, book, answers))
    kept = session.close(cursor, loaded.state, played.state, now)
    letters = _letters(setup, cursor, played.state)
    wait = _AT_ONCE if letters[len(letters) - len(played.state.letters) :] else _LATER
    times = [engine.passing.due(played.state), kept.due, now + wait if letters else None]
    due = None if loaded.commands.standing.paused else min(filter(None, times), default=None)
    return Playthrough(loaded, played, page, outcomes, kept, due, (*loaded.notes, *notes), letters)


_AT_ONCE, _LATER = timedelta(minutes=1), timedelta(hours=1)  # until letters are looked after again


def _letters(setup: Setup, cursor: Cursor, state: State) -> tuple[SealedLetter, ...]:
    """The letters that are to be sent: those of earlier runs, and what playing led to."""
    owed = setup.mailbox.unsent(cursor.letters) if setup.mailbox and cursor.letters else ()
    new = (each for each in state.letters if each.player in state.players)
    return (
        *owed, *(SealedLetter(state.players[e.player].owner, e.player, e.seal) for e in new)
    )  # fmt: skip


def _engine(setup: Setup, loaded: LoadedGame, dice: FaceSource) -> Engine[Any]:
    """An engine that can take an action back, from the history of the gamestate page."""
    snapshot, game, book = loaded.snapshot, setup.game, loaded.commands.book
    title, bot = snapshot.titles.gamestate, snapshot.poll.user
    by_hand = (loaded.corrections, snapshot.editors)
    adopted = Adopted(loaded.text, loaded.start, *by_hand, loaded.followed)
    back = rewind(lambda: snapshot.past(title, 0), adopted, game, book, bot)
    return Engine(game, book, dice, back, snapshot.cursor.offers)


def _fitting(
    setup: Setup, loaded: LoadedGame, engine: Engine[Any], lines: Sequence[Action | Withdrawal]
) -> tuple[Played[Any], DrawnPage]:
    """What the engine makes of the lines, and the page with it.

    Where the page cannot hold the state, the same with all that would leave the page, and without
    the lines that lead there: one line can cost only itself, or else one page.
    """
    snapshot, state = loaded.snapshot, loaded.state

    def laid_over(state: State) -> DrawnPage:
        book, own = loaded.commands.book, snapshot.own
        return lay_over(setup.game, loaded.text, book, state, own, setup.board_page)

    def unfit(state: State) -> str:
        try:
            laid_over(state)
        except Exception as error:  # noqa: BLE001  # the line is held, and reported
            return described(error)
        return ""

    before = setup.game.reopened(state, loaded.commands.book) if loaded.reopened else state
    played = engine.play(before, setup.metered(lines), loaded.until)
    while True:
        at(snapshot.titles.gamestate)
        try:
            return played, laid_over(played.state)
        except Problem:
            raise
        except Exception as error:  # noqa: BLE001  # one line can cost only itself, or one page
            if engine.passing.clears:
                engine.passing.clears = False
                played = engine.play(before, lines, loaded.until)
                continue
            again = None if unfit(state) else engine.play(before, lines, loaded.until, unfit)
            if again is None or again.state == played.state:
                mistake = not isinstance(error, UnsafeEdit)
                why = failure("writing the page", error) if mistake else str(error)
                raise cannot_write(loaded, why, mistake=mistake) from None
            played = again


# -- what is played --------------------------------------------------------------------------------


def _lines(
    setup: Setup, loaded: LoadedGame, session: DiceSession
) -> tuple[list[Action | Withdrawal], list[str]]:
    """Lines to play, and notes for the report."""
    snapshot, inbox, commands = loaded.snapshot, loaded.inbox, loaded.commands
    cursor, state, actions = snapshot.cursor, loaded.state, snapshot.actions
    now, removed = inbox.until or snapshot.poll.now, inbox.removed
    watching = () if inbox.left else setup.game.watched(state)
    found = touched(actions.history, actions.through, watching)
    watched = [each for each in found if each.revision not in actions.elsewhere]
    waiting = waiting_lines(state)
    notes = [str(each) for each in watched if not each.counts]
    notes += [
        f"{gone.told}; it waits on, until its author or a steward withdraws it"
        for gone in removed.taken
        if gone.id in waiting
    ]
    lines: list[Action | Withdrawal] = [*_enacted(loaded), *loaded.freed]
    if commands.standing.paused:  # time stands still as well
        return [*lines, *(replace(each, time=loaded.start) for each in commands.orders)], notes
    if not commands.plays:
        return [*lines, *in_order(commands.orders, cursor.synced, now)], notes
    settled = session.settled(removed.ended)
    new: list[Action | Withdrawal] = [*inbox.actions, *inbox.asides, *settled]
    new += [each for each in touched_actions(watched) if each.account not in loaded.others]
    new += [*removed.withdrawn, *commands.orders]
    again = session.again(state.pending, cursor.synced)
    need_lines(snapshot, [each.id for each in again])
    ordered = in_order(new, cursor.synced, now)
    return [*lines, *sorted((*again, *ordered), key=lambda item: item.time)], notes


def _enacted(loaded: LoadedGame) -> Iterator[Action]:
    """A note where people have already enacted what the bot was to enact."""
    note, bot = enacted(loaded.state, loaded.snapshot.rules), loaded.snapshot.poll.user
    if note:
        yield Action(ActionId(0, 0, 0), loaded.start, bot, note, trusted=True)


# -- what is answered ------------------------------------------------------------------------------


def _unplayed(setup: Setup, loaded: LoadedGame) -> Iterator[Outcome]:
    """Answers to what is not played: rejected lines, strangers' orders, a closed game, dry runs."""
    inbox, commands = loaded.inbox, loaded.commands
    yield from inbox.rejected_orders
    if not commands.holds_back:
        yield from inbox.rejected
        if by := commands.standing.closed:
            text = say("{} closed the game. A steward may open it again", by)
            yield from (Outcome(a, Verdict.CANT, text, a.account) for a in inbox.actions)
    for line in commands.standing.dry_runs:
        yield _dry_run(setup, loaded, line)


def _dry_run(setup: Setup, loaded: LoadedGame, line: Action) -> Outcome:
    """The outcomes of a dry run: of one order, or of all queued lines. Nothing is kept."""
    snapshot = loaded.snapshot
    queued = in_order(loaded.inbox.actions, snapshot.cursor.synced, snapshot.poll.now)
    played = _engine(setup, loaded, setup.preview).play(
        loaded.state, [replace(line, time=loaded.start)] if line.text else queued
    )
    said = [
        f"{each.player or each.action.account}: {each.action.text}: {each.verdict}: {each.text}"
        for each in played.outcomes
    ]
    text = say("would be: {}", "; ".join(said) or say("nothing is queued"))
    asked = replace(line, text=f"dry run {line.text}".strip())
    return Outcome(asked, Verdict.DONE, text, logged="")


def _explained(
    snapshot: Snapshot, book: Rulebook, outcomes: Sequence[Outcome]
) -> Iterator[Outcome]:
    """The outcomes; a held line's says which revision changed the wording, and how.

    Of many lines that are answered alike the answer is kept once.
    """
    texts: dict[str, str] = {}
    same = (WordingStatus.SAME, WordingStatus.COSMETIC)
    units = dict.fromkeys(
        each.unit for each in outcomes if each.unit and book.standing(each.unit) not in same
    )
    changes = trace(book, units, versions(snapshot, 0)) if units else {}
    for outcome in outcomes:
        why = str(changes.get(outcome.unit, ""))
        text = say("{}. The wording: {}", outcome.text, why) if why else outcome.text
        yield replace(outcome, text=texts.setdefault(text, text))
