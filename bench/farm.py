"""Many games on one machine: by a worker of a farm, and by a cron line and a folder for each.

Both play the same lines of the same games, two syncs at a time. What PostgreSQL and the worker take
counts as the farm's; both programs are compiled, and have synced each game before.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.figures import ROOT, Figure, Unfit
from tests.farm.arena import Farm, Watch, cpu_of
from tests.farm.games import FolderGame, Line, make_template
from tests.postgres.server import Postgres

AT_ONCE = 2
TICK = 1  # seconds
SERVER = ("listen_addresses=", "shared_buffers=64MB", "max_connections=100")
_LONGEST = 600.0  # seconds


def measure(short: bool) -> list[Figure]:
    """A line in each game, and a round in which nothing is new."""
    count, rounds = (2, 1) if short else (12, 10)
    with tempfile.TemporaryDirectory(prefix="wikibot-bench-") as folder:
        template = make_template(Path(folder) / "template")
        alone, shared = (
            [FolderGame(template, Path(folder) / f"{kind}{n}", n) for n in range(count)]
            for kind in ("cron", "farm")
        )
        played, idle = _by_cron(alone)
        server = Postgres(SERVER)
        try:
            ours, quiet = _by_farm(shared, server, Path(folder), rounds)
        finally:
            server.close()
        _check([*alone, *shared])
    cron = f"cron, {count} folders"
    return [
        Figure(f"{count} games, a line each", ours[0], "s", cron, played[0]),
        Figure("CPU of a line", 1000 * ours[1] / count, "ms", cron, 1000 * played[1] / count),
        Figure(f"{count} idle games, CPU of a round", 1000 * quiet, "ms", cron, 1000 * idle[1]),
    ]


def _by_cron(games: Sequence[FolderGame]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Seconds by the clock and of CPU for a line in each game, and where nothing is new."""

    def sync(game: FolderGame) -> None:
        command = [sys.executable, "-m", "wikibot", "--settings", str(game.settings), "sync", "-q"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise Unfit(f"a sync ended with {done.returncode}: {done.stderr[-300:]}")

    def all_of_them() -> None:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(sync, games))

    all_of_them()
    _write(games)
    return _cost(all_of_them), _cost(all_of_them)


def _cost(work: Callable[[], None]) -> tuple[float, float]:
    began, before = time.monotonic(), _children()
    work()
    return time.monotonic() - began, _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _by_farm(
    games: Sequence[FolderGame], server: Postgres, folder: Path, rounds: int
) -> tuple[tuple[float, float], float]:
    """The same for a line in each game; the CPU of a round in which nothing is new."""
    with Farm(server.database(), folder) as farm:

        def cpu() -> float:
            return farm.cpu() + database_cpu(server)

        farm.add(games)
        farm.start("--concurrency", str(AT_ONCE), "--tick", str(TICK))
        farm.wait_ready()
        farm.settle(_LONGEST)
        watch, before = Watch(), cpu()
        began = time.monotonic()
        watch.expect(_write(games))
        if not watch.wait(_LONGEST):
            raise Unfit(f"{watch.left()} lines were not answered:\n{farm.logs()[-2000:]}")
        played = (time.monotonic() - began, cpu() - before)
        watch.stop()
        farm.settle(_LONGEST)
        time.sleep(2)
        before = cpu()
        time.sleep(rounds * TICK)
        quiet = (cpu() - before) / rounds
        farm.stop()
    return played, max(quiet, 0.0001)


def database_cpu(server: Postgres) -> float:
    """Seconds of a PostgreSQL: its processes that run, and those that ended."""
    mother = (server.folder / "data/postmaster.pid").read_text().split()[0]
    children = Path(f"/proc/{mother}/task/{mother}/children").read_text().split()
    return sum(map(cpu_of, [int(mother), *map(int, children)]))


def _write(games: Sequence[FolderGame]) -> list[Line]:
    return [line for game in games for line in game.write(kind="shatter")]


def _check(games: Sequence[FolderGame]) -> None:
    wrong = [game.name for game in games if game.folk.lines.keys() - game.answered()]
    if wrong:
        raise Unfit(f"not all lines were answered: {', '.join(wrong)}")
