"""A worker stays up, takes jobs, and runs each sync in a separate process."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import psycopg
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from psycopg_pool import PoolTimeout

from wikibot import schemas
from wikibot.config import logs
from wikibot.config.logs import LOGGER
from wikibot.exits import SETTINGS, ProgramError
from wikibot.farm.jobs import ASIDE, ASIDE_AT_ONCE, CHORES_AT_ONCE, HEARTBEAT, STALLED, Farm, Jobs
from wikibot.farm.polling import Listener
from wikibot.farm.processes import Failed, Ready
from wikibot.farm.table import (
    BY_HAND,
    CHORES,
    LONG,
    SYNCS,
    GameRow,
    Moved,
    WatchedTable,
    counts,
    drop_waiting,
    fault_of,
    jobs_of,
    opened,
    queue_version,
    sync_job,
    wake,
)
from wikibot.storage.postgres.database import KeyFault, explained
from wikibot.storage.postgres.farm import FarmStore, newest_version
from wikibot.wiki.feed import RecentChange

# == The worker's log: plain lines, or one JSON object a line for programs that collect them =======
#
# By the standard library: Procrastinate logs through it, too, and gives values along (``extra``),
# so that a formatter is all that is missing.

_STANDARD = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "package", "taskName"}
# What these have to say is said by the worker in a line, and theirs comes with a traceback.
_TALKATIVE = ("procrastinate", "asyncio", "psycopg.pool", "psycopg")


class JsonFormatter(logging.Formatter):
    """One JSON object a line: the text, and every value that came with it."""

    def format(self, record: logging.LogRecord) -> str:
        """Secrets are taken out before the text is quoted, which could change how they look."""
        given = {name: value for name, value in vars(record).items() if name not in _STANDARD}
        time = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": time.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "text": super().format(record),
            **given,
        }
        return schemas.json_text(schemas.LogLine, _redacted(line), ensure_ascii=False)


def set_up(*, as_json: bool) -> None:
    """Log to standard error with times; in full with ``--debug``."""
    debug = logs.debugging()
    logs.set_up(debug=debug, dated=True)
    if as_json:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.DEBUG if debug else logging.CRITICAL)


def _redacted(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _redacted(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_redacted(each) for each in value]
    return value if isinstance(value, int | float | None) else logs.redact(str(value))


# == What an operator does with the farm: set it up, put games in, look, wake a game ===============

_VERSIONS = "SELECT (SELECT max(version) FROM wikibot.versions), version FROM wikibot.queue"


class UnfitTables(ProgramError):
    """The tables are of another version than the program; the message says what to do."""

    exit_code = SETTINGS


def need_schema(database: str) -> None:
    """Raise :class:`ProgramError` where the database is out of reach, not set up, or does not fit.

    A worker that is older than the tables would misread them.
    """
    try:
        with psycopg.connect(database, connect_timeout=_CONNECT_SECONDS) as connection:
            row = connection.execute(_VERSIONS).fetchone()
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        row = None
    except psycopg.Error as error:
        raise explained(error) from None
    if row is None:
        why = "the database has no farm of this version yet; run `wikibot farm init`"
        raise UnfitTables(why)
    ours = (newest_version(), queue_version())
    if row != ours:
        newer = row[0] > ours[0] or row[1] > ours[1]
        how = "update this program" if newer else "run `wikibot farm init`"
        age = "newer" if newer else "older"
        raise UnfitTables(f"the database's tables are of a version {age} than this program; {how}")


def forget_jobs(database: str, game: str) -> None:
    """Take a game's waiting job from the queue."""
    with opened(database) as app:
        drop_waiting(app, game)


def sync_now(database: str, games: Sequence[str]) -> bool:
    """Put games at the head of the queue, also such as failed; False where one is being synced."""
    with opened(database) as app:
        for game in games:
            drop_waiting(app, game)
            with suppress(AlreadyEnqueued):  # a tick was faster
                app.job_manager.defer_job(sync_job(app, game, told=True, priority=BY_HAND))
        return not any(jobs_of(app, game, "doing") for game in games)


def rows(database: str) -> list[GameRow]:
    """All games as they are now."""
    with WatchedTable.opened(database) as table:
        return table.rows()


# == A worker stays up, takes jobs, and runs each sync in a separate process =======================

