"""One sync of a game from its settings and storage, run by a command or by a farm."""

from __future__ import annotations

import hashlib
import logging
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wikibot.config import logs as log
from wikibot.config.games import LaterGame
from wikibot.config.settings import (
    Settings,
    SettingsError,
    Titles,
    need_account,
    need_files,
    shared_pages,
    unknown_groups,
)
from wikibot.storage.local import Journal, Storage
from wikibot.storage.settled import stamp_of
from wikibot.sync.report import BUDGET, Budget, Options, Report, Stop
from wikibot.wiki.api import Gate
from wikibot.wiki.base import Poll, Wiki, normalise, to_file_name
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.dialect import ENGLISH, Dialect, current, use
from wikibot.wikitext.numerals import format_time

if TYPE_CHECKING:
    from wikibot.game.game import Game


# == The poll: whether anything may be new =========================================================


def polled(settings: Settings, wiki: Wiki, journal: Journal | None = None) -> tuple[Titles, Poll]:
    """The titles by the wiki's own time, and their heads.

    Another poll where the local clock is in another month, and the log goes by month. The wiki is
    asked for its dialect where the journal has none, or one of another week; from now on, pages are
    read in it. With new settings everything is looked at anew, and all their titles and groups are
    compared with what the wiki has. Raises :class:`SettingsError` where it lacks a group, and where
    two titles are of one page, which one job would overwrite for the other.
    """
    now, note = datetime.now(UTC), hashlib.sha256(repr(settings).encode()).hexdigest()
    same = journal is not None and journal.note("settings") == note
    new = () if same else tuple(settings.pages.values())
    titles = Titles.of(settings, now)
    asked = tuple(dict.fromkeys((*titles.polled, *new)))
    week = f"{now:%G.%V} "
    known = (journal.note("dialect") or "") if journal is not None else ""
    poll = wiki.poll(asked, introduce=bool(new) or not known.startswith(week))
    if journal is not None and poll.dialect is not None:
        journal.set_notes({"dialect": week + msgspec.json.encode(poll.dialect).decode()})
    said = poll.dialect  # or else what the wiki told an earlier poll
    with suppress(msgspec.MsgspecError):
        said = said or msgspec.json.decode(known.partition(" ")[2], type=Dialect)
    use(said or ENGLISH)
    named = Titles.of(settings, poll.now)
    poll = poll if named == titles else wiki.poll(tuple(dict.fromkeys((*named.polled, *new))))
    written = {title: head.title for title, head in poll.heads.items()}
    groups = current().groups if new else ()
    if faults := [*shared_pages(settings, written), *unknown_groups(settings, groups)]:
        raise SettingsError(settings.file, faults)
    if journal and new:
        journal.unsettle()
        journal.set_notes({"settings": note})
    return named, poll


def wiki_titles(settings: Settings) -> set[str]:
    """The titles of a game's pages as the wiki of the present dialect writes them."""
    found = set()
    for title in Titles.of(settings, datetime.now(UTC)).polled:
        with suppress(WikiError):  # a sync says so
            found.add(normalise(title))
    return found


def news(poll: Poll, titles: Titles, journal: Journal) -> tuple[str, ...]:
    """What there is to do since the last whole run: pages that moved, a timed event that is due."""
    heads, due, settled = poll.newest, journal.due, journal.settled
    there = {title: heads.get(title, 0) for title in titles.polled}
    found = [
        f"{title} moved from {settled[title]} to {there[title]}"
        if title in settled and title in there
        else f"what {title} was left with is not known"
        for title in {**there, **settled}
        if settled.get(title) != there.get(title)
    ]
    if due and due <= poll.now:
        found.append(f"an event is due since {format_time(due)}")
    return tuple(found)


# == One sync: poll, and if anything may be new, read, plan and write ==============================
#
# All but the poll is loaded when it is needed, for most syncs find nothing new and must start fast.

_LOGGER = logging.getLogger(__package__)


def sync(
    settings: Settings, game: Game[Any], wiki: Wiki, journal: Journal,
    options: Options | None = None, storage: Storage | None = None,
) -> Report:  # fmt: skip
    """Run one sync.

    ``storage`` is where the ``journal`` is from, and what else is kept outside the wiki; without
    one, the files beside the settings. Of lines that cost too much at once (``BUDGET``) the rest is
    left to the next sync.

    Raises the errors of :mod:`wikibot.wiki.errors`; whatever they leave undone the next sync does.
    """
    options = options or Options()
    if options.force or options.aside:
        journal.unsettle()
    titles, poll = polled(settings, wiki, journal)
    # What may be new, as `--debug` tells it; the file of actions where it has changed.
    path, found = settings.game.actions_file, [*news(poll, titles, journal)]
    found += ["orders by hand"] if options.said else []
    if path is not None and stamp_of(path) != (journal.note("queue") or ""):
        found.append(f"{path} changed")
    _LOGGER.debug("poll: %s", "; ".join(found) or "nothing moved, and nothing is due")
    if not found:
        report = Report(idle=True)
    else:
        from wikibot.storage.local import LocalStorage
        from wikibot.sync.pipeline import Pipeline

        kept, budget = storage or LocalStorage(settings), Budget(BUDGET)
        pipeline = Pipeline(settings, titles, game, wiki, journal, kept, options, budget)
        try:
            report = pipeline.run(poll)
        finally:
            journal.flush()
    return replace(report, requests=getattr(wiki, "requests", 0))


