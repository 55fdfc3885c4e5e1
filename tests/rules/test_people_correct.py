"""Corrections in people's words: what is to be true, in whatever order they say it."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from tests.for_each import for_each
from wikibot.config.games import load_game
from wikibot.game.game import Game


@cache
def demo(name: str) -> tuple[Game[Any], Any]:
    """A game and the state that its demo begins with."""
    game = load_game(name)
    pages = game.demo().pages
    book = game.rulebook(pages["Ruleset"])
    return game, game.read(pages["Gamestate"], book, datetime(2026, 11, 22, tzinfo=UTC)).state


def made_true(name: str, statement: str) -> tuple[str, ...]:
    """What a statement changes in a demo's state, in exact statements."""
    game, state = demo(name)
    return game.differences(state, game.correct(state, statement))


@for_each(
    "game, statement, changed",
    [
        ("cycle15", "Ann has 2 Crystals", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann: Crystals 2", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann's crystals should be 9", ("Ann gains 5 Crystal",)),
        ("cycle15", "set Ann's Crystals to 2.", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann Crystals = 2", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann should now have 2 Crystals", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann has no Fish", ("Ann loses 2 Fish",)),
        ("cycle15", "Ann: Fish 1, Crystals 2", ("Ann loses 2 Crystal", "Ann loses 1 Fish")),
        ("cycle15", "Ann has 1 Fish and a Banana", ("Ann loses 1 Fish", "Ann gains 1 Banana")),
        ("cycle15", "ann is at 5", ("Ann is on 5",)),
        ("cycle15", "Ann's location: 5", ("Ann is on 5",)),
        ("cycle15", "Ann has two Crystals", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann at space 5", ("Ann is on 5",)),
        (
            "cycle15",
            "Ann has 5 Crystals and Bob has 1 Fish",
            ("Ann gains 1 Crystal", "Bob gains 1 Fish"),
        ),
        ("cycle15", "judge: Ann", ("the judge is Ann",)),
        ("cycle15", "Ann has won", ("Ann wins",)),
        ("cycle15", "party time: yes", ("it is party time",)),
        ("round7", "Ann has 1 Poent", ("Ann has 1 poents",)),
        ("round7", "Poents of Ann: 4", ("Ann has 4 poents",)),
        ("round7", "Ann: VP 2", ("Ann has 2 Victory Poents",)),
        ("round7", "Ann's Numbers: 3, 5", ("Ann has the Numbers 3, 5",)),
        ("cycle14", "2's herb: Yaqqip", ("pot 2 has Herb: Yaqqip",)),
        ("cycle14", "season: spring", ("the season is spring",)),
        ("cycle14", "Ann: experience in Mining 2", ("Ann has experience 2 in Mining",)),
        ("cycle14", "Ann has 7 Herbs", ("Ann gains 3 Herbs",)),
    ],
)
def test_a_statement_in_peoples_words(game: str, statement: str, changed: tuple[str, ...]) -> None:
    """It makes true what it says, whatever was so before."""
    assert made_true(game, statement) == changed


@for_each(
    "statement",
    ["Ann has 7 Fsh", "Ann has two Fish or so", "Ann has 2 Fish and Nemo has 1 Fish",
     "Ann: 2 hearts",
     "Nemo has 2 Fish", "Ann's pockets: 2 Fish", "Bob has not 2 Fish", ": 2", "Ann:", "= = ="],
)  # fmt: skip
def test_a_statement_about_what_is_not_there(statement: str) -> None:
    """Nothing is made up: neither an item nor a player comes into being by a typing error."""
    with pytest.raises(ValueError, match=r"\w"):
        made_true("cycle15", statement)


def test_what_players_have_is_named_in_the_answer() -> None:
    """A word that is not an item is answered with the item that it is like."""
    with pytest.raises(ValueError, match="nearest: Fish"):
        made_true("cycle15", "Ann has 7 Fsh")
