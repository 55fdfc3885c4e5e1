"""Types of spaces that the ruleset page calls otherwise, while the board still has the old name."""

from __future__ import annotations

import pytest

from tests.rules.reworded import plays
from tests.rules.scenario_files import Scenario
from wikibot.game.ruleset.renamed import old_names

BOARD = [(1, "0 > 1 > 2 > 0"), (2, "2: Crystal Orb"), (3, "Ann at 0")]
MOVE = (4, "Mon 10:00 Ann: move 1 2 -- 2d4 (1, 1) = 2")


def outcome(page: str) -> tuple[str, str]:
    """How a move to the old type comes out, and for which unit it is held."""
    stage = plays()["Cycle 15"].stage(Scenario("renamed", "here", 1), page)
    for number, line in (*BOARD, MOVE):
        stage._line(line, number)
    return stage.outcome.verdict, stage.outcome.unit


@pytest.fixture
def page() -> str:
    """The late ruleset."""
    if "Cycle 15" not in plays():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    return plays()["Cycle 15"].page


def test_a_type_that_has_another_name_everywhere_is_held(page: str) -> None:
    """It is known again by its text but for the name, and held until somebody accepts it."""
    renamed = page.replace("Crystal Orb", "Gem Orb").replace("crystal orb", "gem orb")

    assert outcome(page) == ("done", "")
    assert outcome(renamed) == ("held", "Crystal Orb")


def test_a_type_that_was_rewritten_under_another_name_is_held(page: str) -> None:
    """Nothing describes it any more, and something new stands there: it is not passed over with nothing gained."""
    start = page.index("==== Crystal Orb ====")
    end = page.index("====", start + 25)
    rewritten = f"{page[:start]}==== Gem ====\n\nWhoever comes upon a gem keeps it.\n\n{page[end:]}"

    assert outcome(rewritten) == ("held", "Gem")


def test_a_type_that_is_gone_makes_a_blank_space(page: str) -> None:
    """As the rule Spaces says of a space that lacks a type."""
    start = page.index("==== Crystal Orb ====")

    assert outcome(page[:start] + page[page.index("====", start + 25) :]) == ("done", "")


@pytest.mark.parametrize("change", [("=== Mining ===", "=== Digging ==="), ("| Kraken Root ||", "| Squid Root ||")])
def test_what_a_game_keeps_under_its_own_names_goes_on(change: tuple[str, str]) -> None:
    """Experience in a task and the herb in a pot are played under the old name, so nobody is told that they wait."""
    play = plays().get("Cycle 14")
    if play is None:
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    book = play.game.rulebook(play.page.replace(*change))
    stage = play.stage(Scenario("renamed", "here", 1), play.page.replace(*change))
    lines = ("Ann has 3⚡; Mining 1", "pot 1: Kraken Root 3", "Mon 10:00 Ann: water 1")
    for number, line in enumerate(lines):
        stage._line(line, number)

    assert (stage.outcome.verdict, old_names(stage.state, book)) == ("done", ())
