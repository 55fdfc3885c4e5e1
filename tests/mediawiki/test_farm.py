"""A farm on a real MediaWiki:
many games in one request, one writer at a time, patience kept by all.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.farm.arena import Farm, Watch, are_answered, wait_for
from tests.farm.games import Line, WikiGame
from tests.mediawiki.bots import bot_of
from tests.mediawiki.conftest import Start
from tests.mediawiki.proxy import Request, Response, call_of
from tests.mediawiki.server import Kept, Server
from tests.mediawiki.test_feed import free_port, is_heard, told_at
from tests.postgres.server import Postgres
from wikibot.farm.polling import Polled, look, sweep
from wikibot.farm.table import (
    HostGate,
    WatchedTable,
    bucket_of,
    drop_waiting,
    jobs_of,
    opened,
    sync_job,
)
from wikibot.storage.postgres.database import GameStorage
from wikibot.storage.postgres.farm import FarmStore
from wikibot.wiki.errors import TryLater

# A pool that is closed while it makes a connection leaves that one to the garbage collector, which
# says so in a later test.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


Polls = Sequence[Callable[[], Polled]]


@pytest.fixture
def farm(
    mediawiki_143: Server, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Farm]:
    """Give a farm with two games on a wiki and no worker."""
    with Farm(database, tmp_path) as farm:
        monkeypatch.setenv("WIKIBOT_FARM_KEY", farm.environment["WIKIBOT_FARM_KEY"])
        farm.add(WikiGame(mediawiki_143, tmp_path / f"Game{number}", number) for number in range(2))
        yield farm


@pytest.fixture(scope="module")
def once_settled(
    start_mediawiki: Start, postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Farm, Kept]:
    """Make a farm with three games that were all synced, once for many tests."""
    server, folder = start_mediawiki("1.43"), tmp_path_factory.mktemp("settled")
    with Farm(postgres.database(), folder) as farm:
        farm.add(WikiGame(server, folder / f"Game{number}", number) for number in range(3))
        farm.start("--tick", "1")
        farm.settle(120)
        farm.stop()
    return farm, server.keep()


@pytest.fixture
def settled(
    once_settled: tuple[Farm, Kept], mediawiki_143: Server, postgres: Postgres,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Farm]:  # fmt: skip
    """Give it, as a copy of its database and its wiki; it has no worker."""
    made, wiki = once_settled
    mediawiki_143.restore(wiki)
    mediawiki_143.pass_time(timedelta(minutes=5))  # what was saved just now is looked at twice
    dsn = postgres.database(made.dsn.rpartition("dbname=")[2])
    key = made.environment["WIKIBOT_FARM_KEY"]
    monkeypatch.setenv("WIKIBOT_FARM_KEY", key)
    with Farm(dsn, tmp_path, key) as farm:
        farm.games = made.games
        yield farm


@pytest.fixture
def polls(mediawiki_143: Server, settled: Farm) -> Polls:
    """Give the ways to look for what moved: by recent changes, and by the heads of all pages."""
    api = mediawiki_143.proxy.api
    bucket = bucket_of(api)
    return (
        lambda: look(settled.dsn, bucket),
        lambda: sweep(settled.dsn, bucket, api, mediawiki_143.bot_user),
    )


def test_lines_of_several_games_are_answered_by_several_workers(
    farm: Farm, mediawiki_143: Server
) -> None:
    """Each once, though a worker is killed; never do two of them write at the same time."""
    writing, most = [0], [0]

    def begins(_: Request) -> None:
        writing[0] += 1
        most[0] = max(most[0], writing[0])

    def ends(_: Request, __: Response) -> None:
        writing[0] -= 1

    mediawiki_143.proxy.before(begins, call_of("edit"), times=10_000)
    mediawiki_143.proxy.after(ends, call_of("edit"), times=10_000)
    for _ in range(2):
        farm.start("--tick", "1")
    farm.wait_ready()
    watch = Watch()
    for number in range(3):
        for game in farm.games:
            watch.expect(game.write())
        if number == 1:
            farm.kill(0, "--tick", "1", alone=True)
    answered = watch.wait(120)
    watch.stop()
    farm.wait_ready()  # the one that came late can be stopped as well
    codes = farm.stop()

    assert (answered, codes) == (True, [0, 0]), farm.logs()[-3000:]
    assert [each.what for game in farm.games for each in game.check()] == []
    assert most[0] == 1


@pytest.mark.parametrize(("pages", "bot", "requests"), [(120, False, 3), (700, True, 3)])
def test_the_heads_of_many_pages_take_few_requests(
    mediawiki_143: Server, pages: int, bot: bool, requests: int
) -> None:
    """50 titles in a request, and 500 for an account with apihighlimits;
    the first tells which it is.
    """
    steward = mediawiki_143.client("Steward")
    wiki = bot_of(mediawiki_143) if bot else bot_of(mediawiki_143, user="")
    revision = steward.edit("Page 7", "text")
    titles = [f"Page {number}" for number in range(pages)]
    wiki.poll(["Page 1"])  # which logs in
    mediawiki_143.proxy.mark()

    parts = list(wiki.heads(titles))
    heads = {title: head for _, part in parts for title, head in part.items()}

    assert mediawiki_143.proxy.requests == requests
    assert (len(heads), heads["Page 7"], heads["Page 8"]) == (pages, revision, 0)
    assert abs(parts[-1][0] - datetime.now(UTC)).total_seconds() < 60


def test_a_farm_with_nothing_to_do_asks_once(
    settled: Farm, mediawiki_143: Server, polls: Polls
) -> None:
    """One request shows that no game of the wiki moved; a page that moves shows its game alone."""
    for number, poll in enumerate(polls):
        drain(poll)
        mediawiki_143.proxy.mark()
        quiet = poll()
        asked = mediawiki_143.proxy.requests
        settled.games[number].write()
        moved = poll()

        assert (quiet.woken, quiet.requests, asked) == ((), 1, 1)
        assert moved.woken == (f"Game{number}",)


@pytest.mark.parametrize("state", ["", "DELETE FROM wikibot.wikis"])
def test_an_edit_before_the_first_look_at_recent_changes_is_found(
    settled: Farm, mediawiki_143: Server, polls: Polls, state: str
) -> None:
    """Between a game's first sync and the first mark nothing tells of edits: a sweep does."""
    look_at, sweep_all = polls
    settled.run(state or "UPDATE wikibot.wikis SET mark = '', swept = now()")
    bucket = bucket_of(mediawiki_143.proxy.api)

    def asked() -> list[str]:
        """What a tick asks for, all of it before an edit that comes with the first."""
        with WatchedTable.opened(settled.dsn) as table:
            (to_do,) = (each for each in table.to_do() if each.bucket == bucket)
        found = [*sweep_all().woken] if to_do.sweep else []
        if not edited:
            edited.extend(settled.games[0].write())
        return [*found, *(look_at().woken if to_do.look else ())]

    edited: list[Line] = []
    woken = [game for _ in range(2) for game in asked()]

    assert woken == ["Game0"]


