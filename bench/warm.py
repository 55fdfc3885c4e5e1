"""Inside ``wikibot run``: a poll that finds nothing new, and one action, in a program that is warm.

The peer of an action is the pywikibot script as a process of its own, as a cron job would start it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from bench.figures import Figure, Unfit
from bench.wiki_game import Cost, WikiGame, by_turns, wiki_game

POLLS = 40


class Warm:
    """A program that stays up (``bench/warm_worker.py``) and syncs when it is asked to."""

    def __init__(self, orders: IO[str], answers: IO[str]) -> None:
        self._orders, self._answers = orders, answers

    def sync(self, count: int = 1) -> Cost:
        """So many syncs, and what one of them cost; requests and bytes are not counted."""
        self._orders.write(f"{count}\n")
        self._orders.flush()
        answer = self._answers.readline()
        if not answer:
            raise Unfit("the program that stays up has ended")
        found = json.loads(answer)
        return Cost(0, 0, found["seconds"] / count, found["cpu"] / count)


@contextmanager
def warm(game: WikiGame) -> Iterator[Warm]:
    """The program in the folder of our game, until the end of the block."""
    with subprocess.Popen(
        [sys.executable, "-m", "bench.warm_worker"],
        cwd=game.home("wikibot"), env=game.environment("wikibot"), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        if process.stdin and process.stdout:  # they are pipes
            yield Warm(process.stdin, process.stdout)
            process.stdin.close()


def measure(short: bool) -> list[Figure]:
    """A poll and an action."""
    with wiki_game() as game, warm(game) as program:
        program.sync(4)
        poll = program.sync(2 if short else POLLS)

        def play() -> Cost:
            game.write()
            return program.sync()

        play()
        if game.has_peer:
            game.pywikibot("save")
        runs = 1 if short else 5
        ours, *others = by_turns(runs, play, *[lambda: game.pywikibot("save")] * game.has_peer)
        game.check()
    theirs = others[0] if others else None
    return [
        Figure("a poll: CPU", poll.cpu * 1000, "ms", most=5),
        Figure(
            "one action", ours.seconds * 1000, "ms", "pywikibot", theirs and theirs.seconds * 1000,
            most_ratio=0.5,
        ),
        Figure("one action: CPU", ours.cpu * 1000, "ms", "pywikibot", theirs and theirs.cpu * 1000),
    ]  # fmt: skip
