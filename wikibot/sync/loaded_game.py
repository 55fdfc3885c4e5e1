"""Loading the game: the gamestate page read into a state, with what people changed by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.config.settings import Settings
from wikibot.exits import ATTENTION, ProgramError
from wikibot.game.actions import Action, ActionId, IdentityPart, Outcome, Verdict
from wikibot.game.engine.line_player import asks_for
from wikibot.game.engine.steward_verbs import RETRY
from wikibot.game.game import Game, Reading
from wikibot.game.page.board import FOREIGN, is_own
from wikibot.game.problems import Problem, Unreadable, failure
from wikibot.game.ruleset.readings import GivenReading, with_changes
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, State
from wikibot.stewards.accept import completed, from_settings
from wikibot.stewards.bot_commands import RulesetPage, StewardDecisions, carry_out
from wikibot.stewards.notices import BY_STATE, EDITS, by_state, renewed, still_open
from wikibot.stewards.wording import Version
from wikibot.storage.cursor import Notice
from wikibot.sync.counted import Counted, accepts_something
from wikibot.sync.inbox import Inbox, without_accounts
from wikibot.sync.report import Stuck, at
from wikibot.sync.snapshot import LinePage, Setup, Snapshot
from wikibot.wiki.base import Revision, Wiki
from wikibot.wiki.history import heads_of
from wikibot.wikitext.messages import say

# == Bot commands: what stewards say to the bot itself takes effect before anything is played ======

NAMED = 5  # people, at the most, in one sentence


class Commands(Struct, frozen=True):
    """What stands after the bot commands. ``orders`` are left for the engine.

    ``answers``: to the bot commands. ``book``: the ruleset page with all accepted wordings.
    ``notices``: the rules that still wait. ``counted``: what counts of the pages.
    ``moved``: that is not what the last sync played by, which ``was`` gives; None: this is the
    first.
    """

    standing: StewardDecisions
    orders: tuple[Action, ...]
    answers: tuple[Outcome, ...]
    book: Rulebook
    notices: tuple[Notice, ...]
    counted: Counted
    was: Callable[[], Rulebook] | None = None
    moved: bool = False

    @property
    def holds_back(self) -> bool:
        """Whether actions stay queued: the game is paused, or a dry run of them was asked for."""
        dry_runs = self.standing.dry_runs
        return bool(self.standing.paused) or any(not line.text for line in dry_runs)

    @property
    def plays(self) -> bool:
        return not (self.holds_back or self.standing.closed)


def apply_bot_commands(
    setup: Setup, snapshot: Snapshot, inbox: Inbox, counted: Counted
) -> Commands:
    """Carry out the commands to the bot itself, and find the rules that wait."""
    cursor, rules = snapshot.cursor, snapshot.ruleset

    def book(accepted: Sequence[Binding], given: Sequence[GivenReading] = ()) -> Rulebook:
        readings = counted.readings.value
        readings = with_changes(readings, given) if given else readings
        return setup.rulebook(counted.rules.value, accepted, readings)

    accepted = cursor.accepted
    if accepted:
        accepted = completed(accepted, book(accepted), partial(versions, snapshot, 0))
    moved = cursor.ruleset not in (0, rules.id if rules else 0) and not snapshot.rules_known
    since: Callable[[], Sequence[Version]] = partial(versions, snapshot, cursor.ruleset)
    notices = renewed(cursor.notices, book(accepted), since, moved=moved and rules is not None)
    notices += counted.held
    paused = cursor.paused
    if snapshot.reverted:
        paused = " and ".join(snapshot.editors[:NAMED]) or say("a revert")
    waited = (*cursor.notices, *notices)
    standing = StewardDecisions(paused, cursor.closed, accepted, notices=notices, waited=waited)
    orders, answers = list[Action](), list[Outcome]()
    if inbox.orders:
        page = RulesetPage(book, partial(versions, snapshot, 0))
        standing, orders, answers = carry_out(standing, inbox.orders, page)
    accepts = [each for each in inbox.orders if accepts_something(each)]
    counted = counted.accepting(standing.notices, accepts)
    if standing.given:
        counted = counted.with_given(standing.given, max(each.time for each in accepts))
    present = book(standing.accepted)
    still = still_open(standing.notices, present)
    first = cursor.ruleset == 0
    still = tuple(each for each in still if each.what not in EDITS) + counted.held
    text, given = counted.rules.before, counted.readings.before
    if text is not None:
        moved = counted.rules.value != text
    moved = moved or (given is not None and given != counted.readings.value)

    def was() -> Rulebook:
        past = since() if text is None else ()
        before = present.reread(text or past[-1].text) if past or text is not None else present
        return before if given is None else before.with_readings(given)

    return Commands(
        standing, tuple(orders), (*counted.answers, *answers), present, still, counted,
        was=None if first else was, moved=rules is not None and (moved or first),
    )  # fmt: skip


def versions(snapshot: Snapshot, since: int) -> Sequence[Version]:
    """The ruleset page from the newest version back to a revision (0: to the first)."""
    past = snapshot.past(snapshot.titles.ruleset, since)
    return [Version.of(revision) for revision in reversed(past) if revision.text is not None]


# == Loading the game: the gamestate page read into a state, with what people changed by hand ======

_ANOTHER = (
    "another page than before stands there: it was moved, made anew, or named by the settings; what"
    " was saved on it before that is not played"
)
_BY_HAND = "edited it since the last sync, and no sync did; `wikibot verify` names that revision"
MOST_TAKEN = 20  # lines that others took off, each told on the page


class LoadedGame(Struct, frozen=True):
    """All that the play starts from. ``text``: the page; ``start``: game time before these lines.

    ``freed``: orders to retry what was held for a rule that is settled now; ``reopened``: whether
    there is such a rule.
    """

    snapshot: Snapshot
    inbox: Inbox
    commands: Commands
    text: str
    state: Any
    start: datetime
    notices: tuple[Notice, ...]
    corrections: tuple[str, ...] = ()  # what people changed by hand, as exact statements
    followed: tuple[str, ...] = ()  # accounts that were renamed, likewise
    others: Collection[str] = ()  # accounts that do not play, as their names are those of others
    freed: tuple[Action, ...] = ()
    reopened: bool = False
    notes: tuple[str, ...] = ()

    @property
    def until(self) -> datetime | None:
        """Until when time runs on; None where it stands still."""
        return None if self.commands.holds_back else self.inbox.until or self.snapshot.poll.now


def not_drawn(snapshot: Snapshot) -> Iterator[str]:
    """That the board is not drawn, where people changed the drawing or its comments."""
    page = snapshot.gamestate
    if page is not None and not is_own(page.text or "", snapshot.own):
        yield f"{snapshot.titles.gamestate}: {say(FOREIGN)}"


def load_game(setup: Setup, snapshot: Snapshot, inbox: Inbox, commands: Commands) -> LoadedGame:
    """Read the gamestate page. Raises :class:`Stuck` where it cannot be read."""
    title, book = snapshot.titles.gamestate, commands.book
    text = (snapshot.gamestate.text or "") if snapshot.gamestate else ""
    start = _start(snapshot, (*inbox.actions, *commands.orders))
    at(title)
    try:
        reading: Reading[Any] = setup.game.read(text, book, start)
    except Problem:
        raise
    except Exception as error:  # noqa: BLE001  # one page can cost only itself
        problem = f": {failure('reading the page', error)}."
        found = stuck(snapshot, inbox, (problem,), "can be read", inbox.remarks)
        found.mistake = True
        raise found from None
    moved = () if snapshot.rules_known else book.moved
    own = snapshot.poll.user in snapshot.editors and snapshot.cursor.run
    by_hand = (f"{title}: {snapshot.poll.user}, the bot's account, {_BY_HAND}",) if own else ()
    known = (snapshot.cursor.actions, snapshot.cursor.stewards)
    replaced = (
        f"{page.title}: {_ANOTHER}"
        for page, mark in zip((snapshot.actions, snapshot.stewards), known, strict=True)
        if mark.page and snapshot.head(page.title).page_id not in (0, mark.page)
    )
    notes = (*reading.remarks, *inbox.remarks, *not_drawn(snapshot), *moved, *by_hand, *replaced)
    if reading.unreadable:
        raise _unreadable(setup, snapshot, inbox, book, start, reading.unreadable, notes)
    at(snapshot.titles.ruleset)  # what rules in plain words take to read is no line's fault
    setup.game.verbs_in(reading.state, book)
    at(title)
    state = reading.state
    notices = with_those_of_state(setup.game, commands.notices, state, book)
    waiting = {each.unit for each in notices}
    settled = [each.unit for each in commands.standing.waited if each.unit not in waiting]
    # Orders to retry what was held for units that are settled now; its lines are answered.
    asks = [asks_for(unit) for unit in settled if commands.plays]
    free = [each for each in state.pending if each.kind is Kind.HELD and each.asks in asks]
    freed = tuple(
        Action(each.id, start, snapshot.poll.user, f"{RETRY.name} {each.id}", trusted=True)
        for each in free
    )
    # The history that a sync reads begins where the last one ended. Lines that wait are older, so
    # it tells neither their identity nor, without a signature, whose they are. Only when such a
    # line is touched, or answered anew, the older history is read.
    need_lines(snapshot, [each.id for each in freed])
    for page in snapshot.line_pages:
        first, claimed = page.history[0] if page.history else None, inbox.claimed.get(page.title)
        oldest = [] if claimed is None else [claimed]
        if first and (claimed is not None or (inbox.older and page == snapshot.actions)):
            lines = [each for each in waiting_lines(state) if each.page == first.page_id]
            oldest += [each.revision for each in lines if each.revision <= first.id]
        _need_since(snapshot, page, oldest)
    corrections = _corrections(setup, snapshot, book, start, state)
    present, others = snapshot.accounts.follow(setup.game, state)
    inbox = without_accounts(inbox, others, present)
    inbox = replace(inbox, rejected=(*inbox.rejected, *_taken_off(inbox, present)))
    followed = setup.game.differences(state, present) if present is not state else ()
    notes = (*notes, *(f"renamed on the wiki: {each}" for each in followed))
    return LoadedGame(
        snapshot, inbox, commands, text, present, start, notices, corrections, followed, others,
        freed, reopened=bool(settled) and commands.plays, notes=notes,
    )  # fmt: skip


def stuck(
    snapshot: Snapshot, inbox: Inbox, why: Iterable[str], until: str, notes: tuple[str, ...] = ()
) -> Stuck:
    """Nothing is played while a person has to mend the gamestate page."""
    page, count = snapshot.titles.gamestate, len(inbox.actions)
    queued = (f"{count} new action(s) stay queued until the page {until}.",) if count else ()
    return Stuck(tuple(f"{page}{each}" for each in why), notes, queued)


def _unreadable(
    setup: Setup, snapshot: Snapshot, inbox: Inbox, book: Rulebook, start: datetime,
    cells: Sequence[Unreadable], notes: tuple[str, ...]
) -> Stuck:  # fmt: skip
    """Cells that cannot be read, each with who made it so.

    Raises :class:`~wikibot.sync.snapshot.Unread` until the page's history was read.
    """

    def read(text: str) -> Sequence[Unreadable]:
        return setup.game.read(text, book, start).unreadable

    # For each cell the revision since which it cannot be read, None where that is not known. It is
    # looked for between the bot's own last revision, whose cells could be read, and the newest one;
    # of a page that the bot has not saved yet, in its last steps. A cell that the oldest of them
    # has as well became unreadable by another page, the rules, or longer ago.
    since_when: dict[Unreadable, Revision | None] = dict.fromkeys(cells)
    wanted, since = list(since_when), snapshot.gamestate
    for revision in _back(snapshot):
        text = revision.text
        there = wanted if text is None else read(text)
        since_when.update((cell, since) for cell in wanted if cell not in there)
        wanted, since = [cell for cell in wanted if cell in there], revision
        if not wanted:
            break
    else:
        if since is not None and since.parent_id == 0:
            since_when.update(dict.fromkeys(wanted, since))
    made = tuple(since_when[cell] for cell in cells)
    said = [f", {cell}{_made(by)}" for cell, by in zip(cells, made, strict=True)]
    found = stuck(snapshot, inbox, said, "can be read", notes)
    found.names = tuple(dict.fromkeys(by.user for by in made if by is not None and by.user))
    page = snapshot.titles.gamestate
    found.until = tuple(
        f"{cell.until(page)}{_made(by)}" for cell, by in zip(cells, made, strict=True)
    )
    return found


def _made(by: Revision | None) -> str:
    if by is None:
        return ""
    return say("; changed by {} in revision {}", by.user or say("a hidden account"), str(by.id))


def cannot_write(loaded: LoadedGame, why: str, *, mistake: bool = False) -> Stuck:
    """What was played cannot be laid over the page without harm."""
    found = stuck(loaded.snapshot, loaded.inbox, (f": {why}.",), "can be written", loaded.notes)
    found.mistake = mistake
    return found


def with_those_of_state(
    game: Game[Any], notices: Sequence[Notice], state: State, book: Rulebook
) -> tuple[Notice, ...]:
    """The notices with those that only the gamestate tells."""
    return (*(each for each in notices if each.what not in BY_STATE), *by_state(game, state, book))


def _taken_off(inbox: Inbox, state: State) -> list[Outcome]:
    """What players are told whose lines another account took off before they were read."""
    owners = {each.owner for each in state.players.values()}
    gone = [each for each in inbox.removed.withdrawn if each.account in owners - {each.by}]
    return [
        Outcome(
            Action(replace(each.id, part=IdentityPart.GONE), each.time, each.account, each.text),
            Verdict.CANT,
            say("{}, before it was played. Undo that edit, or write the line again", each.told),
            each.account,
            logged="",
        )
        for each in gone[:MOST_TAKEN]
    ]


def waiting_lines(state: State) -> list[ActionId]:
    """The identities of the lines of which something waits."""
    return [each.id.line for each in state.pending if each.kind in (Kind.ACTION, Kind.HELD)]


def _start(snapshot: Snapshot, lines: Iterable[Action]) -> datetime:
    """When the last batch ended, or for a fresh page the earliest time known."""
    if snapshot.cursor.synced is not None:
        return snapshot.cursor.synced
    times = [line.time for line in lines]
    times += [snapshot.gamestate.time] if snapshot.gamestate else []
    return min(times, default=snapshot.poll.now)


# -- older lines -----------------------------------------------------------------------------------


def need_lines(snapshot: Snapshot, lines: Iterable[ActionId]) -> None:
    """Request the histories in which some lines were written, as they are answered now."""
    for page in snapshot.line_pages:
        here = snapshot.head(page.title).page_id
        _need_since(snapshot, page, [each.revision for each in lines if each.page == here])


def _need_since(snapshot: Snapshot, page: LinePage, oldest: Sequence[int]) -> None:
    first = page.history[0] if page.history else None
    there = first is not None and (first.parent_id == 0 or first.id < min(oldest, default=0))
    if oldest and not there and not snapshot.head(page.title).missing:
        snapshot.past(page.title, min(oldest), before=True)


# -- corrections by hand ---------------------------------------------------------------------------


def _corrections(
    setup: Setup, snapshot: Snapshot, book: Rulebook, start: datetime, state: State
) -> tuple[str, ...]:
    """What people changed on the page since the bot's own last edit, as exact statements.

    Where the server had laid that edit over another one without a word, first what people had
    saved there.
    """
    if snapshot.previous is None or snapshot.previous.text is None:
        return ()

    def read(revision: Revision) -> Reading[Any]:
        return setup.game.read(revision.text or "", book, start)

    def between(revision: Revision, after: State) -> tuple[str, ...]:
        before = read(revision)
        if before.unreadable:
            return ()
        try:
            return setup.game.differences(before.state, after)
        except Exception as error:  # noqa: BLE001  # the page is adopted as it is all the same
            return (f"({failure('telling what people changed', error)})",)

    saved: tuple[str, ...] = ()
    if snapshot.merged and snapshot.merged[1].text is not None:
        meant, laid_over = snapshot.merged
        after = read(laid_over)
        saved = () if after.unreadable else between(meant, after.state)
    return (*saved, *between(snapshot.previous, state))


# -- whose edit ------------------------------------------------------------------------------------

MOST = 30  # revisions that are read again, back from the newest
STEPS = 4  # of a page that the bot has not saved yet: back from the newest
Read = Callable[[str], Sequence[Unreadable]]


def _back(snapshot: Snapshot) -> Iterator[Revision]:
    """The revisions before the newest one, back to the bot's own; none where that is the newest."""
    page, own, title = snapshot.gamestate, snapshot.previous, snapshot.titles.gamestate
    if page is None or (own is None and snapshot.cursor.run):
        return
    if own is not None:
        history = snapshot.past(title, own.id)
        heads = heads_of(history)
        for at in range(len(heads) - 2, max(len(heads) - 2 - MOST, -1), -1):
            yield history[at]
        return
    for _ in range(STEPS):
        if page.parent_id == 0:
            return
        page = snapshot.past(title, page.id, before=True)[0]
        yield page


# -- present ---------------------------------------------------------------------------------------
# The gamestate of a wiki, read for showing: nothing is played and nothing is written.


class Present(Struct, frozen=True):
    """The gamestate as its page says it, with the rulebook that it was read by."""

    reading: Reading[Any]
    book: Rulebook


def read_present(settings: Settings, game: Game[Any], wiki: Wiki) -> Present:
    """Read ruleset and gamestate.

    Raises :class:`ProgramError` for a missing page, and the errors of the wiki. The game's time is
    that of the page: when the bot played last, or else when the page was last edited.
    """
    source, title = from_settings(settings, game, wiki), settings.game.gamestate
    if source.page is None:
        raise ProgramError(
            f"{title}: there is no such page; `wikibot doctor` tells more", ATTENTION
        )
    now, book = source.noted.synced or source.page.time, source.book
    return Present(game.read(source.gamestate, book, now), book)
