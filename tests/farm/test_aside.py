"""A game or a wiki in trouble costs itself alone, and people are told."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from tests.farm.arena import Farm, Watch, are_answered, wait_for
from tests.farm.games import FolderGame, WikiGame, make_template
from tests.farm.standin import Site, Standin, free_port
from tests.game.tiny import ACTIONS, GAMESTATE
from wikibot.farm import polling
from wikibot.farm.polling import Listener, look, sweep
from wikibot.farm.processes import sync_game
from wikibot.farm.table import Moved, WatchedTable, bucket_of
from wikibot.storage.postgres.database import KEY_VARIABLE
from wikibot.storage.postgres.farm import add_game
from wikibot.wiki.feed import RecentChange

SETTINGS = """\
[wiki]
api = {api}
user = {user}
password_file = password
contact = tests

[game]
rules = deadly
ruleset = Rules
gamestate = State
actions = Play
log = Log

[stewards]
users = Steward
page = Stewards
"""


@pytest.fixture
def site() -> Iterator[Site]:
    """Give a wiki of its own."""
    with Standin(1) as standin:
        yield standin.sites[0]


@pytest.fixture
def farm(database: str, tmp_path: Path) -> Iterator[Farm]:
    """Give a farm without games, where a deadly one can be played."""
    info = tmp_path / "site/deadly-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1.0\n")
    points = "[wikibot.games]\ndeadly = tests.farm.deadly:GAME\n"
    (info / "entry_points.txt").write_text(points)
    with Farm(database, tmp_path) as farm:
        farm.add_to_path(tmp_path / "site", Path(__file__).parents[2])
        yield farm


@pytest.fixture
def moon(farm: Farm, site: Site, tmp_path: Path) -> str:
    """Give the name of a game on the wiki that nobody has synced."""
    for title, text in (("Rules", "None."), ("State", GAMESTATE), ("Play", ACTIONS),
                        ("Stewards", "Orders:\n")):  # fmt: skip
        site.client("Steward").edit(title, text)
    file = tmp_path / "moon/settings.ini"
    file.parent.mkdir()
    file.write_text(SETTINGS.format(api=site.api, user=site.bot_user))
    (file.parent / "password").write_text(site.bot_password)
    (file.parent / "password").chmod(0o600)
    with farm.store() as store, WatchedTable.opened(farm.dsn) as table:
        add_game(store, file, "moon")
        table.watch("moon", store.settings("moon"))
    return "moon"


@pytest.fixture
def play(farm: Farm, site: Site, moon: str) -> Callable[[str], None]:
    """Give a player's pen, and that game as one worker has synced it."""
    farm.start("--tick", "1", "--pages", "1")
    farm.settle(120)
    return lambda line: _write(site, line)


def _write(site: Site, line: str) -> None:
    site.client("Ann").edit("Play", append=f"\n* {line} ~~~~")


