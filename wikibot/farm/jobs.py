"""The jobs of the farm, for Procrastinate: ticks, polls, syncs, and what killed workers left.

A tick, by the clock, asks for a poll of each bucket of wikis; a poll for a sync of each game that
has something to do. ``lock`` keeps two workers from one game; ``queueing_lock`` keeps a second job
of the same kind from waiting behind a first.

A job that failed is not retried by Procrastinate's own ``retry``: that turns the job that runs back
into a waiting one, which its unique index refuses where another waits already, and the job would
stay locked for as long as its worker lives. A new job is deferred for later instead, which a
waiting one makes needless.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException, UniqueViolation
from procrastinate.jobs import Job, Status

from wikibot.config.logs import LOGGER
from wikibot.exits import SOFTWARE, TRY_LATER
from wikibot.farm import polling
from wikibot.farm.one_sync import Synced, sync_game
from wikibot.farm.polling import Moved, Polled
from wikibot.farm.processes import Failed, Limits
from wikibot.farm.shared import Farm
from wikibot.farm.table import WatchedTable

T = TypeVar("T")

SYNCS, CHORES = "syncs", "chores"  # queues; a poll never waits for a sync
STALLED = 10.0  # seconds without a heartbeat, after which a worker counts as killed
HEARTBEAT = 2.0
BY_HAND = 10  # the priority of a sync that an operator asked for
_TRIES = 3  # times that a worker may die with a game, before the game is at fault
_FIRST, _LONGEST = 5.0, 3600.0  # seconds until a failed game is tried again
_BUSY_LONGEST = 300.0  # the same, where the wiki or another run was at fault
_POLL_SECONDS = 60.0


def lock_of(game: str) -> str:
    """The name of a game's lock, in the form that the farm's table also uses."""
    return f"game {game}"


def new_app(database: str) -> App:
    """An app without tasks, to defer from."""
    return App(connector=PsycopgConnector(conninfo=database, min_size=1, max_size=4))


def sync_job(app: App, game: str, stamp: str = "", **more: Any) -> Job:
    """The job of one sync."""
    lock = lock_of(game)
    arguments = {"game": game, "stamp": stamp}
    options = {"queue": SYNCS, "lock": lock, "queueing_lock": lock, "task_kwargs": arguments}
    return app.configure_task("sync", allow_unknown=True, **{**options, **more}).job


async def defer(app: App, jobs: Sequence[Job]) -> int:
    """Put jobs into the queue but those that wait there already; how many were put."""
    if not jobs:
        return 0
    with suppress(AlreadyEnqueued):
        return len(await app.job_manager.batch_defer_jobs_async(list(jobs)))
    put = 0
    for job in jobs:
        with suppress(AlreadyEnqueued):
            await app.job_manager.defer_job_async(job)
            put += 1
    return put


def later(failures: int, code: int) -> float:
    """Seconds until a game is tried again after so many failures: later and later.

    Not to the second, so that games that failed together are not tried together.
    """
    most = _BUSY_LONGEST if code == TRY_LATER else _LONGEST
    seconds = min(most, _FIRST * 2.0 ** min(failures - 1, 20))
    return seconds * random.uniform(0.9, 1.1)  # noqa: S311  # nothing secret


class Jobs:
    """The tasks of one worker."""

    def __init__(self, farm: Farm, tick: int) -> None:
        self.farm = farm
        self.app = new_app(farm.database)
        self._add("tick", self.tick, f"* * * * * */{tick}")
        self._add("rescue", self.rescue, "* * * * * */5")
        self.app.task(name="poll", queue=CHORES)(self.poll)
        self.app.task(name="sync", queue=SYNCS)(self.sync)
        self.app.periodic(cron="17 * * * *")(
            self.app.task(name="clean", queue=CHORES, queueing_lock="clean")(self.clean)
        )

    def _add(self, name: str, job: Callable[..., Awaitable[None]], cron: str) -> None:
        """A chore by the clock.

        It has no ``lock``: that of a killed worker would keep all others from it.
        """
        task = self.app.task(name=name, queue=CHORES, queueing_lock=name, priority=1)(job)
        self.app.periodic(cron=cron)(task)

    # -- chores ------------------------------------------------------------------------------------

    async def tick(self, timestamp: int) -> None:
        """Ask for a poll of each bucket that has games."""
        buckets = await self._table(WatchedTable.buckets)
        chores = (
            self.app.configure_task(
                "poll",
                queue=CHORES,
                lock=f"poll {bucket}",
                queueing_lock=f"poll {bucket}",
                task_kwargs={"bucket": bucket},
            ).job
            for bucket in buckets
        )
        await defer(self.app, list(chores))

    async def poll(self, bucket: int) -> None:
        """Ask for a sync of each game of a bucket that has something to do."""
        limits = Limits(self.farm.limits.memory, _POLL_SECONDS)
        found = await self.farm.run(
            polling.poll, (self.farm.database, bucket), Polled, limits, long=False
        )
        self.farm.metrics.polled(found)
        for trouble in found.troubles:
            LOGGER.warning("%s cannot be polled: %s", trouble.api, trouble.error)
        troubles = [(each.api, each.account, each.error) for each in found.troubles]
        await self._table(lambda table: table.troubled(bucket, troubles))
        await defer(self.app, [self._job(each) for each in found.moved])

    def _job(self, moved: Moved) -> Job:
        return sync_job(self.app, moved.game, moved.stamp, priority=moved.priority)

    async def rescue(self, timestamp: int) -> None:
        """Let the jobs of killed workers run again."""
        manager = self.app.job_manager
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=STALLED):
            LOGGER.warning("the worker of %s is gone; it runs again", job.lock or job.task_name)
            self.farm.metrics.rescued.inc()
            with suppress(ConnectorException):  # another worker was faster
                await self._rescue(job)

    async def _rescue(self, job: Job) -> None:
        """Let a job run again, unless another one of its kind waits already."""
        manager, game = self.app.job_manager, str(job.task_kwargs.get("game", ""))
        if game and job.attempts >= _TRIES:
            await manager.finish_job(job, Status.FAILED, delete_job=False)
            await self._fail(game, "its worker was killed again and again", SOFTWARE, 0.0)
            return
        try:
            await manager.retry_job(job)
        except UniqueViolation:
            await manager.finish_job(job, Status.FAILED, delete_job=False)

    async def clean(self, timestamp: int) -> None:
        """Forget failed jobs of yesterday; those that succeeded are deleted at once."""
        await self.app.job_manager.delete_old_jobs(
            nb_hours=24, include_failed=True, include_cancelled=True, include_aborted=True
        )

    # -- syncs -------------------------------------------------------------------------------------

    async def sync(self, game: str, stamp: str) -> None:
        """Sync a game in a separate process, and record the result."""
        if not await self._table(lambda table: table.plays(game)):
            return
        began = time.monotonic()
        try:
            done = await self.farm.run(
                sync_game, (self.farm.database, game), Synced, self.farm.limits, long=True
            )
        except Failed as error:
            await self._fail(game, str(error), error.code, time.monotonic() - began)
            raise
        result = msgspec.to_builtins(done)
        await self._table(lambda table: table.synced(game, stamp, result))
        if done.left:
            await defer(self.app, [sync_job(self.app, game, stamp, priority=-1)])
        self.farm.metrics.synced(done)
        _tell(game, done)

    async def _fail(self, game: str, why: str, code: int, seconds: float) -> None:
        failures = await self._table(lambda table: table.failed(game, why, seconds))
        self.farm.metrics.failed(code)
        if not failures:  # it was removed
            return
        wait = later(failures, code)
        extra = {"game": game, "failures": failures, "code": code, "again": round(wait)}
        LOGGER.warning("%s: %s; trying again in %.0f s", game, why, wait, extra=extra)
        job = sync_job(self.app, game, priority=-1, schedule_in={"seconds": round(wait)})
        await defer(self.app, [job])

    async def _table(self, work: Callable[[WatchedTable], T]) -> T:
        """Work on the farm's table, in a thread."""

        def run() -> T:
            with self.farm.table() as table:
                return work(table)

        return await asyncio.to_thread(run)


def _tell(game: str, done: Synced) -> None:
    if done.idle:
        return
    extra = {
        "game": game, "lines": done.lines, "requests": done.requests,
        "seconds": round(done.seconds, 3), "attention": done.attention,
    }  # fmt: skip
    LOGGER.info("%s: %d line(s) in %.2f s", game, done.lines, done.seconds, extra=extra)
