"""The same order in any spelling, refused and reworded lines between: nobody gets a second roll, by
any dice.

Each case is a thing that a player may roll for, lines that are played when the roll is there, and
lines about the same thing that are not: refused, not understood, or unfinished.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import cycle14, cycle15, generic, round7
from rules.cycle14.state import Obelisk as Stone
from rules.cycle14.state import Player as Player14
from rules.cycle14.state import Pot
from rules.cycle14.state import State as State14
from rules.cycle15.state import Player as Player15
from rules.cycle15.state import Space
from rules.cycle15.state import State as State15
from rules.round7.state import JAIL, Turn
from rules.round7.state import Player as Player7
from rules.round7.state import State as State7
from tests.examples import few
from tests.for_each import for_each
from tests.rules.any_game import MONDAY, replayed
from tests.rules.cycle15.test_any_lines import BOOKS
from tests.rules.reworded import play_of
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.standing_rolls import DrawnRoll, RollRequest, Stated
from wikibot.game.problems import Held, MissingRoll
from wikibot.game.rolls import Roll
from wikibot.game.state import Kind, Offer, Pending


@dataclass(frozen=True)
class Case:
    """Something to roll ``dice`` for. ``good`` lines are played, ``bad`` ones are not."""

    name: str
    game: Any
    book: Any
    state: Any
    dice: tuple[int, int]
    good: tuple[str, ...]
    bad: tuple[str, ...]


def _board(**items: int) -> State15:
    """Every second space parts the way, so that a move waits for its player."""
    spaces = {n: Space(n, "Blank", None, (n + 1, n + 20) if n % 2 else (n + 1,)) for n in range(20)}
    spaces |= {n: Space(n, "Blank", None, ((n + 1) % 30 or 0,)) for n in range(20, 41)}
    names = {name.replace("_", " "): count for name, count in items.items()}
    return State15(MONDAY, spaces=spaces, players={"Ann": Player15("Ann", location=0, items=names)})


def _greenhouse() -> State14:
    """Herbs that are grown, an Obelisk with cuts, a gathering that has all that it costs."""
    items = dict.fromkeys(
        ("Crystals", "Stones", "Herbs", "Blood of Stone", "Resolve", "Vials", "Infernal Heart"), 9
    )
    pots = (Pot("1", "Ponzi Plant", 3), Pot("2", "Ponzi Plant", 3), Pot("3"), Pot("4"))
    ann = Player14("Ann", items={**items, "Resolve": 4}, experience={"Mining": 0})
    return State14(MONDAY, players={"Ann": ann}, obelisk=Stone(9, 6), pots=pots)


def _line(space: Any = 1, **more: Any) -> State7:
    ann = Player7("Ann", space=space, poents=200)
    turn = Turn("Ann", MONDAY, 1)
    return State7(
        MONDAY, players={"Ann": ann, "Bob": Player7("Bob", space=2)}, turn=turn, highest=30, **more
    )


LATE, B14 = BOOKS["late"], cycle14.GAME.rulebook(cycle14.GAME.demo().pages["Ruleset"])
B7 = round7.GAME.rulebook(round7.GAME.demo().pages["Ruleset"])
_ALL_ONES = " ".join(map(str, range(1, 10)))
_MEETS = Pending(ActionId(1, 0, 0), "Ann", Kind.OFFER, Offer("admit fault"), "?", MONDAY)
CASES = (
    Case(
        "a move", cycle15.GAME, LATE, _board(), (2, 4),
        ("move", "Move!", "I move", "ok, move please"),
        ("move 5", "move 1 7", "move 1 2 99", "move xyzzy", "move 1 22", "choose 99", "move +5"),
    ),
    Case(
        "an item that moves", cycle15.GAME, LATE, _board(Time_Bean_Chili=1), (2, 4),
        ("use Time Bean Chili", "use time bean chili", "use my Time Bean Chili", "Use time bean",
         "I use TIME BEAN CHILI."),
        ("use Time Bean Chili: 99", "use time bean: nowhere", "use time bean chili: 1, 99",
         "choose use time bean: 99"),
    ),
    Case(
        "MacGyvering", cycle15.GAME, LATE, _board(Fish=1, Mauve=1), (1, 0),
        ("macgyver Fish, Mauve", "macgyver mauve with fish", "Macgyver Fish and Mauve"),
        ("macgyver Fish", "macgyver Fish, Fish", "macgyver Fish, Nothing"),
    ),
    Case(
        "a shattered crystal", cycle15.GAME, LATE, _board(Crystal=3), (1, 0),
        ("shatter crystal", "shatter", "Shatter my crystal"),
        ("shatter Fish", "shatter crystal: 3", "shatter: x"),
    ),
    Case("mining", cycle14.GAME, B14, _greenhouse(), (3, 6), ("mine", "Mine!", "I mine"),
         ("mine 1 2", "mine for Ann")),
    Case(
        "a harvest", cycle14.GAME, B14, _greenhouse(), (1, 0),
        ("harvest 1", "harvest pot 1", "herbalism harvest 1", "Harvest #1."),
        ("harvest 1, 9", "harvest 1, 1", "harvest 1: nothing", "herbalism harvest 1, 3",
         "herbalism havrest 1"),
    ),
    Case(
        "the Obelisk", cycle14.GAME, B14, _greenhouse(), (1, 6), ("observe", "Observe the Obelisk"),
        ("observe 7",),
    ),
    Case(
        "a movement roll", round7.GAME, B7, _line(), (1, 6), ("move", "move up", "Move!"),
        ("move 3", "move with Number 3", "move up 4", "move 2 3 -- 1d9 (9) = 9"),
    ),
    Case("a way out of Jail", round7.GAME, B7, _line(JAIL), (1, 6), ("escape", "escape from Jail"),
         ("escape with 3",)),
    Case(
        "a fight", round7.GAME, B7, _line(pending=(_MEETS,)), (1, 6),
        ("fight", "fight the officer"),
        ("fight with 3", "fight Bob"),
    ),
)  # fmt: skip

BY_NAME = {case.name: case for case in CASES}


def sides_of(case: Case) -> int:
    """The sides of the die: as the game itself asks for it."""
    if case.dice[1]:
        return case.dice[1]
    played = play(case, Engine(case.game, case.book), case.state, case.good[0], 0)
    found = re.search(r"a roll of \d+d(\d+)", played.outcomes[0].text)
    assert found, played.outcomes[0].text
    return int(found[1])


FORM = re.compile(r"`choose (?P<answer>[^`]*)`(?:: (?P<option>[^,.]*))?")  # in an answer


def play(case: Case, engine: Engine[Any], state: Any, line: str, number: int) -> Played[Any]:
    """One line of Ann's, a second after the last."""
    action = Action(
        ActionId(1, number + 1, 0), MONDAY + timedelta(seconds=number), "Ann", line, by_name=True
    )
    return engine.play(state, [action])


