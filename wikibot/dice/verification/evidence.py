"""What ``verify`` goes by beside the log: the game and its first page, and the wiki's history.

From a wiki, the page that the game began with is the one over which the bot laid the first edit
that this log tells of; the rules are the ruleset page as it was when each line was written, with
all wordings that were accepted by now.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from itertools import accumulate, pairwise, zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.config.settings import Settings
from wikibot.dice.session import DiceSource, read_record
from wikibot.dice.verification.page_history import OwnEdit, Witness, identities
from wikibot.dice.verification.replay import (
    Check,
    CheckedEntry,
    CheckStatus,
    NotPlayed,
    Replay,
    Start,
    play_again,
    read_entries,
)
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.steward_verbs import CORRECT
from wikibot.game.game import Game
from wikibot.game.problems import described
from wikibot.game.ruleset.readings import NO_READINGS, read_readings, with_changes
from wikibot.game.ruleset.recognition import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.readings import given_in
from wikibot.stewards.wording.accept import accepted_by_stewards, accepted_in, rulebook_of
from wikibot.storage.cursor import Cursor, DamagedCursor, noted_in, read_cursor, tells_stop
from wikibot.storage.log_page import FirstPage, first_page, hidden_parts, log_lines, start_of
from wikibot.wiki.base import Revision, Wiki, of_month
from wikibot.wiki.history import History
from wikibot.wikitext.dialect import account_name

_AT_ONCE = 50  # revisions in one request
_LOOKS = 50  # edits of people that may lie between the game's first line and the bot's first edit


class Evidence(Struct, frozen=True):
    """The evidence at hand; ``missing`` names what is not available, and why.

    ``found``: what is wrong with the log as a whole.
    """

    replay: Replay | None = None
    witness: Witness | None = None
    missing: tuple[str, ...] = ()
    found: tuple[Check, ...] = ()


def from_files(
    lines: Sequence[str], game: Game[Any], ruleset: str, gamestate: str, pages: Sequence[str] = ()
) -> Evidence:
    """From the ruleset page and the page that the game began with; ``pages``: the log's texts."""
    start = start_in_files(game, ruleset, gamestate)
    return _played(lambda: start, lines, None, pages)


def seen(pages: Iterable[str]) -> Iterator[Check]:
    """Where readers of a log's pages may see another log than what is checked."""
    before = 0
    for page in pages:
        for number, why in hidden_parts(page):
            yield Check(before + number, CheckStatus.UNCONFIRMED, "the log page", why=why)
        before += len(log_lines(page))


def start_in_files(
    game: Game[Any], ruleset: str, gamestate: str, overlay: Sequence[Pin] = ()
) -> Start:
    """With what a log in a file is played: the ruleset page, and the page that it began with."""
    book = game.rulebook(ruleset, (*overlay, *accepted_in(gamestate)))
    cursor = None
    with suppress(DamagedCursor):
        cursor = read_cursor(gamestate)
    return Start(game, gamestate, lambda _time: book, cursor.synced if cursor else None)


def from_wiki(
    lines: Sequence[str],
    settings: Settings,
    wiki: Wiki,
    game: Game[Any] | str,
    logs: Mapping[str, str] | None = None,
) -> Evidence:
    """From a wiki, for reading alone. ``game`` may say why there is none.

    ``logs``: the pages that the lines are of by their titles, the oldest first, where they are not
    all of the page that the settings name.
    """

    def start() -> Start:
        if isinstance(game, str):
            raise NotPlayed(game)
        return start_of_game(lines, settings, wiki, game)

    named = [settings.game.log] if settings.game.log else []
    titles = named if logs is None else list(logs)
    witness = _witness(lines, settings, wiki, game, titles)
    saved = None
    if witness.edits:
        last = witness.edits[-1].revision.id
        saved = wiki.revisions([last]).get(last)
    return _played(start, lines, witness, () if logs is None else logs.values(), saved)