def test_pages_are_told_of_a_game_set_aside_and_seen_as_they_were_before(
    farm: Farm, site: Site, moon: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So what somebody writes meanwhile has moved a page."""
    monkeypatch.syspath_prepend(tmp_path / "site")
    monkeypatch.setenv(KEY_VARIABLE, farm.environment[KEY_VARIABLE])
    while not sync_game(farm.dsn, moon).idle:
        pass
    settled = sync_game(farm.dsn, moon).stamp
    _write(site, "dig -- 2d4 (1, 3) = 4")
    moved = sync_game(farm.dsn, moon, aside="it failed").stamp
    told = "set this game aside" in site.client("Ann").text("State")
    after = sync_game(farm.dsn, moon, aside="it failed").stamp

    assert (told, "" in (settled, moved, after)) == (True, False)
    assert len({settled, moved, after}) == 3


def test_a_game_that_fails_again_and_again_is_set_aside(
    farm: Farm, site: Site, play: Callable[[str], None]
) -> None:
    """By name, with the reason, in `status` and on its pages, until somebody edits one of them."""
    farm.run("UPDATE wikibot.watched SET failures = 7")
    play("die")
    aside = wait_for(lambda: farm.rows()[0].state == "aside")
    reason = farm.rows()[0].reason
    told = wait_for(lambda: "set this game aside" in site.client("Ann").text("State"), 30)
    wait_for(lambda: not farm.rows()[0].job)  # that of telling it
    stewards, line = (site.client("Ann").text(each) for each in ("Stewards", "Play"))
    asked = site.control()["requests"]
    syncs = farm.logs().count("moon")
    rests = not wait_for(lambda: farm.logs().count("moon") > syncs, 6)
    asks = site.control()["requests"] - asked
    with WatchedTable.opened(farm.dsn) as table, psycopg.connect(farm.dsn) as database:
        ((seen,),) = database.execute("SELECT tried FROM wikibot.watched").fetchall()
        turns = [
            table.turn("moon", stamp, 100, 60) is None for stamp in (seen, f"{seen} moved", "")
        ]
    site.client("Steward").edit("Play", ACTIONS)
    back = wait_for(lambda: farm.rows()[0].state == "settled")
    play("dig -- 2d4 (1, 3) = 4")
    answered = wait_for(lambda: "found 4" in site.client("Ann").text("Play"))

    assert (aside, told, rests, asks < 12) == (True, True, True, True), farm.logs()[-3000:]
    assert turns == [True, False, False]  # a sweep that began before the game was set aside is late
    assert "failed 8 times: its process was ended by SIGKILL" in reason
    assert "set this game aside: it failed 8 times in a row" in stewards
    assert "set this game aside" in line
    assert (back, answered) == (True, True), farm.logs()[-3000:]
    assert "set this game aside" not in site.client("Ann").text("State")


def test_a_game_with_too_many_bytes_is_not_played(
    farm: Farm, site: Site, play: Callable[[str], None]
) -> None:
    """Which its pages say, with the limit; once they are shorter, it is played on."""
    site.client("Steward").edit("Rules", "None.\n" + "x" * 1_200_000)
    play("dig -- 2d4 (1, 3) = 4")
    told = wait_for(lambda: "1.2 MB together" in site.client("Ann").text("State"))
    attention = wait_for(lambda: farm.rows()[0].state == "attention")
    reason = farm.rows()[0].reason
    unplayed = "found 4" not in site.client("Ann").text("Play")
    site.client("Steward").edit("Rules", "None.")
    answered = wait_for(lambda: "found 4" in site.client("Ann").text("Play"))

    assert (told, attention, unplayed) == (True, True, True), farm.logs()[-3000:]
    assert "the bot takes 1.0 MB" in reason
    assert answered, farm.logs()[-3000:]


def test_a_new_game_that_fails_is_tried_later_and_later(farm: Farm, tmp_path: Path) -> None:
    """Not at each tick: nothing of it can move."""
    farm.add([FolderGame(make_template(tmp_path / "template"), tmp_path / "moon", 1)])
    shutil.rmtree(tmp_path / "moon/wiki")
    farm.start("--tick", "1")
    failed = wait_for(lambda: farm.rows()[0].failures == 1)
    again = wait_for(lambda: farm.rows()[0].failures > 1, 3)

    assert (failed, again) == (True, False), farm.logs()[-3000:]


def test_syncs_on_a_slow_wiki_keep_no_other_from_its_turn(farm: Farm, tmp_path: Path) -> None:
    """Told by UDP, so that its games are synced though it cannot be polled; all is answered."""
    with Standin(2) as standin:
        slow = standin.sites[0]
        games = []
        for site in standin.sites:
            feed = f"udp://{site.host}:{free_port(site.host)}"
            site.control(feed=feed)
            games += [
                WikiGame(site, tmp_path / f"Game{site.host[-1]}{number}", number, site.api, feed)
                for number in range(4)
            ]
        farm.add(games)
        farm.start("--tick", "1", "--concurrency", "1")
        farm.settle(180)
        slow.control(mode="slow")
        late, soon = Watch(), Watch()
        for game in games[:4]:
            late.expect(game.write())
        farm.run("UPDATE wikibot.wikis SET asked = NULL")  # whose turn comes now and then
        named = wait_for(lambda: "unreachable" in farm.states())
        for game in games[4:]:
            soon.expect(game.write())
        in_time, left = soon.wait(60), late.left()
        slow.control(mode="")
        answered = late.wait(240)
        late.stop()
        soon.stop()
        wrong = [each.what for game in games for each in game.check()]

    assert (named, in_time, left > 0, answered) == (True, True, True, True), farm.logs()[-3000:]
    assert wrong == []


def test_eventstreams_wake_the_game_that_an_edit_concerns(
    farm: Farm, site: Site, tmp_path: Path
) -> None:
    """Long before the next tick; of two wikis with one stream, each has its own games."""
    stream = site.api.replace("/w/api.php", "/v2/stream/recentchange")
    farm.add(WikiGame(site, tmp_path / f"Game{n}", n, site.api, stream) for n in range(2))
    farm.start("--tick", "30")
    farm.settle(120)
    assert wait_for(lambda: "listening at" in farm.logs())
    before = farm.rows()[0].syncs
    answered = are_answered(farm.games[1].write(), 20)

    assert answered, farm.logs()[-3000:]
    assert farm.rows()[0].syncs == before


def test_a_wiki_with_very_many_games_is_looked_at_whole(
    farm: Farm, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """98,000 pages of 14,000 games, by 500 in a request; the one that moved is found."""
    monkeypatch.setenv("WIKIBOT_FARM_KEY", farm.environment["WIKIBOT_FARM_KEY"])
    farm.add([WikiGame(site, farm.folder / "Game", 1, site.api)])
    farm.add_idle(site.api, site.bot_user, "recentchanges", range(14_000))
    farm.run("UPDATE wikibot.watched SET titles = '{Game/Play}' WHERE game = 'Game'")
    site.client("Steward").edit("Idle13999/Play", "text")
    bucket = bucket_of(site.api)
    found = sweep(farm.dsn, bucket, site.api, site.bot_user)
    again = look(farm.dsn, bucket)

    assert (found.woken, found.troubles) == (("Game", "idle13999"), ())
    assert 190 < found.requests < 210
    assert (again.requests, again.troubles) == (1, ())


@pytest.mark.parametrize(("idle", "looks"), [(0, 60), (3, 60), (15, 6), (60, 2)])
def test_a_feed_that_tells_of_nothing_is_followed_less_and_less(
    idle: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A minute of datagrams without pause: a look a second at the most, and then fewer."""
    now, woken = [0.0], list[str]()
    monkeypatch.setattr(polling, "time", SimpleNamespace(monotonic=lambda: now[0]))
    moved = [Moved("moon", "", -idle, told=True)]
    listener = Listener(
        set, lambda *_: moved, lambda each: woken.extend(game.game for game in each)
    )

    async def flood() -> None:
        while now[0] < 60:
            await listener._work([("udp://127.0.0.1:9", RecentChange("Play"))])
            now[0] += 0.25

    asyncio.run(flood())

    assert len(woken) == looks
