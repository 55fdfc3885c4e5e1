"""A wiki in memory on which pages are moved, deleted, restored and merged as MediaWiki does it.

A moved page keeps its id and gets a revision with the same text; a redirect that it leaves is
another page. Restored and merged revisions keep their numbers, their times and the revision that
they were laid over. An edit is laid over the page's newest revision.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from wikibot.wiki.base import Edit, Head, PageMove, Poll, Revision, Saved
from wikibot.wiki.errors import EditConflict
from wikibot.wiki.history import History, in_saved_order

BOT = "Wikibot"


class MovingWiki:
    """``names_revisions``: whether the log of moves names revisions, as that of 1.43 does."""

    account = BOT

    def __init__(self, *, names_revisions: bool) -> None:
        self.names_revisions = names_revisions
        self.now = datetime(2024, 1, 5, 12, tzinfo=UTC)
        self.accounts: dict[str, int] = {}  # ids by present names
        self.titles: dict[str, int] = {}
        self.latest: dict[int, int] = {}  # by page
        self.saved: dict[int, Revision] = {}
        self.deleted: dict[str, list[Revision]] = {}
        self.log: list[PageMove] = []
        self.pages = self.looked_up = 0

    # -- what people do ----------------------------------------------------------------------------

    def text(self, title: str) -> str:
        head = self._head(title)
        return (head.text or "") if head else ""

    def history_of(self, title: str) -> list[Revision]:
        page = self.titles.get(title)
        found = [each for each in self.saved.values() if each.page_id == page]
        return sorted(found, key=lambda each: (each.time, each.id))

    def save_as(self, user: str, title: str, text: str, comment: str = "") -> int:
        head = self._head(title)
        if head is not None and head.text == text:
            return head.id
        if head is None:
            self.pages += 1
            self.titles[title] = self.pages
        return self._add(user, title, text, head.id if head else 0, comment)

    def move(self, user: str, old: str, new: str, *, redirect: bool = True) -> None:
        """Nothing where the old page is missing; one that stands in the way is deleted first."""
        head = self._head(old)
        if head is None or old == new:
            return
        self.delete(new)
        self.titles[new] = self.titles.pop(old)
        revision = self._add(user, new, head.text or "", head.id, f"moved from {old}")
        named = revision if self.names_revisions else 0
        self.log.append(PageMove(self.now, user, old, new, named))
        if redirect:
            self.save_as(user, old, f"#REDIRECT [[{new}]]\n")

    def rename(self, old: str, new: str) -> None:
        """Rename an account; who saves under the old name afterwards is another one."""
        self.accounts[new] = self.accounts[old]
        self.accounts[old] = 1 + max(self.accounts.values())
        for each in [*self.saved.values()]:
            if each.user == old:
                self.saved[each.id] = replace(each, user=new)
        for title, gone in self.deleted.items():
            self.deleted[title] = [
                replace(each, user=new) if each.user == old else each for each in gone
            ]

    def delete(self, title: str) -> None:
        gone = self.history_of(title)
        self.deleted.setdefault(title, []).extend(gone)
        for each in gone:
            del self.saved[each.id]
        self.titles.pop(title, None)

    def undelete(self, title: str, wanted: Sequence[int]) -> None:
        """Restore some of the deleted revisions."""
        back = [each for each in self.deleted.get(title, ()) if each.id in wanted]
        if not back:
            return
        page = self.titles.get(title) or max(back, key=lambda each: (each.time, each.id)).page_id
        self.deleted[title] = [each for each in self.deleted[title] if each.id not in wanted]
        if page in self.titles.values() and self.titles.get(title) != page:
            self.pages += 1
            page = self.pages
        self.titles[title] = page
        self._put(page, back)

    def merge(self, source: str, target: str) -> None:
        """Merge what is older than the target's first revision."""
        first = self.history_of(target)[:1]
        moved = [each for each in self.history_of(source) if first and each.time <= first[0].time]
        if not moved or source == target:
            return
        self._put(self.titles[target], moved)
        left = self.history_of(source)
        if left:
            self.latest[self.titles[source]] = left[-1].id
        else:
            del self.titles[source]

    def _put(self, page: int, revisions: Sequence[Revision]) -> None:
        self.saved |= {each.id: replace(each, page_id=page) for each in revisions}
        here = [each for each in self.saved.values() if each.page_id == page]
        newest = max(here, key=lambda each: (each.time, each.id))
        before = self.saved.get(self.latest.get(page, 0))
        if before is None or before.page_id != page or before.time < newest.time:
            self.latest[page] = newest.id

    def _add(self, user: str, title: str, text: str, parent: int, comment: str) -> int:
        id_ = 1 + max([0, *self.saved, *(e.id for each in self.deleted.values() for e in each)])
        sha1 = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
        page = self.titles[title]
        account = self.accounts.setdefault(user, len(self.accounts) + 1)
        self.saved[id_] = Revision(
            page, id_, parent, self.now, user, account, comment=comment, sha1=sha1, text=text
        )
        self.latest[page] = id_
        return id_

    def _head(self, title: str) -> Revision | None:
        return self.saved[self.latest[self.titles[title]]] if title in self.titles else None

    # -- what the bot asks -------------------------------------------------------------------------

    def poll(self, titles: Sequence[str], *, introduce: bool = False) -> Poll:
        heads = {}
        for title in titles:
            head = self._head(title)
            heads[title] = Head(title) if head is None else Head(
                title, head.page_id, replace(head, text=None), len((head.text or "").encode()),
                (head.text or "").startswith("#REDIRECT"),
            )  # fmt: skip
        return Poll(self.now, BOT, 1, ("edit", "createpage"), ("bot",), None, heads)

    def poll_request(self, titles: Sequence[str]) -> None:
        return None

    def read(self, titles: Sequence[str]) -> Mapping[str, Revision | None]:
        return {title: self._head(title) for title in titles}

    def revisions(self, ids: Sequence[int]) -> Mapping[int, Revision]:
        return {each: self.saved[each] for each in ids if each in self.saved}

    def history(self, title: str, since: int) -> Sequence[Revision]:
        found, head = self.history_of(title), self._head(title)
        start = next((each for each in found if each.id == since), None)
        if start:
            found = [each for each in found if each.id >= since and each.time >= start.time]
        return History.of(in_saved_order(found, head.id if head else 0))

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
        found = [
            each
            for each in reversed(self.history_of(title))
            if user in ("", each.user)
            and (until is None or each.id <= until.id)
            and (since is None or each.id >= since.id)
        ]
        return tuple(each if texts else replace(each, text=None) for each in found[:limit])

    def moves(self, since: datetime, until: datetime) -> Sequence[PageMove]:
        self.looked_up += 1
        return [each for each in self.log if since <= each.time <= until]

    def groups(self, users: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        return {}

    def stored(self, text: str) -> str | None:
        return text

    def as_of(self, title: str, time: datetime, *, after: bool = False) -> Revision | None:
        raise NotImplementedError

    def put_file(self, name: str, data: bytes, summary: str) -> bool:
        raise NotImplementedError

    def mail(self, account: str, subject: str, text: str) -> None:
        raise NotImplementedError

    def save(self, edit: Edit) -> Saved:
        head = self._head(edit.title)
        if (head.id if head else None) != edit.base:
            raise EditConflict("somebody was faster", page=edit.title)
        before = head.id if head else 0
        revision = self.save_as(BOT, edit.title, edit.text, edit.summary)
        return Saved(revision, before, changed=revision != before)

    def later(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)
