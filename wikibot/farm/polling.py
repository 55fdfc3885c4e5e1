"""Which games have something to do: by recent changes, by what is due, by the heads of all pages.

Every function that a job runs here puts into the queue what it finds as soon as it finds it, and a
wiki that is silent or fails costs itself alone: it is noted, and from then on asked by a job of its
own (:meth:`wikibot.farm.jobs.Jobs.retry`).
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter as Tally
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import msgspec
from msgspec import Struct
from procrastinate import App

from wikibot.config.logs import LOGGER
from wikibot.exits import ProgramError
from wikibot.farm.table import (
    LEAST,
    HostGate,
    Moved,
    ToldWiki,
    WatchedGame,
    WatchedTable,
    opened,
    wake,
)
from wikibot.game.problems import described
from wikibot.storage.postgres.farm import FarmStore
from wikibot.storage.settled import stamp_of
from wikibot.sync.run import wiki_of
from wikibot.wiki.base import FOLDER, to_file_name
from wikibot.wiki.errors import WikiError
from wikibot.wiki.feed import FeedMark, Listening, RecentChange, StreamFeed, UdpFeed, since
from wikibot.wiki.mediawiki import MediaWiki, user_agent

# == A short text that changes when one of a game's pages does: what a poll compares ===============
#
# Of a MediaWiki it is the newest revisions, of a folder made of what the file system tells of the
# page files. Equal stamps: nothing moved, and no one has to look closer.

_SETTLED_NS = 20_000_000  # file systems tell times in steps of up to 10 ms


def of_heads(heads: Mapping[str, int]) -> str:
    """The stamp of newest revisions by title, a JSON object; 0: no such page."""
    return msgspec.json.encode(dict(sorted(heads.items()))).decode()


def of_files(folder: Path, titles: Sequence[str]) -> str:
    """The stamp of the page files of a folder wiki, a hash."""
    stamps = "\n".join(f"{name}\0{stamp_of(folder / name)}" for name in _names(titles))
    return blake2b(stamps.encode(), digest_size=12).hexdigest()


def rest(folder: Path, titles: Sequence[str]) -> None:
    """Wait until another change of a file would be seen in its time."""
    newest = max((_time(f"{folder}/{name}") for name in _names(titles)), default=0)
    left = newest + _SETTLED_NS - time.time_ns()
    if 0 < left <= _SETTLED_NS:
        time.sleep(left / 1e9)


def _names(titles: Sequence[str]) -> list[str]:
    return sorted(map(to_file_name, titles))


def _time(path: str) -> int:
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return 0


# == Asking many wikis at once =====================================================================

_WIKIS_AT_ONCE = 8  # that one job asks, each one request after the other
_ANSWER = 10.0  # seconds that a wiki has for an answer
_SILENT = 15.0  # the same, where bytes drip so that no request ever ends
Key = tuple[str, str]  # API and account


class WikiNews(Struct, frozen=True):
    """A part of what a wiki told. ``mark``: up to where recent changes were read."""

    moved: tuple[Moved, ...] = ()
    changes: tuple[RecentChange, ...] = ()
    mark: str = ""
    requests: int = 0


class Trouble(Struct, frozen=True):
    """A wiki that could not be polled, and why."""

    api: str
    account: str
    error: str


class Polled(Struct, frozen=True):
    """What came of a poll. ``woken``: games that were put into the queue."""

    woken: tuple[str, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    requests: int = 0
    seconds: float = 0.0


Asking = Callable[[], Iterator[WikiNews]]
Message = tuple[Key, "WikiNews | Trouble | None"]


def _ask_all(asking: Mapping[Key, Asking]) -> Iterator[Message]:
    """What the wikis tell, as it comes; None at the end of each, or :class:`Trouble`.

    A wiki that is silent for too long is left alone, in a thread that ends with the process.
    """
    news: SimpleQueue[Message] = SimpleQueue()
    waiting, heard = deque(asking.items()), dict[Key, float]()
    while waiting or heard:
        while waiting and len(heard) < _WIKIS_AT_ONCE:
            key, ask = waiting.popleft()
            heard[key] = time.monotonic()
            Thread(target=_ask, args=(key, ask, news), daemon=True).start()
        try:
            key, found = news.get(timeout=0.5)
        except Empty:
            pass
        else:
            if key in heard:
                heard[key] = time.monotonic()
                if not isinstance(found, WikiNews):
                    del heard[key]
                yield key, found
        for key in [key for key, last in heard.items() if time.monotonic() - last > _SILENT]:
            del heard[key]
            yield key, Trouble(*key, f"no answer within {_SILENT:g} seconds")


def _ask(key: Key, ask: Asking, news: SimpleQueue[Message]) -> None:
    end: Trouble | None = None
    try:
        for found in ask():
            news.put((key, found))
    except (ProgramError, WikiError) as error:
        end = Trouble(*key, str(error))
    except Exception as error:  # noqa: BLE001  # a mistake costs this wiki's poll alone
        end = Trouble(*key, f"this is a mistake in wikibot, please report it: {described(error)}")
    news.put((key, end))


@contextmanager
def _opened(database: str, game: str) -> Iterator[MediaWiki]:
    """The wiki of a game, as its account."""
    with FarmStore.open(database) as store:
        storage = store.storage(game)
        with HostGate(database, storage.settings.wiki.api) as gate:
            wiki = wiki_of(storage.settings, storage, gate=gate, seconds=_ANSWER)
            assert isinstance(wiki, MediaWiki)  # noqa: S101  # as no folder is asked here
            yield wiki


# == What a job does ===============================================================================


def look(database: str, bucket: int) -> Polled:
    """Wake the games of a bucket for which something is due, or of which recent changes tell."""
    began = time.monotonic()
    with WatchedTable.opened(database) as table, opened(database) as app:
        games = table.due(bucket)
        moved = [found for each in games if (found := _due(each))]
        wake(app, moved)
        told = {(each.api, each.account): each for each in table.told(bucket)}
        asking = {key: partial(_recent, database, each) for key, each in told.items()}
        woken = [each.game for each in moved]
        return _polled(table, app, bucket, asking, began, woken)


def sweep(database: str, bucket: int, api: str = "", account: str = "") -> Polled:
    """Wake the games of a bucket whose pages moved, by the heads of them all.

    Of wikis with a feed every few minutes only. With ``api`` and ``account``, of one that failed.
    """
    began = time.monotonic()
    with WatchedTable.opened(database) as table, opened(database) as app:
        wikis: dict[Key, list[WatchedGame]] = {(api, account): []} if api else {}
        for each in table.to_sweep(bucket, api, account):
            wikis.setdefault((each.api, each.account), []).append(each)
        asking = {key: partial(_heads, database, games) for key, games in wikis.items()}
        return _polled(table, app, bucket, asking, began, [], swept=True)


def _polled(
    table: WatchedTable, app: App, bucket: int, asking: Mapping[Key, Asking], began: float,
    woken: list[str], *, swept: bool = False,
) -> Polled:  # fmt: skip
    """Keep what the wikis tell as it comes."""
    troubles, requests = list[Trouble](), 0
    for key, found in _ask_all(asking):
        if isinstance(found, Trouble):
            troubles.append(found)
            table.troubled(bucket, *key, found.error)
        elif found is None:
            if swept:
                table.swept(*key)
        else:
            if swept:
                table.answered(*key)
            moved = (*found.moved, *table.concerned(found.changes, api=key[0], account=key[1]))
            wake(app, moved)
            woken += [each.game for each in moved]
            requests += found.requests
            if found.mark:
                table.mark(*key, found.mark)
    return Polled(tuple(woken), tuple(troubles), requests, time.monotonic() - began)


def _due(game: WatchedGame) -> Moved | None:
    """Files are not read here: a page that cannot be read costs the sync of its game alone."""
    if game.titles and game.api.startswith(FOLDER):
        stamp = of_files(Path(game.api.removeprefix(FOLDER)), game.titles)
        return _moved(game, stamp, datetime.now(UTC))
    return None if game.put_off else Moved(game.game, "", _priority(game))


def _recent(database: str, told: ToldWiki) -> Iterator[WikiNews]:
    """One request for what all games of one wiki and account are concerned with."""
    mark = msgspec.json.decode(told.mark, type=FeedMark) if told.mark else None
    with _opened(database, told.game) as wiki:
        new, changes = since(mark, wiki.recent_changes, told.spaces)
        text = msgspec.json.encode(new).decode()
        yield WikiNews((), tuple(changes), text, wiki.requests)


def _heads(database: str, games: Sequence[WatchedGame]) -> Iterator[WikiNews]:
    """The pages of all games of one wiki and account together, each once.

    As many in a request as the wiki allows the account: 500 titles with the right
    ``apihighlimits`` (bots), else 50. A game has five to nine pages.
    """
    titles = tuple(dict.fromkeys(title for each in games for title in each.titles))
    if not titles:
        return
    waiting, known = deque(games), dict[str, int]()
    with _opened(database, min(games, key=lambda each: each.failures).game) as wiki:
        before = 0
        for now, heads in wiki.heads(titles):
            known.update(heads)
            moved = []
            while waiting and known.keys() >= {*waiting[0].titles}:
                game = waiting.popleft()
                moved.append(
                    _moved(game, of_heads({each: known[each] for each in game.titles}), now)
                )
            yield WikiNews(tuple(filter(None, moved)), requests=wiki.requests - before)
            before = wiki.requests


def _moved(game: WatchedGame, stamp: str, now: datetime) -> Moved | None:
    """The game, where a page moved or something is due.

    Not where that is as the last sync, which failed or could not settle it, found it: then its
    time has to come first. One that failed and has no such time is woken: its wiki was in trouble.
    """
    failed = game.failures and not game.put_off
    if game.stamp == stamp and not failed and not (game.due and game.due <= now):
        return None
    waits = game.put_off or (game.not_before is not None and game.not_before > now)
    if waits and stamp == game.tried:
        return None
    return Moved(game.game, stamp, _priority(game))


def _priority(game: WatchedGame) -> int:
    return -min(LEAST, int(game.seconds))


# -- listening -------------------------------------------------------------------------------------
# A worker that listens: what MediaWiki's own feeds tell wakes games at once.
#
# Of several workers on one machine the first has the port; when it ends, another takes it. What
# is lost meanwhile, a sweep finds.

APART = 1.0  # seconds at least between two syncs of a game that feeds ask for
_FEEDS = 5.0  # seconds between two looks at which feeds there are
_MOST = 10_000  # changes that wait while the database is asked; further ones are left to a sweep
_PAUSE = 0.05  # seconds in which changes are gathered: a flood costs so many questions a second

_IN_VAIN = 5  # looks in a row at which nothing was new, until a game is looked at less and less
_APART_MOST = 30.0


Concerned = Callable[[str, Sequence[RecentChange]], Sequence[Moved]]


class Listener:
    """Listens at all feeds of the farm that tell by themselves."""

    def __init__(
        self, feeds: Callable[[], set[str]], concerned: Concerned,
        wake: Callable[[Sequence[Moved]], None]
    ) -> None:  # fmt: skip
        """``concerned``: the games that changes told by a feed are about.

        The three functions work on the database, and are called in threads.
        """
        self._feeds, self._concerned, self._wake = feeds, concerned, wake
        self._open: dict[str, Listening] = {}
        self.refused = Tally[str]()  # datagrams of others than the wikis so far, by feed
        self._told: dict[tuple[str, RecentChange], None] = {}  # in order
        self._news = asyncio.Event()
        self._rests: dict[str, float] = {}  # until when each game is not woken again
        self._later: dict[str, Moved] = {}  # games that were woken just now

    async def stay(self) -> None:
        """Listen until cancelled."""
        loop = asyncio.get_running_loop()
        looking = asyncio.create_task(self._keep_open(loop))
        try:
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), APART / 4 if self._later else None)
                self._news.clear()
                await asyncio.sleep(_PAUSE)
                told, self._told = self._told, {}
                try:
                    await self._work(list(told))
                except Exception as error:  # noqa: BLE001  # whatever it is, the next edit is told
                    why = str(error) if isinstance(error, ProgramError) else described(error)
                    LOGGER.warning("what a feed told is left to the next sweep: %s", why)
        finally:
            looking.cancel()
            for feed in [*self._open]:
                self._close(loop, feed)

    async def _work(self, told: Sequence[tuple[str, RecentChange]]) -> None:
        moved = self._later
        for feed in dict.fromkeys(feed for feed, _ in told):
            changes = [change for which, change in told if which == feed]
            found = await asyncio.to_thread(self._concerned, feed, changes)
            moved = moved | {each.game: each for each in found}
        now = time.monotonic()
        self._rests = {game: until for game, until in self._rests.items() if until > now}
        self._later = {game: each for game, each in moved.items() if game in self._rests}
        ready = [each for game, each in moved.items() if game not in self._rests]
        if ready:
            for each in ready:  # longer where a feed tells of nothing: a priority below 0 counts it
                apart = max(APART, float(-each.priority - _IN_VAIN))
                self._rests[each.game] = now + min(_APART_MOST, apart)
            await asyncio.to_thread(self._wake, ready)

    async def _keep_open(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            with suppress(ProgramError):
                wanted = await asyncio.to_thread(self._feeds)
                for feed in self._open.keys() - wanted:
                    self._close(loop, feed)
                for feed in wanted - self._open.keys():
                    with suppress(OSError):  # another worker has it
                        self._listen(loop, feed)
            await asyncio.sleep(_FEEDS)

    def _listen(self, loop: asyncio.AbstractEventLoop, feed: str) -> None:
        address, _, api = feed.partition(" ")
        opened = StreamFeed(address, api, user_agent("")) if api else UdpFeed(feed)
        self._open[feed] = opened
        loop.add_reader(opened.fileno(), self._take, feed)
        LOGGER.info("listening at %s", feed)

    def _close(self, loop: asyncio.AbstractEventLoop, feed: str) -> None:
        opened = self._open.pop(feed)
        loop.remove_reader(opened.fileno())
        opened.close()

    def _take(self, feed: str) -> None:
        opened = self._open[feed]
        changes = opened.take()
        if opened.refused:
            self.refused[feed] += opened.refused
            opened.refused = 0
        for change in changes:
            if len(self._told) < _MOST:
                self._told[feed, change] = None
        self._news.set()
