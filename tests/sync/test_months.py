"""A log that goes by month: every line once, and all pages together lead to the present state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest

from tests.for_each import portion
from tests.game.tiny import GAMESTATE, Tiny
from tests.sync.test_delivery import DIGS, READONLY, REFUSED, disturbed, renamed
from tests.sync.world import Deadly, Killed, World
from wikibot.apply import apply_log
from wikibot.sync.report import Report
from wikibot.wiki.errors import EditRefused

JANUARY, FEBRUARY, MARCH = "Log/2024-01", "Log/2024-02", "Log/2024-03"


@pytest.fixture
def world(world: World) -> World:
    """Shortly before the end of January, the first line is played."""
    by_month(world)
    world.now = datetime(2024, 1, 31, 23, 30, tzinfo=UTC)
    world.add("Ann", DIGS[0])
    world.sync()
    return world


def by_month(world: World, log: str = "Log/%Y-%m") -> None:
    """Set the log page, as an operator does."""
    world.settings = replace(world.settings, game=replace(world.settings.game, log=log))


def turn(world: World, month: int = 2) -> None:
    """Wait for the next month."""
    world.now = max(world.now, datetime(2024, month, 1, 0, 5, tzinfo=UTC))


def played(world: World, line: str) -> Report:
    """One line of Ann's, and a sync."""
    world.add("Ann", line)
    return world.sync()


def logged(world: World, *titles: str) -> list[list[str]]:
    """The results of Ann's lines on each page."""
    return [re.findall(r"Ann: dig .* = (\d+)", world.text(title)) for title in titles]


def stones(world: World) -> list[str]:
    """How many stones Ann has on the gamestate page."""
    return re.findall(r"Ann: (\d+) stones", world.text("State"))


def replayed(world: World, *titles: str) -> list[str]:
    """How many she has when these pages are played again."""
    logs = [world.text(title) for title in titles]
    page = apply_log(Tiny(), "No rules.\n", GAMESTATE, logs).page or ""
    return re.findall(r"Ann: (\d+) stones", page)


# -- the turn of the month -------------------------------------------------------------------------


def test_lines_of_a_month_stand_on_its_page(world: World) -> None:
    """Each where it belongs, and played one after the other they lead to the present state."""
    turn(world)
    played(world, DIGS[1])
    turn(world, 3)
    played(world, DIGS[2])

    assert [["2"], ["3"], ["4"]] == logged(world, JANUARY, FEBRUARY, MARCH)
    assert stones(world) == replayed(world, JANUARY, FEBRUARY, MARCH) == ["9"]


def test_pages_pasted_into_one_replay_as_well(world: World) -> None:
    """An operator may copy them one below the other."""
    turn(world)
    played(world, DIGS[1])
    pasted = world.text(JANUARY) + world.text(FEBRUARY)
    page = apply_log(Tiny(), "No rules.\n", GAMESTATE, pasted).page or ""

    assert "Ann: 5 stones" in page


def test_a_new_page_leads_to_the_one_before(world: World) -> None:
    """Only the first says from when on the game was played, and follows none."""
    turn(world)
    played(world, DIGS[1])
    told = [
        ("[[Log/2024-01]]" in world.text(title), "# played from" in world.text(title))
        for title in (JANUARY, FEBRUARY)
    ]

    assert [(False, True), (True, False)] == told


def test_a_month_without_lines_has_no_page(world: World) -> None:
    """The next page leads to the last one that there is."""
    turn(world, 3)
    played(world, DIGS[1])

    assert (0, True) == (world.revisions(FEBRUARY), "[[Log/2024-01]]" in world.text(MARCH))


def test_a_page_that_begins_with_a_correction_leads_to_the_one_before(world: World) -> None:
    """Nobody has to have written a line for it."""
    turn(world, 3)
    world.edit("Sam", "State", world.text("State").replace("Ann: 2", "Ann: 9"))
    world.sync()

    assert "[[Log/2024-01]]" in world.text(MARCH)


def test_the_turn_of_the_month_costs_one_ordinary_sync(world: World) -> None:
    """It writes nothing, and the one after it is short again."""
    world.sync()
    before = [world.sync().idle]
    turn(world)
    world.now = world.now.replace(hour=0, minute=0)
    report = world.sync()

    assert [True, False, True] == [*before, report.idle, world.sync().idle]


# -- a program that ends at the turn ---------------------------------------------------------------


NEVER = (0, False)
ENDS = [NEVER, *product((1, 2, 3), (False, True))]
PAIRS = list(product(ENDS, repeat=2))


