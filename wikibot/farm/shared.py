"""What the jobs of one worker share: processes, the farm's table, what is counted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from msgspec import Struct
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

from wikibot.farm.metrics import Metrics
from wikibot.farm.processes import Child, Failed, Forge, Limits
from wikibot.farm.table import WatchedTable
from wikibot.storage.postgres.connection import explained

T = TypeVar("T", bound=Struct)

PATIENCE = 10.0  # seconds after which a sync steps back, so that others need not wait for it
CHORES_AT_ONCE = 4


class Farm:
    """What the jobs of one worker share. ``concurrency``: syncs at once that are not long ones."""

    def __init__(self, database: str, concurrency: int, limits: Limits) -> None:
        self.database, self.concurrency, self.limits = database, concurrency, limits
        self.metrics = Metrics()
        self.taking = False  # whether jobs are taken
        self.long = concurrency  # long syncs at once, beside the others
        self._short = asyncio.Semaphore(concurrency)
        self._forge = Forge()
        most = concurrency + self.long + CHORES_AT_ONCE
        self._threads = ThreadPoolExecutor(most, "child")
        options = {"autocommit": True, "row_factory": dict_row, "connect_timeout": 10}
        self._pool: ConnectionPool[psycopg.Connection[dict[str, Any]]] = ConnectionPool(
            database, min_size=1, max_size=2, kwargs=options, open=False, timeout=15,
            check=ConnectionPool.check_connection,
        )  # fmt: skip

    @contextmanager
    def table(self) -> Iterator[WatchedTable]:
        """The farm's table. Raises :class:`wikibot.exits.ProgramError`."""
        try:
            with self._pool.connection() as connection:
                yield WatchedTable(connection)
        except psycopg.Error as error:
            raise explained(error) from None

    async def run(
        self,
        work: Callable[..., Struct],
        arguments: tuple[Any, ...],
        kind: type[T],
        limits: Limits,
        *,
        long: bool,
    ) -> T:
        """Run work in a separate process. Raises :class:`Failed`.

        With ``long`` it takes one of the worker's turns, and gives it back once it takes long: it
        then goes on beside the others, with less of the processor.
        """
        if not long:
            return await self._finish(await self._start(work, arguments, limits), kind)
        async with self._short:
            child = await self._start(work, arguments, limits)
            finishing = asyncio.ensure_future(self._finish(child, kind))
            try:
                await asyncio.wait({finishing}, timeout=PATIENCE)
            except asyncio.CancelledError:
                finishing.cancel()
                with suppress(Failed, asyncio.CancelledError):
                    await finishing
                raise
            if not finishing.done():
                child.step_back()
        return await finishing

    async def _start(
        self, work: Callable[..., Struct], arguments: tuple[Any, ...], limits: Limits
    ) -> Child:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._forge.start, work, arguments, limits)

    async def _finish(self, child: Child, kind: type[T]) -> T:
        """The result; where this is cancelled, the process is asked to end, and waited for."""
        loop = asyncio.get_running_loop()
        waiting = loop.run_in_executor(self._threads, child.result, kind)
        try:
            return await asyncio.shield(waiting)
        except asyncio.CancelledError:
            child.stop()
            with suppress(Failed):
                await waiting
            raise

    def open(self) -> None:
        """Connect to the database, in the background."""
        self._pool.open()

    def close(self) -> None:
        """Disconnect from the database; running work ends by itself."""
        self._pool.close(timeout=1)
        self._threads.shutdown(wait=False)
