"""All games of a farm: which there are, their settings, what is settled, their storages."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import psycopg
from msgspec import Struct

from wikibot.config.settings import Settings, from_text
from wikibot.exits import USAGE, ProgramError
from wikibot.storage.postgres.connection import LOCKS, PATIENCE, Database, find_dsn
from wikibot.storage.postgres.encryption import Keys
from wikibot.storage.postgres.game import FILES, SETTINGS, GameStorage

_PART = 12  # of a sync's time; a stage, which may take a quarter, does not end by waiting
_CHECK = "wikibot"  # a text that is known
_KEY_CHECK = "what this farm has"
_FIND_CHECK = "SELECT sealed FROM wikibot.key_check"
_KEEP_CHECK = """
INSERT INTO wikibot.key_check (sealed) VALUES (%s) ON CONFLICT (one) DO NOTHING
"""
_GAMES = """
SELECT name, version, api, account, rules, gamestate, paused, added FROM wikibot.games ORDER BY name
"""
_FOUND = """
SELECT g.number, g.origin, t.sealed FROM wikibot.games g JOIN wikibot.texts t
ON t.game = g.name AND t.drawer = %s AND t.name = %s WHERE g.name = %s
"""
_TEXTS = "SELECT game, drawer, name, sealed FROM wikibot.texts"
_RENEW = """
UPDATE wikibot.texts SET sealed = %s WHERE game = %s AND drawer = %s AND name = %s AND sealed = %s
"""
_RENEW_CHECK = "UPDATE wikibot.key_check SET sealed = %s WHERE sealed = %s"
_BEGIN = """
CREATE SCHEMA IF NOT EXISTS wikibot;
CREATE TABLE IF NOT EXISTS wikibot.versions (
    version integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now());
"""
_THERE = "SELECT to_regclass('wikibot.versions') IS NOT NULL"
_DONE = "SELECT coalesce(max(version), 0) FROM wikibot.versions"
_NOTE = "INSERT INTO wikibot.versions (version, name) VALUES (%s, %s)"


class NoSuchFarmGame(ProgramError):
    """The farm has no game of this name; the message names near ones."""

    exit_code = USAGE


class FarmGame(Struct, frozen=True):
    """A game as the farm lists it. ``version`` goes up whenever its settings change."""

    name: str
    version: int
    api: str
    account: str
    rules: str
    gamestate: str
    paused: bool
    added: datetime


class FarmStore(AbstractContextManager["FarmStore"]):
    """The farm's database, opened with ``with FarmStore.open() as store``. One a process."""

    def __init__(self, database: Database, keys: Keys, dsn: str = "") -> None:
        self.database, self.keys, self.dsn = database, keys, dsn

    def __repr__(self) -> str:
        return "<FarmStore>"

    @classmethod
    def open(
        cls, dsn: str = "", environment: Mapping[str, str] | None = None, patience: float = PATIENCE
    ) -> FarmStore:
        """Find address and key; nothing is asked yet.

        ``patience``: seconds for which a lost connection is tried again. Raises
        :class:`KeyFault`, :class:`DatabaseFault`.
        """
        keys, found = Keys.find(environment), find_dsn(dsn, environment)
        return cls(Database(found, patience=patience), keys, found)

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self.database.close()

    # -- tables and key ----------------------------------------------------------------------------

    def migrate(self) -> int:
        """Make the tables or bring them up to date, and remember the key. Gives the version.

        Raises :class:`KeyFault` where the farm has another key.
        """
        version = self.database.work(_migrate)
        self.database.run(_KEEP_CHECK, (self.keys.seal(_CHECK, _KEY_CHECK),))
        self.check_key()
        return version

    def version(self) -> int:
        """The version of the tables; 0: there are none."""
        there = self.database.rows(_THERE)[0][0]
        return int(self.database.rows(_DONE)[0][0]) if there else 0

    def check_key(self) -> None:
        """Raise :class:`KeyFault` for a wrong key, :class:`DatabaseFault` without tables."""
        for (sealed,) in self.database.rows(_FIND_CHECK):
            self.keys.unseal(sealed, _KEY_CHECK)

    def encrypt_anew(self) -> int:
        """Encrypt with the first key what is encrypted with others; how many texts that were.

        Afterwards the others can be taken out. Workers that have both may go on meanwhile; sessions
        are begun anew by the next syncs.
        """
        count = 0
        for *place, sealed in self.database.rows(_TEXTS):
            if not self.keys.is_current(sealed):
                fresh = self.keys.seal(self.keys.unseal(sealed, *place), *place)
                count += self.database.run(_RENEW, (fresh, *place, sealed))
        for (sealed,) in self.database.rows(_FIND_CHECK):
            if not self.keys.is_current(sealed):
                self.keys.unseal(sealed, _KEY_CHECK)
                fresh = self.keys.seal(_CHECK, _KEY_CHECK)
                count += self.database.run(_RENEW_CHECK, (fresh, sealed))
        self.database.run("DELETE FROM wikibot.sessions")
        return count

    # -- games -------------------------------------------------------------------------------------

    def games(self) -> Sequence[FarmGame]:
        """All games in the order of their names."""
        return [FarmGame(*row) for row in self.database.rows(_GAMES)]

    def settings(self, name: str) -> Settings:
        """The settings of a game. Raises :class:`NoSuchFarmGame`."""
        return self._found(name)[1]

    def storage(self, name: str) -> GameStorage:
        """The storage of a game, by this connection. Raises :class:`NoSuchFarmGame`."""
        number, settings = self._found(name)
        part = settings.bot.deadline.total_seconds() / _PART
        self.database.patience = min(self.database.patience, part)
        return GameStorage(self.database, self.keys, name, number, settings)

    def _found(self, name: str) -> tuple[int, Settings]:
        rows = self.database.rows(_FOUND, (FILES, SETTINGS, name))
        if not rows:
            raise self._unknown(name)
        number, origin, sealed = rows[0]
        text = self.keys.unseal(sealed, name, FILES, SETTINGS)
        return int(number), from_text(text, Path(origin))

    def _unknown(self, name: str) -> NoSuchFarmGame:
        names = [game.name for game in self.games()]
        close = difflib.get_close_matches(name, names, 1)
        hint = f"Did you mean {close[0]}?" if close else "`wikibot farm list` names all."
        return NoSuchFarmGame(f"the farm has no game {name!r}. {hint}")

    def pause(self, name: str, paused: bool) -> None:
        """Play a game no more, or again. Raises :class:`NoSuchFarmGame`."""
        order = "UPDATE wikibot.games SET paused = %s WHERE name = %s"
        if not self.database.run(order, (paused, name)):
            raise self._unknown(name)


def _versions() -> Sequence[tuple[int, Traversable]]:
    """The number and file of each version, in order."""
    folder = resources.files(__package__) / "migrations"
    files = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    return sorted((int(file.name.partition("-")[0]), file) for file in files)


def _migrate(connection: psycopg.Connection[tuple[Any, ...]]) -> int:
    with connection.transaction():
        connection.execute("SET LOCAL statement_timeout = 0")  # tables may be large
        connection.execute("SELECT pg_advisory_xact_lock(%s, 0)", (LOCKS,))
        connection.execute(_BEGIN)
        row = connection.execute(_DONE).fetchone()
        done = int(row[0]) if row else 0
        for number, file in _versions():
            if number > done:
                connection.execute(file.read_bytes())
                connection.execute(_NOTE, (number, file.name))
                done = number
    return done
