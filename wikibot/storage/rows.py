"""The rows of a journal: page texts, notes, the audit trail. Here in SQLite, in one local file."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from wikibot.exits import SETTINGS, ProgramError

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
        """The path."""
        return str(self.path)

    def _open(self) -> sqlite3.Connection:
        if isinstance(self.path, Path):
            _need_journal(self.path)
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _make_private(self.path)
        db = sqlite3.connect(self.path, timeout=10)
        try:
            db.executescript(_SCHEMA)
        except sqlite3.DatabaseError:
            db.close()
            raise
        return db

    def page(self, revision: int) -> PageRow | None:
        """One row."""
        row = self._row("SELECT * FROM pages WHERE revision = ?", revision)
        return PageRow(*row) if row else None

    def note(self, name: str) -> str | None:
        """One row."""
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
        """All rows, the audit trail in the order of time."""

        def rows(question: str) -> list[tuple[Any, ...]]:
            return self._db.execute(question).fetchall()

        return Added(
            [PageRow(*each) for each in rows("SELECT * FROM pages ORDER BY revision")],
            dict(rows("SELECT name, value FROM notes ORDER BY name")),
            [RunRow(*each) for each in rows("SELECT * FROM runs ORDER BY time, run")],
            [OutcomeRow(*each) for each in rows(_OUTCOMES)],
        )

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _need_journal(path: Path) -> None:
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


def _make_private(path: Path) -> None:
    """Give the file to its owner alone, whatever the umask; SQLite's files beside it follow."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
        if file.exists() and file.stat().st_mode & 0o777 != 0o600:
            file.chmod(0o600)
