"""What holds of every verb of every game:
a line that asks is not played, and reserved words are nobody's names.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules import cycle14, cycle15, round7
from wikibot.game.actions import Questions
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.engine.orders import parse_order
from wikibot.game.game import Game
from wikibot.game.names import is_reserved
from wikibot.game.problems import Unclear

GAMES: tuple[Game[Any], ...] = (cycle15.GAME, cycle14.GAME, round7.GAME)
VERBS = [
    (game, verb)
    for game in GAMES
    for verb in game.verbs
    if verb.questions is not Questions.ANYWHERE and not verb.stewards_only
]
DICE = " -- 1d98 (5) = 5"


@pytest.mark.parametrize("end", ["?", " ?", "??", "?!", "？", "? not sure", "?)", "? 🤔"])
def test_a_line_that_asks_is_not_understood(end: str) -> None:
    """A player who wonders about an action does not take it, whatever stands behind the verb."""
    for game, verb in VERBS:
        words = verb.example.partition(" -- ")[0]
        words = words.partition(":")[0] if verb.questions is Questions.BEHIND_COLON else words
        for line in (words, verb.name, f"I {verb.name}"):
            for dice in ("", DICE):
                with pytest.raises(Unclear, match=r"question|roll|know that action"):
                    pytest.fail(f"{game.name}: {parse_order(line + end + dice, game.verbs)}")


@pytest.mark.parametrize(
    "line",
    [
        "propose: More fish?", "judge request: Is a Duck a bird?",
        'use Blank Card: Moon, "Who knows?"', "help move?",
    ],
)  # fmt: skip
def test_a_text_may_ask(line: str) -> None:
    """Titles, questions to the judge and what stands in quotes are texts."""
    assert parse_order(line, (*cycle15.GAME.verbs, *KERNEL_VERBS)).verb.name in line


@pytest.mark.parametrize(
    "name", ["nobody", "The Obelisk", "obelisk", "Community  storehouse", "P3", "t 12", "yes", "*"]
)
def test_reserved_words_are_no_names(name: str) -> None:
    """They mean something else, with or without an article, in any capitals."""
    assert is_reserved(name, ("the Obelisk", "the Community Storehouse"))


@pytest.mark.parametrize(
    "name", ["4st", "google", "Raven1207.2", "R2D2", "Obeliska", "The Yes", "Noor"]
)
def test_other_names_are_free(name: str) -> None:
    """Odd ones, too."""
    assert is_reserved(name, ("the Obelisk",)) is (name == "The Yes")
