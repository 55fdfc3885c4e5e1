"""What ``wikibot init`` finds out by itself: the API of a wiki, its pages, which game is played.

Everything is only a proposal to the person who is asked, and nothing is saved on the wiki.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from msgspec import Struct

from wikibot.cli.session import introduced
from wikibot.config.games import NoSuchGame, installed, load_game
from wikibot.game.game import Game
from wikibot.game.problems import Problem
from wikibot.game.ruleset.wordings import WordingStatus
from wikibot.wiki.base import FOLDER, Wiki
from wikibot.wiki.errors import NotAllowed, WikiError, WrongSettings

RULESETS = ("Ruleset", "Rules", "Current ruleset", "Current Ruleset", "Project:Ruleset")
GAMESTATES = ("Gamestate", "Game state", "Game State", "Current gamestate", "Project:Gamestate")
ANY_NOMIC = "generic"  # the game that plays any ruleset by its own words, where it is installed
_ALIKE = 0.3  # of the page of a game are rules of this game
_SECONDS = 12.0
_LONGEST_PAGE = 500_000  # bytes of a web page that is looked through
_EDIT_URI = re.compile(r"""<link[^<>]{0,200}rel=["']EditURI["'][^<>]{0,400}>""", re.IGNORECASE)
_HREF = re.compile(r"""href=["']([^"'<>\s]{1,300}api\.php)""", re.IGNORECASE)
_KNOWN = (WordingStatus.SAME, WordingStatus.COSMETIC, WordingStatus.NUMBERS)


class FoundWiki(Struct, frozen=True):
    """A wiki that answers. ``api``: as the settings name it; ``about``: what it says of itself."""

    api: str
    about: str
    wiki: Wiki

    def first_of(self, titles: Sequence[str]) -> str:
        """The first of some pages that is there; "" where none is."""
        there = self.there(titles)
        return next((title for title in titles if title in there), "")

    def there(self, titles: Sequence[str]) -> tuple[str, ...]:
        """Those of some pages that are there; none where only an account may look."""
        try:
            heads = self.wiki.poll(tuple(titles)).heads
        except WikiError:
            return ()
        return tuple(title for title in titles if title in heads and not heads[title].missing)

    def text(self, title: str) -> str:
        """The text of a page; "" where it is not there or only an account may read it."""
        try:
            page = self.wiki.read([title])[title]
        except WikiError:
            return ""
        return (page.text or "") if page else ""


def find_wiki(address: str, contact: str = "") -> FoundWiki:
    """The wiki at the address of its api.php, of any of its pages, or in a folder.

    Raises :class:`WikiError` that says what is wrong with the address.
    """
    if address.startswith(FOLDER):
        return _folder(address)
    for api in _addresses(address):
        with suppress(WrongSettings, NotAllowed):  # but a host that does not answer is reported
            return _answering(api, contact)
    remedy = "Special:Version of the wiki shows the address of api.php."
    raise WrongSettings(f"{address}: no API of a MediaWiki was found", remedy=remedy)


def _folder(address: str) -> FoundWiki:
    from wikibot.wiki.folder import FolderWiki

    folder = Path(address.removeprefix(FOLDER))
    if not folder.is_dir():
        remedy = "Make it, or let `wikibot demo` make a whole game."
        raise WrongSettings(f"{folder}: there is no such folder", remedy=remedy)
    return FoundWiki(address, f"a folder of page files, {folder}", FolderWiki(folder))


def _answering(api: str, contact: str) -> FoundWiki:
    from wikibot.wiki.mediawiki import MediaWiki

    wiki = MediaWiki(api, contact=contact, seconds=_SECONDS)
    general = wiki.server()
    introduced(wiki)
    return FoundWiki(api, f"{general.get('sitename', '?')} ({general.get('generator', '?')})", wiki)


def _addresses(address: str) -> Iterator[str]:
    """Where the api.php of a wiki may be: as written, as its page says, at the usual places."""
    address = address if "://" in address else f"https://{address}"
    try:
        parts = urlsplit(address)
    except ValueError:  # brackets that are no IPv6 address
        return
    if parts.scheme not in ("http", "https") or not parts.netloc or "@" in parts.netloc:
        return
    if parts.path.endswith("/api.php"):
        yield f"{parts.scheme}://{parts.netloc}{parts.path}"
        return
    if said := _said_by_page(address):
        yield said
        return
    for path in ("/w/api.php", "/api.php", "/wiki/api.php"):
        yield f"{parts.scheme}://{parts.netloc}{path}"


def _said_by_page(address: str) -> str:
    """The address that a page of MediaWiki names in its head; "" where it does not."""
    import requests

    from wikibot.wiki.session import BoundedSession

    try:
        with BoundedSession() as session:
            body = session.get(address, timeout=_SECONDS).content
    except (requests.RequestException, ValueError):
        return ""
    page = body[:_LONGEST_PAGE].decode("utf-8", "replace")
    link = _EDIT_URI.search(page)
    found = _HREF.search(link[0]) if link else None
    return urljoin(address, found[1]) if found else ""


# -- which game ------------------------------------------------------------------------------------


def game_of(ruleset: str) -> tuple[str, float]:
    """The installed game whose rules make up most of a ruleset page, and which share of it.

    The game that plays any nomic, or else "", where it has few of any.
    """
    games = installed()
    shares = {name: share for name in games if (share := _share(name, ruleset)) >= _ALIKE}
    best = max(shares, key=lambda name: shares[name], default="")
    return best or (ANY_NOMIC if ANY_NOMIC in games else ""), shares.get(best, 0.0)


def _share(name: str, ruleset: str) -> float:
    """How much of a page has the words that were accepted for a game, if it is bound to any."""
    try:
        game: Game[Any] = load_game(name)
        book = game.rulebook(ruleset)
        names = dict.fromkeys(map(book.known_as, book.units))
        known = [name for name in names if book.standing(name) in _KNOWN]
    except (NoSuchGame, Problem, ValueError):
        return 0.0
    return len(known) / len(names) if names and book.pins else 0.0