def faces(random: Random, count: int, sides: int) -> Roll:
    """What some dice show."""
    return Roll(count, sides, tuple(random.randint(1, sides) for _ in range(count)))


def finish(
    case: Case, engine: Engine[Any], state: Any, roll: Roll | None, number: int
) -> tuple[Any, list[Outcome]]:
    """Bring the thing to its end:
    by a good line, rolls where none are there yet, and any choice that it asks for.
    """
    outcomes: list[Outcome] = []
    line = case.good[number % len(case.good)]
    for step in range(60):
        played = play(case, engine, state, line, number + step)
        state, outcome = played.state, played.outcomes[0]
        outcomes.append(outcome)
        if outcome.verdict is Verdict.DONE:
            break
        if outcome.verdict is not Verdict.NEEDS:
            assert line != case.good[0], outcome.text
            line = case.good[0]
            continue
        said = FORM.search(outcome.text)
        assert said is not None, outcome.text
        dice = re.findall(r"(\d+)d(\d+)", said["answer"])
        rolls = [str(faces(Random(step), int(count), int(sides))) for count, sides in dice]
        line = f"choose {', '.join(rolls) or said['option'] or said['answer']}"
    assert outcomes[-1].verdict is Verdict.DONE
    return state, outcomes


def misspelled(random: Random, line: str) -> str:
    """A line whose first word is none that the game knows; or that has no words at all."""
    word, _, rest = line.partition(" ")
    at = random.randrange(len(word))
    wrong = (f"{word[:at]}q{word[at + 1 :]}", f"{word[:at]}z{word[at:]}", word[::-1], "hm,", "")
    return f"{random.choice(wrong)} {rest}"


def noise(random: Random, case: Case, sides: int) -> Iterator[tuple[str, Roll | None]]:
    """Lines that are not played, some with the roll, some with a part of it or another one."""
    for _ in range(random.randint(1, 6)):
        line, kind = (
            random.choice((*case.bad, *case.bad, random.choice(case.good))),
            random.random(),
        )
        if random.random() < 0.3 and "--" not in line:
            line = misspelled(random, line)
        if "--" in line or kind < 0.2:
            yield line, None
        elif kind < 0.3:
            yield f"{line} -- {faces(random, 1, sides + 1)}", None
        else:
            roll = faces(random, case.dice[0] + (kind > 0.9), sides)
            yield f"{line} -- {roll}", roll


