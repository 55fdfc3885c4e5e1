"""The storage of one game of a farm: all that a sync keeps outside the wiki, in the database.

A worker's disk may vanish at any time, so nothing is on it. What is secret is encrypted for its
place (:mod:`wikibot.storage.postgres.connection`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString

import psycopg

from wikibot.config.settings import FoundPassword, NoSecret, Password, Settings, read_webhooks
from wikibot.config.values import Hidden
from wikibot.storage.local import KEPT_TEXTS, Added, Journal, OutcomeRow, PageRow, RunRow
from wikibot.storage.postgres.connection import Database, Keys

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
    """Implements :class:`wikibot.storage.local.Storage`. ``number`` is that of the game's lock."""

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
            who = self.settings.wiki.user or "the bot"
            how = "set WIKIBOT_PASSWORD, and add the game again with --replace"
            raise NoSecret(f"there is no password for {who}; {how}")
        return FoundPassword(Password(text), self._files.place)

    def webhooks(self) -> tuple[Hidden, ...]:
        """As they were when the game was added. Raises :class:`NoSecret`."""
        text = self._files.read(WEBHOOKS)
        return read_webhooks(text) if text else ()


class PostgresDrawer:
    """Implements :class:`wikibot.storage.local.Drawer`. All texts are read at once, and kept."""

    def __init__(self, database: Database, keys: Keys, game: str, drawer: str) -> None:
        self._database, self._keys, self._game, self._drawer = database, keys, game, drawer
        self._texts: dict[str, str] = {}
        self._of = -1  # the connection that they were read by

    def __repr__(self) -> str:
        return f"<drawer {self._drawer} of {self._game}>"

    @property
    def place(self) -> str:
        return f"the farm's database, game {self._game}"

    def forget(self) -> None:
        """Read all of it again when it is next needed."""
        self._of = -1

    def names(self) -> Sequence[str]:
        return sorted(self._read())

    def read(self, name: str) -> str | None:
        """One text. One that cannot be decrypted is not lost: raises :class:`KeyFault`."""
        return self._read().get(name)

    def _read(self) -> dict[str, str]:
        if self._of != self._database.generation:
            rows = self._database.rows(_READ, (self._game, self._drawer))
            of = (self._game, self._drawer)
            self._texts = {name: self._keys.unseal(sealed, *of, name) for name, sealed in rows}
            self._of = self._database.generation
        return self._texts

    def _row(self, name: str, text: str) -> tuple[Any, ...]:
        sealed = self._keys.seal(text, self._game, self._drawer, name)
        return (self._game, self._drawer, name, sealed)

    def write(self, name: str, text: str) -> None:
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

    def open_to_others(self) -> tuple[()]:
        """Nothing: all is encrypted."""
        return ()


class DrawerText:
    """Implements :class:`wikibot.wiki.files.KeptText`: one text of a drawer."""

    def __init__(self, drawer: PostgresDrawer, name: str) -> None:
        self._drawer, self._name = drawer, name

    @property
    def place(self) -> str:
        return f"{self._drawer.place}, {self._name}"

    def read(self) -> str | None:
        return self._drawer.read(self._name)

    def write(self, text: str) -> None:
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
        known = self._id()
        rows = self._database.rows(_READ_SESSION, (known,))
        return self._keys.unseal(rows[0][0], "session", known.hex()) if rows else None

    def write(self, text: str) -> None:
        known = self._id()
        sealed = self._keys.seal(text, "session", known.hex())
        self._database.run(_WRITE_SESSION, (known, sealed))


# -- The journal of one game among those of many: in its rows of the shared tables -----------------

