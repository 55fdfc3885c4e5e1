"""Games that come into a farm and leave it, with all that a sync kept of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
from msgspec import Struct

from wikibot.config.rewritten import with_values
from wikibot.config.settings import NAME, Settings, from_text, need_account, read_text
from wikibot.exits import SETTINGS as SETTINGS_FAULT
from wikibot.exits import USAGE, ProgramError
from wikibot.game.ruleset.pins import read_pins
from wikibot.storage.files import make_private_folder
from wikibot.storage.local import LocalStorage
from wikibot.storage.postgres import game
from wikibot.storage.postgres.encryption import Keys
from wikibot.storage.postgres.farm import FarmStore
from wikibot.storage.postgres.game import PostgresRows
from wikibot.storage.rows import Added, SqliteRows
from wikibot.wiki.files import PRIVATE, replace_file
from wikibot.wiki.titles import normalise

_NAME = re.compile(r"[^\W_][\w.-]{0,63}")
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
_REMOVE_FILE = "DELETE FROM wikibot.texts WHERE game = %s AND drawer = 'files' AND name = %s"
_KEEP = """
INSERT INTO wikibot.texts (game, drawer, name, sealed) VALUES (%s, %s, %s, %s)
ON CONFLICT (game, drawer, name) DO UPDATE SET sealed = excluded.sealed
"""


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
        local.leave_to(f"a farm, as {name!r}")
    return name


def _collected(settings: Settings, local: LocalStorage, text: str, *, whole: bool) -> Belongings:
    password = ""
    if settings.wiki.user and not settings.is_folder:
        password = local.password().value.plain()
    files = {
        game.SETTINGS: text, game.PASSWORD: password, game.WEBHOOKS: " ".join(local.webhooks()),
        game.WORDINGS: _wordings(local),
    }  # fmt: skip
    if not whole:
        return Belongings(settings, files)
    seals = {each: local.seals.read(each) or "" for each in local.seals.names()}
    return Belongings(settings, files, seals, _cookies(local), _journal(local))


def _wordings(local: LocalStorage) -> str:
    """What the operator accepted, if it can be read: a worker could only say that it cannot."""
    try:
        text = local.wordings.read() or ""
        read_pins(text)
    except (OSError, ValueError) as error:  # not there for us, not UTF-8, no wordings
        why = f"{local.wordings.place} cannot be read ({error}); mend or delete it"
        raise ProgramError(why, SETTINGS_FAULT) from None
    return text


def _cookies(local: LocalStorage) -> str:
    """The session; without one that can be read, a worker logs in."""
    with suppress(OSError, ValueError):
        return local.cookies.read() or ""
    return ""


def _journal(local: LocalStorage) -> Added | None:
    if not local.settings.bot.journal.is_file():
        return None
    with local.journal() as journal:
        return journal.dump()


def _kept(
    connection: psycopg.Connection[tuple[Any, ...]],
    keys: Keys,
    name: str,
    belongings: Belongings,
    replace: bool,
) -> None:
    """Write all of it, or nothing."""
    with connection.transaction():
        _place(connection, name, belongings.settings, replace=replace)
        for drawer, texts in ((game.FILES, belongings.files), (game.SEALS, belongings.seals)):
            for each, text in texts.items():
                if text:
                    sealed = keys.seal(text, name, drawer, each)
                    connection.execute(_KEEP, (name, drawer, each, sealed))
                elif drawer == game.FILES:
                    connection.execute(_REMOVE_FILE, (name, each))
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
    :class:`ProgramError`, among them :class:`wikibot.storage.base.Busy` while it is synced.
    """
    storage = store.storage(name)
    with storage.locked():
        if not keep and not forget and storage.seals.names():
            why = "are kept nowhere else, and rolls could never be checked without them"
            how = "give --keep DIR, or --forget"
            raise ProgramError(f"the secrets of the sealed dice of {name} {why}; {how}", USAGE)
        file = _exported(store, storage, name, keep) if keep else None
        store.database.run("DELETE FROM wikibot.games WHERE name = %s", (name,))
    return file


def _exported(store: FarmStore, storage: game.GameStorage, name: str, folder: Path) -> Path:
    file = folder.absolute() / NAME
    if folder.exists() and any(folder.iterdir()):
        raise ProgramError(f"{folder} is not empty; name a new folder", USAGE)
    make_private_folder(folder)
    texts = dict(storage.files())
    text = with_values(texts[game.SETTINGS], _own_places(storage.settings, texts))
    settings = from_text(text, file)
    local = LocalStorage(settings)
    if texts.get(game.PASSWORD):
        replace_file(file.with_name(game.PASSWORD), texts[game.PASSWORD].encode(), PRIVATE)
    if texts.get(game.WORDINGS):
        local.wordings.write(texts[game.WORDINGS])
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


def _own_places(settings: Settings, texts: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """The keys of a settings file whose places are the folder's own from now on."""
    values = {
        ("bot", "journal"): "state/journal.sqlite",
        ("bot", "lock"): "",
        ("wiki", "password_file"): game.PASSWORD if texts.get(game.PASSWORD) else "",
        ("announce", "webhooks"): texts.get(game.WEBHOOKS, ""),
    }
    if settings.is_folder:
        values["wiki", "api"] = settings.wiki.api
    return values
