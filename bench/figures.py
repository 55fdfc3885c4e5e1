"""What every bench gives:
figures of ours, each beside a peer that was measured in the same run, with its goal.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
Measure = Callable[[bool], "list[Figure]"]


class Unfit(Exception):
    """A run did not do what it was measured for, so that its figures mean nothing."""


@dataclass(frozen=True)
class Figure:
    """One row of the table. ``theirs``: the peer, in the same unit; None where it is not there.

    Goals: ``most_ratio`` of ours to theirs; ``least`` and ``most`` of ours alone, in its unit.
    """

    what: str
    ours: float
    unit: str
    peer: str = ""
    theirs: float | None = None
    most_ratio: float | None = None
    least: float | None = None
    most: float | None = None

    @property
    def ratio(self) -> float | None:
        """Ours to theirs: 0.5 is half of the peer's."""
        return self.ours / self.theirs if self.theirs else None

    @property
    def goal(self) -> str:
        """The goal in words; "" where the row has none."""
        goals = (
            (self.most_ratio, f"ratio ≤ {self.most_ratio}"),
            (self.least, f"≥ {self.least or 0:,.10g} {self.unit}"),
            (self.most, f"≤ {self.most or 0:,.10g} {self.unit}"),
        )
        return ", ".join(text for bound, text in goals if bound is not None)

    @property
    def met(self) -> bool | None:
        """None where there is no goal, or no peer to compare with."""
        if not self.goal or (self.most_ratio is not None and self.ratio is None):
            return None
        return (
            (self.most_ratio is None or (self.ratio or 0) <= self.most_ratio)
            and (self.least is None or self.ours >= self.least)
            and (self.most is None or self.ours <= self.most)
        )


def cpu_seconds(work: Callable[[], object], runs: int = 1) -> float:
    """The least CPU time of some runs, whatever else the machine does."""
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best


def alone(module: str, *arguments: object) -> Mapping[str, Any]:
    """The JSON that a module of this folder prints when it runs as a process of its own."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unfit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    found: Mapping[str, Any] = json.loads(done.stdout)
    return found


def peak_megabytes() -> float:
    """The most memory that this program has had so far.

    Not ``ru_maxrss``, which counts what the process that started it had at that time.
    """
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def table(rows: Sequence[tuple[str, Figure]]) -> str:
    """The figures as text, a line for each; the name of a bench stands in its first."""
    heads = ("bench", "what", "ours", "peer", "theirs", "ratio", "goal", "")
    lines = [heads, *(_row(name, figure) for name, figure in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    right = (2, 4, 5)
    return "\n".join(
        "  ".join(
            text.rjust(width) if column in right else text.ljust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _row(name: str, figure: Figure) -> tuple[str, ...]:
    ratio = "" if figure.ratio is None else f"{figure.ratio:.{3 if figure.ratio < 0.1 else 2}f}"
    verdict = {True: "met", False: "MISSED", None: "no peer" if figure.goal else ""}[figure.met]
    theirs = _amount(figure.theirs, figure.unit)
    ours = _amount(figure.ours, figure.unit)
    return (name, figure.what, ours, figure.peer, theirs, ratio, figure.goal, verdict)


def _amount(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:,.2f} {unit}"
