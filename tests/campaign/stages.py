"""The stages of a campaign, each in rounds:
a fresh wiki, something that goes on there, rest, the check.
"""

from __future__ import annotations

import itertools
import shlex
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
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
from tests.campaign.writers import Writers
from tests.mediawiki.server import Server

PER_ROUND = 25  # kills or faults on one wiki
PER_BUNDLE = 10  # attacks on one wiki, as long as they fail


class Round(Protocol):
    """What goes on in one arena."""

    arena: Arena

    def run(self, wanted: int, figures: Figures) -> None:
        """Do so much of it, and count."""


class Campaign:
    """Stages on one server, with one seed.

    With ``only`` but that one round of each is run. ``report`` is written after each round.
    """

    def __init__(
        self,
        version: str,
        seed: int,
        only: int | None = None,
        workers: int = 3,
        report: Path | None = None,
    ) -> None:
        self.workers = workers
        self.version, self.seed, self.only = version, seed, only
        self.report = report
        self.figures: list[Figures] = []
        self.progress = Progress()

    @cached_property
    def server(self) -> Server:
        """The wiki; started when a stage needs one."""
        return Server(self.version, self.workers)

    def stop(self) -> None:
        """End the wiki."""
        if "server" in self.__dict__:
            self.server.stop()

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
            play = Writers(
                self.server, self._random("writers", 0), bots, min(len(PLAYERS), max(2, bots // 2))
            )
            self._end(
                figures,
                play,
                round(minutes * 60),
                self._again(f"--writers {bots} --minutes {minutes}"),
            )

    def attacks(self, wanted: int, word: str = "") -> None:
        """So many of the attacks, in the order of the seed; those on pages and lines before those
        on the comment.

        With ``word`` only those that have it in their names.
        """
        if not wanted:
            return
        figures = self._begin("attacks")
        bases = {name: make_base(self.server, name) for name in BASES}
        found = [each for each in all_attacks(bases) if word in each.name]
        self._random("attacks", 0).shuffle(found)
        found = sorted(found, key=lambda attack: attack.name.startswith("comment"))[:wanted]
        for attack in found:
            if not attack.bundled:
                self._alone(figures, bases[attack.base], attack, len(found))
        bundled = [attack for attack in found if attack.bundled]
        for at in range(0, len(bundled), PER_BUNDLE):
            bundle = bundled[at : at + PER_BUNDLE]
            if self._bundle(Siege(bases["plain"], bundle[0]), bundle):
                figures.counts["attacks"] += len(bundle)
                figures.end()
                self._progress(figures, figures.counts["attacks"], len(found))
            else:
                for attack in bundle:
                    self._alone(figures, bases["plain"], attack, len(found))

    def _alone(self, figures: Figures, base: Base, attack: Attack, wanted: int) -> None:
        again = self._again(f"--attacks 9999 --only {shlex.quote(attack.name)}")
        self._end(figures, Siege(base, attack), 1, again)
        self._progress(figures, figures.counts["attacks"], wanted)

    def _bundle(self, siege: Siege, attacks: Sequence[Attack]) -> bool:
        """Whether all is well after all of them."""
        try:
            siege.run_bundle(attacks)
            return not siege.arena.end()
        except Exception:  # noqa: BLE001 - each alone will tell
            return False

    def heavy(self, wanted: int, word: str = "") -> None:
        """So many of the inputs that take long, chosen by the seed;
        those with a word in their names.
        """
        figures = self._begin("heavy") if wanted else Figures("")
        found = [each for each in heavy.inputs() if word in each[0]]
        self._random("heavy", 0).shuffle(found)
        for done, (what, title, text) in enumerate(found[:wanted], 1):
            heavy.play(
                what, title, text, figures, self._again(f"--heavy 9999 --only {shlex.quote(what)}")
            )
            figures.end()
            self._progress(figures, done, min(wanted, len(found)))

    def fuzz(self, wanted: int) -> None:
        """So many random lines over random pages,
        and a wiki with random edits for each forty of them.
        """
        figures = self._begin("fuzz") if wanted else Figures("")
        for number in range(-(-wanted // fuzz.LINES)):
            if self.only in (None, number):
                again = self._again(f"--fuzz {wanted} --round {number}")
                fuzz.play(self._random("fuzz", number), figures, again)
                fuzz_pages.play(self._random("pages", number), figures, again)
                figures.end()
                self._progress(figures, figures.counts["lines"], wanted)

    def _stage(self, name: str, wanted: int, make: Callable[[Random], Round]) -> None:
        figures = self._begin(name)
        for number, count in self._rounds(wanted):
            again = self._again(f"--{name} {wanted} --round {number}")
            self._end(figures, make(self._random(name, number)), count, again)
            self._progress(figures, figures.counts[name], wanted)

    def _progress(self, figures: Figures, done: int, wanted: int) -> None:
        found = f"{len(figures.violations)} violations, {figures.seconds:.0f} s"
        self.progress.show(f"{figures.stage}: {done} of {wanted}, {found}", end=done >= wanted)
        if self.report:
            write_report(self.report, self.figures)

    def _begin(self, name: str) -> Figures:
        self.figures.append(Figures(name))
        return self.figures[-1]

    def _end(self, figures: Figures, play: Round, wanted: int, again: str) -> None:
        """One round and its check; what the harness itself cannot do is a finding, too."""
        try:
            play.run(wanted, figures)
            found = play.arena.end(self._kept(figures))
        except Exception as error:  # noqa: BLE001 - the other rounds go on
            found = [*play.arena.found, Violation("harness", f"{error!r} at {_place(error)}")]
        figures.add(found, again, play.arena.trace)
        figures.end()

    def _kept(self, figures: Figures) -> Path | None:
        """Where the pages of a round go that broke a promise."""
        return self.report and self.report.with_suffix(
            f".{figures.stage}-{len(figures.violations)}"
        )

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
    return " < ".join(
        f"{Path(f.filename).name}:{f.lineno}"
        for f in traceback.extract_tb(error.__traceback__)[:-4:-1]
    )
