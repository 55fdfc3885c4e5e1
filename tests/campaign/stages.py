"""The stages of a campaign, each in rounds: a fresh wiki, something that goes on there, rest, the check."""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Protocol

from tests.campaign.arena import Arena
from tests.campaign.faults import Faults
from tests.campaign.kills import Kills, usual_length
from tests.campaign.report import Figures, Progress, Violation
from tests.campaign.writers import Writers
from tests.mediawiki.server import Server

PER_ROUND = 25  # kills or faults on one wiki


class Round(Protocol):
    """What goes on in one arena."""

    arena: Arena

    def run(self, wanted: int, figures: Figures) -> None:
        """Do so much of it, and count."""


class Campaign:
    """Stages on one server, with one seed. With ``only`` but that one round of each is run."""

    def __init__(self, version: str, seed: int, only: int | None = None, workers: int = 3) -> None:
        self.server = Server(version, workers)
        self.version, self.seed, self.only = version, seed, only
        self.figures: list[Figures] = []
        self.progress = Progress()

    def kills(self, wanted: int) -> None:
        """Kill so many syncs."""
        if wanted:
            usual = usual_length(self.server)
            self._stage("kills", wanted, lambda rng: Kills(self.server, rng, usual))

    def faults(self, wanted: int) -> None:
        """Let so many requests fail."""
        if wanted:
            self._stage("faults", wanted, lambda rng: Faults(self.server, rng))

    def writers(self, bots: int, minutes: float) -> None:
        """Let bots and half as many people write at once."""
        if bots:
            figures = self._begin("writers")
            play = Writers(self.server, self._random("writers", 0), bots, max(2, bots // 2))
            self._end(figures, play, round(minutes * 60), self._again(f"--writers {bots} --minutes {minutes}"))

    def _stage(self, name: str, wanted: int, make: Callable[[Random], Round]) -> None:
        figures = self._begin(name)
        for number, count in self._rounds(wanted):
            again = self._again(f"--{name} {wanted} --round {number}")
            self._end(figures, make(self._random(name, number)), count, again)
            done, found = figures.counts[name], len(figures.violations)
            self.progress.show(f"{name}: {done} of {wanted}, {found} violations, {figures.seconds:.0f} s")

    def _begin(self, name: str) -> Figures:
        self.figures.append(Figures(name))
        return self.figures[-1]

    def _end(self, figures: Figures, play: Round, wanted: int, again: str) -> None:
        """One round and its check; what the harness itself cannot do is a finding, too."""
        try:
            play.run(wanted, figures)
            found = play.arena.end()
        except Exception as error:  # noqa: BLE001 - the other rounds go on
            found = [*play.arena.found, Violation("harness", f"{error!r} at {_place(error)}")]
        figures.add(found, again, play.arena.trace)
        figures.end()

    def _rounds(self, wanted: int) -> Iterator[tuple[int, int]]:
        for number in itertools.count():
            count = min(PER_ROUND, wanted - number * PER_ROUND)
            if count <= 0:
                return
            if self.only in (None, number):
                yield number, count

    def _random(self, stage: str, number: int) -> Random:
        return Random(f"{self.seed}/{stage}/{number}")

    def _again(self, what: str) -> str:
        return f"python -m tests.campaign --version {self.version} --seed {self.seed} {what}"


def _place(error: Exception) -> str:
    return " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)[:-4:-1])
