"""How many actions a second Cycle 15 plays on the full early board with 20 players.

A game is made up first, unmeasured (see ``tests/rules/cycle15/table.py``). Its lines hold all
rolls, as a log does. They are then played in one go by what plays them for ``wikibot apply``, on
one core, timed events included. The peer is what an engine would spend that copies its state before
each action, before it has played anything: deep copies of the state.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from datetime import UTC, datetime

from bench.figures import Figure, Unfit, cpu_seconds
from rules.cycle15 import GAME
from rules.cycle15.state import State
from tests.rules.cycle15.long_game import rulebook, start
from tests.rules.cycle15.table import Table
from wikibot.game.actions import Action, Verdict
from wikibot.game.engine.engine import Engine

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
SEED = 15
GOAL = 10_000
COPIES = 100


def measure(short: bool) -> list[Figure]:
    """Make a game up and play it again some times."""
    count, runs = (100, 1) if short else (3000, 3)
    book = rulebook()
    state = start(book, BEGIN)
    lines = Table(book, state, SEED).play(count)
    engine = Engine(GAME, book)

    taken = cpu_seconds(lambda: played(engine, state, lines), runs)
    copied = cpu_seconds(lambda: [copy.deepcopy(state) for _ in range(COPIES)], runs)

    what = f"{count:,} actions"
    peer = "deep copies of the state"
    return [Figure(what, count / taken, "a second", peer, COPIES / copied, least=GOAL)]


def played(engine: Engine[State], state: State, lines: Sequence[Action]) -> State:
    """The state after some lines, each of which is answered and counts."""
    done = engine.play(state, lines)
    counted = [each for each in done.outcomes if each.verdict in (Verdict.DONE, Verdict.NEEDS)]
    if len(counted) != len(lines):
        raise Unfit("the game does not play again as it was made up")
    return done.state
