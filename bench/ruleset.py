"""Reading a ruleset: the real one of Cycle 15 where it is at hand, else rules in our words.

The peer is reading it again with the rulebook that was read before, as a sync does that finds the
ruleset edited in one place.
"""

from __future__ import annotations

from bench.figures import ROOT, Figure, Unfit, cpu_seconds
from rules.cycle15 import GAME
from tests.rules.cycle15.long_game import pins, ruleset

REAL = ROOT.parent / "shared/wiki/Cycle 15/Ruleset.wiki"


def measure(short: bool) -> list[Figure]:
    """Milliseconds of reading it once, and of a ruleset twice as long."""
    real = REAL.is_file()
    text = REAL.read_text(encoding="utf-8") if real else ruleset()
    accepted = pins()
    if not GAME.rulebook(text, accepted).units:
        raise Unfit("no rule was found in the ruleset")
    runs = 1 if short else 9
    doubled = f"{text}\n\n{text}"
    once = cpu_seconds(lambda: GAME.rulebook(text, accepted), runs) * 1000
    twice = cpu_seconds(lambda: GAME.rulebook(doubled, accepted), runs) * 1000
    what = f"read {'the real' if real else 'our'} ruleset, {len(text) / 1000:.0f} kB"
    return [
        Figure(what, once, "ms"),
        Figure("read it twice over", twice, "ms", "once", once, most_ratio=2.6),
    ]
