"""The stages of a campaign, each in rounds:
a fresh wiki, something that goes on there, rest, the check.
"""

from __future__ import annotations

import shlex
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import get_context
from multiprocessing.util import Finalize
from pathlib import Path
from random import Random
from typing import Protocol

from tests.campaign import fuzz, fuzz_pages, heavy
from tests.campaign.arena import Arena
from tests.campaign.attack_list import all_attacks
from tests.campaign.attacks import BASES, Attack, Base, Siege, make_base
from tests.campaign.faults import Faults
from tests.campaign.kills import Kills, usual_length
from tests.campaign.people import PLAYERS
from tests.campaign.report import Figures, Progress, Violation, write_report
from tests.campaign.rule_changes import CHANGES, RuleKills
from tests.campaign.writers import Writers
from tests.mediawiki.server import Server

PER_ROUND = 25  # kills or faults on one wiki
PER_BUNDLE = 20  # attacks on one wiki, as long as they fail
PORTIONS = 100  # of the attacks


class Round(Protocol):
    """What goes on in one arena."""

    @property
    def arena(self) -> Arena:
        """Where it goes on."""

    def run(self, wanted: int, figures: Figures) -> None:
        """Do so much of it, and count."""


@dataclass(frozen=True)
class Plan:
    """What all rounds of a campaign have in common. ``workers``: requests that a wiki answers at
    once; ``word``: only attacks and inputs with it in their names.
    """

    version: str
    seed: int
    workers: int = 3
    word: str = ""
    report: Path | None = None


