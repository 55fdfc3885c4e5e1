"""SIGKILL at random instants and around every request,
with people at work and local files that get lost.
"""

from __future__ import annotations

import time
from datetime import timedelta
from random import Random

from tests.campaign.arena import Arena
from tests.campaign.bots import Running
from tests.campaign.report import Figures
from tests.mediawiki.proxy import Request
from tests.mediawiki.server import Server

_MOST = 50  # rounds in which one is hit; mostly the first or second is one
_LOST = ("state", "journal", "journal", "cookies")


class Kills:
    """One round: kill after kill on one wiki, then rest and check."""

    counted = "kills"

    def __init__(self, arena: Arena, rng: Random, usual: float) -> None:
        self.arena, self.rng, self.usual = arena, rng, usual
        self.killed = 0
        self.arena.seal()

    def run(self, wanted: int, figures: Figures) -> None:
        """Kill until so many have hit a process."""
        for _ in range(_MOST * wanted):
            if self.killed >= wanted:
                break
            self._people()
            self._one()
        else:
            raise AssertionError("\n".join(("no process is hit", *self.arena.trace)))
        figures.counts[self.counted] += self.killed
        figures.counts["lines"] += len(self.arena.people.lines)

    def _people(self) -> None:
        self.work()
        if self.rng.random() < 0.12:
            lost = (
                "journal" if self.arena.dice == "sealed" else self.rng.choice(_LOST)
            )  # secrets are not a cache
            self.arena.note(f"lost {lost}")
            self.arena.bots[0].forget(lost)

    def work(self) -> None:
        """What people do between two syncs."""
        work(self.arena, self.rng)

    def meanwhile(self, rng: Random) -> None:
        """What somebody does during one."""
        self.arena.people.write(rng=rng)

    def _one(self) -> None:
        rng, arena = self.rng, self.arena
        arena.server.proxy.reset()
        running: list[Running] = []
        how = rng.choice(("instant", "before", "after", "after"))
        number, instant, at = (
            rng.randint(0, 6),
            rng.uniform(0.0, self.usual * 1.1),
            rng.randint(0, 5),
        )
        if rng.random() < 0.3:
            theirs = Random(rng.random())
            arena.before(at, lambda _: self.meanwhile(theirs))
        if how == "before":
            arena.before(number, lambda request: self._kill(running, f"before {named(request)}"))
        elif how == "after":
            arena.after(number, lambda request, _: self._kill(running, f"after {named(request)}"))
        running.append(arena.bots[0].start())
        if how == "instant":
            time.sleep(instant)
            self._kill(running, f"after {instant:.3f} s")
        ended = arena.ended(running[0].wait(), "sync")
        self.killed += ended.code == -9

    def _kill(self, running: list[Running], when: str) -> None:
        while not running:
            time.sleep(0.001)
        if running[0].process.poll() is None:
            self.arena.note(f"kill {when}")
            running[0].kill()


def work(arena: Arena, rng: Random) -> None:
    """What people do between two syncs."""
    people = arena.people
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        people.write(rng.choice((1, 1, 1, 2)))
    what = rng.random()
    if what < 0.1:
        people.scribble(rng.choice(("State", "Play", "Log")))
    elif what < 0.2 and arena.begun():
        people.correct()
    elif what < 0.24:
        arena.note("hours pass")
        arena.server.pass_time(timedelta(hours=rng.randint(1, 30)))
    elif what < 0.5:
        arena.server.lag(
            rng.choice((0, 0, 1, 5, 20))
        )  # another of the wiki's servers, whose clock differs


def named(request: Request) -> str:
    """A request in few words."""
    return f"{request.action} {request.params.get('title', '')}".strip()


def usual_length(server: Server) -> float:
    """Seconds of a sync that plays a line."""
    arena = Arena(server, Random(0))
    lengths = []
    for _ in range(3):
        arena.people.write()
        lengths.append(arena.bots[0].sync().seconds)
    arena.close()
    return min(lengths)
