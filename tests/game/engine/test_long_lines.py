"""What one line may cost:
it grows with its length and no faster, and what is too long is not read at all.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from tests.for_each import for_each
from tests.fuzz.steps import Steps
from tests.patterns.attacks import growth
from wikibot.config.games import load_game
from wikibot.game.actions import Action, ActionId, Outcome
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
