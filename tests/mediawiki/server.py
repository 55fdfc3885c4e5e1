"""A MediaWiki that really runs, for tests:
reset in milliseconds, with accounts that are logged in at once.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

from tests.mediawiki.client import Client
from tests.mediawiki.packages import unpacked
from tests.mediawiki.php import Php
from tests.mediawiki.proxy import Proxy
from tests.mediawiki.template import (
    ACCOUNTS,
    ADMIN,
    BOT,
    BOT_APP,
    BOT_GRANTS,
    BOT_PASSWORD,
    EXTENSIONS,
    ON_SHOW,
    ON_TALK,
    PASSWORD,
    add_account,
    template,
)
from wikibot.wiki.files import KeptText

CACHE = "wikicache.sqlite"
_COMPILED = " OR ".join(
    f"keyname LIKE '{each}%'"
    for each in ("global:resourceloader-", "wiki:lightncandy-", "wiki:ResourceLoaderModule-")
)


def _copy_compiled(source: Path, target: Path) -> None:
    """Copy what a wiki has compiled for browsers from one cache to another."""
    with closing(sqlite3.connect(target, timeout=30)) as database, database:
        database.execute("ATTACH ? AS source", (str(source),))
        database.execute(
            f"INSERT OR REPLACE INTO objectcache SELECT * FROM source.objectcache WHERE {_COMPILED}"
        )


@dataclass(frozen=True)
class Account:
    """An account that exists.
    ``login`` and ``secret`` are its bot password, "" when it has none.
    """

    name: str
    password: str
    login: str = ""
    secret: str = ""


@dataclass(frozen=True)
class Kept:
    """A wiki as it was at some time; see ``Server.keep``."""

    data: Path
    ahead: int
    settings: dict[str, Any]


class Server:
    """One running wiki.
    ``api`` goes to it directly, ``proxy.api`` by way of a proxy that tests can program.
    """

    bot_user = f"{BOT}@{BOT_APP}"
    bot_password = BOT_PASSWORD
    running: ClassVar[list[Server]] = []
    """All that were started and not stopped."""

    def __init__(self, version: str, workers: int = 3) -> None:
        """Start a wiki of this version ("1.43" or "1.39") on a free port. Raises NotHere where that
        cannot be done.

        ``workers`` requests are answered at once: by default the bot's, a person's meanwhile and a
        second bot's.
        """
        self.version = version
        self._home = Path(tempfile.mkdtemp(prefix=f"wikibot-{version}-"))
        made = template(version)
        self._fresh = Path(shutil.copytree(made / "data", self._home / "fresh"))
        shutil.copytree(made / "messages", self._home / "messages")
        self._sessions = json.loads((made / "sessions.json").read_text())
        self._numbers = itertools.count(1)
        self._clients: dict[tuple[str, bool], Client] = {}  # of people who came since the reset
        self._logged_out = False  # whether the sessions of all were ended since
        self._prepared: dict[tuple[str, ...], tuple[Path, Path]] = {}
        self._pool: Path | None = None  # what was compiled for browsers, where they look at it
        self._made = made
        self._extensions: list[str] = []  # those of every test
        self._loaded: list[str] = []  # and those of this one
        self._settings: dict[str, Any] = {}
        self._ahead = 0  # seconds by which the wiki's clock is ahead of the machine's
        self._data = self._next_data(self._fresh)
        self._php = Php(unpacked(version), self._home, [], made / "compiled", workers)
        self._php.show(data=str(self._data))
        self._php.start()
        self.url = self._php.url
        self.api = f"{self.url}/api.php"
        self.proxy = Proxy(self.url)
        self.running.append(self)

    def stop(self) -> None:
        """End all processes and remove all files."""
        self.running.remove(self)
        self.proxy.stop()
        self._php.stop()
        shutil.rmtree(self._home, ignore_errors=True)

    # Between tests

    def reset(self) -> None:
        """Make the wiki as it was:
        pages, accounts, sessions, caches, settings, clock and the proxy.
        """
        self._put(self._fresh, 0, {})

    def keep(self) -> Kept:
        """The wiki as it is now, for ``restore``.

        Databases are copied by SQLite itself, and locks are nobody's: what PHP does after its
        answer goes on meanwhile.
        """
        self.proxy.reset()
        folder = self._home / f"kept-{next(self._numbers)}"
        shutil.copytree(self._data, folder, ignore=shutil.ignore_patterns("*.sqlite*", "*.lock"))
        for file in self._data.glob("*.sqlite"):
            live = closing(sqlite3.connect(file, timeout=30))
            with live as old, closing(sqlite3.connect(folder / file.name)) as new:
                old.backup(new)
        return Kept(folder, self._ahead, dict(self._settings))

    def restore(self, kept: Kept) -> None:
        """Make the wiki as it was then; its clock goes on from there."""
        self._put(kept.data, kept.ahead, kept.settings)

    def prepare(self, name: str, make: Callable[[], object], folder: Path | None = None) -> None:
        """Make a fresh wiki, and the bot's folder, as ``make`` makes them for many tests.

        It is called the first time only; then what it made is there at once. Settings and clock
        stay as they are.
        """
        key = (name, *self._extensions)
        if key in self._prepared:
            data, files = self._prepared[key]
            self._put(data, self._ahead, self._settings)
            if folder:
                shutil.copytree(files, folder, dirs_exist_ok=True)
        else:
            make()
            files = self._home / f"files-{next(self._numbers)}"
            if folder:
                shutil.copytree(folder, files)
            self._prepared[key] = self.keep().data, files

    def _put(self, data: Path, ahead: int, settings: dict[str, Any]) -> None:
        """Lay a copy of a wiki over this one."""
        self.proxy.reset()
        self._clients.clear()
        self._logged_out = False
        old, self._data = self._data, self._next_data(data)
        if self._pool:
            _copy_compiled(old / CACHE, self._pool)
            _copy_compiled(self._pool, self._data / CACHE)
        self._settings, self._ahead, self._loaded = dict(settings), ahead, []
        self._php.show(
            data=str(self._data), settings=settings, ahead=ahead, extensions=self._extensions
        )
        shutil.rmtree(old, ignore_errors=True)

    def _next_data(self, source: Path) -> Path:
        """Copy a wiki. A request that is still under way keeps to the folder that it began with."""
        return Path(shutil.copytree(source, self._home / f"data-{next(self._numbers)}"))

    # In a test

    def log_in_the_bot(self, kept: KeptText) -> None:
        """Leave the session there that the bot has on every fresh wiki, where it has none."""
        if kept.read() is None:
            kept.write((self._made / "cookies").read_text(encoding="utf-8"))

    def configure(self, **settings: Any) -> None:
        """Set MediaWiki's settings until the next reset, e.g. ``wgReadOnly="Backup"``.

        A dict is merged into what is there, key by key: ``wgGroupPermissions={"bot":
        {"skipcaptcha": False}}``. Captchas load their extension.
        """
        if "wgCaptchaTriggers" in settings:
            self.load("ConfirmEdit")
        self._settings |= settings
        self._php.show(settings=self._settings)

    def load(self, extension: str) -> None:
        """Load one of the installed extensions until the next reset: each costs time at every
        request.
        """
        self._loaded.append(extension)
        self._php.show(extensions=[*dict.fromkeys(self._extensions + self._loaded)])

    def show_in_a_browser(self) -> None:
        """Load skins and all extensions, for as long as this server runs.

        What it compiles for browsers takes seconds. It goes by its content, and so it is kept for
        whatever wiki is laid over this one, and for other servers.
        """
        self._pool = self._made / "compiled" / CACHE
        if not self._pool.exists():
            draft = Path(f"{self._pool}.{os.getpid()}")
            shutil.copy(self._fresh / CACHE, draft)
            with suppress(FileExistsError):  # another run was faster
                self._pool.hardlink_to(draft)
            draft.unlink()
        _copy_compiled(self._pool, self._data / CACHE)
        self._extensions = EXTENSIONS + ON_TALK[self.version] + ON_SHOW["extensions"]
        self._php.show(extensions=self._extensions, skins=ON_SHOW["skins"])

    def with_discussion_tools(self, *, loaded: bool) -> None:
        """Load DiscussionTools from now on, or do without them."""
        self._extensions = ON_TALK[self.version] if loaded else []
        self._php.show(extensions=self._extensions)

    def cookies(self, name: str) -> dict[str, str]:
        """The session of an account that every wiki has, as a browser keeps it."""
        return dict(self._sessions[name]["cookies"])

    def now(self) -> datetime:
        """Give the wiki's own time."""
        answer = self.anonymous().api(action="query", curtimestamp=True)
        return datetime.fromisoformat(answer["curtimestamp"])

    def travel(self, to: datetime) -> None:
        """Set the wiki's clock, which goes on from there until the next reset. Who is logged in
        stays so.

        It never goes back but by :meth:`lag`.
        """
        ahead = round(to.timestamp() - time.time())
        if ahead < self._ahead:
            raise ValueError(f"the wiki's clock is past {to} already")
        self._ahead = ahead
        self._php.show(ahead=ahead)

    def pass_time(self, by: timedelta) -> None:
        """Let some time pass at once."""
        self.travel(self.now() + by)

    def wait_for_noon(self) -> None:
        """Make it noon of the next day, so that no day and no week ends by itself in the test."""
        self.travel((self.now() + timedelta(days=1)).replace(hour=12, minute=0, second=0))

    def lag(self, seconds: int) -> None:
        """Let the wiki's clock be so many seconds behind what :meth:`travel` made of it, as one of
        its servers may be.

        0 puts it right. Then the times of a history need not rise.
        """
        self._php.show(ahead=self._ahead - seconds)

    def account(
        self, name: str, *, groups: tuple[str, ...] = (), bot_password: bool = False
    ) -> Account:
        """Make sure that an account exists, with these groups;
        with ``bot_password`` it may be used by a bot too.
        """
        if self._is_unknown(name):
            add_account(self.api, self.client(ADMIN), name, ())
        if groups:
            self.client(ADMIN).groups(name, add=groups)
        if not bot_password:
            return Account(name, PASSWORD)
        if name != BOT:
            self._bot_password(name, BOT_APP, BOT_GRANTS)
        return Account(name, PASSWORD, f"{name}@{BOT_APP}", BOT_PASSWORD)

    def allow_uploads(self, grants: str) -> None:
        """Give the bot's account another bot password, ``Wikibot@files``, with these grants."""
        self.password_for(BOT, grants)

    def password_for(self, name: str, grants: str) -> None:
        """Give an account a bot password, ``NAME@files``, with these grants."""
        self._bot_password(name, "files", grants)

    def _bot_password(self, name: str, app: str, grants: str) -> None:
        """Give an account the password that the bot's own account has from MediaWiki's script,
        which takes its time.
        """
        self.sql(
            "INSERT INTO bot_passwords SELECT "
            "(SELECT user_id FROM user WHERE user_name = ?), ?, "
            "bp_password, bp_token, bp_restrictions, ? FROM bot_passwords "
            "WHERE bp_app_id = ? LIMIT 1",
            name, app, json.dumps(grants.split(",")), BOT_APP,
        )  # fmt: skip

    def client(self, name: str, *, through_proxy: bool = False) -> Client:
        """Give a client that is logged in, the same until the reset; the account is made if nobody
        has it.
        """
        key = name, through_proxy
        if key not in self._clients:
            client = Client(self.proxy.api if through_proxy else self.api, name, PASSWORD)
            if name in ACCOUNTS and not self._logged_out:
                client.resume(self._sessions[name])
            else:
                self.account(name)
                client.login()
            self._clients[key] = client
        return self._clients[key]

    def anonymous(self, ip: str = "192.0.2.1") -> Client:
        """Give a client without an account, at some address."""
        return Client(self.api, None, ip=ip)

    def add_filter(self, rules: str, name: str = "A test's filter") -> None:
        """Switch an abuse filter on that disallows what ``rules`` match.
        By SQL: AbuseFilter's API makes no filters.
        """
        self.load("AbuseFilter")
        owner: dict[str, Any] = (
            {"af_actor": 1} if self.version == "1.43" else {"af_user": 1, "af_user_text": ADMIN}
        )
        row = {
            "af_pattern": rules,
            "af_timestamp": "20200101000000",
            "af_actions": "disallow",
            **owner,
        }
        row |= {"af_comments": "", "af_public_comments": name}
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        self.sql(f"INSERT INTO abuse_filter ({names}) VALUES ({marks})", *row.values())
        self.sql(
            "INSERT INTO abuse_filter_action SELECT MAX(af_id), 'disallow', '' FROM abuse_filter"
        )

    def end_sessions(self) -> None:
        """Log everybody out, as a server does that lost its cache."""
        self._clients.clear()
        self._logged_out = True
        self._execute("wikicache", "DELETE FROM objectcache WHERE keyname LIKE '%MWSession%'")

    def forget_texts(self) -> None:
        """Let the wiki read its tables anew, after texts were changed by SQL;
        all stay logged in.
        """
        self._execute("wikicache", "DELETE FROM objectcache WHERE keyname NOT LIKE '%MWSession%'")

    def rename_account(self, old: str, new: str) -> None:
        """Rename an account by the script of this version; anybody may take the old name."""
        if self.version == "1.43":
            self.rename("renameUser", old, new)
        else:
            self.load("Renameuser")
            script = "../extensions-core/Renameuser/maintenance/renameUser"
            self.rename(script, f"--oldname={old}", f"--newname={new}")

    def rename(self, script: str, *names: str) -> None:
        """Rename an account by MediaWiki's script for that; all log in again."""
        self._php.script(script, *names)
        self.end_sessions()

    def run_jobs(self) -> None:
        """Run the jobs that edits left behind; no request does."""
        self._php.script("runJobs")

    def sql(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run one SQL statement on the wiki's own tables, for what no API gives or does."""
        return self._execute("wiki", statement, *values)

    def _execute(self, file: str, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        database = sqlite3.connect(self._data / f"{file}.sqlite", timeout=30)
        try:
            with database:
                return database.execute(statement, values).fetchall()
        finally:
            database.close()

    def _is_unknown(self, name: str) -> bool:
        return not self.sql("SELECT 1 FROM user WHERE user_name = ?", name)
