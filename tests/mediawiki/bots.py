"""The bot's own side of a test wiki:
our client, logged in as the bot, and the edits that it makes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.mediawiki.server import Server
from wikibot.wiki.base import Edit, Revision
from wikibot.wiki.files import PRIVATE, TextFile
from wikibot.wiki.mediawiki import MediaWiki


def bot_of(server: Server, state: Path | None = None, **more: Any) -> MediaWiki:
    """Our client by way of the proxy. With ``state`` its session is kept there.
    Pauses take no time.
    """
    settings: dict[str, Any] = {
        "user": server.bot_user,
        "password": lambda: server.bot_password,
        "contact": "tests",
        "cookies": TextFile(state / "cookies", PRIVATE) if state else None,
        "sleep": lambda _seconds: None,
    }
    return MediaWiki(server.proxy.api, **(settings | more))


def edit(title: str, text: str, base: int | None, run: str = "7f3a9c") -> Edit:
    """An edit as a run makes it."""
    return Edit(title, text, base, f"playing (run {run})", run)


def newest(wiki: MediaWiki, title: str) -> Revision:
    """The newest revision of a page that is there."""
    revision = wiki.read([title])[title]
    assert revision is not None
    return revision
