"""The jobs of the farm, for Procrastinate: ticks, polls, syncs, and what killed workers left.

A tick, by the clock, asks for polls of the buckets of wikis that need one; a poll for a sync of
each game that has something to do. ``lock`` keeps two workers from one game; ``queueing_lock``
keeps a second job of the same kind from waiting behind a first.

A job that failed is not retried by Procrastinate's own ``retry``: that turns the job that runs back
into a waiting one, which its unique index refuses where another waits already, and the job would
stay locked for as long as its worker lives. A new job is deferred for later instead, which a
waiting one makes needless.
"""

from __future__ import annotations

import asyncio
import hmac
import math
import random
import time
from collections import Counter as Tally
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager, suppress
from functools import partial
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any, TypeVar
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import msgspec
import psycopg
from msgspec import Struct
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.jobs import Job, Status
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

from wikibot import schemas
from wikibot.config.logs import LOGGER, hide
from wikibot.config.settings import from_environment
from wikibot.exits import SOFTWARE, TRY_LATER, USAGE, ProgramError
from wikibot.farm import polling
from wikibot.farm.polling import Polled
from wikibot.farm.processes import Child, Failed, Forge, Limits, Synced, sync_game
from wikibot.farm.table import (
    CHORES,
    LONG,
    SYNCS,
    WatchedTable,
    defer,
    drop_waiting,
    opened,
    sync_job,
)
from wikibot.storage.postgres.database import explaining, in_schema

# == What a worker counts, in Prometheus' text form on ``/metrics``, and ``/health`` ===============

_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)


