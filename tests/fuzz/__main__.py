"""The whole size, from a seed: ``python -m tests.fuzz --lines 50000 --pages 2500``."""

from __future__ import annotations

import argparse
import signal
import sys
from types import FrameType
from typing import NoReturn

from tests.fuzz.tries import GAMES, Fuzz
from wikibot.game import problems

SECONDS = 60  # for one line or page; only so that a hang names its input


def _hangs(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeoutError(f"{SECONDS} s")


def _raise(doing: str, error: Exception) -> NoReturn:
    raise AssertionError(f"a mistake of the program, contained: {doing!r}") from error


def main() -> None:
    """Play and read as many as asked for, in all games by turns; the worst are named."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--lines", type=int, default=50_000)
    parser.add_argument("--pages", type=int, default=2_500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    signal.signal(signal.SIGALRM, _hangs)
    problems.listen(_raise)
    for number, name in enumerate(GAMES):
        fuzz = Fuzz(name, given.seed + number, before=lambda: signal.alarm(SECONDS))
        lines, pages = (
            count // len(GAMES) + (number < count % len(GAMES))
            for count in (given.lines, given.pages)
        )
        worst = fuzz.lines(lines), fuzz.pages(pages)
        sys.stdout.write(
            f"{name}: {lines} lines, {pages} pages; most steps {worst[0]} and {worst[1]}\n"
        )
        sys.stdout.flush()
    signal.alarm(0)


main()
