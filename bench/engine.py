"""How many actions a second Cycle 15 plays on the full early board with 20 players, and where the time goes.

    python -m bench.engine [--actions N] [--runs N] [--json]

A game is made up first, unmeasured: whoever can move does, along a random way, and takes what a space offers; then
players use, trade and combine items, vote, and sometimes propose. Its lines hold all rolls, as a log does. The lines
are then played in one go, on one core, timed events included. Beside it, as a measure for this machine, deep copies of
the state: what an engine would spend that copies its state before each action, before it has played anything.
"""

from __future__ import annotations

import argparse
import copy
import cProfile
import gc
import json
import platform
import pstats
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.early_game import rulebook, start
from rules.cycle15 import GAME
from rules.cycle15.board.connections import successors
from rules.cycle15.state import State
from wikibot.game.actions import Action, ActionId
from wikibot.game.dice import Roll
from wikibot.game.engine import Engine
from wikibot.game.rulebook import Rulebook
from wikibot.game.state import Kind
from wikibot.game.verdicts import Verdict

ROOT = Path(__file__).resolve().parent.parent
BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HALF_A_WEEK = timedelta(hours=84)
SEED = 15
GOAL = 20_000
COPIES = 200
PLACES = 12
_NEEDED = re.compile(r"a roll of (?P<count>\d+)d(?P<sides>\d+)")
Play = Callable[[], object]


class Table:
    """Players who do something legal, one after the other, and the lines that they wrote."""

    def __init__(self, book: Rulebook) -> None:
        self.random = random.Random(SEED)  # noqa: S311  # a game for measuring
        self.engine = Engine(GAME, book)
        self.state: State = start(book, BEGIN)
        self.now = BEGIN
        self.lines: list[Action] = []
        others = (self._use, self._trade, self._vote, self._combine)
        self._habits = (*others * 10, self._propose)

    def play(self, count: int) -> tuple[Action, ...]:
        """At least so many lines, phase by phase."""
        while len(self.lines) < count:
            for name in tuple(self.state.players):
                self._turn(name)
            self.now += HALF_A_WEEK
        return tuple(self.lines[:count])

    def _turn(self, name: str) -> None:
        roll = self._roll(2, 6)
        way = " ".join(map(str, self._way(name, int(roll.rpartition(" ")[2]))))
        beam = self.random.randint(1, 4)  # where the way ends at one
        if not self._say(name, f"move {way} -- {roll}"):
            self._say(name, f"move {way} {beam} -- {roll}")
        for pending in self.state.pending:
            if pending.player == name and pending.kind is Kind.OFFER:
                self._say(name, pending.text)
        for _ in range(self.random.randrange(4)):
            self._say(name, self.random.choice(self._habits)(name))

    def _use(self, name: str) -> str:
        return f"use {self.random.choice(tuple(self.state.players[name].items) or ('Fish',))}"

    def _trade(self, name: str) -> str:
        theirs = [trade.id for trade in self.state.trades if trade.partner == name and trade.status == "open"]
        if theirs:
            return f"accept {theirs[0]}"
        other = self.random.choice([each for each in self.state.players if each != name])
        return f"trade 2 Fish to {other} for 1 Fish"

    def _propose(self, name: str) -> str:
        return f"propose: Idea {len(self.lines)} of {name}"

    def _vote(self, name: str) -> str:
        del name
        ids = [each.id for each in self.state.proposals if each.status == "open"] or ["P1"]
        return f"vote {self.random.choice(ids)} {self.random.choice(('for', 'against'))}"

    def _combine(self, name: str) -> str:
        items = [*self.state.players[name].items, "Fish", "Mauve"]
        return f"macgyver {', '.join(self.random.sample(items, 2))}"

    def _way(self, name: str, count: int) -> Iterator[int]:
        """A random way along the spaces, which ends at a Stop Sign."""
        here = self.state.players[name].location
        for _ in range(count):
            here = self.random.choice(successors(self.state, here))
            yield here
            space = self.state.spaces[here]
            if "Stop Sign" in (space.type, space.pseudo_type):
                return

    def _say(self, name: str, text: str) -> bool:
        """Play a line, with every roll that it turns out to need, and note it if it counted."""
        self.now += MINUTE
        while True:
            action = Action(ActionId(0, 0, len(self.lines)), self.now, name, text, len(self.lines), by_name=True)
            played = self.engine.play(self.state, [action])
            outcome = played.outcomes[0]
            needed = _NEEDED.match(outcome.text) if outcome.verdict is Verdict.NEEDS else None
            if not needed:
                break
            text += (", " if " -- " in text else " -- ") + self._roll(int(needed["count"]), int(needed["sides"]))
        if outcome.verdict is Verdict.DONE:
            self.state = played.state
            self.lines.append(action)
        return outcome.verdict is Verdict.DONE

    def _roll(self, count: int, sides: int) -> str:
        return str(Roll(count, sides, tuple(self.random.randint(1, sides) for _ in range(count))))


@dataclass(frozen=True)
class Record:
    """Actions a second, copies of the state a second, microseconds of each verb, and each module's part of the time."""

    actions: int
    a_second: float
    verbs: Mapping[str, tuple[int, float]]  # how many lines, and the median of one
    copies_a_second: float
    parts: Mapping[str, float]


def measure(count: int, runs: int) -> Record:
    """Make a game up and play it again some times."""
    book = rulebook()
    lines = Table(book).play(count)
    state = start(book, BEGIN)

    def play() -> None:
        outcomes = Engine(GAME, book).play(state, lines).outcomes
        if any(outcome.verdict is not Verdict.DONE for outcome in outcomes):
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
    return Record(
        count, count / median[play], by_verb(Engine(GAME, book), state, lines), COPIES / median[duplicate], parts(play)
    )


def by_verb(engine: Engine[State], state: State, lines: Sequence[Action]) -> Mapping[str, tuple[int, float]]:
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


def parts(work: Play) -> Mapping[str, float]:
    """The part of the time that each module takes by itself; Python's own are one."""
    profile = cProfile.Profile()
    profile.runcall(work)
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, alone, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        ours = any(Path(file).is_relative_to(ROOT / each) for each in ("wikibot", "rules"))
        spent[str(Path(file).relative_to(ROOT)) if ours else "Python and its library"] += alone
    whole = sum(spent.values())
    return {name: alone / whole for name, alone in spent.most_common(PLACES)}


def show(record: Record) -> None:
    """The record in lines."""
    print(f"{record.actions:,} actions: {record.a_second:,.0f} a second")
    for verb, (number, microseconds) in record.verbs.items():
        print(f"  {number:>5} {verb.rstrip(':'):10} {microseconds:>6.0f} µs")
    print(f"deep copies of the state: {record.copies_a_second:,.0f} a second; an action takes "
          f"1/{record.a_second / record.copies_a_second:.0f} of the time of one")  # fmt: skip
    print("where the time goes:")
    for name, part in record.parts.items():
        print(f"  {part:>5.1%}  {name}")
    print(f"{'met' if record.a_second >= GOAL else 'MISSED':7} {GOAL:,} actions a second")


def main(given: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=5000, help="lines to play (default: 5000)")
    parser.add_argument("--runs", type=int, default=9, help="runs (default: 9)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    options = parser.parse_args(given)
    record = measure(options.actions, options.runs)
    if options.json:
        print(json.dumps({"python": platform.python_version(), "goal": GOAL, **asdict(record)}))
    else:
        show(record)


if __name__ == "__main__":
    main()
