"""A process for each sync, forked from one that has everything loaded, with limits.

Whatever a page does to a sync, it costs that process: it may use so much memory and so much time,
and then it is ended. What it found comes back as JSON, which is read as exactly the type that was
asked for.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from wikibot.config import logs
from wikibot.config.settings import Settings, Titles
from wikibot.exits import SOFTWARE, TRY_LATER, ProgramError
from wikibot.farm import polling
from wikibot.farm.table import HostGate
from wikibot.game.actions import Verdict
from wikibot.game.problems import described
from wikibot.storage.local import Storage
from wikibot.storage.postgres.farm import FarmStore
from wikibot.sync.report import Options
from wikibot.sync.run import run_sync, wiki_of
from wikibot.wiki.base import goes_by_month, normalise
from wikibot.wiki.errors import WikiError
from wikibot.wiki.feed import spaces_of
from wikibot.wikitext.numerals import format_time, parse_time

# == One sync of one game, run in a separate process, by the stages that a single game has =========

_LONGEST = 160  # characters of what a person has to know


class Synced(Struct, frozen=True):
    """What a sync did.

    ``titles``: the pages to watch, as the wiki writes them, ``spaces`` their namespaces; ``stamp``:
    of how it left them, "" where something is left to do. ``due``: when there is something to do
    even though no page moves, an ISO time or "". ``left``: lines that are to be played next.
    ``attention``: what a person has to do, "" where nothing. ``seconds``: how long it took.
    """

    titles: tuple[str, ...]
    spaces: tuple[int, ...] = ()
    stamp: str = ""
    due: str = ""
    idle: bool = False
    lines: int = 0
    left: int = 0
    requests: int = 0
    attention: str = ""
    seconds: float = 0.0


def sync_game(database: str, name: str, most_bytes: int = 0, aside: str = "") -> Synced:
    """Sync a game. Raises what a sync raises; each of our errors has an exit code.

    ``most_bytes`` and ``aside`` as for :func:`wikibot.sync.run.sync`; of a game that is set aside
    the stamp is that of its pages before it was told on them.
    """
    began = time.monotonic()
    with ExitStack() as stack:
        store = stack.enter_context(FarmStore.open(database))
        store.database.run("UPDATE wikibot.watched SET began = now() WHERE game = %s", (name,))
        storage = store.storage(name)
        settings, gate = storage.settings, None
        if not settings.is_folder:
            gate = stack.enter_context(HostGate(store.dsn, settings.wiki.api))
        with storage.journal() as journal:
            before = (journal.settled, journal.note("due") or "")
        aside_at = _polled(settings, storage) if aside else ""
        ran = run_sync(settings, storage, Options(aside=aside, most_bytes=most_bytes), gate)
        now = datetime.now(UTC)
        named = Titles.of(settings, now).polled
        titles = tuple(dict.fromkeys(map(normalise, named)))
        heads = {normalise(title): ran.heads[title] for title in named if title in ran.heads}
        settled = ran.report.idle or (ran.heads, ran.due) != before
        whole = settled and not ran.report.left and len(heads) == len(titles)
        stamp = _stamp(settings, storage, heads) if whole else aside_at
    held = sum(outcome.verdict is Verdict.HELD for outcome in ran.report.outcomes)
    lines = f"{held} line(s) wait for a steward's ruling" if held else ""
    told = " ".join("; ".join((*ran.report.problems, lines)).split()).strip("; ")
    return Synced(
        titles, tuple(sorted(spaces_of(titles))), stamp, _due(settings, ran.due, now),
        ran.report.idle, len(ran.report.outcomes), ran.report.left, ran.report.requests,
        told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…", time.monotonic() - began
    )  # fmt: skip


def _polled(settings: Settings, storage: Storage) -> str:
    """The stamp of a wiki's pages as they are now; "" for files."""
    if settings.is_folder:
        return ""
    named = Titles.of(settings, datetime.now(UTC)).polled
    heads = wiki_of(settings, storage).poll(named).newest
    return polling.of_heads({normalise(title): head for title, head in heads.items()})


def _stamp(settings: Settings, storage: Storage, heads: dict[str, int]) -> str:
    """The stamp of settled pages.

    Files are looked at once more: the stamp is one of files that have just these heads.
    """
    if not settings.is_folder:
        return polling.of_heads(heads)
    titles = tuple(heads)
    polling.rest(settings.folder, titles)
    stamp = polling.of_files(settings.folder, titles)
    same = wiki_of(settings, storage).poll(titles).newest == heads
    return stamp if same and stamp == polling.of_files(settings.folder, titles) else ""


def _due(settings: Settings, due: str, now: datetime) -> str:
    """The next timed event, or the next month where the log then goes to another page."""
    if not goes_by_month(settings.game.log):
        return due
    month = (now.replace(day=1) + timedelta(days=32)).replace(
        day=1, hour=0, minute=0, second=0, microsecond=0
    )
    return format_time(min(month, parse_time(due))) if due else format_time(month)


# == A process for each sync, forked from one that has everything loaded, with limits ==============

