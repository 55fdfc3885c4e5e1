"""The storage of one game of a farm: all that a sync keeps outside the wiki, in the database.

A worker's disk may vanish at any time, so nothing is on it. What is secret is encrypted for its
place (:mod:`wikibot.storage.postgres.encryption`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from wikibot.config.secrets import FoundPassword, NoSecret, Password, read_webhooks
from wikibot.config.settings import Settings
from wikibot.config.values import Hidden
from wikibot.storage.journal import Journal
from wikibot.storage.postgres.connection import Database
from wikibot.storage.postgres.encryption import Keys
from wikibot.storage.postgres.rows import PostgresRows

FILES, SEALS = "files", "seals"  # the drawers of a game
SETTINGS, PASSWORD, WEBHOOKS = "settings.ini", "password", "webhooks"  # in the first of them
WORDINGS = "wordings"
_READ = "SELECT name, sealed FROM wikibot.texts WHERE game = %s AND drawer = %s"
_WRITE = """
INSERT INTO wikibot.texts (game, drawer, name, sealed) VALUES (%s, %s, %s, %s)
ON CONFLICT (game, drawer, name) DO UPDATE SET sealed = excluded.sealed
"""
_REMOVE = "DELETE FROM wikibot.texts WHERE game = %s AND drawer = %s AND name = %s"
_READ_SESSION = "SELECT sealed FROM wikibot.sessions WHERE id = %s"
_WRITE_SESSION = """
INSERT INTO wikibot.sessions (id, sealed) VALUES (%s, %s)
ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, changed = now()
"""


class GameStorage:
    """Implements :class:`wikibot.storage.base.Storage`. ``number`` is that of the game's lock."""

    def __init__(
        self, database: Database, keys: Keys, game: str, number: int, settings: Settings
    ) -> None:
        self._database, self._number, self.settings = database, number, settings
        self._game = game
        self._files = PostgresDrawer(database, keys, game, FILES)
        self.seals = PostgresDrawer(database, keys, game, SEALS)
        self.wordings = DrawerText(self._files, WORDINGS)
        self.cookies = KeptSession(database, keys, self)

    def files(self) -> Iterator[tuple[str, str]]:
        """Settings, password, webhooks and wordings, as far as there are any: name and text."""
        for name in self._files.names():
            yield name, self._files.read(name) or ""

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the game's lock, which goes with the connection. Raises :class:`Busy`."""
        self._database.lock(self._number)
        self._files.forget()  # what was read before may be old
        self.seals.forget()
        try:
            yield
        finally:
            self._database.unlock()

    @contextmanager
    def journal(self) -> Iterator[Journal]:
        """The journal. Raises :class:`wikibot.storage.postgres.connection.DatabaseFault`."""
        with Journal(PostgresRows(self._database, self._game)) as journal:
            yield journal

    def password(self) -> FoundPassword:
        """As it was when the game was added. Raises :class:`NoSecret`."""
        text = self._files.read(PASSWORD)
        if not text:
            how = "set WIKIBOT_PASSWORD, and add the game again with --replace"
            raise NoSecret(
                f"there is no password for {self.settings.wiki.user or 'the bot'}; {how}"
            )
        return FoundPassword(Password(text), self._files.place)

    def webhooks(self) -> tuple[Hidden, ...]:
        """As they were when the game was added. Raises :class:`NoSecret`."""
        text = self._files.read(WEBHOOKS)
        return read_webhooks(text) if text else ()


class PostgresDrawer:
    """Implements :class:`wikibot.storage.base.Drawer`. All texts are read at once, and kept."""

    def __init__(self, database: Database, keys: Keys, game: str, drawer: str) -> None:
        self._database, self._keys, self._game, self._drawer = database, keys, game, drawer
        self._texts: dict[str, str] = {}
        self._of = -1  # the connection that they were read by

    def __repr__(self) -> str:
        return f"<drawer {self._drawer} of {self._game}>"

    @property
    def place(self) -> str:
        """The game's name."""
        return f"the farm's database, game {self._game}"

    def forget(self) -> None:
        """Read all of it again when it is next needed."""
        self._of = -1

    def names(self) -> Sequence[str]:
        """All names."""
        return sorted(self._read())

    def read(self, name: str) -> str | None:
        """One text. One that cannot be decrypted is not lost: raises :class:`KeyFault`."""
        return self._read().get(name)

    def _read(self) -> dict[str, str]:
        if self._of != self._database.generation:
            rows = self._database.rows(_READ, (self._game, self._drawer))
            self._texts = {name: self._unsealed(name, sealed) for name, sealed in rows}
            self._of = self._database.generation
        return self._texts

    def _unsealed(self, name: str, sealed: bytes) -> str:
        return self._keys.unseal(sealed, self._game, self._drawer, name)

    def _row(self, name: str, text: str) -> tuple[Any, ...]:
        sealed = self._keys.seal(text, self._game, self._drawer, name)
        return (self._game, self._drawer, name, sealed)

    def write(self, name: str, text: str) -> None:
        """Keep a text; on return it is committed."""
        self._database.run(_WRITE, self._row(name, text))
        self._texts[name] = text

    def rename(self, name: str, new: str) -> None:
        """Move a text, which is bound to its name, in one transaction."""
        text = self._read()[name]

        def move(connection: psycopg.Connection[tuple[Any, ...]]) -> None:
            with connection.transaction():
                connection.execute(_WRITE, self._row(new, text))
                connection.execute(_REMOVE, (self._game, self._drawer, name))

        self._database.work(move)
        self._texts[new] = self._texts.pop(name)


class DrawerText:
    """Implements :class:`wikibot.wiki.files.KeptText`: one text of a drawer."""

    def __init__(self, drawer: PostgresDrawer, name: str) -> None:
        self._drawer, self._name = drawer, name

    @property
    def place(self) -> str:
        """The game and what it is."""
        return f"{self._drawer.place}, {self._name}"

    def read(self) -> str | None:
        """The text, None where there is none."""
        return self._drawer.read(self._name)

    def write(self, text: str) -> None:
        """Keep it."""
        self._drawer.write(self._name, text)


class KeptSession:
    """The cookies, which all games of one account on one wiki share: a login serves them all.

    They are found by account and password, so that a game whose settings name the account and
    another password gets none.
    """

    place = "the farm's database"

    def __init__(self, database: Database, keys: Keys, storage: GameStorage) -> None:
        self._database, self._keys, self._storage = database, keys, storage

    def _id(self) -> bytes:
        section = self._storage.settings.wiki
        secret = self._storage.password().value.plain() if section.user else ""
        return self._keys.tag("session", section.api, section.user, secret)

    def read(self) -> str | None:
        """The cookies as text."""
        known = self._id()
        rows = self._database.rows(_READ_SESSION, (known,))
        return self._keys.unseal(rows[0][0], "session", known.hex()) if rows else None

    def write(self, text: str) -> None:
        """Keep them."""
        known = self._id()
        sealed = self._keys.seal(text, "session", known.hex())
        self._database.run(_WRITE_SESSION, (known, sealed))
