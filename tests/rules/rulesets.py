"""The rulesets that games are tested by: in our own words, and as the players wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

import pytest

from rules.cycle14 import GAME as CYCLE14
from rules.cycle15 import GAME as CYCLE15
from rules.generic.game import GAME as GENERIC
from rules.round7 import GAME as ROUND7
from tests.conftest import SHARED_WIKI
from wikibot.game.game import Game
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.scenarios import (
    LISTS,
    ExpectedAnswer,
    Scenario,
    ScenarioRunner,
    Wrong,
    changed,
    read_line,
    read_scenarios,
    rulebook_of,
)
from wikibot.stewards.accept import Origin, accept

HERE = Path(__file__).parent
HEADING = re.compile(r"^(=+ .+ =+\n)((?:(?!=+ .+ =+$).*\n)*)", re.MULTILINE)  # and what it is of
ROUNDS = (
    "trading",
    "auction",
    "dungeon",
    "farming",
    "elimination",
    "territory",
    "heist",
    "keepers",
    "captains",
    "garden",
    "racing",
    "court",
    "werewolf",
)  # of any nomic


def with_sections_of(text: str, other: str) -> str:
    """A ruleset page; of what stands on another one under the same heading it has that alone."""
    bodies = dict(HEADING.findall(f"{other}\n"))
    return HEADING.sub(lambda e: e[0] if e[2].strip() else f"{e[1]}{bodies.get(e[1], e[2])}", text)


@dataclass(frozen=True)
class Rules:
    """A ruleset of a game. ``file``: our own wording, "" where it is the demo's.

    ``variant``: which of the implemented wordings ours stands for; None where it is pinned itself.
    ``folder``: of the real one, in the shared folder; ``other``: ruleset with more scenarios, whose
    sections stand where the file has headings alone.
    """

    game: Game[Any]
    file: str = ""
    variant: str | None = None
    folder: str = ""
    other: str = ""
    start: str = "Mon 00:00"  # when scenarios begin
    statements: tuple[str, ...] = ()  # what is otherwise then than on a new gamestate page

    @cached_property
    def text(self) -> str:
        """Our own wording."""
        if not self.file:
            return self.game.demo().pages["Ruleset"]
        text = (HERE / self.game.name / self.file).read_text(encoding="utf-8")
        return with_sections_of(text, RULES[self.other].text) if self.other else text

    @cached_property
    def book(self) -> Rulebook:
        """Our own wording, where it is what was implemented."""
        return rulebook_of(self.game, self.text, self.pins(self.text))

    def pins(self, text: str, *, accepted: bool = False) -> tuple[Binding, ...]:
        """Pins that make a page the wording that was implemented."""
        if self.variant is None and not accepted:
            return ()
        return pins_of(self.game, text, self.variant or "")

    @cached_property
    def real(self) -> str:
        """The page as the players wrote it; "" where it is not at hand."""
        file = SHARED_WIKI / self.folder / "Ruleset.wiki"
        return file.read_text(encoding="utf-8") if self.folder and file.exists() else ""


OPEN = ("nobody knows when the game started", "there is no wheel rotation")
RULES: Mapping[str, Rules] = {
    "late": Rules(CYCLE15, "late.wiki", "late", "Cycle 15", statements=OPEN),
    "early": Rules(CYCLE15, "early.wiki", "early", "Cycle 15 early", "late", statements=OPEN),
    "demo": Rules(CYCLE15, statements=OPEN),
    "cycle14": Rules(CYCLE14, folder="Cycle 14", statements=OPEN[:1]),
    "round7": Rules(
        ROUND7,
        folder="Round 7",
        start="Mon 09:00",
        statements=("space 4 has no longer the feature Cop Car",),
    ),
    **{name: Rules(GENERIC, f"rounds/{name}.wiki") for name in ROUNDS},
}
TOWN_LISTS = (
    *LISTS,
    (r"the members of town (.+) are (.+)", "{1} is a member of town {0}"),
    (r"the applicants to town (.+) are (.+)", "{1} applies to town {0}"),
)
USUAL = {"cycle15": "late", "cycle14": "cycle14", "round7": "round7", "generic": "trading"}


@lru_cache(maxsize=16)
def pins_of(game: Game[Any], page: str, variant: str) -> tuple[Binding, ...]:
    """Pins of all that a page says."""
    book = rulebook_of(game, page)
    return accept(book, book.units, (), Origin("2024-01-01", "tests", variant))


@cache
def all_scenarios() -> tuple[Scenario, ...]:
    """The scenarios of all games; each names its ruleset."""
    found: list[Scenario] = []
    for game, rules in USUAL.items():
        for path in sorted((HERE / game / "scenarios").glob("*.txt")):
            for scenario in read_scenarios(path.read_text(encoding="utf-8"), path.stem):
                scenario.rules = scenario.rules or rules
                found.append(scenario)
    return tuple(found)


def without_claims(runner: ScenarioRunner) -> Iterator[str]:
    """Play a scenario without its claims and without pages, as far as it goes; gives each."""
    runner.pages = False
    for number, line in runner.scenario.lines:
        read = read_line(line)
        if isinstance(read, ExpectedAnswer) or (runner.playing and isinstance(read, str)):
            continue
        try:
            runner.step(line, number)
        except (Wrong, ValueError, LookupError):
            if isinstance(read, str):
                return
        yield line


def runner_of(scenario: Scenario, page: str | None = None, *, pages: bool = True) -> ScenarioRunner:
    """The runner of a scenario, as its ruleset wants it.

    ``page``: another ruleset page than our own, which is played by the pins of the game.
    """
    rules = RULES[scenario.rules]
    text = page or scenario.says or rules.text
    pinned = changed(text, scenario.changes) if scenario.accepted else text
    pins = () if page else rules.pins(pinned, accepted=scenario.accepted)
    return ScenarioRunner(
        scenario, rules.game, text, pins, start=rules.start, statements=rules.statements,
        lists=TOWN_LISTS, pages=pages,
    )  # fmt: skip


def real_page(rules: str) -> str:
    """A ruleset as the players wrote it; the test is skipped where it is not at hand."""
    if not RULES[rules].real:
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    return RULES[rules].real
