"""Whatever the state of a game: a page holds it, and statements tell one from another."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rules.cycle14 import GAME as CYCLE14
from rules.cycle15 import GAME as CYCLE15
from rules.round7 import GAME as ROUND7
from tests.examples import few, some
from tests.rules.any_state import START
from tests.rules.cycle14.states import states as of_cycle14
from tests.rules.cycle15.states import states as of_cycle15
from tests.rules.round7.states import states as of_round7
from wikibot.game.game import Game
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook


class Pages(NamedTuple):
    """A game and its ruleset, any of its states, an empty page, and what keeps its order on it."""

    game: Game[Any]
    book: Rulebook
    states: st.SearchStrategy[Any]
    empty: str
    ordered: tuple[str, ...] = ("players",)


UNSHRUNK: dict[str, Any] = {  # which would take minutes
    "suppress_health_check": [*HealthCheck], "phases": [Phase.generate]
}  # fmt: skip
ITEMS = read_rulebook('== Garbage ==\n* Fish "splash"\n', (), ())
SPACES = ("players", "spaces")
BOARD = "{|\n!Name!!Location!!Items\n|}\n{|\n!Space!!Type!!Successors!!Notes\n|}"
BOOK14, BOOK7 = (game.rulebook(game.demo().pages["Ruleset"]) for game in (CYCLE14, ROUND7))
TOWNS = ("players", "towns")
FEATURES = "{|\n!Name!!Space!!Poents\n|}\n{|\n!Space!!Features\n|}"


def new(game: Game[Any], book: Rulebook) -> str:
    """The page with which a game begins."""
    return game.new_page(book, START, "a game")


PAGES = {
    "cycle14": Pages(CYCLE14, BOOK14, of_cycle14(), new(CYCLE14, BOOK14)),
    "cycle15": Pages(CYCLE15, ITEMS, of_cycle15(), new(CYCLE15, ITEMS), SPACES),
    "cycle15, bare tables": Pages(CYCLE15, ITEMS, of_cycle15(), BOARD, SPACES),
    "round7": Pages(ROUND7, BOOK7, of_round7(), new(ROUND7, BOOK7), TOWNS),
    "round7, bare tables": Pages(ROUND7, BOOK7, of_round7(), FEATURES, TOWNS),
}


@pytest.mark.parametrize("name", PAGES)
@settings(few, **UNSHRUNK)
@given(data=st.data())
def test_any_state_comes_back_from_a_page(name: str, data: st.DataObject) -> None:
    """A state, and any other one written over it, is read back as it was;
    a second writing changes nothing.
    """
    game, book, states, empty, _ = PAGES[name]
    before, after = data.draw(states), data.draw(states)
    once = game.write(empty, book, before)
    twice = game.write(once, book, after)
    first, second = game.read(once, book, START), game.read(twice, book, START)

    assert (first.state, first.unreadable) == (before, ())
    assert (second.state, second.unreadable) == (after, ())
    assert game.write(twice, book, after) == twice


@pytest.mark.parametrize("name", [name for name in PAGES if "," not in name])
@settings(some, **UNSHRUNK)
@given(data=st.data())
def test_differences_lead_from_one_state_to_the_other(name: str, data: st.DataObject) -> None:
    """Whatever a hand edit changed, names that read like statements included:
    its statements make the same of it.
    """
    game, _, states, _, ordered = PAGES[name]
    state, after = data.draw(states), data.draw(states)
    for statement in game.differences(state, after):
        state = game.correct(state, statement)

    assert state == after
    for field in ordered:
        assert list(getattr(state, field)) == list(getattr(after, field))
