"""What ``verify`` goes by beside the log: the game and its first page, and the wiki's history.

From a wiki, the page that the game began with is the one over which the bot laid the first edit
that this log tells of; the rules are the ruleset page as it was when each line was written, with
all wordings that were accepted by now.

What the wiki says about a log: who wrote which line, and since when a seal was public.

A log is a page that its operator writes. Times in it prove nothing; those of revisions are the
server's. So an identity in the log has to be that of a line in a revision of the actions page or
the steward page, by that account and in these words. A line without one is what people changed by
hand, which the history of the gamestate page shows. Every line of the log stands in the comment
with which the bot saved the gamestate when it played that line, and every line of such a comment in
the log. A seal was public by a time if a revision from before that time has it, on the log page or
in that comment.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache, cached_property
from itertools import accumulate, chain, pairwise, zip_longest
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.config.settings import Settings
from wikibot.dice.replay import (
    Check,
    CheckedEntry,
    CheckStatus,
    NotPlayed,
    Replay,
    ReplayedLine,
    Start,
    identity_of,
    play_again,
    read_entries,
)
from wikibot.dice.session import DiceSource, DrawerKeeper, NoKey, Seal, read_record
from wikibot.game.actions import OPERATOR, Action, ActionId, IdentityPart, Verb, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.kernel_verbs import STANDS
from wikibot.game.engine.line_player import NOT_PLAYED
from wikibot.game.engine.orders import (
    LINE_MARK,
    PAGE_MARK,
    SAID_MARK,
    STANDING_MARK,
    find_verb,
    parse_order,
)
from wikibot.game.engine.standing_rolls import ROLL_MARK
from wikibot.game.engine.steward_verbs import CORRECT, RETRY, RULING, STEWARD_VERBS, UNDO, WITHDRAW
from wikibot.game.engine.trials import may_have
from wikibot.game.game import Game
from wikibot.game.problems import Unclear, described
from wikibot.game.rolls import split_rolls
from wikibot.game.ruleset.readings import NO_READINGS, read_readings, with_changes
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.accept import given_in, rulebook_of
from wikibot.storage.cursor import REVISION as FILE_OF_ACTIONS
from wikibot.storage.cursor import Cursor, cursor_on, known, noted_in, read_cursor, tells_stop
from wikibot.storage.local import SEALS, Folder, overlay_file, read_overlay
from wikibot.storage.log_page import FirstPage, first_page, hidden_parts, log_lines, start_of
from wikibot.wiki.base import Revision, Wiki, of_month
from wikibot.wiki.blame import added_lines, touched
from wikibot.wiki.history import History
from wikibot.wikitext.dialect import account_name, fold
from wikibot.wikitext.numerals import format_time
from wikibot.wikitext.own_marks import IDENTITY
from wikibot.wikitext.regex import regex

_WORD = regex(r"\w+")
_NUMBER = regex(rf"{IDENTITY}|\d+")  # of what waits
# comments of which something comes when a log is played or checked
_READ = (
    "# withdrawn ", "# played from ", PAGE_MARK, STANDING_MARK, LINE_MARK, SAID_MARK, ROLL_MARK
)  # fmt: skip


class OwnEdit(Struct, frozen=True):
    """An edit by which the bot saved the gamestate, with the comment in it."""

    revision: Revision  # without text
    cursor: Cursor

    @property
    def as_meant(self) -> bool:
        """Whether the wiki laid it over the revision for which it was made."""
        return self.cursor.base == self.revision.parent_id


class Witness(Struct, dict=True):
    """What a wiki said. ``revisions``: those of the log's identities and the ones before, by id.

    ``public``: whether the pages as they were at a time have a seal, in revisions before one with
    that number. ``logs``: the titles of the pages of the log, ``pages``: the numbers of those on
    which lines are written. ``edits``: all by which the bot, ``bot``, saved the gamestate.
    ``unlike``: why a correction is not what people had changed by hand when such an edit was made,
    "" where it is. ``stewards``: their accounts, None where the settings name none. ``accounts``:
    those of some names that the wiki knows. ``by_file``: lines of a file of actions are played.
    ``logged``: lines of the log page as the bot saved it last; ``hands``: who edited it since.
    """

    revisions: Mapping[int, Revision]
    public: Callable[[str, datetime, int | None], bool]
    heading: str
    logs: Collection[str]
    pages: Collection[int]
    bot: str
    edits: Sequence[OwnEdit]
    unlike: Callable[[CheckedEntry, OwnEdit], tuple[CheckStatus, str]]
    stewards: Collection[str] | None
    accounts: Callable[[Sequence[str]], Collection[str]]
    by_file: bool = False
    by_hand: Sequence[int] = ()  # revisions of the gamestate that its account saved without a sync
    logged: Collection[str] = ()
    hands: str = ""
    _since: dict[str, datetime] = field(default_factory=dict)  # seals known to be public by then
    _added: dict[int, Mapping[ActionId, str] | None] = field(default_factory=dict)  # by revision
    _ids: dict[str, int] = field(default_factory=dict)  # of accounts, by the names in the log

    def saved(self, key: str) -> datetime | None:
        """When the revision of an identity was saved, None where the wiki does not have it."""
        identity = identity_of(key)
        revision = self.revisions.get(identity.revision) if identity else None
        return revision.time if revision else None

    def late(self, key: str, time: datetime | None, seal: Seal) -> str:
        """Why a seal came too late for a line, "" where it was public before."""
        written, since = self.saved(key) or time, self._since.get(seal.seal)
        if written is None or (since is not None and since <= written):
            return ""
        identity = identity_of(key)
        before = identity.revision if identity and identity.page else None
        if self.public(seal.seal, written, before):
            self._since[seal.seal] = written
            return ""
        return f"by {format_time(written)} the wiki's history does not have the seal"

    # -- the log as a whole ------------------------------------------------------------------------

    def saved_by_hand(self, line: int) -> Iterator[Check]:
        """Edits of the gamestate by the bot's account that no sync made, told below a line."""
        for revision in self.by_hand:
            why = f"{self.bot}, the bot's account, saved revision {revision}, and no sync did"
            yield Check(line, CheckStatus.ALTERED, "the gamestate page", why=why)

    def altered(self, lines: Sequence[str]) -> Iterator[Check]:
        """Lines of the log that no edit of the bot has, and those that it had and the log lacks.

        What the newest edit still owes the log may be missing. Comments that nobody reads count for
        nothing.
        """

        def altered(number: int, expected: str, found: str, why: str) -> Check:
            return Check(number, CheckStatus.ALTERED, "the log", expected, found, why)

        places: dict[str, deque[int]] = defaultdict(deque)
        for number, line in enumerate(lines, start=1):
            if _is_read(line):
                places[_plain(line)].append(number)
        logged = {*map(_plain, self.logged)}
        batches = self.edits[-1].cursor.batches if self.edits else ()
        lines_owed = map(_plain, chain.from_iterable(batches))
        owed = Counter(each for each in lines_owed if each not in logged)
        since = "; since the bot saved the log page, it was edited by "
        since, last = since + self.hands if self.hands else "", 0
        for edit in self.edits:
            lacks = []
            for line in map(_plain, filter(_is_read, edit.cursor.lines)):
                if places[line]:
                    number = places[line].popleft()
                    if number < last:
                        why = f"by the bot's edits it stands above line {number}"
                        yield altered(last, line, lines[last - 1], why)
                    last = max(last, number)
                elif edit.cursor.log in self.logs and not owed[line]:
                    lacks.append(line)
            if lacks:
                why = f"{len(lacks)} line(s) are missing that revision {edit.revision.id} has"
                yield altered(last, lacks[0], "", why + since)
        for line, left in places.items():
            for number in left:
                why = "no edit by which the bot saved the gamestate has this line"
                yield altered(number, "", line, why + since)

    @cached_property
    def _edit_with(self) -> Mapping[str, OwnEdit]:
        """The first edit by which the bot saved a line, by that line."""
        every = reversed(self.edits)
        return {_plain(line): edit for edit in every for line in edit.cursor.lines}

    # -- one line ----------------------------------------------------------------------------------

    def faults(self, entry: CheckedEntry, replay: Replay | None) -> Iterator[Check]:
        """What is wrong with the identity of a line, with its author, its words and its time."""
        played = replay.lines.get(entry.number) if replay else None
        number, about = entry.number, f"{entry.name} {entry.identity}".strip()
        for status, expected, found, why in self._faults(entry, played):
            yield Check(number, status, about, expected, found, why)

    def _faults(self, entry: CheckedEntry, played: ReplayedLine | None) -> Iterator[_Fault]:
        wrong = CheckStatus.WRONG
        if not entry.identity:
            yield from self._by_hand(entry)
            return
        identity = identity_of(entry.identity)
        if identity is None or not identity.page:
            by_file = identity is not None and identity.revision == FILE_OF_ACTIONS and self.by_file
            by_bot = entry.name == OPERATOR or account_name(entry.name) == account_name(self.bot)
            is_own = identity is not None and not identity.revision and by_bot
            if not (by_file or is_own):
                yield wrong, "a line of the wiki", entry.identity, "no page has such a line"
            return
        revision = self.revisions.get(identity.revision)
        if revision is None:
            why = "the wiki has no such revision (any more)"
            yield wrong, "a revision of the wiki", entry.identity, why
            return
        named = f"revision {revision.id}"
        if revision.page_id != identity.page:
            why = f"{named} belongs to page {revision.page_id}"
            yield wrong, str(revision.page_id), str(identity.page), why
        elif identity.page not in self.pages:
            yield wrong, "a page for lines", str(identity.page), "no lines of this page are played"
        written = self._written(identity, revision, entry.text, played)
        if written is None:
            why = f"text or author of {named} is hidden"
            yield CheckStatus.UNCONFIRMED, "", entry.identity, why
        elif not written:
            yield wrong, "a line", entry.identity, f"{named} did not write such a line"
        yield from self._against(entry, revision, written, played)
        for key in (claim.proof.key for claim in entry.claims if claim.proof):
            if key != entry.identity and not self._has_line(identity_of(key)):
                yield wrong, "a line", key, "the wiki has no such line"

    def _has_line(self, identity: ActionId | None) -> bool:
        """Whether there is the line of an order that waited; of a choice that was left to another.

        False where that is hidden.
        """
        revision = self.revisions.get(identity.revision) if identity else None
        if identity is None or revision is None or revision.page_id != identity.page:
            return not (identity and identity.page)  # the operator's
        left = identity.part is IdentityPart.CHOICE
        parts = (IdentityPart.LINE, IdentityPart.REPLY) if left else (identity.part,)
        ids = [ActionId(identity.page, identity.revision, identity.index, each) for each in parts]
        return any(self._written(each, revision) for each in ids)

    def _against(
        self, entry: CheckedEntry, revision: Revision, written: str | None,
        played: ReplayedLine | None
    ) -> Iterator[_Fault]:  # fmt: skip
        """What a line has otherwise than its revision: author, words, time."""
        wrong, named = CheckStatus.WRONG, f"revision {revision.id}"
        by_bot = account_name(entry.name) == account_name(self.bot)
        if by_bot and entry.text.split()[:2] == [RETRY.name, entry.identity]:
            return  # the rule for which the line was held is settled
        owner = played.owner if played else entry.name
        others = fold(written or "").startswith(f"choose for {fold(entry.name)}")
        # Without a replay a player's name need not be the account's, nor the words the exact form:
        status = wrong if played else CheckStatus.UNCONFIRMED
        if revision.user is not None and not others and not self._is_by(owner, revision):
            yield status, revision.user, entry.name, f"{named} is by {revision.user}"
        if written and not _says(entry, written, played.verbs if played else ()):
            said = entry.said or entry.text
            yield status, written, said, f"{named} has the line in other words"
        ordered = find_verb(entry.text, STEWARD_VERBS)
        called = {name for name, id_ in self._noted_people if id_ == revision.user_id}
        called.add(account_name(owner))
        if ordered and self.stewards is not None and called.isdisjoint(self.stewards):
            why = f"{owner} is not a steward by the settings (any more)"
            yield CheckStatus.UNCONFIRMED, "a steward", owner, why
        if entry.time is not None and entry.time < revision.time:
            edit = self._edit_with.get(_plain(f"{LINE_MARK}{entry.identity}"))
            if not (edit and edit.cursor.paused and edit.cursor.synced == entry.time):
                times = (format_time(revision.time), format_time(entry.time))
                yield wrong, *times, f"{named} was saved later"

    def _by_hand(self, entry: CheckedEntry) -> Iterator[_Fault]:
        """A line that no identity stands above: what the bot adopted of people's hand edits."""
        text = entry.text
        line = _plain(f"{format_time(entry.time)} {entry.name}: {text}") if entry.time else ""
        edit = self._edit_with.get(line)
        if not text.startswith(f"{CORRECT.name} ") or edit is None:
            yield CheckStatus.WRONG, "a line of the wiki", text, "nothing says who wrote it"
            return
        status, why = self.unlike(entry, edit)
        if why:
            yield status, "what people changed by hand", text, why

    def _written(
        self, identity: ActionId, revision: Revision, order: str = "",
        played: ReplayedLine | None = None
    ) -> str | None:  # fmt: skip
        """The words of a line in its revision, "" where it has none; None where that is hidden."""
        before = self.revisions.get(revision.parent_id)
        if revision.id not in self._added:
            self._added[revision.id] = added_lines(before, revision, self.heading)
        added = self._added[revision.id]
        if added is None or revision.user is None:
            return None
        if identity.part is not IdentityPart.CHANGE:
            line = added.get(identity.line, "")
            return line if may_have(line, identity.nth) else ""
        if before is None:
            return ""
        watched = [each for each in played.watched if each.order == order] if played else ()
        if watched:
            found = touched((before, revision), before.id, watched)
            return order if any(each.counts for each in found) else ""
        gone = {*(before.text or "").split("\n")} - {*(revision.text or "").split("\n")}
        return order if played is None and gone else ""

    def _is_by(self, owner: str, revision: Revision) -> bool:
        """Whether a revision is by an account that the log calls so, or called so at that time.

        A wiki shows an account that was renamed under its new name everywhere. The bot's edits note
        its number by both names; of a game before that, none has the old name any more, and the
        number is the same for all of its lines.
        """
        if ids := {id_ for name, id_ in self._noted_people if name == account_name(owner)}:
            return revision.user_id in ids
        known = self._ids.setdefault(owner, revision.user_id)
        user = revision.user or ""
        if account_name(user) == account_name(owner):
            return known == revision.user_id
        there = self.accounts((owner, user))
        return owner not in there and user in there and known == revision.user_id != 0

    @cached_property
    def _noted_people(self) -> Collection[tuple[str, int]]:
        """Accounts with their numbers, as the bot's edits note them."""
        return {each for edit in self.edits for each in edit.cursor.people}


