"""Playing the lines in order of time, and what the next run has to remember of this one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.dice.session import DiceRecord, DiceSession, SecretNotKept
from wikibot.game.actions import Action, ActionId, IdentityPart, Outcome, Verdict, Withdrawal
from wikibot.game.engine.enactment import enacted
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.line_player import each_answer
from wikibot.game.engine.orders import standing_line
from wikibot.game.engine.standing_rolls import FaceSource
from wikibot.game.problems import Missing, Problem, described, failure
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.secrets import at_hand
from wikibot.game.state import AN_EVENT, Kind, Pending, State
from wikibot.stewards.bot_commands import Adopted, rewind
from wikibot.stewards.notices import EDITS
from wikibot.stewards.wording import trace
from wikibot.storage.cursor import Answer, Cursor, Mark, News, Notice, SealedLetter
from wikibot.storage.log_page import FirstPage, log_entries, start_line
from wikibot.sync.announcing import Announced
from wikibot.sync.gamestate_page import DrawnPage, lay_over
from wikibot.sync.inbox import in_order
from wikibot.sync.loaded_game import LoadedGame, cannot_write, need_lines, versions, waiting_lines
from wikibot.sync.pending_deliveries import Deliveries
from wikibot.sync.report import Stuck, at
from wikibot.sync.snapshot import LinePage, Setup, Snapshot
from wikibot.wiki.base import is_of_month
from wikibot.wiki.blame import touched, touched_actions
from wikibot.wiki.history import heads_of
from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.escape import in_a_line, linkable, names_in
from wikibot.wikitext.messages import retold, say
from wikibot.wikitext.numerals import format_time
from wikibot.wikitext.table_writer import UnsafeEdit


class Playthrough(Struct, frozen=True):
    """What came of the lines. ``played``: by the engine; ``page``: the state laid over the page.

    ``outcomes`` are all answers, also to what was not played. ``due``: when
    the next timed event is, or letters are to be looked after. ``letters``: that are to be sent.
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
        with at_hand(setup.keeper(loaded.snapshot.cursor)):
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
    # The letters that are to be sent: those of earlier runs, and what playing led to.
    owed = setup.mailbox.unsent(cursor.letters) if cursor.letters else ()
    new = (each for each in played.state.letters if each.player in played.state.players)
    letters = (
        *owed,
        *(SealedLetter(played.state.players[e.player].owner, e.player, e.seal) for e in new),
    )
    wait = _AT_ONCE if played.state.letters else _LATER
    times = [engine.passing.due(played.state), kept.due, now + wait if letters else None]
    due = None if loaded.commands.standing.paused else min(filter(None, times), default=None)
    return Playthrough(loaded, played, page, outcomes, kept, due, (*loaded.notes, *notes), letters)


_AT_ONCE, _LATER = timedelta(minutes=1), timedelta(hours=1)  # until letters are looked after again


def _engine(setup: Setup, loaded: LoadedGame, dice: FaceSource) -> Engine[Any]:
    """An engine that can take an action back, from the history of the gamestate page."""
    snapshot, game, book = loaded.snapshot, setup.game, loaded.commands.book
    title, bot = snapshot.titles.gamestate, snapshot.poll.user
    by_hand = (loaded.corrections, snapshot.editors)
    adopted = Adopted(loaded.text, loaded.start, *by_hand, loaded.followed)
    back = partial(rewind, lambda: snapshot.past(title, 0), adopted, game, book, bot)
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
        return lay_over(setup.game, loaded.text, book, state, own, setup.settings.bot.board_page)

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
    lines: list[Action | Withdrawal] = [*loaded.freed]
    if state.proposals and (note := enacted(state, snapshot.rules)):  # by people already
        by_bot = Action(ActionId(0, 0, 0), loaded.start, snapshot.poll.user, note, trusted=True)
        lines.insert(0, by_bot)
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
        each.unit
        for each in outcomes
        if each.unit and book.standing(each.unit) not in same
        if book.on_page(each.unit) or book.implementation(each.unit)
    )
    changes = trace(book, units, versions(snapshot, 0)) if units else {}
    for outcome in outcomes:
        why = str(changes.get(outcome.unit, ""))
        text = say("{}. The wording: {}", outcome.text, why) if why else outcome.text
        yield replace(outcome, text=texts.setdefault(text, text))


