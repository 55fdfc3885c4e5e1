"""The store of a folder wiki: page files byte by byte, and the history of all pages in SQLite.

A revision is written as *pending* with the name of the file that waits to be put in place (its
spool file), and confirmed once that is done; so a crash in between leaves no doubt about what
happened.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from wikibot.wiki import files
from wikibot.wiki.base import Revision
from wikibot.wiki.errors import (
    EditConflict,
    NotAllowed,
    PageUnreadable,
    TryLater,
    WikiError,
    WrongSettings,
)
from wikibot.wiki.titles import to_file_name

_LOCK_SECONDS = 30
_TRIES = 5  # to read a file that is being written
_SCHEMA = """
CREATE TABLE IF NOT EXISTS account (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS page (
    id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX IF NOT EXISTS present_page ON page (title) WHERE NOT deleted;
CREATE TABLE IF NOT EXISTS revision (
    id INTEGER PRIMARY KEY AUTOINCREMENT, page INTEGER NOT NULL REFERENCES page,
    parent INTEGER NOT NULL, time INTEGER NOT NULL, account INTEGER NOT NULL REFERENCES account,
    comment TEXT NOT NULL, text BLOB NOT NULL, spool TEXT);
CREATE INDEX IF NOT EXISTS revision_of_page ON revision (page, id);
CREATE UNIQUE INDEX IF NOT EXISTS pending ON revision (spool) WHERE spool IS NOT NULL;
"""
_REVISIONS = """
SELECT r.id, r.page, r.parent, r.time, a.name, r.comment, r.text
FROM revision r JOIN account a ON a.id = r.account JOIN page p ON p.id = r.page
WHERE NOT p.deleted AND r.spool IS NULL AND """
_ADD = """
INSERT INTO revision (page, parent, time, account, comment, text, spool)
VALUES (?, ?, ?, ?, ?, ?, ?)"""


@contextmanager
def opened(root: Path, read: Sequence[str] | None = None) -> Iterator[Store]:
    """The store of a folder, under its lock and with what a crash left behind settled.

    ``read``: the titles that are only to be read. A folder without a history of its own that has
    none of them may be somebody else's, and nothing is written there.
    """
    import filelock  # here: some 20 ms that only a folder wiki needs

    if not root.is_dir():
        remedy = "Check api = folder:PATH in the settings."
        raise WrongSettings(f"there is no folder {root}", remedy=remedy)
    own = root / ".wikibot"
    if (
        read is not None
        and not own.exists()
        and not any((root / to_file_name(t)).exists() for t in read)
    ):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
            yield Store(root, database)
        return
    try:
        (own / "spool").mkdir(parents=True, exist_ok=True)
        for folder in (own, own / "spool"):
            if folder.is_symlink():  # what is written there must not lead out of the folder
                remedy = "Replace it by a real folder."
                raise PageUnreadable(f"{folder} is a symbolic link", remedy=remedy)
        with (
            filelock.FileLock(own / "lock", timeout=_LOCK_SECONDS),
            closing(sqlite3.connect(own / "history.sqlite", isolation_level=None)) as database,
        ):
            yield Store(root, database)
    except filelock.Timeout:
        raise TryLater(f"the folder {root} is in use by another program") from None
    except PermissionError as error:
        remedy = "Give this account the right to read and write there."
        raise NotAllowed(f"no access to {error.filename or root}", remedy=remedy) from None
    except (OSError, sqlite3.Error) as error:
        remedy = "Check the disk and the folder .wikibot in it."
        raise WikiError(f"the folder {root} cannot be used: {error}", remedy=remedy) from error


class Store:
    """Pages and revisions; see :func:`opened`."""

    def __init__(self, root: Path, database: sqlite3.Connection) -> None:
        self.root, self._spools, self._db = root, root / ".wikibot" / "spool", database
        database.execute("PRAGMA foreign_keys = ON")
        database.executescript(_SCHEMA)
        self._settle()

    # -- what was saved ----------------------------------------------------------------------------

    def head(self, title: str) -> Revision | None:
        """The newest revision of a present page, with its text."""
        return next(iter(self._select("p.title = ? ORDER BY r.id DESC LIMIT 1", title)), None)

    def since(self, title: str, since: int) -> Iterator[Revision]:
        """All revisions of a present page with an id of ``since`` or more, oldest first."""
        return self._rows("p.title = ? AND r.id >= ? ORDER BY r.id", title, since)

    def newest(self, title: str, since: int, until: int, user: str, limit: int) -> list[Revision]:
        """Revisions of a present page, newest first. ``until`` 0: the newest; ``user`` "": any."""
        where = "p.title = ? AND r.id >= ? AND (? = 0 OR r.id <= ?) AND (? = '' OR a.name = ?)"
        bounds = (title, since, until, until, user, user)
        return self._select(f"{where} ORDER BY r.id DESC LIMIT ?", *bounds, limit)

    def get(self, ids: Sequence[int]) -> dict[int, Revision]:
        """Revisions of present pages by id."""
        return {rev.id: rev for id_ in ids for rev in self._select("r.id = ?", id_)}

    def account(self, name: str) -> int:
        """The id of an account, made when it is new."""
        self._db.execute("INSERT OR IGNORE INTO account (name) VALUES (?)", (name,))
        return self._id("SELECT id FROM account WHERE name = ?", name)

    def record(
        self, title: str, user: str, text: str, time: datetime, comment: str = "", spool: str = ""
    ) -> int:
        """Add a revision in one transaction and return its id; with ``spool`` it is pending."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            account, head = self.account(user), self.head(title)
            self._db.execute("INSERT OR IGNORE INTO page (title) VALUES (?)", (title,))
            page = self._id("SELECT id FROM page WHERE title = ? AND NOT deleted", title)
            parent, seconds = head.id if head else 0, int(time.timestamp())
            row = (page, parent, seconds, account, comment, text.encode(), spool or None)
            return int(self._db.execute(_ADD, row).lastrowid or 0)

    def delete(self, title: str) -> None:
        """Mark a page as deleted; a page of that title made later is a new one."""
        self._db.execute("UPDATE page SET deleted = 1 WHERE title = ? AND NOT deleted", (title,))

    def _select(self, where: str, *values: str | int) -> list[Revision]:
        return list(self._rows(where, *values))

    def _rows(self, where: str, *values: str | int) -> Iterator[Revision]:
        rows = self._db.execute(_REVISIONS + where, values)
        return (
            Revision(
                page, id_, parent, datetime.fromtimestamp(time, UTC), user,
                sha1=hashlib.sha1(text, usedforsecurity=False).hexdigest(), text=text.decode(),
                comment=comment,
            )
            for id_, page, parent, time, user, comment, text in rows
        )  # fmt: skip

    def _id(self, query: str, value: str) -> int:
        return int(self._db.execute(query, (value,)).fetchone()[0])

    # -- files -------------------------------------------------------------------------------------

    def file(self, title: str) -> tuple[str | None, float]:
        """The text of a page's file and when it was written (seconds since 1970); None without one.

        A file that changes while it is read is read again. Raises :class:`PageUnreadable` for a
        symbolic link, a folder, or bytes that are not UTF-8.
        """
        path = self.root / to_file_name(title)
        if path.is_symlink():
            why, remedy = f"{path} is a symbolic link", "Put the file itself there."
            raise PageUnreadable(why, page=title, remedy=remedy)
        try:
            for _ in range(_TRIES):
                before, data, after = path.stat(), path.read_bytes(), path.stat()
                if (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, len(data)):
                    break
            return data.decode(), after.st_mtime
        except FileNotFoundError:
            return None, 0.0
        except IsADirectoryError:
            why, remedy = f"{path} is a folder", "Move it away."
            raise PageUnreadable(why, page=title, remedy=remedy) from None
        except UnicodeDecodeError as error:
            why, remedy = f"{path} is not UTF-8 at byte {error.start}", "Save the file as UTF-8."
            raise PageUnreadable(why, code="badutf8", page=title, remedy=remedy) from None

    def save(self, title: str, user: str, text: str, time: datetime, comment: str) -> int:
        """Write a page's file and its revision; returns its id. Raises :class:`EditConflict`."""
        head = self.head(title)
        waiting = files.spool(self._spools, text.encode())
        revision = self.record(title, user, text, time, comment, waiting.name)
        if self.file(title)[0] != (head.text if head else None):
            self._withdraw(revision, waiting)
            raise EditConflict("the file was edited just now", code="editconflict", page=title)
        files.put(waiting, self.root / to_file_name(title))
        self._confirm(revision)
        return revision

    def _settle(self) -> None:
        """Bring to an end what a crash cut off."""
        query = "SELECT spool, id FROM revision WHERE spool IS NOT NULL"
        pending = dict(self._db.execute(query).fetchall())
        for path in list(self._spools.iterdir()) if self._spools.exists() else ():
            if path.name not in pending:  # the crash came before it was recorded
                path.unlink(missing_ok=True)
        for name, revision in pending.items():
            if (self._spools / name).exists():  # it never took its place
                self._withdraw(revision, self._spools / name)
            else:
                self._confirm(revision)

    def _confirm(self, revision: int) -> None:
        self._db.execute("UPDATE revision SET spool = NULL WHERE id = ?", (revision,))

    def _withdraw(self, revision: int, waiting: Path) -> None:
        """In this order: a revision whose spool file is gone counts as saved."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("DELETE FROM revision WHERE id = ?", (revision,))
            self._db.execute("DELETE FROM page WHERE id NOT IN (SELECT page FROM revision)")
        waiting.unlink(missing_ok=True)
