"""A farm under test:
its database, its workers as processes, its games, and what all of it costs.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import psycopg

from tests.farm.games import Game, Line
from tests.nursery import Child, nursery
from wikibot.farm import worker as farm_worker
from wikibot.farm.polling import of_heads
from wikibot.farm.table import GameRow, WatchedTable, bucket_of, make_queue
from wikibot.storage.postgres.database import Database, Keys, new_key
from wikibot.storage.postgres.farm import FarmStore, add_game

_PAGES = ("Rules", "State", "Play", "Log", "Stewards", "Stop", "Board")
_LOADED = (
    "wikibot.cli", "wikibot.cli.commands.farm", "wikibot.farm.worker", "wikibot.farm.preloaded",
)  # fmt: skip
_IDLE_GAME = """
INSERT INTO wikibot.games (name, api, account, rules, gamestate, origin)
VALUES (%s, %s, %s, 'cycle15', %s, '/')"""
_IDLE_ROW = """
INSERT INTO wikibot.watched (game, api, account, bucket, feed, titles, spaces, stamp)
VALUES (%s, %s, %s, %s, %s, %s, '{0}', %s)"""
_TICK = os.sysconf("SC_CLK_TCK")
_LOOK = 0.05  # seconds between two looks at what is waited for
SITE = Path(__file__).with_name("site")  # of programs that tests start: they begin sooner


class Worker:
    """One ``wikibot farm worker``, in a session of its own. In tests it is forked from a process
    that has loaded the program, unless it is another one (``PYTHONSAFEPATH``).
    """

    def __init__(self, environment: Mapping[str, str], log: Path, options: Sequence[str]) -> None:
        self._log = log
        log.touch()
        self.process: subprocess.Popen[bytes] | Child
        words = ["farm", "worker", *options]
        if "PYTEST_CURRENT_TEST" in os.environ and "PYTHONSAFEPATH" not in environment:
            path = [Path(each) for each in environment["PYTHONPATH"].split(os.pathsep)]
            self.process = nursery(*_LOADED, site=SITE).start(
                words, Path.cwd(), log, log, path=path, environment=environment, leads=True,
                forks=True,
            )  # fmt: skip
            return
        program = [sys.executable, "-m", "wikibot", *words]
        command = ["setpriv", "--pdeathsig=KILL", *program]  # gone with tests that are killed
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                command, env=dict(environment), stdout=out, stderr=out, start_new_session=True
            )

    def is_ready(self) -> bool:
        """Whether it has loaded everything, and takes jobs."""
        return "wikibot: ready" in self._log.read_text(encoding="utf-8")

    def kill(self, *, alone: bool) -> None:
        """SIGKILL; ``alone``: not the syncs that it has started, which have to notice."""
        if alone:
            self.process.kill()
        else:
            with suppress(ProcessLookupError):  # it ended by itself
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """SIGTERM, as systemd sends it; the exit code, -1 where it goes on."""
        os.kill(self.process.pid, signal.SIGTERM)
        code = self.process.wait(120)
        return -1 if code is None else code


class Farm:
    """Games, workers and a database."""

    def __init__(self, dsn: str, folder: Path, key: str = "") -> None:
        self.dsn, self.folder, self._started = dsn, folder, 0
        self.environment = {
            **os.environ, "WIKIBOT_DATABASE": dsn, "WIKIBOT_FARM_KEY": key or new_key(),
        }  # fmt: skip
        if "PYTEST_CURRENT_TEST" in os.environ:  # and in no campaign or bench
            self.add_to_path(SITE)
        self.games: list[Game] = []
        self.workers: list[Worker] = []
        with self.store() as store:
            store.migrate()
        make_queue(dsn)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self.workers:
            worker.kill(alone=False)

    def add_to_path(self, *folders: Path) -> None:
        """Let workers look for modules there first."""
        before = self.environment.get("PYTHONPATH")
        path = [*map(str, folders), *([before] if before else [])]
        self.environment["PYTHONPATH"] = os.pathsep.join(path)

    def store(self) -> FarmStore:
        """The farm's storage."""
        return FarmStore(Database(self.dsn), Keys.find(self.environment), self.dsn)

    def add(self, games: Iterable[Game]) -> None:
        """Take games into the farm."""
        with self.store() as store, WatchedTable.opened(self.dsn) as table:
            for game in games:
                add_game(store, game.settings, game.name)
                table.watch(game.name, store.settings(game.name))
                self.games.append(game)

    def add_idle(self, api: str, account: str, feed: str, numbers: Iterable[int]) -> None:
        """Games that no page of moves: there are none, which costs a wiki as much to tell."""
        with psycopg.connect(self.dsn, autocommit=True) as connection:
            cursor = connection.cursor()
            games, rows = [], []
            for number in numbers:
                name = f"idle{number}"
                titles = [f"Idle{number}/{page}" for page in _PAGES]
                stamp = of_heads(dict.fromkeys(titles, 0))
                games.append((name, api, account, name))
                rows.append((name, api, account, bucket_of(api), feed, titles, stamp))
            cursor.executemany(_IDLE_GAME, games)
            cursor.executemany(_IDLE_ROW, rows)
            cursor.execute("ANALYZE")

    def start(self, *options: str) -> Worker:
        """One more worker."""
        self._started += 1
        log = self.folder / f"worker{self._started}.log"
        worker = Worker(self.environment, log, options)
        self.workers.append(worker)
        return worker

    def wait_ready(self, seconds: float = 120.0) -> None:
        """Until all workers have loaded everything."""
        end = time.monotonic() + seconds
        while any(not worker.is_ready() for worker in self.workers):
            if time.monotonic() > end:
                raise AssertionError(f"a worker is not ready:\n{self.logs()[-2000:]}")
            time.sleep(_LOOK)

    def kill(self, number: int, *options: str, alone: bool) -> None:
        """Kill a worker; another one takes its place, as systemd would start it."""
        self.workers.pop(number).kill(alone=alone)
        self.start(*options)

    def stop(self) -> list[int]:
        """Let all workers end; their exit codes."""
        workers, self.workers = self.workers, []
        return [worker.stop() for worker in workers]

    def logs(self) -> str:
        """What all workers have said."""
        files = sorted(self.folder.glob("worker*.log"))
        return "\n".join(file.read_text(encoding="utf-8") for file in files)

    def rows(self) -> list[GameRow]:
        """The games as ``status`` shows them."""
        return farm_worker.rows(self.dsn)

    def states(self) -> dict[str, int]:
        """How many games are in each state."""
        found: dict[str, int] = {}
        for row in self.rows():
            found[row.state] = found.get(row.state, 0) + 1
        return found

    def run(self, statement: str) -> None:
        """A statement by the superuser."""
        with psycopg.connect(self.dsn, autocommit=True) as connection:
            connection.execute(statement.encode())

    def settle(self, seconds: float) -> None:
        """Wait until no game has anything to do."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not {"new", "queued", "syncing", "waiting", "failing"} & {*self.states()}:
                return
            time.sleep(_LOOK)
        raise AssertionError(f"not settled after {seconds:g} s: {self.states()}")

    def cpu(self) -> float:
        """Seconds of processor time that the workers and their processes took so far."""
        sessions = {worker.process.pid for worker in self.workers}
        return sum(cpu_of(pid) for pid in _processes() if _session(pid) in sessions)


@dataclass
class Watch:
    """Looks for answers from a thread, and notes how long each took."""

    waiting: dict[str, dict[str, Line]] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    latencies: dict[str, list[float]] = field(default_factory=dict)
    ended: bool = False
    fault: Exception | None = None

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def expect(self, lines: Iterable[Line]) -> None:
        """Wait for the answers to lines."""
        with self._lock:
            for line in lines:
                self.games[line.game.name] = line.game
                self.waiting.setdefault(line.game.name, {})[line.token] = line

    def left(self) -> int:
        """How many lines have no answer yet."""
        with self._lock:
            return sum(map(len, self.waiting.values()))

    def wait(self, seconds: float) -> bool:
        """Until all lines are answered; False where that takes longer."""
        end = time.monotonic() + seconds
        while self.left():
            if self.fault:
                raise self.fault
            if time.monotonic() > end:
                return False
            time.sleep(_LOOK)
        return True

    def stop(self) -> None:
        """Look no more."""
        self.ended = True
        self._thread.join(10)

    def _look(self) -> None:
        seen: dict[str, float] = {}
        while not self.ended:
            began = time.monotonic()
            with self._lock:
                games = [self.games[name] for name, lines in self.waiting.items() if lines]
            try:
                for game in games:
                    self._look_at(game, seen)
            except Exception as error:  # noqa: BLE001  # who waits is told
                self.fault = error
                return
            time.sleep(max(_LOOK, 2 * (time.monotonic() - began)) if games else _LOOK)

    def _look_at(self, game: Game, seen: dict[str, float]) -> None:
        play = getattr(game, "play", None)
        if play is not None:
            changed = play.stat().st_mtime
            if seen.get(game.name) == changed:
                return
            seen[game.name] = changed
        answered, now = game.answered(), time.monotonic()
        with self._lock:
            waiting = self.waiting[game.name]
            for token in answered & waiting.keys():
                took = now - waiting.pop(token).saved
                self.latencies.setdefault(game.name, []).append(took)


def are_answered(lines: Iterable[Line], seconds: float = 90.0) -> bool:
    """Whether lines have their answers in time."""
    watch = Watch()
    watch.expect(lines)
    try:
        return watch.wait(seconds)
    finally:
        watch.stop()


def wait_for(fact: Callable[[], object], seconds: float = 60.0) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not fact():
        if time.monotonic() > end:
            return False
        time.sleep(_LOOK)
    return True


def get(address: str, path: str, **headers: str) -> str:
    """What a worker answers, whatever its status."""
    request = urllib.request.Request(f"http://{address}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError as error:
        return f"{error.read().decode()}"


def cpu_of(pid: int) -> float:
    """Seconds of processor time of a process and of the children that it has waited for."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0
    fields = text.rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICK


def _processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except OSError:
        return 0