def _played(
    start: Callable[[], Start],
    lines: Sequence[str],
    witness: Witness | None,
    pages: Iterable[str] = (),
    saved: Revision | None = None,
) -> Evidence:
    """``saved``: the gamestate as the bot saved it last, to which the log has to lead."""
    said, found, missing = first_page(lines), [*seen(pages)], list[str]()
    if said is None and any(isinstance(read_record(line), DiceSource) for line in lines):
        why = "nobody can tell from it whether lines are missing above its first"
        missing.append(f"the log does not say with which page the game began: {why}")
    try:
        begun = start()
        page = FirstPage.of(said.revision, begun.page) if said else None
        if said and page != said:
            number, why = lines.index(str(said)) + 1, "it is played again from another page"
            found.append(Check.wrong(number, "the first page", str(said), str(page), why))
        cursor = _noted(saved, "") if saved else None
        replay = play_again(begun, lines, cursor.synced if cursor else None)
        as_meant = saved and cursor and saved.parent_id == cursor.base
        if said and saved and cursor and as_meant and {*cursor.lines} <= {*lines}:
            found += _elsewhere(begun, replay.state, saved, cursor, len(lines))
    except NotPlayed as error:
        why = f"the log was not played again: {error}"
        return Evidence(None, witness, (*missing, why), tuple(found))
    return Evidence(replay, witness, tuple(missing), tuple(found))


def _elsewhere(
    start: Start, state: Any, saved: Revision, cursor: Cursor, line: int
) -> Iterator[Check]:
    """Whether the bot saved another state than the one to which the log leads."""
    time = cursor.synced or saved.time
    reading = start.game.read(saved.text or "", start.book(time), time)
    if state is None or reading.unreadable:
        return
    waiting = {"pending": (), "rolls": ()}  # is kept as lines were written; rolls are checked
    book, states = start.book(time), (state, reading.state)
    led, saw = ({**start.game.to_json(each, book), **waiting} for each in states)
    if led != saw:
        left = start.game.differences(state, reading.state)
        about, said = "the gamestate page", "; ".join(left)[:300]
        why = f"the bot saved another state in revision {saved.id} than the log leads to"
        yield Check.wrong(line, about, "what the log leads to", said, why)


# -- where a game began ----------------------------------------------------------------------------


def start_of_game(
    lines: Sequence[str],
    settings: Settings,
    wiki: Wiki,
    game: Game[Any],
    operator: Sequence[Pin] | None = None,
) -> Start:
    """With what the log of a game on a wiki is played. Raises :class:`NotPlayed`.

    ``operator``: the wordings that the operator accepted, where they are not in the usual file.
    """
    time, title = start_of(lines), settings.game.gamestate
    if time is None:
        raise NotPlayed("there is no line in it")
    first, cursor = next(_edits(title, wiki, time), (None, None))
    if first is None or cursor is None:
        raise NotPlayed(f"the history of {title} does not show how it began")
    page = wiki.revisions([cursor.base]).get(cursor.base)
    if page is None or page.text is None:
        raise NotPlayed(f"revision {cursor.base} of {title}, with which it began, cannot be read")
    before = _noted(page, wiki.account)
    books = _books(settings, wiki, game, lines, first.time, operator)
    return Start(game, page.text, books, before.synced if before else None)


def _edits(title: str, wiki: Wiki, time: datetime) -> Iterator[tuple[Revision, Cursor]]:
    """The bot's edits among the next few of the gamestate page, as they were saved."""
    for _ in range(_LOOKS):
        revision = wiki.as_of(title, time, after=True)
        if revision is None:
            return
        second = wiki.as_of(title, revision.time) or revision  # the last one of that second
        near = wiki.changes(title, until=second, texts=True)
        for each in reversed([each for each in near if each.time >= time]):  # as they were saved
            cursor = _noted(each, wiki.account)
            if cursor is not None and cursor.base == each.parent_id:
                yield each, cursor
        time = revision.time + timedelta(seconds=1)


def _books(
    settings: Settings,
    wiki: Wiki,
    game: Game[Any],
    lines: Sequence[str],
    first: datetime,
    operator: Sequence[Pin] | None,
) -> Callable[[datetime], Rulebook]:
    """The rules by time. A reading that a line gave counts before its page has it."""
    title, state = settings.game.ruleset, settings.game.gamestate
    old = wiki.as_of(title, first)
    if old is None:
        raise NotPlayed(f"{title} was not there when it began")
    later = [each for each in wiki.history(title, old.id) if each.id >= old.id]
    history = [each for each in later if each.text is not None] or [old]
    accepted = accepted_by_stewards(wiki, state, wiki.read([state])[state])
    pages = wiki.history(settings.game.readings_page, 0)
    given = [each for each in pages if each.text is not None]
    times, since = (  # saved later, happened later
        list(accumulate((each.time for each in of), max)) for of in (history, given)
    )

    by_lines = given_in(lines)

    @cache
    def book(number: int, page: int, last: int) -> Rulebook:
        said = read_readings(given[page].text or "") if page >= 0 else NO_READINGS
        later = [each for time, each in by_lines[:last] if page < 0 or time > since[page]]
        text = history[number].text or ""
        readings = with_changes(said, later)
        return rulebook_of(settings, game, text, accepted, operator, readings)

    def at(time: datetime) -> Rulebook:
        last = bisect_right(by_lines, time, key=lambda each: each[0])
        number = max(0, bisect_right(times, time) - 1)
        return book(number, bisect_right(since, time) - 1, last)

    return at


