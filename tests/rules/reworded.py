"""Which scenarios touch a unit of a ruleset, and what becomes of them where the unit is reworded.

A scenario is played without its claims, by a ruleset page on which one unit alone says something
else. Nothing else can hold a line or an event there, so one that is held is held for that unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rules.cycle14 import GAME as CYCLE14
from rules.cycle15 import GAME as CYCLE15
from rules.round7 import GAME as ROUND7
from tests.rules.cycle14.stage import Stage14
from tests.rules.round7 import stage as stage7
from tests.rules.scenario import Stage
from tests.rules.scenario_files import Scenario, Wrong, read_scenarios
from wikibot.game.actions import Verdict
from wikibot.game.game import Game
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit
from wikibot.game.state import Kind

HERE = Path(__file__).parent
WIKI = HERE.parents[1] / "../shared/wiki"
NEW_WORDS = "Nobody does so now, and everybody does otherwise."
_VERDICTS = ("done", "needs", "cant", "huh", "held", "told")


@dataclass(frozen=True)
class Play:
    """A game, its ruleset page, and the scenarios that are played by it."""

    name: str
    game: Game[Any]
    page: str
    scenarios: tuple[Scenario, ...]
    stage: Callable[[Scenario, str], Any]

    like: str = ""  # another ruleset of the game: what reads the same there is tried there alone

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """Everything on the page that says something."""
        there = plays()[self.like].units.values() if self.like else ()
        known = [unit.prints.normal for unit in there]
        units = self.game.rulebook(self.page).units
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
    made = (
        _play("Cycle 15", CYCLE15, HERE / "scenarios", _stage15),
        _play("Cycle 15 early", CYCLE15, HERE / "scenarios", _stage15, "early"),
        _play(
            "Cycle 14", CYCLE14, HERE / "cycle14", lambda s, page: Stage14(s, page, lambda _: ())
        ),
        _play("Round 7", ROUND7, HERE / "round7/scenarios", stage7.Stage),
    )
    return {play.name: play for play in made if play.page}


def _stage15(scenario: Scenario, page: str) -> Stage:
    return Stage(scenario, CYCLE15, page, lambda _: ())


def _play(
    name: str,
    game: Game[Any],
    folder: Path,
    stage: Callable[[Scenario, str], Any],
    rules: str = "late",
) -> Play:
    file = WIKI / name / "Ruleset.wiki"
    page = file.read_text(encoding="utf-8") if file.exists() else ""
    found = [each for path in sorted(folder.glob("*.txt")) for each in read_scenarios(path)]
    own = tuple(each for each in found if not each.changes and each.rules == rules)
    return Play(name, game, page, own, stage, "Cycle 15" if rules == "early" else "")


def held_lines(play: Play, scenario: Scenario, page: str) -> Iterator[tuple[str, str]]:
    """The lines and events of a scenario that come out held by a page, as far as it can be played, with the unit."""
    stage, before = play.stage(scenario, page), None
    for line in without_claims(stage, scenario):
        if stage.outcome is not before and stage.outcome and stage.outcome.verdict is Verdict.HELD:
            yield line, stage.outcome.unit
        before = stage.outcome
        for each in stage.state.pending:
            if each.kind is Kind.HELD:
                yield each.text, each.asks.removeprefix("a ruling on ")


def without_claims(stage: Any, scenario: Scenario) -> Iterator[str]:
    """Play a scenario's lines without its claims and without pages, as far as they go; gives each after it."""
    stage.on_pages = False
    for number, line in scenario.lines:
        if line.split(maxsplit=1)[0] in _VERDICTS or (stage.playing and not _is_play(line)):
            continue
        try:
            stage._line(line, number)
        except (Wrong, ValueError, LookupError):
            if not _is_play(line):
                return
        yield line


def _is_play(line: str) -> bool:
    return (
        re.match(r"(?:until )?(?:week \d+ )?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d:\d\d", line)
        is not None
    )


@cache
def touches(name: str) -> Mapping[str, Sequence[Scenario]]:
    """For each unit the scenarios in which somebody asks whether it is settled, by playing all of them once."""
    play, asked = plays()[name], dict[str, dict[int, Scenario]]()
    real = Rulebook.require

    def noted(book: Rulebook, unit: str, **kwargs: Any) -> Unit:
        asked.setdefault(unit, {})[id(current)] = current
        return real(book, unit, **kwargs)

    Rulebook.require = noted  # type: ignore[method-assign, assignment]
    try:
        for current in play.scenarios:
            with suppress(Wrong):
                list(held_lines(play, current, play.page + "\n"))
    finally:
        Rulebook.require = real  # type: ignore[method-assign]
    return {unit: tuple(found.values()) for unit, found in asked.items()}


def first_held(play: Play, unit: Unit, enough: int = 400) -> str:
    """A line or event that is held where the unit is reworded; "" where no scenario has one."""
    page = play.reworded(unit)
    known = play.game.rulebook(page).known_as(unit.name)
    near = touches(play.name).get(known, ())
    near_ids = {id(each) for each in near}
    for scenario in (*near, *(each for each in play.scenarios if id(each) not in near_ids))[
        :enough
    ]:
        for held, why in held_lines(play, scenario, page):
            if why == known:
                return held
    return ""