@pytest.mark.parametrize("name", BY_NAME)
@few
@given(seed=st.integers(0, 10**9))
def test_the_first_roll_that_was_shown_counts(name: str, seed: int) -> None:
    """Stated dice: whatever comes of the lines, what was shown first is used in the end;
    and the log replays.
    """
    case, random = BY_NAME[name], Random(seed)
    engine: Engine[Any] = Engine(case.game, case.book)
    sides = sides_of(case)
    state, shown, outcomes, done = case.state, None, list[Outcome](), False
    for number, (line, roll) in enumerate(noise(random, case, sides)):
        played = play(case, engine, state, line, number)
        state = played.state
        outcomes += played.outcomes
        shown = shown or roll
        if played.outcomes[0].verdict is Verdict.DONE:
            done = True
            break
    if not done:
        state, last = finish(case, engine, state, shown, 10)
        outcomes += last
    if shown:
        used = [face for roll in outcomes[-1].rolls for face in _faces_of(roll, sides)]

        assert used[: case.dice[0]] == list(shown.faces[: case.dice[0]])
    assert replayed(case.game, case.book, case.state, outcomes, state.now) == state


def _faces_of(roll: str, sides: int) -> list[int]:
    found = re.match(rf"\d+d{sides} \(([\d, ]*)\)", roll)
    return [int(face) for face in found[1].split(",")] if found else []


@dataclass
class Keyed:
    """Dice of the bot's own: other faces for each line.
    Not before ``out``, where they come from a beacon.
    """

    beacon: bool = False
    out: bool = True
    stated: bool = False
    drawn: list[tuple[str, int]] = field(default_factory=list)
    waits: dict[ActionId, Action] = field(default_factory=dict)

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """Faces by what keys the roll; none before the round is out."""
        if self.beacon and not self.out:
            self.waits[draw.waits] = draw.action
            raise MissingRoll(draw.asks, how="It is played by itself")
        self.waits.pop(draw.waits, None)
        self.drawn.append((draw.label, draw.index))
        seed = hashlib.sha256(f"{draw.key} {draw.label} {draw.index}".encode()).digest()
        return DrawnRoll(tuple(1 + seed[at] % draw.sides for at in range(draw.count)), "by nothing")

    def awaits(self, identity: ActionId) -> bool:
        """Whether its round is not out yet."""
        return identity in self.waits


@pytest.mark.parametrize("beacon", [False, True], ids=["sealed", "beacon"])
@pytest.mark.parametrize("name", BY_NAME)
@few
@given(seed=st.integers(0, 10**9))
def test_the_bot_rolls_once(name: str, beacon: bool, seed: int) -> None:
    """Sealed and beacon dice:
    one order, however often it is sent and reworded, draws each of its rolls once.
    """
    case, random, dice = BY_NAME[name], Random(seed), Keyed(beacon)
    engine: Engine[Any] = Engine(case.game, case.book, dice)
    state, lines = case.state, [random.choice((*case.bad, *case.good)) for _ in range(6)]
    for number, line in enumerate(line for line in lines if "--" not in line):
        dice.out = random.random() < 0.5
        played = play(case, engine, state, line, number)
        state = _rounds(case, engine, played.state, dice, number) if dice.out else played.state
        if played.outcomes[0].verdict is Verdict.DONE or (
            not state.rolls and number and not state.pending
        ):
            break
    first = [each for each in dice.drawn if each == dice.drawn[0]]

    assert len(first) <= 1


def _rounds(case: Case, engine: Engine[Any], state: Any, dice: Keyed, number: int) -> Any:
    """What waited for its round is played by itself."""
    waiting = [each for each in state.pending if each.id in dice.waits]
    again = [
        Action(
            dice.waits[p.id].id, MONDAY + timedelta(seconds=number), p.player, p.text, by_name=True,
            recorded=True,
        )
        for p in waiting
    ]  # fmt: skip
    return engine.play(state, again).state


def test_a_line_that_is_gone_leaves_its_roll() -> None:
    """What was taken off its page after its roll was made changes nothing but that the
    roll stands.
    """
    case, dice = BY_NAME["an item that moves"], Keyed()
    gone = Action(ActionId(1, 9, 0), MONDAY, "Ann", case.good[0], gone=True)
    played = Engine(case.game, case.book, dice).play(case.state, [gone])
    lines: Sequence[str] = [outcome.logged or "" for outcome in played.outcomes]

    assert [each.label for each in played.state.rolls] == ["movement"]
    assert (played.state.pending, played.state.players) == ((), case.state.players)
    assert [line.partition(" -- ")[0] for line in lines] == ["a roll stands: use Time Bean Chili"]


