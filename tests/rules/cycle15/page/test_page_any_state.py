"""Whatever the state, the page says it: written, read, written again."""

from __future__ import annotations

import pytest
from hypothesis import given

from rules.cycle15 import GAME
from rules.cycle15.page import PAGE
from rules.cycle15.state import State
from tests.rules.any_state import START, any_pages, check_page
from tests.rules.cycle15.states import states
from wikibot.game.ruleset.rulebook import read_rulebook

BOOK = read_rulebook('== Garbage ==\n* Fish "splash"\n', (), ())
BARE = "{|\n!Name!!Location!!Items\n|}\n{|\n!Space!!Type!!Successors!!Notes\n|}"


@pytest.mark.parametrize(
    "empty", [PAGE.new_page(BOOK, START, "a game"), BARE], ids=["new page", "bare tables"]
)
@any_pages
@given(before=states(), after=states())
def test_any_state_comes_back_from_a_page(empty: str, before: State, after: State) -> None:
    """A state, and any other one written over it, is read back as it was;
    a second writing changes nothing.
    """
    check_page(GAME, BOOK, empty, before, after)
