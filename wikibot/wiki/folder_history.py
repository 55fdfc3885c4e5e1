"""The history of a folder wiki: pages, revisions and accounts in one SQLite file.

A revision is written as *pending* with the name of the file that waits to be put in place (its
spool file), and confirmed once that is done; so a crash in between leaves no doubt about what
happened.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from wikibot.wiki.base import Revision

_SCHEMA = """
CREATE TABLE IF NOT EXISTS account (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS page (
    id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX IF NOT EXISTS present_page ON page (title) WHERE NOT deleted;
CREATE TABLE IF NOT EXISTS revision (
    id INTEGER PRIMARY KEY AUTOINCREMENT, page INTEGER NOT NULL REFERENCES page, parent INTEGER NOT NULL,
    time INTEGER NOT NULL, account INTEGER NOT NULL REFERENCES account, comment TEXT NOT NULL,
    text BLOB NOT NULL, spool TEXT);
CREATE INDEX IF NOT EXISTS revision_of_page ON revision (page, id);
CREATE UNIQUE INDEX IF NOT EXISTS pending ON revision (spool) WHERE spool IS NOT NULL;
"""
_SELECT = """
SELECT r.id, r.page, r.parent, r.time, a.name, a.id, r.comment, r.text
FROM revision r JOIN account a ON a.id = r.account JOIN page p ON p.id = r.page
WHERE NOT p.deleted AND r.spool IS NULL AND """


@dataclass(frozen=True)
class Change:
    """A revision to be recorded; ``time`` is cut to whole seconds."""

    title: str
    user: str
    comment: str
    text: str
    time: datetime


class History:
    """All revisions of all pages. The caller holds the folder's lock around every call."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        try:
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.executescript(_SCHEMA)
        except sqlite3.DatabaseError:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def head(self, title: str) -> Revision | None:
        """The newest revision of a present page, with its text."""
        rows = self._db.execute(_SELECT + "p.title = ? ORDER BY r.id DESC LIMIT 1", (title,))
        return next(map(_revision, rows), None)

    def get(self, ids: Sequence[int]) -> dict[int, Revision]:
        """Revisions of present pages by id."""
        rows = [row for id_ in ids for row in self._db.execute(_SELECT + "r.id = ?", (id_,))]
        return {row[0]: _revision(row) for row in rows}

    def since(self, title: str, since: int) -> list[Revision]:
        """All revisions of a present page with an id of ``since`` or more, oldest first."""
        rows = self._db.execute(_SELECT + "p.title = ? AND r.id >= ? ORDER BY r.id", (title, since))
        return [_revision(row) for row in rows]

    def account(self, name: str) -> int:
        """The id of an account, made when it is new."""
        self._db.execute("INSERT OR IGNORE INTO account (name) VALUES (?)", (name,))
        return int(self._db.execute("SELECT id FROM account WHERE name = ?", (name,)).fetchone()[0])

    def add(self, change: Change, spool: str | None = None) -> int:
        """Record a change in one transaction and return its revision id; with ``spool`` it is pending."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            account = self.account(change.user)
            page = self._page(change.title)
            head = self.head(change.title)
            made = self._db.execute(
                "INSERT INTO revision (page, parent, time, account, comment, text, spool) VALUES (?,?,?,?,?,?,?)",
                (page, head.id if head else 0, int(change.time.timestamp()), account, change.comment,
                 change.text.encode(), spool),
            )  # fmt: skip
        return int(made.lastrowid or 0)

    def delete(self, title: str) -> None:
        """Mark a page as deleted; a page of that title made later is a new one."""
        self._db.execute("UPDATE page SET deleted = 1 WHERE title = ? AND NOT deleted", (title,))

    def pending(self) -> list[tuple[int, str]]:
        """Revision id and spool file of every change whose end was not recorded."""
        rows = self._db.execute("SELECT id, spool FROM revision WHERE spool IS NOT NULL")
        return [(int(id_), str(spool)) for id_, spool in rows]

    def confirm(self, revision: int) -> None:
        """The pending revision is on disk."""
        self._db.execute("UPDATE revision SET spool = NULL WHERE id = ?", (revision,))

    def withdraw(self, revision: int) -> None:
        """The pending revision never came to be; a page that it would have made goes with it."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("DELETE FROM revision WHERE id = ?", (revision,))
            self._db.execute("DELETE FROM page WHERE id NOT IN (SELECT page FROM revision)")

    def _page(self, title: str) -> int:
        self._db.execute("INSERT OR IGNORE INTO page (title) VALUES (?)", (title,))
        return int(
            self._db.execute(
                "SELECT id FROM page WHERE title = ? AND NOT deleted", (title,)
            ).fetchone()[0]
        )


def _revision(row: tuple[int, int, int, int, str, int, str, bytes]) -> Revision:
    id_, page, parent, time, user, user_id, comment, text = row
    return Revision(
        page_id=page, id=id_, parent_id=parent, time=datetime.fromtimestamp(time, UTC), user=user, user_id=user_id,
        comment=comment, sha1=hashlib.sha1(text, usedforsecurity=False).hexdigest(), text=text.decode(),
    )  # fmt: skip
