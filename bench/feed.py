"""From a player's saved edit to the saved answer, by `wikibot run` and by a farm, told by a feed.

The peer is `wikibot run` that polls.
Each way has the same lines at the same distances; what else the machine does falls on one at a
time, so go by the medians.
"""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from bench.farm import SERVER, database_cpu
from bench.figures import Figure, Unfit
from bench.wiki_game import TITLES, wiki_game
from bench.wiki_game import WikiGame as BenchGame
from tests.farm.arena import Farm
from tests.farm.games import WikiGame
from tests.mediawiki.proxy import Request, Response
from tests.mediawiki.server import Server
from tests.postgres.server import Postgres
from wikibot.farm.polling import look
from wikibot.farm.table import WatchedTable, bucket_of

EVERY = 5  # seconds between two polls of the peer
_LINES, _LINES_SHORT = 60, 2
_LONGEST = 120.0  # seconds until an answer


def measure(short: bool) -> list[Figure]:
    """Median and the slowest hundredth of each way."""
    count = _LINES_SHORT if short else _LINES
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"udp://127.0.0.1:{probe.getsockname()[1]}"
    with wiki_game() as game:
        feed = {"formatter": "JSONRCFeedFormatter", "uri": address}
        game.server.configure(wgRCFeeds={"wikibot": feed})
        game.wikibot()
        polling = _latencies(game, f"feed = none\nevery = {EVERY} seconds", -(-count // 3))
        told = _latencies(game, f"feed = {address}\nevery = 1 hour", count)
        asked = _latencies(game, "feed = recentchanges\nevery = 1 hour", count)
        game.check()
        games, lines, idle = (2, 2, 100) if short else (12, 48, 10_000)
        farm, tick, requests = _by_farm(game.server, address, games, lines, idle)
    return [
        *_figures("udp", told, polling, most=(0.5, 1.5)),
        *_figures("recentchanges", asked, polling, most=(2.5, 5.0)),
        *_figures(f"udp, a farm of {games} games", farm, polling, most=(1.0, 3.0)),
        Figure(f"{idle:,} idle games: CPU of a tick", 1000 * tick, "ms", most=500),
        Figure(f"{idle:,} idle games: requests of a tick", requests, "requests", most=2),
    ]


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


def _latencies(game: BenchGame, settings: str, count: int) -> list[float]:
    """Seconds from each of so many saved lines to its saved answer."""
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
            time.sleep(1.5 + number * 0.37 % 1.5)
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

_GAP = 2.0  # seconds between two lines
_TICKS = 5
_IDLE = """
WITH added AS (
    INSERT INTO wikibot.games (name, api, account, rules, gamestate, origin)
    SELECT 'idle' || n, %(api)s, %(account)s, 'cycle15', 'Idle ' || n, '/'
    FROM generate_series(1, %(count)s) AS n RETURNING name)
INSERT INTO wikibot.watched (game, api, account, bucket, feed, titles, spaces, stamp)
SELECT name, %(api)s, %(account)s, %(bucket)s, 'recentchanges', ARRAY(
    SELECT name || '/' || page FROM unnest(ARRAY['Rules', 'State', 'Play', 'Log', 'Stop']) AS page
), '{0}', 'x' FROM added"""


def _by_farm(
    server: Server, address: str, count: int, lines: int, idle: int
) -> tuple[list[float], float, float]:
    """Seconds of each line; CPU seconds and requests of a tick with many idle games."""
    postgres = Postgres(SERVER)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="wikibot-bench-") as folder,
            Farm(postgres.database(), Path(folder)) as farm,
        ):
            homes = [Path(folder) / f"Game{number}" for number in range(count)]
            farm.add(WikiGame(server, home, n, feed=address) for n, home in enumerate(homes))
            for _ in range(2):
                farm.start("--concurrency", "1")
            farm.wait_ready()
            farm.settle(_LONGEST * 10)
            time.sleep(6)  # until they know the feed
            answered = dict.fromkeys((each.name for each in farm.games), 0.0)

            def note(request: Request, _: Response) -> None:
                answered[request.params["title"].partition("/")[0]] = time.monotonic()

            server.proxy.after(
                note,
                lambda call: call.action == "edit" and call.params["title"].endswith("/Play"),
                times=10 * lines,
            )
            found = []
            for number in range(lines):
                game = farm.games[number % count]
                (line,) = game.write(kind="shatter")
                end = line.saved + _LONGEST
                while answered[game.name] < line.saved - _GAP:
                    if time.monotonic() > end:
                        raise Unfit(f"a line was not answered:\n{farm.logs()[-2000:]}")
                    time.sleep(0.01)
                found.append(answered[game.name] - line.saved)
                answered[game.name] = 0.0
                time.sleep(_GAP)
            farm.stop()
            return found, *_tick(farm, postgres, server, idle)
    finally:
        postgres.close()


def _tick(farm: Farm, postgres: Postgres, server: Server, idle: int) -> tuple[float, float]:
    """CPU seconds and requests of a tick with so many idle games on the wiki, by recent changes."""
    api, account = server.proxy.api, server.bot_user
    bucket = bucket_of(api)
    values = {"api": api, "account": account, "bucket": bucket, "count": idle}
    with psycopg.connect(farm.dsn, autocommit=True) as connection:
        connection.execute("UPDATE wikibot.watched SET feed = 'recentchanges'")
        connection.execute(_IDLE, values)
        connection.execute("ANALYZE")
    os.environ["WIKIBOT_FARM_KEY"] = farm.environment["WIKIBOT_FARM_KEY"]
    look(farm.dsn, bucket)
    server.proxy.mark()
    before = time.process_time() + database_cpu(postgres)
    for _ in range(_TICKS):
        with WatchedTable.opened(farm.dsn) as table:
            table.to_do()
            table.to_retry()
        look(farm.dsn, bucket)
    spent = time.process_time() + database_cpu(postgres) - before
    return spent / _TICKS, server.proxy.requests / _TICKS


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
