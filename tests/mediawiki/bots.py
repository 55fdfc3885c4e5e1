"""The bot's own side of a test wiki:
our client, logged in as the bot, and the edits that it makes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mediawiki.server import Server
from wikibot.wiki.base import Edit, Revision
from wikibot.wiki.files import PRIVATE, KeptText, TextFile
from wikibot.wiki.mediawiki import MediaWiki


@dataclass
class Remembered:
    """A session that is kept by no file."""

    text: str | None = None
    place: str = "memory"

    def read(self) -> str | None:
        """What was written."""
        return self.text

    def write(self, text: str) -> None:
        """Keep it."""
        self.text = text


def bot_of(server: Server, state: Path | None = None, **more: Any) -> MediaWiki:
    """Our client by way of the proxy, logged in. With ``state`` its session is kept there, and it
    logs in itself, as it does with ``cookies=None``. Pauses take no time.
    """
    cookies: KeptText = TextFile(state / "cookies", PRIVATE) if state else Remembered()
    if not (state or more.keys() & {"user", "password"}):
        server.log_in_the_bot(cookies)
    settings: dict[str, Any] = {
        "user": server.bot_user,
        "password": lambda: server.bot_password,
        "contact": "tests",
        "cookies": cookies,
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
