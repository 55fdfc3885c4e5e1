"""From a player's saved edit to the saved answer, by `wikibot run`: told by a feed, and polling.

Each way has the same lines at the same distances; what else the machine does falls on one at a
time, so go by the medians.
"""

from __future__ import annotations

import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bench.figures import Figure, Unfit
from bench.wiki_game import TITLES, WikiGame, wiki_game
from tests.mediawiki.proxy import Request, Response

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
    return [
        *_figures("udp", told, polling, most=(0.5, 1.5)),
        *_figures("recentchanges", asked, polling, most=(2.5, 5.0)),
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


def _latencies(game: WikiGame, settings: str, count: int) -> list[float]:
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


def _play_one(game: WikiGame, answered: threading.Event) -> float:
    """When a line was saved; its answer was waited for."""
    game.write()
    began = time.monotonic()
    if not answered.wait(_LONGEST):
        raise Unfit("a line was not answered")
    return began


@contextmanager
def _running(game: WikiGame) -> Iterator[None]:
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