# -- announcing ------------------------------------------------------------------------------------
# News of a game for people who are elsewhere: what a sync did, in lines for a chat.
#
# Whom a line calls, so that their chat notifies them, stands beside it; how they are called there
# is a matter of the webhook. The news of a run stand in the cursor until every webhook took them.

MOST_NEWS = 50  # runs whose news are kept while a webhook does not take them
MOST_LINES = 40  # of one run
LONGEST = 400  # characters of a line
_short = partial(in_a_line, longest=LONGEST)
Line = tuple[str, tuple[str, ...]]


def next_news(
    played: Playthrough, cursor: Cursor, run: str, notices: Sequence[Notice], announced: Announced
) -> tuple[News, ...]:
    """What is still to be announced after this run: what was owed before, and its own news."""
    owed = announced.missing(cursor.news)
    lines = tuple(_owed_lines(played, notices))
    if not lines:
        return owed
    if len(lines) > MOST_LINES:
        more = say("and {} more", len(lines) - MOST_LINES + 1)
        lines = (*lines[: MOST_LINES - 1], (more, ()))
    return (*owed, News(run, lines))[-MOST_NEWS:]


def _owed_lines(played: Playthrough, notices: Sequence[Notice]) -> Iterator[Line]:
    before, after = played.loaded.state, played.played.state
    happened = [(event.time, _short(event.text)) for event in played.played.fired_events]
    happened += [
        (each.action.time, _told(each))
        for line in played.played.outcomes
        for each in each_answer(line)
    ]
    yield from ((text, ()) for _, text in sorted(happened, key=lambda each: each[0]) if text)
    # Proposals that were made, and those that were decided by time.
    old = {each.id: each.status for each in before.proposals}
    for each in after.proposals:
        if each.id not in old:
            yield _short(say("{} proposes {}: {}", each.proposer, each.id, each.title)), ()
        elif old[each.id] != each.status:
            yield _short(f"{each.id} ({each.title}): {each.status}"), ()
    # Who has to answer by now, and what; whose turn it is.
    waited: Mapping[Pending, None] = dict.fromkeys(before.pending)
    for waits in after.pending:
        if waits in waited or waits.player == AN_EVENT:
            continue
        if waits.kind is Kind.HELD:
            yield _short(say("{!r} of {} waits for a steward", waits.text, waits.player)), ()
        else:
            until = f" {say('until {}', format_time(waits.until))}" if waits.until else ""
            asks = retold(waits.asks) or waits.text
            yield _short(say("{} is asked: {}{}", waits.player, asks, until)), (waits.player,)
    last, now = (getattr(getattr(state, "turn", None), "player", "") for state in (before, after))
    if now and now != last:
        yield say("It is {}'s turn", now), (now,)
    known = {notice.unit for notice in played.loaded.snapshot.cursor.notices}
    for notice in notices:
        if notice.unit not in known:
            what = (
                f"edit in {notice.since}" if notice.what in EDITS else say("rule {}", notice.unit)
            )
            yield say("The {} waits for a steward", _short(what)), ()


def _told(outcome: Outcome) -> str:
    """A line that did something, with what was rolled for it; "" for all others."""
    if outcome.verdict is not Verdict.DONE or not outcome.counts:
        return ""
    who = outcome.player or outcome.action.account
    rolled = f" ({', '.join(outcome.rolls)})" if outcome.rolls else ""
    return _short(f"{who}: {outcome.text}{rolled}")


# -- What the next run has to remember of this one: how far pages were read, what is owed to them --
# The people whom an answer names are noted when it is given, so that it reads the same whenever it
# is delivered. Decisions: the author of a line knows of it, and has a link only where more is asked
# of them. Names between quotation marks or backticks are part of what a player wrote, and notify no
# one.

