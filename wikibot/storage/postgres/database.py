"""The database that all games share: one connection to it, and the storage of one game.

The connection is made anew when it is lost, with patience that ends. Whatever is done is
idempotent, so that it may be done again where it is not known whether a lost connection carried it
out. Error messages never quote what was being written.

A worker's disk may vanish at any time, so nothing is on it. What is secret is encrypted for its
place.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import logging
import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString, TypeVar

import psycopg
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from psycopg.pq import TransactionStatus
from pydantic import SecretStr
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_delay
from tenacity.wait import wait_random_exponential

from wikibot.config import logs
from wikibot.config.settings import (
    FoundPassword,
    NoSecret,
    Settings,
    from_environment,
    read_webhooks,
)
from wikibot.config.values import Hidden
from wikibot.exits import SETTINGS, TRY_LATER, ProgramError
from wikibot.storage.local import KEPT_TEXTS, Added, Busy, Journal, OutcomeRow, PageRow, RunRow
from wikibot.wikitext.regex import regex

# == Secrets are encrypted before they leave the process: the database has no key ==================
#
# AES-256-GCM of `cryptography`, with the place of the text (game, drawer, name) as associated
# data: a row that is copied to another game or name cannot be decrypted there, which Fernet,
# without associated data, would not notice. The key is the operator's: the environment variable,
# or the systemd credential. Several keys may stand there, of which the first encrypts and all
# decrypt, so that a key can be replaced while workers run.
#
# A sealed text is: one byte for the form, four that tell the key, a nonce of twelve, the
# ciphertext.

KEY_VARIABLE, KEY_CREDENTIAL = "WIKIBOT_FARM_KEY", "wikibot-farm-key"
_FORM = b"\x01"
_KEY, _NAME, _NONCE = 32, 4, 12  # bytes
_WHERE = f"{KEY_VARIABLE}, or in the systemd credential {KEY_CREDENTIAL}"


class KeyFault(ProgramError):
    """The key is missing, is none, or is not the one; the message says what to do."""

    exit_code = SETTINGS


class Keys:
    """The keys of a farm. They never show in a repr."""

    __slots__ = ("_ciphers", "_first")

    def __init__(self, keys: Sequence[bytes]) -> None:
        """``keys``: 32 bytes each; the first encrypts."""
        self._ciphers = {_name_of(key): AESGCM(key) for key in reversed(keys)}
        self._first = keys[0]

    def __repr__(self) -> str:
        return f"Keys({len(self._ciphers)} hidden)"

    @classmethod
    def read(cls, text: str) -> Keys:
        """From the keys as text, with blanks or commas between. Raises :class:`KeyFault`."""
        words = text.replace(",", " ").split()
        try:
            keys = [base64.b64decode(word, altchars=b"-_", validate=True) for word in words]
        except (binascii.Error, ValueError):
            keys = []
        if not keys or any(len(key) != _KEY for key in keys):
            why = "32 bytes in base64 are expected, as `wikibot farm init` prints them"
            raise KeyFault(f"what stands in {_WHERE} is not a key: {why}")
        return cls(keys)

    @classmethod
    def find(cls, environment: Mapping[str, str] | None = None) -> Keys:
        """From the environment or the systemd credential. Raises :class:`KeyFault`."""
        text = from_environment(KEY_VARIABLE, KEY_CREDENTIAL, environment)
        if not text:
            why = "it encrypts the secrets of the games. `wikibot farm init` prints a new one"
            raise KeyFault(f"there is no key in {_WHERE}; {why}")
        return cls.read(text)

    def seal(self, text: str, *place: str) -> bytes:
        """Encrypt a text for its place."""
        head, nonce = _FORM + _name_of(self._first), os.urandom(_NONCE)
        cipher = self._ciphers[_name_of(self._first)]
        return head + nonce + cipher.encrypt(nonce, text.encode(), head + _bound(place))

    def unseal(self, sealed: bytes, *place: str) -> str:
        """Decrypt what was encrypted for this place. Raises :class:`KeyFault`."""
        head, nonce, rest = sealed[:5], sealed[5:17], sealed[17:]
        cipher = self._ciphers.get(head[1:]) if head[:1] == _FORM else None
        what = place[0] if len(place) == 1 else f"{place[-1]} of {place[0]}"
        if cipher is None:
            why = f"is encrypted with another key than the one in {_WHERE}"
            how = "Set the farm's own; after a change, both, the new one first"
            raise KeyFault(f"{what} {why}. {how}")
        try:
            return cipher.decrypt(nonce, rest, head + _bound(place)).decode()
        except (InvalidTag, ValueError):
            why = "it was changed in the database, or moved there from another place"
            how = "put it back from a backup, or add the game anew"
            raise KeyFault(f"{what}: {why}; {how}") from None

    def is_current(self, sealed: bytes) -> bool:
        """Whether it is encrypted with the first key."""
        return sealed[:5] == _FORM + _name_of(self._first)

    def tag(self, *parts: str) -> bytes:
        """A name that only an owner of the key can make from these parts; 32 bytes."""
        return hmac.digest(self._first, b"tag" + _bound(parts), "sha256")


def new_key() -> str:
    """A key at random, as text."""
    return base64.urlsafe_b64encode(os.urandom(_KEY)).decode()


def _name_of(key: bytes) -> bytes:
    """By which a key is known; it tells nothing of it."""
    return hashlib.sha256(b"wikibot farm key" + key).digest()[:_NAME]


def _bound(parts: Sequence[str]) -> bytes:
    """Parts as bytes, of which no two lists have the same."""
    encoded = [part.encode() for part in parts]
    return b"".join(len(each).to_bytes(4, "big") + each for each in encoded)


# == One connection to the database, made anew when it is lost, with patience that ends ============

VARIABLE, CREDENTIAL = "WIKIBOT_DATABASE", "wikibot-database"
PATIENCE = 30.0  # seconds that a lost connection is tried again for, in one go
SLOW = 20.0  # seconds that one statement may take
LOCKS = 0x57494B49  # "WIKI": the first of the two numbers of our advisory locks
_CONNECT_SECONDS = 10
# The lock of a machine that is gone from the network is let go within a minute, not within hours.
_SESSION = """
SELECT set_config('statement_timeout', %s, false), set_config('lock_timeout', %s, false),
    set_config('tcp_keepalives_idle', '20', false), set_config('tcp_keepalives_count', '4', false),
    set_config('tcp_keepalives_interval', '5', false)