# What was rolled or shown for a move counts for that phase or turn, and for no later one.


DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def played_on(
    game: Any, book: Any, state: Any, *lines: tuple[timedelta, str]
) -> tuple[Any, list[str]]:
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
    _, same = played_on(cycle15.GAME, LATE, _board(), *bad, (9 * HOUR, another))
    state, later = played_on(cycle15.GAME, LATE, _board(), *bad, (5 * DAY, another))

    assert (same[-1], later[-1]) == ("cant", "2d4 (3, 1) = 4")
    assert [each.roll.faces for each in state.rolls] == [(3, 1)]


def test_a_second_move_of_cycle_15_shows_nothing() -> None:
    """Who has moved in a phase cannot roll for a move."""
    state, found = played_on(
        cycle15.GAME, LATE, _board(),
        (HOUR, "Ann: move 1 2 -- 2d4 (1, 1) = 2"), (2 * HOUR, "Ann: move -- 2d4 (1, 2) = 3"),
    )  # fmt: skip

    assert (found, state.rolls) == (["2d4 (1, 1) = 2", "cant"], ())


def test_an_item_of_cycle_15_keeps_its_roll() -> None:
    """Letting its use lapse gains nothing: it could be used in the next phase as well."""
    line = "Ann: use Time Bean Chili -- 2d4 ({}) = 4"
    _, found = played_on(
        cycle15.GAME, LATE, _board(Time_Bean_Chili=1),
        (HOUR, line.format("3, 1")), (5 * DAY, line.format("2, 2")),
    )  # fmt: skip

    assert found == ["2d4 (3, 1) = 4", "cant"]


@pytest.mark.parametrize("line", ["move -- 1d6 (1) = 1", "mvoe -- 1d6 (1) = 1"])
def test_a_move_of_round_7_is_rolled_on_its_turn(line: str) -> None:
    """What is shown on another's turn is not for one's own."""
    players = {"Ann": Player7("Ann", space=1), "Bob": Player7("Bob", space=2)}
    state = State7(MONDAY, players=players, turn=Turn("Ann", MONDAY, 1), highest=30)
    after, found = played_on(
        round7.GAME, B7, state, (HOUR, f"Bob: {line}"), (2 * HOUR, "Ann: move -- 1d6 (3) = 3"),
        (3 * HOUR, "Ann: end turn"), (4 * HOUR, "Bob: move -- 1d6 (5) = 5"),
    )  # fmt: skip

    assert (found[1], found[3]) == ("1d6 (3) = 3", "1d6 (5) = 5")
    assert after.rolls == ()


def test_the_obelisk_of_cycle_14_is_observed_once_a_week() -> None:
    """A second look shows nothing for the next week's."""
    state, found = played_on(
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
    _, found = played_on(
        generic.GAME, book, state, (HOUR, "Ann: dig -- 1d6 (2) = 2"),
        (2 * HOUR, "Ann: dig -- 1d6 (1) = 1"), (DAY + HOUR, "Ann: dig -- 1d6 (6) = 6"),
    )  # fmt: skip

    assert found == ["1d6 (2) = 2", "cant", "1d6 (6) = 6"]


# While nobody has settled what a roll is, nothing is rolled:
# neither dice with one outcome nor no dice at all.


UNITS = [
    (name, unit) for name in ("Cycle 14", "Cycle 15") for unit in ("Dice Rolls", "Random Choices")
]


@for_each("name, unit", UNITS)
@for_each("count, sides", [(1, 1), (3, 1), (0, 6), (2, 6)])
def test_no_roll_is_made_while_its_rule_is_held(
    name: str, unit: str, count: int, sides: int
) -> None:
    """What a roll comes to is what the rule says; another one may give 1d1 another result."""
    play = play_of(name)
    book = play.game.rulebook(play.reworded(play.units[unit]))
    state = play.game.read(play.game.new_page(book, MONDAY, "a test"), book, MONDAY).state
    line = Action(ActionId(0, 0, 1), MONDAY, "Ann", "roll", 1)
    act = ActionContext(play.game, book, state, line, None, "", Stated())

    with pytest.raises(Held) as held:
        act.roll(count, sides, "a test")

    assert held.value.unit == unit