_Fault = tuple[CheckStatus, str, str, str]  # expected, found, why


def _plain(line: str) -> str:
    return " ".join(line.split())


def _is_read(line: str) -> bool:
    """Whether anything comes of a line of a log."""
    known = line.startswith(_READ) or read_record(line) is not None
    return known or bool(line.strip() and not line.startswith("#"))


def _says(entry: CheckedEntry, written: str, verbs: Sequence[Verb]) -> bool:
    """Whether a line of the log is what a page has.

    An order that was begun before is logged with what was known of it; one about a line that waits
    names that by its identity; and what an ``undo`` changed is logged as a correction.
    """
    if entry.said:
        return _words(entry.said) == _words(written)
    text = entry.text.removeprefix(STANDS.name).replace(NOT_PLAYED, "", 1).strip()
    if not text:
        return True  # the wiki refused to save the words of a line, which was held
    ordered = find_verb(text, STEWARD_VERBS)
    if ordered is None:
        forms = [written]
        with suppress(Unclear):
            forms.append(str(parse_order(written, verbs)))
        for form in forms:
            logged = iter(_words(text))
            if all(word in logged for word in _words(form)):
                return True
        return False
    if ordered[0] is CORRECT and _words(written)[:1] == [UNDO.name]:
        return True
    if ordered[0] in (RULING, WITHDRAW, RETRY):
        text, written = (_NUMBER.split(each, 1)[-1] for each in (text, written))
    return _words(text) == _words(written)


