"""From a player's saved edit to the saved answer, by `wikibot run` and by a farm, told by a feed.

The peer is `wikibot run` that polls.
Each way has the same lines at the same distances; what else the machine does falls on one at a
time, so go by the medians.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from bench.farm import SERVER, database_cpu
from bench.figures import Figure, Unfit
from bench.wiki_game import TITLES, wiki_game
from bench.wiki_game import WikiGame as BenchGame
from tests.farm.arena import Farm, wait_for
from tests.farm.games import Host, WikiGame
from tests.farm.standin import Standin, free_port
from tests.mediawiki.proxy import Request, Response, call_of
from tests.mediawiki.server import Server
from tests.postgres.server import Postgres
from wikibot.farm.polling import look
from wikibot.farm.table import WatchedTable, bucket_of

EVERY = 5  # seconds between two polls of the peer
_LINES, _LINES_SHORT = 36, 1
_LONGEST = 120.0  # seconds until an answer
_PLAYED, _PLAYED_SHORT = 12, 1  # games of a farm that lines are written to


def measure(short: bool) -> list[Figure]:
    """Median and the slowest hundredth of each way."""
    count = _LINES_SHORT if short else _LINES
    address = f"udp://127.0.0.1:{free_port()}"
    with wiki_game() as game:
        feed = {"formatter": "JSONRCFeedFormatter", "uri": address}
        game.server.configure(wgRCFeeds={"wikibot": feed})
        game.wikibot()
        pause = 0.0 if short else 1.5
        polling = _latencies(game, f"feed = none\nevery = {EVERY} seconds", -(-count // 3), pause)
        told = _latencies(game, f"feed = {address}\nevery = 1 hour", count, pause)
        asked = _latencies(game, "feed = recentchanges\nevery = 1 hour", count, pause)
        game.check()
        games, played = (20, _PLAYED_SHORT) if short else (300, _PLAYED)
        real = _on_a_real_wiki(game.server, address, 1 if short else 24, games, played)
    idle = 100 if short else 10_000
    some, many, tick, requests = _on_a_standin(1 if short else 120, games, played, idle)
    return [
        *_figures("udp", told, polling, most=(0.5, 1.5)),
        *_figures("recentchanges", asked, polling, most=(2.5, 5.0)),
        *_figures(f"udp, a farm of {games} games", real, polling, most=(1.0, 3.0)),
        *_figures(f"udp, {games} games on a stand-in, 2 lines a second", some, polling, (1.0, 3.0)),
        Figure(
            f"the same with {idle:,} games, median", statistics.median(many), "s",
            f"{games} games", statistics.median(some), most_ratio=1.2,
        ),
        Figure(f"{idle:,} idle games: CPU of a tick", 1000 * tick, "ms", most=500),
        Figure(f"{idle:,} idle games: requests of a tick", requests, "requests", most=2),
    ]  # fmt: skip


def _figures(
    feed: str, ours: Sequence[float], polling: Sequence[float], most: tuple[float, float]
) -> list[Figure]:
    peer, (middle, longest) = f"polling every {EVERY} s", most
    usual, theirs = statistics.median(ours), statistics.median(polling)
    return [
        Figure(f"{feed}: an answer, median", usual, "s", peer, theirs, most=middle),
        Figure(
            f"{feed}: 99 of 100 answers", slowest(ours), "s", peer, slowest(polling), most=longest
        ),
    ]


def slowest(seconds: Sequence[float]) -> float:
    """Within which 99 of 100 come; of fewer the slowest."""
    return sorted(seconds)[max(0, -(-len(seconds) * 99 // 100) - 1)]


def _latencies(game: BenchGame, settings: str, count: int, pause: float) -> list[float]:
    """Seconds from each of so many saved lines to its saved answer; between two of them is a pause,
    once and up to twice as long.
    """
    file = game.home("wikibot") / "settings.ini"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n{settings}\n", encoding="utf-8")
    answered = threading.Event()
    saved = [0.0]

    def note(_: Request, __: Response) -> None:
        saved[0] = time.monotonic()
        answered.set()

    game.server.proxy.after(
        note,
        lambda call: (call.action, call.params.get("title")) == ("edit", TITLES["actions"]),
        times=10 * count + 10,
    )
    found = []
    with _running(game):
        _play_one(game, answered)
        for number in range(count):
            time.sleep(pause + number * 0.37 % (pause or 1))
            answered.clear()
            began = _play_one(game, answered)
            found.append(saved[0] - began)
    file.write_text(text, encoding="utf-8")
    return found


def _play_one(game: BenchGame, answered: threading.Event) -> float:
    """When a line was saved; its answer was waited for."""
    game.write()
    began = time.monotonic()
    if not answered.wait(_LONGEST):
        raise Unfit("a line was not answered")
    return began


# == The same by a farm ============================================================================

_TICKS = 5
Answers = Callable[[], Sequence[tuple[float, str]]]  # when the bot saved which pages


class _Bench:
    """A farm of two workers and some games on one wiki that lines are written to."""

    def __init__(
        self, farm: Farm, place: Path, host: Host, api: str, feed: str, played: int
    ) -> None:
        self.farm, self.api, self.account, self.feed = farm, api, host.bot_user, feed
        homes = [place / f"Game{number}" for number in range(played)]
        farm.add(WikiGame(host, home, n, api, feed) for n, home in enumerate(homes))
        for _ in range(min(2, played)):  # one in the short form
            farm.start("--concurrency", "1", "--tick", str(EVERY))
        farm.wait_ready()
        farm.settle(_LONGEST * 10)
        if not wait_for(lambda: "listening at" in farm.logs()):
            raise Unfit(f"no worker listens to the feed:\n{farm.logs()[-2000:]}")

    def add_idle(self, first: int, last: int, feed: str) -> None:
        """More games on the wiki, in which nothing happens."""
        self.farm.add_idle(self.api, self.account, feed, range(first, last + 1))

    def latencies(self, lines: int, gap: float, answers: Answers) -> list[float]:
        """Seconds of each of so many lines, of which one is written after the other."""
        written = []
        for number in range(lines):
            began = time.monotonic()
            written += self.farm.games[number % len(self.farm.games)].write(kind="shatter")
            time.sleep(max(0.0, began + gap - time.monotonic()))
        end, found = time.monotonic() + _LONGEST, list[float]()
        while len(found) < lines:
            if time.monotonic() > end:
                raise Unfit(f"a line was not answered:\n{self.farm.logs()[-2000:]}")
            time.sleep(0.05)
            saved = answers()
            after = [
                [at - line.saved for at, title in saved
                 if title == f"{line.game.name}/Play" and at > line.saved - 0.2]
                for line in written
            ]  # fmt: skip
            found = [min(each) for each in after if each]
        return found

    def tick(self, postgres: Postgres, asked: Callable[[], int]) -> tuple[float, float]:
        """CPU seconds and requests of a tick, by recent changes."""
        os.environ["WIKIBOT_FARM_KEY"] = self.farm.environment["WIKIBOT_FARM_KEY"]
        bucket = bucket_of(self.api)
        with psycopg.connect(self.farm.dsn, autocommit=True) as connection:
            connection.execute("UPDATE wikibot.watched SET feed = 'recentchanges'")
        look(self.farm.dsn, bucket)
        before, spent = asked(), time.process_time() + database_cpu(postgres)
        for _ in range(_TICKS):
            with WatchedTable.opened(self.farm.dsn) as table:
                table.to_do()
                table.to_retry()
            look(self.farm.dsn, bucket)
        spent = time.process_time() + database_cpu(postgres) - spent
        return spent / _TICKS, (asked() - before) / _TICKS


def _on_a_real_wiki(
    server: Server, address: str, lines: int, games: int, played: int
) -> list[float]:
    """Seconds of each line, by a farm told by UDP."""
    saved = list[tuple[float, str]]()

    def note(request: Request, _: Response) -> None:
        saved.append((time.monotonic(), request.params["title"]))

    server.proxy.after(note, call_of("edit"), times=100 * lines + 1000)
    with _farm() as (farm, place, _postgres):
        bench = _Bench(farm, place, server, server.proxy.api, address, played)
        bench.add_idle(1, games - played, address)
        return bench.latencies(lines, 2.0, lambda: tuple(saved))


def _on_a_standin(
    lines: int, games: int, played: int, idle: int
) -> tuple[list[float], list[float], float, float]:
    """Seconds of each line with some games and with very many; CPU and requests of a tick."""
    with Standin(1) as standin, _farm() as (farm, place, postgres):
        site = standin.sites[0]
        feed = f"udp://{site.host}:{free_port(site.host)}"
        site.control(feed=feed)

        def answers() -> list[tuple[float, str]]:
            changes = site.control()["changes"]
            return [(row["at"], row["title"]) for row in changes if row["user"] == "Wikibot"]

        bench = _Bench(farm, place, site, site.api, feed, played)
        bench.add_idle(1, games - played, feed)
        some = bench.latencies(lines, 0.5, answers)
        bench.add_idle(games, idle, feed)
        many = bench.latencies(lines, 0.5, answers)
        farm.stop()
        return some, many, *bench.tick(postgres, lambda: int(site.control()["requests"]))


@contextmanager
def _farm() -> Iterator[tuple[Farm, Path, Postgres]]:
    postgres = Postgres(SERVER)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="wikibot-bench-") as folder,
            Farm(postgres.database(), Path(folder)) as farm,
        ):
            yield farm, Path(folder), postgres
    finally:
        postgres.close()


@contextmanager
def _running(game: BenchGame) -> Iterator[None]:
    command = [sys.executable, "-m", "wikibot", "run"]
    with subprocess.Popen(
        command, cwd=game.home("wikibot"), env=game.environment("wikibot"),
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)
