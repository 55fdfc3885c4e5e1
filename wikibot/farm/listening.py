"""A worker that listens: what MediaWiki's own feeds tell wakes games at once.

Of several workers on one machine the first has the port; when it ends, another takes it. What is
lost meanwhile, a sweep finds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from wikibot.config.logs import LOGGER
from wikibot.exits import ProgramError
from wikibot.farm.queue import Moved
from wikibot.game.problems import described
from wikibot.wiki.feed import RecentChange, UdpFeed

APART = 1.0  # seconds at least between two syncs of a game that feeds ask for
_FEEDS = 5.0  # seconds between two looks at which feeds there are
_MOST = 10_000  # changes that wait while the database is asked; further ones are left to a sweep
_PAUSE = 0.05  # seconds in which changes are gathered: a flood costs so many questions a second

Concerned = Callable[[str, Sequence[RecentChange]], Sequence[Moved]]


class Listener:
    """Listens at all UDP feeds of the farm."""

    def __init__(
        self,
        feeds: Callable[[], set[str]],
        concerned: Concerned,
        wake: Callable[[Sequence[Moved]], None],
    ) -> None:
        """``concerned``: the games that changes told by a feed are about.

        The three functions work on the database, and are called in threads.
        """
        self._feeds, self._concerned, self._wake = feeds, concerned, wake
        self._open: dict[str, UdpFeed] = {}
        self._told: dict[tuple[str, RecentChange], None] = {}  # in order
        self._news = asyncio.Event()
        self._last: dict[str, float] = {}  # when each game was woken
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
        self._last = {game: last for game, last in self._last.items() if now - last < APART}
        self._later = {game: each for game, each in moved.items() if game in self._last}
        ready = [each for game, each in moved.items() if game not in self._last]
        if ready:
            self._last |= dict.fromkeys((each.game for each in ready), now)
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
        self._open[feed] = opened = UdpFeed(feed)
        loop.add_reader(opened.fileno(), self._take, feed)
        LOGGER.info("listening at %s", feed)

    def _close(self, loop: asyncio.AbstractEventLoop, feed: str) -> None:
        opened = self._open.pop(feed)
        loop.remove_reader(opened.fileno())
        opened.close()

    def _take(self, feed: str) -> None:
        for change in self._open[feed].take():
            if len(self._told) < _MOST:
                self._told[feed, change] = None
        self._news.set()
