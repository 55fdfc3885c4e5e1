"""Scenario files: a title, the ruleset, statements, lines of play, claims.
README.md describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from pathlib import Path

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
TIME = (
    rf"(?:week (?P<week>\d+) )?(?P<day>{'|'.join(DAYS)}) "
    r"(?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d))?"
)
_PLAY = re.compile(rf"(?P<until>until )?{TIME}(?: (?P<who>[^:]+): (?P<text>.*))?")
_ANSWER = re.compile(r"(?P<verdict>done|needs|cant|huh|held|told)(?: (?P<words>.*))?")
_REPLACE = re.compile(r'replace "(?P<old>[^"]*)" by "(?P<new>[^"]*)"(?: in (?P<section>.*))?')
_OF_PAGE = re.compile(r"(?P<what>rule|table|row|value)(?: (?P<name>[^:|]+))?: ?(?P<text>.*)")


class Wrong(AssertionError):
    """A scenario whose claim does not hold, or that cannot be read."""


@dataclass(eq=False)
class Scenario:
    """One scenario: where it stands, the ruleset it names, the changes to that, and its lines."""

    title: str
    file: str
    line: int
    rules: str = ""
    changes: list[str] = field(default_factory=list)
    accepted: bool = False  # whether the changes are wordings that the game knows
    lines: list[tuple[int, str]] = field(default_factory=list)
    pages: dict[str, list[str]] = field(default_factory=lambda: {"ruleset": [], "gamestate": []})

    @property
    def says(self) -> str:
        """The ruleset page that the scenario brings, "" where it plays by another."""
        return "\n".join(self.pages["ruleset"])

    @property
    def begins(self) -> str:
        """The gamestate page that the scenario brings, "" where it begins with a new one."""
        return "\n".join(self.pages["gamestate"])

    @cached_property
    def words(self) -> str:
        """All that it says, in small letters."""
        return "\n".join((self.title, *(line for _, line in self.lines))).casefold()

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.title}"


@dataclass(frozen=True)
class Step:
    """A line of play, or time going by where ``who`` is "". ``after``: since the first Monday."""

    after: timedelta
    who: str = ""
    text: str = ""


@dataclass(frozen=True)
class Answer:
    """The verdict of the last line of play, or "told" for timed events, and words of the text."""

    verdict: str
    words: str


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
        elif of_page := _OF_PAGE.fullmatch(line):
            _add_to_page(found[-1].pages, of_page)
        elif line == "accepted":
            found[-1].accepted = True
        elif line and not line.startswith("#"):
            found[-1].lines.append((number, line))
    return found


def _add_to_page(pages: dict[str, list[str]], found: re.Match[str]) -> None:
    """Add a sentence to the ruleset page, or a table, a row or a value to the gamestate page."""
    what, name, text = found["what"], found["name"], found["text"]
    rules, page = pages["ruleset"], pages["gamestate"]
    if what == "rule":
        rules += [f"== {name} =="] if name else []
        rules += [text.replace(" ¶ ", "\n"), ""]
    elif what == "value":
        page += [f"{name}: {text}", ""]
    elif what == "table":
        header = " !! ".join(part.strip() for part in text.split("|"))
        page += [f"== {name} ==", '{| class="wikitable"', f"! {header}", "|}", ""]
    else:
        cells = " || ".join(part.strip() for part in text.split("|"))
        at = len(page) - 1 - page[::-1].index("|}")
        page[at:at] = ["|-", f"| {cells}"]


def read_line(line: str) -> Step | Answer | str:
    """A line of a scenario:
    a step of play, an answer, or statements, which are given as they are.
    """
    if found := _ANSWER.fullmatch(line):
        return Answer(found["verdict"], found["words"] or "")
    found = _PLAY.fullmatch(line)
    if not found or bool(found["until"]) == bool(found["who"]):
        return line
    return Step(time_of(found), found["who"] or "", found["text"] or "")


def time_of(found: re.Match[str]) -> timedelta:
    """What a match of ``TIME`` says, since the first Monday."""
    return timedelta(
        weeks=int(found["week"] or 1) - 1,
        days=DAYS.index(found["day"]),
        hours=int(found["hour"]),
        minutes=int(found["minute"]),
        seconds=int(found["second"] or 0),
    )


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
    heading = re.search(rf"(?m)^=+ ?{re.escape(section)} ?=+ *$", text) if section else None
    if section and not heading:
        return text, 0
    start = heading.end() if heading else 0
    ends = re.search(r"(?m)^=", text[start:]) if heading else None
    end = start + ends.start() if ends else len(text)
    return text[:start] + text[start:end].replace(old, new) + text[end:], text[start:end].count(old)
