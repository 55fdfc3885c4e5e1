"""Politeness to the host of a wiki, kept by all workers together in the database.

One writes at a time: an advisory lock, which a killed process loses with its connection. A request
of a server to wait (Retry-After, maxlag, a rate limit) is a row that all look at before they send.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg

from wikibot.storage.postgres.connection import explained

_LOCK = "SELECT pg_advisory_lock(hashtextextended('wikibot writes to ' || %s, 0))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtextextended('wikibot writes to ' || %s, 0))"
_WAIT = (
    "SELECT extract(epoch FROM not_before - clock_timestamp())::float8 FROM wikibot.hosts"
    " WHERE host = %s AND not_before > clock_timestamp()"
)
_TOLD = (
    "INSERT INTO wikibot.hosts AS known (host, not_before)"
    " VALUES (%(host)s, clock_timestamp() + %(seconds)s * interval '1 second')"
    " ON CONFLICT (host) DO UPDATE"
    " SET not_before = greatest(known.not_before, excluded.not_before)"
)
_MOST_SECONDS = 3600.0  # that a server may ask for at once


def host_of(api: str) -> str:
    """The host of an API, with its port: all its wikis share its patience."""
    return urlsplit(api).netloc.rpartition("@")[2].casefold()


class HostGate:
    """Implements :class:`wikibot.wiki.retry.Gate` on a separate connection."""

    def __init__(self, database: str, api: str) -> None:
        self._host = host_of(api)
        try:
            self._connection = psycopg.connect(database, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise explained(error) from None

    def __enter__(self) -> HostGate:
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.close()

    def wait(self) -> float:
        """Seconds left of the wait that the host asked any worker for."""
        try:
            row = self._connection.execute(_WAIT, (self._host,)).fetchone()
        except psycopg.Error as error:
            raise explained(error) from None
        return float(row[0]) if row else 0.0

    def told(self, seconds: float) -> None:
        """Make all other workers wait, too."""
        told = {"host": self._host, "seconds": min(seconds, _MOST_SECONDS)}
        try:
            self._connection.execute(_TOLD, told)
        except psycopg.Error as error:
            raise explained(error) from None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One writing request at a time, among all workers."""
        try:
            self._connection.execute(_LOCK, (self._host,))
        except psycopg.Error as error:
            raise explained(error) from None
        try:
            yield
        finally:
            self._unlock()

    def _unlock(self) -> None:
        """Release the lock; a lost connection has released it already."""
        try:
            self._connection.execute(_UNLOCK, (self._host,))
        except psycopg.Error:
            self._connection.close()
