"""A mistake of the program in reading, telling or drawing a page costs that page only.

It is reported.
"""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.game.tiny import Tiny
from tests.sync.world import DIG, World
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.sync import inbox, pending_deliveries, pipeline, report, writing
from wikibot.sync.pending_deliveries import page_after
from wikibot.sync.report import TimeUp, Watchdog, at
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.table_writer import UnsafeEdit


@pytest.fixture
def world(world: World) -> World:
    """A folder wiki with one line that waits to be played."""
    world.add("Ann", DIG)
    return world


def broken(*_args: object, **_more: object) -> object:
    """Any function of a game, with a mistake in it."""
    raise RecursionError("oh")


@pytest.mark.parametrize("method", ["read", "write"])
def test_a_page_that_the_program_fails_at_keeps_its_lines(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """Nothing is saved and nothing lost; when the mistake is mended, the lines are played."""
    with monkeypatch.context() as patch:
        patch.setattr(Tiny, method, broken)
        report = world.sync()

    assert (report.exit_code, report.outcomes, world.revisions("State")) == (1, (), 1)
    assert "the bot failed at" in report.problems[0]
    assert [str(o.verdict) for o in world.sync().outcomes] == ["done"]


@pytest.mark.parametrize("error", [RecursionError, UnsafeEdit])
def test_a_line_after_which_the_page_cannot_be_written_is_held(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """The others are played and saved, and that one is answered as they are."""
    world.add("Bea", "* dig -- 2d4 (4, 4) = 8")
    world.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    write = Tiny.write

    def fails_for_many(game: Tiny, page: str, book: Rulebook, state: State) -> str:
        if state.players["Bea"].count("Stone") > 10:
            raise error("more than the page can hold")
        return write(game, page, book, state)

    monkeypatch.setattr(Tiny, "write", fails_for_many)
    report = world.sync()

    assert [(o.player, str(o.verdict)) for o in report.outcomes] == [
        ("Ann", "done"),
        ("Bea", "held"),
        ("Ann", "done"),
    ]
    assert ("Ann: 8 stones" in world.text("State"), "Bea: 5 stones" in world.text("State")) == (
        True,
        True,
    )
    assert "cannot stand on the page" in world.text("Play")
    assert (report.exit_code, world.sync().idle) == (1, True)


def test_a_line_that_the_page_could_not_hold_is_tried_once_more(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for a steward, who lets it be played when the page is mended.

    Its roll stood meanwhile.
    """
    world.settings = replace(
        world.settings, stewards=replace(world.settings.stewards, page="Stewards")
    )
    world.edit("Sam", "Stewards", "Orders below.\n")
    world.add("Bea", "* dig -- 2d4 (4, 4) = 8")
    write = Tiny.write

    def fails_for_many(game: Tiny, page: str, book: Rulebook, state: State) -> str:
        if state.players["Bea"].count("Stone") > 10:
            raise UnsafeEdit("more than the page can hold")
        return write(game, page, book, state)

    with monkeypatch.context() as patch:
        patch.setattr(Tiny, "write", fails_for_many)
        held = world.sync().outcomes[-1]
    world.add("Sam", f"* retry {held.action.id}", "Stewards")
    outcome = world.sync().outcomes[-1]

    assert (str(held.verdict), str(outcome.verdict)) == ("held", "done")
    assert "Bea: 13 stones" in world.text("State")


@pytest.mark.parametrize("method", ["picture", "differences"])
def test_what_only_tells_of_the_game_stops_nothing(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The line is played and saved without a drawing, or without the corrections in words."""
    world.sync()
    world.edit("Sam", "State", world.text("State").replace("Bea: 5", "Bea: 6"))
    world.add("Ann", "* walk mill hill")
    monkeypatch.setattr(Tiny, method, broken)

    assert [str(o.verdict) for o in world.sync().outcomes] == ["done"]
    assert contained
    assert "Bea: 6" in world.text("State")


def test_replies_that_cannot_be_laid_out_stay_owed(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """State and log are saved; the page of replies gets them as soon as that works."""
    with monkeypatch.context() as patch:
        patch.setattr(
            "wikibot.sync.writing.page_after",
            lambda snapshot, cursor, owed, title, *more: (
                broken() if title == "Play" else page_after(snapshot, cursor, owed, title, *more)
            ),
        )
        report = world.sync()
    assert (report.exit_code, "dig" in world.text("Log"), "found 4" in world.text("Play")) == (
        1,
        True,
        False,
    )

    world.sync()
    assert "found 4" in world.text("Play")


def test_faults_of_the_wiki_are_no_mistakes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """They end the sync as ever, to be tried again."""

    def unreachable(*_args: object, **_more: object) -> None:
        raise WikiError("the wiki is away")

    monkeypatch.setattr(type(world.wiki), "save", unreachable)
    with pytest.raises(WikiError):
        world.sync()


# No stage of a sync goes on for ever, whatever made it slow.
#
# Its page is reported, the rest plays.


SHORT = 0.02


def for_ever(*_: Any, **__: Any) -> Any:
    """What no page should be able to do."""
    for _number in count():
        pass


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which a stage ends soon."""
    monkeypatch.setattr(pipeline, "Watchdog", lambda _seconds: Watchdog(0.5))
    slow = World(tmp_path)
    slow.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    return slow


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
    slow: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lines stay queued, and are played once it can be read."""
    with monkeypatch.context() as patched:
        patched.setattr(inbox, "attribute", for_ever)
        report = slow.sync()

    assert (report.exit_code, len(report.outcomes)) == (1, 0)
    assert [problem.partition(":")[0] for problem in report.problems] == ["Play"]
    assert [outcome.verdict for outcome in slow.sync().outcomes] == ["done"]


def test_a_gamestate_that_takes_too_long_changes_nothing(
    slow: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person is told which page it is."""
    before = slow.text("State")
    with monkeypatch.context() as patched:
        patched.setattr(Tiny, "read", for_ever)
        report = slow.sync()

    assert (report.exit_code, slow.text("State")) == (1, before)
    assert [problem.partition(":")[0] for problem in report.problems] == ["State"]


def test_a_page_that_cannot_be_put_together_in_time_stays_owed(
    slow: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is saved, the other page is written, and the next sync writes this one."""

    def slow_page_after(snapshot: Any, cursor: Any, due: Any, title: str, *more: Any) -> Any:
        return for_ever() if title == "Play" else page_after(snapshot, cursor, due, title, *more)

    with monkeypatch.context() as patched:
        patched.setattr(writing, "page_after", slow_page_after)
        report = slow.sync()

    assert (report.exit_code, "'''done'''" in slow.text("Play"), "dig" in slow.text("Log")) == (
        1,
        False,
        True,
    )
    assert slow.sync().exit_code == 0
    assert slow.text("Play").count("'''done'''") == 1


def test_a_log_page_that_takes_too_long_is_written_by_a_later_sync(
    slow: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a crash left owed is looked for there; meanwhile the game goes on."""
    slow.sync()
    slow.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    with monkeypatch.context() as patched:
        patched.setattr(writing, "page_after", for_ever)
        slow.sync()
    slow.edit("Sam", "Log", f"Our log.\n{slow.text('Log')}")
    slow.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    with monkeypatch.context() as patched:
        patched.setattr(pending_deliveries, "log_lines", for_ever)
        report = slow.sync()
    between = slow.text("Log").count(": dig")
    slow.sync()

    assert [problem.partition(":")[0] for problem in report.problems] == ["Log"]
    assert [str(outcome.verdict) for outcome in report.outcomes] == ["done"]
    assert (between, slow.text("Log").count(": dig")) == (1, 3)


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
