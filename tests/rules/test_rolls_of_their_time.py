"""What was rolled or shown for a move counts for that phase or turn, and for no later one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from rules import cycle14, cycle15, generic, round7
from rules.round7.state import Player as Player7
from rules.round7.state import State as State7
from rules.round7.state import Turn
from tests.rules.any_game import MONDAY
from tests.rules.test_no_second_roll import B7, B14, LATE, _board, _greenhouse
from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.engine.engine import Engine

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def play(game: Any, book: Any, state: Any, *lines: tuple[timedelta, str]) -> tuple[Any, list[str]]:
    """Lines ``NAME: ACTION`` at their times; the rolls that each used, or its verdict."""
    actions = []
    for number, (after, line) in enumerate(lines):
        name, _, text = line.partition(": ")
        identity = ActionId(1, number + 1, 0)
        actions.append(Action(identity, MONDAY + after, name, text, by_name=True))
    played = Engine(game, book).play(state, actions)
    return played.state, [said(outcome) for outcome in played.outcomes]


def said(outcome: Outcome) -> str:
    """The rolls that a line used, or how it was refused."""
    return ", ".join(outcome.rolls) if outcome.counts and outcome.rolls else str(outcome.verdict)


@pytest.mark.parametrize(
    "lines",
    [
        ("move 1 2 99 -- 2d4 (1, 1) = 2",),
        ("move 1 22 -- 2d4 (1, 1) = 2",),
        ("mvoe 1 2 -- 2d4 (1, 1) = 2",),
        ("move -- 2d4 (1, 1) = 2",),  # which waits for a choice, and lapses
    ],
)
def test_a_move_of_cycle_15_is_rolled_in_its_phase(lines: tuple[str, ...]) -> None:
    """What stands in the phase binds its move, and not the one of the next phase."""
    bad = [(number * HOUR, f"Ann: {line}") for number, line in enumerate(lines)]
    another = "Ann: move -- 2d4 (3, 1) = 4"
    _, same = play(cycle15.GAME, LATE, _board(), *bad, (9 * HOUR, another))
    state, later = play(cycle15.GAME, LATE, _board(), *bad, (5 * DAY, another))

    assert (same[-1], later[-1]) == ("cant", "2d4 (3, 1) = 4")
    assert [each.roll.faces for each in state.rolls] == [(3, 1)]


def test_a_second_move_of_cycle_15_shows_nothing() -> None:
    """Who has moved in a phase cannot roll for a move."""
    state, found = play(
        cycle15.GAME, LATE, _board(),
        (HOUR, "Ann: move 1 2 -- 2d4 (1, 1) = 2"), (2 * HOUR, "Ann: move -- 2d4 (1, 2) = 3"),
    )  # fmt: skip

    assert (found, state.rolls) == (["2d4 (1, 1) = 2", "cant"], ())


def test_an_item_of_cycle_15_keeps_its_roll() -> None:
    """Letting its use lapse gains nothing: it could be used in the next phase as well."""
    line = "Ann: use Time Bean Chili -- 2d4 ({}) = 4"
    _, found = play(
        cycle15.GAME, LATE, _board(Time_Bean_Chili=1),
        (HOUR, line.format("3, 1")), (5 * DAY, line.format("2, 2")),
    )  # fmt: skip

    assert found == ["2d4 (3, 1) = 4", "cant"]


@pytest.mark.parametrize("line", ["move -- 1d6 (1) = 1", "mvoe -- 1d6 (1) = 1"])
def test_a_move_of_round_7_is_rolled_on_its_turn(line: str) -> None:
    """What is shown on another's turn is not for one's own."""
    players = {"Ann": Player7("Ann", space=1), "Bob": Player7("Bob", space=2)}
    state = State7(MONDAY, players=players, turn=Turn("Ann", MONDAY, 1), highest=30)
    after, found = play(
        round7.GAME, B7, state, (HOUR, f"Bob: {line}"), (2 * HOUR, "Ann: move -- 1d6 (3) = 3"),
        (3 * HOUR, "Ann: end turn"), (4 * HOUR, "Bob: move -- 1d6 (5) = 5"),
    )  # fmt: skip

    assert (found[1], found[3]) == ("1d6 (3) = 3", "1d6 (5) = 5")
    assert after.rolls == ()


def test_the_obelisk_of_cycle_14_is_observed_once_a_week() -> None:
    """A second look shows nothing for the next week's."""
    state, found = play(
        cycle14.GAME, B14, _greenhouse(), (HOUR, "Ann: observe -- 1d6 (2) = 2"),
        (2 * HOUR, "Ann: observe -- 1d6 (1) = 1"),
    )  # fmt: skip

    assert (found, state.rolls) == (["1d6 (2) = 2", "cant"], ())


def test_what_is_limited_in_any_nomic_is_rolled_in_its_time() -> None:
    """A line beyond the limit of the day shows nothing for the next day's."""
    rules = (
        "== Digging ==\n\nOnce per day, a player may dig: they roll 1d6 and gain that many Fish.\n"
    )
    book = generic.GAME.rulebook(rules)
    page = '== Players ==\n{| class="wikitable"\n! Name !! Fish\n|-\n| Ann || 0\n|}\n'
    state = generic.GAME.read(page, book, MONDAY).state
    _, found = play(
        generic.GAME, book, state, (HOUR, "Ann: dig -- 1d6 (2) = 2"),
        (2 * HOUR, "Ann: dig -- 1d6 (1) = 1"), (DAY + HOUR, "Ann: dig -- 1d6 (6) = 6"),
    )  # fmt: skip

    assert found == ["1d6 (2) = 2", "cant", "1d6 (6) = 6"]
