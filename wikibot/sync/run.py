"""One sync of a game from its settings and storage, run by a command or by a farm."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from msgspec import Struct

from wikibot.config import logs as log
from wikibot.config.games import load_later
from wikibot.config.settings import Settings, need_account, need_files
from wikibot.game.calendar import format_time
from wikibot.storage.base import Storage
from wikibot.storage.journal import Journal
from wikibot.storage.settled_note import stamp_of
from wikibot.sync.entry import sync
from wikibot.sync.poll import Titles
from wikibot.sync.report import Report
from wikibot.sync.stopping import Stop
from wikibot.wiki.base import Wiki
from wikibot.wiki.retry import Gate
from wikibot.wiki.titles import to_file_name


class Ran(Struct, frozen=True):
    """A sync that ended: what it did, and what the next poll must find for nothing to be new.

    ``heads``: the newest revision by title, 0 for no such page; none where something is left to
    do. ``due``: when the next timed event is, an ISO time or "".
    """

    report: Report
    heads: Mapping[str, int]
    due: str


def run_sync(
    settings: Settings,
    storage: Storage,
    *,
    stop: Stop | None = None,
    dry_run: bool = False,
    force: bool = False,
    progress: Callable[[str], None] | None = None,
    said: Sequence[str] = (),
    gate: Gate | None = None,
    portion: int = 0,
) -> Ran:
    """Sync the game once, under its lock, until SIGTERM or the end.

    ``gate``: what several programs on one wiki keep to. For ``force``, ``said`` and ``portion`` see
    :func:`wikibot.sync.entry.sync`. Raises :class:`wikibot.storage.base.Busy` where another sync of
    it is running, and the errors of the storage, the settings and the wiki, each with an exit code.
    """
    if not dry_run:
        need_account(settings)
    stop = stop or Stop()
    game = load_later(settings.game.rules, settings.game.ledger)
    wiki = wiki_of(settings, storage, stop.sleep, gate)
    pages = _page_files(settings)
    with syncing(storage, stop) as journal:
        check_files(settings, storage, journal)
        report = sync(
            settings, game, wiki, journal, storage=storage, dry_run=dry_run, force=force,
            progress=progress, stop=stop, said=said, portion=portion,
        )  # fmt: skip
        heads, due = journal.settled, format_time(journal.due) if journal.due else ""
        request = wiki.poll_request(tuple(heads)) if heads and not dry_run else None
        if request or (pages and pages.keys() == heads.keys() and not dry_run):
            files = dict(pages.values())
            if settings.game.actions_file:
                files[str(settings.game.actions_file)] = journal.note("queue") or ""
            journal.note_poll(request, files)
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
    settings: Settings,
    storage: Storage,
    sleep: Callable[[float], None] = time.sleep,
    gate: Gate | None = None,
) -> Wiki:
    """The wiki that the settings name; no request is made yet.

    ``gate``: what several programs on one wiki keep to.
    """
    section = settings.wiki
    if settings.is_folder:
        from wikibot.wiki.folder import FolderWiki

        user = section.user.partition("@")[0] or "Wikibot"
        return FolderWiki(settings.folder, user, section.keyboard or None)
    from wikibot.wiki.mediawiki import MediaWiki

    return MediaWiki(
        section.api,
        user=section.user,
        password=lambda: _password(storage),
        contact=section.contact,
        cookies=storage.cookies,
        maxlag=settings.bot.maxlag,
        seconds=settings.bot.deadline.total_seconds(),
        sleep=sleep,
        gate=gate,
    )


def _password(storage: Storage) -> str:
    """The bot password, asked for at a login only; from then on it is kept out of the log."""
    secret = storage.password()
    log.hide(secret.value.plain())
    if secret.warning:
        log.LOGGER.warning(secret.warning)
    return secret.value.plain()
