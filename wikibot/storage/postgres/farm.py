"""All games of a farm: which there are, their settings, what is settled, their storages."""

from __future__ import annotations

import difflib
import getpass
import re
import socket
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import psycopg
from msgspec import Struct

from wikibot.config.settings import NAME, Settings, from_text, need_account, read_text, with_values
from wikibot.exits import SETTINGS, USAGE, ProgramError
from wikibot.game.ruleset.recognition import read_bindings
from wikibot.storage.local import Added, LocalStorage, SqliteRows, make_private_folder
from wikibot.storage.postgres.database import (
    FILES,
    LOCKS,
    PASSWORD,
    PATIENCE,
    REMOVE_TEXT,
    SEALS,
    SETTINGS_FILE,
    WEBHOOKS,
    WORDINGS,
    WRITE_TEXT,
    Database,
    GameStorage,
    Keys,
    PostgresRows,
    find_dsn,
)
from wikibot.wiki.base import normalise
from wikibot.wiki.files import PRIVATE, replace_file
from wikibot.wikitext.regex import regex

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
_DONE = "SELECT coalesce(max(version), 0) FROM wikibot.versions"
_NOTE = "INSERT INTO wikibot.versions (version, name) VALUES (%s, %s)"


_NOTE_CHANGE = "INSERT INTO wikibot.changes (game, who, what) VALUES (%s, %s, %s)"
_CHANGES = "SELECT at, who, what FROM wikibot.changes WHERE game = %s ORDER BY at DESC LIMIT 20"


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
    def open(cls, dsn: str = "", patience: float = PATIENCE) -> FarmStore:
        """Find address and key; nothing is asked yet.

        ``patience``: seconds for which a lost connection is tried again. Raises
        :class:`KeyFault`, :class:`DatabaseFault`.
        """
        keys, found = Keys.find(), find_dsn(dsn)
        return cls(Database(found, patience=patience), keys, found)

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
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
        rows = self.database.rows(_FOUND, (FILES, SETTINGS_FILE, name))
        if not rows:
            raise self._unknown(name)
        number, origin, sealed = rows[0]
        text = self.keys.unseal(sealed, name, FILES, SETTINGS_FILE)
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
        self.note_change(name, "paused" if paused else "resumed")

    def note_change(self, name: str, what: str) -> None:
        """Note what an operator did with a game, and who it was on this machine."""
        who = f"{getpass.getuser()}@{socket.gethostname()}"
        self.database.run(_NOTE_CHANGE, (name, who, what))

    def changes(self, name: str) -> Sequence[tuple[datetime, str, str]]:
        """When, who and what, of a game that may be gone; the newest first."""
        return [(at, who, what) for at, who, what in self.database.rows(_CHANGES, (name,))]


def _versions() -> Sequence[tuple[int, Traversable]]:
    """The number and file of each version, in order."""
    folder = resources.files(__package__) / "migrations"
    files = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    return sorted((int(file.name.partition("-")[0]), file) for file in files)


def newest_version() -> int:
    """The version of the tables that this program works with."""
    return _versions()[-1][0]


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


# == Games that come into a farm and leave it, with all that a sync kept of them ===================

_NAME = regex(r"[^\W_][\w.-]{0,63}")
_ADD = """
INSERT INTO wikibot.games (name, api, account, rules, gamestate, origin)
VALUES (%s, %s, %s, %s, %s, %s)
"""
_FIND = "SELECT name, api, account, gamestate FROM wikibot.games WHERE name = %s FOR UPDATE"
_SAME = "SELECT name FROM wikibot.games WHERE api = %s AND gamestate = %s AND name <> %s"
_CHANGE = """
UPDATE wikibot.games SET version = version + 1, api = %s, account = %s, rules = %s, gamestate = %s,
origin = %s WHERE name = %s
"""
_FORGET = ("DELETE FROM wikibot.pages WHERE game = %s", "DELETE FROM wikibot.notes WHERE game = %s")


class Belongings(Struct, frozen=True):
    """What comes along with a game, beside its settings. ``files`` and ``seals``: texts by name."""

    settings: Settings
    files: Mapping[str, str]
    seals: Mapping[str, str] = {}
    cookies: str = ""
    journal: Added | None = None

    def __repr__(self) -> str:
        return f"<belongings of {self.settings.game.gamestate}>"


def default_name(file: Path) -> str:
    """The name of a game by its settings file: that of the file, or else of its folder."""
    stem = file.absolute().parent.name if file.name == NAME else file.stem
    return re.sub(r"[^\w.-]+", "-", stem).strip("-._")[:64] or "game"


def add_game(store: FarmStore, file: Path, name: str = "", *, replace: bool = False) -> str:
    """Take a game into the farm with its journal, session and secrets; gives its name.

    From then on a sync by that settings file says where the game went. ``replace``: only the
    settings, password, webhooks and wordings of a game that is there. Raises
    :class:`ProgramError`: for bad settings, a name that is taken, a game that another name has,
    and for a sync of it that is running, here or there.
    """
    text, name = read_text(file), name or default_name(file)
    if not _NAME.fullmatch(name):
        why = "a name has letters, digits, `-`, `_` and `.`, and at most 64 of them"
        raise ProgramError(f"{name!r} cannot be the name of a game: {why}", USAGE)
    settings = from_text(text, file)
    need_account(settings)
    store.check_key()  # else this game alone would have another
    local = LocalStorage(settings)
    with local.at_rest():
        belongings = _collected(settings, local, text, whole=not replace)
        store.database.work(lambda each: _kept(each, store.keys, name, belongings, replace))
        if belongings.cookies:
            store.storage(name).cookies.write(belongings.cookies)
        store.note_change(name, "settings replaced" if replace else "added")
        local.leave_to(f"a farm, as {name!r}")
    return name