# == One sync of a game from its settings and storage, run by a command or by a farm ===============


class Ran(Struct, frozen=True):
    """A sync that ended: what it did, and what the next poll must find for nothing to be new.

    ``heads``: the newest revision by title, 0 for no such page; none where something is left to
    do. ``due``: when the next timed event is, an ISO time or "".
    """

    report: Report
    heads: Mapping[str, int]
    due: str


def run_sync(
    settings: Settings, storage: Storage, options: Options | None = None, gate: Gate | None = None
) -> Ran:
    """Sync the game once, under its lock, until SIGTERM or the end.

    ``gate``: what several programs on one wiki keep to. Raises
    :class:`wikibot.storage.local.Busy` where another sync of it is running, and the errors of the
    storage, the settings and the wiki, each with an exit code.
    """
    options = options or Options()
    if not options.dry_run:
        need_account(settings)
    game: Any = LaterGame(settings.game.rules, settings.game.ledger)
    wiki = wiki_of(settings, storage, options.stop.sleep, gate)
    pages = _page_files(settings)
    with syncing(storage, options.stop) as journal:
        check_files(settings, storage, journal)
        report = sync(settings, game, wiki, journal, options, storage)
        heads, due = journal.settled, format_time(journal.due) if journal.due else ""
        request = wiki.poll_request(tuple(heads)) if heads and not options.dry_run else None
        if request or (pages and pages.keys() == heads.keys() and not options.dry_run):
            files = dict(pages.values())
            if settings.game.actions_file:
                files[str(settings.game.actions_file)] = journal.note("queue") or ""
            journal.note_poll(request, files)
        if options.aside:
            journal.unsettle()  # the next sync plays, whatever moved
    return Ran(report, heads, due)


def _page_files(settings: Settings) -> dict[str, tuple[str, str]]:
    """Path and stamp of each page of a folder wiki, by title; none of another wiki."""
    if not settings.is_folder:
        return {}
    titles = Titles.of(settings, datetime.now(UTC)).polled
    paths = {title: str(settings.folder / to_file_name(title)) for title in titles}
    return {title: (path, stamp_of(path)) for title, path in paths.items()}


def check_files(settings: Settings, storage: Storage, journal: Journal | None = None) -> None:
    """Look at what a sync may not read before something is new: files, and secrets that are set.

    A password is looked for once, as the journal notes: a session may go on without it.
    Raises :class:`~wikibot.exits.ProgramError` where they cannot be used.
    """
    need_files(settings)
    file = "" if settings.is_folder else str(settings.wiki.password_file or "")
    if file and (journal is None or journal.note("password_file") != file):
        storage.password()
        if journal is not None:
            journal.set_notes({"password_file": file})


@contextmanager
def syncing(storage: Storage, stop: Stop) -> Iterator[Journal]:
    """The journal under the lock, until SIGTERM, which is systemd's, or the end.

    Ctrl-C ends a sync at once, which loses nothing either.
    """
    with stop.listening(signal.SIGTERM), storage.locked(), storage.journal() as journal:
        yield journal


def wiki_of(
    settings: Settings, storage: Storage, sleep: Callable[[float], None] = time.sleep,
    gate: Gate | None = None, seconds: float = 0.0,
) -> Wiki:  # fmt: skip
    """The wiki that the settings name; no request is made yet.

    ``gate``: what several programs on one wiki keep to. ``seconds``: the time for everything from
    one poll to the next, by default that of a sync.
    """
    section = settings.wiki
    if settings.is_folder:
        from wikibot.wiki.folder import FolderWiki

        user = section.user.partition("@")[0] or "Wikibot"
        return FolderWiki(settings.folder, user, section.keyboard or None)
    from wikibot.wiki.mediawiki import MediaWiki

    return MediaWiki(
        section.api, user=section.user, password=lambda: _password(storage),
        contact=section.contact, cookies=storage.cookies, maxlag=settings.bot.maxlag,
        seconds=seconds or settings.bot.deadline.total_seconds(), sleep=sleep, gate=gate
    )  # fmt: skip


def _password(storage: Storage) -> str:
    """The bot password, asked for at a login only; from then on it is kept out of the log."""
    secret = storage.password()
    log.hide(secret.value.get_secret_value())
    if secret.warning:
        log.LOGGER.warning(secret.warning)
    return secret.value.get_secret_value()
