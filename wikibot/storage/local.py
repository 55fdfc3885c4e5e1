"""The storage of one game on one machine: a journal in SQLite, and private files beside it.

Files are written whole or not at all; folders are the bot's alone.

The journal of a game: a cache of page texts, what is settled, an audit trail.

It is never the only copy of anything: delete it and the next run costs a few requests more. Where
its rows are is the storage's affair; alone it is a local SQLite file.
Others can write to that: pydantic reads its notes, unless the storage knows that the journal is as
the bot left it. A note that is not what it should be, is none.
"""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import click
import msgspec
from msgspec import DecodeError
from msgspec.json import decode
from msgspec.structs import replace

from wikibot.config import sections, values
from wikibot.config.settings import (
    FoundPassword,
    Settings,
    SettingsError,
    SettingsFault,
    find_password,
    find_webhooks,
    load,
)
from wikibot.config.values import Hidden, adapter
from wikibot.exits import NOT_ALLOWED, SETTINGS, TRY_LATER, USAGE, ProgramError
from wikibot.game.actions import Outcome
from wikibot.storage.settled import leave_note, read_note, stamp_of
from wikibot.wiki.base import Revision
from wikibot.wiki.files import PRIVATE, KeptText, TextFile, replace_file
from wikibot.wikitext.numerals import format_time, parse_time

if TYPE_CHECKING:
    from wikibot.game.ruleset.recognition import Binding

# == The rows of a journal: page texts, notes, the audit trail. Here in SQLite, in one local file ==

LOGGER = logging.getLogger(__package__)
_SCHEMA = """
BEGIN;
CREATE TABLE IF NOT EXISTS pages (
    revision INTEGER PRIMARY KEY, title TEXT NOT NULL, sha1 TEXT NOT NULL, text TEXT NOT NULL,
    comment TEXT);
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (run TEXT PRIMARY KEY, time TEXT NOT NULL, what TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS outcomes (
    action TEXT NOT NULL, run TEXT NOT NULL, time TEXT NOT NULL, account TEXT NOT NULL,
    text TEXT NOT NULL, verdict TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (action, run));
PRAGMA user_version = 1;
COMMIT;
"""
_MARKS = (b"CREATE TABLE pages (", b"CREATE TABLE outcomes (")  # in the first page of a journal
_FIRST_PAGE = 65_536  # bytes; no page of SQLite is longer
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
KEPT_TEXTS = 4  # revisions of each title whose text stays in the cache
_INSERTS = (
    "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?)",
    "INSERT OR REPLACE INTO notes VALUES (?, ?)",
    "INSERT OR REPLACE INTO runs VALUES (?, ?, ?)",
    "INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?)",
)
_OUTCOMES = "SELECT * FROM outcomes ORDER BY time, run, action"
_DROP_OLD = (
    "DELETE FROM pages WHERE title = ? AND revision NOT IN"
    " (SELECT revision FROM pages WHERE title = ? ORDER BY revision DESC LIMIT ?)"
)


class PageRow(NamedTuple):
    """The text of a revision, in the order of the table's columns."""

    revision: int
    title: str
    sha1: str
    text: str
    comment: str | None


class RunRow(NamedTuple):
    """A run of the audit trail: its id, its time as ISO text, and what it was."""

    run: str
    time: str
    what: str


class OutcomeRow(NamedTuple):
    """An outcome of the audit trail: the action's identity, and what was said of it in a run."""

    action: str
    run: str
    time: str
    account: str
    text: str
    verdict: str
    answer: str


class Added(NamedTuple):
    """What one run noted, to be written whole or not at all; written twice it stands once."""

    pages: Sequence[PageRow]
    notes: Mapping[str, str]
    runs: Sequence[RunRow]
    outcomes: Sequence[OutcomeRow]