@pytest.mark.parametrize("kind", ["udp", "recentchanges"])
def test_a_feed_wakes_the_game_that_an_edit_concerns(
    mediawiki_143: Server, database: str, tmp_path: Path, kind: str
) -> None:
    """And no other; by UDP long before the next tick. The worker that listens may be killed."""
    port = free_port()
    told_at(mediawiki_143, port)
    feed = f"udp://127.0.0.1:{port}" if kind == "udp" else kind
    tick = ("--tick", "30" if kind == "udp" else "1")
    with Farm(database, tmp_path) as farm:
        farm.add(
            WikiGame(mediawiki_143, tmp_path / f"Game{number}", number, feed=feed)
            for number in range(2)
        )
        for _ in range(2):
            farm.start(*tick)
        farm.wait_ready()
        farm.settle(120)
        farm.kill(0, *tick, alone=True)
        farm.wait_ready()
        farm.settle(120)
        assert kind != "udp" or wait_for(lambda: is_heard(port)), farm.logs()[-3000:]
        before = {row.game: row.syncs for row in farm.rows()}
        answered = are_answered(farm.games[1].write(), 20)
        time.sleep(2)
        after = {row.game: row.syncs for row in farm.rows()}
        codes = farm.stop()

    assert (answered, codes) == (True, [0, 0]), farm.logs()[-3000:]
    assert (after["Game0"], after["Game1"] > before["Game1"]) == (before["Game0"], True)
    assert [each.what for each in farm.games[1].check()] == []