def killed(world: World, save: int, *, after: bool) -> None:
    """A sync that ends at a save, with all local files lost."""
    with pytest.raises(Killed):
        world.sync(wiki=Deadly(world, save, after=after))
    world.forget()


@pytest.mark.parametrize(
    ("last", "first"),
    [*(pair for pair in PAIRS if NEVER in pair),
     *portion((pair for pair in PAIRS if NEVER not in pair), 3)],
)  # fmt: skip
def test_a_crash_at_the_turn_leaves_every_line_once(
    world: World, last: tuple[int, bool], first: tuple[int, bool]
) -> None:
    """Before and after each write of January's last sync, of February's first, and of both."""
    for line, (save, after) in zip(DIGS[1:3], (last, first), strict=True):
        world.add("Ann", line)
        killed(world, save, after=after) if save else world.sync()
        turn(world)
    played(world, DIGS[3])
    world.sync()
    january, february = logged(world, JANUARY, FEBRUARY)

    assert ["2", "3", "4", "5"] == [*january, *february]
    assert stones(world) == replayed(world, JANUARY, FEBRUARY) == ["14"]
    assert [1, 1, 1, 1] == [world.text("Play").count(f"found {face}<") for face in (2, 3, 4, 5)]


@pytest.mark.parametrize("months", [1, 6])
def test_lines_that_are_owed_come_before_those_of_another_month(world: World, months: int) -> None:
    """However long the bot was away: the new page is begun when the old one has all of its own."""
    world.add("Ann", DIGS[1])
    disturbed(world, JANUARY, READONLY)
    turn(world, 1 + months)
    played(world, DIGS[2])
    played(world, DIGS[3])

    assert [["2", "3", "4"], ["5"]] == logged(world, JANUARY, f"Log/2024-0{1 + months}")
    assert world.sync().idle


def test_a_page_that_is_full_does_not_keep_the_next_month_from_its_page(world: World) -> None:
    """What it can never take goes to the next one, in the same order."""
    text = world.text(JANUARY)
    world.edit("Bea", JANUARY, f"{text}{'x' * (2048 * 1024 - len(text.encode()) - 10)}")
    world.add("Ann", DIGS[1])
    with suppress(EditRefused):
        world.sync()
    turn(world)
    played(world, DIGS[2])

    assert [["2"], ["3", "4"]] == logged(world, JANUARY, FEBRUARY)


def test_a_gamestate_made_anew_does_not_replay_lines_of_earlier_months(world: World) -> None:
    """Where no answer was ever given, the pages of all months tell what was played."""
    world.add("Ann", DIGS[1])
    disturbed(world, "Play", REFUSED)
    turn(world, 3)
    state = world.text("State").split("<!-- wikibot")[0]
    world.wiki.file("State").unlink()
    world.sync()
    world.edit("Sam", "State", state)
    world.forget()
    stuck = played(world, DIGS[2])

    assert (stuck.exit_code, stuck.outcomes) == (1, ())
    assert ["found 4"] == [each.text for each in world.sync(force=True).outcomes]
    assert ["9"] == stones(world)


# -- a setting that changes ------------------------------------------------------------------------


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[World]:
    """A game whose log is one page, with a line on it."""
    world = World(tmp_path)
    played(world, DIGS[0])
    yield world
    world.close()


def test_a_log_may_go_by_month_from_now_on(whole: World) -> None:
    """What stands on the old page is not written again, whether or not the journal is there."""
    by_month(whole)
    whole.forget()
    played(whole, DIGS[1])

    assert [["2"], ["3"]] == logged(whole, "Log", JANUARY)
    assert ("[[Log]]" in whole.text(JANUARY), ["5"]) == (True, replayed(whole, "Log", JANUARY))


def test_a_page_that_is_moved_to_the_present_month_is_gone_on_with(whole: World) -> None:
    """Then all pages of the log have titles of one form."""
    by_month(whole)
    renamed(whole, "Log", JANUARY)
    whole.forget()
    played(whole, DIGS[1])

    assert [[], ["2", "3"]] == logged(whole, "Log", JANUARY)


def test_what_the_old_page_lacks_goes_to_the_new_one(whole: World) -> None:
    """A change of the setting loses no line, whatever was wrong with the page before."""
    whole.add("Ann", DIGS[1])
    disturbed(whole, "Log", READONLY)
    by_month(whole)
    played(whole, DIGS[2])
    played(whole, DIGS[3])

    assert [["2"], ["3", "4", "5"]] == logged(whole, "Log", JANUARY)
