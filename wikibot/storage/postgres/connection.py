"""One connection to the database, made anew when it is lost, with patience that ends.

Whatever is done is idempotent, so that it may be done again where it is not known whether a lost
connection carried it out. Error messages never quote what was being written.
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
from collections.abc import Callable, Mapping, Sequence
from typing import Any, LiteralString, TypeVar

import psycopg
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from psycopg.pq import TransactionStatus
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_delay
from tenacity.wait import wait_random_exponential

from wikibot.config import logs
from wikibot.config.settings import from_environment
from wikibot.exits import SETTINGS, TRY_LATER, ProgramError
from wikibot.storage.local import Busy
from wikibot.wikitext.regex import regex

# ==================================================================================================
# Secrets are encrypted before they leave the process: the database has no key and no plain
# text.
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


def find_dsn(given: str = "", environment: Mapping[str, str] | None = None) -> str:
    """How to connect: as given, or from the environment or a systemd credential.

    Where there is none, libpq's own variables (PGHOST...) say it. Raises :class:`DatabaseFault`.
    """
    dsn = given or from_environment(VARIABLE, CREDENTIAL, environment)
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
        self,
        dsn: str,
        *,
        patience: float = PATIENCE,
        slow: float = SLOW,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
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
        self._connection = connection = self._connect()
        self.generation += 1
        if self._lock is not None:
            self._take(connection, self._lock)
        return connection

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        connection = psycopg.connect(
            self._dsn, autocommit=True, connect_timeout=_CONNECT_SECONDS,
            application_name=_own_name(),
        )  # fmt: skip
        limit = f"{round(self._slow * 1000)}ms"
        connection.execute(_SESSION, (limit, limit))
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
