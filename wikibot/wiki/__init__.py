"""Wikis: what the bot asks of one, and two of them behind one function."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from wikibot.wiki.base import Block, Edit, Head, Poll, Revision, Saved, Wiki
from wikibot.wiki.errors import (
    EditConflict,
    EditRefused,
    NotAllowed,
    PageAppeared,
    PageUnreadable,
    PageVanished,
    TryLater,
    WikiError,
    WrongSettings,
)

__all__ = [
    "Block",
    "Edit",
    "EditConflict",
    "EditRefused",
    "Head",
    "NotAllowed",
    "PageAppeared",
    "PageUnreadable",
    "PageVanished",
    "Poll",
    "Revision",
    "Saved",
    "TryLater",
    "Wiki",
    "WikiError",
    "WrongSettings",
    "open_wiki",
]

FOLDER = "folder:"


def open_wiki(
    api: str,
    *,
    user: str = "",
    password: Callable[[], str] | None = None,
    contact: str = "",
    cookies: Path | None = None,
    maxlag: int = 5,
    seconds: float = 240.0,
    sleep: Callable[[float], None] = time.sleep,
    keyboard: str | None = None,
) -> Wiki:
    """The wiki that ``api`` names: ``folder:PATH``, or the address of a MediaWiki's ``api.php``.

    ``user`` is ``Account@botname`` ("" only reads), ``password`` is asked only when a login is
    needed, ``cookies`` is the file that keeps the session, ``seconds`` the time that one sync may
    take, ``sleep`` how it waits, ``keyboard`` who edits the files of a folder by hand (the login
    name by default). No request is made yet.
    """
    if api.startswith(FOLDER):
        from wikibot.wiki.folder import FolderWiki

        return FolderWiki(
            Path(api.removeprefix(FOLDER)).expanduser(),
            user.partition("@")[0] or "Wikibot",
            keyboard,
        )
    from wikibot.wiki.mediawiki import MediaWiki

    return MediaWiki(
        api,
        user=user,
        password=password,
        contact=contact,
        cookies=cookies,
        maxlag=maxlag,
        seconds=seconds,
        sleep=sleep,
    )