"""
_HOLDER = """
SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.classid = %s AND l.objid = %s AND l.objsubid = 2 AND l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_PASSES = ("08", "40", "57P", "53300")  # connection, collision, shutdown or start, too many at once
# Of connecting, what waiting does not mend.
_STAYS = regex("authentication|does not exist|pg_hba|could not translate|certificate")
_OWN_SECONDS, _OWN_PAUSE = 2.0, 0.05  # until the server has seen that our last connection ended
_WHAT = {  # by the beginning of an SQLSTATE, the longest first
    "53100": ("its disk is full", "Make room there"),
    "53": ("it lacks memory, room or connections", "Look at its machine and at max_connections"),
    "25006": ("it is read-only", "Connect to the primary, or wait until it takes writes again"),
    "57014": ("it takes too long to answer", "Look at its load and at what holds its locks"),
    "55P03": ("it takes too long to answer", "Look at its load and at what holds its locks"),
    "42501": ("this account may not do that there", "docs/farm.md has the rights that it needs"),
    "3F000": ("it has no tables of a farm", "Run `wikibot farm init`"),
    "42P01": ("it has no tables of a farm", "Run `wikibot farm init`"),
    "42703": ("its tables are of another version", "Run `wikibot farm init`"),
    "23505": ("another command changes the same thing", "Try again"),
    "28": ("it does not let this account in", f"Check {VARIABLE}"),
    "3D000": ("there is no such database", f"Make it, or check {VARIABLE}"),
}
_SETUP = ("28", "3D000", "3F000", "42")  # waiting does not help
T = TypeVar("T")
LOGGER = logging.getLogger(__name__)


class DatabaseFault(ProgramError):
    """The database cannot be used; the message says why and what to do."""

    exit_code = TRY_LATER


def find_dsn(given: str = "") -> str:
    """How to connect: as given, or from the environment or a systemd credential.

    Where there is none, libpq's own variables (PGHOST...) say it. Raises :class:`DatabaseFault`.
    """
    dsn = given or from_environment(VARIABLE, CREDENTIAL)
    try:
        password = psycopg.conninfo.conninfo_to_dict(dsn).get("password")
    except psycopg.Error:  # whose message may quote the password
        form = "postgresql://USER@HOST/NAME is expected, or libpq's `host=... dbname=...`"
        why = f"{VARIABLE} is not the address of a database; {form}"
        raise DatabaseFault(why, SETTINGS) from None
    if dsn.count("@") > 1 and "://" in dsn:  # what follows the first would be told as a host
        why = "has more than one @; write %40 for one in the password"
        raise DatabaseFault(f"the address in {VARIABLE} {why}", SETTINGS)
    logs.hide(str(password or ""))
    return dsn


