"""What was written elsewhere is not played on a real server: moves, merges, restored pages.

Whose line comes back in which way is tried on one version each, taking turns.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest

from tests.game.tiny import ACTIONS
from tests.mediawiki.client import ApiError
from tests.mediawiki.server import Server
from tests.mediawiki.table import Table, own_folder
from tests.mediawiki.versions import taking_turns

IN_TURN = True
DIG = "* dig -- 2d4 (1, 3) = 4 ~~~~"
PLAIN = "* dig -- 2d4 (1, 3) = 4"
ELSEWHERE = "which does not count"
TITLES = ("Play", "Side", "Attic")
SECOND = timedelta(seconds=1)


@pytest.fixture
def table(mediawiki: Server, tmp_path: Path) -> Table:
    """A table at which a line has been played."""
    folder = own_folder(mediawiki, tmp_path)
    table = Table(mediawiki, folder)

    def play() -> None:
        table.add("Ann", DIG)
        table.sync()

    mediawiki.prepare("a line has been played", play, folder)
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
    table.server.pass_time(SECOND)
    table.steward.move("Play", "Attic", redirect=False)
    table.server.pass_time(SECOND)
    table.add("Bea", DIG, "Attic")
    table.server.pass_time(SECOND)
    table.steward.move("Attic", "Play")
    table.sync()

    assert (table.stones(), table.text("Play").count(ELSEWHERE)) == ({"Ann": 8, "Bea": 5}, 1)


def test_a_merged_history_plays_nothing(table: Table) -> None:
    """A page made anew, into which the history of another is merged, and its text put back."""
    text = f"{ACTIONS}{PLAIN}\n"
    table.person("Ann").edit("Side", text)
    table.server.pass_time(SECOND)
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


@pytest.mark.parametrize(
    ("mediawiki", "case"),
    taking_turns(product(("restored", "undone", "rolled back"),
                         (("Ann", DIG), ("Bea", DIG), ("Ann", PLAIN)))),
    indirect=["mediawiki"],
)  # fmt: skip
def test_what_was_read_long_ago_comes_back(table: Table, case: tuple[str, tuple[str, str]]) -> None:
    """An old revision, the undo of its blanking behind other edits, a rollback: nothing is new."""
    way, (who, line) = case
    table.add("Ann", line)
    old = table.text("Play")
    table.sync()
    if way == "undone":
        table.person("Bea").edit("Play", f"{table.text('Play')}\n== Talk ==\nHello.\n")
        table.sync()
    blanked = table.person("Mallory").edit("Play", old.partition("* dig")[0])
    table.sync()
    if way == "restored":
        table.person(who).edit("Play", old)
    elif way == "undone":
        table.person(who).undo("Play", blanked)
    else:
        table.steward.rollback("Play", "Mallory")
    table.sync()
    table.sync()

    assert table.stones() == {"Ann": 8, "Bea": 5}


@pytest.mark.parametrize(
    ("old", "new"), [("* dig", "** dig"), ("* dig", ": dig"), ("* dig", "<!--\n* dig")]
)
def test_a_line_that_another_made_none_is_its_authors(table: Table, old: str, new: str) -> None:
    """It is played as hers."""
    table.add("Ann", PLAIN)
    before, _, after = table.text("Play").rpartition(old)
    table.person("Mallory").edit("Play", f"{before}{new}{after}")
    table.sync()

    assert table.stones() == {"Ann": 8, "Bea": 5}


def test_another_page_at_the_title_of_the_gamestate_waits_for_the_operator(table: Table) -> None:
    """Nothing is written until it is said that this is a new game, an emptied log or not."""
    text = table.text("State")
    table.steward.move("State", "Away", redirect=False)
    table.person("Mallory").edit("State", text.partition("<!--")[0])
    table.person("Mallory").edit("Log", "")
    table.add("Ann", DIG)
    told = table.sync()
    head = table.person("Ann").head("State")
    table.sync()
    left = table.person("Ann").head("State")
    report = table.sync(force=True)

    assert (told.exit_code, told.outcomes, head) == (1, (), left)
    assert [each.verdict for each in report.outcomes] == ["done"]


@pytest.mark.parametrize(("mediawiki", "seed"), taking_turns(range(3)), indirect=["mediawiki"])
def test_generated_attacks_have_no_effect(table: Table, seed: int) -> None:  # noqa: C901  # a case a kind
    """What was played was written on the page under its title, and is played once."""
    chance, left = random.Random(seed), Counter[tuple[str, int]]()
    faces = itertools.cycle((a, b) for a in range(1, 5) for b in range(a, 5))

    def write(who: str, title: str) -> str:
        one, two = next(faces)
        before, mark, after = (table.text(title) or ACTIONS).partition("== Actions ==\n")
        text = f"{before}{mark}* dig -- 2d4 ({one}, {two}) = {one + two}\n{after}"
        table.person(who).edit(title, text)
        left[who, one + two] += title == "Play"
        return text

    for _ in range(18):
        title, other, who = *chance.sample(TITLES, 2), chance.choice(("Ann", "Bea"))
        person = table.person(who)
        try:
            match chance.choice(
                ("write", "write", "move", "delete", "undelete", "merge", "blank", "restore",
                 "restore", "undo", "sync", "sync")
            ):  # fmt: skip
                case "write":
                    write(who, title)
                case "move":
                    table.steward.move(title, other, redirect=False)
                case "delete":
                    table.steward.delete(title)
                case "undelete":
                    table.steward.undelete(title)
                case "merge":
                    table.steward.act("mergehistory", **{"from": title, "to": other})
                case "blank":
                    old = write(who, "Play")
                    sync(table, left)
                    table.person("Carol").edit("Play", ACTIONS)
                    sync(table, left)
                    table.person(chance.choice(("Ann", "Bea"))).edit("Play", old)
                case "restore":
                    person.edit(title, chance.choice(table.steward.history(title))["content"])
                case "undo":
                    person.undo(title, chance.choice(table.steward.history(title))["revid"])
                case "sync":
                    sync(table, left)
        except (ApiError, IndexError):
            pass  # such as a page that is missing, or stands in the way
    sync(table, left)


def sync(table: Table, left: Counter[tuple[str, int]]) -> None:
    """One sync, which plays nothing but what was written and not yet played."""
    for each in table.sync().outcomes:
        if each.verdict.value == "done" and each.text.startswith("found "):
            line = each.action.account, int(each.text.split()[-1])
            left[line] -= 1
            assert left[line] >= 0, line
