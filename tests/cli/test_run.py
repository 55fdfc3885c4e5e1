"""``wikibot run``: stays up, syncs again and again, stops cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import SETTINGS, Wikibot
from tests.game.tiny import ACTIONS, GAME
from wikibot.cli.commands.run import Runner, stay
from wikibot.config.settings import load
from wikibot.sync.report import EndedBySignal, Stop, Stopping
from wikibot.wiki.folder import FolderWiki


class Running:
    """The program in a process of its own; what it logs is read line by line."""

    def __init__(self, here: Path) -> None:
        command = [sys.executable, "-m", "wikibot", "run"]
        self.process = subprocess.Popen(
            command, cwd=here, stderr=subprocess.PIPE, text=True, env=os.environ
        )

    def wait_for(self, text: str) -> str:
        """The next line with this text."""
        assert self.process.stderr is not None
        return next(line for line in self.process.stderr if text in line)

    def signal(self, number: int) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def end(self) -> int:
        """The exit code."""
        return self.process.wait(timeout=30)


@pytest.fixture
def start(here: Path) -> Iterator[Callable[[], Running]]:
    """Start the program; whatever still runs at the end is killed."""
    running: list[Running] = []

    def run() -> Running:
        running.append(Running(here))
        return running[-1]

    yield run
    for each in running:
        each.process.kill()
        each.process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_syncs_at_once_and_again_until_a_signal(
    wiki: FolderWiki, here: Path, start: Callable[[], Running], number: int
) -> None:
    """Lines that come later are played on the schedule; a signal ends it with exit code 0."""
    (here / "settings.ini").write_text(f"{SETTINGS}[bot]\nevery = 1 second\n")
    wiki.save_as("Ann", "Play", f"{ACTIONS}* dig -- 2d4 (1, 3) = 4\n")
    running = start()

    first = running.wait_for("done: Ann: dig")
    text = wiki.read(["Play"])["Play"]
    wiki.save_as("Bea", "Play", f"{text and text.text}* dig -- 2d4 (1, 1) = 2\n")
    second = running.wait_for("done: Bea: dig")
    running.signal(number)

    assert ("found 4" in first, "found 2" in second, 0) == (True, True, running.end())


def test_a_wiki_out_of_reach_does_not_end_it(here: Path, start: Callable[[], Running]) -> None:
    """It is logged, and tried again; a signal ends the wait between two tries."""
    wiki = SETTINGS.replace("folder:wiki", "http://127.0.0.1:9/api.php\nuser = Wikibot@sync")
    (here / "settings.ini").write_text(f"{wiki}[bot]\ndeadline = 1 second\nevery = 1 second\n")
    running = start()

    running.wait_for("WARNING")
    still_up = running.process.poll() is None
    running.signal(signal.SIGTERM)

    assert (True, 0) == (still_up, running.end())


class Broken:
    """A wiki with a mistake in it."""

    def poll(self, titles: object) -> None:
        raise ZeroDivisionError


def test_a_mistake_in_the_program_does_not_end_it(
    wiki: FolderWiki, here: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged; the next sync may do better."""
    Runner(load(here / "settings.ini"), GAME, Broken(), Stop()).once()  # type: ignore[arg-type]

    assert "mistake in wikibot" in caplog.text


def test_what_one_sync_leaves_the_next_plays_at_once(
    wiki: FolderWiki, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little time a sync has."""
    monkeypatch.setattr("wikibot.sync.snapshot.PORTION", 1)
    monkeypatch.setattr("wikibot.sync.run.BUDGET", 0)
    wiki.save_as("Ann", "Play", wiki.file("Play").read_text() + "* help\n" * 3)
    runner = Runner(load(here / "settings.ini"), GAME, wiki, Stop())

    assert (runner.once(), runner.once()) == (True, False)
    assert wiki.file("Play").read_text().count("'''done'''") == 3


def test_the_same_trouble_is_told_once(
    wiki: FolderWiki, here: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A page that is missing for a day is no reason for hundreds of lines.

    Its return is told as well.
    """
    caplog.set_level("INFO", "wikibot")
    runner = Runner(load(here / "settings.ini"), GAME, wiki, Stop())
    text = wiki.file("Play").read_text()

    wiki.file("Play").unlink()
    runner.once()
    runner.once()
    wiki.file("Play").write_text(text)
    runner.once()

    told = [record.message for record in caplog.records]
    assert (1, 1) == (sum("no such page" in line for line in told), told.count("all is well again"))


def test_a_signal_lets_a_write_end_and_begins_nothing_else() -> None:
    """During a write it is noted; a second signal changes nothing."""
    stop, done = Stop(), []

    def job() -> bool:
        with stop.writing():
            done.append("begun")
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)
            done.append("ended")
        return True

    with stop.listening(signal.SIGTERM):
        stay(job, 0.0, stop, lambda _: True)
        with pytest.raises(EndedBySignal):
            signal.raise_signal(signal.SIGTERM)

    assert done == ["begun", "ended"]


