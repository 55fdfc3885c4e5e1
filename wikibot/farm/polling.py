"""Which games have something to do: the heads of many in one request, files by their times.

The pages of all games of one wiki and account are asked for together, each once, as many in a
request as the wiki allows the account: 500 titles with the right ``apihighlimits`` (bots), else 50.
A game has five to nine pages, so that a request shows 50 to 100 games, or some 7.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from wikibot.exits import ProgramError
from wikibot.farm import stamps
from wikibot.farm.hosts import HostGate
from wikibot.farm.table import WatchedGame, WatchedTable
from wikibot.storage.postgres.farm import FarmStore
from wikibot.sync.run import wiki_of
from wikibot.wiki.base import FOLDER
from wikibot.wiki.errors import WikiError
from wikibot.wiki.mediawiki import MediaWiki

_LEAST = 60  # priorities end at -60, for games whose last sync took a minute or more
_WIKIS_AT_ONCE = 8  # that one poll asks, each one request after the other


class Moved(Struct, frozen=True):
    """A game with something to do, and the stamp of its pages that showed it.

    ``priority``: 0, below it where the last sync took long.
    """

    game: str
    stamp: str
    priority: int = 0


class Trouble(Struct, frozen=True):
    """A wiki that could not be polled, and why."""

    api: str
    account: str
    error: str
    code: int


class Polled(Struct, frozen=True):
    """What a poll found. ``games`` is how many it looked at, ``requests`` what that took."""

    moved: tuple[Moved, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    games: int = 0
    requests: int = 0
    seconds: float = 0.0


def poll(database: str, bucket: int) -> Polled:
    """Poll all games of a bucket that have no queued job."""
    began = time.monotonic()
    with WatchedTable.opened(database) as table:
        watched = table.to_poll(bucket)
    folders = [each for each in watched if each.api.startswith(FOLDER)]
    moved = [found for each in folders if (found := _file_moved(each))]
    wikis = _by_wiki(each for each in watched if not each.api.startswith(FOLDER))
    troubles, requests = list[Trouble](), 0
    with ThreadPoolExecutor(_WIKIS_AT_ONCE) as pool:
        for part in pool.map(lambda games: _poll_wiki(database, games), wikis):
            moved += part.moved
            troubles += part.troubles
            requests += part.requests
    seconds = time.monotonic() - began
    return Polled(tuple(moved), tuple(troubles), len(watched), requests, seconds)


def _by_wiki(games: Iterable[WatchedGame]) -> list[list[WatchedGame]]:
    found: dict[tuple[str, str], list[WatchedGame]] = {}
    for each in games:
        found.setdefault((each.api, each.account), []).append(each)
    return list(found.values())


def _file_moved(game: WatchedGame) -> Moved | None:
    """Files are not read here: a page that cannot be read costs the sync of its game alone."""
    if not game.titles:
        return Moved(game.game, "")
    folder = Path(game.api.removeprefix(FOLDER))
    return _moved(game, stamps.of_files(folder, game.titles), datetime.now(UTC))


def _poll_wiki(database: str, games: Sequence[WatchedGame]) -> Polled:
    """One account's games on one wiki."""
    first, new = games[0], tuple(Moved(each.game, "") for each in games if not each.titles)
    known = [each for each in games if each.titles]
    titles = tuple(dict.fromkeys(title for each in known for title in each.titles))
    if not titles:
        return Polled(new)
    try:
        with FarmStore.open(database) as store, HostGate(database, first.api) as gate:
            storage = store.storage(first.game)
            wiki = wiki_of(storage.settings, storage, gate=gate)
            assert isinstance(wiki, MediaWiki)  # noqa: S101  # as no folder is asked here
            now, heads = wiki.heads(titles)
    except (ProgramError, WikiError) as error:
        why = Trouble(first.api, first.account, str(error), error.exit_code)
        return Polled(new, (why,))
    found = (_moved(each, _stamp(each, heads), now) for each in known)
    return Polled((*new, *filter(None, found)), requests=wiki.requests)


def _stamp(game: WatchedGame, heads: Mapping[str, int]) -> str:
    return stamps.of_heads({title: heads[title] for title in game.titles})


def _moved(game: WatchedGame, stamp: str, now: datetime) -> Moved | None:
    """The game, where a page moved or something is due.

    Not where that is as the last sync, which could not settle it, found it: then its time has to
    come first.
    """
    if game.stamp == stamp and not (game.due and game.due <= now):
        return None
    waits = game.not_before is not None and game.not_before > now
    if waits and stamp == game.tried:
        return None
    return Moved(game.game, stamp, -min(_LEAST, int(game.seconds)))
