"""From settings to what a command works with on this machine: wiki, journal, the lock."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from wikibot.config.settings import Settings
from wikibot.storage.journal import Journal
from wikibot.storage.local import LocalStorage
from wikibot.sync import run
from wikibot.wiki.base import Wiki
from wikibot.wikitext.dialect import ENGLISH, use


def wiki_of(settings: Settings, sleep: Callable[[float], None] = time.sleep) -> Wiki:
    """The wiki that the settings name; no request is made yet."""
    return run.wiki_of(settings, LocalStorage(settings), sleep)


def introduced(wiki: Wiki) -> Wiki:
    """The wiki, asked what it says of itself: from now on, pages are read in its words."""
    use(wiki.poll((), introduce=True).dialect or ENGLISH)
    return wiki


def journal_of(settings: Settings) -> AbstractContextManager[Journal]:
    """The journal, in a folder that only its owner can look into."""
    return LocalStorage(settings).journal()


def locked(settings: Settings) -> AbstractContextManager[None]:
    """Hold the lock against a second run. Raises :class:`wikibot.storage.base.Busy`."""
    return LocalStorage(settings).locked()