_AGAIN = 1.0  # seconds until the database is tried again, at first
_AGAIN_MOST = 15.0
_GUARD = 5.0  # seconds between two looks at the database
_COUNT = 10.0  # seconds between two counts of games by state
_CONNECT_SECONDS = 5
_LAST_SYNCS = 60.0  # seconds that syncs have to end in, when the worker is to stop


class Worker:
    """Takes jobs, at first and whenever the database is back."""

    def __init__(self, farm: Farm) -> None:
        self.farm = farm
        self._unfit: ProgramError | None = None  # why it may not go on
        self._counted = 0.0  # when games were counted
        self._refused = Counter[str]()  # datagrams that the database knows of

    async def stay(self, tick: int) -> None:
        """Work until SIGTERM or Ctrl-C. A database that goes away is waited for.

        Raises :class:`ProgramError` where the key or the program is not the farm's any more.
        """
        stopping, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopping.set)
        self.farm.open()
        warm = asyncio.create_task(self._warm())
        listener = self._listener()
        self.farm.refused = listener.refused
        listening = asyncio.create_task(listener.stay())
        guarding = asyncio.create_task(self._guard(stopping))
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
            listening.cancel()
            guarding.cancel()
            self.farm.close()
        if self._unfit:
            raise self._unfit

    async def _guard(self, stopping: asyncio.Event) -> None:
        """Notice in seconds that the database is away, or that the worker does not fit the farm."""
        while True:
            before, fault = self.farm.fault, await asyncio.to_thread(self._fault)
            self.farm.fault = str(fault or "")
            self.farm.metrics.database.set(not fault)
            if isinstance(fault, KeyFault | UnfitTables):
                self._unfit = fault
                stopping.set()
                return
            if fault and not before:
                LOGGER.warning("%s", fault)
            elif before and not fault:
                LOGGER.info("the farm's database answers again")
            await asyncio.sleep(_GUARD)

    def _fault(self) -> ProgramError | None:
        try:
            need_schema(self.farm.database)
            with FarmStore.open(self.farm.database, patience=0.0) as store:
                store.check_key()
            if time.monotonic() > self._counted + _COUNT:
                refused = Counter(self.farm.refused)
                with WatchedTable.opened(self.farm.database) as table:
                    for feed, count in (refused - self._refused).items():
                        table.note_refused(feed, count)
                    found = table.rows()
                self._refused = refused
                self.farm.counts = dict(counts(found))
                self.farm.unreachable = Counter(each.api for each in found if each.unpolled)
                self._counted = time.monotonic()
        except ProgramError as error:
            return error
        return None

    def _listener(self) -> Listener:
        def feeds() -> set[str]:
            with self.farm.table() as table:
                return table.feeds()

        def concerned(feed: str, changes: Sequence[RecentChange]) -> list[Moved]:
            with self.farm.table() as table:
                return table.concerned(changes, feed=feed)

        def put(moved: Sequence[Moved]) -> None:
            with opened(self.farm.database) as app:
                wake(app, moved)

        return Listener(feeds, concerned, put)

    async def _warm(self) -> None:
        """Load everything now, and not when the first job comes."""
        with suppress(Failed):
            await self.farm.run(Ready, (), Ready, self.farm.limits)
            LOGGER.info("ready")

    async def _work(self, tick: int, stopping: asyncio.Event) -> None:
        """Take jobs until a signal comes or the database goes."""
        try:
            jobs = Jobs(self.farm, tick)
            async with jobs.app.open_async():
                self._set_taking(True)
                await self._take(jobs, stopping)
        except (ConnectorException, psycopg.Error, OSError, PoolTimeout) as error:
            LOGGER.debug("%s", fault_of(error))  # the guard has told it
        finally:
            self._set_taking(False)

    def _set_taking(self, taking: bool) -> None:
        self.farm.taking = taking
        self.farm.metrics.up.set(taking)

    async def _take(self, jobs: Jobs, stopping: asyncio.Event) -> None:
        syncs, long = self.farm.concurrency + self.farm.more, self.farm.long
        queues = ((SYNCS, syncs), (LONG, long), (CHORES, CHORES_AT_ONCE), (ASIDE, ASIDE_AT_ONCE))
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
