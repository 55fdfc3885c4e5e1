"""The wheel's formulas, as the page lists them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.cycle15 import GAME
from rules.cycle15.spaces import Connection, missing, wheel
from rules.cycle15.state import Space, State
from tests.rules.reworded import play_of
from tests.rules.rulesets import pins_of
from wikibot.game.ruleset.rulebook import read_rulebook
from wikibot.stewards.accept import Origin, accept

NOW = datetime(2024, 1, 1, tzinfo=UTC)


def connection(line: str) -> Connection:
    """The connection that one line of the list spells."""
    page = (
        f"=== Wheel Rotation ===\n\nIt turns from 0 to 19: below, 20 is added; above, 20 is taken "
        f"off.\n\n* {line}\n"
    )
    return wheel(read_rulebook(page)).connections[0]


@pytest.mark.parametrize(
    ("line", "rotation", "pair"),
    [
        ("Space 71 precedes space WR", 8, (71, 8)),
        ("Space 72 follows space (WR+6) mod 20", 8, (14, 72)),
        ("Space 72 succeeds space (WR+6) mod 20.", 17, (3, 72)),
        ("Space -71 follows space -WR", 8, (-8, -71)),
        ("Space -72 precedes space (-WR+6) mod 20", 4, (-72, 2)),
        ("Space -72 precedes space (-WR+6) mod 20.", 17, (-72, 9)),
        ("Space 7 follows space (WR - 3) mod 20", 1, (18, 7)),
    ],
)
def test_a_formula_gives_a_space_and_its_successor(
    line: str, rotation: int, pair: tuple[int, int]
) -> None:
    """``mod`` gives a number from 0 on, also where what stands before it is negative."""
    assert connection(line).at(rotation) == pair


def test_the_steps_of_a_turn_stand_in_the_section() -> None:
    """Another size of wheel needs no change but on the page."""
    page = (
        "=== Wheel Rotation ===\n\nIt turns from 0 to 11: below, 12 is added; above, 12 is taken "
        "off.\n\n"
    )
    page += "* Space 71 precedes space WR\n"

    assert wheel(read_rulebook(page)).steps == 12


def test_connections_that_people_forgot_are_remarked_upon() -> None:
    """Who changed the number of the wheel by hand alone is told which connections it wants,
    as far as spaces exist.
    """
    page = (
        "=== Wheel Rotation ===\n\nIt turns from 0 to 11: below, 12 is added; above, 12 is taken "
        "off.\n\n"
    )
    page += (
        "* Space 71 precedes space WR\n* Space 72 follows space (WR+2) mod 12\n* Space 73 "
        "precedes space WR\n"
    )
    spaces = (Space(3), Space(5, successors=(72,)), Space(71, successors=(2,)), Space(72))
    state = State(NOW, spaces={each.id: each for each in spaces}, wheel_rotation=3)

    assert missing(state, read_rulebook(page)) == ()  # nobody has implemented this wording
    book = read_rulebook(page, (), pins_of(GAME, page, ""))
    assert missing(state, book) == ("by wheel rotation 3 71 should lead to 3",)


def test_numbers_that_do_not_fit_each_other_hold_the_rule_and_not_the_game() -> None:
    """One of the numbers of a turn was changed alone:
    the page is read, and the rule waits, accepted or not.
    """
    play = play_of("Cycle 15 early")
    book = GAME.rulebook(play.page.replace("greater than 39", "greater than 44"))
    accepted = book.reread(more=accept(book, ["Wheel Rotation"], (), Origin("2024-01-05")))

    for each in (book, accepted):
        assert "how many steps" in str(each.obstacle("Wheel Rotation"))
        assert GAME.read(GAME.new_page(each, NOW, "State"), each, NOW).state.wheel_rotation == 0
