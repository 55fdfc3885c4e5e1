"""Texts that take long or go deep: on each page of a folder wiki, with an ordinary line beside
them.

A sync must end in a few seconds, play the ordinary line, and answer for the rest. On a real wiki
the server itself would be busy for a minute with some of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.campaign import pages
from tests.campaign.bots import Running
from tests.campaign.fuzz_pages import Desk
from tests.campaign.history import REPLY
from tests.campaign.report import Figures, Violation
from tests.settings import settings

SLOW = 3.0  # seconds of the processor, of a busy machine; an ordinary sync takes less than one
DEEP = {
    "20,000 open tags": "<s>" * 20_000,
    "9,000 headings": "\n".join(f"== x{n} ==" for n in range(9_000)),
    "8,000 open tables": "{|\n" * 8_000, "4,000 open templates": "{{a|" * 4_000,
    "4,000 open templates by name": "{{bots|" * 4_000, "20,000 open links": "[[" * 20_000,
    "50,000 quotes": "'" * 50_000, "3,000 open comments": "<!-- " * 3_000,
    "closed comments": "<!-- " * 3_000 + "-->",
    "20,000 open nowikis": "<nowiki>" * 20_000, "300,000 letters": "x" * 300_000,
    "5,000 lists": "*" * 5_000 + " x",
    "a table of 4,000 rows": "{|\n! a !! b\n" + "|-\n| 1 || 2\n" * 4_000 + "|}",
    "20,000 cells": "{|\n|" + "||" * 20_000 + "\n|}",
    "10,000 status marks": '<small class="wikibot-status">' * 10_000,
    "a row for 3,000": "{|\n|-\n" + "! rowspan=3000 colspan=3000 | x\n" * 300 + "|}",
    "9,000 lines of play": "* help\n" * 9_000, "20,000 list marks": "*:" * 20_000,
}  # fmt: skip
LONG = {
    "10,000 votes": "vote " + "P1 " * 10_000,
    "10,000 dice": "move -- " + "2d4 (1, 2) = 3, " * 10_000,
    "5,000 commas": "use " + "Fish, " * 5_000, "5,000 brackets": "trade " + "(" * 5_000 + " to Bob",
    "5,000 minus": "move " + "-" * 5_000, "a number of 50,000 digits": "move " + "9" * 50_000,
    "huge dice": "move -- 999999999d999999999 (1) = 1",
    "10,000 words": "propose: " + "so " * 10_000,
    "10,000 quotes": "judge request: " + "'\"“" * 3_000,
    "10,000 ands": "use " + "Fish and " * 10_000,
    "10,000 open tags": "judge request: " + "<b>" * 10_000,
    "open templates": "judge request: " + "{{x|" * 3_000,
    "right to left": "judge request: \u202e\u2066 what? \u200b",
    "controls": "help \u0085\u2028 trade",
    "a surrogate pair": "propose: \U0001f986 of \ufeff",
    "stacked marks": "propose: a" + "\u0301" * 5_000,
}  # fmt: skip
PAGES = ("State", "Play", "Rules", "Log", "Stewards")


def inputs() -> Iterator[tuple[str, str, str]]:
    """What it is, on which page, the text that is added."""
    for title in PAGES:
        for what, text in DEEP.items():
            yield f"{title}, {what}", title, text
    for what, text in LONG.items():
        for title in ("Play", "Stewards"):
            yield f"{title}, a line, {what}", title, f"* {text}"


def play(what: str, title: str, text: str, figures: Figures, again: str) -> None:
    """One of them on a wiki of its own."""
    with TemporaryDirectory(prefix="heavy-") as home:
        folder = Path(home, "wiki")
        folder.mkdir()
        desk = Desk(folder, Random(what), live=True)
        text = settings(
            pages.RULES, log="Log", users="Steward", page="Stewards", journal="state/journal.sqlite"
        )
        Path(home, "settings.ini").write_text(text, encoding="utf-8")
        desk.save(
            "Dave", "Play", desk.text("Play") + _signed("* judge request: Is it a duck?", "Dave")
        )
        found = list(_sync(Path(home), f"{what}, before"))
        before = desk.text(title)
        added = _signed(text, "Erin") if text.startswith("* ") else f"\n{text}\n"
        whole = (
            f"{added}\n{before}"
            if title in ("Rules", "State") and not text.startswith("* ")
            else before + added
        )
        desk.save("Erin" if title != "Stewards" else "Steward", title, whole)
        desk.save(
            "Dave", "Play", desk.text("Play") + _signed("* judge request: Is it a goose?", "Dave")
        )
        found += _sync(Path(home), what)
        asked = title == "State" and "A person is needed" in _said(
            Path(home)
        )  # a page that nobody could read
        hidden = title == "Play" and not text.startswith(
            "* "
        )  # what is open hides what follows, for readers too
        if not found and not asked and not hidden and len(_answers(desk.text("Play"))) < 2:
            found.append(
                Violation(
                    "stopped", f"{what}: an ordinary line gets no answer: {_said(Path(home))}"
                )
            )
        desk.journal.close()
    figures.counts["heavy inputs"] += 1
    figures.add(found, again)


def _sync(home: Path, what: str) -> Iterator[Violation]:
    how = Running(home, "settings").wait()
    if how.crash:
        yield Violation("crash", f"{what}: {how.crash}")
    if how.worked > SLOW:
        yield Violation("slow", f"{what}: a sync works for {how.worked:.0f} s")


def _signed(text: str, who: str) -> str:
    return f"\n{text} [[User:{who}|{who}]] 10:00, 2 January 2024 (UTC)"


def _answers(page: str) -> list[str]:
    return [line for line in page.split("\n") if REPLY.match(line)]


def _said(home: Path) -> str:
    """What the last sync printed."""
    return "".join(
        (home / f"{end}.txt").read_text(encoding="utf-8") for end in ("out", "err")
    ).strip()[-400:]
