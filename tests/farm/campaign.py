"""The proof at full size: throughput, idle cost, latency, and kills in the middle of everything."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from tests.campaign.report import Violation
from tests.farm.arena import Farm, Watch, cpu_of, get
from tests.farm.games import FolderGame, Game, WikiGame, make_template
from tests.farm.standin import Site, free_port, send
from tests.mediawiki.server import Server
from tests.postgres.server import Postgres
from wikibot.farm.polling import sweep
from wikibot.farm.table import WatchedTable, bucket_of

_FIRST = 3600.0  # seconds in which all games have to be synced for the first time
_LAST = 900.0  # the same for all lines after the last kill

Say = Callable[[str], None]


class Campaign:
    """One farm, through all that is measured. ``figures`` is what came of it."""

    def __init__(self, folder: Path, postgres: Postgres, say: Say, seed: int) -> None:
        self.folder, self.postgres, self.say, self.rng = folder, postgres, say, Random(seed)
        self.farm = Farm(postgres.database(), folder)
        self.figures: dict[str, Any] = {"seed": seed}
        self.folders: list[Game] = []
        self.wikis: list[Game] = []
        self.standins: dict[Site, list[Game]] = {}
        self.forging = threading.Event()  # set: no more

    # -- games -------------------------------------------------------------------------------------

    def make_folders(self, count: int) -> None:
        """Games in folders, known to the farm, not synced yet."""
        template = make_template(self.folder / "template")
        games = self.folder / "games"
        games.mkdir()
        began = time.monotonic()
        self.folders = [
            FolderGame(template, games / f"game{number}", self.rng.getrandbits(32))
            for number in range(count)
        ]
        self.farm.add(self.folders)
        self.say(f"{count} games in folders, made in {time.monotonic() - began:.0f} s")

    def make_wikis(self, server: Server, count: int) -> None:
        """Games on a real MediaWiki."""
        wikis = self.folder / "wikis"
        wikis.mkdir()
        self.wikis = [
            WikiGame(server, wikis / f"Wiki{number}", self.rng.getrandbits(32))
            for number in range(count)
        ]
        self.farm.add(self.wikis)
        self.say(f"{count} games on MediaWiki")

    def make_standins(self, sites: Sequence[Site], each: int) -> None:
        """Games on stand-ins, told by UDP: so many on each."""
        (self.folder / "standins").mkdir()
        for site in sites:
            feed = f"udp://{site.host}:{free_port(site.host)}"
            site.control(feed=feed)
            self.standins[site] = [
                WikiGame(site, self.folder / f"standins/{site.name}G{number}",
                         self.rng.getrandbits(32), site.api, feed)
                for number in range(each)
            ]  # fmt: skip
            self.farm.add(self.standins[site])
        self.wikis += [game for games in self.standins.values() for game in games]
        self.say(f"{len(sites)} stand-ins with {each} games each")

    # -- what is measured --------------------------------------------------------------------------

    def first_syncs(self, workers: int, options: Sequence[str]) -> None:
        """All games, synced for the first time."""
        began = time.monotonic()
        for _ in range(workers):
            self.farm.start(*options)
        self.farm.settle(_FIRST)
        seconds = time.monotonic() - began
        self.farm.stop()
        count = len(self.folders) + len(self.wikis)
        self.note("first syncs", {"games": count, "workers": workers, "seconds": round(seconds, 1)})

    def throughput(self, workers: Sequence[int], lines: int, options: Sequence[str]) -> None:
        """One line in each of many games at once, by so many workers of one sync at a time."""
        for count in workers:
            for _ in range(count):
                self.farm.start("--concurrency", "1", *options)
            self.farm.wait_ready()
            watch = Watch()
            games = self.rng.sample(self.folders, min(lines, len(self.folders)))
            written = [line for game in games for line in game.write(kind="shatter")]
            began = min(line.saved for line in written)
            watch.expect(written)
            before = self.farm.cpu()
            done = watch.wait(_LAST)
            seconds, cpu = time.monotonic() - began, self.farm.cpu() - before
            watch.stop()
            self.farm.stop()
            self.note(
                f"throughput, {count} worker(s)",
                {
                    "lines": len(written), "seconds": round(seconds, 1),
                    "lines a second": round(len(written) / seconds, 1),
                    "CPU of a line, s": round(cpu / len(written), 3), "all answered": done,
                },
            )  # fmt: skip

    def idle(self, seconds: float, server: Server | None, options: Sequence[str]) -> None:
        """What a farm costs in which nothing happens, by one worker."""
        self.farm.start(*options)
        self.farm.settle(300)
        time.sleep(10)
        before, database = self.farm.cpu(), self._database_cpu()
        asked = server.proxy.requests if server else 0
        time.sleep(seconds)
        cpu, base = self.farm.cpu() - before, self._database_cpu() - database
        requests = (server.proxy.requests if server else 0) - asked
        self.farm.stop()
        games = len(self.folders) + len(self.wikis)
        self.note(
            "idle",
            {
                "games": games, "seconds": seconds, "CPU of the worker, %": _percent(cpu, seconds),
                "CPU of PostgreSQL, %": _percent(base, seconds), "requests": requests,
            },
        )  # fmt: skip

    def rounds(self, count: int, server: Server) -> None:
        """What one poll of very many games of one wiki takes, none of which has moved.

        Their pages are not there, which costs a wiki as much to tell as that they have not moved.
        """
        api, account = server.proxy.api, server.bot_user
        self.farm.add_idle(api, account, "recentchanges", range(count))
        with psycopg.connect(self.farm.dsn, autocommit=True) as connection, self._key():
            sweep(self.farm.dsn, bucket_of(api), api, account)
            server.proxy.mark()
            found = sweep(self.farm.dsn, bucket_of(api), api, account)
            asked = server.proxy.requests
            connection.execute("DELETE FROM wikibot.games WHERE name LIKE 'idle%'")
        self.note(
            f"a round of {count} idle games of 7 pages on one wiki",
            {
                "games": count, "requests": asked, "seconds": round(found.seconds, 2),
                "moved": len(found.woken), "troubles": [each.error for each in found.troubles],
            },
        )  # fmt: skip

    @contextmanager
    def _key(self) -> Iterator[None]:
        """The farm's key in this process, too."""
        name = "WIKIBOT_FARM_KEY"
        os.environ[name] = self.farm.environment[name]
        try:
            yield
        finally:
            del os.environ[name]

    def latency(self, workers: int, rate: float, seconds: float, options: Sequence[str]) -> None:
        """From a saved line to its answer, with lines at a steady rate all over the farm."""
        for _ in range(workers):
            self.farm.start(*options)
        self.farm.wait_ready()
        watch, end = Watch(), time.monotonic() + seconds
        while time.monotonic() < end:
            watch.expect(self.rng.choice(self.folders).write())
            time.sleep(self.rng.expovariate(rate))
        done = watch.wait(_LAST)
        watch.stop()
        self.farm.stop()
        self.note(
            f"latency, {workers} workers, {rate:g} lines a second",
            {**_spread(watch.latencies.values()), "all answered": done},
        )

    def fairness(self, lines: int, others: int, options: Sequence[str]) -> None:
        """One game with very many lines, and what the others notice of it; one worker."""
        self.farm.start("--concurrency", "1", *options)
        self.farm.wait_ready()
        big, watch = self.folders[0], Watch()
        watch.expect(big.write(lines, kind="shatter"))
        rest = self.folders[1:]
        for _ in range(others):
            watch.expect(self.rng.choice(rest).write(kind="shatter"))
            time.sleep(1.0)
        done = watch.wait(_LAST)
        watch.stop()
        self.farm.stop()
        mine = watch.latencies.pop(big.name, [0.0])
        self.note(
            f"one game with {lines} lines",
            {
                "its last answer after, s": round(max(mine), 1),
                "the others": _spread(watch.latencies.values()), "all answered": done,
            },
        )  # fmt: skip

    def kills(
        self, workers: int, kills: int, restarts: int, rate: float, pause: float,
        options: Sequence[str],
    ) -> None:  # fmt: skip
        """People write all the while; workers and the database are killed at any instant."""
        for _ in range(workers):
            self.farm.start(*options)
        self.farm.wait_ready()
        watch, began = Watch(), time.monotonic()
        steps = ["kill"] * kills + ["restart"] * restarts
        self.rng.shuffle(steps)
        with self._people(watch, rate):
            for number, step in enumerate(steps, 1):
                time.sleep(self.rng.uniform(0.2, pause))
                self._strike(step, options)
                if number % 20 == 0:
                    self.say(f"{number} strikes, {watch.left()} lines wait, load {_load()}")
        struck = time.monotonic() - began
        self.recover()
        done = watch.wait(_LAST)
        rest = time.monotonic() - began - struck
        watch.stop()
        self.farm.settle(_LAST)
        codes = self.farm.stop()
        lines = sum(map(len, watch.latencies.values()))
        self.note(
            f"{kills} kills of {workers} workers, {restarts} restarts of PostgreSQL",
            {
                "lines": lines, "seconds": round(struck), "all answered": done,
                "after the last kill, s": round(rest), **_spread(watch.latencies.values()),
                "exit codes": codes,
            },
        )  # fmt: skip

    @contextmanager
    def troubled(self, workers: int, seconds: float, options: Sequence[str]) -> Iterator[None]:
        """One wiki dead, one slow and one that forges, until the end of the block.

        Before it, lines are written to the others for so long, and it is noted when each trouble
        was named by `status` and in the metrics.
        """
        (dead, slow, forger), well = [*self.standins][:3], [*self.standins][3:]
        everyone = self.wikis
        addresses = [f"127.0.0.1:{free_port()}" for _ in range(workers)]
        for address in addresses:
            self.farm.start("--listen", address, *options)
        self.farm.wait_ready()
        time.sleep(7)  # until they know the feeds
        dead.control(mode="dead")
        slow.control(mode="slow")
        self.forging.clear()
        forging = threading.Thread(target=self._forge, args=(forger, well))
        forging.start()
        began, named, watch = time.monotonic(), dict[str, float](), Watch()
        self.wikis = [game for site in well for game in self.standins[site]]
        try:
            with self._people(watch, 2.0):
                while time.monotonic() < began + seconds:
                    self._note_named(addresses, {"dead": dead, "slow": slow}, named, began)
                    time.sleep(1)
            done = watch.wait(_LAST)
            watch.stop()
            self.farm.stop()
            self.note(
                f"{len(self.standins)} wikis, of them one dead, one slow, one forging",
                {
                    "named after, s": named,
                    **_spread(watch.latencies.values()),
                    "all answered": done,
                },
            )
            self.wikis = [game for game in everyone if game not in self.standins[dead]]
            yield
        finally:
            self.wikis = everyone
            self.recover()
            forging.join()

    def recover(self) -> None:
        """All wikis are well again; no sooner than the last kill."""
        self.forging.set()
        for site in self.standins:
            site.control(mode="")

    def _forge(self, forger: Site, others: Sequence[Site]) -> None:
        """Datagrams about its own games from its own address, and about others' to their ports."""
        own = [f"{game.name}/Play" for game in self.standins[forger]]
        theirs = [(site.control()["feed"], f"{game.name}/Play") for site in others
                  for game in self.standins[site]]  # fmt: skip
        feed = forger.control()["feed"]
        for number in itertools.count():
            if self.forging.wait(0.02):
                return
            for place, title in ((feed, own[number % len(own)]), theirs[number % len(theirs)]):
                data = json.dumps({"title": title, "user": "Somebody", "server_name": "x"})
                for each in (data.encode(), b"[" * 5000):
                    send(each, place, forger.host)

    def _note_named(
        self, addresses: Sequence[str], sites: Mapping[str, Site], named: dict[str, float],
        began: float,
    ) -> None:  # fmt: skip
        since = round(time.monotonic() - began, 1)
        states = {row.api: row.state for row in self.farm.rows()}
        metrics = "".join(get(address, "/metrics") for address in addresses)
        for kind, site in sites.items():
            if states.get(site.api) == "unreachable":
                named.setdefault(f"{kind}, status", since)
            if f'wikibot_farm_unreachable{{api="{site.api}"}}' in metrics:
                named.setdefault(f"{kind}, metrics", since)
        with WatchedTable.opened(self.farm.dsn) as table:
            if table.forged():
                named.setdefault("forging, status", since)
        if re.search(r"^wikibot_farm_refused_total [1-9]", metrics, re.MULTILINE):
            named.setdefault("forging, metrics", since)

    def _strike(self, step: str, options: Sequence[str]) -> None:
        if step == "restart":
            self.postgres.restart(self.rng.choice((signal.SIGQUIT, signal.SIGINT)))
        else:
            number = self.rng.randrange(len(self.farm.workers))
            self.farm.kill(number, *options, alone=self.rng.random() < 0.5)

    @contextmanager
    def _people(self, watch: Watch, rate: float) -> Iterator[None]:
        """Lines all over the farm, until the end of the block."""
        ended, games = threading.Event(), [*self.folders, *self.wikis]
        rng = Random(self.rng.getrandbits(32))

        def write() -> None:
            for number in itertools.count():
                game = (
                    rng.choice(self.wikis) if self.wikis and number % 5 == 0 else rng.choice(games)
                )
                watch.expect(game.write(rng.choice((1, 1, 1, 2, 3))))
                if ended.wait(rng.expovariate(rate)):
                    return

        thread = threading.Thread(target=write)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    # -- what must be true -------------------------------------------------------------------------

    def check(self) -> list[Violation]:
        """Every game:
        each line once on the log, one answer, the page is what log and lines lead to.
        """
        found: list[Violation] = []
        games = [game for game in (*self.folders, *self.wikis) if game.folk.lines]
        for number, game in enumerate(games, 1):
            found += [Violation(each.kind, f"{game.name}: {each.what}") for each in game.check()]
            if number % 200 == 0:
                self.say(f"{number} of {len(games)} games are checked, {len(found)} violations")
        lines = sum(len(game.folk.lines) for game in games)
        kinds = dict(Counter(each.kind for each in found))
        self.note("checked", {"games": len(games), "lines": lines, "broken promises": kinds or 0})
        return found

    def note(self, what: str, figures: dict[str, Any]) -> None:
        """Keep figures, and say them, with what else the machine did."""
        self.figures[what] = {**figures, "load": _load()}
        self.say(f"{what}: {json.dumps(self.figures[what])}")

    def _database_cpu(self) -> float:
        """Of the server and of all its processes that ended or run."""
        mother = (self.postgres.folder / "data/postmaster.pid").read_text().split()[0]
        children = Path(f"/proc/{mother}/task/{mother}/children").read_text().split()
        return sum(map(cpu_of, [int(mother), *map(int, children)]))


def _spread(latencies: Any) -> dict[str, float]:
    """Of seconds, by game."""
    found = sorted(itertools.chain.from_iterable(latencies))
    if not found:
        return {}
    return {
        "count": len(found), "median, s": round(statistics.median(found), 2),
        "99 %, s": round(found[min(len(found) - 1, int(len(found) * 0.99))], 2),
        "most, s": round(found[-1], 2),
    }  # fmt: skip


def _percent(cpu: float, seconds: float) -> float:
    return round(100 * cpu / seconds, 1)


def _load() -> str:
    return " ".join(f"{each:.1f}" for each in os.getloadavg())
