"""What is asked of a MediaWiki's API: parameters of queries, and revisions out of the answers."""

from __future__ import annotations

from collections.abc import Sequence

from wikibot.wiki import answers
from wikibot.wiki.api import Answer, Params
from wikibot.wiki.base import Revision
from wikibot.wiki.errors import WrongSettings

MAX_TITLES = 50  # of one query, without the right apihighlimits
POLL: Params = {
    "prop": "revisions|info", "rvprop": "ids|timestamp|user|userid", "inprop": "protection",
    "meta": "userinfo|tokens", "uiprop": "blockinfo|rights|groups", "curtimestamp": 1,
}  # fmt: skip
HEAD = f"{POLL['rvprop']}|comment"
TEXTS = {"prop": "revisions", "rvprop": f"{HEAD}|sha1|content", "rvslots": "main"}


def revisions_in(parts: Sequence[Answer]) -> list[Revision]:
    """All revisions of an answer, in its order."""
    return [
        answers.revision(page, rev)
        for part in parts
        for page in part["query"].get("pages", ())
        for rev in page.get("revisions", ())
    ]


def newest_in(parts: Sequence[Answer]) -> int:
    """The newest revision of the one page that was asked for."""
    pages = [page for part in parts for page in part["query"].get("pages", ())]
    return max((int(page.get("lastrevid", 0)) for page in pages), default=0)


def is_between(revision: Revision, since: Revision | None, until: Revision | None) -> bool:
    """Whether a revision was saved between two, which count; None sets no bound."""
    return (since is None or since.id <= revision.id) and (until is None or revision.id <= until.id)


def joined(titles: Sequence[str]) -> str:
    """Titles of one query."""
    if len(titles) > MAX_TITLES:
        raise ValueError(f"one request takes at most {MAX_TITLES} titles")
    return "|".join(map(whole_title, titles))


def whole_title(title: str) -> str:
    """A title that the API does not take for two."""
    if "|" in title:
        why, remedy = "cannot be the title of a page", "Correct the page title in the settings."
        raise WrongSettings(f"{title!r} {why}", code="invalidtitle", remedy=remedy)
    return title