_PAGE = "SELECT revision, title, sha1, text, comment FROM wikibot.pages WHERE game = %s"
_NOTES = """
SELECT name, CASE WHEN length(value) < 10000 THEN value END FROM wikibot.notes WHERE game = %s
"""
_NOTE = "SELECT value FROM wikibot.notes WHERE game = %s AND name = %s"
_RUNS = "SELECT run, time, what FROM wikibot.runs WHERE game = %s ORDER BY time, run"
_OUTCOMES = """
SELECT action, run, time, account, text, verdict, answer FROM wikibot.outcomes WHERE game = %s
ORDER BY time, run, action
"""
_ADD_PAGE = """
INSERT INTO wikibot.pages (game, revision, title, sha1, text, comment)
VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (game, revision) DO UPDATE SET
title = excluded.title, sha1 = excluded.sha1, text = excluded.text, comment = excluded.comment
"""
_ADD_NOTE = """
INSERT INTO wikibot.notes (game, name, value) VALUES (%s, %s, %s)
ON CONFLICT (game, name) DO UPDATE SET value = excluded.value
"""
_ADD_RUN = """
INSERT INTO wikibot.runs (game, run, time, what) VALUES (%s, %s, %s, %s)
ON CONFLICT (game, run) DO UPDATE SET time = excluded.time, what = excluded.what
"""
_ADD_OUTCOME = """
INSERT INTO wikibot.outcomes (game, action, run, time, account, text, verdict, answer)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (game, action, run) DO UPDATE SET
time = excluded.time, account = excluded.account, text = excluded.text,
verdict = excluded.verdict, answer = excluded.answer
"""
_DROP_OLD = """
DELETE FROM wikibot.pages WHERE game = %s AND title = %s AND revision NOT IN (SELECT revision
FROM wikibot.pages WHERE game = %s AND title = %s ORDER BY revision DESC LIMIT %s)
"""
_LOST = "\N{REPLACEMENT CHARACTER}"  # for the one character that PostgreSQL cannot keep


class PostgresRows:
    """Implements :class:`wikibot.storage.local.Rows`. The connection outlives it."""

    def __init__(self, database: Database, game: str) -> None:
        self._database, self._game = database, game
        self._notes: dict[str, str | None] | None = None  # None: a long one
        self._of = 0  # the connection that the notes were read by

    @property
    def place(self) -> str:
        return f"the farm's database, game {self._game}"

    def page(self, revision: int) -> PageRow | None:
        rows = self._database.rows(f"{_PAGE} AND revision = %s", (self._game, revision))
        return _page(rows[0]) if rows else None

    def note(self, name: str) -> str | None:
        if self._notes is None or self._of != self._database.generation:
            self._notes = dict(self._database.rows(_NOTES, (self._game,)))
            self._of = self._database.generation
        value = self._notes.get(name)
        if value is None and name in self._notes:
            rows = self._database.rows(_NOTE, (self._game, name))
            return str(rows[0][0]) if rows else None
        return value

    def write(self, added: Added) -> None:
        """In one transaction, in one round trip."""
        self._database.work(lambda connection: self.write_by(connection, self._game, added))
        self._notes = None

    @staticmethod
    def write_by(connection: psycopg.Connection[tuple[Any, ...]], game: str, added: Added) -> None:
        titles = sorted({page.title for page in added.pages})
        with connection.transaction(), connection.pipeline(), connection.cursor() as cursor:
            for order, rows in (
                (_ADD_PAGE, [_stored(game, page) for page in added.pages]),
                (_DROP_OLD, [(game, title, game, title, KEPT_TEXTS) for title in titles]),
                (_ADD_NOTE, [_clean(game, *note) for note in added.notes.items()]),
                (_ADD_RUN, [_clean(game, *run) for run in added.runs]),
                (_ADD_OUTCOME, [_clean(game, *outcome) for outcome in added.outcomes]),
            ):
                if rows:
                    cursor.executemany(order, rows)

    def dump(self) -> Added:
        def rows(question: LiteralString) -> list[tuple[Any, ...]]:
            return self._database.rows(question, (self._game,))

        return Added(
            [_page(row) for row in rows(f"{_PAGE} ORDER BY revision")],
            dict(rows("SELECT name, value FROM wikibot.notes WHERE game = %s ORDER BY name")),
            [RunRow(*row) for row in rows(_RUNS)],
            [OutcomeRow(*row) for row in rows(_OUTCOMES)],
        )

    def close(self) -> None:
        """Nothing to close: the connection is shared."""


def _page(row: Sequence[Any]) -> PageRow:
    revision, title, sha1, text, comment = row
    return PageRow(revision, title, sha1, text.decode(), comment)


def _stored(game: str, page: PageRow) -> tuple[Any, ...]:
    comment = page.comment and page.comment.replace("\0", _LOST)
    return (game, page.revision, page.title, page.sha1, page.text.encode(), comment)


def _clean(*values: str) -> tuple[str, ...]:
    return tuple(str(value).replace("\0", _LOST) for value in values)