def _collected(settings: Settings, local: LocalStorage, text: str, *, whole: bool) -> Belongings:
    password = ""
    if settings.wiki.user and not settings.is_folder:
        password = local.password().value.get_secret_value()
    try:  # what cannot be read, a worker could only say that it cannot
        accepted = local.wordings.read() or ""
        read_bindings(accepted)
    except (OSError, ValueError) as error:  # not there for us, not UTF-8, no wordings
        why = f"{local.wordings.place} cannot be read ({error}); mend or delete it"
        raise ProgramError(why, SETTINGS) from None
    files = {
        SETTINGS_FILE: text, PASSWORD: password, WEBHOOKS: " ".join(local.webhooks()),
        WORDINGS: accepted,
    }  # fmt: skip
    if not whole:
        return Belongings(settings, files)
    seals = {each: local.seals.read(each) or "" for each in local.seals.names()}
    cookies, rows = "", None
    with suppress(OSError, ValueError):  # without a session that can be read, a worker logs in
        cookies = local.cookies.read() or ""
    if settings.bot.journal.is_file():
        with local.journal() as journal:
            rows = journal.dump()
    return Belongings(settings, files, seals, cookies, rows)


def _kept(
    connection: psycopg.Connection[tuple[Any, ...]], keys: Keys, name: str, belongings: Belongings,
    replace: bool
) -> None:  # fmt: skip
    """Write all of it, or nothing."""
    with connection.transaction():
        _place(connection, name, belongings.settings, replace=replace)
        for drawer, texts in ((FILES, belongings.files), (SEALS, belongings.seals)):
            for each, text in texts.items():
                if text:
                    sealed = keys.seal(text, name, drawer, each)
                    connection.execute(WRITE_TEXT, (name, drawer, each, sealed))
                elif drawer == FILES:
                    connection.execute(REMOVE_TEXT, (name, drawer, each))
        if belongings.journal is not None:
            PostgresRows.write_by(connection, name, belongings.journal)


def _place(
    connection: psycopg.Connection[tuple[Any, ...]], name: str, settings: Settings, *, replace: bool
) -> None:
    """The game's own row. Raises :class:`ProgramError` where it may not be there."""
    api, account = settings.wiki.api, settings.wiki.user
    state = normalise(settings.game.gamestate)
    there = connection.execute(_FIND, (name,)).fetchone()
    same = connection.execute(_SAME, (api, state, name)).fetchone()
    if same:
        raise ProgramError(f"the farm has this game already, as {same[0]!r}", USAGE)
    if there and not replace:
        how = "give another --name, or --replace to change its settings"
        raise ProgramError(f"the farm has a game {name!r} already; {how}", USAGE)
    values = (api, account, settings.game.rules, state, str(settings.file))
    if not there:
        connection.execute(_ADD, (name, *values))
        return
    connection.execute(_CHANGE, (*values, name))
    if there[1:] != (api, account, state):  # of another wiki or page, the journal knows nothing
        for order in _FORGET:
            connection.execute(order, (name,))


# -- out of a farm ---------------------------------------------------------------------------------


def remove_game(
    store: FarmStore, name: str, keep: Path | None = None, *, forget: bool = False
) -> Path | None:
    """Take a game out of the farm, first into a folder where it is to be kept.

    ``forget``: also where secrets of dice would be lost. Gives the settings file there. Raises
    :class:`ProgramError`, among them :class:`wikibot.storage.local.Busy` while it is synced.
    """
    storage = store.storage(name)
    with storage.locked():
        if not keep and not forget and storage.seals.names():
            why = "are kept nowhere else, and rolls could never be checked without them"
            how = "give --keep DIR, or --forget"
            raise ProgramError(f"the secrets of the sealed dice of {name} {why}; {how}", USAGE)
        file = _exported(store, storage, name, keep) if keep else None
        store.database.run("DELETE FROM wikibot.games WHERE name = %s", (name,))
        store.note_change(name, "removed")
    return file


def _exported(store: FarmStore, storage: GameStorage, name: str, folder: Path) -> Path:
    file = folder.absolute() / NAME
    if folder.exists() and any(folder.iterdir()):
        raise ProgramError(f"{folder} is not empty; name a new folder", USAGE)
    make_private_folder(folder)
    texts = dict(storage.files())
    # these places are the folder's own from now on
    values = {
        ("bot", "journal"): "state/journal.sqlite",
        ("bot", "lock"): "",
        ("wiki", "password_file"): PASSWORD if texts.get(PASSWORD) else "",
        ("announce", "webhooks"): texts.get(WEBHOOKS, ""),
    }
    if storage.settings.is_folder:
        values["wiki", "api"] = storage.settings.wiki.api
    text = with_values(texts[SETTINGS_FILE], values)
    settings = from_text(text, file)
    local = LocalStorage(settings)
    if texts.get(PASSWORD):
        replace_file(file.with_name(PASSWORD), texts[PASSWORD].encode(), PRIVATE)
    if texts.get(WORDINGS):
        local.wordings.write(texts[WORDINGS])
    for each in storage.seals.names():
        local.seals.write(each, storage.seals.read(each) or "")
    if not settings.is_folder and (cookies := storage.cookies.read()):
        local.cookies.write(cookies)
    make_private_folder(settings.state_folder)
    rows = SqliteRows(settings.bot.journal)
    rows.write(PostgresRows(store.database, name).dump())
    rows.close()
    replace_file(file, text.encode(), PRIVATE)  # last: with it, it is a game
    return file