class Metrics:
    """The numbers of one worker."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        here: Any = {"namespace": "wikibot_farm", "registry": self.registry}
        timed = {**here, "buckets": _SECONDS}
        self.up = Gauge("up", "1 while the worker takes jobs.", **here)
        self.database = Gauge("database", "1 while the database answers.", **here)
        self.syncs = Counter("syncs", "Syncs by how they ended.", ["result"], **here)
        self.lines = Counter("lines", "Lines that were answered.", **here)
        self.requests = Counter("requests", "Requests to wikis, by what for.", ["of"], **here)
        self.seconds = Histogram("sync_seconds", "How long syncs took.", **timed)
        self.polls_failed = Counter("polls_failed", "Polls that ended without a result.", **here)
        self.polls = Histogram("poll_seconds", "How long polls took.", **timed)
        self.rescued = Counter("rescued", "Jobs of killed workers that run again.", **here)

    def synced(self, done: Synced) -> None:
        result = "idle" if done.idle else "attention" if done.attention else "done"
        self.syncs.labels(result).inc()
        self.lines.inc(done.lines)
        self.requests.labels("sync").inc(done.requests)
        self.seconds.observe(done.seconds)

    def failed(self, code: int) -> None:
        """Count a sync that failed, by the exit code that it would have had."""
        self.syncs.labels(f"failed {code}").inc()

    def polled(self, found: Polled) -> None:
        self.requests.labels("poll").inc(found.requests)
        self.polls.observe(found.seconds)


class States(Collector):
    """Games by their state, of the whole farm: any worker tells it, and one is enough to ask.

    As they were counted last: a scrape does not wait for the database, and sees them without it.
    """

    def __init__(self, farm: Farm) -> None:
        self._farm = farm

    def collect(self) -> Iterator[Metric]:
        """The states at each scrape."""
        for name, what, label, counts in (
            ("games", "Games by state.", "state", self._farm.counts),
            ("unreachable", "Games of a wiki that cannot be polled.", "api",
             self._farm.unreachable),
        ):  # fmt: skip
            family = GaugeMetricFamily(f"wikibot_farm_{name}", what, labels=[label])
            for value, count in counts.items():
                family.add_metric([value], count)
            yield family
        what = "Datagrams at the ports of feeds that were not their wikis'."
        yield CounterMetricFamily(
            "wikibot_farm_refused", what, value=sum(self._farm.refused.values())
        )


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    timeout = 10

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # its base class has it
        """Log nothing: a scrape every few seconds is not worth a line."""


def listen_at(address: str, farm: Farm) -> None:
    """Answer ``/metrics`` and ``/health`` from a thread, on this machine where no host is named.

    Where a token is set, a request has to bring it as ``Authorization: Bearer``. Raises
    :class:`ProgramError`.
    """
    token = from_environment("WIKIBOT_METRICS_TOKEN", "wikibot-metrics-token")
    hide(token)
    host, _, port = address.rpartition(":")
    farm.metrics.registry.register(States(farm))
    shown = make_wsgi_app(farm.metrics.registry)

    def application(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        given = str(environ.get("HTTP_AUTHORIZATION", "")).encode()
        if token and not hmac.compare_digest(given, f"Bearer {token}".encode()):
            start("401 Unauthorized", [("WWW-Authenticate", "Bearer")])
            return [b""]
        if path == "/metrics":
            page: Iterable[bytes] = shown(environ, start)
            return page
        if path != "/health":
            start("404 Not Found", [("Content-Type", "text/plain")])
            return [b"There are /metrics and /health.\n"]
        told = {"taking jobs": farm.taking, "database": farm.fault or "answers"}
        status = "200 OK" if farm.taking and not farm.fault else "503 Service Unavailable"
        start(status, [("Content-Type", "application/json")])
        return [schemas.json_text(schemas.Health, told).encode() + b"\n"]

    try:
        place = (host.strip("[]") or "127.0.0.1", int(port))
        server = make_server(*place, application, _Server, _Quiet)
    except (OSError, ValueError, OverflowError) as error:
        why = f"{address}: cannot listen there ({error}); give --listen another port"
        raise ProgramError(why, USAGE) from None
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()


# == What the jobs of one worker share: processes, the farm's table, what is counted ===============

Kept = TypeVar("Kept", bound=Struct)

PATIENCE = 10.0  # seconds after which a sync steps back, so that others need not wait for it
CHORES_AT_ONCE = 4
ASIDE_AT_ONCE = 2


class Farm:
    """What the jobs of one worker share.

    ``concurrency``: syncs at once that are not long ones. ``lines``: of one game in a minute,
    ``most_bytes``: of its pages.
    """

    def __init__(
        self, database: str, concurrency: int, limits: Limits, lines: int, most_bytes: int
    ) -> None:
        self.database, self.concurrency, self.limits = database, concurrency, limits
        self.lines, self.most_bytes = lines, most_bytes
        self.metrics = Metrics()
        self.taking = False  # whether jobs are taken
        self.fault = ""  # why the database cannot be used
        # Games by state, and of each wiki in trouble, as they were counted last.
        self.counts, self.unreachable = dict[str, int](), dict[str, int]()
        self.refused: Mapping[str, int] = {}  # by feed: datagrams of others than its wiki so far
        # Beside the others: some that turn out to take long, and as many of which it is known.
        self.more, self.long = 2 * concurrency, concurrency
        self.slow = Tally[str]()  # such syncs, by wiki: of each wiki no more than there are turns
        self.short = asyncio.Semaphore(concurrency)
        self._forge = Forge()
        most = concurrency + self.more + self.long + CHORES_AT_ONCE + ASIDE_AT_ONCE
        self._threads = ThreadPoolExecutor(most, "child")
        options = {"autocommit": True, "row_factory": dict_row, "connect_timeout": 10}
        self._pool: ConnectionPool[psycopg.Connection[dict[str, Any]]] = ConnectionPool(
            database, min_size=1, max_size=2, kwargs=options, open=False, timeout=15,
            check=ConnectionPool.check_connection,
        )  # fmt: skip

    @contextmanager
    def table(self) -> Iterator[WatchedTable]:
        """The farm's table. Raises :class:`wikibot.exits.ProgramError`."""
        with explaining(), self._pool.connection() as connection:
            yield WatchedTable(connection)

    async def run(
        self,
        work: Callable[..., Struct],
        arguments: tuple[Any, ...],
        kind: type[Kept],
        limits: Limits,
        turn: AsyncExitStack | None = None,
        api: str = "",
    ) -> Kept:
        """Run work in a separate process. Raises :class:`Failed`.

        ``turn`` is closed once it takes long: it then goes on beside the others, with less of the
        processor, and no other of its wiki (``api``) does.
        """
        child = await self._start(work, arguments, limits)
        finishing = asyncio.ensure_future(self._finish(child, kind))
        try:
            await asyncio.wait({finishing}, timeout=PATIENCE)
            if turn and not finishing.done():
                child.step_back()
                self.slow[api] += 1
                await turn.aclose()
                turn.callback(self.slow.subtract, [api])
            return await finishing
        except asyncio.CancelledError:
            finishing.cancel()
            with suppress(Failed, asyncio.CancelledError):
                await finishing
            raise

    async def _start(
        self, work: Callable[..., Struct], arguments: tuple[Any, ...], limits: Limits
    ) -> Child:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._forge.start, work, arguments, limits)

    async def _finish(self, child: Child, kind: type[Kept]) -> Kept:
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


