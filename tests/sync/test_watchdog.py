"""No stage of a sync goes on for ever, whatever made it slow.

Its page is reported, the rest plays.
"""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.game.tiny import Tiny
from tests.sync.world import World
from wikibot.sync import inbox, pending_deliveries, pipeline, report, writing
from wikibot.sync.pending_deliveries import page_after
from wikibot.sync.report import TimeUp, Watchdog, at

SHORT = 0.02


def for_ever(*_: Any, **__: Any) -> Any:
    """What no page should be able to do."""
    for _number in count():
        pass


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which a stage ends soon."""
    monkeypatch.setattr(pipeline, "Watchdog", lambda _seconds: Watchdog(0.5))
    world = World(tmp_path)
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    return world


def test_a_loop_is_ended() -> None:
    """Here by the signal, and the timer is gone afterwards."""
    with pytest.raises(TimeUp), Watchdog(SHORT).stage():
        for_ever()


def test_so_is_a_search() -> None:
    """A regular expression that tries everything is one call of C."""
    with pytest.raises(TimeUp), Watchdog(SHORT).stage():
        re.search(r"(a|a)*b", "a" * 60)


def test_what_is_in_time_is_left_alone() -> None:
    """Also without any limit; the report names the page that was looked at."""
    for seconds in (60, 0):
        watchdog = Watchdog(seconds)
        with watchdog.stage():
            at("Talk")
        assert watchdog.report().startswith("Talk: ")


def test_a_page_of_lines_that_takes_too_long_is_left_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lines stay queued, and are played once it can be read."""
    with monkeypatch.context() as patched:
        patched.setattr(inbox, "attribute", for_ever)
        report = world.sync()

    assert (report.exit_code, len(report.outcomes)) == (1, 0)
    assert [problem.partition(":")[0] for problem in report.problems] == ["Play"]
    assert [outcome.verdict for outcome in world.sync().outcomes] == ["done"]


def test_a_gamestate_that_takes_too_long_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person is told which page it is."""
    before = world.text("State")
    with monkeypatch.context() as patched:
        patched.setattr(Tiny, "read", for_ever)
        report = world.sync()

    assert (report.exit_code, world.text("State")) == (1, before)
    assert [problem.partition(":")[0] for problem in report.problems] == ["State"]


def test_a_page_that_cannot_be_put_together_in_time_stays_owed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is saved, the other page is written, and the next sync writes this one."""

    def slow_page_after(snapshot: Any, cursor: Any, due: Any, title: str, *more: Any) -> Any:
        return for_ever() if title == "Play" else page_after(snapshot, cursor, due, title, *more)

    with monkeypatch.context() as patched:
        patched.setattr(writing, "page_after", slow_page_after)
        report = world.sync()

    assert (report.exit_code, "'''done'''" in world.text("Play"), "dig" in world.text("Log")) == (
        1,
        False,
        True,
    )
    assert world.sync().exit_code == 0
    assert world.text("Play").count("'''done'''") == 1


def test_a_log_page_that_takes_too_long_is_written_by_a_later_sync(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a crash left owed is looked for there; meanwhile the game goes on."""
    world.sync()
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    with monkeypatch.context() as patched:
        patched.setattr(writing, "page_after", for_ever)
        world.sync()
    world.edit("Sam", "Log", f"Our log.\n{world.text('Log')}")
    world.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    with monkeypatch.context() as patched:
        patched.setattr(pending_deliveries, "log_lines", for_ever)
        report = world.sync()
    between = world.text("Log").count(": dig")
    world.sync()

    assert [problem.partition(":")[0] for problem in report.problems] == ["Log"]
    assert [str(outcome.verdict) for outcome in report.outcomes] == ["done"]
    assert (between, world.text("Log").count(": dig")) == (1, 3)


_IN_A_DESTRUCTOR = """
import time
from wikibot.sync import report

class Dropped:
    def __del__(self):
        while not rung:
            pass

rung = []
ring = report._ring
def first(*words):
    rung.append(True)
    ring(*words)
report._ring = first
report._AGAIN = 0.05
try:
    with report.Watchdog(0.05).stage():
        del_me = Dropped()
        del del_me
        while True:
            pass
except report.TimeUp:
    print("ended")
"""


def test_a_ring_that_a_destructor_swallows_is_followed_by_another() -> None:
    """Python drops what is raised in a destructor; the stage ends all the same."""
    done = subprocess.run(
        [sys.executable, "-c", _IN_A_DESTRUCTOR], capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip

    assert done.stdout.split() == ["ended"]


def test_an_import_is_not_cut_in_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ring during an import waits for its end.

    The import system would drop the exception, and print it.
    """
    (tmp_path / "slow_to_import.py").write_text(
        "import time\ntime.sleep(0.2)\nDONE = True\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(report, "_AGAIN", 0.05)
    imported: list[bool] = []

    def import_and_hang() -> None:
        imported.append(importlib.import_module("slow_to_import").DONE)
        for_ever()

    with pytest.raises(TimeUp), Watchdog(SHORT).stage():
        import_and_hang()

    assert imported == [True]
