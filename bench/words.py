"""What it costs to read lines in people's own words, beside the orders that they mean.

The lines of ``tests/understanding`` that mean an order, of all games, each in its situation. They
are played once: what is known of a line that was read lately would not be read again. Long lines
are made of these, orders and talk in turn, cut at so many words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle

from bench.figures import Figure, Unfit, cpu_seconds
from tests.understanding.phrasings import Phrasing, corpus, fresh
from tests.understanding.situations import situations

MOST = 12.0  # of what the plain orders cost
WORDS, MOST_LONG = 100, 20.0  # of a long line, and milliseconds that it may take


def measure(short: bool) -> list[Figure]:
    """Milliseconds of CPU a line."""
    warming = [each for each in corpus() if each.kind == "action"]
    lines = [each for each in fresh() if each.kind == "action"]
    warming, lines = (warming[::40], lines[::40]) if short else (warming, lines)
    _play(warming)
    own = cpu_seconds(lambda: _play(lines)) * 1000 / len(lines)
    plain = cpu_seconds(lambda: _play(lines, plainly=True)) * 1000 / len(lines)
    talk = cycle(each.line for each in fresh() if each.kind == "talk")
    sources = [(each, cycle(other.line for other in lines if other.key == each.key))
               for each in lines[::10]]  # fmt: skip
    long = [replace(each, line=_long(own_lines, talk)) for each, own_lines in sources]
    longer = cpu_seconds(lambda: _play(long)) * 1000 / len(long)
    peer, words = "the plain order", "in a player's own words: CPU"
    return [
        Figure(f"a line {words}", own, "ms", peer, plain, most_ratio=MOST),
        Figure(f"a line of {WORDS} words: CPU", longer, "ms", peer, plain, most=MOST_LONG),
    ]


def _long(orders: Iterator[str], talk: Iterator[str]) -> str:
    """A line of so many words, of orders and talk in turn."""
    words: list[str] = []
    while len(words) < WORDS:
        words += f"{next(orders)} {next(talk)}".split()
    return " ".join(words[:WORDS])


def _play(lines: Sequence[Phrasing], *, plainly: bool = False) -> None:
    """Play each line, or what it means."""
    for each in lines:
        _, outcome = situations()[each.key].play(each.meaning if plainly else each.line)
        if not outcome.text:
            raise Unfit(f"{each} has no answer")