T = TypeVar("T")

_GRACE = 10.0  # seconds from SIGTERM to SIGKILL: a write is let finish
_MOST_BYTES = 50_000_000  # of an answer
_NICE = 10  # how far a long sync steps back behind the others
_PR_SET_PDEATHSIG = 1
_ANSWER, _ERROR = b"+", b"-"


class Limits(Struct, frozen=True):
    """What one process may use: bytes of address space, and seconds from its start."""

    memory: int = 1024 * 1024 * 1024
    seconds: float = 300.0


class Failed(Exception):
    """The process did not complete its work. ``code``: as the program would have ended."""

    def __init__(self, why: str, code: int = SOFTWARE) -> None:
        super().__init__(why)
        self.code = code


class _Error(Struct, frozen=True):
    why: str
    code: int


class Ready(Struct, frozen=True):
    """Work that does nothing; that it comes back shows that a process can be started."""


class Forge:
    """Starts processes. The first one takes a second, while everything is loaded."""

    def __init__(self, preload: str = "wikibot.farm.preloaded") -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([preload])

    def start(
        self, work: Callable[..., Struct], arguments: tuple[Any, ...], limits: Limits
    ) -> Child:
        """Run ``work(*arguments)``, a function of a module, in a separate process."""
        ours, theirs = self._context.Pipe(duplex=False)
        process = self._context.Process(
            target=_run, args=(theirs, work, arguments, limits, os.getpid()), daemon=True
        )
        process.start()
        theirs.close()
        return Child(process, ours, limits)


class Child:
    """One process. :meth:`result` is called once, from any thread."""

    def __init__(self, process: BaseProcess, pipe: Connection, limits: Limits) -> None:
        self._process, self._pipe, self._limits = process, pipe, limits
        self._end = time.monotonic() + limits.seconds

    def result(self, kind: type[T]) -> T:
        """What the work returned. Raises :class:`Failed`."""
        try:
            data = self._received()
        finally:
            self._process.join(_GRACE)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
            self._pipe.close()
        if data is None:
            code = self._process.exitcode or 0
            if code < 0:
                raise Failed(f"its process was ended by {signal.Signals(-code).name}")
            raise Failed(f"its process ended with code {code} and without an answer")
        try:
            if data[:1] == _ERROR:
                error = msgspec.json.decode(data[1:], type=_Error)
                raise Failed(error.why, error.code)
            return msgspec.json.decode(data[1:], type=kind)
        except msgspec.DecodeError:
            raise Failed("a sync gave an answer that cannot be read") from None

    def step_back(self) -> None:
        """Give this process the lowest priority."""
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid or 0, _NICE)

    def stop(self) -> None:
        """Ask it to end, which a write delays; :meth:`result` then ends soon."""
        self._end = min(self._end, time.monotonic() + _GRACE)
        with suppress(OSError, ValueError):
            self._process.terminate()

    def _received(self) -> bytes | None:
        """The answer; None where there is none. Raises :class:`Failed` where it comes too late."""
        late = False
        while not wait([self._pipe], timeout=max(0.05, min(1.0, self._end - time.monotonic()))):
            if time.monotonic() < self._end:
                continue
            if late:
                break
            late = True
            self.stop()
            self._end = time.monotonic() + _GRACE
        if late:
            self._process.kill()
            seconds = self._limits.seconds
            raise Failed(f"it was ended after {seconds:g} seconds, the most that a sync may take")
        try:
            return self._pipe.recv_bytes(_MOST_BYTES)
        except (EOFError, OSError):
            return None


def _run(
    pipe: Connection, work: Callable[..., Struct], arguments: tuple[Any, ...], limits: Limits,
    worker: int
) -> None:  # fmt: skip
    """The whole life of a child."""
    _die_with_parent(worker)
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        data = _ANSWER + msgspec.json.encode(work(*arguments))
    except BaseException as error:  # noqa: BLE001  # the last resort: an answer instead of a traceback
        data = _ERROR + msgspec.json.encode(_explained(error))
    with suppress(OSError):  # the worker is gone
        pipe.send_bytes(data)
    pipe.close()


def _die_with_parent(worker: int) -> None:
    """Ask the kernel for a signal when the parent process, which dies with the worker, dies."""
    if hasattr(ctypes, "CDLL") and os.uname().sysname == "Linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    with suppress(ProcessLookupError, PermissionError):
        os.kill(worker, 0)
        return
    raise SystemExit(TRY_LATER)


def _explained(error: BaseException) -> _Error:
    if isinstance(error, ProgramError | WikiError):
        return _Error(logs.redact(str(error)), error.exit_code)
    if isinstance(error, MemoryError):
        return _Error("it needed more memory than a sync may use", SOFTWARE)
    if isinstance(error, OSError):
        return _Error(logs.redact(str(error)), TRY_LATER)
    if not isinstance(error, Exception):
        return _Error("it was stopped; the next run goes on from here", TRY_LATER)
    why = f"this is a mistake in wikibot, please report it: {described(error)}"
    return _Error(logs.redact(why), SOFTWARE)