@pytest.mark.parametrize("command", [("sync",), ("steward", "sync")])
def test_a_command_leaves_the_process_s_signals_as_they_were(
    wiki: FolderWiki, wikibot: Wikibot, command: tuple[str, ...]
) -> None:
    """A program that calls it can be ended by SIGTERM afterwards as before."""
    before = signal.getsignal(signal.SIGTERM)
    wikibot(*command)

    assert signal.getsignal(signal.SIGTERM) is before


LONG = """
import sys, time
from wikibot.game.game import (Game)
from wikibot.cli import main
from tests.game.tiny import Tiny

def forever(self, *args):
    print("computing", file=sys.stderr, flush=True)
    {work}

Tiny.{method} = forever
main(["{command}"])
"""
NO_END = "while True: sum(range(1000))"
PATTERN = "import re; re.fullmatch('(a|aa)+', 'a' * 200 + 'b')"
CONTAINED = (
    "\n    while True:\n        try:\n            sum(range(1000))\n        except Exception:\n   "
    "         pass"
)


@pytest.mark.parametrize(
    ("command", "code", "method", "work"),
    [
        ("sync", 75, "read", NO_END), ("sync", 75, "after_action", PATTERN),
        ("sync", 75, "next_event", CONTAINED),
        ("run", 0, "write", NO_END), ("run", 0, "next_event", PATTERN),
    ],
)  # fmt: skip
def test_a_signal_ends_a_long_computation(
    wiki: FolderWiki, here: Path, command: str, code: int, method: str, work: str
) -> None:
    """Wherever it is, in one line of rules or in one endless pattern.

    Nothing was saved, and the next run plays all.
    """
    wiki.save_as("Ann", "Play", f"{ACTIONS}* dig -- 2d4 (1, 3) = 4\n")
    program = LONG.format(command=command, method=method, work=work)
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=here, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        assert any("computing" in line for line in process.stderr)
        process.send_signal(signal.SIGTERM)
        told = process.communicate(timeout=30)[1]
    finally:
        process.kill()

    assert (process.returncode, "Traceback" in told, len(wiki.history("State", 0))) == (
        code,
        False,
        1,
    )
    again = subprocess.run(
        [sys.executable, "-m", "wikibot", "sync"], cwd=here, capture_output=True, check=False
    )
    assert (again.returncode, len(wiki.history("State", 0))) == (0, 2)


def test_a_signal_ends_a_wait_for_the_wiki() -> None:
    """Between two tries nothing is half-done."""
    stop = Stop()
    stop.asked = True

    with pytest.raises(Stopping):
        stop.sleep(3600)


def test_an_edit_while_the_first_job_runs_is_told() -> None:
    """A feed that asks for recent changes tells of those since it was first asked."""
    stop, told, edits = Stop(), list[int](), ["before"]
    seen = list[str]()

    def job() -> bool:
        seen.extend(edits[len(seen) :])
        edits.append("while it ran")
        return True

    def woken(seconds: float) -> bool:
        told.append(len(edits))
        stop.asked = len(told) > 1
        return len(told) > 1 and told[-1] > told[-2]

    stay(job, 3600.0, stop, woken)

    assert (told, seen) == ([1, 2], ["before"])


def test_a_feed_wakes_it_once_a_second_at_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many datagrams come. Where nothing is found it looks once more, and then rests."""
    now, looks = [0.0], list[float]()
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    stop = Stop()

    def job() -> bool:
        looks.append(now[0])
        return False

    def woken(seconds: float) -> bool:
        now[0] += min(0.125, seconds)
        stop.asked = now[0] >= 10
        return 2.0 <= now[0] < 5.0

    stay(job, 3600.0, stop, woken)

    assert looks == [0.0, 2.0, 3.0, 4.0, 5.0, 6.0]