def _noted(revision: Revision, account: str) -> Cursor | None:
    """The bot's note in its own revision; without an account, in any with a run in its summary."""
    return None if account and revision.user != account else noted_in(revision)


# -- the history of the pages ----------------------------------------------------------------------


def _witness(
    lines: Sequence[str], settings: Settings, wiki: Wiki, game: Game[Any] | str, logs: Sequence[str]
) -> Witness:
    """What the wiki's history says of a log: who saved which line, and what the bot saved when."""
    entries = [part for part in read_entries(lines) if isinstance(part, CheckedEntry)]
    revisions = _revisions(wiki, identities(entries))
    parents = {each.parent_id for each in revisions.values()} - {0, *revisions}
    title, by_month, named = settings.game.gamestate, settings.game.log, settings.stewards
    history = History.of(wiki.history(title, 0))
    bot, own = _own_edits(wiki, history)

    def public(seal: str, time: datetime, before: int | None) -> bool:
        """On the gamestate while it is in force, on the log page of its time for ever."""
        present = of_month(by_month, time)
        until = logs.index(present) if present in logs else len(logs)
        pages = [*logs[until : until + 1], title, *reversed(logs[:until])]
        found = (_as_of(wiki, each, time, before) for each in pages)
        return any(seal in (revision.text or "") for revision in found if revision)

    def unlike(entry: CheckedEntry, edit: OwnEdit) -> tuple[CheckStatus, str]:
        if isinstance(game, str):
            return CheckStatus.UNCONFIRMED, "without the game nobody can tell what they changed"
        rules, given = (
            (page.text or "") if (page := wiki.as_of(title, edit.revision.time)) else ""
            for title in (settings.game.ruleset, settings.game.readings_page)
        )
        readings = with_changes(read_readings(given), edit.cursor.given)
        book = rulebook_of(settings, game, rules, edit.cursor.accepted, readings=readings)
        return _unlike_hand_edits(entry, edit, history, own, game, book)

    by_hand = [
        after.id
        for before, after in pairwise(history)
        if after.user == bot and own and after.id > own[0].revision.id
        if _noted(after, bot) is None and not _says_nothing(before, after, game)
    ]
    here = wiki.read([each for each in (settings.game.actions, named.page) if each]).values()
    marks = (m for e in own for m in (e.cursor.actions, e.cursor.stewards, *e.cursor.others))
    names = sorted({each.user for each in revisions.values() if each.user and named.groups})
    held = [
        name
        for at in range(0, len(names), _AT_ONCE)
        for name, groups in wiki.groups(names[at : at + _AT_ONCE]).items()
        if {*groups} & {*named.groups}
    ]
    is_said = named.users or named.groups
    stewards = frozenset(map(account_name, (*named.users, *held))) if is_said else None
    logged, hands = _logged(wiki, own[-1].cursor.log or by_month if own else "", bot)
    pages = {each.page_id for each in here if each} | {mark.page for mark in marks}
    return Witness(
        {**revisions, **_revisions(wiki, sorted(parents))}, public, settings.game.heading, logs,
        pages, bot, own, unlike, stewards,
        lambda names: {account_name(each) for each in wiki.groups(names)},
        settings.game.actions_file is not None, tuple(by_hand), logged, hands,
    )  # fmt: skip


def _own_edits(wiki: Wiki, history: History) -> tuple[str, list[OwnEdit]]:
    """The bot's account and its edits of the gamestate page; not those that it made anew.

    One that the wiki merged with another is made anew, unless people edited on top of it.
    """
    every = [
        OwnEdit(head, cursor)
        for head, revision in zip(history.heads, history, strict=True)
        if (cursor := _noted(revision, wiki.account))
    ]
    own = [
        each
        for each, later in zip_longest(every, every[1:])
        if each.as_meant or (later and later.cursor.base != each.revision.id)
    ]
    users = Counter(each.revision.user or "" for each in own).most_common(1)
    bot = wiki.account or (users[0][0] if users else "")
    return bot, [each for each in own if each.revision.user == bot]