def test_a_flood_of_forged_datagrams_costs_a_look_a_game_and_second(
    mediawiki_143: Server, database: str, tmp_path: Path
) -> None:
    """Nothing of it is taken for an edit, and the next line is answered."""
    port = free_port()
    told_at(mediawiki_143, port)
    with Farm(database, tmp_path) as farm:
        feed = f"udp://127.0.0.1:{port}"
        farm.add([WikiGame(mediawiki_143, tmp_path / "Game0", 0, feed=feed)])
        farm.start("--tick", "30")
        farm.wait_ready()
        farm.settle(120)
        assert wait_for(lambda: is_heard(port)), farm.logs()[-3000:]
        before = farm.rows()[0].syncs
        began = time.monotonic()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            while time.monotonic() < began + 2:
                for datagram in (b'{"title": "Game0/Play", "user": "X"}', b'{"title": 1}', b"["):
                    out.sendto(datagram, ("127.0.0.1", port))
                time.sleep(0.001)
        answered = are_answered(farm.games[0].write(), 60)
        syncs, seconds = farm.rows()[0].syncs - before, time.monotonic() - began
        codes = farm.stop()

    assert (answered, codes) == (True, [0]), farm.logs()[-3000:]
    assert 1 <= syncs <= 2 * seconds + 2  # a look, and one more where nothing is new


def test_all_wait_as_long_as_the_wiki_asked_one_of_them(
    mediawiki_143: Server, farm: Farm, database: str
) -> None:
    """Retry-After of one answer holds back every program that shares the database,
    and no other wiki.
    """
    api = mediawiki_143.proxy.api
    busy = Response(503, (("Retry-After", "7"), ("Content-Type", "text/plain")), b"busy")
    mediawiki_143.proxy.answer(busy)
    slept: list[float] = []
    elsewhere = "https://wiki.example.org/w/api.php"
    with (
        HostGate(database, api) as one,
        HostGate(database, api) as other,
        HostGate(database, elsewhere) as third,
    ):
        with pytest.raises(TryLater):
            bot_of(mediawiki_143, gate=one, sleep=slept.append).read(["Main Page"])

        assert (5 < other.wait() <= 7, third.wait()) == (True, 0.0)
    assert min(slept) > 5


def test_who_is_killed_while_writing_keeps_no_one_from_it(farm: Farm, database: str) -> None:
    """The right to write goes with the connection."""
    one, other = (
        HostGate(database, "https://a.example/api.php"),
        HostGate(database, "https://a.example/api.php"),
    )
    entered: list[float] = []
    writing = one.writing()
    writing.__enter__()

    def write() -> None:
        with other.writing():
            entered.append(time.monotonic())

    thread = threading.Thread(target=write)
    thread.start()
    time.sleep(0.3)
    before = list(entered)
    one._connection.close()
    thread.join(5)

    assert (before, len(entered)) == ([], 1)


def test_a_wiki_that_cannot_be_polled_is_shown_and_asked_later(
    settled: Farm, mediawiki_143: Server
) -> None:
    """Its games are `unreachable`; once it answers, they are as they were."""
    database = settled.dsn
    wiki = (mediawiki_143.proxy.api, mediawiki_143.bot_user)
    bucket = bucket_of(wiki[0])
    with FarmStore.open(database) as store:
        store.database.run("DELETE FROM wikibot.sessions")
    mediawiki_143.proxy.answer(Response(403), times=100)

    look(database, bucket)

    assert settled.states() == {"unreachable": 3}
    assert look(database, bucket).requests == 0
    mediawiki_143.proxy.reset()
    assert sweep(database, bucket, *wiki).requests > 0
    assert settled.states() == {"settled": 3}


def test_an_edit_wakes_a_game_that_failed(
    settled: Farm, mediawiki_143: Server, polls: Polls
) -> None:
    """Its next try was an hour away. Where it fails again with the same pages, it is left alone."""
    database = settled.dsn
    for number, poll in enumerate(polls):
        game = f"Game{number}"
        drain(poll)
        fail(database, game, "")
        quiet = poll().woken
        mediawiki_143.client("Steward").edit(f"{game}/State", append="\n\nMended.")
        mended = poll().woken
        again = settled.rows()[number].again
        with opened(database) as app:
            (job,) = jobs_of(app, game, "todo")
        fail(database, game, job.task_kwargs["stamp"])

        assert (quiet, mended, again) == ((), (game,), None)
        assert poll().woken == ()


