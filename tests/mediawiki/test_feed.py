"""`wikibot run` on a real MediaWiki answers at once, and nothing is lost when a feed is."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from tests.farm.arena import SITE
from tests.mediawiki.bots import bot_of
from tests.mediawiki.proxy import Request, Response
from tests.mediawiki.server import Server
from tests.mediawiki.test_program import Wikibot, command_line
from wikibot.wiki.feed import UdpFeed, since

ROOT = Path(__file__).parents[2]
PAGE = "Project:Wikibot"


def free_port() -> int:
    """A UDP port that no program has."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_heard(port: int) -> bool:
    """Whether a program listens at a UDP port."""
    lines = Path("/proc/net/udp").read_text().splitlines()
    return any(line.split()[1].endswith(f":{port:04X}") for line in lines)


def told_at(server: Server, port: int) -> None:
    """What docs/operators.md puts into LocalSettings.php."""
    address = f"udp://127.0.0.1:{port}"
    server.configure(wgRCFeeds={"wikibot": {"formatter": "JSONRCFeedFormatter", "uri": address}})


@contextmanager
def running(folder: Path) -> Iterator[None]:
    """Have `wikibot run` in the folder of a game; it ends well."""
    path = os.pathsep.join(map(str, (folder / "site", SITE, ROOT)))
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-m", "wikibot", "run"]
    with (
        Path("log").open("w") as log,
        subprocess.Popen(command, cwd=folder, stderr=log, env=environment) as process,
    ):
        try:
            yield
        finally:
            process.terminate()
            code = process.wait(30)
    assert code == 0, Path("log").read_text()


@pytest.fixture
def start(
    mediawiki_143: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], None]]:
    """Start `wikibot run` with a feed and a schedule of an hour, and wait for its first sync."""
    command_line(mediawiki_143, tmp_path, monkeypatch)
    mediawiki_143.client("Steward").edit(PAGE, "Orders.")
    with ExitStack() as stack:

        def run(feed: str) -> None:
            text = (
                Path("settings.ini").read_text().replace("= Steward", f"= Steward\npage = {PAGE}")
            )
            Path("settings.ini").write_text(f"{text}every = 1 hour\nfeed = {feed}\n")
            mediawiki_143.client("Ann").edit("Play", append="\n* dig -- 2d4 (1, 2) = 3")
            asked = threading.Event()  # for recent changes, behind the first sync
            mediawiki_143.proxy.after(lambda *_: asked.set(), lambda it: "recentchanges" in str(it))
            stack.enter_context(running(tmp_path))
            wait_for(mediawiki_143, "Play", "found 3")
            assert is_heard(int(feed.rpartition(":")[2])) if ":" in feed else asked.wait(60)

        yield run


def wait_for(server: Server, title: str, text: str) -> None:
    """Wait until a page shows a text."""
    end = time.monotonic() + 60
    while text not in server.client("Steward").text(title):
        assert time.monotonic() < end, Path("log").read_text()
        time.sleep(0.05)


@pytest.mark.parametrize("kind", ["udp", "recentchanges"])
def test_lines_and_orders_wake_the_bot_and_nothing_else_does(
    mediawiki_143: Server, start: Callable[[str], None], kind: str
) -> None:
    """Whatever name the settings have for a namespace; the schedule has an hour left.

    After edits of other pages and its own, it asks for nothing but recent changes.
    """
    asked: list[Request] = []

    def note(request: Request, _: Response) -> None:
        asked.append(request)

    port = free_port()
    told_at(mediawiki_143, port)
    start(f"udp://127.0.0.1:{port}" if kind == "udp" else kind)
    mediawiki_143.client("Ann").edit("Play", append="\n* dig -- 2d4 (1, 3) = 4")
    wait_for(mediawiki_143, "Play", "found 4")
    mediawiki_143.client("Steward").edit(PAGE, append="\n* correct Ann gains 3 Stone ~~~~")
    wait_for(mediawiki_143, PAGE, "done")

    mediawiki_143.proxy.after(note, lambda each: "recentchanges" not in str(each), times=1000)
    before, ticks = -1, 1.0  # seconds: two of them
    while before != len(asked):  # the first ticks still show what was written before
        before = len(asked)
        time.sleep(ticks)
    mediawiki_143.client("Ann").edit("Somewhere else", "text")
    time.sleep(ticks)

    assert before == len(asked)


