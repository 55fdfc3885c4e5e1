"""All benches, or those that are named, as one table: ours, its peer in the same run, ratio, goal.

    python -m bench [NAME ...] [--short] [--json]

Times are read with care on a machine that does other things too: what is compared takes turns, and
CPU time is taken where there is no server. Ends with 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib import import_module

from bench.figures import Figure, Measure, Unfit, table

HERE = {
    "tables": "reading a table of 1,000 rows and setting a cell",
    "engine": "actions a second",
    "long_game": "the last actions of a long game beside the first",
    "ruleset": "reading a ruleset",
    "plain": "compiling a ruleset in plain words",
    "any_nomic": "an action in plain words beside one of a coded game",
    "words": "reading lines in people's own words",
    "board": "drawing a board",
    "history": "whose lines they are, after many revisions",
}  # what needs no server
ON_A_WIKI = {
    "sync": "`wikibot sync` as a process of its own",
    "warm": "the same inside `wikibot run`",
    "feed": "from a saved line to its saved answer, by `wikibot run`",
    "growth": "one action with many answered lines behind it",
    "first_sync": "many lines that wait for the first sync",
}
ON_A_DATABASE = {"farm": "many games by a farm, and by a cron line for each"}
BENCHES = HERE | ON_A_WIKI | ON_A_DATABASE


def measure_of(name: str) -> Measure:
    """A bench's own measure; its module is loaded when it is run."""
    measure: Measure = import_module(f"bench.{name}").measure
    return measure


def rows(names: Sequence[str], *, short: bool) -> Iterator[tuple[str, Figure]]:
    """The figures of some benches, each with the name of its bench."""
    for name in names:
        begun, before = time.perf_counter(), _cpu()
        print(f"{name} ...", file=sys.stderr, end=" ", flush=True)
        yield from ((name, figure) for figure in measure_of(name)(short))
        took = f"{time.perf_counter() - begun:.0f} s, {_cpu() - before:.0f} of CPU"
        print(took, file=sys.stderr, flush=True)


def _cpu() -> float:
    """Seconds that this process and those that it has waited for took so far."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def main(given: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where a goal is missed, 2 where a bench could not be run."""
    about = "\n".join(f"  {name:12} {what}" for name, what in BENCHES.items())
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description=__doc__,
        epilog=f"benches:\n{about}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="benches to run (default: all)")
    parser.add_argument("--short", action="store_true", help="seconds; the figures mean little")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(given)
    unknown = [name for name in options.names if name not in BENCHES]
    if unknown:
        parser.error(f"there is no bench {unknown[0]}; there are {', '.join(BENCHES)}")
    try:
        found = list(rows(options.names or list(BENCHES), short=options.short))
    except Unfit as error:
        print(error, file=sys.stderr)
        return 2
    print(_json(found) if options.json else table(found))
    return int(any(figure.met is False for _, figure in found))


def _json(found: Sequence[tuple[str, Figure]]) -> str:
    figures = [
        {"bench": name, **asdict(figure), "ratio": figure.ratio, "met": figure.met}
        for name, figure in found
    ]
    return json.dumps({"python": platform.python_version(), "figures": figures})


if __name__ == "__main__":
    sys.exit(main())