def drain(poll: Callable[[], Polled]) -> None:
    """Poll until nothing that happened before wakes a game any more."""
    assert wait_for(lambda: not poll().woken)


def fail(database: str, game: str, stamp: str) -> None:
    """A sync of a game fails, for the tenth time."""
    with opened(database) as app:
        drop_waiting(app, game)
        app.job_manager.defer_job(sync_job(app, game, schedule_in={"hours": 1}))
    with WatchedTable.opened(database) as table:
        table.failed(game, "it failed", 1.0, stamp)


def test_one_wrong_password_is_the_trouble_of_its_game_alone(
    settled: Farm, mediawiki_143: Server
) -> None:
    """Others of that account on that wiki are polled by the password of one that played."""
    database = settled.dsn
    wiki = (mediawiki_143.proxy.api, mediawiki_143.bot_user)
    with settled.store() as store, WatchedTable.opened(database) as table:
        settings = store.settings("Game0")
        GameStorage(store.database, store.keys, "Game0", 0, settings)._files.write(
            "password", "0" * 32
        )
        table.watch("Game0", settings)
    polls = [look(database, bucket_of(wiki[0])), sweep(database, 0, *wiki)]
    with WatchedTable.opened(database) as table:
        table.failed("Game0", "the wiki does not let Wikibot log in", 0.1)
    polls += [look(database, bucket_of(wiki[0])), sweep(database, 0, *wiki)]

    assert [each.troubles for each in polls] == [()] * 4
    assert settled.rows()[1].state == "settled"


class Mute:
    """A wiki that takes every connection and never answers, or never comes to an end of it."""

    def __init__(self, *, drips: bool) -> None:
        self._drips, self._open = drips, list[socket.socket]()
        self._server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    def api_in(self, bucket: int) -> str:
        """An address of it whose wiki is in a bucket."""
        base = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        return next(
            api for number in range(1000) if bucket_of(api := f"{base}/{number}/api.php") == bucket
        )

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                self._open.append(self._server.accept()[0])
                if self._drips:
                    threading.Thread(target=self._drip, args=self._open[-1:], daemon=True).start()

    def _drip(self, connection: socket.socket) -> None:
        with suppress(OSError):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{")
            while True:
                time.sleep(1)
                connection.sendall(b" ")

    def close(self) -> None:
        """End all connections."""
        for each in (self._server, *self._open):
            each.close()


def test_a_wiki_that_never_answers_costs_itself_alone(settled: Farm, mediawiki_143: Server) -> None:
    """Another wiki of its bucket is played on, and within a minute `status` says what is wrong."""
    database = settled.dsn
    farm, mutes = settled, [Mute(drips=drips) for drips in (False, True)]
    real = mediawiki_143.proxy.api
    for number, mute in enumerate(mutes, 1):
        name, api = f"Game{number}", mute.api_in(bucket_of(real))
        with WatchedTable.opened(database) as table:
            table._run("UPDATE wikibot.watched SET api = %s WHERE game = %s", (api, name))
        with farm.store() as store:
            store.database.run("UPDATE wikibot.games SET api = %s WHERE name = %s", (api, name))
            text = farm.games[number].settings.read_text().replace(real, api)
            storage = GameStorage(store.database, store.keys, name, 0, store.settings(name))
            storage._files.write("settings.ini", text)
    farm.start("--tick", "1")
    farm.wait_ready()
    began, watch = time.monotonic(), Watch()
    while [row.state for row in farm.rows()[1:]] != ["unreachable"] * 2:
        assert time.monotonic() < began + 60, (farm.states(), farm.logs()[-3000:])
        watch.expect(farm.games[0].write())
        time.sleep(1)
    reasons = [row.reason for row in farm.rows()[1:]]
    watch.expect(farm.games[0].write())
    answered = watch.wait(60)
    watch.stop()
    codes = farm.stop()
    for mute in mutes:
        mute.close()

    assert (answered, codes) == (True, [0]), farm.logs()[-3000:]
    assert all(reasons)
