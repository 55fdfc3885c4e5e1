"""A farm on a real MediaWiki:
many games in one request, one writer at a time, patience kept by all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.farm.arena import Farm, Watch
from tests.farm.games import WikiGame
from tests.mediawiki.bots import bot_of
from tests.mediawiki.proxy import Request, Response, call_of
from tests.mediawiki.server import Server
from wikibot.farm.table import HostGate, WatchedTable, bucket_of, poll
from wikibot.storage.postgres.farm import FarmStore
from wikibot.wiki.errors import TryLater

# A pool that is closed while it makes a connection leaves that one to the garbage collector, which
# says so in a later test.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def farm(
    mediawiki_143: Server, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Farm]:
    """Give a farm with two games on a wiki and no worker."""
    with Farm(database, tmp_path) as farm:
        monkeypatch.setenv("WIKIBOT_FARM_KEY", farm.environment["WIKIBOT_FARM_KEY"])
        farm.add(WikiGame(mediawiki_143, tmp_path / f"Game{number}", number) for number in range(2))
        yield farm


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

    now, heads = wiki.heads(titles)

    assert mediawiki_143.proxy.requests == requests
    assert (len(heads), heads["Page 7"], heads["Page 8"]) == (pages, revision, 0)
    assert abs(now - datetime.now(UTC)).total_seconds() < 60


def test_a_farm_with_nothing_to_do_asks_once(
    farm: Farm, mediawiki_143: Server, database: str
) -> None:
    """One request shows that no game of the wiki moved; a page that moves shows its game alone."""
    farm.start("--tick", "1")
    farm.settle(120)
    farm.stop()
    bucket = bucket_of(mediawiki_143.proxy.api)
    poll(database, bucket)
    mediawiki_143.proxy.mark()
    quiet = poll(database, bucket)
    asked = mediawiki_143.proxy.requests
    farm.games[1].write()

    moved = poll(database, bucket)

    assert (quiet.moved, quiet.games, asked) == ((), 2, 1)
    assert [each.game for each in moved.moved] == ["Game1"]


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
    farm: Farm, mediawiki_143: Server, database: str
) -> None:
    """Its games are `unreachable`; once it answers, they are as they were."""
    farm.start("--tick", "1")
    farm.settle(120)
    farm.stop()
    bucket = bucket_of(mediawiki_143.proxy.api)
    with FarmStore.open(database) as store:
        store.database.run("DELETE FROM wikibot.sessions")
    mediawiki_143.proxy.answer(Response(403), times=100)

    found = poll(database, bucket)
    with WatchedTable.opened(database) as table:
        table.troubled(bucket, [(each.api, each.account, each.error) for each in found.troubles])

    assert farm.states() == {"unreachable": 2}
    assert poll(database, bucket).games == 0
    mediawiki_143.proxy.reset()
