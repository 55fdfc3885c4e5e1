"""Edits and revisions of pages in a folder, for tests."""

from __future__ import annotations

from wikibot.wiki.base import Edit, Revision
from wikibot.wiki.folder import FolderWiki


def edit(title: str, text: str, base: int | None) -> Edit:
    """The bot's edit of a page."""
    return Edit(title, text, base, summary="playing (run 7f3a)", run="7f3a")


def newest(wiki: FolderWiki, title: str) -> Revision:
    """The newest revision of a page that is there."""
    revision = wiki.read([title])[title]
    assert revision is not None
    return revision
