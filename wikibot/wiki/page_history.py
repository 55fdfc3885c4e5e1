"""The whole history of one page of a MediaWiki, or the part from one revision on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from wikibot.game.calendar import format_time
from wikibot.wiki.api import Answer, Params
from wikibot.wiki.base import Revision
from wikibot.wiki.errors import PageVanished
from wikibot.wiki.history import History, Texts
from wikibot.wiki.queries import TEXTS, joined, newest_in, revisions_in
from wikibot.wiki.saved_order import SKEW, in_saved_order

_OVERTAKEN = 8  # requests for revisions that were saved later with an earlier time
QueryEach = Callable[[Params, Callable[[Answer], Any], int | None], list[Any]]


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