# == The jobs of the farm, for Procrastinate: ticks, polls, syncs, and what killed workers left ====

T = TypeVar("T")

ASIDE = "aside"  # the queue of polls of wikis that failed, which may take long
STALLED = 10.0  # seconds without a heartbeat, after which a worker counts as killed
HEARTBEAT = 2.0
SET_ASIDE = 8  # failures in a row, after which a game is set aside; some ten minutes
_TRIES = 3  # times that a worker may die with a game, before the game is at fault
_FIRST, _LONGEST = 5.0, 3600.0  # seconds until a failed game is tried again
_BUSY_LONGEST = 300.0  # the same, where the wiki or another run was at fault
_POLL_SECONDS = 600.0  # that a poll may take, in which each wiki has its own limit
_TROUBLED = 30.0  # seconds until a game is synced whose wiki cannot be polled
_AGAIN = 1.0  # seconds until a game of which a feed told is looked at again, where nothing was new


class Jobs:
    """The tasks of one worker."""

    def __init__(self, farm: Farm, tick: int) -> None:
        self.farm = farm
        connector = PsycopgConnector(conninfo=in_schema(farm.database), min_size=1, max_size=4)
        self.app = App(connector=connector)
        self._add("tick", self.tick, f"* * * * * */{tick}")
        self._add("rescue", self.rescue, "* * * * * */5")
        for name, queue, work in (
            ("look", CHORES, polling.look), ("sweep", CHORES, polling.sweep),
            ("retry", ASIDE, polling.sweep),
        ):  # fmt: skip
            self.app.task(name=name, queue=queue)(partial(self.poll, work))
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
        """Ask for the polls that are needed: of buckets, and each of a wiki that failed."""
        to_do = await self._table(WatchedTable.to_do)
        retries = await self._table(WatchedTable.to_retry)
        jobs = [self._poll_job("look", CHORES, each.bucket) for each in to_do if each.look]
        jobs += [self._poll_job("sweep", CHORES, each.bucket) for each in to_do if each.sweep]
        jobs += [self._poll_job("retry", ASIDE, *each) for each in retries]
        await defer(self.app, jobs)

    def _poll_job(
        self, name: str, queue: str, bucket: int, api: str = "", account: str = ""
    ) -> Job:
        lock = f"{name} {api} {account}" if api else f"{name} {bucket}"
        arguments = {"bucket": bucket, "api": api, "account": account}
        options: dict[str, Any] = {"queue": queue, "lock": lock, "queueing_lock": lock}
        return self.app.configure_task(name, **options, task_kwargs=arguments).job

    async def poll(self, work: Callable[..., Polled], bucket: int, api: str, account: str) -> None:
        """Have games put into the queue that have something to do."""
        limits = Limits(self.farm.limits.memory, _POLL_SECONDS)
        arguments = (self.farm.database, bucket, *([api, account] if api else []))
        try:
            found = await self.farm.run(work, arguments, Polled, limits)
        except Failed as error:
            self.farm.metrics.polls_failed.inc()
            LOGGER.warning("a poll failed: %s", error, extra={"bucket": bucket, "api": api})
            raise
        self.farm.metrics.polled(found)
        for trouble in found.troubles:
            LOGGER.warning("%s cannot be polled: %s", trouble.api, trouble.error)

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

    async def sync(self, game: str, stamp: str, told: bool = False, long: bool = False) -> None:
        """Sync a game in a separate process, and record the result.

        ``told`` by a feed; ``long``: beside the others, as it takes long.
        """
        async with AsyncExitStack() as turn:
            if not long:
                await turn.enter_async_context(self.farm.short)
            await self._sync(game, stamp, told=told, long=long, held=turn)

    async def _sync(
        self, game: str, stamp: str, *, told: bool, long: bool, held: AsyncExitStack
    ) -> None:
        farm = self.farm
        turn = await self._table(lambda table: table.turn(game, stamp, farm.lines, PATIENCE))
        if turn is None:
            return
        # Others have their turn; or the wiki is asked until it answers, which wakes its games.
        rest = max(turn.rest, _TROUBLED if turn.troubled and not told else 0.0)
        if rest > 0:
            after = {"seconds": math.ceil(rest)}
            await defer(self.app, [sync_job(self.app, game, stamp, schedule_in=after)])
            return
        if (turn.long or farm.slow[turn.api]) and not long:
            job = sync_job(self.app, game, stamp, told=told, queue=LONG)
            await defer(self.app, [job])
            return
        began = time.monotonic()
        arguments = (farm.database, game, farm.most_bytes)
        try:
            done = await farm.run(sync_game, arguments, Synced, farm.limits, held, turn.api)
        except Failed as error:
            await self._fail(game, str(error), error.code, time.monotonic() - began, stamp)
            raise
        result = msgspec.to_builtins(done)
        await self._table(lambda table: table.synced(game, stamp, result))
        if done.left:
            await defer(self.app, [sync_job(self.app, game, stamp, priority=-1)])
        elif told and done.idle:  # a wiki may tell of an edit before all its servers show it
            again = {"seconds": _AGAIN}
            await defer(self.app, [sync_job(self.app, game, priority=-1, schedule_in=again)])
        self.farm.metrics.synced(done)
        _tell(game, done)

    async def _fail(self, game: str, why: str, code: int, seconds: float, stamp: str = "") -> None:
        failures = await self._table(lambda table: table.failed(game, why, seconds, stamp))
        self.farm.metrics.failed(code)
        if not failures:  # it was removed
            return
        if failures >= SET_ASIDE and code != TRY_LATER:
            await self._set_aside(game, why, failures, stamp)
            return
        # later and later; not to the second, so that games that failed together come apart
        most = _BUSY_LONGEST if code == TRY_LATER else _LONGEST
        wait = min(most, _FIRST * 2.0 ** min(failures - 1, 20))
        wait *= random.uniform(0.9, 1.1)  # noqa: S311  # nothing secret
        extra = {"game": game, "failures": failures, "code": code, "again": round(wait)}
        LOGGER.warning("%s: %s; trying again in %.0f s", game, why, wait, extra=extra)
        job = sync_job(self.app, game, priority=-1, schedule_in={"seconds": round(wait)})
        await defer(self.app, [job])

    async def _set_aside(self, game: str, why: str, failures: int, tried: str) -> None:
        """Try a game no more until somebody edits a page of it; tell so there, if that works.

        ``tried``: the stamp of its pages at the last try, "" where a feed told of the edit.
        """
        reason = f"it failed {failures} times in a row: {why}"
        LOGGER.error("%s is set aside: %s", game, reason, extra={"game": game})
        arguments, stamp = (self.farm.database, game, 0, reason), tried
        with suppress(Failed):  # `status` has the reason
            done = await self.farm.run(sync_game, arguments, Synced, self.farm.limits)
            stamp = tried or done.stamp
        await self._table(lambda table: table.set_aside(game, stamp))

        def drop() -> None:  # what was asked for before that is no edit
            with opened(self.farm.database) as app:
                drop_waiting(app, game)

        await asyncio.to_thread(drop)

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
