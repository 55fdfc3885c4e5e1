"""The local journal (SQLite): a cache of page texts, what is settled, an audit trail.

It is never the only copy of anything: delete it and the next run costs a few requests more. A
journal that SQLite cannot read is put aside and begun anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from msgspec.structs import replace

from wikibot.game.actions import Outcome
from wikibot.game.calendar import format_time, parse_time
from wikibot.wiki.base import Revision

_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
    revision INTEGER PRIMARY KEY, title TEXT NOT NULL, sha1 TEXT NOT NULL, text TEXT NOT NULL,
    comment TEXT);
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (run TEXT PRIMARY KEY, time TEXT NOT NULL, what TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS outcomes (
    action TEXT NOT NULL, run TEXT NOT NULL, time TEXT NOT NULL, account TEXT NOT NULL,
    text TEXT NOT NULL, verdict TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (action, run));
PRAGMA user_version = 1;
"""
KEPT_TEXTS = 4  # revisions of each title whose text stays in the cache
_INSERTS = (
    "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?)",
    "INSERT OR REPLACE INTO notes VALUES (?, ?)",
    "INSERT OR REPLACE INTO runs VALUES (?, ?, ?)",
    "INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?)",
)
_DROP_OLD = (
    "DELETE FROM pages WHERE title = ? AND revision NOT IN"
    " (SELECT revision FROM pages WHERE title = ? ORDER BY revision DESC LIMIT ?)"
)


class _Page(NamedTuple):
    """The text of a revision, in the order of the table's columns."""

    revision: int
    title: str
    sha1: str
    text: str
    comment: str | None


def _make_private(path: Path) -> None:
    """Give the file to its owner alone, whatever the umask; SQLite's files beside it follow."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
        if file.exists() and file.stat().st_mode & 0o777 != 0o600:
            file.chmod(0o600)


class Journal:
    """Opened with ``with Journal(path) as journal``; ``":memory:"`` keeps nothing."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self._begin()
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
        """Write what was noted, and close the file; nothing can be read or noted afterwards."""
        try:
            self.flush()
        finally:
            self._db.close()

    def flush(self) -> None:
        """Write all that was noted, in one transaction.

        Until then it is only in memory, so that no other process has to wait for this one.
        """
        pages = list(self._pages.values())
        added: tuple[Sequence[tuple[Any, ...]], ...] = (
            pages,
            list(self._notes.items()),
            self._runs,
            self._outcomes,
        )
        if any(added):
            with self._db:
                for order, rows in zip(_INSERTS, added, strict=True):
                    self._db.executemany(order, rows)
                self._db.executemany(
                    _DROP_OLD, {(each.title, each.title, KEPT_TEXTS) for each in pages}
                )
        self._begin()

    def _begin(self) -> None:
        """Begin with nothing in memory."""
        self._pages: dict[int, _Page] = {}
        self._notes: dict[str, str] = {}
        self._runs: list[tuple[str, ...]] = []
        self._outcomes: list[tuple[str, ...]] = []

    def _row(self, question: str, key: int | str) -> tuple[Any, ...] | None:
        with closing(self._db.execute(question, (key,))) as rows:
            row: tuple[Any, ...] | None = rows.fetchone()
        return row

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
        page = _Page(revision, title, sha1, text, comment)
        if self._page(revision) != page:
            self._pages[revision] = page

    def _page(self, revision: int) -> _Page | None:
        if revision in self._pages:
            return self._pages[revision]
        row = self._row("SELECT * FROM pages WHERE revision = ?", revision)
        return _Page(*row) if row else None

    # -- what is settled ---------------------------------------------------------------------------

    def note(self, name: str) -> str | None:
        """A small value noted before."""
        if name in self._notes:
            return self._notes[name]
        row = self._row("SELECT value FROM notes WHERE name = ?", name)
        return str(row[0]) if row else None

    def set_notes(self, notes: Mapping[str, str]) -> None:
        """Note small values, all or none."""
        self._notes.update(notes)

    @property
    def settled(self) -> Mapping[str, int]:
        """By title: the head up to which nothing is left to do, as the last whole run left it.

        0: no such page.
        """
        heads = json.loads(self.note("settled") or "{}")
        return {title: int(head) for title, head in heads.items()}

    def settled_in(self, title: str, page: int) -> int:
        """The settled head of a title, 0 where another page stood under it then."""
        pages = json.loads(self.note("pages") or "{}")
        return self.settled.get(title, 0) if pages.get(title) == page else 0

    @property
    def due(self) -> datetime | None:
        """When the next timed event is due."""
        value = self.note("due")
        return parse_time(value) if value else None

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

    def was_delivered(self, title: str, run: str) -> bool:
        """Whether all that the cursor of a run owes a page is known to be there."""
        return run != "" and self.note(f"delivered {title}") == run

    def note_delivered(self, title: str, run: str) -> None:
        """Note that it is."""
        self.set_notes({f"delivered {title}": run})

    @property
    def too_big(self) -> int:
        """The length in bytes of the shortest page that the wiki refused as too big; 0: none."""
        return int(self.note("too big") or 0)

    def note_too_big(self, length: int) -> None:
        """Note the length in bytes of such a page."""
        self.set_notes({"too big": str(min(length, self.too_big or length))})

    # -- audit -------------------------------------------------------------------------------------

    def record(self, run: str, time: datetime, what: str, outcomes: Iterable[Outcome] = ()) -> None:
        """Add a run and its outcomes to the audit trail."""
        self._runs.append((run, format_time(time), what))
        self._outcomes += [
            (str(each.id), run, format_time(each.time), each.account, each.text, verdict, answer)
            for each, verdict, answer in ((o.action, o.verdict, o.text) for o in outcomes)
        ]
