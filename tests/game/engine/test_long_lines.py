"""What one line may cost:
it grows with its length and no faster, and what is too long is not read at all.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from tests.for_each import for_each
from tests.fuzz.steps import Steps
from tests.game.engine.test_engine import START, play
from tests.game.tiny import Tiny
from tests.patterns.attacks import growth
from wikibot.config.games import load_game
from wikibot.game.actions import Action, ActionId, Event, Outcome, Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import (
    LONGEST_BODY,
    LONGEST_LINE,
    LONGEST_ORDER,
    MOST_ANSWERS,
    MOST_ROLLS,
)
from wikibot.game.game import Game
from wikibot.game.problems import Unclear
from wikibot.game.rolls import split_rolls
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.wikitext.numerals import parse_time

NOW = datetime(2024, 1, 9, 12, tzinfo=UTC)
GAMES = ("cycle15", "cycle14", "round7")
AGAIN = (
    ("move (", "1d6 (1) ", ""),
    ("move ", "1d6 (1)  ", "x"),
    ("move -- ", "1d6 (1), ", "1d"),
    ("move (1d6 (", "1, ", ""),
    ("trade ", "to ", "for"),
    ("trade 1 Fish to Bob ", "for ", ""),
    ("trade ", "1 Fish, ", "to Bob"),
    ("move", " ", "x"),
    ("vote ", "P1 ", ""),
    ("vote P1", ",", "x"),
    ("vote P1 ", "because ", ""),
    ("propose ", "P1 ", ""),
    ("I ", "I ", ""),
    ("ok", ", ok", ""),
    ("use ", "a ", ""),
    ("use ", "my ", ": Bob"),
    ("buy ", "x ", ""),
    ("claim ", "a town ", ""),
    ("propose banishment ", "for ", "3 days"),
    ("propose banishment of Ann for ", "3 hours and ", ""),
    ("ping ", "@", ""),
    ("harvest ", "1, ", ""),
    ("plant ", "1 a, ", ""),
    ("complete ", "1 ", ""),
    ("help ", "help ", ""),
    ("", "[", "]"),
    ("correct ", "Ann gains 2 Fish; ", ""),
    ("as ", "as Bob: ", ""),
    ("ruling 1.2.0: ", ";", ""),
    ("choose ", "1 ", ""),
    ("join as ", "the ", ""),
    ("use Blank Card: ", "a, ", ""),
    ("use ", '"', ""),
    ("use ", '\\"', '"'),
    ("", "9", ""),
    ("", "👍 ", "P1"),
    ("", "--", "1d6"),
    ("", "- ", ""),
    ("move ", "(", ""),
    ("move ", "->", "1"),
    ("pay ", "all ", ""),
)


@cache
def beginning(name: str) -> tuple[Game[Any], Rulebook, State]:
    """A game with its demo's pages."""
    game: Game[Any] = load_game(name)
    demo = game.demo()
    book = game.rulebook(demo.pages["Ruleset"])
    return game, book, game.read(demo.pages["Gamestate"], book, NOW).state


def heard(name: str, text: str, body: str = "") -> tuple[Outcome, int]:
    """What becomes of a line in a game, and the calls that it took."""
    game, book, state = beginning(name)
    action = Action(
        ActionId(1, 1, 0), NOW, next(iter(state.players)), text, by_name=True, trusted=True,
        body=body,
    )  # fmt: skip
    engine, steps = Engine(game, book), Steps(5_000_000)
    with steps.counting():
        played = engine.play(state, [action])
    return played.outcomes[0], steps.count


