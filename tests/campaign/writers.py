"""Several bots for one account and several people at once, for a length of time;
then rest and check.
"""

from __future__ import annotations

import threading
import time
from random import Random

from tests.campaign.arena import Arena
from tests.campaign.people import PLAYERS
from tests.campaign.report import Figures, Violation
from tests.mediawiki.client import ApiError
from tests.mediawiki.server import Server

PAUSE = (2.0, 6.0)  # seconds between two edits of one person


class Writers:
    """One run. The bots share nothing but the wiki."""

    def __init__(self, server: Server, rng: Random, bots: int, people: int) -> None:
        self.arena, self.rng = Arena(server, rng, bots=bots), rng
        self.people = people
        self.syncs = 0

    def run(self, wanted: int, figures: Figures) -> None:
        """Everybody works for so many seconds."""
        end = time.monotonic() + wanted
        acts = [(self._bot, number) for number in range(len(self.arena.bots))]
        acts += [(self._person, number) for number in range(self.people)]
        threads = [
            threading.Thread(target=act, args=(number, end, Random(self.rng.random())))
            for act, number in acts
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        figures.counts["seconds"] += wanted
        figures.counts["syncs"] += self.syncs
        figures.counts["lines"] += len(self.arena.people.lines)

    def _bot(self, number: int, end: float, rng: Random) -> None:
        while time.monotonic() < end:
            self.arena.ended(self.arena.bots[number].sync(), f"bot {number}")
            self.syncs += 1
            time.sleep(rng.uniform(0.0, 0.5))

    def _person(self, number: int, end: float, rng: Random) -> None:
        while time.monotonic() < end:
            try:
                self._act(number, rng)
            except (
                ApiError
            ) as error:  # a busy wiki says no; that the page is whole is checked at the end
                self.arena.note(f"person {number}: {error.code}")
            except Exception as error:  # noqa: BLE001 - a thread must not die in silence
                self.arena.found.append(Violation("harness", repr(error)))
            time.sleep(rng.uniform(*PAUSE))

    def _act(self, number: int, rng: Random) -> None:
        """MediaWiki lets an account overwrite itself without a word,
        so nobody may act twice at once.
        """
        people, what, who = self.arena.people, rng.random(), PLAYERS[number]
        if what < 0.75 or (number and what > 0.9):
            people.write(rng.choice((1, 1, 2)), who, rng=rng)
        elif what < 0.9:
            people.scribble(rng.choice(("State", "Play", "Log")), who)
        elif self.arena.begun():
            people.correct(rng.choice(PLAYERS))
