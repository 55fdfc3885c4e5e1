"""What makes it impossible to play or to write at all, each with its remedy."""

from __future__ import annotations

from wikibot.sync.current_page import at
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.base import Head
from wikibot.wiki.exclusion import denies

_REMEDY = {
    "ruleset": "Set `ruleset` in settings.ini to the page with the rules.",
    "gamestate": "Make one with `wikibot new`, or restore it if it was deleted.",
    "actions": "Create it, or restore it if it was deleted; if it was moved, set `actions` in settings.ini.",
}


def preflight(snapshot: Snapshot) -> tuple[str, ...]:
    """Everything that is in the way, each in one line that says what to do."""
    return (*_pages(snapshot), *_texts(snapshot), *_exclusions(snapshot))


def _pages(snapshot: Snapshot) -> list[str]:
    titles, found = snapshot.titles, []
    for title, key in (
        (titles.ruleset, "ruleset"),
        (titles.gamestate, "gamestate"),
        (titles.actions, "actions"),
    ):
        head = snapshot.head(title)
        if head.missing:
            found.append(f"{title}: there is no such page. {_REMEDY[key]}")
        elif head.redirect:
            remedy = f"Set `{key}` in settings.ini to its new title."
            found.append(f"{title}: the page is a redirect; it was moved. {remedy}")
    return found + [
        _other_model(head) for head in snapshot.poll.heads.values() if head.model != "wikitext"
    ]


def _other_model(head: Head) -> str:
    """Whoever may change a page's content model may change it back; what it held meanwhile can be read all the same."""
    remedy = f"Open Special:ChangeContentModel/{head.title} on the wiki and choose wikitext."
    return f"{head.title}: the page's content model is {head.model}, not wikitext. {remedy}"


def _texts(snapshot: Snapshot) -> list[str]:
    titles, found = snapshot.titles, []
    if snapshot.damaged:
        remedy = "Have an administrator show that revision again, or go on with the program that wrote it."
        found.append(f"{titles.gamestate}: {snapshot.damaged}. {remedy}")
    if snapshot.actions.page is not None and snapshot.actions.page.text_hidden:
        found.append(
            f"{titles.actions}: the text of its newest revision is hidden; nothing can be read there."
        )
    return found


def _exclusions(snapshot: Snapshot) -> list[str]:
    pages = [(snapshot.titles.gamestate, snapshot.gamestate), (snapshot.titles.log, snapshot.log)]
    pages += [(source.title, source.page) for source in snapshot.sources]
    return [
        f"{title}: {{{{bots}}}} or {{{{nobots}}}} keeps {snapshot.poll.user} away. Take it off that page to go on."
        for title, page in pages
        if page is not None and page.text and _denies(title, page.text, snapshot.poll.user)
    ]


def _denies(title: str, text: str, account: str) -> bool:
    at(title)
    return denies(text, account)
