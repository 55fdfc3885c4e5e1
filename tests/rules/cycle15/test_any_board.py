"""Whatever lines are sent on whatever board:
nobody gets to a space that is none, and the page holds what became.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.board.spaces import successors
from rules.cycle15.state import START, State
from tests.examples import few
from tests.rules.any_game import Sometimes, any_game, told
from tests.rules.cycle15.test_any_lines import BOOKS, NAMES, STOCK, any_line, any_state
from wikibot.game.actions import Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.state import with_player

GHOST = 99  # named by boards that have no such space
MAKERS = (
    "NEW ITEM", "Machete", "Space Mangler", "Flexagon", "Dimensional Bacon", "Bottle of Holding",
    "Rainbow Gun",
    "Steering Wheel", "Antimatter Wormhole", "Recall Potion",
)  # fmt: skip
LINES = (
    f"use NEW ITEM: {GHOST}", "use NEW ITEM: 1", "use NEW ITEM: -5", "use NEW ITEM: 1e9",
    f"use Machete: 1, 2, {GHOST}",
    "use Machete: 1, 2, 50", f"use Machete: {GHOST}, 2, 51", "use Space Mangler: 1, -5, 52",
    "use Flexagon",
    "use Dimensional Bacon", "use Bottle of Holding", "use Rainbow Gun: Hazard",
    "use Rainbow Gun: Boulder Trap",
    "use Steering Wheel", "use Antimatter Wormhole", "use Recall Potion", "draw pseudo-type of 1",
    "draw pseudo-type",
    "negate move of Ann", f"move {GHOST}", f"move 1 {GHOST} 2", f"beam {GHOST}", "choose on",
    f"choose {GHOST}",
)  # fmt: skip


def any_board_line(random: Random, state: State, name: str) -> str:
    """A line that bears on the board, or any other."""
    return random.choice(LINES) if random.random() < 0.4 else any_line(random, state, name)


def reachable(state: State) -> set[int]:
    """All spaces that a player can get to by moving on, from wherever anybody stands;
    who is nowhere begins at 0.
    """
    stand = [player.location for player in state.players.values()]
    found, left = set[int](), [START, *(space for space in stand if space in state.spaces)]
    while left:
        space = left.pop()
        if space not in found:
            found.add(space)
            left += successors(state, space)
    return found


@pytest.mark.parametrize("rules", ["late", "early"])
@few
@given(seed=st.integers(0, 10**9))
def test_no_lines_lead_to_a_space_that_is_none(rules: str, seed: int) -> None:
    """Players stand on spaces, sets of successors lead to spaces,
    and a new space has no ways but those made for it.
    """
    random, book = Random(seed), BOOKS[rules]
    state = any_state(random)
    for name in NAMES:
        state = with_player(
            state, replace(state.players[name], items=dict.fromkeys((*STOCK, *MAKERS), 9))
        )
    page = GAME.write(GAME.new_page(book, state.now, "a game"), book, state)
    state = _said(page, rules, state)
    for played in any_game(
        random, Engine(GAME, book, Sometimes(random)), state, NAMES, any_board_line, 25
    ):
        before, state = state, played.state
        new = state.spaces.keys() - before.spaces.keys()
        made = {
            (space.id, each)
            for space in state.spaces.values()
            for each in space.successors
            if each in new
        }

        assert "the bot failed" not in told(played)
        assert all(outcome.text for outcome in played.outcomes)
        assert reachable(state) <= state.spaces.keys()
        assert [
            o for o in played.outcomes if o.counts and o.verdict is Verdict.DONE and lost(state)
        ] == []
        assert all(
            space in state.spaces for move in state.moves for space in (*move.path, move.leaves)
        )
        assert made and len(made) <= 2 if new else not made
        page = GAME.write(page, book, state)
        assert state == _said(page, rules, state)


def lost(state: State) -> list[str]:
    """Who stands on no space."""
    return [name for name, player in state.players.items() if player.location not in state.spaces]


def _said(page: str, rules: str, state: State) -> State:
    """The state as the page has it, at the same time."""
    reading = GAME.read(page, BOOKS[rules], state.now)

    assert reading.unreadable == ()
    return reading.state