def test_recent_changes_are_told_once_and_lean(mediawiki: Server) -> None:
    """Also those of the bot and of logs, each by the wiki's own name for the page."""
    bot, steward = bot_of(mediawiki), mediawiki.client("Steward")
    mark, before = since(None, bot.recent_changes, {0, 4})
    steward.edit("Play", "text")
    steward.edit(PAGE, "text")
    steward.edit("User:Ann", "another namespace")
    steward.protect("Play")
    mediawiki.pass_time(timedelta(seconds=1))
    mediawiki.proxy.mark()
    mark, found = since(mark, bot.recent_changes, {0, 4})
    requests, size = mediawiki.proxy.requests, mediawiki.proxy.bytes
    mark, again = since(mark, bot.recent_changes, {0, 4})

    assert (before, again, requests) == ([], [], 1)
    assert {(each.title, each.user, bool(each.revision)) for each in found} == {
        ("Play", "Steward", True), ("Test Wiki:Wikibot", "Steward", True),
    }  # fmt: skip
    assert size < 4000


def test_a_change_that_is_dated_before_the_last_request_is_found(mediawiki_143: Server) -> None:
    """An edit is dated when it begins, and shown when it is done."""
    bot, steward = bot_of(mediawiki_143), mediawiki_143.client("Steward")
    steward.edit("First", "text")
    mark, _ = since(None, bot.recent_changes, {0})
    mediawiki_143.lag(5)
    steward.edit("Second", "text")
    mediawiki_143.lag(0)
    _, found = since(mark, bot.recent_changes, {0})

    assert "Second" in {each.title for each in found}


def test_the_doctor_makes_an_edit_and_says_what_it_needs(
    mediawiki: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The remedy has the line for LocalSettings.php; a port that is taken is told."""
    wikibot: Wikibot = command_line(mediawiki, tmp_path, monkeypatch)
    monkeypatch.setattr("wikibot.cli.commands.doctor._FEED_SECONDS", 1.5)  # edits name the second
    port = free_port()
    address = f"udp://127.0.0.1:{port}"
    Path("settings.ini").write_text(f"{Path('settings.ini').read_text()}feed = {address}\n")

    silent = wikibot("doctor", "--feed")
    monkeypatch.setattr("wikibot.cli.commands.doctor._FEED_SECONDS", 20)  # it ends when told
    told_at(mediawiki, port)
    told = wikibot("doctor", "--feed")
    listener = UdpFeed(address)
    taken = wikibot("doctor")
    listener.close()

    assert (silent.exit_code, told.exit_code, taken.exit_code) == (78, 0, 0)
    assert "$wgRCFeeds['wikibot']" in silent.output
    assert f"udp://THIS-MACHINE:{port}" in silent.output
    assert f"feed: {address} told of an edit of User:Wikibot/Feed" in told.output
    assert "another program may do so" in taken.output


def test_what_a_lost_feed_told_is_found_by_the_schedule(
    mediawiki_143: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No datagram comes, and the line is answered."""
    command_line(mediawiki_143, tmp_path, monkeypatch)
    text = Path("settings.ini").read_text()
    Path("settings.ini").write_text(
        f"{text}every = 1 second\nfeed = udp://127.0.0.1:{free_port()}\n"
    )
    with running(tmp_path):
        time.sleep(1.5)
        mediawiki_143.client("Ann").edit("Play", append="\n* dig -- 2d4 (1, 3) = 4")
        wait_for(mediawiki_143, "Play", "found 4")
