"""Compiling a ruleset of 300 sentences in plain words, by a program that has just started.

Half of the sentences are prose for people. The peer is the same program compiling it again with one
sentence amended, as after a proposal.

    python -m bench.plain SENTENCES
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime

from bench.figures import Figure, Unfit, alone, cpu_seconds

SENTENCES, SHORT = 300, 30
GOAL = 2000  # milliseconds
NOW = datetime(2024, 1, 8, tzinfo=UTC)
_KINDS = (
    (
        "Once per day, a player who has at least {n} Fish may {verb}: they roll 1d6; on a 4 or "
        "more they gain {n} Gold, otherwise they lose 1 Fish."
    ),
    "A player may buy a {item} by paying {n} Gold.",
    "At the end of each week, each player who is on Space {n} gains {n} Gold and loses 1 Fish.",
    "Whenever a player gains {item}, they gain {n} Gold unless they have more Gold than Fish.",
    "Up to {n} times a week, a player may sell any number of {item} for {n} Gold each.",
)
_PROSE = (
    "The {item} was once the pride of the village, and its {verb} is sung of still.",
    "Nobody has seen the {item} for {n} years; those who look for it tell of a light on the hill.",
)


def pages(sentences: int) -> tuple[str, str]:
    """A ruleset page and a gamestate page."""
    lines = []
    for at in range(sentences):
        kinds = _PROSE if at % 2 else _KINDS
        line = kinds[at // 2 % len(kinds)]
        lines.append(
            line.format(n=at % 9 + 2, verb=f"delve{_letters(at)}", item=f"Relic{_letters(at)}")
        )
    rows = "".join(f"|-\n| {name} || {name} || 2 Fish || 3\n" for name in ("1", "2"))
    spaces = "".join(f"|-\n| {at} || {at + 1}\n" for at in range(1, 12))
    players = "== Players ==\n{|\n! Player !! Space !! Items !! Gold\n" + rows + "|}\n"
    return "\n\n".join(lines), players + "== Spaces ==\n{|\n! Space !! Next\n" + spaces + "|}\n"


def _letters(number: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def measure(short: bool) -> list[Figure]:
    """Milliseconds of CPU from the first import on, the best of some programs."""
    sentences, runs = (SHORT, 1) if short else (SENTENCES, 2)
    found = [alone("bench.plain", sentences) for _ in range(runs)]
    first, again = (min(each[name] for each in found) * 1000 for name in ("first", "again"))
    what = f"compile {sentences} sentences in plain words: CPU"
    return [Figure(what, first, "ms", "with one amended", again, most=GOAL)]


def main() -> None:
    """Compile them twice and print the seconds as JSON."""
    sentences = int(sys.argv[1])
    ruleset, gamestate = pages(sentences)
    played: list[int] = []

    def compile_(text: str) -> None:
        from rules.generic import GAME

        book = GAME.rulebook(text)
        found = GAME.sentences(gamestate, book, NOW)
        played.append(sum(each.played for each in found))

    first = cpu_seconds(lambda: compile_(ruleset))
    again = cpu_seconds(lambda: compile_(ruleset.replace("paying 4 Gold", "paying 5 Gold", 1)))
    if min(played) < sentences // 2:
        raise Unfit(f"only {min(played)} of {sentences // 2} sentences are played")
    print(json.dumps({"first": first, "again": again}))


if __name__ == "__main__":
    main()
