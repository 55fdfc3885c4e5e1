"""From settings to what a command works with: wiki, journal, the lock against a second run."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

from wikibot.config import logs as log
from wikibot.config.faults import Fault, SettingsError
from wikibot.config.settings import Settings
from wikibot.exits import SETTINGS, TRY_LATER, ProgramError
from wikibot.game.calendar import format_time
from wikibot.storage.files import make_private_folder
from wikibot.storage.journal import Journal
from wikibot.sync.stopping import Stop
from wikibot.wiki.base import Wiki


class Busy(ProgramError):
    """Another run holds the lock."""

    exit_code = TRY_LATER


def wiki_of(settings: Settings, sleep: Callable[[float], None] = time.sleep) -> Wiki:
    """The wiki that the settings name; no request is made yet."""
    section = settings.wiki
    if settings.is_folder:
        from wikibot.wiki.folder import FolderWiki

        user = section.user.partition("@")[0] or "Wikibot"
        return FolderWiki(settings.folder, user, section.keyboard or None)
    from wikibot.wiki.mediawiki import MediaWiki

    return MediaWiki(
        section.api,
        user=section.user,
        password=lambda: password_of(settings),
        contact=section.contact,
        cookies=settings.cookies,
        maxlag=settings.bot.maxlag,
        seconds=settings.bot.deadline.total_seconds(),
        sleep=sleep,
    )


def password_of(settings: Settings) -> str:
    """The bot password, asked for at a login only; from then on it is kept out of the log."""
    from wikibot.config.secrets import find_password

    secret = find_password(settings)
    log.hide(secret.value.plain())
    if secret.warning:
        log.LOGGER.warning(secret.warning)
    return secret.value.plain()


def need_account(settings: Settings) -> None:
    """Raise :class:`SettingsError` where the wiki needs an account to save, and none is set."""
    if not settings.is_folder and not settings.wiki.user:
        why = "is missing; without an account only `show`, `board` and `sync --dry-run` work"
        raise SettingsError(settings.file, [Fault("wiki", "user", None, why)])


@contextmanager
def syncing(settings: Settings, stop: Stop) -> Iterator[Journal]:
    """The journal under the lock, until SIGTERM, which is systemd's, or the end.

    Ctrl-C ends a sync at once, which loses nothing either.
    """
    with stop.listening(signal.SIGTERM), locked(settings), journal_of(settings) as journal:
        yield journal


@contextmanager
def journal_of(settings: Settings) -> Iterator[Journal]:
    """The journal, in a folder that only its owner can look into."""
    path, what = settings.bot.journal, "the journal cannot be used"
    _need_folder(settings)
    make_private_folder(path.parent)
    try:
        journal = Journal(path)
    except OSError as error:
        raise ProgramError(f"{path}: {what} ({error})", SETTINGS) from None
    try:
        with journal:
            yield journal
    except sqlite3.Error as error:
        remedy = "look at the disk, or delete the file: it is only a cache"
        raise ProgramError(f"{path}: {what} ({error}); {remedy}", TRY_LATER) from None


@contextmanager
def locked(settings: Settings) -> Iterator[None]:
    """Hold the lock against a second run. Raises :class:`Busy`, which names the holder."""
    import filelock

    path = settings.bot.lock
    _need_folder(settings)
    make_private_folder(path.parent)
    holder = path.with_name(path.name + ".holder")
    try:
        with filelock.FileLock(path, timeout=0):
            since = format_time(datetime.now(UTC))
            holder.write_text(f"process {os.getpid()} since {since}", encoding="utf-8")
            yield
    except filelock.Timeout:
        who = "its process is not known"
        with suppress(OSError):
            who = holder.read_text(encoding="utf-8").strip()
        why = f"another sync of this game is running ({who}; lock file {path}); try again later"
        raise Busy(why) from None


def _need_folder(settings: Settings) -> None:
    """The folder of a wiki has to be there: making its state, inside it, must not make the wiki."""
    if settings.is_folder and not settings.folder.is_dir():
        why = "there is no such folder; `wikibot demo` makes one to begin with"
        raise SettingsError(settings.file, [Fault("wiki", "api", settings.wiki.api, why)])