@pytest.mark.parametrize("name", GAMES)
def test_twice_the_line_takes_twice_the_steps(name: str) -> None:
    """With some room for what a line takes in any case; both have more parts than are played."""
    long = [
        (begin, pump, end, once, twice)
        for begin, pump, end in AGAIN
        if name == GAMES[0] or _is_own(name, begin)
        for times in [1600 // len(pump)]
        for once, twice in [[heard(name, begin + pump * times * by + end)[1] for by in (1, 2)]]
        if twice > 2.5 * once + 2000
    ]

    assert long == []


def _is_own(name: str, begin: str) -> bool:
    """Whether a line begins with a verb of the game: all else is the same in each game."""
    verbs = {verb.name.split()[0] for verb in load_game(name).verbs}
    return begin.split(" ", maxsplit=1)[0].rstrip(":") in verbs


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("dig" + "x" * LONGEST_ORDER, "characters"),
        ("x" * 2 * LONGEST_LINE, "characters"),
        ("choose " + "1 " * (MOST_ANSWERS + 1), "no answer|answers|waits"),
        ("move " + "1 " * (MOST_ANSWERS + 1), "answers"),
        ("move -- " + "1d6 (1) " * (MOST_ROLLS + 1), "rolls"),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_too_long_is_not_understood(name: str, text: str, why: str) -> None:
    """The answer says how long it is, how long it may be, and how to say it instead."""
    heard(name, "choose frobnicate")  # what words stand for is indexed once for all lines
    outcome, steps = heard(name, text)

    assert outcome.verdict in ("huh", "cant")
    assert steps < 200_000
    if name == "cycle15" and outcome.verdict == "huh" and "|" not in why:
        assert why in outcome.text
        assert "Part it into several lines" in outcome.text


def test_a_text_below_a_line_has_a_bound_as_well() -> None:
    """Longer than any rule."""
    outcome, _ = heard("round7", "propose: Fish", "x" * (LONGEST_BODY + 1))

    assert (outcome.verdict, "characters" in outcome.text) == ("huh", True)


def test_many_dice_are_read() -> None:
    """As many as anybody may state, in one line."""
    faces = ", ".join(["1"] * 9999)

    words, rolls = split_rolls(f"move 1 -- 9999d6 ({faces}) = 9999")

    assert (words, len(rolls[0].faces)) == ("move 1", 9999)


@for_each("before", ["", "move ", "move 1 -- "])
@for_each("between", [" ", "  ", ", ", " and "])
def test_rolls_are_read_from_left_to_right_once(before: str, between: str) -> None:
    """However many there are, and whatever stands behind them."""
    text = before + between.join(["1d6 (1)"] * 400)
    steps = []
    for line in (text, f"{text}{between}{text}"):
        count = Steps(5_000_000)
        with count.counting(), suppress(Unclear):
            split_rolls(f"{line} (x")
        steps.append(count.count)

    assert steps[1] <= 2.5 * steps[0] + 100


def test_the_patterns_that_took_for_ever_would_be_found() -> None:
    """Those of rolls and of what stands around the name of a proposal, as they once were."""
    rolls = (r"(?:\d{0,4}[dD]\d{1,9}\s*\([\s\d,+]*\)\s*(?:=\s*\d+)?(?:\s*\[?https?://[^\s\]]+\]?)?"
             r"[\s,;.]*(?:and\b)?[\s,;]*)+")  # fmt: skip
    around = r"^(?:[\s:,.;!]+|(?:on|with|about)\b)+|(?:[\s:,.;!]+|\b(?:on|with|about)$)+$"

    assert growth(rolls, 0, "fullmatch")[0] > 8
    assert growth(around, 0, "search")[0] > 8


# A mistake of the program costs the line or the event at which it happens, and nothing else.


WEEK = "2024-01-12T00:00:00Z"


class Broken(Tiny):
    """A game with a mistake in one place, for the line or the event that has ``word`` in it."""

    def __init__(self, place: str, error: type[BaseException] = KeyError) -> None:
        self.place, self.error = place, error

    def _fail(self, place: str) -> None:
        if place == self.place:
            raise self.error("oh")

    def player_of(self, state: State, action: Action) -> str | None:
        self._fail("player_of" if action.text == "join" else "")
        return super().player_of(state, action)

    def authorize(self, state: State, verb: Verb, player: str, action: Action) -> None:
        self._fail("admit" if verb.name == "wager" else "")
        super().authorize(state, verb, player, action)

    def on_line(self, before: State, after: State, outcome: Outcome, book: Rulebook) -> State:
        self._fail("heard" if outcome.action.text == "wager" else "")
        return after

    def until(self, act: ActionContext[State]) -> datetime | None:
        self._fail("until")
        return super().until(act)

    def after_action(self, act: ActionContext[State]) -> None:
        self._fail("aftermath" if "break" in act.action.text else "")

    def next_event(self, state: State, book: Rulebook) -> Event | None:
        self._fail("next_event")
        return super().next_event(state, book)

    def handle_event(self, act: ActionContext[State], event: Event) -> None:
        self._fail("fire" if act.state.phase == 2 else "")
        super().handle_event(act, event)


LINES = """
    02:00 Ann: wager
    02:01 Ann: dig -- 2d4 (2, 2) = 4
    02:02 Ann: walk mill
    02:03 Bea: dig -- 2d4 (1, 2) = 3
    02:04 Zoe: join
    02:05 Bea: help dig"""


@pytest.mark.parametrize("error", [KeyError, RecursionError, MemoryError])
@pytest.mark.parametrize(
    ("place", "line"),
    [("player_of", 4), ("admit", 0), ("heard", 0), ("until", 2), ("next_event", -1), ("none", -1)],
)
def test_a_mistake_costs_one_line(
    contained: list[str], place: str, line: int, error: type[Exception]
) -> None:
    """Wherever the program fails at a line, that line is answered with it,
    and all others as ever.
    """
    expected, played = play(LINES), play(LINES, game=Broken(place, error))

    told = [o.text for o in played.outcomes]
    assert [number for number, text in enumerate(told) if "the bot failed" in text] == (
        [line] if line >= 0 else []
    )
    assert [t for n, t in enumerate(told) if n != line] == [
        o.text for n, o in enumerate(expected.outcomes) if n != line
    ]
    assert bool(contained) is (place != "none")


def test_a_line_that_was_no_order_yet_waits_for_a_person(contained: list[str]) -> None:
    """A steward can have it tried again when the mistake is mended, or rule on it."""
    held = play("02:00 Ann: wager", game=Broken("admit")).state

    assert [(p.player, p.kind, p.text) for p in held.pending] == [("Ann", "held", "wager")]
    again = play(f"03:00 Sam: retry {held.pending[0].id}", state=held)
    assert again.outcomes[0].text == "there is nothing to wager on (rule Wagers)."


def test_an_event_that_fails_waits_for_a_person(contained: list[str]) -> None:
    """It is tried once, what comes after it happens, and a steward can have it tried again."""
    played = play("02:00 Ann: help", until=WEEK, game=Broken("fire"))

    assert len(contained) == 6
    assert [(p.text, p.asks) for p in played.state.pending][:1] == [
        ("event: new day", "a ruling on an event that the bot failed at")
    ]
    assert [(h.failed, h.text.partition(" (")[0]) for h in played.fired_events[:2]] == [
        (False, "day 2"), (True, "the bot failed at `new day`"),
    ]  # fmt: skip
    later = replace(played.state, now=START.now)
    mended = play(f"03:00 Sam: retry {later.pending[0].id}", state=later)
    assert (mended.outcomes[0].text, mended.state.phase) == ("day 3; it happened", 3)
    assert len(mended.state.pending) == len(later.pending) - 1


def test_an_overdue_event_that_fails_does_not_hold_up_time(contained: list[str]) -> None:
    """A game that goes on to find an event due is not asked for it again until a person
    has ruled.
    """

    class Overdue(Tiny):
        def next_event(self, state: State, book: Rulebook) -> Event | None:
            return (
                Event(START.now, "ripening")
                if state.phase == 1
                else super().next_event(state, book)
            )

        def handle_event(self, act: ActionContext[State], event: Event) -> None:
            raise KeyError("oh")

    played = play(LINES, until=WEEK, game=Overdue())

    assert (contained, played.state.now) == (["ripening: KeyError"], parse_time(WEEK))
    assert [p.text for p in played.state.pending if p.player == "(an event)"] == ["event: ripening"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("place", ["player_of", "admit", "heard", "next_event", "fire"])
def test_what_ends_the_program_is_no_mistake(
    contained: list[str], place: str, error: type[BaseException]
) -> None:
    """Ctrl-C and the signal to stop are never taken for a line's fault."""
    with pytest.raises(error):
        play(LINES, until=WEEK, game=Broken(place, error))

    assert contained == []


def test_under_test_no_mistake_hides() -> None:
    """What is contained for an operator fails a test that does not expect it."""
    with pytest.raises(AssertionError, match="a mistake of the program"):
        play(LINES, game=Broken("admit"))


def test_an_exception_with_the_input_in_its_words_is_cut(contained: list[str]) -> None:
    """An answer does not grow with what somebody wrote."""

    class Wordy(Tiny):
        def authorize(self, state: State, verb: Verb, player: str, action: Action) -> None:
            raise ValueError("x" * 100_000)

    outcome: Any = play("02:00 Ann: wager", game=Wordy()).outcomes[0]

    assert len(outcome.text) < 500
