"""Players lose nothing by not doing what is held: turns begin anew, pings are put off."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from rules.round7 import GAME, board, moving, police, turns
from rules.round7.state import GULAG, JAIL, Ping, Player, State, Turn
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.numerals import DAY, parse_time

PAGE = GAME.demo().pages["Ruleset"]
BOOK = GAME.rulebook(PAGE)
OTHER = "Nobody does so now, and everybody does otherwise."
NAMES = ("Ann", "Bob")
START = parse_time("2024-01-01T09:00:00Z")
LONG = START + 5 * DAY + timedelta(hours=1)


def reworded(unit: str) -> Rulebook:
    """The rulebook with new words in one section."""
    start = BOOK.unit(unit).start
    behind = PAGE.index("\n", start) + 1
    book: Rulebook = GAME.rulebook(f"{PAGE[:behind]}\n{OTHER}\n{PAGE[behind:]}")
    assert book.obstacle(unit), unit
    return book


def state(space: int | str = 3) -> State:
    """Two players on one space, and the turn of the first."""
    players = {name: Player(name, space=space, poents=5) for name in NAMES}
    return State(START, players=players, turn=Turn("Ann", START, space), cop_health=200)


@pytest.mark.parametrize(
    ("unit", "space"),
    [
        (moving.SECTION, 3), (turns.SECTION, 3), (board.GAME_BOARD, 3), (moving.INFORMATION, 3),
        (police.JAIL_SECTION, JAIL),
    ],
)  # fmt: skip
def test_a_turn_that_cannot_be_played_does_not_pass(unit: str, space: int | str) -> None:
    """The player on turn is told once a day, has missed nothing, and has time left afterwards."""
    played = Engine(GAME, reworded(unit)).play(state(space), [], LONG)
    told = [each.text for each in played.fired_events if "does not pass" in each.text]
    then = Engine(GAME, BOOK).play(played.state, [], LONG + timedelta(hours=22)).state

    assert told == [f"the turn of Ann does not pass: the wording of {unit} is not settled"] * 5
    for each in (played.state, then):
        assert {p.name: (p.space, p.missed) for p in each.players.values()} == dict.fromkeys(
            NAMES, (space, 0)
        )
        assert each.turn == Turn("Ann", START + 5 * DAY, space)


@pytest.mark.parametrize("unit", [moving.SECTION, board.GAME_BOARD])
def test_a_log_of_it_replays_to_the_same_players_and_turn(unit: str) -> None:
    """By the settled rules, as a log is played: its lines take back what happens there."""
    played = Engine(GAME, reworded(unit)).play(state(), [], LONG)
    lines = [line for each in played.fired_events for line in each.lines]
    again = (
        Engine(GAME, BOOK)
        .play(state(), [_logged(line, at) for at, line in enumerate(lines)], LONG)
        .state
    )

    assert len(lines) == 5
    assert (again.players, again.turn) == (played.state.players, played.state.turn)


def _logged(line: str, at: int) -> Action:
    time, _, rest = line.partition(" ")
    who, _, text = rest.partition(": ")
    return Action(
        ActionId(0, 0, at + 1), parse_time(time), who, text, at + 1, by_name=True, trusted=True
    )


def test_a_player_whose_line_is_held_has_not_missed_the_turn() -> None:
    """A rule of the space they came to was reworded: the turn passes, and is not missed."""
    book = reworded(moving.FIVES)
    line = Action(
        ActionId(1, 1, 0), START + timedelta(hours=1), "Ann", "move -- 1d6 (2) = 2", 1, by_name=True
    )
    missing = replace(
        state(), players={n: replace(p, missed=1) for n, p in state().players.items()}
    )
    played = Engine(GAME, book).play(missing, [line], START + DAY)

    assert str(played.outcomes[0].verdict) == "held"
    assert (played.state.players["Ann"].missed, played.state.players["Ann"].space) == (0, 3)
    assert played.state.turn == Turn("Bob", START + DAY, 3)


def test_a_ping_that_cannot_be_given_costs_nothing() -> None:
    """It is due a day later, and costs its poent once the wording is settled."""
    by = START + timedelta(hours=1)
    owing = replace(
        state(),
        players={
            **state().players,
            "Ann": replace(state().players["Ann"], pings=(Ping("Bob", by),)),
        },
    )
    played = Engine(GAME, reworded(turns.SECTION)).play(owing, [], START + 2 * DAY)

    assert (played.state.players["Ann"].poents, played.state.players["Ann"].pings) == (
        5,
        (Ping("Bob", by + 2 * DAY),),
    )


def test_turns_that_can_be_played_pass() -> None:
    """Another held rule changes nothing: two turns missed, and all players are in the Gulag."""
    played = Engine(GAME, reworded(board.SECTION)).play(state(), [], LONG)

    assert [player.space for player in played.state.players.values()] == [GULAG, GULAG]
