"""Reading a ruleset: the real one of Cycle 15 where it is at hand, else rules in our words.

It is read once by a program that has just started, as a sync from cron does; the peer is the same
program reading it again.

    python -m bench.ruleset
"""

from __future__ import annotations

import json

from bench.figures import ROOT, Figure, Unfit, alone, cpu_seconds
from rules.cycle15 import GAME
from tests.rules.cycle15.long_game import pins, ruleset

REAL = ROOT.parent / "shared/wiki/Cycle 15/Ruleset.wiki"


def measure(short: bool) -> list[Figure]:
    """Milliseconds of the first reading, the best of some programs."""
    found = [alone("bench.ruleset") for _ in range(1 if short else 3)]
    first, again = (min(each[name] for each in found) * 1000 for name in ("first", "again"))
    what = f"read {'the real' if REAL.is_file() else 'our'} ruleset, {found[0]['size']} kB: CPU"
    return [Figure(what, first, "ms", "read again", again)]


def main() -> None:
    """Read it twice and print the seconds as JSON."""
    text = REAL.read_text(encoding="utf-8") if REAL.is_file() else ruleset()
    accepted = pins()
    first, again = (cpu_seconds(lambda: GAME.rulebook(text, accepted)) for _ in range(2))
    if not GAME.rulebook(text, accepted).units:
        raise Unfit("no rule was found in the ruleset")
    print(json.dumps({"first": first, "again": again, "size": round(len(text.encode()) / 1000)}))


if __name__ == "__main__":
    main()
