"""What is asked of a MediaWiki's API about pages, and the history of one, from a revision on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from wikibot.game.calendar import format_time
from wikibot.wiki import answers
from wikibot.wiki.api import Answer, Params
from wikibot.wiki.base import Revision
from wikibot.wiki.errors import PageVanished, WrongSettings
from wikibot.wiki.history import SKEW, History, Texts, in_saved_order

MAX_TITLES = 50  # of one query, without the right apihighlimits
POLL: Params = {
    "prop": "revisions|info", "rvprop": "ids|timestamp|user|userid", "inprop": "protection",
    "meta": "userinfo|tokens", "uiprop": "blockinfo|rights|groups", "curtimestamp": 1,
}  # fmt: skip
HEAD = f"{POLL['rvprop']}|comment"
TEXTS = {"prop": "revisions", "rvprop": f"{HEAD}|sha1|content", "rvslots": "main"}
_OVERTAKEN = 8  # requests for revisions that were saved later with an earlier time
QueryEach = Callable[[Params, Callable[[Answer], Any], int | None], list[Any]]


def revisions_in(parts: Sequence[Answer]) -> list[Revision]:
    """All revisions of an answer, in its order."""
    return [
        answers.revision(page, rev)
        for part in parts
        for page in part["query"].get("pages", ())
        for rev in page.get("revisions", ())
    ]


def newest_in(parts: Sequence[Answer]) -> int:
    """The newest revision of the one page that was asked for."""
    pages = [page for part in parts for page in part["query"].get("pages", ())]
    return max((int(page.get("lastrevid", 0)) for page in pages), default=0)


def is_between(revision: Revision, since: Revision | None, until: Revision | None) -> bool:
    """Whether a revision was saved between two, which count; None sets no bound."""
    return (since is None or since.id <= revision.id) and (until is None or revision.id <= until.id)


def joined(titles: Sequence[str]) -> str:
    """Titles of one query."""
    if len(titles) > MAX_TITLES:
        raise ValueError(f"one request takes at most {MAX_TITLES} titles")
    return "|".join(map(whole_title, titles))


def whole_title(title: str) -> str:
    """A title that the API does not take for two."""
    if "|" in title:
        why, remedy = "cannot be the title of a page", "Correct the page title in the settings."
        raise WrongSettings(f"{title!r} {why}", code="invalidtitle", remedy=remedy)
    return title


class PageHistory:
    """Reads revisions of a page, taking texts out of one part of an answer after the other.

    ``query_each`` reads an answer part by part, ``revisions`` gives revisions by their ids.
    """

    def __init__(
        self,
        title: str,
        query_each: QueryEach,
        revisions: Callable[[Sequence[int]], Mapping[int, Revision]],
    ) -> None:
        self._query_each, self._revisions, self._texts = query_each, revisions, Texts()
        asked = {"prop": "revisions|info", "rvdir": "newer", "rvlimit": "max"}
        self._params: Params = {**TEXTS, "titles": joined([title]), **asked}

    def since(self, revision: int) -> History:
        """From a revision on; all where the page has no such one, or for 0."""
        if revision:
            with suppress(PageVanished):  # the server does not know the revision
                found = self._with_overtaken(revision)
                if found and found[0].id == revision:
                    return History(found, self._texts)
        heads, newest = self._kept(self._params)
        return History(in_saved_order(heads, newest), self._texts)

    def _kept(self, params: Params) -> tuple[list[Revision], int]:
        """Revisions of a page, their texts kept apart, and the newest that it has."""

        def read(part: Answer) -> tuple[list[Revision], int]:
            return list(map(self._texts.keep, revisions_in([part]))), newest_in([part])

        parts = self._query_each(params, read, None)
        heads = [revision for revisions, _ in parts for revision in revisions]
        return heads, max((newest for _, newest in parts), default=0)

    def _with_overtaken(self, since: int) -> Sequence[Revision]:
        """Revisions with later times than ``since``, and those saved later with an earlier one."""
        heads, head = self._kept({**self._params, "rvstartid": since})
        found = {revision.id: revision for revision in heads}
        first = found.get(since)
        if first is None:
            return ()
        for attempt in range(_OVERTAKEN):
            parents = {revision.parent_id for revision in found.values() if revision.id > since}
            missing = sorted(id_ for id_ in {*parents, head} - found.keys() if id_ > since)
            if not missing:
                break
            if attempt == 0:
                start, end = format_time(first.time - SKEW), format_time(first.time)
                more, _ = self._kept({**self._params, "rvstart": start, "rvend": end})
            else:
                more = list(map(self._texts.keep, self._revisions(missing).values()))
            new = {each.id: each for each in more if each.page_id == first.page_id}
            if attempt and not new.keys() - found.keys():
                break  # they were deleted, or are on another page
            found = {**new, **found}
        later = [revision for revision in found.values() if revision.id >= since]
        return in_saved_order(sorted(later, key=lambda each: (each.time, each.id)), head)
