"""A folder of files that behaves as a wiki: every page a file, its history beside it.

A file that was edited, made or deleted by hand counts as the work of the person at the keyboard and
is noticed at the next look. Tildes in such a file stay as they are: rewriting a file under its
editor would do more harm than good.
"""

from __future__ import annotations

import getpass
import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from wikibot.wiki import errors, files
from wikibot.wiki.base import (
    Edit,
    Head,
    PageMove,
    Poll,
    Revision,
    Saved,
    encoded,
    normalise,
    to_file_name,
)
from wikibot.wiki.files import PRIVATE, replace_file
from wikibot.wiki.history import History
from wikibot.wikitext.dialect import account_name, is_redirect
from wikibot.wikitext.lines import expand

# == The store of a folder wiki: page files byte by byte, and the history of all pages in SQLite ===
#
# A revision is written as *pending* with the name of the file that waits to be put in place (its
# spool file), and confirmed once that is done; so a crash in between leaves no doubt about what
# happened.

MAIL = "mail"  # the folder of mails, beside the pages
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
PRAGMA user_version = 1;
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
        raise errors.WrongSettings(f"there is no folder {root}", remedy=remedy)
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
                raise errors.PageUnreadable(f"{folder} is a symbolic link", remedy=remedy)
        with (
            filelock.FileLock(own / "lock", timeout=_LOCK_SECONDS),
            closing(sqlite3.connect(own / "history.sqlite", isolation_level=None)) as database,
        ):
            yield Store(root, database)
    except filelock.Timeout:
        raise errors.TryLater(f"the folder {root} is in use by another program") from None
    except PermissionError as error:
        remedy = "Give this account the right to read and write there."
        raise errors.NotAllowed(f"no access to {error.filename or root}", remedy=remedy) from None
    except (OSError, sqlite3.Error) as error:
        remedy = "Check the disk and the folder .wikibot in it."
        raise errors.WikiError(
            f"the folder {root} cannot be used: {error}", remedy=remedy
        ) from error


class Store:
    """Pages and revisions; see :func:`opened`."""

    def __init__(self, root: Path, database: sqlite3.Connection) -> None:
        self.root, self._spools, self._db = root, root / ".wikibot" / "spool", database
        database.execute("PRAGMA foreign_keys = ON")
        if not database.execute("PRAGMA user_version").fetchone()[0]:
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
            raise errors.PageUnreadable(why, page=title, remedy=remedy)
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
            raise errors.PageUnreadable(why, page=title, remedy=remedy) from None
        except UnicodeDecodeError as error:
            why, remedy = f"{path} is not UTF-8 at byte {error.start}", "Save the file as UTF-8."
            raise errors.PageUnreadable(why, code="badutf8", page=title, remedy=remedy) from None

    def save(self, title: str, user: str, text: str, time: datetime, comment: str) -> int:
        """Write a page's file and its revision; returns its id. Raises :class:`EditConflict`."""
        head = self.head(title)
        waiting = files.spool(self._spools, text.encode())
        revision = self.record(title, user, text, time, comment, waiting.name)
        if self.file(title)[0] != (head.text if head else None):
            self._withdraw(revision, waiting)
            raise errors.EditConflict(
                "the file was edited just now", code="editconflict", page=title
            )
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


# == A folder of files that behaves as a wiki: every page a file, its history beside it ============

_RIGHTS = ("bot", "createpage", "createtalk", "edit", "editprotected", "editsemiprotected", "read")
_GROUPS = ("*", "user", "autoconfirmed", "bot", "sysop")
_MAX_BYTES = 2048 * 1024  # MediaWiki's own default limit of a page


