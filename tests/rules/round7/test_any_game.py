"""Any lines: each is answered, poents come by rules alone, turns pass, the log replays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

import pytest

from rules.round7 import GAME
from rules.round7.board import naming
from rules.round7.state import GULAG, JAIL, Player, State
from rules.round7.turns import frontier, turns
from tests.rules.any_game import Sometimes, replayed
from tests.rules.steps import Step, scenario_steps, step_of
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.verb_lookup import find_verb
from wikibot.game.verbs import unlisted

MONDAY = datetime(2024, 1, 1, 9, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cleo", "Dan")
RULESET = GAME.demo().pages["Ruleset"]
BOOK = GAME.rulebook(RULESET)
NEW = GAME.new_page(BOOK, MONDAY, "a game")
GAINED = re.compile(r"(?:\bgains|\bjoins on \d+ with) (\d+) poents?")
LOST = re.compile(r"\bloses (\d+) poents?")
GROWN = re.compile(r"account grows by (\d+) poents?")
WEIGHTS = {
    "end": 9,
    "end turn": 9,
    "end my turn": 9,
    "propose": 9,
    "move": 1,
}  # the heavier, the seldomer it is played
LEAVING = ("leave: yes", "I leave the game: yes")
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
VERBS = {line: found[0] if (found := find_verb(line, GAME.verbs)) else None for line in LINES}
NEVER = 10**6  # a line that is not played is sent only where nothing better was found


def start() -> State:
    """Four players on a short board with fields and a snake, and a few things in their hands."""
    players = {name: Player(name, poents=25, items={"House": 1, "Flute": 1}) for name in NAMES}
    features = {
        4: ("Cop Car",),
        6: (naming.FIELD,),
        5: (naming.FIELD, "Snake 1U"),
        2: ("Snake 1L", naming.FIELD),
    }
    return State(MONDAY, players=players, features=naming.tidy(features), highest=7, cop_health=60)


class AnyGame:
    """A game of random lines; of a few it takes the one that was played least often so far."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.engine: Engine[State] = Engine(GAME, BOOK, Sometimes(self.random, 0.75))
        self.state, self.time = start(), MONDAY
        self.steps: list[Step] = []
        self.used: Counter[str] = Counter()

    def play(self, count: int) -> AnyGame:
        """Let time pass and somebody write a line, so many times."""
        for number in range(1, count + 1):
            self.time += timedelta(
                minutes=self.random.choice((0, 1, 1, 2, 4, 6, 11, 90, self._long()))
            )
            self.take(step_of(GAME, self.state, self.engine.play(self.state, [], self.time)))
            tries = [self._any_line(number) for _ in range(12)]
            best = min(tries, key=lambda step: self.used[step.verb] if step.verb else NEVER)
            self.used[best.verb] += WEIGHTS.get(best.verb, 3)
            self.take(best)
        return self

    def _long(self) -> int:
        return 1500 if self.random.random() < 0.3 else 3

    def _any_line(self, number: int) -> Step:
        """A line by somebody, mostly by the player on turn, and what it would do."""
        turn = self.state.turn
        who = turn.player if turn and self.random.random() < 0.7 else self.random.choice(NAMES)
        choices = {
            "name": NAMES,
            "item": ITEMS,
            "town": TOWNS,
            "number": range(1, 7),
            "id": range(1, 9),
        }
        name = who if who in self.state.players else ""
        act = ActionContext(
            GAME,
            BOOK,
            self.state,
            Action(ActionId(1, 0, 0), self.time, who, ""),
            None,
            name,
            self.engine.dice,
        )
        lines = [line for line in LINES if could(act, line) and self._stays(line)]
        weights = [1 / (1 + self.used[getattr(VERBS[line], "name", "")]) for line in lines]
        text = self.random.choices(lines, weights)[0]
        text = text.format(**{key: self.random.choice(values) for key, values in choices.items()})
        action = Action(ActionId(1, number, 0), self.time, who, text, 0, by_name=True, trusted=True)
        return step_of(GAME, self.state, self.engine.play(self.state, [action]))

    def _stays(self, line: str) -> bool:
        """Nobody leaves often."""
        return line not in LEAVING or self.random.random() < 0.02

    def take(self, step: Step) -> None:
        """Go on from what happened."""
        self.steps.append(step)
        self.state = step.after

    @property
    def outcomes(self) -> list[Outcome]:
        """Of all lines."""
        return [step.outcome for step in self.steps if step.outcome]


def could(act: ActionContext[State], line: str) -> bool:
    """Whether help would list a line's verb; those that it never lists are taken, too."""
    verb = VERBS[line]
    if verb is None or verb.available is None or verb.available is unlisted:
        return True
    return bool(act.player or not verb.players_only) and verb.available(act)


@cache
def game() -> AnyGame:
    """A game of random lines, played once for all tests."""
    return AnyGame(3).play(250)


def all_steps() -> Iterator[Step]:
    """Every step of the scenarios, which play every verb, and of that game."""
    yield from scenario_steps("round7")
    yield from game().steps


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
        assert (passes is None) is frontier.keeps_turn(state), (
            "a turn has an end, unless new territory waits"
        )
        assert passes is None or passes > state.now


def test_any_lines_leave_a_state_that_a_page_holds() -> None:
    """No line fails; the board stays whole; a page holds what came about."""
    for step in game().steps:
        check(step.after)
    assert not [step.told for step in game().steps if "the bot failed" in step.told]
    for step in game().steps[::25]:
        page = GAME.write(NEW, BOOK, step.after)
        assert GAME.read(page, BOOK, step.after.now).state == step.after


def test_a_game_plays_again_from_its_log() -> None:
    """Lines that count, with rolls and what was refused, lead to the same page to the byte."""
    played = game()
    again = replayed(GAME, BOOK, start(), played.outcomes, played.state.now)

    assert GAME.write(NEW, BOOK, again) == GAME.write(NEW, BOOK, played.state)


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
