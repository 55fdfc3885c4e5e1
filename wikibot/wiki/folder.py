"""A folder of files that behaves as a wiki: every page a file, its history beside it.

A file that was edited, made or deleted by hand counts as the work of the person at the keyboard and
is noticed at the next look. Tildes in such a file stay as they are: rewriting a file under its
editor would do more harm than good.
"""

from __future__ import annotations

import getpass
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from wikibot.wiki.base import Edit, Head, Poll, Revision, Saved
from wikibot.wiki.errors import (
    EditConflict,
    EditRefused,
    NotAllowed,
    PageAppeared,
    PageUnreadable,
    PageVanished,
    TryLater,
    WikiError,
    WrongSettings,
)
from wikibot.wiki.folder_files import Files
from wikibot.wiki.folder_history import Change, History
from wikibot.wiki.signatures import expand
from wikibot.wiki.titles import normalise, user_name

_RIGHTS = (
    "apihighlimits", "autoconfirmed", "block", "bot", "createpage", "createtalk", "delete", "edit", "editprotected",
    "editsemiprotected", "minoredit", "noratelimit", "protect", "read", "writeapi",
)  # fmt: skip
_GROUPS = ("*", "user", "autoconfirmed", "bot", "sysop")
_MAX_BYTES = 2048 * 1024  # MediaWiki's own default limit of a page
_LOCK_SECONDS = 30


