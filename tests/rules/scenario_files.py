"""Reading scenario files: titles, the rulesets they name, what they change there, and their lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

_REPLACE = re.compile(r'replace "(?P<old>[^"]*)" by "(?P<new>[^"]*)"(?: in (?P<section>.*))?')


class Wrong(AssertionError):
    """A scenario whose claim does not hold, or that cannot be read."""


@dataclass
class Scenario:
    """One scenario: where it stands, the ruleset it names, the changes to that, and its lines."""

    title: str
    file: str
    line: int
    rules: str = "late"
    changes: list[str] = field(default_factory=list)
    accepted: bool = False  # whether the changes are wordings that the game knows
    lines: list[tuple[int, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.title}"


def read_scenarios(path: Path) -> list[Scenario]:
    """All scenarios of a file."""
    found: list[Scenario] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.split("  #")[0].strip()
        if line.startswith("== "):
            found.append(Scenario(line[3:], path.stem, number))
        elif line.startswith("rules: "):
            found[-1].rules = line[7:]
        elif line.startswith(("without ", "replace ")):
            found[-1].changes.append(line)
        elif line == "accepted":
            found[-1].accepted = True
        elif line and not line.startswith("#"):
            found[-1].lines.append((number, line))
    return found


def ruleset(text: str, changes: Iterable[str]) -> str:
    """A ruleset page with the changes that a scenario makes to it."""
    for change in changes:
        if change.startswith("without "):
            title = re.escape(change[8:])
            text, hits = re.subn(rf"(?ms)^(=+) ?{title} ?\1 *\n.*?(?=^=|\Z)", "", text)
        else:
            found = _REPLACE.fullmatch(change)
            if not found:
                raise Wrong(f"not understood: {change}")
            text, hits = _replaced(text, found["old"], found["new"], found["section"])
        if not hits:
            raise Wrong(f"nothing to change: {change}")
    return text


def _replaced(text: str, old: str, new: str, section: str | None) -> tuple[str, int]:
    if not section:
        return text.replace(old, new), text.count(old)
    heading = re.search(rf"(?m)^=+ ?{re.escape(section)} ?=+ *$", text)
    start = heading.end() if heading else len(text)
    ends = re.search(r"(?m)^=", text[start:])
    end = start + ends.start() if ends else len(text)
    return text[:start] + text[start:end].replace(old, new) + text[end:], text[start:end].count(old)