class Rounds:
    """Each method runs one round of a stage of which so much is wanted, on a wiki of its own."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @cached_property
    def server(self) -> Server:
        """The wiki; started when a stage needs one."""
        return Server(self.plan.version, self.plan.workers)

    def stop(self) -> None:
        """End the wiki."""
        if "server" in self.__dict__:
            self.server.stop()

    def kills(self, number: int, wanted: int) -> Figures:
        """Kill syncs."""

        def make(rng: Random) -> Kills:
            usual = self._usual  # plays on the same wiki: before the round's own
            arena = Arena(self.server, rng, dice=rng.choice(("stated", "stated", "sealed")))
            return Kills(arena, rng, usual)

        return self._blows("kills", number, wanted, make)

    def rule_changes(self, number: int, wanted: int) -> Figures:
        """Kill syncs behind changes of one kind of what is played, so many of each kind."""
        turn, kind = divmod(number, len(CHANGES))

        def make(rng: Random) -> RuleKills:
            return RuleKills(self.server, rng, self._usual, [*CHANGES][kind])

        return self._blows("rule-changes", number, wanted, make, turn)

    def faults(self, number: int, wanted: int) -> Figures:
        """Let requests fail."""
        return self._blows("faults", number, wanted, lambda rng: Faults(self.server, rng))

    def writers(self, bots: int, seconds: int) -> Figures:
        """Let bots and half as many people write at once."""
        figures, people = Figures("writers"), min(len(PLAYERS), max(2, bots // 2))
        again = self._again(f"--writers {bots} --minutes {seconds / 60}")
        self._end(
            figures,
            Writers(self.server, self._random("writers", 0), bots, people),
            seconds,
            again,
            0,
        )
        return figures

    def attacks(self, number: int, wanted: int) -> Figures:
        """One portion of the attacks, in the order of the seed; those on pages and lines before
        those on the comment.
        """
        figures = Figures("attacks")
        found = [each for each in all_attacks(self._bases) if self.plan.word in each.name]
        self._random("attacks", 0).shuffle(found)
        found = sorted(found, key=lambda attack: attack.name.startswith("comment"))[:wanted]
        units = [[attack] for attack in found if not attack.bundled]
        for base in BASES:
            like = [attack for attack in found if attack.bundled and attack.base == base]
            units += [like[at : at + PER_BUNDLE] for at in range(0, len(like), PER_BUNDLE)]
        for bundle in units[number::PORTIONS]:
            if bundle[0].bundled and self._all_is_well_after(bundle):
                figures.counts["attacks"] += len(bundle)
            else:
                for attack in bundle:
                    siege = Siege(self._bases[attack.base], attack)
                    again = f"--attacks 9999 --only {shlex.quote(attack.name)}"
                    self._end(figures, siege, 1, self._again(again), number)
        return figures

    def heavy(self, number: int, wanted: int) -> Figures:
        """One of the inputs that take long, chosen by the seed."""
        figures = Figures("heavy")
        found = [each for each in heavy.inputs() if self.plan.word in each[0]]
        self._random("heavy", 0).shuffle(found)
        for what, title, text in found[:wanted][number : number + 1]:
            again = self._again(f"--heavy 9999 --only {shlex.quote(what)}")
            heavy.play(what, title, text, figures, again)
        return figures

    def fuzz(self, number: int, wanted: int) -> Figures:
        """Random lines over a random page, and a wiki with random edits."""
        figures, again = Figures("fuzz"), self._again(f"--fuzz {wanted} --round {number}")
        fuzz.play(self._random("fuzz", number), figures, again)
        fuzz_pages.play(self._random("pages", number), figures, again)
        return figures

    def _blows(
        self,
        name: str,
        number: int,
        wanted: int,
        make: Callable[[Random], Round],
        turn: int | None = None,
    ) -> Figures:
        figures, again = Figures(name), self._again(f"--{name} {wanted} --round {number}")
        count = min(PER_ROUND, wanted - (number if turn is None else turn) * PER_ROUND)
        self._end(figures, make(self._random(name, number)), count, again, number)
        return figures

    def _end(self, figures: Figures, play: Round, wanted: int, again: str, number: int) -> None:
        """One play and its check; what the harness itself cannot do is a finding, too."""
        kept = f".{figures.stage}-{number}-{len(figures.violations)}"
        try:
            play.run(wanted, figures)
            found = play.arena.end(self.plan.report and self.plan.report.with_suffix(kept))
        except Exception as error:  # noqa: BLE001 - the other rounds go on
            found = [*play.arena.found, Violation("harness", f"{error!r} at {_place(error)}")]
        figures.add(found, again, play.arena.trace)

    def _all_is_well_after(self, attacks: Sequence[Attack]) -> bool:
        try:
            siege = Siege(self._bases[attacks[0].base], attacks[0])
            siege.run_bundle(attacks)
            return not siege.arena.end()
        except Exception:  # noqa: BLE001 - each alone will tell
            return False

    @cached_property
    def _bases(self) -> dict[str, Base]:
        return {name: make_base(self.server, name) for name in BASES}

    @cached_property
    def _usual(self) -> float:
        return usual_length(self.server)

    def _random(self, stage: str, number: int) -> Random:
        return Random(f"{self.plan.seed}/{stage}/{number}")

    def _again(self, what: str) -> str:
        version, seed = self.plan.version, self.plan.seed
        return f"python -m tests.campaign --version {version} --seed {seed} {what}"


class Campaign:
    """Stages one after the other, the rounds of each in so many processes at once.

    With ``only`` but that one round of each is run. The report is written after each round.
    """

    def __init__(self, plan: Plan, jobs: int, only: int | None = None) -> None:
        self.plan, self.only = plan, only
        self.figures: list[Figures] = []
        self.progress = Progress()
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (plan,))

    def stop(self) -> None:
        """End the processes; what has not begun does not."""
        self._pool.shutdown(cancel_futures=True)

    def kills(self, wanted: int) -> None:
        """Kill so many syncs."""
        self._stage("kills", -(-wanted // PER_ROUND), wanted)

    def rule_changes(self, wanted: int) -> None:
        """Kill so many syncs behind each kind of change of what is played."""
        self._stage("rule_changes", len(CHANGES) * -(-wanted // PER_ROUND), wanted)

    def faults(self, wanted: int) -> None:
        """Let so many requests fail."""
        self._stage("faults", -(-wanted // PER_ROUND), wanted)

    def writers(self, bots: int, minutes: float) -> None:
        """Let so many bots and half as many people write at once."""
        if bots:
            self._run("writers", [("writers", bots, round(minutes * 60))])

    def attacks(self, wanted: int) -> None:
        """So many of the attacks."""
        self._stage("attacks", min(wanted, PORTIONS), wanted)

    def heavy(self, wanted: int) -> None:
        """So many of the inputs that take long."""
        known = sum(self.plan.word in name for name, *_ in heavy.inputs())
        self._stage("heavy", min(wanted, known), wanted)

    def fuzz(self, wanted: int) -> None:
        """So many random lines, and a wiki with random edits for each forty of them."""
        self._stage("fuzz", -(-wanted // fuzz.LINES), wanted)

    def _stage(self, name: str, rounds: int, wanted: int) -> None:
        numbers = range(rounds) if self.only is None else [self.only][:rounds]
        self._run(name, [(name, number, wanted) for number in numbers])

    def _run(self, name: str, tasks: Sequence[tuple[str, int, int]]) -> None:
        if not tasks:
            return
        figures = Figures(name)
        self.figures.append(figures)
        under_way = [self._pool.submit(_work, *task) for task in tasks]
        for done, each in enumerate(as_completed(under_way), 1):
            figures.take(each.result())
            said = f"{name}: {done} of {len(tasks)} rounds; {figures.line()}"
            self.progress.show(said, end=done == len(tasks))
            if self.plan.report:
                write_report(self.plan.report, self.figures)


_rounds: list[Rounds] = []  # those of this process


def _begin(plan: Plan) -> None:
    _rounds.append(Rounds(plan))
    Finalize(None, _rounds[0].stop, exitpriority=1)


def _work(stage: str, number: int, wanted: int) -> Figures:
    figures: Figures = getattr(_rounds[0], stage)(number, wanted)
    return figures


def _place(error: Exception) -> str:
    return " < ".join(
        f"{Path(f.filename).name}:{f.lineno}"
        for f in traceback.extract_tb(error.__traceback__)[:-4:-1]
    )
