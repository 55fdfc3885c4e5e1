"""What a line costs, in calls of functions: no more in a game of years than in a new one."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Sequence
from datetime import UTC, datetime

from rules.cycle15 import GAME
from rules.cycle15.state import State
from rules.cycle15.taking_back import MoveStatements
from tests.rules.cycle15.long_game import rulebook, start
from tests.rules.cycle15.table import Table
from wikibot.game.actions import Action
from wikibot.game.engine.engine import Engine

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
EARLY, LATE, LINES = 200, 900, 200
MOST_GROWTH = 1.2
MOST_CALLS = 525  # of a line, with its answer in the words of the wiki


class SameTable(Table):
    """Players who neither leave nor bring others, so that only what is past grows."""

    def _go(self, name: str) -> str:
        return self._vote(name)


def calls(engine: Engine[State], state: State, lines: Sequence[Action]) -> float:
    """Calls for each line, when what is read once has been read."""
    engine.play(state, lines)
    profile = cProfile.Profile()
    profile.runcall(engine.play, state, lines)
    return float(pstats.Stats(profile).total_calls) / len(lines)  # type: ignore[attr-defined]


def test_a_line_costs_the_same_after_thousands() -> None:
    """After 900 lines a line takes at most 1.2 times the steps that it took after 200."""
    book = rulebook()
    state = start(book, BEGIN)
    lines = SameTable(book, state, seed=15).play(LATE + LINES)
    engine = Engine(GAME, book)
    early = engine.play(state, lines[:EARLY]).state
    late = engine.play(early, lines[EARLY:LATE]).state

    first = calls(engine, early, lines[EARLY : EARLY + LINES])
    last = calls(engine, late, lines[LATE:])

    assert first <= MOST_CALLS
    assert last <= MOST_GROWTH * first


def test_what_a_move_brought_is_not_put_into_words_in_play() -> None:
    """The statements about a move are found when a page or a person asks for them."""
    book = rulebook()
    state = start(book, BEGIN)
    played = Engine(GAME, book).play(state, SameTable(book, state, seed=15).play(10)).state

    assert played.moves
    for move in played.moves:
        assert isinstance(move.brought, MoveStatements)
        assert "statements" not in vars(move.brought)
        assert tuple(move.brought) == move.brought.statements
