"""Syncs over a connection that fails: one to three faults each, with people at work;
then rest and check.
"""

from __future__ import annotations

import gzip
from collections import Counter
from functools import partial
from random import Random

from tests.campaign.arena import DEAD, Arena
from tests.campaign.fault_kinds import KINDS, match_of, question
from tests.campaign.kills import named, work
from tests.campaign.report import Figures, Violation
from tests.mediawiki.proxy import Request, Response, call_of
from tests.mediawiki.server import Server

HASTY = 2  # seconds that a sync has under faults
_SLACK = 15.0  # seconds beyond its deadline after which a sync counts as hanging


class Faults:
    """One round."""

    def __init__(self, server: Server, rng: Random) -> None:
        self.arena, self.rng = (
            Arena(server, rng, dice=rng.choice(("stated", "stated", "sealed"))),
            rng,
        )
        self.answers: dict[str, Response] = {}  # of the sync under way
        self.hit: Counter[str] = Counter()
        self.arena.bots[0].settle("hasty", server.proxy.api, HASTY)
        self.arena.bots[0].settle("dead", DEAD, HASTY)
        self.arena.seal()
        work(self.arena, rng)
        self.arena.ended(self.arena.bots[0].sync(), "first")

    def run(self, wanted: int, figures: Figures) -> None:
        """Go on until so many faults have befallen a request."""
        while self.hit.total() < wanted:
            work(self.arena, self.rng)
            self._one()
            if self.rng.random() < 0.05:
                self.arena.bots[0].forget("journal")
        figures.counts["faults"] += self.hit.total()
        figures.counts["lines"] += len(self.arena.people.lines)
        self.arena.trace.append(f"hit: {dict(self.hit)}")

    def _one(self) -> None:
        rng, arena = self.rng, self.arena
        arena.server.proxy.reset()
        arena.remembered |= self.answers
        self.answers = {}
        arena.server.proxy.after(self._remember, call_of("query"), 1000)
        settings = "dead" if rng.random() < 0.02 else "hasty"
        self.hit["refused"] += settings == "dead"
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            fault = rng.choice(KINDS)
            number = rng.randint(0, 2) if fault.edits else rng.randint(0, 5)
            fault.arm(arena, number, match_of(fault), partial(self._told, fault.name))
        how = arena.ended(arena.bots[0].sync(settings), "sync")
        if how.seconds > HASTY + _SLACK:
            arena.found.append(
                Violation("slow", f"a sync with a deadline of {HASTY} s took {how.seconds:.0f} s")
            )

    def _told(self, name: str, request: Request) -> None:
        self.hit[name] += 1
        self.arena.note(f"{name}: {named(request)}")

    def _remember(self, request: Request, response: Response) -> None:
        """The proxy passes the client's wish for compression on."""
        headers = tuple(
            (name, value) for name, value in response.headers if name.lower() != "content-encoding"
        )
        body = gzip.decompress(response.body) if headers != response.headers else response.body
        self.answers[question(request)] = Response(response.status, headers, body)
