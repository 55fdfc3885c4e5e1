"""Lines as people write them, with what each means: data files, one line each.

Tab separated: game, situation, the line, its meaning in the form of docs/players.md. ``-`` for a
meaning is talk, of which nothing may come; ``?`` is a line that may mean several things.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SAMPLE = HERE.parent.parent.parent / "shared" / "phrasings.txt"
"""A sample beside the project, of which it is no part."""
TALK, AMBIGUOUS = "-", "?"


@dataclass(frozen=True)
class Phrasing:
    """A line in a situation of a game. ``meaning``: a plain line, or ``TALK`` or ``AMBIGUOUS``."""

    game: str
    situation: str
    line: str
    meaning: str
    where: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What names the situation."""
        return self.game, self.situation

    @property
    def kind(self) -> str:
        """What has to come of it: an "action", "talk" or a line that is "ambiguous"."""
        return {TALK: "talk", AMBIGUOUS: "ambiguous"}.get(self.meaning, "action")

    def __str__(self) -> str:
        return f"{self.where} {self.game} {self.situation}: {self.line}"


def read_phrasings(path: Path) -> Iterator[Phrasing]:
    """The lines of a file; blank lines and lines that begin with ``#`` are passed over."""
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if raw.strip() and not raw.startswith("#"):
            game, situation, line, meaning = raw.split("\t")
            yield Phrasing(game, situation, line, meaning, f"{path.name}:{number}")


def corpus() -> tuple[Phrasing, ...]:
    """The lines of our own, of all games."""
    files = sorted(HERE.glob("corpus_*.txt"))
    return tuple(each for path in files for each in read_phrasings(path))


def fresh() -> tuple[Phrasing, ...]:
    """Lines written before the code that reads them was looked at."""
    return tuple(read_phrasings(HERE / "fresh.txt"))


def strangers() -> tuple[Phrasing, ...]:
    """Lines by a writer who saw neither code nor docs, and told tales rather than wrote orders."""
    return tuple(read_phrasings(HERE / "strangers.txt"))


def sample() -> tuple[Phrasing, ...]:
    """The lines of the sample; the test is skipped where it is not at hand."""
    if not SAMPLE.exists():
        pytest.skip("the sample of lines is not at hand (../shared/phrasings.txt)")
    return tuple(read_phrasings(SAMPLE))
