"""What makes it impossible to play or to write at all, each with its remedy.

All of it is looked for before the first edit, so that none is half-written. What only the server
knows (filters, captchas, partial blocks) shows when it refuses; then the answers and log lines stay
owed on the gamestate page, and the next run delivers them.
"""

from __future__ import annotations

from collections.abc import Iterator

from wikibot.sync.owed import Owed, owed_pages
from wikibot.sync.report import Stuck
from wikibot.sync.snapshot import Snapshot
from wikibot.sync.watchdog import at
from wikibot.wiki.base import Head, Poll
from wikibot.wiki.errors import NotAllowed
from wikibot.wiki.exclusion import denies

_REMEDY = {
    "ruleset": "Set `ruleset` in settings.ini to the page with the rules.",
    "gamestate": "Make one with `wikibot new`, or restore it if it was deleted.",
    "actions": (
        "Create it, or restore it if it was deleted; "
        "if it was moved, set `actions` in settings.ini."
    ),
}
# The right that each protection level of a default MediaWiki asks for; other levels are rights
# themselves.
_RIGHT = {"sysop": "editprotected", "autoconfirmed": "editsemiprotected"}


def preflight(snapshot: Snapshot) -> None:
    """Raise :class:`Stuck` with every obstacle, each in one line with its remedy."""
    kept_away = (*_exclusions(snapshot), *_another_page(snapshot))
    if obstacles := (*_pages(snapshot), *_texts(snapshot), *kept_away):
        found = Stuck(obstacles)
        # those who protected the page know already, and another page is not the bot's to edit
        found.told = not kept_away
        raise found


def _pages(snapshot: Snapshot) -> Iterator[str]:
    for key, remedy in _REMEDY.items():
        head = snapshot.head(getattr(snapshot.titles, key))
        if head.missing:
            yield f"{head.title}: there is no such page. {remedy}"
        elif head.redirect:
            then = f"Set `{key}` in settings.ini to its new title."
            yield f"{head.title}: the page is a redirect; it was moved. {then}"
    for title, head in snapshot.poll.heads.items():
        if head.model != "wikitext" and title not in snapshot.titles.kept:
            then = f"Open Special:ChangeContentModel/{head.title} on the wiki and choose wikitext."
            model = f"the page's content model is {head.model}, not wikitext"
            yield f"{head.title}: {model}. {then}"


def _texts(snapshot: Snapshot) -> Iterator[str]:
    titles, actions = snapshot.titles, snapshot.actions.page
    if snapshot.damaged:
        remedy = (
            "Have an administrator show that revision again, "
            "or go on with the program that wrote it."
        )
        yield f"{titles.gamestate}: {snapshot.damaged}. {remedy}"
    elif snapshot.gamestate is not None and snapshot.gamestate.text is None:
        hidden = "the text of its newest revision is hidden. Have an administrator show it again."
        yield f"{titles.gamestate}: {hidden}"
    if actions is not None and actions.text_hidden:
        hidden = "the text of its newest revision is hidden; nothing can be read there."
        yield f"{titles.actions}: {hidden}"


def _another_page(snapshot: Snapshot) -> Iterator[str]:
    if title := snapshot.played_by:
        yield (
            f"{snapshot.titles.gamestate}: this is another page than the one of the game that"
            f" {title} tells of. Move that game's page back to this title, or restore it; to begin"
            " a new game with this one, run `wikibot sync --force`."
        )


def _exclusions(snapshot: Snapshot) -> Iterator[str]:
    logs = {snapshot.titles.log, snapshot.cursor.log} - snapshot.delivered
    pages = [(snapshot.titles.gamestate, snapshot.gamestate)]
    pages += [(title, page) for title, page in snapshot.logs.items() if title in logs]
    pages += [(page.title, page.page) for page in snapshot.line_pages]
    user = snapshot.poll.user
    for title, page in pages:
        at(title)
        if page is not None and page.text and denies(page.text, user):
            yield (
                f"{title}: {{{{bots}}}} or {{{{nobots}}}} keeps {user} away. "
                "Take it off that page to go on."
            )


def check_permissions(snapshot: Snapshot, owed: Owed) -> None:
    """Raise :class:`NotAllowed` if the account may not save one of the pages.

    It may be blocked everywhere, or a page protected against it.
    """
    poll, block = snapshot.poll, snapshot.poll.block
    if block and not block.partial:
        until = f"{block.by} until {block.expiry}: {block.reason}".rstrip(": ")
        raise NotAllowed(
            f"the account {poll.user} is blocked by {until}",
            code="blocked",
            remedy="Ask an administrator to lift the block; nothing was written.",
        )
    for title in (snapshot.titles.gamestate, *owed_pages(snapshot, owed)):
        lacking = ", ".join(lacking_rights(poll, snapshot.head(title)))
        if lacking:
            raise NotAllowed(
                f"the page is protected ({lacking}) and the account {poll.user} may not edit it",
                code="protectedpage",
                page=title,
                remedy="Lower the protection or give the account that right; nothing was written.",
            )


def lacking_rights(poll: Poll, head: Head) -> list[str]:
    """The protection levels of a page that keep the account from editing it."""
    return [
        level for level in head.protection if level and _RIGHT.get(level, level) not in poll.rights
    ]