BLOCK = 100  # bytes that a new block takes on the log page besides its lines
LONG = 200  # characters from which on an answer is given to an account once a sync
REPEATED = "see the answer to your earlier line"
REMEMBERED = 50  # pages of lines that are not under their titles any more


def public_key(setup: Setup, played: Playthrough) -> str:
    """The public key for which players seal lines; "" in a game that keeps no secrets."""
    loaded, cursor = played.loaded, played.loaded.snapshot.cursor
    if cursor.box:
        return cursor.box
    keeps = setup.game.keeps_secrets(played.played.state, loaded.commands.book)
    return setup.keeper(cursor).box if keeps else ""


def next_cursor(
    setup: Setup, played: Playthrough, run: str, owed: Deliveries, notices: tuple[Notice, ...]
) -> Cursor:
    """The cursor as it is after a playthrough in the run ``run``."""
    loaded, dice, announced = played.loaded, played.dice, setup.announced
    snapshot, standing = loaded.snapshot, loaded.commands.standing
    unread = loaded.commands.holds_back or bool(loaded.inbox.left)
    # The operator reads answers in the terminal; a line that is gone cannot be answered.
    # Nor is talk, but for a page of which more is to be read: there a line is known by its answer.
    answered = (each for each in played.outcomes if _has_line(each) and (unread or not each.talk))
    on_pages = list(_each_once(each for line in answered for each in each_answer(line)))
    # The people whom an answer may name. A line that is played is answered in the names of the
    # tables, one that is rejected in those of accounts; of two people one may have as a name what
    # the other has as an account. Names of others are known so that none of a player's is looked
    # for in them.
    states = (loaded.state, played.played.state)
    players = [(each.name, each.owner) for state in states for each in state.players.values()]
    heads = [each for page in snapshot.line_pages for each in heads_of(page.history)]
    others = [name for state in states for each in state.former for name in (each.name, each.owner)]
    unlinked = dict.fromkeys([*others, *(each.user for each in heads if each.user)], "")
    accounts = {owner: owner if linkable(owner) else "" for _, owner in players}
    tables = {name: accounts[owner] for name, owner in players}
    unlinked |= dict.fromkeys([*tables, *accounts], "")
    rejected = {each.action.id for each in (*loaded.inbox.rejected, *loaded.inbox.rejected_orders)}
    answers = tuple(
        Answer.of(
            each,
            snapshot.poll.now,
            named_in(each, unlinked | (accounts if each.action.id in rejected else tables)),
        )
        for each in on_pages
    )
    log = _log_page(snapshot, owed)
    begun, same = snapshot.logs.get(log), owed.batches and log == snapshot.cursor.log
    # The pages that had these titles before: one that comes back is read on from where it was.
    cursor = snapshot.cursor
    here = {snapshot.head(page.title).page_id for page in snapshot.line_pages}
    known = {mark.page: mark for mark in (*cursor.others, cursor.actions, cursor.stewards)}
    gone = [mark for page, mark in known.items() if page and page not in here]
    lines = log_entries(
        loaded.corrections, snapshot.editors, loaded.start, played.played.fired_events,
        played.outcomes, loaded.followed, snapshot.poll.user,
    )  # fmt: skip
    begins: tuple[str, ...] = ()
    if not cursor.synced:
        begins = start_line(loaded.start), str(FirstPage.of(snapshot.over, loaded.text))
    elif not cursor.rolls:
        begins = (standing_line(loaded.start),)
    return Cursor(
        actions=_mark(snapshot, snapshot.actions, owed, answers, unread),
        stewards=_mark(
            snapshot, snapshot.stewards, owed, answers, unread=bool(loaded.inbox.orders_left)
        ),
        others=tuple(gone[-REMEMBERED:]),
        synced=loaded.until or loaded.start,
        base=snapshot.over,
        log_base=snapshot.cursor.log_base if same else begun.id if begun else 0,
        log=log,
        run=run,
        paused=standing.paused,
        closed=standing.closed,
        accepted=standing.accepted,
        answers=(*owed.answers, *answers),
        lines=(*begins, *dice.before, *lines, *dice.after),
        late=owed.batches,
        dice=dice.source,
        seals=dice.seals,
        waits=dice.waits,
        ruleset=loaded.commands.counted.rules.through,
        readings=loaded.commands.counted.readings.through,
        given=loaded.commands.counted.given,
        notices=notices,
        last=snapshot.cursor.last if loaded.commands.holds_back else loaded.inbox.last,
        queue=snapshot.queue.mark if snapshot.queue and not unread else snapshot.cursor.queue,
        news=next_news(played, snapshot.cursor, run, notices, announced) if announced else (),
        people=snapshot.accounts.noted_with(setup.game, played.played.state, played.outcomes),
        rolls=1,
        offers=played.played.offers,
        box=public_key(setup, played),
        letters=played.letters,
    )


