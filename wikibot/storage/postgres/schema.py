"""The tables: one file of SQL for each version, carried out once and in order.

A folder of files and a table of what was carried out; a framework for migrations would bring more
than the few statements that it replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import psycopg

from wikibot.storage.postgres.connection import LOCKS, Database

_BEGIN = """
CREATE SCHEMA IF NOT EXISTS wikibot;
CREATE TABLE IF NOT EXISTS wikibot.versions (
    version integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now());
"""
_THERE = "SELECT to_regclass('wikibot.versions') IS NOT NULL"
_DONE = "SELECT coalesce(max(version), 0) FROM wikibot.versions"
_NOTE = "INSERT INTO wikibot.versions (version, name) VALUES (%s, %s)"


def versions() -> Sequence[tuple[int, Traversable]]:
    """The number and file of each version, in order."""
    folder = resources.files(__package__) / "migrations"
    files = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    return sorted((int(file.name.partition("-")[0]), file) for file in files)


def version(database: Database) -> int:
    """Which version the tables have; 0: there are none."""
    if not database.rows(_THERE)[0][0]:
        return 0
    return int(database.rows(_DONE)[0][0])


def migrate(database: Database) -> int:
    """Make the tables, or bring them up to the newest version; all or nothing. Gives the version.

    Two that do so at once do it one after the other.
    """
    return database.work(_migrate)


def _migrate(connection: psycopg.Connection[tuple[Any, ...]]) -> int:
    with connection.transaction():
        connection.execute("SET LOCAL statement_timeout = 0")  # tables may be large
        connection.execute("SELECT pg_advisory_xact_lock(%s, 0)", (LOCKS,))
        connection.execute(_BEGIN)
        row = connection.execute(_DONE).fetchone()
        done = int(row[0]) if row else 0
        for number, file in versions():
            if number > done:
                connection.execute(file.read_bytes())
                connection.execute(_NOTE, (number, file.name))
                done = number
    return done