class FolderWiki:
    """``folder:PATH``: implements :class:`wikibot.wiki.base.Wiki` without a server.

    ``user`` is the account that :meth:`save` edits with, ``keyboard`` the name of the person who
    edits the files (the login name by default), ``clock`` gives aware UTC times.
    """

    def __init__(
        self,
        path: str | Path,
        user: str = "Wikibot",
        keyboard: str | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.path = Path(path)
        self.user = user_name(user)
        self.keyboard = _keyboard(keyboard, self.user)
        self._clock = clock
        self._files = Files(self.path)

    @property
    def account(self) -> str:
        """The account that :meth:`save` edits with."""
        return self.user

    def poll(self, titles: Sequence[str]) -> Poll:
        """Heads of all titles; hand edits of their files become revisions first."""
        with self._open() as history:
            heads = {
                title: _head(normalise(title), rev)
                for title, rev in self._look(history, titles).items()
            }
            account = history.account(self.user)
            return Poll(self._now(), self.user, account, _RIGHTS, _GROUPS, None, heads)

    def poll_request(self, titles: Sequence[str]) -> None:
        """None: files need no request."""

    def read(self, titles: Sequence[str]) -> Mapping[str, Revision | None]:
        """The newest revision of each title with its text; ``None`` for a missing page."""
        with self._open() as history:
            return self._look(history, titles)

    def revisions(self, ids: Sequence[int]) -> Mapping[int, Revision]:
        """Revisions by id with their text; those of deleted pages are left out."""
        with self._open() as history:
            return history.get(ids)

    def history(self, title: str, since: int) -> Sequence[Revision]:
        """Revisions from ``since`` on; the whole history when ``since`` is not a revision of the page (any more)."""
        with self._open() as history:
            self._look(history, [title])
            found = history.since(normalise(title), since)
            whole = found if found and found[0].id == since else history.since(normalise(title), 0)
            return tuple(whole)

    def as_of(self, title: str, time: datetime, *, after: bool = False) -> Revision | None:
        """The revision that a page had at a time, or the first from then on."""
        found = self.history(title, 0)
        if after:
            return next((each for each in found if each.time >= time), None)
        return next((each for each in reversed(found) if each.time <= time), None)

    def changes(
        self,
        title: str,
        *,
        until: Revision | None,
        since: Revision | None = None,
        user: str = "",
        limit: int = 50,
        texts: bool = False,
    ) -> Sequence[Revision]:
        """The newest revisions between two of a page, newest first."""
        first = since.id if since else 0
        found = [rev for rev in self.history(title, first) if until is None or rev.id <= until.id]
        mine = [
            rev for rev in reversed(found) if rev.id >= first and (not user or rev.user == user)
        ][:limit]
        return tuple(mine if texts else (replace(rev, text=None) for rev in mine))

    def groups(self, users: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """A folder has no groups."""
        del users
        return {}

    def stored(self, text: str) -> str | None:
        """A file keeps every byte; only signatures are filled in, of each line by whoever wrote it."""
        return None if "~~~" in text else text

    def save(self, edit: Edit) -> Saved:
        """Save one page; any revision after ``edit.base`` is a conflict, nothing is merged."""
        with self._open() as history:
            head = self._look(history, [edit.title])[edit.title]
            _check_base(edit, head)
            time = max(self._now(), head.time) if head else self._now()
            change = Change(normalise(edit.title), self.user, edit.summary, edit.text, time)
            return self._store(history, change, head)

    def save_as(
        self, user: str, title: str, text: str, time: datetime | None = None, summary: str = ""
    ) -> Saved:
        """Save as any account, over whatever is there; makes the folder. For demos and tests.

        Raises :class:`ValueError` for a ``time`` before the page's newest revision.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        with self._open() as history:
            head = self._look(history, [title])[title]
            if time and head and time < head.time:
                raise ValueError(f"{title} was edited at {head.time}, later than {time}")
            change = Change(normalise(title), user_name(user), summary, text, time or self._now())
            return self._store(history, change, head)

    def put_file(self, name: str, data: bytes, summary: str) -> bool:
        """Write a file beside the pages, in one step. It has no history, so the summary is not kept."""
        del summary
        path = self.path / name
        if path.is_symlink() or path.is_dir():
            raise PageUnreadable(f"{path} is not a file", remedy="Move it away.")
        if path.is_file() and path.read_bytes() == data:
            return False
        with self._open():
            self._files.put_other(self._files.spool(data), path)
        return True

    def pages(self) -> list[str]:
        """The titles of all page files, sorted."""
        return self._files.titles()

    def file(self, title: str) -> Path:
        """The file that holds a page, for messages such as "edit this file"."""
        return self._files.path(normalise(title))

    @contextmanager
    def _open(self) -> Iterator[History]:
        """The history under the folder's lock, with what a crash left behind settled."""
        import filelock  # here: some 20 ms that only a folder wiki needs

        if not self.path.is_dir():
            raise WrongSettings(
                f"there is no folder {self.path}", remedy="Check api = folder:PATH in the settings."
            )
        try:
            self._files.prepare()
            lock = filelock.FileLock(self._files.lock, timeout=_LOCK_SECONDS)
            with lock, closing(History(self._files.database)) as history:
                self._settle(history)
                yield history
        except filelock.Timeout:
            raise TryLater(f"the folder {self.path} is in use by another program") from None
        except PermissionError as error:
            remedy = "Give this account the right to read and write there."
            raise NotAllowed(f"no access to {error.filename or self.path}", remedy=remedy) from None
        except (OSError, sqlite3.Error) as error:
            remedy = "Check the disk and the folder .wikibot in it."
            raise WikiError(
                f"the folder {self.path} cannot be used: {error}", remedy=remedy
            ) from error

    def _settle(self, history: History) -> None:
        """Bring to an end what a crash cut off."""
        pending = history.pending()
        self._files.drop_all_but({spool for _, spool in pending})
        for revision, spool in pending:
            if self._files.waits(spool):  # it never took its place
                self._withdraw(history, revision, spool)
            else:
                history.confirm(revision)

    def _withdraw(self, history: History, revision: int, spool: str) -> None:
        """In this order: a revision whose spool file is gone counts as saved."""
        history.withdraw(revision)
        self._files.drop(spool)

    def _look(self, history: History, titles: Sequence[str]) -> dict[str, Revision | None]:
        """The heads with texts, after the person's work on these files was taken into the history."""
        names = sorted({normalise(title) for title in titles})
        found = {name: self._files.read(name) for name in names}
        # Oldest first, so that revision ids tell the order of edits on different pages too.
        for name in sorted(
            names, key=lambda name: (file.mtime if (file := found[name]) else 0.0, name)
        ):
            head, file = history.head(name), found[name]
            if file is None and head is not None:
                history.delete(name)
            elif file is not None and (head is None or file.text != head.text):
                history.add(
                    Change(name, self.keyboard, "", file.text, self._edited(file.mtime, head))
                )
        return {title: history.head(normalise(title)) for title in titles}

    def _edited(self, mtime: float, head: Revision | None) -> datetime:
        """When a file was edited by hand: never in the future, never before the revision that it follows."""
        time = min(datetime.fromtimestamp(mtime, UTC).replace(microsecond=0), self._now())
        return max(time, head.time) if head else time

    def _store(self, history: History, change: Change, head: Revision | None) -> Saved:
        change = replace(change, text=expand(_signed(change.text, head), change.user, change.time))
        if head is not None and change.text == head.text:
            return Saved(head.id, head.id, changed=False)
        spool = self._files.spool(_encoded(change))
        revision = history.add(change, spool)
        if self._files.text(change.title) != (head.text if head else None):
            self._withdraw(history, revision, spool)  # edited by hand in this very moment
            raise EditConflict(
                "the file was edited just now", code="editconflict", page=change.title
            )
        self._files.put(spool, change.title)
        history.confirm(revision)
        return Saved(revision, head.id if head else 0)

    def _now(self) -> datetime:
        return self._clock().astimezone(UTC).replace(microsecond=0)


def _signed(text: str, head: Revision | None) -> str:
    """``text`` with the lines that stood there before signed by who wrote them: tildes typed into a file stay there."""
    if head is None or not head.user or "~~~" not in (written := head.text or ""):
        return text
    signed = expand(written, head.user, head.time).split("\n")
    names = {old: new for old, new in zip(written.split("\n"), signed, strict=True) if old != new}
    return "\n".join(names.get(line, line) for line in text.split("\n"))


def _head(name: str, revision: Revision | None) -> Head:
    if revision is None or revision.text is None:
        return Head(name)
    redirect = revision.text.lstrip()[:9].casefold() == "#redirect"
    length = len(revision.text.encode())
    return Head(
        name, revision.page_id, replace(revision, text=None), length=length, redirect=redirect
    )


def _check_base(edit: Edit, head: Revision | None) -> None:
    if edit.base is None and head is not None:
        raise PageAppeared("the page was made meanwhile", code="articleexists", page=edit.title)
    if edit.base is not None and head is None:
        raise PageVanished("the page was deleted meanwhile", code="missingtitle", page=edit.title)
    if head is not None and edit.base != head.id:
        raise EditConflict(
            f"revision {head.id} was saved after {edit.base}", code="editconflict", page=edit.title
        )


def _encoded(change: Change) -> bytes:
    try:
        data = change.text.encode()
    except UnicodeEncodeError as error:
        raise EditRefused(
            f"the text holds a lone surrogate at {error.start}", page=change.title
        ) from None
    if len(data) > _MAX_BYTES:
        remedy = "Move parts of the page to other pages."
        raise EditRefused(
            f"the text has {len(data)} bytes, more than {_MAX_BYTES}",
            code="contenttoobig",
            page=change.title,
            remedy=remedy,
        )
    return data


def _keyboard(name: str | None, bot: str) -> str:
    if name is None:
        try:
            name = getpass.getuser()
        except (OSError, KeyError, ImportError):  # an account without a name
            name = "Owner"
    name = user_name(name)
    return (
        f"{name} (keyboard)" if name == bot else name
    )  # else hand edits would pass for the bot's own
