"""A PostgreSQL for tests:
from Debian's package, on a Unix socket, without root, gone with its tests.
"""

from __future__ import annotations

import atexit
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import psycopg

DEBIAN = Path(__file__).with_name("debian-packages.txt").read_text().strip()
"""The Debian package that these tests need; the Makefile reads it, too."""

ACCOUNT = "postgres"  # the account that Debian's package makes; the server refuses to run as root
_PLACES = (Path("/dev/shm"), Path("/tmp"))  # short, for a socket, and open to that account
_ROOM = 2**29  # bytes that have to be free
_MARK = "wikibot-pg-"
_SECONDS = 60.0  # until a server has to answer, on a busy machine
_OPTIONS = (
    "listen_addresses=", "shared_buffers=16MB", "max_connections=60", "max_wal_size=64MB",
    "autovacuum=off", "dynamic_shared_memory_type=mmap", "log_statement=all",
    "log_parameter_max_length_on_error=-1",
)  # fmt: skip


class NotHere(Exception):
    """This machine cannot run a PostgreSQL; the message says in one line what to do about it."""


def programs() -> Path:
    """The folder of the newest server's programs. Raises NotHere."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3])
    )
    if not found or not shutil.which("setpriv"):
        raise NotHere(f"These tests need PostgreSQL. Install it with: apt-get install {DEBIAN}")
    return found[-1].parent


def _as_other() -> list[str]:
    """What a command begins with that must not run as root, and must not outlive this process."""
    command = ["setpriv", "--pdeathsig=QUIT"]
    if os.geteuid() == 0:
        try:
            pwd.getpwnam(ACCOUNT)
        except KeyError:
            raise NotHere(f"There is no account {ACCOUNT!r}, which {DEBIAN} makes.") from None
        command += [f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--init-groups"]
    return command


class Postgres:
    """One server with a folder of its own. Durability is as it comes, so that it may be killed."""

    def __init__(self, options: Sequence[str] = _OPTIONS) -> None:
        """``options``:
        settings of the server, by default those of a small one that tells everything.
        """
        self.programs, self._options = programs(), options
        cluster, self.folder = _cluster(), _folder()
        subprocess.run(["cp", "-a", f"{cluster}/data", self.data], check=True)
        self._names = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def data(self) -> str:
        """The folder of the data."""
        return f"{self.folder}/data"

    @property
    def log(self) -> str:
        """All that the server has logged: every statement, as an operator may have set it."""
        return (self.folder / "log").read_text(errors="replace")

    def dsn(self, database: str = "postgres") -> str:
        """How to connect to a database."""
        return f"host={self.folder} user=wikibot dbname={database}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [word for each in self._options for word in ("-c", each)]
        command = [*_as_other(), f"{self.programs}/postgres", "-D", self.data]
        command += ["-k", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([*command, *options], stdout=log, stderr=log)
        end = time.monotonic() + _SECONDS
        while True:
            try:
                psycopg.connect(self.dsn(), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end or self._process.poll() is not None:
                    raise NotHere(f"PostgreSQL does not start: {self.log[-500:]}") from None
                time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends all sessions, SIGQUIT is as good as a loss of power."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(_SECONDS)
            self._process = None

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop and start it."""
        self.stop(how)
        self.start()

    def database(self, template: str = "template1") -> str:
        """A fresh database, as a copy of another; its connection string."""
        name = f"test_{next(self._names)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.dsn(name)

    def execute(self, statement: str, database: str = "postgres") -> None:
        """One statement by the superuser."""
        with psycopg.connect(self.dsn(database), autocommit=True) as connection:
            connection.execute(statement)

    def close(self) -> None:
        """End it, and take its folder away."""
        with suppress(subprocess.TimeoutExpired, ProcessLookupError):
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def _cluster() -> Path:
    """The folder of a fresh cluster, which each server of this process has a copy of."""
    _sweep()
    folder = _folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    command = [*_as_other(), f"{programs()}/initdb", "-D", f"{folder}/data", "-U", "wikibot",
               "--auth=trust", "--no-sync", "--no-locale", "--encoding=UTF8",
               "--wal-segsize=1"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        raise NotHere(f"initdb failed: {last}")
    return folder


def _folder() -> Path:
    """A new folder that a server may have."""
    place = next(filter(_has_room, _PLACES), _PLACES[-1])
    folder = Path(tempfile.mkdtemp(prefix=f"{_MARK}{os.getpid()}-", dir=place))
    if os.geteuid() == 0:
        shutil.chown(folder, ACCOUNT, ACCOUNT)
    return folder


def _has_room(place: Path) -> bool:
    """Whether a server can have its files there."""
    return place.is_dir() and os.access(place, os.W_OK) and shutil.disk_usage(place).free > _ROOM


def _sweep() -> None:
    """Take away what test runs left that were killed; their servers ended with them."""
    for place in _PLACES:
        for folder in place.glob(f"{_MARK}*"):
            owner = folder.name.removeprefix(_MARK).partition("-")[0]
            if owner.isdecimal() and not Path(f"/proc/{owner}").exists():
                shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":  # for the Makefile: fails where PostgreSQL is missing
    try:
        programs()
        _as_other()
    except NotHere:
        sys.exit(1)
