"""The storage of one game on one machine: a journal in SQLite, and private files beside it.

Files are written whole or not at all; folders are the bot's alone.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click
import msgspec

from wikibot.config import sections, values
from wikibot.config.settings import Settings, SettingsError, SettingsFault, load
from wikibot.exits import NOT_ALLOWED, SETTINGS, TRY_LATER, USAGE, ProgramError
from wikibot.game.calendar import format_time
from wikibot.storage.journal import Journal, need_journal
from wikibot.storage.settled_note import leave_note, read_note, stamp_of
from wikibot.wiki.files import PRIVATE, TextFile, replace_file

STDOUT = "-"


def write_text(target: str, text: str) -> None:
    """Write UTF-8, line ends as they are; ``-`` prints. Raises :class:`ProgramError`."""
    if target == STDOUT:
        click.echo(text.encode(), nl=False)
        return
    path = Path(target)
    try:
        if path.exists() and not path.is_file():  # /dev/stdout, a pipe
            path.write_bytes(text.encode())
            return
        replace_file(path, text.encode())
    except OSError as error:
        raise ProgramError(f"{target} cannot be written ({error.strerror})", USAGE) from None


def read_bounded(file: Path, most: int) -> str:
    """The beginning of a regular file, UTF-8; raises ``OSError``."""
    if not file.is_file():
        raise OSError(errno.EINVAL, "it is not a file")
    with file.open("rb") as opened:
        return opened.read(most + 1).decode(errors="replace")


def make_private_folder(folder: Path) -> None:
    """Make a folder (0700) with all above it, to write in. Raises :class:`ProgramError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        why = f"{folder}: the state folder cannot be made ({error.strerror})"
        raise ProgramError(why, SETTINGS) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        why = f"{folder}: the state folder cannot be written to; set `journal` under [bot]"
        raise ProgramError(why, NOT_ALLOWED)


if TYPE_CHECKING:
    from wikibot.config.settings import FoundPassword
    from wikibot.config.values import Hidden
    from wikibot.wiki.files import KeptText


# == What a sync keeps outside the wiki, wherever that is: beside one game's settings, or of many ==
#
# Two classes implement :class:`Storage`: ``wikibot.storage.local.LocalStorage``, files and
# SQLite, and ``wikibot.storage.postgres.game.GameStorage``, a row for each thing in a database of
# many games. Nothing here is the only copy of what was played: that is the gamestate page. The
# secrets of sealed dice are kept nowhere else.


class Busy(ProgramError):
    """Another sync of this game is running; the message names it."""

    exit_code = TRY_LATER


class Drawer(Protocol):
    """Small private texts by their names. What was written is safe, whatever happens next.

    Errors are those of the place: ``OSError`` of a folder, :class:`ProgramError` of a database.
    """

    @property
    def place(self) -> str:
        """Where they are, as an operator knows it."""

    def names(self) -> Sequence[str]:
        """All names, in alphabetical order."""

    def read(self, name: str) -> str | None:
        """One text; None where there is none that can be read."""

    def write(self, name: str, text: str) -> None:
        """Keep a text, whole or not at all; on return it would outlast a loss of power."""

    def rename(self, name: str, new: str) -> None:
        """Move a text to a new name, in one step."""

    def open_to_others(self) -> Sequence[object]:
        """What other accounts of this machine may read, each with its path as ``str``."""


class Storage(Protocol):
    """The storage of one game."""

    def locked(self) -> AbstractContextManager[None]:
        """Hold the lock against a second sync of this game. Raises :class:`Busy`."""

    def journal(self) -> AbstractContextManager[Journal]:
        """The journal, written at the end. Raises :class:`ProgramError`."""

    @property
    def cookies(self) -> KeptText:
        """The session on the wiki, as one text."""

    @property
    def seals(self) -> Drawer:
        """The secrets of sealed dice, each by its seal, and the phases that are over."""

    @property
    def wordings(self) -> KeptText:
        """The wordings that the operator accepted, as ``wikibot rules accept`` writes them."""

    def password(self) -> FoundPassword:
        """The password of the bot's account. Raises :class:`wikibot.config.settings.NoSecret`."""

    def webhooks(self) -> tuple[Hidden, ...]:
        """The addresses that news are posted to. Raises :class:`NoSecret` for bad ones."""


# == The storage of one game on one machine: a journal in SQLite, and private files beside it ======

_PASSING = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
}  # fmt: skip
_PROGRAM = (sections.__file__, values.__file__)  # by which settings are read
SEALS = "seals"  # the folder of the secrets of sealed dice


def settings_in(file: Path) -> Settings:
    """The settings of a file; raises :class:`SettingsError`.

    They are read and checked once: a sync that settles the game notes them, and the note goes for
    as long as neither the file nor the program has changed.
    """
    try:
        noted = (read_note(str(file), *_PROGRAM) or {})["settings"]
        return msgspec.convert(noted, Settings, dec_hook=lambda kind, text: kind(text))
    except (LookupError, msgspec.ValidationError):
        return load(file)


class LocalStorage:
    """Implements :class:`wikibot.storage.local.Storage` for the game of a settings file."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._read = stamp_of(settings.file)
        self.cookies = TextFile(settings.cookies, PRIVATE)
        self.seals = Folder(settings.state_folder / SEALS)
        self.wordings = TextFile(overlay_file(settings))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock against a second run. Raises :class:`Busy`, which names the holder.

        A game that went elsewhere is not synced here: raises :class:`ProgramError`.
        """
        with self.at_rest():
            if self._left.exists():
                where, cron = self._left.read_text(encoding="utf-8").strip(), "cron or the timer"
                how = f"Take it out of {cron}. To sync it here again, delete {self._left}"
                raise ProgramError(f"this game is kept by {where}. {how}", SETTINGS)
            yield

    def leave_to(self, where: str) -> None:
        """Note that the game is kept elsewhere from now on."""
        since = format_time(datetime.now(UTC))
        replace_file(self._left, f"{where}, since {since}\n".encode())

    @property
    def _left(self) -> Path:
        return self.settings.state_folder / "kept-elsewhere"

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """Hold the lock, wherever the game is kept."""
        import filelock

        path = self.settings.bot.lock
        self._make_folder(path.parent)
        if path.exists() and (not path.is_file() or path.stat().st_size):
            why = "is not a lock file, so it is left alone; set `lock` under [bot] to another file"
            raise ProgramError(f"{path}: {why}", SETTINGS)
        need_journal(self.settings.bot.journal)  # before a lock is made beside what is none
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

    @contextmanager
    def journal(self) -> Iterator[Journal]:
        """The journal, in a folder that only its owner can look into.

        What it says of a settled game is noted for the next sync to see at once.
        """
        path = self.settings.bot.journal
        self._make_folder(path.parent)
        try:
            note = read_note(str(self.settings.file), str(path))
            journal = Journal(path, untouched=note is not None)
        except (OSError, sqlite3.Error) as error:
            raise _unusable(path, error) from None
        try:
            with journal:
                yield journal
        except sqlite3.Error as error:
            raise _unusable(path, error) from None
        if journal.polled and stamp_of(self.settings.file) == self._read:
            kept = {"settings": msgspec.to_builtins(self.settings, enc_hook=str)}
            files = (str(path), *_PROGRAM)
            leave_note(str(self.settings.file), files, {**journal.polled, **kept})

    def _make_folder(self, folder: Path) -> None:
        """Make a folder of the state; inside a folder wiki it must not make the wiki."""
        settings = self.settings
        if settings.is_folder and not settings.folder.is_dir():
            why = "there is no such folder; `wikibot demo` makes one to begin with"
            fault = SettingsFault("wiki", "api", settings.wiki.api, why)
            raise SettingsError(settings.file, [fault])
        make_private_folder(folder)

    def password(self) -> FoundPassword:
        """From the environment, a file, or a systemd credential. Raises :class:`NoSecret`."""
        from wikibot.config.settings import find_password

        return find_password(self.settings)

    def webhooks(self) -> tuple[Hidden, ...]:
        """From the environment, a systemd credential, or the settings. Raises :class:`NoSecret`."""
        from wikibot.config.settings import find_webhooks

        return find_webhooks(self.settings)


def _unusable(path: Path, error: Exception) -> ProgramError:
    """Why a journal cannot be used; the exit code says whether that may pass by itself."""
    passes = getattr(error, "sqlite_errorcode", 0) & 0xFF in _PASSING
    remedy = "look at the disk, or delete the file: it is only a cache"
    message = f"{path}: the journal cannot be used ({error}); {remedy}"
    return ProgramError(message, TRY_LATER if passes else SETTINGS)


def overlay_file(settings: Settings) -> Path:
    """Where the operator's wordings lie: ``settings.ini`` has ``settings.wordings.txt``."""
    return settings.file.with_suffix(".wordings.txt")


class Folder:
    """A drawer that is a folder of files, made when there is something to keep."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def place(self) -> str:
        return str(self.path)

    def names(self) -> list[str]:
        return sorted(file.name for file in self.path.iterdir()) if self.path.is_dir() else []

    def read(self, name: str) -> str | None:
        try:
            return (self.path / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def write(self, name: str, text: str) -> None:
        """Write a file for its owner alone; on return it is on the disk."""
        make_private_folder(self.path)
        replace_file(self.path / name, text.encode(), PRIVATE)

    def rename(self, name: str, new: str) -> None:
        (self.path / name).replace(self.path / new)

    def open_to_others(self) -> tuple[Path, ...]:
        if os.name != "posix" or not self.path.is_dir():
            return ()
        files = (self.path, *sorted(self.path.iterdir()))
        return tuple(file for file in files if file.stat().st_mode & 0o077)
