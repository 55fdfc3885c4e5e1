"""Scenario files: a title, the ruleset, statements, lines of play, claims (docs/scenarios.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from wikibot.game.calendar import parse_time
from wikibot.wikitext.numerals import integer

MONDAY = parse_time("2024-01-01T00:00:00Z")
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

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.title}"


@dataclass(frozen=True)
class PlayLine:
    """A line of play, or time going by where ``who`` is "". ``after``: since the first Monday."""

    after: timedelta
    who: str = ""
    text: str = ""


@dataclass(frozen=True)
class ExpectedAnswer:
    """The verdict of the last line of play, or "told" for timed events, and words of the text."""

    verdict: str
    words: str


def read_scenarios(text: str, file: str) -> list[Scenario]:
    """All scenarios of a text. ``file``: its name, for messages."""
    found: list[Scenario] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("  #")[0].strip()
        if line.startswith("== "):
            found.append(Scenario(line[3:], file, number))
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


def read_line(line: str) -> PlayLine | ExpectedAnswer | str:
    """A line of a scenario: a step of play, an answer, or statements, given as they are."""
    if found := _ANSWER.fullmatch(line):
        return ExpectedAnswer(found["verdict"], found["words"] or "")
    found = _PLAY.fullmatch(line)
    if not found or bool(found["until"]) == bool(found["who"]):
        return line
    return PlayLine(since_monday(found), found["who"] or "", found["text"] or "")


def time_of(text: str) -> datetime:
    """The time that a text such as `week 2 Fri 10:00` says."""
    found = re.fullmatch(TIME, text)
    if not found:
        raise Wrong(f"not a time: {text}")
    return MONDAY + since_monday(found)


def since_monday(found: re.Match[str]) -> timedelta:
    """What a match of ``TIME`` says, since the first Monday."""
    return timedelta(
        weeks=integer(found["week"] or "1") - 1,
        days=DAYS.index(found["day"]),
        hours=integer(found["hour"]),
        minutes=integer(found["minute"]),
        seconds=integer(found["second"] or "0"),
    )


def changed(ruleset: str, changes: Sequence[str]) -> str:
    """A ruleset page with the changes that a scenario makes to it."""
    for change in changes:
        if change.startswith("without "):
            title = re.escape(change[8:])
            ruleset, hits = re.subn(rf"(?ms)^(=+) ?{title} ?\1 *\n.*?(?=^=|\Z)", "", ruleset)
        elif found := _REPLACE.fullmatch(change):
            ruleset, hits = _replaced(ruleset, found["old"], found["new"], found["section"])
        else:
            raise Wrong(f"not understood: {change}")
        if not hits:
            raise Wrong(f"nothing to change: {change}")
    return ruleset


def _replaced(text: str, old: str, new: str, section: str | None) -> tuple[str, int]:
    heading = re.search(rf"(?m)^=+ ?{re.escape(section)} ?=+ *$", text) if section else None
    if section and not heading:
        return text, 0
    start = heading.end() if heading else 0
    ends = re.search(r"(?m)^=", text[start:]) if heading else None
    end = start + ends.start() if ends else len(text)
    return text[:start] + text[start:end].replace(old, new) + text[end:], text[start:end].count(old)