class Rows(Protocol):
    """The place of the rows of one game's journal."""

    @property
    def place(self) -> str:
        """Where that is, as an operator knows it."""

    def page(self, revision: int) -> PageRow | None:
        """The text of a revision, if it is there."""

    def note(self, name: str) -> str | None:
        """A small value."""

    def write(self, added: Added) -> None:
        """Add rows or replace those of the same keys; of each title the newest texts stay."""

    def dump(self) -> Added:
        """All rows."""

    def close(self) -> None:
        """Nothing can be read or written afterwards."""


class SqliteRows:
    """In a file, or with ``":memory:"`` nowhere.

    A journal that SQLite cannot read is put aside. Any other file is left alone: raises
    :class:`ProgramError`.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = path
        try:
            self._db = self._open()
        except sqlite3.DatabaseError as error:
            if not isinstance(path, Path) or error.sqlite_errorcode & 0xFF not in _DAMAGED:
                raise
            aside = path.replace(path.with_name(f"{path.name}.damaged"))
            LOGGER.warning("%s: the journal is damaged (%s); it is now %s, and a new one is begun",
                           path, error, aside)  # fmt: skip
            self._db = self._open()

    @property
    def place(self) -> str:
        return str(self.path)

    def _open(self) -> sqlite3.Connection:
        if isinstance(self.path, Path):
            need_journal(self.path)
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Its owner's alone, whatever the umask; SQLite's files beside it follow.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            for end in ("", "-wal", "-shm", "-journal"):
                file = self.path.with_name(self.path.name + end)
                if file.exists() and file.stat().st_mode & 0o777 != 0o600:
                    file.chmod(0o600)
        db = sqlite3.connect(self.path, timeout=10)
        try:
            db.executescript(_SCHEMA)
        except sqlite3.DatabaseError:
            db.close()
            raise
        return db

    def page(self, revision: int) -> PageRow | None:
        row = self._row("SELECT * FROM pages WHERE revision = ?", revision)
        return PageRow(*row) if row else None

    def note(self, name: str) -> str | None:
        row = self._row("SELECT value FROM notes WHERE name = ?", name)
        return str(row[0]) if row else None

    def _row(self, question: str, key: int | str) -> tuple[Any, ...] | None:
        with closing(self._db.execute(question, (key,))) as rows:
            row: tuple[Any, ...] | None = rows.fetchone()
        return row

    def write(self, added: Added) -> None:
        """In one transaction."""
        rows = (added.pages, list(added.notes.items()), added.runs, added.outcomes)
        with self._db:
            for order, some in zip(_INSERTS, rows, strict=True):
                self._db.executemany(order, some)
            titles = {(each.title, each.title, KEPT_TEXTS) for each in added.pages}
            self._db.executemany(_DROP_OLD, titles)

    def dump(self) -> Added:
        def rows(question: str) -> list[tuple[Any, ...]]:
            return self._db.execute(question).fetchall()

        return Added(
            [PageRow(*each) for each in rows("SELECT * FROM pages ORDER BY revision")],
            dict(rows("SELECT name, value FROM notes ORDER BY name")),
            [RunRow(*each) for each in rows("SELECT * FROM runs ORDER BY time, run")],
            [OutcomeRow(*each) for each in rows(_OUTCOMES)],
        )

    def close(self) -> None:
        self._db.close()


def need_journal(path: Path) -> None:
    """Raise :class:`ProgramError` for what is there and neither a journal nor an empty file."""
    if not path.exists():
        return
    first = b"?"
    if path.is_file():
        with path.open("rb") as file:
            first = file.read(_FIRST_PAGE)
    if first and not all(mark in first for mark in _MARKS):
        why = "is not a journal of wikibot, so it is left alone"
        remedy = "set `journal` under [bot] to another file, or move this one away"
        raise ProgramError(f"{path}: {why}; {remedy}", SETTINGS)


# == The journal of a game: a cache of page texts, what is settled, an audit trail =================

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Journal(AbstractContextManager["Journal"]):
    """Opened with ``with Journal(path) as journal``; ``":memory:"`` keeps nothing.

    ``untouched``: nobody wrote to it since the bot closed it.
    """

    def __init__(self, kept: Path | str | Rows, *, untouched: bool = False) -> None:
        self._rows: Rows = SqliteRows(kept) if isinstance(kept, Path | str) else kept
        self._untouched = untouched
        self.polled: Mapping[str, Any] | None = None
        self._begin()

    @property
    def place(self) -> str:
        return self._rows.place

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what was noted, and close it; nothing can be read or noted afterwards."""
        try:
            self.flush()
        finally:
            self._rows.close()

    def flush(self) -> None:
        """Write all that was noted, in one transaction.

        Until then it is only in memory, so that no other process has to wait for this one.
        """
        added = Added(list(self._pages.values()), self._notes, self._runs, self._outcomes)
        if any(added):
            self._rows.write(added)
        self._begin()

    def dump(self) -> Added:
        """All rows as they were written last."""
        return self._rows.dump()

    def _begin(self) -> None:
        self._pages: dict[int, PageRow] = {}
        self._notes: dict[str, str] = {}
        self._runs: list[RunRow] = []
        self._outcomes: list[OutcomeRow] = []

    # -- texts -------------------------------------------------------------------------------------

    def cached(self, revision: Revision, length: int | None = None) -> Revision | None:
        """The revision with its text, and with its comment where that is not known.

        None where it is not cached, or where the wiki tells another SHA-1 or length in bytes.
        """
        page = self._page(revision.id)
        if page is None or (revision.sha1 and revision.sha1 != page.sha1):
            return None
        if length is not None and len(page.text.encode()) != length:
            return None
        return replace(revision, text=page.text, comment=revision.comment or page.comment)

    def keep(self, title: str, revision: int, text: str, comment: str | None = None) -> None:
        """Cache text and comment of a revision and drop the oldest ones of the same title."""
        sha1 = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
        page = PageRow(revision, title, sha1, text, comment)
        if self._page(revision) != page:
            self._pages[revision] = page

    def _page(self, revision: int) -> PageRow | None:
        return self._pages.get(revision) or self._rows.page(revision)

    # -- what is settled ---------------------------------------------------------------------------

    def note(self, name: str) -> str | None:
        return self._notes[name] if name in self._notes else self._rows.note(name)

    def value(self, name: str, kind: Any, default: Any = None) -> Any:
        """What a note with JSON says, as a type; the default where there is none, or none such."""
        text = self.note(name) or ""
        try:
            return decode(text, type=kind) if self._untouched else adapter(kind).validate_json(text)
        except (DecodeError, ValueError):
            return default

    def time(self, name: str) -> datetime | None:
        """The time that a note says."""
        try:
            return parse_time(self.note(name) or "")
        except ValueError:
            return None

    def set_notes(self, notes: Mapping[str, str]) -> None:
        """Note small values, all or none."""
        self._notes.update(notes)

    @property
    def settled(self) -> Mapping[str, int]:
        """By title: the head up to which nothing is left to do, as the last whole run left it.

        0: no such page.
        """
        heads: dict[str, int] = self.value("settled", dict[str, int], {})
        return heads

    def settled_in(self, title: str, page: int) -> int:
        """The settled head of a title, 0 where another page stood under it then."""
        pages = self.value("pages", dict[str, int], {})
        return self.settled.get(title, 0) if pages.get(title) == page else 0

    @property
    def due(self) -> datetime | None:
        """When the next timed event is due; where that cannot be read, one is."""
        return self.time("due") or (_LONG_AGO if self.note("due") else None)

    def settle(
        self, heads: Mapping[str, int], due: datetime | None, pages: Mapping[str, int] | None = None
    ) -> None:
        """Note that nothing is left to do before one of these heads moves or ``due`` comes.

        ``pages``: the ids of the pages.
        """
        notes = {"settled": json.dumps(dict(heads)), "due": format_time(due) if due else ""}
        self.set_notes({**notes, "pages": json.dumps(dict(pages or {}))})

    def unsettle(self) -> None:
        """Forget what is settled, so that the next run looks at everything."""
        self.set_notes({"settled": "{}", "pages": "{}", "due": ""})

    def note_poll(
        self, request: tuple[str, Mapping[str, str]] | None, files: Mapping[str, str]
    ) -> None:
        """Keep as ``polled`` how the next sync sees that nothing is new, for the storage to note.

        ``request``: address and headers of the poll, where it is one; ``files``: the stamps of all
        files that were read, by path.
        """
        due = self.note("due") or ""
        self.polled = {"request": request, "heads": self.settled, "due": due, "files": files}

    def was_delivered(self, title: str, run: str) -> bool:
        """Whether all that the cursor of a run owes a page is known to be there."""
        return run != "" and self.note(f"delivered {title}") == run

    def note_delivered(self, title: str, run: str) -> None:
        self.set_notes({f"delivered {title}": run})

    @property
    def too_big(self) -> int:
        """The length in bytes of the shortest page that the wiki refused as too big; 0: none."""
        return int(self.value("too big", int, 0))

    def note_too_big(self, length: int) -> None:
        self.set_notes({"too big": str(min(length, self.too_big or length))})

    # -- audit -------------------------------------------------------------------------------------

    def record(self, run: str, time: datetime, what: str, outcomes: Iterable[Outcome] = ()) -> None:
        """Add a run and its outcomes to the audit trail."""
        self._runs.append(RunRow(run, format_time(time), what))
        for outcome in outcomes:
            each, said = outcome.action, (outcome.verdict, outcome.text)
            who = (format_time(each.time), each.account, each.text)
            self._outcomes.append(OutcomeRow(str(each.id), run, *who, *said))