class FolderWiki:
    """``folder:PATH``: implements :class:`wikibot.wiki.base.Wiki` without a server.

    ``user`` is the account that :meth:`save` edits with, ``keyboard`` the name of the person who
    edits the files (the login name by default), ``clock`` gives aware UTC times.
    """

    def __init__(
        self, path: str | Path, user: str = "Wikibot", keyboard: str | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:  # fmt: skip
        self.path = Path(path)
        self.account = account_name(user)
        name = account_name(_login_name() if keyboard is None else keyboard)
        # else hand edits would pass for the bot's own
        self.keyboard = f"{name} (keyboard)" if name == self.account else name
        self._clock = clock

    def poll(self, titles: Sequence[str], *, introduce: bool = False) -> Poll:
        """Heads of all titles; hand edits of their files become revisions first."""
        with opened(self.path, titles) as store:
            found = self._look(store, titles)
            heads = {title: _head(normalise(title), rev) for title, rev in found.items()}
            account = store.account(self.account)
            return Poll(self._now(), self.account, account, _RIGHTS, _GROUPS, None, heads)

    def poll_request(self, titles: Sequence[str]) -> None:
        """None: files need no request."""

    def read(self, titles: Sequence[str]) -> Mapping[str, Revision | None]:
        with opened(self.path, titles) as store:
            return self._look(store, titles)

    def revisions(self, ids: Sequence[int]) -> Mapping[int, Revision]:
        with opened(self.path, ()) as store:
            return store.get(ids)

    def history(self, title: str, since: int) -> History:
        with opened(self.path, [title]) as store:
            self._look(store, [title])
            found = History.of(store.since(normalise(title), since))
            known = found and found.heads[0].id == since
            return found if known else History.of(store.since(normalise(title), 0))

    def as_of(self, title: str, time: datetime, *, after: bool = False) -> Revision | None:
        found = self.history(title, 0)
        if after:
            return next((each for each in found if each.time >= time), None)
        return next((each for each in reversed(found) if each.time <= time), None)

    def changes(
        self, title: str, *, until: Revision | None, since: Revision | None = None, user: str = "",
        limit: int = 50, texts: bool = False,
    ) -> Sequence[Revision]:  # fmt: skip
        first, last = since.id if since else 0, until.id if until else 0
        with opened(self.path, [title]) as store:
            self._look(store, [title])
            found = store.newest(normalise(title), first, last, user, limit)
        return tuple(rev if texts else replace(rev, text=None) for rev in found)

    def moves(self, since: datetime, until: datetime) -> Sequence[PageMove]:
        """None: a file that got another name is another page, saved by the one who renamed it."""
        return ()

    def groups(self, users: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        return {}

    def stored(self, text: str) -> str | None:
        """A file keeps every byte; only signatures are filled in, of each line by its writer."""
        return None if "~~~" in text else text

    def save(self, edit: Edit) -> Saved:
        """Save one page; any revision after ``edit.base`` is a conflict, nothing is merged."""
        with opened(self.path) as store:
            head = self._look(store, [edit.title])[edit.title]
            page = edit.title
            if edit.base is None and head is not None:
                raise errors.PageAppeared(
                    "the page was made meanwhile", code="articleexists", page=page
                )
            if edit.base is not None and head is None:
                gone = "the page was deleted meanwhile"
                raise errors.PageVanished(gone, code="missingtitle", page=page)
            if head is not None and edit.base != head.id:
                why = f"revision {head.id} was saved after {edit.base}"
                raise errors.EditConflict(why, code="editconflict", page=page)
            time = max(self._now(), head.time) if head else self._now()
            return _save(store, edit.title, self.account, edit.text, time, edit.summary, head)

    def save_as(
        self, user: str, title: str, text: str, time: datetime | None = None, summary: str = ""
    ) -> Saved:
        """Save as any account, over whatever is there; makes the folder. For demos and tests.

        Raises :class:`ValueError` for a ``time`` before the page's newest revision.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        with opened(self.path) as store:
            head = self._look(store, [title])[title]
            if time and head and time < head.time:
                raise ValueError(f"{title} was edited at {head.time}, later than {time}")
            name = account_name(user)
            return _save(store, title, name, text, time or self._now(), summary, head)

    def put_file(self, name: str, data: bytes, summary: str) -> bool:
        """Write a file beside the pages, in one step. It has no history: no summary is kept."""
        path = self.path / name
        if path.is_symlink() or path.is_dir():
            raise errors.PageUnreadable(f"{path} is not a file", remedy="Move it away.")
        old = path.read_bytes() if path.is_file() else None
        if old == data:
            return False
        if old is not None and _label(old) != _label(data):
            remedy = "Set another name, or move that file away."
            raise errors.EditRefused(f"{path} is no such picture of the bot's", remedy=remedy)
        with opened(self.path):
            replace_file(path, data)
        return True

    def mail(self, account: str, subject: str, text: str) -> None:
        """Put a mail into a file of its own, which only the owner of the folder can read."""
        folder = self.path / MAIL
        folder.mkdir(mode=0o700, exist_ok=True)
        path = folder / to_file_name(account)
        old = path.read_bytes() if path.is_file() else b""
        replace_file(path, old + f"Subject: {subject}\n{text}\n".encode(), PRIVATE)

    def file(self, title: str) -> Path:
        """The file that holds a page, for messages such as "edit this file"."""
        return self.path / to_file_name(title)

    def _look(self, store: Store, titles: Sequence[str]) -> dict[str, Revision | None]:
        """The heads with texts, after the person's work on these files was recorded.

        Oldest first, so that revision ids tell the order of edits on different pages too.
        """
        found = {name: store.file(name) for name in map(normalise, titles)}
        for name in sorted(found, key=lambda name: (found[name][1], name)):
            head, (text, mtime) = store.head(name), found[name]
            if text is None and head is not None:
                store.delete(name)
            elif text is not None and (head is None or text != head.text):
                # when it was edited: not in the future, nor before the revision that it follows
                time = min(datetime.fromtimestamp(mtime, UTC).replace(microsecond=0), self._now())
                store.record(name, self.keyboard, text, max(time, head.time) if head else time)
        return {title: store.head(normalise(title)) for title in titles}

    def _now(self) -> datetime:
        return self._clock().astimezone(UTC).replace(microsecond=0)


_HEAD = 1000  # bytes of a picture, with its opening tag


def _label(picture: bytes) -> str:
    """What kind of picture an SVG file of ours is; "" for any other file."""
    found = re.search(rb'<svg [^>]{0,300}? aria-labelledby="([^">]*)"', picture[:_HEAD])
    return found[1].decode(errors="replace") if found else ""


def _save(
    store: Store, title: str, user: str, text: str, time: datetime, comment: str,
    head: Revision | None,
) -> Saved:  # fmt: skip
    text = expand(_signed(text, head), user, time)
    if head is not None and text == head.text:
        return Saved(head.id, head.id, changed=False)
    size = len(encoded(text, title))
    if size > _MAX_BYTES:
        why, remedy = f"the text has {size} bytes, more than {_MAX_BYTES}", "Move parts of it away."
        raise errors.EditRefused(why, code="contenttoobig", page=title, remedy=remedy)
    return Saved(store.save(normalise(title), user, text, time, comment), head.id if head else 0)


def _signed(text: str, head: Revision | None) -> str:
    """``text`` with the lines that stood there before signed by who wrote them by hand."""
    if head is None or not head.user or "~~~" not in (written := head.text or ""):
        return text
    signed = expand(written, head.user, head.time).split("\n")
    names = {old: new for old, new in zip(written.split("\n"), signed, strict=True) if old != new}
    return "\n".join(names.get(line, line) for line in text.split("\n"))


def _head(name: str, revision: Revision | None) -> Head:
    if revision is None or revision.text is None:
        return Head(name)
    bare, length = replace(revision, text=None), len(revision.text.encode())
    return Head(name, revision.page_id, bare, length, is_redirect(revision.text))


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return "Owner"
