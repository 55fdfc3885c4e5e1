"""How many actions a second Cycle 15 plays on the full early board with 20 players, and where the time goes.

    python -m bench.engine [--actions N] [--runs N] [--json]

A game is made up first, unmeasured (see ``tests/rules/cycle15/table.py``): whoever can move does
and takes up what a space offers; then players use, trade and combine items, propose, vote, ask the
judge. Its lines hold all rolls, as a log does. They are then played in one go by what plays them
for ``wikibot apply``, on one core, timed events included. Beside it, as a measure for this machine,
deep copies of the state: what an engine would spend that copies its state before each action,
before it has played anything.
"""

from __future__ import annotations

import argparse
import copy
import cProfile
import gc
import json
import platform
import pstats
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from rules.cycle15 import GAME
from rules.cycle15.state import State
from tests.rules.cycle15.long_game import rulebook, start
from tests.rules.cycle15.table import Table
from wikibot.game.actions import Action, Verdict
from wikibot.game.engine.engine import Engine

ROOT = Path(__file__).resolve().parent.parent
BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
SEED = 15
GOAL = 20_000
COPIES = 200
PLACES = 12
STEPS = {
    "taking lines apart": ("orders.py", "parse_order"),
    "what happens next by itself": ("time.py", "next_event"),
    "what happens by itself": ("passing_time.py", "_fire"),
    "playing verbs, aftermath included": ("line_player.py", "_perform"),
    "the aftermath of all of it": ("cycle.py", "after_action"),
}  # each a function, as the profiler names it
Play = Callable[[], object]


@dataclass(frozen=True)
class Record:
    """Actions and copies of the state a second, microseconds of each verb, parts of the time by step and by module."""

    actions: int
    a_second: float
    verbs: Mapping[str, tuple[int, float]]  # how many lines, and the median of one
    copies_a_second: float
    steps: Mapping[str, float]
    parts: Mapping[str, float]


def measure(count: int, runs: int) -> Record:
    """Make a game up and play it again some times."""
    book = rulebook()
    state = start(book, BEGIN)
    lines = Table(book, state, SEED).play(count)

    def play() -> None:
        outcomes = Engine(GAME, book).play(state, lines).outcomes
        if any(outcome.verdict not in (Verdict.DONE, Verdict.NEEDS) for outcome in outcomes):
            raise SystemExit("the game does not play again as it was made up")

    def duplicate() -> None:
        for _ in range(COPIES):
            copy.deepcopy(state)

    play()  # what is read out of the ruleset is read once
    times: dict[Play, list[float]] = {play: [], duplicate: []}
    for _ in range(runs):
        for work, found in times.items():
            found.append(_seconds(work))
    median = {work: statistics.median(found) for work, found in times.items()}
    verbs = by_verb(Engine(GAME, book), state, lines)
    return Record(count, count / median[play], verbs, COPIES / median[duplicate], *parts(play))


def by_verb(
    engine: Engine[State], state: State, lines: Sequence[Action]
) -> Mapping[str, tuple[int, float]]:
    """How many lines each verb has, and the median of their microseconds."""
    times: dict[str, list[float]] = {}
    for line in lines:
        begun = time.perf_counter()
        state = engine.play(state, [line]).state
        times.setdefault(line.text.split(maxsplit=1)[0], []).append(time.perf_counter() - begun)
    often = sorted(times.items(), key=lambda each: -len(each[1]))
    return {verb: (len(found), statistics.median(found) * 1e6) for verb, found in often}


def _seconds(work: Play) -> float:
    gc.collect()
    begun = time.process_time()  # of one core, whatever else the machine does
    work()
    return time.process_time() - begun


def parts(work: Play) -> tuple[Mapping[str, float], Mapping[str, float]]:
    """The part of the time that each step takes with all that it calls, and each module by itself; Python's are one."""
    profile = cProfile.Profile()
    profile.runcall(work)
    steps, spent = dict.fromkeys(STEPS, 0.0), Counter[str]()
    for (file, _, name), (_, _, alone, all_, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        ours = any(Path(file).is_relative_to(ROOT / each) for each in ("wikibot", "rules"))
        spent[str(Path(file).relative_to(ROOT)) if ours else "Python and its library"] += alone
        for step, function in STEPS.items():
            steps[step] += all_ if ours and (Path(file).name, name) == function else 0
    whole = sum(spent.values())
    modules = {name: alone / whole for name, alone in spent.most_common(PLACES)}
    return {step: taken / whole for step, taken in steps.items()}, modules


def show(record: Record) -> None:
    """The record in lines."""
    print(f"{record.actions:,} actions: {record.a_second:,.0f} a second")
    for verb, (number, microseconds) in record.verbs.items():
        print(f"  {number:>5} {verb.rstrip(':'):10} {microseconds:>6.0f} µs")
    print(f"deep copies of the state: {record.copies_a_second:,.0f} a second; an action takes "
          f"1/{record.a_second / record.copies_a_second:.0f} of the time of one")  # fmt: skip
    print("where the time goes, by step and by module:")
    for name, part in record.steps.items():
        print(f"  {part:>5.1%}  {name}")
    print()
    for name, part in record.parts.items():
        print(f"  {part:>5.1%}  {name}")
    print(f"{'met' if record.a_second >= GOAL else 'MISSED':7} {GOAL:,} actions a second")


def main(given: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--actions", type=int, default=5000, help="lines to play (default: 5000)")
    parser.add_argument("--runs", type=int, default=9, help="runs (default: 9)")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of lines"
    )
    options = parser.parse_args(given)
    record = measure(options.actions, options.runs)
    if options.json:
        print(json.dumps({"python": platform.python_version(), "goal": GOAL, **asdict(record)}))
    else:
        show(record)


if __name__ == "__main__":
    main()
