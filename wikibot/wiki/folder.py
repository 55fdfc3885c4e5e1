"""A folder of files that behaves as a wiki: every page a file, its history beside it.

A file that was edited, made or deleted by hand counts as the work of the person at the keyboard and
is noticed at the next look. Tildes in such a file stay as they are: rewriting a file under its
editor would do more harm than good.
"""

from __future__ import annotations

import getpass
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from wikibot.wiki.base import Edit, Head, PageMove, Poll, Revision, Saved
from wikibot.wiki.edits import encoded
from wikibot.wiki.errors import (
    EditConflict,
    EditRefused,
    PageAppeared,
    PageUnreadable,
    PageVanished,
)
from wikibot.wiki.files import replace_file
from wikibot.wiki.folder_store import Store, opened
from wikibot.wiki.history import History
from wikibot.wiki.titles import normalise, to_file_name, user_name
from wikibot.wikitext.dialect import is_redirect
from wikibot.wikitext.signatures import expand

_RIGHTS = ("bot", "createpage", "createtalk", "edit", "editprotected", "editsemiprotected", "read")
_GROUPS = ("*", "user", "autoconfirmed", "bot", "sysop")
_MAX_BYTES = 2048 * 1024  # MediaWiki's own default limit of a page


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
        self.account = user_name(user)
        name = user_name(_login_name() if keyboard is None else keyboard)
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
        """The newest revision of each title with its text; ``None`` for a missing page."""
        with opened(self.path, titles) as store:
            return self._look(store, titles)

    def revisions(self, ids: Sequence[int]) -> Mapping[int, Revision]:
        """Revisions by id with their text; those of deleted pages are left out."""
        with opened(self.path, ()) as store:
            return store.get(ids)

    def history(self, title: str, since: int) -> History:
        """Revisions from ``since`` on; all of them when that is not a revision of the page."""
        with opened(self.path, [title]) as store:
            self._look(store, [title])
            found = History.of(store.since(normalise(title), since))
            known = found and found.heads[0].id == since
            return found if known else History.of(store.since(normalise(title), 0))

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
        first, last = since.id if since else 0, until.id if until else 0
        with opened(self.path, [title]) as store:
            self._look(store, [title])
            found = store.newest(normalise(title), first, last, user, limit)
        return tuple(rev if texts else replace(rev, text=None) for rev in found)

    def moves(self, since: datetime, until: datetime) -> Sequence[PageMove]:
        """None: a file that got another name is another page, saved by the one who renamed it."""
        return ()

    def groups(self, users: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """A folder has no groups."""
        return {}

    def stored(self, text: str) -> str | None:
        """A file keeps every byte; only signatures are filled in, of each line by its writer."""
        return None if "~~~" in text else text

    def save(self, edit: Edit) -> Saved:
        """Save one page; any revision after ``edit.base`` is a conflict, nothing is merged."""
        with opened(self.path) as store:
            head = self._look(store, [edit.title])[edit.title]
            _check_base(edit, head)
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
            name = user_name(user)
            return _save(store, title, name, text, time or self._now(), summary, head)

    def put_file(self, name: str, data: bytes, summary: str) -> bool:
        """Write a file beside the pages, in one step. It has no history: no summary is kept."""
        path = self.path / name
        if path.is_symlink() or path.is_dir():
            raise PageUnreadable(f"{path} is not a file", remedy="Move it away.")
        if path.is_file() and path.read_bytes() == data:
            return False
        with opened(self.path):
            replace_file(path, data)
        return True

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


def _save(
    store: Store,
    title: str,
    user: str,
    text: str,
    time: datetime,
    comment: str,
    head: Revision | None,
) -> Saved:
    text = expand(_signed(text, head), user, time)
    if head is not None and text == head.text:
        return Saved(head.id, head.id, changed=False)
    size = len(encoded(text, title))
    if size > _MAX_BYTES:
        why, remedy = f"the text has {size} bytes, more than {_MAX_BYTES}", "Move parts of it away."
        raise EditRefused(why, code="contenttoobig", page=title, remedy=remedy)
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


def _check_base(edit: Edit, head: Revision | None) -> None:
    page = edit.title
    if edit.base is None and head is not None:
        raise PageAppeared("the page was made meanwhile", code="articleexists", page=page)
    if edit.base is not None and head is None:
        raise PageVanished("the page was deleted meanwhile", code="missingtitle", page=page)
    if head is not None and edit.base != head.id:
        why = f"revision {head.id} was saved after {edit.base}"
        raise EditConflict(why, code="editconflict", page=page)


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return "Owner"
