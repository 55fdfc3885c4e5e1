"""The local journal (SQLite): a cache of page texts, what the last run left settled, and an audit trail.

It is never the only copy of anything: delete it and the next run costs a few requests more. A
journal that SQLite cannot read is put aside and begun anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from types import TracebackType

from wikibot.game.actions import Outcome
from wikibot.game.calendar import format_time, parse_time
from wikibot.wiki.base import Revision

_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (revision INTEGER PRIMARY KEY, title TEXT NOT NULL, sha1 TEXT NOT NULL,
    text TEXT NOT NULL, comment TEXT);
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (run TEXT PRIMARY KEY, time TEXT NOT NULL, what TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS outcomes (
    action TEXT NOT NULL, run TEXT NOT NULL, time TEXT NOT NULL, account TEXT NOT NULL, text TEXT NOT NULL,
    verdict TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (action, run));
PRAGMA user_version = 1;
"""
KEPT_TEXTS = 4  # revisions of each title whose text stays in the cache


def _make_private(path: Path) -> None:
    """Give the file to its owner alone, whatever the umask; what SQLite puts beside it gets the mode of the file."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
        if file.exists() and file.stat().st_mode & 0o777 != 0o600:
            file.chmod(0o600)


class Journal:
    """Opened with ``with Journal(path) as journal``; ``":memory:"`` keeps nothing."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        try:
            self._db = self._open()
        except sqlite3.DatabaseError:
            self._put_aside()
            self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        if isinstance(self.path, Path):
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _make_private(self.path)
        db = sqlite3.connect(self.path, timeout=10)
        try:
            db.executescript(_SCHEMA)
        except sqlite3.DatabaseError:
            db.close()
            raise
        return db

    def _put_aside(self) -> None:
        path = Path(self.path)
        path.replace(path.with_name(path.name + ".damaged"))

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; nothing can be read or noted afterwards."""
        self._db.close()

    # -- texts -------------------------------------------------------------------------------------

    def text(self, revision: Revision, length: int | None = None) -> str | None:
        """The cached text of a revision, unless the wiki tells another SHA-1 or another length (in bytes)."""
        with closing(
            self._db.execute("SELECT sha1, text FROM pages WHERE revision = ?", (revision.id,))
        ) as rows:
            row = rows.fetchone()
        if row is None or (revision.sha1 and revision.sha1 != row[0]):
            return None
        text = str(row[1])
        return text if length is None or len(text.encode()) == length else None

    def comment(self, revision: int) -> str | None:
        """The cached comment of a revision; None where it is not known."""
        with closing(
            self._db.execute("SELECT comment FROM pages WHERE revision = ?", (revision,))
        ) as rows:
            row = rows.fetchone()
        return row[0] if row else None

    def keep(self, title: str, revision: int, text: str, comment: str | None = None) -> None:
        """Cache text and comment of a revision and drop the oldest ones of the same title."""
        sha1 = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
        with self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?)",
                (revision, title, sha1, text, comment),
            )
            self._db.execute(
                "DELETE FROM pages WHERE title = ? AND revision NOT IN"
                " (SELECT revision FROM pages WHERE title = ? ORDER BY revision DESC LIMIT ?)",
                (title, title, KEPT_TEXTS),
            )

    # -- what is settled ---------------------------------------------------------------------------

    def note(self, name: str) -> str | None:
        """A small value noted before."""
        with closing(self._db.execute("SELECT value FROM notes WHERE name = ?", (name,))) as rows:
            row = rows.fetchone()
        return None if row is None else str(row[0])

    def set_notes(self, notes: Mapping[str, str]) -> None:
        """Note small values, all or none."""
        with self._db:
            self._db.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?)", notes.items())

    @property
    def settled(self) -> Mapping[str, int]:
        """By title: the head up to which nothing is left to do (0: no such page), as the last whole run left it."""
        return {
            title: int(head) for title, head in json.loads(self.note("settled") or "{}").items()
        }

    def settled_in(self, title: str, page: int) -> int:
        """The settled head of a title, 0 where another page stood under it then."""
        pages = json.loads(self.note("pages") or "{}")
        return self.settled.get(title, 0) if pages.get(title) == page else 0

    @property
    def due(self) -> datetime | None:
        """When something happens by itself next."""
        value = self.note("due")
        return parse_time(value) if value else None

    def settle(
        self, heads: Mapping[str, int], due: datetime | None, pages: Mapping[str, int] | None = None
    ) -> None:
        """Note that nothing is left to do before one of these heads moves or ``due`` comes; ``pages``: their ids."""
        notes = {"settled": json.dumps(dict(heads)), "due": format_time(due) if due else ""}
        self.set_notes({**notes, "pages": json.dumps(dict(pages or {}))})

    def unsettle(self) -> None:
        """Forget what is settled, so that the next run looks at everything."""
        self.set_notes({"settled": "{}", "pages": "{}", "due": "", "delivered": ""})

    # -- audit -------------------------------------------------------------------------------------

    def record(self, run: str, time: datetime, what: str, outcomes: Iterable[Outcome] = ()) -> None:
        """Add a run and its outcomes to the audit trail."""
        rows = [
            (
                str(o.action.id),
                run,
                format_time(o.action.time),
                o.action.account,
                o.action.text,
                o.verdict,
                o.text,
            )
            for o in outcomes
        ]
        with self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?)", (run, format_time(time), what)
            )
            self._db.executemany(
                "INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?)", rows
            )
