"""From settings to what a command works with: the game, the wiki, the journal, and the lock against a second run."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wikibot.config import logs as log
from wikibot.config.faults import Fault, SettingsError
from wikibot.config.games import load_game, load_later
from wikibot.config.settings import Settings
from wikibot.exits import SETTINGS, TRY_LATER, ProgramError
from wikibot.game.calendar import format_time
from wikibot.storage.files import make_private_folder
from wikibot.storage.journal import Journal
from wikibot.wiki import Wiki, open_wiki

if TYPE_CHECKING:
    from wikibot.game.game import Game


class Busy(ProgramError):
    """Another run holds the lock."""

    exit_code = TRY_LATER


def game_of(settings: Settings) -> Game[Any]:
    """The game that the settings name. Raises :class:`wikibot.games.NoSuchGame`."""
    return load_game(settings.game.rules)


def game_later(settings: Settings) -> Game[Any]:
    """The same, loaded and looked for only when it is needed."""
    return load_later(settings.game.rules)


def wiki_of(settings: Settings, sleep: Callable[[float], None] = time.sleep) -> Wiki:
    """The wiki that the settings name; no request is made yet."""
    section = settings.wiki
    return open_wiki(
        section.api,
        user=section.user,
        password=lambda: password_of(settings),
        contact=section.contact,
        cookies=settings.cookies,
        maxlag=settings.bot.maxlag,
        seconds=settings.bot.deadline.total_seconds(),
        sleep=sleep,
        keyboard=section.keyboard or None,
    )


def password_of(settings: Settings) -> str:
    """The bot password, asked for only when a login is needed; from then on it is kept out of the log."""
    from wikibot.config.secrets import find_password

    secret = find_password(settings)
    log.hide(secret.value.get_secret_value())
    if secret.warning:
        log.LOGGER.warning(secret.warning)
    return secret.value.get_secret_value()


def need_account(settings: Settings) -> None:
    """Raise :class:`SettingsError` where something is to be saved on a wiki that needs an account, and none is set."""
    if not settings.is_folder and not settings.wiki.user:
        why = "is missing; without an account only `show`, `board` and `sync --dry-run` work"
        fault = Fault("wiki", "user", None, why)
        raise SettingsError(settings.file, [fault])


@contextmanager
def journal_of(settings: Settings) -> Iterator[Journal]:
    """The journal, in a folder that only its owner can look into."""
    path = settings.bot.journal
    _need_folder(settings)
    make_private_folder(path.parent)
    try:
        journal = Journal(path)
    except OSError as error:
        raise ProgramError(f"{path}: the journal cannot be used ({error})", SETTINGS) from None
    try:
        with journal:
            yield journal
    except sqlite3.Error as error:
        remedy = "look at the disk, or delete the file: it is only a cache"
        raise ProgramError(
            f"{path}: the journal cannot be used ({error}); {remedy}", TRY_LATER
        ) from None


@contextmanager
def locked(settings: Settings) -> Iterator[None]:
    """Hold the lock against a second run. Raises :class:`Busy`, which names the process that holds it."""
    import filelock

    path = settings.bot.lock
    _need_folder(settings)
    make_private_folder(path.parent)
    holder = path.with_name(path.name + ".holder")
    try:
        with filelock.FileLock(path, timeout=0):
            holder.write_text(
                f"process {os.getpid()} since {format_time(datetime.now(UTC))}", encoding="utf-8"
            )
            yield
    except filelock.Timeout:
        who = f"{_read(holder)}; lock file {path}"
        raise Busy(f"another sync of this game is running ({who}); try again later") from None


def _need_folder(settings: Settings) -> None:
    """A folder wiki has to be there: its state lies inside it, and making that must not make the wiki."""
    if settings.is_folder and not settings.folder.is_dir():
        why = "there is no such folder; `wikibot demo` makes one to begin with"
        raise SettingsError(settings.file, [Fault("wiki", "api", settings.wiki.api, why)])


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return "its process is not known"
