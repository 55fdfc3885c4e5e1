"""What a campaign finds, and its figures."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

SHOWN = 4  # examples of each kind of violation


@dataclass(frozen=True)
class Violation:
    """A promise that was broken. ``kind`` groups them, ``what`` is exact, ``where`` repeats it."""

    kind: str
    what: str
    where: str = ""
    trace: tuple[str, ...] = ()


@dataclass
class Figures:
    """Counts of a stage, and what it found."""

    stage: str
    counts: Counter[str] = field(default_factory=Counter)
    violations: list[Violation] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    seconds: float = 0.0

    def add(self, found: Iterable[Violation], where: str, trace: Sequence[str] = ()) -> None:
        """Take what one round found."""
        for each in found:
            self.violations.append(replace(each, where=where, trace=tuple(trace)))

    def take(self, other: Figures) -> None:
        """Add what a round of the stage came to, and look at the clock."""
        self.counts += other.counts
        self.violations += other.violations
        self.seconds = time.monotonic() - self.began

    def line(self) -> str:
        """The figures on one line."""
        counts = ", ".join(f"{count} {name}" for name, count in self.counts.items())
        return f"{self.stage:8} {counts}; {len(self.violations)} violations in {self.seconds:.0f} s"


class Progress:
    """One line on a terminal that is written over; in a log, one line in ten seconds."""

    def __init__(self) -> None:
        self._last = 0.0

    def show(self, text: str, *, end: bool = False) -> None:
        """Say how far it is."""
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{text}" + ("\n" if end else ""))
        elif end or time.monotonic() - self._last > 10:
            self._last = time.monotonic()
            sys.stderr.write(text + "\n")
        sys.stderr.flush()


def listed(violations: Sequence[Violation]) -> str:
    """The violations by kind, with a few examples and how to repeat them."""
    out = []
    for kind, count in Counter(each.kind for each in violations).most_common():
        out.append(f"\n{kind}: {count}")
        for each in [one for one in violations if one.kind == kind][:SHOWN]:
            out.append(f"  - {each.what}\n    again: {each.where}")
            out += [f"      {step}" for step in each.trace[-12:]]
    return "\n".join(out)


def write_report(file: Path, figures: Sequence[Figures]) -> None:
    """Everything that was found, one JSON object a line."""
    lines = [
        json.dumps({"stage": each.stage, **asdict(one)})
        for each in figures
        for one in each.violations
    ]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