def in_schema(dsn: str) -> str:
    """The same address, where names without a schema are those of the farm's.

    Procrastinate's are so: its tables would else be where the role's search path has them.
    """
    given = psycopg.conninfo.conninfo_to_dict(dsn).get("options") or os.environ.get("PGOPTIONS", "")
    path = "-c search_path=wikibot"
    options = str(given) if path in str(given) else f"{given} {path}".strip()
    return psycopg.conninfo.make_conninfo(dsn, options=options)


class Database:
    """The connection of one process. It may not be used after a fork."""

    def __init__(
        self, dsn: str, *, patience: float = PATIENCE, slow: float = SLOW,
        sleep: Callable[[float], None] = time.sleep
    ) -> None:  # fmt: skip
        """``slow``: seconds that one statement may take."""
        self._dsn, self._slow, self._sleep = dsn, slow, sleep
        self.patience = patience  # seconds for which a lost connection is tried again
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._lock: int | None = None  # the game whose lock goes with every connection
        self.generation = 0  # connections made so far: what was read by an earlier one may be old

    def __repr__(self) -> str:
        return "<Database>"

    def close(self) -> None:
        connection, self._connection, self._lock = self._connection, None, None
        if connection is not None:
            connection.close()

    # -- statements --------------------------------------------------------------------------------

    def rows(self, statement: LiteralString, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The answer to one statement, which is carried out alone."""
        return self.work(lambda connection: connection.execute(statement, values).fetchall())

    def run(self, statement: LiteralString, values: Sequence[Any] = ()) -> int:
        """Carry out one idempotent statement alone; the number of its rows."""
        return self.work(lambda connection: connection.execute(statement, values).rowcount)

    def work(self, job: Callable[[psycopg.Connection[tuple[Any, ...]]], T]) -> T:
        """Do something idempotent, again while the connection is lost and there is patience.

        What needs several statements opens ``connection.transaction()`` in it. Raises
        :class:`DatabaseFault`.
        """
        pauses = wait_random_exponential(multiplier=0.1, max=2)
        tries = Retrying(
            retry=retry_if_exception(_passes), wait=pauses, stop=stop_after_delay(self.patience),
            sleep=self._sleep, before_sleep=_tell, reraise=True,
        )  # fmt: skip
        try:
            done: T = tries(self._once, job)
            return done
        except psycopg.Error as error:
            fault = explained(error)
        raise fault

    def _once(self, job: Callable[[psycopg.Connection[tuple[Any, ...]]], T]) -> T:
        connection = self._connected()
        try:
            return job(connection)
        except psycopg.Error as error:
            if _passes(error):
                self._drop()
            raise

    def _connected(self) -> psycopg.Connection[tuple[Any, ...]]:
        """The connection, if it can be used: a signal may have come in the middle of something."""
        connection = self._connection
        if connection is not None and not connection.closed:
            if connection.info.transaction_status == TransactionStatus.IDLE:
                return connection
            self._drop()
        self._connection = connection = psycopg.connect(
            self._dsn, autocommit=True, connect_timeout=_CONNECT_SECONDS,
            application_name=_own_name(),
        )  # fmt: skip
        limit = f"{round(self._slow * 1000)}ms"
        connection.execute(_SESSION, (limit, limit))
        self.generation += 1
        if self._lock is not None:
            self._take(connection, self._lock)
        return connection

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    # -- the lock of a game ------------------------------------------------------------------------

    def lock(self, number: int) -> None:
        """Hold the lock of a game until :meth:`unlock`, or until this process ends.

        The lock is the connection's: a killed worker has none. Where the connection is lost, the
        next one takes it again. Raises :class:`Busy`, then or now, where another has it.
        """
        self.work(lambda connection: self._take(connection, number))
        self._lock = number

    def unlock(self) -> None:
        """Let it go; never fails, for it goes with the connection, too."""
        number, self._lock = self._lock, None
        connection = self._connection
        if number is None or connection is None:
            return
        try:
            connection.execute("SELECT pg_advisory_unlock(%s, %s)", (LOCKS, number))
        except psycopg.Error:
            self._drop()

    def _take(self, connection: psycopg.Connection[tuple[Any, ...]], number: int) -> None:
        """Take the lock; what is left of our own last connection is waited for."""
        key, end = (LOCKS, number), time.monotonic() + _OWN_SECONDS
        while True:
            row = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", key).fetchone()
            if row and row[0]:
                return
            holder = connection.execute(_HOLDER, key).fetchone()
            who = holder[0] if holder and holder[0] else "its process is not known"
            if who != _own_name() or time.monotonic() > end:
                raise Busy(f"another sync of this game is running ({who}); try again later")
            self._sleep(_OWN_PAUSE)


def _own_name() -> str:
    """As the server's tables show this process."""
    return f"wikibot process {os.getpid()} on {socket.gethostname()}"[:63]


@contextmanager
def explaining() -> Iterator[None]:
    """Raise :class:`DatabaseFault` for what the database raises in this block."""
    try:
        yield
    except psycopg.Error as error:
        raise explained(error) from None


def explained(error: psycopg.Error) -> DatabaseFault:
    """Why the database cannot be used, without what was sent to it."""
    state = error.sqlstate or ""
    known = next((each for each in _WHAT if state.startswith(each)), None)
    if known is not None:
        why, remedy = _WHAT[known]
    elif isinstance(error, psycopg.OperationalError):
        words = str(error).strip().splitlines()[:1]  # libpq's, with addresses and no password
        why = f"it cannot be reached ({words[0]})" if words else "it cannot be reached"
        remedy = f"Look whether it runs, and at {VARIABLE}"
    else:
        why, remedy = f"{type(error).__name__} {state}".strip(), "This is a mistake in wikibot"
    stays = state.startswith(_SETUP) or (not state and _STAYS.search(str(error)))
    code = SETTINGS if stays else TRY_LATER
    return DatabaseFault(f"the farm's database cannot be used: {why}. {remedy}", code)


def _passes(error: BaseException) -> bool:
    """Whether the same may work in a moment."""
    if not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    if error.sqlstate is None:
        return not _STAYS.search(str(error))
    return error.sqlstate.startswith(_PASSES)


def _tell(state: RetryCallState) -> None:
    """Say at the first time that the database is waited for."""
    level = logging.WARNING if state.attempt_number == 1 else logging.DEBUG
    LOGGER.log(level, "the farm's database does not answer; trying again")


# == The storage of one game: all that a sync keeps outside the wiki ===============================

FILES, SEALS = "files", "seals"  # the drawers of a game
SETTINGS_FILE, PASSWORD, WEBHOOKS = "settings.ini", "password", "webhooks"  # in the first of them
WORDINGS = "wordings"
_READ = "SELECT name, sealed FROM wikibot.texts WHERE game = %s AND drawer = %s"
WRITE_TEXT = """
INSERT INTO wikibot.texts (game, drawer, name, sealed) VALUES (%s, %s, %s, %s)
ON CONFLICT (game, drawer, name) DO UPDATE SET sealed = excluded.sealed
"""
REMOVE_TEXT = "DELETE FROM wikibot.texts WHERE game = %s AND drawer = %s AND name = %s"
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
        """The journal. Raises :class:`wikibot.storage.postgres.database.DatabaseFault`."""
        with Journal(PostgresRows(self._database, self._game)) as journal:
            yield journal

    def password(self) -> FoundPassword:
        """As it was when the game was added. Raises :class:`NoSecret`."""
        text = self._files.read(PASSWORD)
        if not text:
            who = self.settings.wiki.user or "the bot"
            how = "set WIKIBOT_PASSWORD, and add the game again with --replace"
            raise NoSecret(f"there is no password for {who}; {how}")
        return FoundPassword(SecretStr(text), self._files.place)

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
        self._database.run(WRITE_TEXT, self._row(name, text))
        self._texts[name] = text

    def rename(self, name: str, new: str) -> None:
        """Move a text, which is bound to its name, in one transaction."""
        text = self._read()[name]

        def move(connection: psycopg.Connection[tuple[Any, ...]]) -> None:
            with connection.transaction():
                connection.execute(WRITE_TEXT, self._row(new, text))
                connection.execute(REMOVE_TEXT, (self._game, self._drawer, name))

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
        secret = self._storage.password().value.get_secret_value() if section.user else ""
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