# == Files: written whole, read in part, in private folders ========================================

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


# == What a sync keeps outside the wiki, wherever that is: beside one game's settings, or of many ==
#
# Two classes implement :class:`Storage`: ``LocalStorage`` below, files and SQLite, and
# ``wikibot.storage.postgres.database.GameStorage``, a row for each thing in a database of
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
        return find_password(self.settings)

    def webhooks(self) -> tuple[Hidden, ...]:
        """From the environment, a systemd credential, or the settings. Raises :class:`NoSecret`."""
        return find_webhooks(self.settings)


def _unusable(path: Path, error: Exception) -> ProgramError:
    """Why a journal cannot be used; the exit code says whether that may pass by itself."""
    passes = getattr(error, "sqlite_errorcode", 0) & 0xFF in _PASSING
    remedy = "look at the disk, or delete the file: it is only a cache"
    message = f"{path}: the journal cannot be used ({error}); {remedy}"
    return ProgramError(message, TRY_LATER if passes else SETTINGS)


# -- the wordings that the operator accepted -------------------------------------------------------
# Most syncs find nothing new, and load nothing of rulesets.

_TITLE = "Accepted here with `wikibot rules accept`; delete a line to take a wording back."


def overlay_file(settings: Settings) -> Path:
    """Where the operator's wordings lie: ``settings.ini`` has ``settings.wordings.txt``."""
    return settings.file.with_suffix(".wordings.txt")


def read_overlay(file: Path | None) -> tuple[Binding, ...]:
    """The wordings that the operator accepted; none without a file. Raises ``ProgramError``."""
    return accepted_by_operator(TextFile(file)) if file else ()


def accepted_by_operator(kept: KeptText) -> tuple[Binding, ...]:
    """The same from wherever they are kept. Raises :class:`ProgramError`."""
    try:
        text = kept.read()
        if not text:
            return ()
        from wikibot.game.ruleset.recognition import read_bindings

        return read_bindings(text)
    except OSError as error:
        why = f" cannot be read ({error.strerror})"
    except UnicodeDecodeError as error:
        why = f" is not UTF-8 at byte {error.start}; save it as UTF-8"
    except ValueError as error:  # which the pins raise
        why = f", {error}; mend or delete the line"
    raise ProgramError(f"{kept.place}{why}", SETTINGS)


def write_overlay(file: Path, pins: Sequence[Binding]) -> None:
    """Write the file whole or not at all."""
    from wikibot.game.ruleset.recognition import write_bindings

    write_text(str(file), write_bindings(pins, _TITLE))


# -- secrets ---------------------------------------------------------------------------------------


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
