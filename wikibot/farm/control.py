"""What an operator does with the farm: set it up, put games in, look, wake a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import ConnectorException

from wikibot.config.sections import WikiSection
from wikibot.exits import SETTINGS, ProgramError
from wikibot.farm.jobs import BY_HAND, lock_of, sync_job
from wikibot.farm.table import GameRow, WatchedTable
from wikibot.storage.postgres.connection import explained

_HERE = (
    "SELECT to_regclass('procrastinate_jobs') IS NOT NULL"
    " AND to_regclass('wikibot.watched') IS NOT NULL"
)


@contextmanager
def opened(database: str) -> Iterator[App]:
    """An app to defer from. Raises :class:`ProgramError`."""
    app = App(connector=SyncPsycopgConnector(conninfo=database, min_size=1, max_size=1))
    try:
        with app.open():
            yield app
    except (ConnectorException, psycopg.Error) as error:
        cause = error.__cause__ if isinstance(error.__cause__, psycopg.Error) else error
        known = cause if isinstance(cause, psycopg.Error) else psycopg.OperationalError(str(cause))
        raise explained(known) from None


def make_queue(database: str) -> bool:
    """Make Procrastinate's tables; False where they were there."""
    with opened(database) as app:
        if app.check_connection():
            return False
        app.schema_manager.apply_schema()
    return True


def need_schema(database: str) -> None:
    """Raise :class:`ProgramError` where the database is out of reach, or was not set up."""
    try:
        with psycopg.connect(database, connect_timeout=10) as connection:
            row = connection.execute(_HERE).fetchone()
    except psycopg.Error as error:
        raise explained(error) from None
    if not row or not row[0]:
        why = "the database has no farm yet; run `wikibot farm init` once"
        raise ProgramError(why, SETTINGS)


def watch(database: str, game: str, wiki: WikiSection) -> None:
    """Make the next tick look at a game that is new, or whose settings changed."""
    with WatchedTable.opened(database) as table:
        table.watch(game, wiki.api, wiki.user)


def forget_jobs(database: str, game: str) -> None:
    """Take a game's waiting job from the queue."""
    with opened(database) as app:
        _drop_waiting(app, game)


def sync_now(database: str, game: str) -> bool:
    """Put a game at the head of the queue, also one that failed; False where it is being synced."""
    with opened(database) as app:
        _drop_waiting(app, game)
        app.job_manager.defer_job(sync_job(app, game, priority=BY_HAND))
        return not _jobs(app, game, "doing")


def rows(database: str, game: str = "") -> list[GameRow]:
    """All games, or one, as they are now."""
    with WatchedTable.opened(database) as table:
        return table.rows(game)


def _drop_waiting(app: App, game: str) -> None:
    for job in _jobs(app, game, "todo"):
        app.job_manager.cancel_job_by_id(job.id, delete_job=True)


def _jobs(app: App, game: str, status: str) -> list[Any]:
    return list(app.job_manager.list_jobs(lock=lock_of(game), status=status))
