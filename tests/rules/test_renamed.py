"""Types of spaces that the ruleset page calls otherwise, while the board still has the old name."""

from __future__ import annotations

import pytest

from tests.rules.reworded import play_of
from tests.rules.rulesets import runner_of
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import old_names
from wikibot.game.scenarios import Scenario, ScenarioRunner

BOARD = ("0 > 1 > 2 > 0", "space 2 is Crystal Orb", "Ann is on 0")
MOVE = "Mon 10:00 Ann: move 1 2 -- 2d4 (1, 1) = 2"


def staged(rules: str, page: str, *lines: str) -> ScenarioRunner:
    """Some lines of a scenario, played by a page."""
    runner = runner_of(Scenario("renamed", "here", 1, rules), page)
    for line in lines:
        runner.step(line)
    return runner


def outcome(page: str, name: str = "Crystal Orb") -> tuple[str, str]:
    """How a move to the old type comes out, by the name that the board has,
    and for which unit it is held.
    """
    outcome = staged(
        "late", page, *(each.replace("Crystal Orb", name) for each in (*BOARD, MOVE))
    ).outcome
    assert outcome
    return outcome.verdict, outcome.unit


@pytest.fixture
def page() -> str:
    """The late ruleset."""
    return play_of("Cycle 15").page


def test_a_type_that_has_another_name_everywhere_is_held(page: str) -> None:
    """It is known again by its text but for the name, and held until somebody accepts it."""
    renamed = page.replace("Crystal Orb", "Gem Orb").replace("crystal orb", "gem orb")

    assert outcome(page) == ("done", "")
    assert outcome(renamed) == ("held", "Crystal Orb")


def test_a_type_of_which_only_the_heading_has_another_name_is_held_until_the_board_has_it(
    page: str,
) -> None:
    """And told of:
    its text speaks of the old name still, so the board would be the only place that has it.
    """
    renamed = page.replace("==== Crystal Orb ====", "==== Gem Orb ====")
    runner = staged("late", renamed, *BOARD)

    assert old_names(runner.state, runner.book) == ("Crystal Orb",)
    assert outcome(renamed) == ("held", "Crystal Orb")
    assert outcome(renamed, "Gem Orb") == ("done", "")


@pytest.mark.parametrize(
    ("old", "new"), [("N. 1", "N. 2"), ("I.N. 1", "I.N. 2"), ("2d6", "3d6"), ("2d6", "1d6")]
)
def test_another_number_in_a_name_makes_a_thing_that_nobody_has_implemented(
    old: str, new: str
) -> None:
    """Whatever its effect still says; the one that the name stood for is sold no more."""
    play = play_of("Round 7")
    book = play.game.rulebook(play.page.replace(f"| {old} ||", f"| {new} ||"))

    assert book.standing(f"Shop: {new}") is WordingStatus.NEW
    assert book.obstacle(f"Shop: {new}")
    assert book.obstacle(f"Shop: {old}")


def test_a_type_that_was_rewritten_under_another_name_is_held(page: str) -> None:
    """Nothing describes it any more, and something new stands there:
    it is not passed over with nothing gained.
    """
    start = page.index("==== Crystal Orb ====")
    end = page.index("====", start + 25)
    rewritten = f"{page[:start]}==== Gem ====\n\nWhoever comes upon a gem keeps it.\n\n{page[end:]}"

    assert outcome(rewritten) == ("held", "Gem")


def test_a_type_that_is_gone_makes_a_blank_space(page: str) -> None:
    """As the rule Spaces says of a space that lacks a type."""
    start = page.index("==== Crystal Orb ====")

    assert outcome(page[:start] + page[page.index("====", start + 25) :]) == ("done", "")


@pytest.mark.parametrize(
    "change", [("=== Mining ===", "=== Digging ==="), ("| Kraken Root ||", "| Squid Root ||")]
)
def test_what_a_game_keeps_under_its_own_names_goes_on(change: tuple[str, str]) -> None:
    """Experience in a task and the herb in a pot are played under the old name,
    so nobody is told that they wait.
    """
    play = play_of("Cycle 14")
    lines = (
        "Ann owns 3⚡; has experience 1 in Mining",
        "pot 1 has Herb: Kraken Root; has Growth Stage: 3",
        "Mon 10:00 Ann: water 1",
    )
    runner = staged("cycle14", play.page.replace(*change), *lines)

    assert runner.outcome
    assert (runner.outcome.verdict, old_names(runner.state, runner.book)) == ("done", ())


@pytest.mark.parametrize("line", ["* Grebes", "* 🦆 Grebes", "* 🐦", "* 🐦 Ducks"])
def test_an_item_that_the_list_gives_another_emoji_or_name_is_held(line: str) -> None:
    """The rules of Cycle 14 name items by their emoji,
    so without it they speak of nothing that the list has.
    """
    play = play_of("Cycle 14")
    book = play.game.rulebook(play.page.replace("* 🐦 Grebes", line))

    assert [unit for unit in book.units if book.obstacle(unit)] == [
        f"Ritual Components: {line[2:]}"
    ]


def test_the_marks_of_an_emoji_and_the_space_behind_it_are_no_part_of_it() -> None:
    """They only change how it looks."""
    play = play_of("Cycle 14")
    page = play.page.replace("* 🐦 Grebes", "* 🐦Grebes").replace(
        "* ⚡Resolve", "* ⚡\ufe0f Resolve"
    )
    book = play.game.rulebook(page)

    assert page != play.page
    assert [unit for unit in book.units if book.obstacle(unit)] == []
