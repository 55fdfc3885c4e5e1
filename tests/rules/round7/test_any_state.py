"""Odd pages, statements and turns of Round 7: each is read or told, and none stops the game."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.round7 import GAME
from rules.round7.page import PAGE, STATEMENTS
from rules.round7.state import Player, State, Turn
from tests.rules.any_state import START
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.state import Kind, Pending

BOOK = GAME.rulebook(GAME.demo().pages["Ruleset"])


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("Alice is in Rome", "not the number of a space, Jail or Gulag"),
        ("space 4 has no longer the feature Cop Car", "space 4 has no feature 'Cop Car'"),
        ("the movement roll of the turn is 4", "no player's turn"),
        ("make me rich", "it could read"),
    ],
)
def test_what_is_not_understood_says_why(statement: str, says: str) -> None:
    """The error names the part in question or a form that would be understood."""
    with pytest.raises(ValueError, match=says):
        STATEMENTS.correct(State(START, players={"Alice": Player("Alice")}), statement)


def test_a_page_kept_by_hand_is_read_as_it_is() -> None:
    """A table of players with few columns, places in words, and no turn:
    that is enough to play on.
    """
    text = (
        "{|\n! Player !! Tile !! Poents\n|-\n| [[User:Ann]] || the Jail || 7\n|-\n| Bob || Space "
        "12 ||\n|}"
    )
    reading = PAGE.read(text, BOOK, START)
    state = reading.state

    assert [(p.name, p.space, p.poents) for p in state.players.values()] == [
        ("Ann", "Jail", 7),
        ("Bob", 12, 0),
    ]
    assert (state.highest, "12 is taken for it" in " ".join(reading.remarks)) == (12, True)
    assert (state.features, state.cop_health) == ({4: ("Cop Car",)}, 200)


def test_an_unreadable_cell_is_named() -> None:
    """Section, row, column, value and what was expected."""
    text = "== Players ==\n{|\n! Name !! Space !! Poents\n|-\n| Ann || nowhere || 7\n|}"
    unreadable = PAGE.read(text, BOOK, START).unreadable

    assert [str(each) for each in unreadable] == [
        (
            "section 'Players', row 'Ann', column 'Space': 'nowhere' is not the number of a "
            "space, Jail or Gulag"
        )
    ]


def test_nothing_is_written_where_nothing_changed() -> None:
    """Time alone changes no page."""
    state = GAME.read(GAME.demo().pages["Gamestate"], BOOK, START).state
    later = GAME.read(GAME.demo().pages["Gamestate"], BOOK, START + timedelta(hours=1)).state

    assert GAME.write(GAME.demo().pages["Gamestate"], BOOK, state) == GAME.demo().pages["Gamestate"]
    assert later == GAME.read(GAME.demo().pages["Gamestate"], BOOK, later.now).state


@pytest.mark.parametrize("order", ["", "move -- 1d6 (5", "explore", "dance"])
def test_an_order_that_somebody_edited_beyond_reading_stops_nothing(order: str) -> None:
    """A waiting action on the page may say anything: others play on, and nobody's line fails."""
    waits = Pending(ActionId(1, 1, 0), "Ann", Kind.ACTION, order, "a roll", START)
    turn = Turn("Ann", START, 10, acted=START, frontier=START)
    players = {name: Player(name, space=10) for name in ("Ann", "Bob")}
    state = State(START, players=players, turn=turn, pending=(waits,))
    lines = [
        ("Ann", "explore -- 1d2 (1) = 1"), ("Ann", "move"), ("Bob", "use 1"), ("Ann", "dance"),
        ("Zoe", "join"),
    ]  # fmt: skip
    actions = [
        Action(ActionId(0, 0, n), START, who, line, n, by_name=True)
        for n, (who, line) in enumerate(lines, 1)
    ]
    played = Engine(GAME, BOOK).play(state, actions, START + timedelta(days=3))

    assert not [outcome.text for outcome in played.outcomes if "the bot failed" in outcome.text]


def test_a_turn_of_a_stranger_passes_to_the_first_player() -> None:
    """Whoever a page names there, the stranger's lines fail no more than those of anybody."""
    turn = Turn("Zoe", START, acted=START)
    action = Action(ActionId(0, 0, 1), START, "Zoe", "help", 1, by_name=True)
    alone = Engine(GAME, BOOK).play(State(START, turn=turn), [action]).state
    played = (
        Engine(GAME, BOOK)
        .play(State(START, players={"Ann": Player("Ann")}, turn=turn), [action])
        .state
    )

    assert alone.turn == turn
    assert played.turn
    assert played.turn.player == "Ann"


def test_a_turn_is_not_kept_open_for_an_action_that_a_steward_dropped() -> None:
    """Where nothing waits for new territory any more the turn passes like any other."""
    players = {name: Player(name, space=10) for name in ("Ann", "Bob")}
    state = State(START, players=players, turn=Turn("Ann", START, 10, acted=START, frontier=START))
    played = Engine(GAME, BOOK).play(state, [], START + timedelta(minutes=6)).state

    assert played.turn
    assert (played.turn.player, played.turn.started) == ("Bob", START + timedelta(minutes=5))
