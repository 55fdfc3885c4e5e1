"""Whatever lines are sent: an answer to each, poents by rules alone, a turn that passes, a log that plays again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from rules.round7 import GAME, naming
from rules.round7.state import GULAG, JAIL, Player, State
from tests.rules.any_game import Sometimes, replayed, without_identities
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine import Engine
from wikibot.game.verdicts import Outcome, Verdict

MONDAY = datetime(2024, 1, 1, 9, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cleo", "Dan")
RULESET = GAME.demo().pages["Ruleset"]
BOOK = GAME.rulebook(RULESET)
LINES = (
    "move", "move with Number 1", "end turn", "end turn, ping Bob", "ping Ann", "buy House", "buy 2d6", "buy Flute",
    "buy N. 1", "buy I.N. 1", "use House", "use Flute", "use 2d6", "use 1", "use Number 4", "deposit 5", "deposit all",
    "take out 1", "take out all", "admit fault", "bribe", "fight", "fight with 1", "escape", "pay to escape", "rejoin",
    "master of your fate", "explore", "claim Rome", "apply to Rome", "approve Ann", "deny Bob", "kick Cleo",
    "leave town Rome", "donate 3 to Rome", "transfer 2 from Rome", "give leadership to Bob of Rome", "propose: Fish",
    "propose Winning: Fish", "vote P1 for", "vote P2 against", "retract P1", "trade 1 House to Bob for 2 poents",
    "accept T1", "decline T1", "join", "choose 1", "choose Snake 1U", "help", "dance", "",
)  # fmt: skip
USUAL = ("move", "end turn", "move", "escape", "admit fault", "fight", "use 1", "buy House", "use House", "explore")


def start() -> State:
    """Four players at the start of a game with a field and a town."""
    players = {name: Player(name, poents=12) for name in NAMES}
    features = {4: ("Cop Car",), 6: (naming.FIELD,), 9: (naming.FIELD,)}
    return State(MONDAY, players=players, features=features, cop_health=30)


def any_action(random: Random, engine: Engine[State], state: State, number: int, time: datetime) -> Action:
    """A line by somebody, mostly the player on turn: of a few tries the first that is not refused, else the last."""
    for _ in range(5):
        who = state.turn.player if state.turn and random.random() < 0.7 else random.choice(NAMES)
        text = random.choice(USUAL if random.random() < 0.5 else LINES)
        action = Action(ActionId(0, 0, number), time, who, text, number, by_name=True, trusted=True)
        if engine.play(state, [action]).outcomes[0].verdict in (Verdict.DONE, Verdict.NEEDS):
            break
    return action


def play(seed: int, count: int) -> tuple[State, list[Outcome], list[State]]:
    """A game of random lines; the states before each line and after the last."""
    random = Random(seed)
    engine: Engine[State] = Engine(GAME, BOOK, Sometimes(random))
    state, time = start(), MONDAY
    outcomes: list[Outcome] = []
    states: list[State] = []
    for number in range(1, count + 1):
        time += timedelta(minutes=random.choice((0, 1, 1, 2, 4, 6, 11, 90, 1500 if random.random() < 0.1 else 3)))
        state = engine.play(state, [], time).state
        states.append(state)
        played = engine.play(state, [any_action(random, engine, state, number, time)])
        state = played.state
        outcomes += played.outcomes
    return state, outcomes, [*states, state]


def check(state: State) -> None:
    """What holds at any time."""
    for player in state.players.values():
        assert player.space in (JAIL, GULAG) or 1 <= int(player.space) <= state.highest
        assert player.bank >= 0
        assert all(1 <= value <= 12 for value in (*player.numbers, *player.immutable))
        assert all(count > 0 for count in player.items.values())
    ends = [str(end) for _, each in naming.placed(state) if (end := naming.paired(each))]
    assert len(ends) == len(dict.fromkeys(ends)), "no end of a pair stands twice"
    assert "Snake" not in "".join(each[:5] for each in state.features.get(state.highest, ()) if each.endswith("U"))
    assert all(town.treasury >= 0 for town in state.towns.values())
    if any(player.space != GULAG for player in state.players.values()):
        assert state.turn is None or state.players[state.turn.player].space != GULAG


@pytest.mark.parametrize("seed", range(4))
def test_any_lines_leave_a_state_that_a_page_holds(seed: int) -> None:
    """No line fails; the board stays whole; a page holds what came about, and the log alone plays it again."""
    state, outcomes, states = play(seed, 300)

    for each in states:
        check(each)
    assert not [outcome.text for outcome in outcomes if "the bot failed" in outcome.text]
    page = GAME.write(GAME.new_page(BOOK, MONDAY, "a game"), BOOK, state)
    assert GAME.read(page, BOOK, state.now).state == state


@pytest.mark.parametrize("seed", range(4))
def test_a_game_plays_again_from_its_log(seed: int) -> None:
    """The lines that count, with their rolls, lead to the same state and the same page."""
    state, outcomes, _ = play(seed, 300)

    again = replayed(GAME, BOOK, start(), outcomes, state.now)

    assert without_identities(again) == without_identities(state)


def test_a_turn_always_passes() -> None:
    """With nobody writing anything the turn goes round until all are in the Gulag."""
    played = Engine(GAME, BOOK).play(start(), [], MONDAY + timedelta(days=8, minutes=1))

    assert [player.space for player in played.state.players.values()] == [GULAG] * 4
    assert played.state.turn is None
    assert [h.text for h in played.happenings if "turn" in h.text][:3] == [
        "it is Ann's turn", "Ann missed their turn; it is Bob's turn", "Bob missed their turn; it is Cleo's turn",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_a_line_that_is_not_played_moves_no_poent(seed: int) -> None:
    """Poents, accounts and treasuries stay as they are, whoever wrote it."""
    _, outcomes, states = play(seed, 200)
    engine: Engine[State] = Engine(GAME, BOOK)
    refused = [pair for pair in zip(states, outcomes, strict=False) if not pair[1].counts]

    assert refused
    for before, outcome in refused:
        assert total(engine.play(before, [outcome.action]).state) == total(before), outcome.text


@pytest.mark.parametrize("text", ["trade 5 poents to Bob for nothing", "trade 1 House to Bob for 7 poents"])
def test_a_trade_makes_no_poents(text: str) -> None:
    """What one gives the other gets, whether it comes about or not."""
    lines = [("Ann", text), ("Bob", "accept T1")]
    actions = [Action(ActionId(0, 0, n), MONDAY, who, line, n, by_name=True) for n, (who, line) in enumerate(lines, 1)]

    assert total(Engine(GAME, BOOK).play(start(), actions).state) == total(start())


def total(state: State) -> int:
    """All poents that there are."""
    own = sum(player.poents + player.bank for player in state.players.values())
    return own + sum(town.treasury for town in state.towns.values())
