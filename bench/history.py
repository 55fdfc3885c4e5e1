"""Whose lines they are: attribution over many revisions, n beside 2n, in CPU time and memory.

Two kinds of pages: one that grows by a line with each revision, and one of 20 kB whose lines are
edited again and again. Each is walked in a process of its own, which says how much memory it took:

    python -m bench.history growing|edited REVISIONS RUNS
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from bench.figures import Figure, Unfit, alone, cpu_seconds, peak_megabytes
from wikibot.wiki.attribution import attribute
from wikibot.wiki.base import Revision
from wikibot.wiki.history import History

NOON = datetime(2024, 1, 5, 12, tzinfo=UTC)
USERS = ("Alice", "Bob", "Carol", "Dave")
LINEAR = 2.6  # of 2n beside n
MEMORY = 120  # MB of the whole process
ROWS = 250  # of the page of 20 kB


def _line(number: int, user: str) -> str:
    return (
        f"* move {number} [[User:{user}|{user}]] ([[User talk:{user}|talk]]) 12:00, 5 January "
        f"2024 (UTC)"
    )


def growing(count: int) -> Iterator[tuple[str, str]]:
    """Accounts and texts: with each revision an action line more."""
    lines = ["== Actions =="]
    for number in range(count):
        user = USERS[number % len(USERS)]
        lines.append(_line(number, user))
        yield user, "\n".join(lines)


def edited(count: int) -> Iterator[tuple[str, str]]:
    """Accounts and texts: a page of 20 kB, of which each revision changes a line."""
    lines = ["== Talk ==", *(_line(n, USERS[n % len(USERS)]) for n in range(ROWS)), "== Actions =="]
    for number in range(count):
        at = 1 + 7 * number % ROWS
        user = USERS[at % len(USERS)]
        lines[at] = _line(number, user)
        yield user, "\n".join(lines)


KINDS = {"growing": growing, "edited": edited}


def revisions(kind: str, count: int) -> Iterator[Revision]:
    """The history of such a page, oldest first."""
    for number, (user, text) in enumerate(KINDS[kind](count), start=1):
        time = NOON + timedelta(minutes=number)
        yield Revision(7, number, number - 1, time, user, text=text)


def main(kind: str, count: int, runs: int) -> None:
    """Walk one page and print seconds and megabytes as JSON."""
    found = 0

    def walk() -> None:
        nonlocal found
        history = History.of(revisions(kind, count))  # as a wiki gives it
        found = len(attribute(history, cursor=0, bot="Wikibot").actions)

    seconds = cpu_seconds(walk, runs)
    print(json.dumps({"seconds": seconds, "megabytes": peak_megabytes(), "actions": found}))


def measure(short: bool) -> list[Figure]:
    """Each kind at n and at 2n."""
    sizes = {"growing": 50, "edited": 50} if short else {"growing": 1000, "edited": 2500}
    figures, runs = [], 1 if short else 3
    for kind, size in sizes.items():
        half, whole = (alone("bench.history", kind, each, runs) for each in (size, 2 * size))
        if whole["actions"] != (2 * size if kind == "growing" else 0):
            raise Unfit(f"{whole['actions']} lines found on the {kind} page")
        what = f"{2 * size:,} revisions, page {'of 20 kB' if kind == 'edited' else 'that grows'}"
        seconds, memory = ((half[unit], whole[unit]) for unit in ("seconds", "megabytes"))
        figures += [
            Figure(what, seconds[1], "s", f"{size:,}", seconds[0], most_ratio=LINEAR),
            Figure(f"{what}: memory", memory[1], "MB", f"{size:,}", memory[0], most=MEMORY),
        ]
    return figures


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
