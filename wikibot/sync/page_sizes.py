"""Pages that grow too big: noticed long before the wiki refuses them, each with what to do."""

from __future__ import annotations

from collections.abc import Iterator

from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.base import Revision
from wikibot.wikitext.messages import say

LIMIT = 2048 * 1024  # bytes: MediaWiki's $wgMaxArticleSize where a wiki sets no other
FULL = 80  # percent from which on a page is reported
TOO_BIG = "contenttoobig"  # the API's code

_NO_ARCHIVE = "Set `archive` in settings.ini, so that answered lines leave it"
_ARCHIVE = "Set a shorter `archive_after` in settings.ini"
_LOG = "Put `%Y-%m` into `log` in settings.ini, for a page a month"
_OTHER_LOG = "Put another title into `log` in settings.ini; the log goes on there"
_BY_HAND = "Move what is settled on it to another page"


def big_pages(snapshot: Snapshot, *, archives: bool) -> Iterator[str]:
    """The pages that the bot writes and that are nearly full, each with the remedy.

    ``archives``: whether answered lines leave the actions page.
    """
    titles, limit = snapshot.titles, min(LIMIT, snapshot.limit or LIMIT)
    for title in filter(None, (titles.gamestate, titles.actions, titles.stewards, titles.log)):
        percent = 100 * snapshot.head(title).length // limit
        if percent >= FULL:
            remedy = remedy_for(snapshot, title, archives=archives)
            yield say("{} is {} % full. {}", title, percent, remedy)


def room_left(snapshot: Snapshot, page: Revision) -> int:
    """How many bytes a page can grow by, as far as is known."""
    limit = min(LIMIT, snapshot.limit or LIMIT)
    return max(limit - len((page.text or "").encode()), 0)


def remedy_for(snapshot: Snapshot, title: str, *, archives: bool) -> str:
    """What a person does about a page that is too big, a sentence without a full stop."""
    titles = snapshot.titles
    if title == titles.actions:
        return _ARCHIVE if archives else _NO_ARCHIVE
    if title in (titles.log, titles.log_before):
        return _OTHER_LOG if titles.log_before else _LOG
    return _BY_HAND
