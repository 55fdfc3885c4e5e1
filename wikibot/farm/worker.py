"""A worker stays up, takes jobs, and runs each sync in a separate process."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import Any

import psycopg
from procrastinate.exceptions import ConnectorException
from psycopg_pool import PoolTimeout

from wikibot.config.logs import LOGGER
from wikibot.exits import ProgramError
from wikibot.farm.jobs import CHORES, HEARTBEAT, STALLED, SYNCS, Jobs
from wikibot.farm.metrics import States, serve
from wikibot.farm.processes import Failed, Ready, ready
from wikibot.farm.shared import CHORES_AT_ONCE, Farm
from wikibot.farm.table import counts

_AGAIN = 1.0  # seconds until the database is tried again, at first
_AGAIN_MOST = 15.0
_LAST_SYNCS = 60.0  # seconds that syncs have to end in, when the worker is to stop


class Worker:
    """Takes jobs, at first and whenever the database is back."""

    def __init__(self, farm: Farm) -> None:
        self.farm = farm

    async def stay(self, tick: int) -> None:
        """Work until SIGTERM or Ctrl-C. A database that goes away is waited for."""
        stopping, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopping.set)
        self.farm.open()
        warm = asyncio.create_task(self._warm())
        wait = _AGAIN
        try:
            while not stopping.is_set():
                began = loop.time()
                await self._work(tick, stopping)
                if stopping.is_set():
                    break
                wait = _AGAIN if loop.time() - began > _AGAIN_MOST else min(_AGAIN_MOST, 2 * wait)
                LOGGER.warning("the database is gone; trying again in %.0f s", wait)
                with suppress(TimeoutError):
                    await asyncio.wait_for(stopping.wait(), wait)
        finally:
            warm.cancel()
            self.farm.close()

    async def _warm(self) -> None:
        """Load everything now, and not when the first job comes."""
        with suppress(Failed):
            await self.farm.run(ready, (), Ready, self.farm.limits, long=False)
            LOGGER.info("ready")

    async def _work(self, tick: int, stopping: asyncio.Event) -> None:
        """Take jobs until a signal comes or the database goes."""
        try:
            jobs = Jobs(self.farm, tick)
            async with jobs.app.open_async():
                self._set_taking(True)
                await self._take(jobs, stopping)
        except (ConnectorException, psycopg.Error, OSError, PoolTimeout) as error:
            LOGGER.warning("the database: %s", " ".join(str(error).split()))
        finally:
            self._set_taking(False)

    def _set_taking(self, taking: bool) -> None:
        self.farm.taking = taking
        self.farm.metrics.up.set(taking)

    async def _take(self, jobs: Jobs, stopping: asyncio.Event) -> None:
        queues = ((SYNCS, self.farm.concurrency + self.farm.long), (CHORES, CHORES_AT_ONCE))
        workers = [
            asyncio.create_task(
                jobs.app.run_worker_async(
                    queues=[queue], concurrency=most, name=queue, install_signal_handlers=False,
                    delete_jobs="successful", update_heartbeat_interval=HEARTBEAT,
                    stalled_worker_timeout=STALLED, shutdown_graceful_timeout=_LAST_SYNCS,
                )
            )
            for queue, most in queues
        ]  # fmt: skip
        signalled = asyncio.create_task(stopping.wait())
        await asyncio.wait({*workers, signalled}, return_when=asyncio.FIRST_COMPLETED)
        for task in (*workers, signalled):
            task.cancel()
        for result in await asyncio.gather(*workers, return_exceptions=True):
            if isinstance(result, Exception):
                raise result


def listen_at(address: str, farm: Farm) -> None:
    """Serve the farm's metrics and health. Raises :class:`wikibot.exits.ProgramError`."""

    def states() -> list[tuple[str, int]]:
        with farm.table() as table:
            return counts(table.rows())

    def health() -> tuple[bool, dict[str, Any]]:
        told: dict[str, Any] = {"taking jobs": farm.taking}
        try:
            with farm.table() as table:
                told["database"] = table.answers()
        except ProgramError as error:
            told["database"] = str(error)
        return farm.taking and told["database"] == "answers", told

    farm.metrics.registry.register(States(states))
    serve(address, farm.metrics, health)
