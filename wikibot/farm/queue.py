"""The farm's queue, Procrastinate's, for those who put jobs into it: syncs, once a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from msgspec import Struct
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job
from procrastinate.schema import SchemaManager

from wikibot.storage.postgres.connection import LOCKS, DatabaseFault, explained, in_schema

_KEEP_VERSION = """
INSERT INTO wikibot.queue (version) VALUES (%s)
ON CONFLICT (one) DO UPDATE SET version = excluded.version"""
SYNCS, CHORES = "syncs", "chores"  # queues; a poll never waits for a sync
LONG = "long"  # the queue of syncs that take long, or whose wiki is in trouble
BY_HAND = 10  # the priority of a sync that an operator asked for


class Moved(Struct, frozen=True):
    """A game with something to do, and the stamp of its pages that showed it, "" where none did.

    ``priority``: 0, below it where the last sync took long. ``told``: by a feed, which may be
    earlier than the wiki shows the edit.
    """

    game: str
    stamp: str = ""
    priority: int = 0
    told: bool = False


def new_app(database: str) -> App:
    """An app without tasks, to defer from."""
    return App(connector=PsycopgConnector(conninfo=in_schema(database), min_size=1, max_size=4))


@contextmanager
def opened(database: str) -> Iterator[App]:
    """An app to defer from. Raises :class:`~wikibot.exits.ProgramError`."""
    app = App(connector=SyncPsycopgConnector(conninfo=in_schema(database), min_size=1, max_size=1))
    try:
        with app.open():
            yield app
    except (ConnectorException, psycopg.Error) as error:
        raise fault_of(error) from None


def fault_of(error: Exception) -> DatabaseFault:
    """Why the database cannot be used; Procrastinate's own errors only say that there is one."""
    cause = error.__cause__ if isinstance(error.__cause__, psycopg.Error) else error
    known = cause if isinstance(cause, psycopg.Error) else psycopg.OperationalError(str(cause))
    return explained(known)


def make_queue(database: str) -> bool:
    """Make Procrastinate's tables or bring them up to date; False where they were.

    Its migrations are files, each named after the version that it leads to.
    """
    try:
        with psycopg.connect(in_schema(database)) as connection:  # one transaction
            connection.execute("SELECT pg_advisory_xact_lock(%s, 0)", (LOCKS,))
            row = connection.execute("SELECT version FROM wikibot.queue").fetchone()
            if row is None:
                orders = [SchemaManager.get_schema()]
            else:
                files = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
                orders = [file.read_text("utf-8") for file in files if _version(file) > row[0]]
            for order in orders:
                connection.execute(order.encode())
            connection.execute(_KEEP_VERSION, (queue_version(),))
    except psycopg.Error as error:
        raise explained(error) from None
    return bool(orders)


def queue_version() -> str:
    """The version of Procrastinate's tables that this program works with."""
    return max(map(_version, Path(SchemaManager.get_migrations_path()).glob("*.sql")))


def _version(file: Path) -> str:
    """Of the name of a migration; its parts have two digits each."""
    return file.name.partition("_")[0]


def lock_of(game: str) -> str:
    """The name of a game's lock, in the form that the farm's table also uses."""
    return f"game {game}"


def sync_job(
    app: App, game: str, stamp: str = "", *, told: bool = False, queue: str = SYNCS, **more: Any
) -> Job:
    """The job of one sync."""
    lock = lock_of(game)
    arguments = {"game": game, "stamp": stamp, "told": told, "long": queue == LONG}
    options = {"queue": queue, "lock": lock, "queueing_lock": lock, "task_kwargs": arguments}
    return app.configure_task("sync", allow_unknown=True, **{**options, **more}).job


async def defer(app: App, jobs: Sequence[Job]) -> None:
    """Put jobs into the queue but those that wait there already."""
    for job in jobs:
        with suppress(AlreadyEnqueued):
            await app.job_manager.defer_job_async(job)


def wake(app: App, moved: Sequence[Moved]) -> None:
    """Put games into the queue that are not there; one that is put off is put off no longer."""
    jobs = [
        sync_job(app, each.game, each.stamp, told=each.told, priority=each.priority)
        for each in moved
    ]
    if not jobs:
        return
    with suppress(AlreadyEnqueued):  # the usual case, in one go
        app.job_manager.batch_defer_jobs(jobs)
        return
    for job in jobs:
        try:
            app.job_manager.defer_job(job)
        except AlreadyEnqueued:
            drop_waiting(app, str(job.task_kwargs["game"]), put_off=True)
            with suppress(AlreadyEnqueued):  # it waits its turn
                app.job_manager.defer_job(job)


def drop_waiting(app: App, game: str, *, put_off: bool = False) -> None:
    """Take a game's waiting job from the queue; ``put_off``: only one that is for later."""
    now = datetime.now(UTC)
    for job in jobs_of(app, game, "todo"):
        if not put_off or (job.scheduled_at and job.scheduled_at > now):
            app.job_manager.cancel_job_by_id(job.id, delete_job=True)


def jobs_of(app: App, game: str, status: str) -> list[Any]:
    """The jobs of a game in a status."""
    return list(app.job_manager.list_jobs(lock=lock_of(game), status=status))
