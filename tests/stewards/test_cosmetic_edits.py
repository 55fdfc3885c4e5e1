"""Edits that change no rule hold none.

Each kind of them at every place of every real ruleset at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.common.game_on_pages import GameOnPages
from rules.cycle14 import GAME as CYCLE14
from rules.cycle15 import GAME as CYCLE15
from rules.round7 import GAME as ROUND7
from wikibot.game.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.lines import sections

FOLDER = Path(__file__).parents[3] / "shared" / "wiki"
GAMES = {"Cycle 15": CYCLE15, "Cycle 15 early": CYCLE15, "Cycle 14": CYCLE14, "Round 7": ROUND7}
Edit = Callable[[str], str]


def behind_headings(line: str) -> Edit:
    """A line put at the beginning of every section."""
    return lambda page: _at(page, (each.heading_end for each in sections(page)), f"{line}\n")


def before_headings(line: str) -> Edit:
    """A line put at the end of every section, and at the end of the page."""
    return lambda page: (
        _at(page, (each.start for each in sections(page)), f"{line}\n") + f"\n{line}\n"
    )


def on_top(line: str) -> Edit:
    """A line put above the whole page."""
    return lambda page: f"{line}\n{page}"


def _at(page: str, places: Iterator[int], text: str) -> str:
    for place in sorted(places, reverse=True):
        page = page[:place] + text + page[place:]
    return page


def everywhere(pattern: str, new: str) -> Edit:
    """Something written in another way, wherever it stands."""
    return lambda page: re.sub(pattern, new, page)


ALONE = (
    "[[Category:Rulesets]]", "[[category:Rules of nomics|Cycle]]", "[[de:Regeln]]",
    "[[pt-br:Regras]]",
    "{{DEFAULTSORT:Ruleset}}", "{{DISPLAYTITLE:The Ruleset}}", "----", "-----", "__NOTOC__",
    "__TOC__", "__NOINDEX__",
    "[[File:Board.png]]", "[[File:Board.png|thumb|right|200x300px]]",
    "[[Image:Board.svg|frameless|upright=0.5]]",
    "<!-- to be reworded soon -->", "<!-- two\n\nlines -->", "", "<br clear=all>", "<br />",
    "<references />",
    "&nbsp;", "<div></div>", "<span id=\"here\"></span>", "<noinclude></noinclude>",
)  # fmt: skip
PLACES = {"behind headings": behind_headings, "before headings": before_headings, "on top": on_top}
WRITTEN = {
    "a blank before an emoji": everywhere(r"(?<=[\dN])(?=[⚡💎🌿🩸💤🐦🪨⚗❤])", " "),
    "no blank before an emoji": everywhere(r"(?<=[\dN]) (?=[⚡💎🌿🩸💤🐦🪨⚗❤])", ""),
    "a blank behind an emoji": everywhere(r"(?<=[⚡💎🌿🩸💤🐦🪨])(?=\w)", " "),
    "numbered lists": everywhere(r"(?m)^\*+",
                                 lambda found: "#" * len(found[0])),  # type: ignore[arg-type]
    "bulleted lists": everywhere(r"(?m)^#+",
                                 lambda found: "*" * len(found[0])),  # type: ignore[arg-type]
    "no blank behind list marks": everywhere(r"(?m)^([*#]+) ", r"\1"),
    "two full stops": everywhere(r"(?<=[a-z])\.(?=\s)", ".."),
    "one full stop": everywhere(r"\.\.(?=\s)", "."),
    "straight quotes": everywhere("[“”]", '"'),
    "curly apostrophes": everywhere(r"(?<=\w)'(?=\w)", "’"),
    "bold": everywhere(r"\b(player|space)\b", r"'''\1'''"),
    "links": everywhere(r"\b(player|space)\b(?![^\[]*\]\])", r"[[\1]]"),
    "links elsewhere": everywhere(r"\b(player|space)\b", r"[[Glossary|\1]]"),
    "blanks at line ends": everywhere(r"(?m)$", "  "),
    "two blanks": everywhere(r"(?<=[a-z]) (?=[a-z])", "  "),
    "hard blanks": everywhere(r"(?<=\d) (?=[a-z])", "&nbsp;"),
    "headings without blanks": everywhere(r"(?m)^(=+) (.*?) (=+)$", r"\1\2\3"),
    "deeper headings": everywhere(r"(?m)^(=+)(.*?)(=+)$", r"=\1\2\3="),
    "line breaks of Windows": everywhere("\n", "\r\n"),
    "table classes": everywhere(r'class="wikitable"',
                                'class="wikitable sortable" style="width: 50%"'),
    "cells on lines of their own": everywhere(r" \|\| ", "\n| "),
    "headers on lines of their own": everywhere(r" !! ", "\n! "),
    "styled rows": everywhere(r"(?m)^\|-$", '|- style="color: red"'),
    "styled cells": everywhere(r"(?m)^\| (?=\w)", '| style="color: red" | '),
    "empty captions": everywhere(r"(?m)^(\{\|.*)$", "\\1\n|+"),
}  # fmt: skip
ADDED = [(f"{line!r} {place}", make(line)) for line in ALONE for place, make in PLACES.items()]
EDITS: Mapping[str, Mapping[str, Edit]] = {
    name: WRITTEN | dict(ADDED[number :: len(GAMES)]) for number, name in enumerate(GAMES)
}
"""Every other way of writing for each ruleset; lines that say nothing by turns."""


def held(book: Rulebook) -> list[str]:
    """All units that wait, those that are new too."""
    names = dict.fromkeys((*map(book.known_as, book.units), *book.moved_into))
    return [name for name in names if isinstance(book.obstacle(name), Held)]


def lost(book: Rulebook, before: Rulebook) -> list[str]:
    """All units that are gone."""
    names = map(before.known_as, before.units)
    return [name for name in names if not book.on_page(name)]


@pytest.mark.parametrize("name", GAMES)
def test_an_edit_that_changes_no_rule_holds_none(name: str) -> None:
    """Nothing waits, and nothing is taken for gone."""
    file = FOLDER / name / "Ruleset.wiki"
    if not file.exists():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    game: GameOnPages[Any] = GAMES[name]
    page = file.read_text(encoding="utf-8")
    before, found = game.rulebook(page), dict[str, list[str]]()
    for edit, make in EDITS[name].items():
        book = game.rulebook(make(page))
        found[edit] = [*held(book), *lost(book, before)]

    assert {edit: units for edit, units in found.items() if units} == {}
