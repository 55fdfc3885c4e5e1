"""Whether a game gets slower as it gets longer:
the last actions of a long game beside its first.
"""

from __future__ import annotations

from bench.engine import BEGIN, SEED, played
from bench.figures import Figure, cpu_seconds
from rules.cycle15 import GAME
from tests.rules.cycle15.long_game import rulebook, start
from tests.rules.cycle15.table import Table
from wikibot.game.engine.engine import Engine

GOAL = 1.2  # as fast at the end, but for the noise


def measure(short: bool) -> list[Figure]:
    """Microseconds of an action at the end, beside those at the start."""
    count, part = (200, 100) if short else (16_000, 1000)
    runs = 1 if short else 3
    book = rulebook()
    begin = start(book, BEGIN)
    table, engine = Table(book, begin, SEED), Engine(GAME, book)
    table.play(count - part)
    before = table.state
    lines = table.play(count)

    first = cpu_seconds(lambda: played(engine, begin, lines[:part]), runs)
    last = cpu_seconds(lambda: played(engine, before, lines[-part:]), runs)

    what, peer = f"an action of the last {part:,} of {count:,}", f"of the first {part:,}"
    return [Figure(what, last / part * 1e6, "µs", peer, first / part * 1e6, most_ratio=GOAL)]
