"""Whatever the state, the page says it: written, read, written again."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from rules.cycle15 import page
from rules.cycle15.state import State
from tests.rules.cycle15.states import START, states
from wikibot.game.rulebook import read_rulebook

BOOK = read_rulebook('== Garbage ==\n* Fish "splash"\n', (), ())
BARE = "{|\n!Name!!Location!!Items\n|}\n{|\n!Space!!Type!!Successors!!Notes\n|}"


@pytest.mark.parametrize("empty", [page.new_page(BOOK, START, "a game"), BARE], ids=["new page", "bare tables"])
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(before=states(), after=states())
def test_any_state_comes_back_from_a_page(empty: str, before: State, after: State) -> None:
    """A state, and any other one written over it, is read back as it was; a second writing changes nothing."""
    once = page.write(empty, BOOK, before)
    twice = page.write(once, BOOK, after)

    assert page.read(once, BOOK, START).state == before
    assert page.read(twice, BOOK, START).state == after
    assert page.write(twice, BOOK, after) == twice
