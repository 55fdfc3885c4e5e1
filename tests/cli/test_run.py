"""``wikibot run``: stays up, syncs again and again, stops cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import SETTINGS
from tests.cli.stones import ACTIONS, GAME
from wikibot.run import Runner, stay
from wikibot.settings import load
from wikibot.stopping import Stop, Stopping
from wikibot.wiki.folder import FolderWiki


class Running:
    """The program in a process of its own; what it logs is read line by line."""

    def __init__(self, here: Path) -> None:
        command = [sys.executable, "-m", "wikibot", "run"]
        self.process = subprocess.Popen(command, cwd=here, stderr=subprocess.PIPE, text=True, env=os.environ)

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


def test_the_same_trouble_is_told_once(wiki: FolderWiki, here: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A page that is missing for a day is no reason for hundreds of lines; its return is told as well."""
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


def test_a_signal_lets_the_job_end_and_begins_no_other() -> None:
    """It is asked about between two jobs, never in one; a second signal changes nothing."""
    stop, done = Stop(), []

    def job() -> None:
        done.append("begun")
        stop._on_signal(signal.SIGTERM, None)
        stop._on_signal(signal.SIGTERM, None)
        done.append("ended")

    stay(job, 0.0, stop)

    assert done == ["begun", "ended"]


def test_a_signal_ends_a_wait_for_the_wiki() -> None:
    """Between two tries nothing is half-done."""
    stop = Stop()
    stop.asked = True

    with pytest.raises(Stopping):
        stop.sleep(3600)