def _says_nothing(before: Revision, after: Revision, game: Game[Any] | str) -> bool:
    """Whether an edit by which the bot said what stops the game changed nothing else."""
    if not tells_stop(after.comment or "") or isinstance(game, str):
        return False
    book = game.rulebook("")
    try:
        first, last = (game.read(each.text or "", book, after.time) for each in (before, after))
        return not game.differences(first.state, last.state)
    except Exception:  # noqa: BLE001  # what stops the game may be that it cannot be read
        return True


def _logged(wiki: Wiki, title: str, bot: str) -> tuple[Collection[str], str]:
    """The lines of the log page as the bot saved it last, and who edited it since."""
    own = wiki.changes(title, until=None, user=bot, limit=1, texts=True) if title and bot else ()
    if not own:
        return (), ""
    later = wiki.changes(title, until=None, since=own[0])
    since = [f"{e.user or 'somebody'} (revision {e.id})" for e in later if e.id != own[0].id]
    return log_lines(own[0].text or ""), ", ".join(reversed(since))


def _unlike_hand_edits(
    entry: CheckedEntry,
    edit: OwnEdit,
    history: History,
    own: Sequence[OwnEdit],
    game: Game[Any],
    book: Rulebook,
) -> tuple[CheckStatus, str]:
    """Why a correction is not what people changed between the bot's edit and the one before it."""
    positions = {each.id: at for at, each in enumerate(history.heads)}
    base, before = positions.get(edit.cursor.base, -1), [positions[e.revision.id] for e in own]
    since = max((at for at in before if at <= base), default=-1)
    while since < base and _noted(history[base], own[0].revision.user or ""):
        base = positions.get(history.heads[base].parent_id, -1)  # merged: played anew on that
    hands = {each.user or "" for each in history.heads[since + 1 : base + 1]}
    meant = laid = -1  # of an edit that the wiki merged, on top of which people edited
    last_own = history.heads[since].id if since >= 0 else 0
    if under := next((e for e in own if e.revision.id == last_own), None):
        meant, laid = (positions.get(n, -1) for n in (under.cursor.base, under.revision.parent_id))
        hands |= {each.user or "" for each in history.heads[meant + 1 : laid + 1]}
    wrong, unknown = CheckStatus.WRONG, CheckStatus.UNCONFIRMED
    if since < 0 or not hands:
        return wrong, f"nobody edited the gamestate page before revision {edit.revision.id}"
    if not {*entry.name.split(" and ")} <= hands | {"an unknown account"}:
        return wrong, f"the gamestate page was edited by {', '.join(sorted(hands))}"
    time = entry.time or edit.revision.time
    try:
        first, last = (game.read(history[at].text or "", book, time) for at in (since, base))
        order = Action(ActionId(0, 0, 0), time, entry.name, entry.text, 1, trusted=True)
        made, outcome = Engine(game, book).perform(first.state, order)
        expected = last.state
        if meant != laid:
            old, new = (game.read(history[at].text or "", book, time) for at in (meant, laid))
            if told := game.differences(old.state, new.state):
                text = f"{CORRECT.name} {'; '.join(told)}"
                expected = Engine(game, book).perform(expected, replace(order, text=text))[0]
        left = game.differences(made, expected)
    except Exception as error:  # noqa: BLE001  # a page that the bot never saw may say anything
        return unknown, described(error)
    if outcome.verdict is not Verdict.DONE:
        return unknown, outcome.text
    return wrong, f"they changed something else: {'; '.join(left)[:300]}" if left else ""


def _as_of(wiki: Wiki, title: str, time: datetime, before: int | None) -> Revision | None:
    """A page at a time, or just before the revision ``before``: by numbers, since clocks differ."""
    if before is None:
        return wiki.as_of(title, time)
    until = Revision(0, before, 0, time, None)
    return next(iter(wiki.changes(title, until=until, limit=1, texts=True)), None)


def _revisions(wiki: Wiki, ids: Sequence[int]) -> dict[int, Revision]:
    parts = (ids[at : at + _AT_ONCE] for at in range(0, len(ids), _AT_ONCE))
    return {id_: each for part in parts for id_, each in wiki.revisions(part).items()}
