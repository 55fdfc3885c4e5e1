"""What was written elsewhere is not played on a real server: moves, merges, restored pages."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.game.tiny import ACTIONS
from tests.mediawiki.client import ApiError
from tests.mediawiki.server import Server
from tests.mediawiki.table import Table

DIG = "* dig -- 2d4 (1, 3) = 4 ~~~~"
PLAIN = "* dig -- 2d4 (1, 3) = 4"
ELSEWHERE = "which does not count"
TITLES = ("Play", "Side", "Attic")


@pytest.fixture
def table(mediawiki: Server, tmp_path: Path) -> Table:
    """A table at which a line has been played."""
    table = Table(mediawiki, tmp_path)
    table.add("Ann", DIG)
    table.sync()
    return table


def test_a_page_that_is_moved_to_the_title_plays_nothing(table: Table) -> None:
    """Lines of another page are told, those that come afterwards are played."""
    table.person("Ann").edit("Side", f"{ACTIONS}{PLAIN}\n")
    table.steward.move("Play", "Attic", redirect=False)
    table.steward.move("Side", "Play")
    table.sync()
    table.add("Bea", DIG)
    table.sync()

    assert (table.stones(), table.text("Play").count(ELSEWHERE)) == ({"Ann": 4, "Bea": 9}, 1)


def test_a_page_that_was_moved_away_and_back(table: Table) -> None:
    """What was written under the title counts, what was written elsewhere does not."""
    table.add("Ann", DIG)
    time.sleep(1)
    table.steward.move("Play", "Attic", redirect=False)
    time.sleep(1)
    table.add("Bea", DIG, "Attic")
    time.sleep(1)
    table.steward.move("Attic", "Play")
    table.sync()

    assert (table.stones(), table.text("Play").count(ELSEWHERE)) == ({"Ann": 8, "Bea": 5}, 1)


def test_a_merged_history_plays_nothing(table: Table) -> None:
    """A page made anew, into which the history of another is merged, and its text put back."""
    text = f"{ACTIONS}{PLAIN}\n"
    table.person("Ann").edit("Side", text)
    time.sleep(1)
    table.steward.delete("Play")
    table.steward.edit("Play", ACTIONS)
    table.steward.act("mergehistory", **{"from": "Side", "to": "Play"})
    table.person("Ann").edit("Play", text)
    table.sync()

    assert (table.stones()["Ann"], table.text("Play").count(ELSEWHERE)) == (4, 1)


def test_restored_revisions_of_another_page_play_nothing(table: Table) -> None:
    """Those that were deleted under the title come back into the page of the game."""
    text = f"{ACTIONS}{PLAIN}\n"
    table.person("Ann").edit("Side", text)
    table.steward.move("Play", "Attic", redirect=False)
    table.steward.move("Side", "Play", redirect=False)
    table.steward.delete("Play")
    table.steward.move("Attic", "Play", redirect=False)
    table.steward.undelete("Play")
    table.person("Bea").edit("Play", text)
    table.sync()

    assert table.stones()["Ann"] == 4


def test_a_quiet_line_still_takes_five_requests_after_a_move(table: Table) -> None:
    """The log of moves is asked for once, where the move is new."""
    table.steward.move("Play", "Attic", redirect=False)
    table.steward.move("Attic", "Play", redirect=False)
    table.sync()
    table.add("Bea", DIG)
    table.server.proxy.mark()
    table.sync()

    assert (table.stones()["Bea"], table.server.proxy.requests <= 5) == (9, True)


@pytest.mark.parametrize("seed", range(3))
def test_generated_attacks_have_no_effect(table: Table, seed: int) -> None:
    """Each line has faces of its own; what was played was written on the page under its title."""
    chance, allowed, number = random.Random(seed), {"Ann": {4}, "Bea": set[int]()}, 0
    faces = [(a, b) for a in range(1, 5) for b in range(a, 5)]
    for _ in range(14):
        title, other, who = *chance.sample(TITLES, 2), chance.choice(("Ann", "Bea"))
        try:
            match chance.choice(("write", "write", "move", "delete", "restore", "merge", "sync")):
                case "write":
                    one, two = faces[number % len(faces)]
                    number += 1
                    line = f"* dig -- 2d4 ({one}, {two}) = {one + two}"
                    before, mark, after = (table.text(title) or ACTIONS).partition(
                        "== Actions ==\n"
                    )
                    table.person(who).edit(title, f"{before}{mark}{line}\n{after}")
                    allowed[who] |= {one + two} if title == "Play" else set()
                case "move":
                    table.steward.move(title, other, redirect=False)
                case "delete":
                    table.steward.delete(title)
                case "restore":
                    table.steward.undelete(title)
                case "merge":
                    table.steward.act("mergehistory", **{"from": title, "to": other})
                case "sync":
                    sync(table, allowed)
        except ApiError:
            pass  # such as a page that is missing, or stands in the way
    sync(table, allowed)


def sync(table: Table, allowed: dict[str, set[int]]) -> None:
    """One sync, which plays nothing but what is allowed."""
    for each in table.sync().outcomes:
        if each.verdict.value == "done":
            found = int(each.text.split()[-1])
            assert found in allowed[each.action.account]