def _words(text: str) -> list[str]:
    with suppress(Unclear):
        text = split_rolls(text)[0]
    return _WORD.findall(fold(text))


# == What ``verify`` goes by: the game and its first page, and what the wiki says ==================


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
    game: Game[Any], ruleset: str, gamestate: str, overlay: Sequence[Binding] = ()
) -> Start:
    """With what a log in a file is played: the ruleset page, and the page that it began with."""
    noted = known(lambda: read_cursor(gamestate))
    book = rulebook_of(game, ruleset, overlay, noted)
    return Start(game, gamestate, lambda _time: book, noted.synced)


def from_wiki(
    lines: Sequence[str], settings: Settings, wiki: Wiki, game: Game[Any] | str,
    logs: Mapping[str, str] | None = None
) -> Evidence:  # fmt: skip
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
    start: Callable[[], Start], lines: Sequence[str], witness: Witness | None,
    pages: Iterable[str] = (), saved: Revision | None = None
) -> Evidence:  # fmt: skip
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
    lines: Sequence[str], settings: Settings, wiki: Wiki, game: Game[Any],
    operator: Sequence[Binding] | None = None
) -> Start:  # fmt: skip
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
    own = DrawerKeeper(Folder(settings.state_folder / SEALS), title, "", trial=True)
    keeper = own if own.drawer.read(own.name) else NoKey()
    return Start(game, page.text, books, before.synced if before else None, keeper)


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
    settings: Settings, wiki: Wiki, game: Game[Any], lines: Sequence[str], first: datetime,
    operator: Sequence[Binding] | None
) -> Callable[[datetime], Rulebook]:  # fmt: skip
    """The rules by time. A reading that a line gave counts before its page has it."""
    title, state = settings.game.ruleset, settings.game.gamestate
    old = wiki.as_of(title, first)
    if old is None:
        raise NotPlayed(f"{title} was not there when it began")
    later = [each for each in wiki.history(title, old.id) if each.id >= old.id]
    history = [each for each in later if each.text is not None] or [old]
    noted = known(lambda: cursor_on(wiki, state, wiki.read([state])[state]))
    accepted = read_overlay(overlay_file(settings)) if operator is None else operator
    pages = wiki.history(settings.readings_page, 0)
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
        book = game.rulebook(text, (*accepted, *noted.accepted))
        return book.with_readings(with_changes(said, later))

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
    keys = [entry.identity for entry in entries]
    keys += [claim.proof.key for entry in entries for claim in entry.claims if claim.proof]
    named_by = {each.revision for each in map(identity_of, keys) if each and each.page}
    revisions = _revisions(wiki, sorted(named_by))
    parents = {each.parent_id for each in revisions.values()} - {0, *revisions}
    title, by_month, named = settings.game.gamestate, settings.game.log, settings.stewards
    history = History.of(wiki.history(title, 0))
    every = [
        OwnEdit(head, cursor)
        for head, revision in zip(history.heads, history, strict=True)
        if (cursor := _noted(revision, wiki.account))
    ]
    # Not those that it made anew, as the wiki merged them, unless people edited on top of them.
    kept = [
        each
        for each, later in zip_longest(every, every[1:])
        if each.as_meant or (later and later.cursor.base != each.revision.id)
    ]
    users = Counter(each.revision.user or "" for each in kept).most_common(1)
    bot = wiki.account or (users[0][0] if users else "")
    own = [each for each in kept if each.revision.user == bot]

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
            for title in (settings.game.ruleset, settings.readings_page)
        )
        operator = read_overlay(overlay_file(settings))
        book = rulebook_of(game, rules, operator, edit.cursor, given)
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
    entry: CheckedEntry, edit: OwnEdit, history: History, own: Sequence[OwnEdit], game: Game[Any],
    book: Rulebook
) -> tuple[CheckStatus, str]:  # fmt: skip
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