def _log_page(snapshot: Snapshot, owed: Deliveries) -> str:
    """The log page for all lines that are owed from now on.

    What one month's page lacks comes before any line on the next one, so new lines go there as
    well; unless it can never take them, or the settings name other pages by now.
    """
    titles, noted = snapshot.titles, snapshot.cursor.log
    if not owed.batches or not is_of_month(noted, titles.log_setting):
        return titles.log
    more = sum(len(line.encode()) + 1 for batch in owed.batches for line in batch)
    length = snapshot.head(noted).length + more + BLOCK
    return titles.log if snapshot.limit and length > snapshot.limit else noted


def _has_line(outcome: Outcome) -> bool:
    action = outcome.action
    parts = (IdentityPart.LINE, IdentityPart.REPLY, IdentityPart.GONE)
    stands = action.id.part in parts and not action.gone
    return bool(action.id.page) and stands


def _each_once(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes; a long answer that the same account has just got is not repeated."""
    given = dict[tuple[str, str], None]()
    for outcome in outcomes:
        key = (outcome.action.account, outcome.text)
        if len(outcome.text) > LONG and key in given:
            yield replace(outcome, text=REPEATED)
        else:
            given[key] = None
            yield outcome


def _mark(
    snapshot: Snapshot, page: LinePage, owed: Deliveries, answers: Sequence[Answer],
    unread: bool = False
) -> Mark:  # fmt: skip
    """A page of lines is read through its head; what is still owed began where it began.

    ``unread``: some of its lines stay queued. Some of the new answers may be to lines that were
    read long ago.
    """
    id_ = snapshot.head(page.title).page_id
    through = page.page.id if page.page and not unread else page.through
    late = any(answer.id.page == id_ for answer in owed.answers)
    since = snapshot.cursor.mark_of(id_).since if late else page.through
    old = any(each.id.page == id_ and each.id.revision <= page.through for each in answers)
    since = min(since, page.history[0].id) if old and page.history else since
    return Mark(id_, through, since, page.began if unread else 0)


MOST = 20  # people in one answer; a wiki that notifies has a limit for each edit
People = Mapping[str, str]  # accounts by what people are called; "" where no link is made
Names = tuple[tuple[str, str], ...]


def named_in(outcome: Outcome, people: People) -> Names:
    """The people whom an answer names, without its author; before them who is to answer it.

    With a name that stands within that of somebody else, who has no link, comes that one as well.
    """
    author = account_name(outcome.action.account)
    known = {name: "" if account == author else account for name, account in people.items()}
    known |= {} if author in people.values() else {author: ""}
    found = names_in(outcome.text, known)
    linked = [name for name in found if known[name]][:MOST]
    around = [name for name in found if not known[name] and any(each in name for each in linked)]
    asked = outcome.verdict is Verdict.NEEDS and linkable(author)
    names = tuple((name, known[name]) for name in (*linked, *around[:MOST]))
    return ((("", author),) if asked else ()) + names
