"""What it costs to read lines in people's own words, beside the orders that they mean.

The lines of ``tests/understanding`` that mean an order, of all games, each in its situation. They
are played once: what is known of a line that was read lately would not be read again.
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.figures import Figure, Unfit, cpu_seconds
from tests.understanding.phrasings import Phrasing, corpus, fresh
from tests.understanding.situations import situations

MOST = 12.0  # of what the plain orders cost


def measure(short: bool) -> list[Figure]:
    """Milliseconds of CPU a line."""
    warming = [each for each in corpus() if each.kind == "action"]
    lines = [each for each in fresh() if each.kind == "action"]
    warming, lines = (warming[::40], lines[::40]) if short else (warming, lines)
    _play(warming)
    own = cpu_seconds(lambda: _play(lines)) * 1000 / len(lines)
    plain = cpu_seconds(lambda: _play(lines, plainly=True)) * 1000 / len(lines)
    what = "a line in a player's own words: CPU"
    return [Figure(what, own, "ms", "the plain order", plain, most_ratio=MOST)]


def _play(lines: Sequence[Phrasing], *, plainly: bool = False) -> None:
    """Play each line, or what it means."""
    for each in lines:
        _, outcome = situations()[each.key].play(each.meaning if plainly else each.line)
        if not outcome.text:
            raise Unfit(f"{each} has no answer")
