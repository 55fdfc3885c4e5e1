"""Whether all that a sync is about to save may be saved, asked before the first edit so that none is half-written.

What only the server knows (filters, captchas, partial blocks) shows when it refuses; then the
answers and log lines stay owed on the gamestate page and the next run delivers them.
"""

from __future__ import annotations

from wikibot.sync.delivery import Owed, owed_pages
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.base import Head, Poll
from wikibot.wiki.errors import NotAllowed

# The right that each protection level of a default MediaWiki asks for; other levels are rights
# themselves.
_RIGHT = {"sysop": "editprotected", "autoconfirmed": "editsemiprotected"}


def check_permissions(snapshot: Snapshot, owed: Owed) -> None:
    """Raise :class:`NotAllowed` if the account is blocked everywhere or one of the pages is protected against it."""
    poll, block = snapshot.poll, snapshot.poll.block
    if block and not block.partial:
        why = f"the account {poll.user} is blocked by {block.by} until {block.expiry}: {block.reason}".rstrip(
            ": "
        )
        raise NotAllowed(
            why,
            code="blocked",
            remedy="Ask an administrator to lift the block; nothing was written.",
        )
    for title in (snapshot.titles.gamestate, *owed_pages(snapshot, owed)):
        _check_page(poll, snapshot.head(title))


def lacking_rights(poll: Poll, head: Head) -> list[str]:
    """The protection levels of a page that keep the account from editing it."""
    return [
        level for level in head.protection if level and _RIGHT.get(level, level) not in poll.rights
    ]


def _check_page(poll: Poll, head: Head) -> None:
    lacking = lacking_rights(poll, head)
    if lacking:
        why = f"the page is protected ({', '.join(lacking)}) and the account {poll.user} may not edit it"
        remedy = "Lower the protection or give the account that right; nothing was written."
        raise NotAllowed(why, code="protectedpage", page=head.title, remedy=remedy)
