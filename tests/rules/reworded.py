"""Which scenarios touch a unit of a ruleset, and what becomes of them where the unit is reworded.

A scenario is played without its claims, by a ruleset page on which one unit alone says something
else. Nothing else can hold a line or an event there, so one that is held is held for that unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import pytest

from tests.rules.rulesets import RULES, all_scenarios, runner_of, without_claims
from wikibot.game.actions import Verdict
from wikibot.game.game import Game
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit
from wikibot.game.scenarios import Scenario, Wrong, rulebook_of
from wikibot.game.state import Kind

NEW_WORDS = "Nobody does so now, and everybody does otherwise."


@dataclass(frozen=True)
class Play:
    """A real ruleset page, its game, and the scenarios that are played by it."""

    name: str
    game: Game[Any]
    page: str
    scenarios: tuple[Scenario, ...]
    like: str = ""  # another ruleset of the game: what reads the same there is tried there alone

    @cached_property
    def book(self) -> Rulebook:
        """The page as the game reads it."""
        return rulebook_of(self.game, self.page)

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """Everything on the page that says something."""
        there = plays()[self.like].units.values() if self.like else ()
        known = [unit.prints.normal for unit in there]
        units = self.book.units
        return {
            name: unit
            for name, unit in units.items()
            if not unit.empty and unit.prints.normal not in known
        }

    def reworded(self, unit: Unit) -> str:
        """The page with new words in one unit."""
        if unit.kind == "section":
            behind = self.page.index("\n", unit.start) + 1
            return f"{self.page[:behind]}\n{NEW_WORDS}\n{self.page[behind:]}"
        return self.page.replace(unit.text, other_words(unit), 1)


def other_words(unit: Unit) -> str:
    """The text of a row or an item with new words in it."""
    if unit.kind == "item" and '"' not in unit.text:
        return unit.text.rstrip("\n") + f"\n** {NEW_WORDS}\n"
    text = unit.cells[-1] if unit.kind == "item" else _told(unit)
    before, found, after = unit.text.rpartition(text)
    return f"{before}{found} {NEW_WORDS}{after}"


def _told(row: Unit) -> str:
    """The cell of a row that says most."""
    return max((cell for cell in row.meaning.split(" ¦ ")), key=len)


@cache
def plays() -> Mapping[str, Play]:
    """Every ruleset that is at hand, by its name."""
    scenarios = [each for each in all_scenarios() if not each.changes]
    return {
        rules.folder: Play(
            rules.folder,
            rules.game,
            rules.real,
            tuple(each for each in scenarios if each.rules == key),
            RULES[rules.other].folder if rules.other else "",
        )
        for key, rules in RULES.items()
        if rules.real
    }


def play_of(name: str) -> Play:
    """One of them; the test is skipped where it is not at hand."""
    if name not in plays():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    return plays()[name]


def held_lines(scenario: Scenario, page: str) -> Iterator[tuple[str, str]]:
    """The lines and events of a scenario that a page holds,
    as far as it can be played, with the unit.
    """
    runner, before = runner_of(scenario, page), None
    for line in without_claims(runner):
        if (
            runner.outcome is not before
            and runner.outcome
            and runner.outcome.verdict is Verdict.HELD
        ):
            yield line, runner.outcome.unit
        before = runner.outcome
        for each in runner.state.pending:
            if each.kind is Kind.HELD:
                yield each.text, each.asks.removeprefix("a ruling on ")


@cache
def touches(name: str) -> Mapping[str, Sequence[Scenario]]:
    """For each unit the scenarios in which somebody asks whether it is settled,
    by playing all of them once.
    """
    play, asked = plays()[name], dict[str, dict[int, Scenario]]()
    real = Rulebook.require

    def noted(book: Rulebook, unit: str, **kwargs: Any) -> Unit:
        asked.setdefault(unit, {})[id(current)] = current
        return real(book, unit, **kwargs)

    Rulebook.require = noted  # type: ignore[method-assign, assignment]
    try:
        for current in play.scenarios:
            with suppress(Wrong):
                list(held_lines(current, play.page + "\n"))
    finally:
        Rulebook.require = real  # type: ignore[method-assign]
    return {unit: tuple(found.values()) for unit, found in asked.items()}


def words(scenario: Scenario) -> str:
    """All that a scenario says, in small letters."""
    return "\n".join((scenario.title, *(line for _, line in scenario.lines))).casefold()


def first_held(play: Play, unit: Unit, enough: int = 400) -> str:
    """A line or event that is held where the unit is reworded; "" where no scenario has one."""
    page = play.reworded(unit)
    known = rulebook_of(play.game, page).known_as(unit.name)
    touching = {id(each) for each in touches(play.name).get(known, ())}

    def is_far(scenario: Scenario) -> tuple[bool, bool]:
        """Those first in which the unit is asked for, then those that name it."""
        return id(scenario) not in touching, unit.title.casefold() not in words(scenario)

    for scenario in sorted(play.scenarios, key=is_far)[:enough]:
        for held, why in held_lines(scenario, page):
            if why == known:
                return held
    return ""
