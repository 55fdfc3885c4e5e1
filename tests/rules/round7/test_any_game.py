"""Any lines: each is answered, poents come by rules alone, turns pass, the log replays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

import pytest

from rules.round7 import GAME, naming, turns
from rules.round7.page import PAGE, STATEMENTS
from rules.round7.state import GULAG, JAIL, Player, State, Turn
from tests.rules.any_game import Sometimes, replayed
from tests.rules.any_state import START
from tests.rules.steps import Step, scenario_steps, step_of
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.state import Kind, Pending

MONDAY = datetime(2024, 1, 1, 9, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cleo", "Dan")
RULESET = GAME.demo().pages["Ruleset"]
BOOK = GAME.rulebook(RULESET)
NEW = GAME.new_page(BOOK, MONDAY, "a game")
GAINED = re.compile(r"(?:\bgains|\bjoins on \d+ with) (\d+) poents?")
LOST = re.compile(r"\bloses (\d+) poents?")
GROWN = re.compile(r"account grows by (\d+) poents?")
KEEPING = ("deposit", "take out", "donate", "transfer")
TOWNS = ("Rome", "Oslo", "Bonn", "Riga")
ITEMS = ("House", "Flute", "2d6", "Number 1", "Immutable Number 1", "2 poents", "1 Number 3")
LINES = (
    "move", "move up", "move with Number 1", "end turn", "end turn, ping {name}", "end my turn",
    "end", "ping {name}", "buy {item}", "use {item}", "use {number}", "build house", "place house",
    "deposit 5", "deposit all", "take out 1", "take out all", "admit fault", "bribe", "fight",
    "fight with 1", "fight with {number} for the officer", "escape", "escape with 5",
    "pay to escape", "rejoin", "master of your fate", "master", "explore", "explore with Number 1",
    "choose for {name}", "claim {town}", "I claim a town in this area and name it {town} town",
    "apply to {town}", "approve {name}", "deny {name}", "kick {name} from {town}",
    "leave town {town}", "donate 3 to {town}", "transfer 2 from {town}",
    "give leadership to {name} of {town}", "I give up my position of leader to: {name}",
    "propose: Fish", "propose Winning: Fish", "vote P{id} for", "vote P{id} against", "👍 P{id}",
    "👎 P{id}", "retract P{id}", "trade {item} to {name} for 2 poents",
    "trade 1 poent to {name} for nothing", "accept", "decline", "cancel", "join", "leave: yes",
    "I leave the game: yes", "leave", "choose yes", "choose 1", "choose Snake 1U", "help", "dance",
    "",
)  # fmt: skip
PAUSES = (*5 * (0, 1, 1, 2, 4, 6), 11, 90, 1500)  # minutes
TRIES = 5  # of which the first that is played is sent


def start() -> State:
    """Four players on a short board with fields and a snake, and a few things in their hands."""
    players = {name: Player(name, poents=25, items={"House": 1, "Flute": 1}) for name in NAMES}
    features = {
        4: ("Cop Car",), 6: (naming.FIELD,), 5: (naming.FIELD, "Snake 1U"),
        2: ("Snake 1L", naming.FIELD),
    }  # fmt: skip
    return State(MONDAY, players=players, features=naming.tidy(features), highest=7, cop_health=60)


def any_line(random: Random, state: State, name: str) -> str:
    """An answer to what waits for a player, or what is offered to them; mostly anything."""
    mine = [each for each in state.pending if each.player == name]
    if mine and random.random() < 0.5:
        options = mine[0].asks.partition(": ")[2].split(", ")
        return mine[0].text if mine[0].kind is Kind.OFFER else f"choose {random.choice(options)}"
    things = {"name": NAMES, "item": ITEMS, "town": TOWNS, "number": "123456", "id": "12345678"}
    chosen = {key: random.choice(values) for key, values in things.items()}
    line = random.choice(LINES).format(**chosen)
    return "help" if "leave" in line and random.random() < 0.9 else line


@cache
def game(seed: int = 3, lines: int = 300) -> tuple[Step, ...]:
    """The steps of a game of random lines, most of them by the player on turn, and of time that
    passes; played once for all tests. The scenarios are what plays every verb.
    """
    random, state, time, steps = Random(seed), start(), MONDAY, list[Step]()
    engine: Engine[State] = Engine(GAME, BOOK, Sometimes(random, 0.75))
    for number in range(1, lines + 1):
        time += timedelta(minutes=random.choice(PAUSES))
        steps.append(step_of(GAME, state, engine.play(state, [], time)))
        state = steps[-1].after
        on_turn = state.turn and random.random() < 0.7
        who = state.turn.player if state.turn and on_turn else random.choice(NAMES)
        for _ in range(TRIES):
            text = any_line(random, state, who)
            action = Action(ActionId(1, number, 0), time, who, text, 0, by_name=True, trusted=True)
            step = step_of(GAME, state, engine.play(state, [action]))
            if step.verb:
                break
        steps.append(step)
        state = step.after
    return tuple(steps)


def all_steps() -> Iterator[Step]:
    """Every step of the scenarios, which play every verb, and of that game."""
    yield from scenario_steps("round7")
    yield from game()


def check(state: State) -> None:
    """What holds at any time."""
    for player in state.players.values():
        assert player.space in (JAIL, GULAG) or 1 <= int(player.space) <= state.highest
        assert player.bank >= 0
        assert all(1 <= value <= 12 for value in (*player.numbers, *player.immutable))
        assert all(count > 0 for count in player.items.values())
    ends = [str(end) for _, each in naming.placed(state) if (end := naming.paired(each))]
    assert len(ends) == len(dict.fromkeys(ends)), "no end of a pair stands twice"
    assert "Snake" not in "".join(
        each[:5] for each in state.features.get(state.highest, ()) if each.endswith("U")
    )
    assert all(town.treasury >= 0 for town in state.towns.values())
    if any(player.space != GULAG for player in state.players.values()):
        assert state.turn is None or state.players[state.turn.player].space != GULAG
    if state.turn:
        passes = turns.end_time(state, BOOK)
        assert (passes is None) is turns.keeps_turn(state), (
            "a turn has an end, unless new territory waits"
        )
        assert passes is None or passes > state.now


def test_any_lines_leave_a_state_that_a_page_holds() -> None:
    """No line fails; the board stays whole; a page holds what came about."""
    for step in game():
        check(step.after)
    assert not [step.told for step in game() if "the bot failed" in step.told]
    for step in game()[::25]:
        page = GAME.write(NEW, BOOK, step.after)
        assert GAME.read(page, BOOK, step.after.now).state == step.after


def test_a_game_plays_again_from_its_log() -> None:
    """Lines that count, with rolls and what was refused, lead to the same page to the byte."""
    outcomes, end = [step.outcome for step in game() if step.outcome], game()[-1].after
    again = replayed(GAME, BOOK, start(), outcomes, end.now)

    assert GAME.write(NEW, BOOK, again) == GAME.write(NEW, BOOK, end)


def test_poents_come_and_go_by_rules_alone() -> None:
    """Gains and losses are told, and accounts and treasuries hold what goes to and from them."""
    for step in all_steps():
        told = sum(map(int, GAINED.findall(step.told))) - sum(map(int, LOST.findall(step.told)))
        left = sum(
            p.poents for name, p in step.before.players.items() if name not in step.after.players
        )
        assert hands(step.after) - hands(step.before) == told - left, step
        closed = sum(
            p.bank for name, p in step.before.players.items() if name not in step.after.players
        )
        moved = told if step.verb in KEEPING else 0
        assert (
            kept(step.after) - kept(step.before)
            == sum(map(int, GROWN.findall(step.told))) - closed - moved
        ), step


def test_a_turn_always_passes() -> None:
    """With nobody writing anything the turn goes round until all are in the Gulag."""
    played = Engine(GAME, BOOK).play(start(), [], MONDAY + timedelta(days=8, minutes=1))

    assert [player.space for player in played.state.players.values()] == [GULAG] * 4
    assert played.state.turn is None
    assert [h.text for h in played.fired_events if "turn" in h.text][:3] == [
        "it is Ann's turn", "Ann missed their turn; it is Bob's turn",
        "Bob missed their turn; it is Cleo's turn",
    ]  # fmt: skip


def test_a_line_that_is_not_played_moves_no_poent() -> None:
    """Poents, accounts and treasuries stay as they are, whoever wrote it."""
    refused = [
        step
        for step in all_steps()
        if step.outcome
        and step.outcome.verdict != Verdict.DONE
        and step.told == step.outcome.text  # nothing happened by itself at its time
    ]

    assert refused
    for step in refused:
        assert (hands(step.after), kept(step.after)) == (hands(step.before), kept(step.before)), (
            step.told
        )


@pytest.mark.parametrize(
    "text", ["trade 5 poents to Bob for nothing", "trade 1 House to Bob for 7 poents"]
)
def test_a_trade_makes_no_poents(text: str) -> None:
    """What one gives the other gets, whether it comes about or not."""
    lines = [("Ann", text), ("Bob", "accept T1")]
    actions = [
        Action(ActionId(0, 0, n), MONDAY, who, line, n, by_name=True)
        for n, (who, line) in enumerate(lines, 1)
    ]

    after = Engine(GAME, BOOK).play(start(), actions).state

    assert hands(after) == hands(start())


def hands(state: State) -> int:
    """All poents that players have with them."""
    return sum(player.poents for player in state.players.values())


def kept(state: State) -> int:
    """All poents in bank accounts and treasuries."""
    return sum(p.bank for p in state.players.values()) + sum(
        town.treasury for town in state.towns.values()
    )


# Odd pages, statements and turns of Round 7: each is read or told, and none stops the game.


DEMO_BOOK = GAME.rulebook(GAME.demo().pages["Ruleset"])


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
    reading = PAGE.read(text, DEMO_BOOK, START)
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
    unreadable = PAGE.read(text, DEMO_BOOK, START).unreadable

    assert [str(each) for each in unreadable] == [
        (
            "section 'Players', row 'Ann', column 'Space': 'nowhere' is not the number of a "
            "space, Jail or Gulag"
        )
    ]


def test_nothing_is_written_where_nothing_changed() -> None:
    """Time alone changes no page."""
    state = GAME.read(GAME.demo().pages["Gamestate"], DEMO_BOOK, START).state
    later = GAME.read(GAME.demo().pages["Gamestate"], DEMO_BOOK, START + timedelta(hours=1)).state

    assert (
        GAME.write(GAME.demo().pages["Gamestate"], DEMO_BOOK, state)
        == GAME.demo().pages["Gamestate"]
    )
    assert later == GAME.read(GAME.demo().pages["Gamestate"], DEMO_BOOK, later.now).state


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
    played = Engine(GAME, DEMO_BOOK).play(state, actions, START + timedelta(days=3))

    assert not [outcome.text for outcome in played.outcomes if "the bot failed" in outcome.text]


def test_a_turn_of_a_stranger_passes_to_the_first_player() -> None:
    """Whoever a page names there, the stranger's lines fail no more than those of anybody."""
    turn = Turn("Zoe", START, acted=START)
    action = Action(ActionId(0, 0, 1), START, "Zoe", "help", 1, by_name=True)
    alone = Engine(GAME, DEMO_BOOK).play(State(START, turn=turn), [action]).state
    played = (
        Engine(GAME, DEMO_BOOK)
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
    played = Engine(GAME, DEMO_BOOK).play(state, [], START + timedelta(minutes=6)).state

    assert played.turn
    assert (played.turn.player, played.turn.started) == ("Bob", START + timedelta(minutes=5))
