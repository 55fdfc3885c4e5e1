"""The recipes that `wikibot new --recipe` writes: all of each is played, and each plays for a week.

A play is a file of lines as of a log, those in brackets sealed; behind ``=>`` stands the verdict
that each must have. ``until`` lets time go by, and ``>`` are cells that are so by then, or values
of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.generic.compiled import compiled
from rules.generic.game import GAME
from rules.generic.owners import State
from rules.generic.page.page import PAGE
from tests.for_each import for_each
from tests.rules.generic.pages import sealed
from tests.rules.rulesets import ROUNDS, RULES, all_scenarios
from wikibot.apply import apply_log
from wikibot.game.ruleset.readings import read_readings
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import parse_time

PLAYS = Path(__file__).parent / "recipes"
RECIPES = GAME.recipes()
START = parse_time("2024-01-01T00:00:00Z")


def page_state(name: str) -> tuple[State, Rulebook]:
    """The state with which a recipe begins, and its rules."""
    book = GAME.rulebook(RECIPES[name]["Ruleset"]).with_readings(read_readings(""))
    return PAGE.read(RECIPES[name]["Gamestate"], book, START).state, book


@for_each("name", tuple(RECIPES))
def test_each_sentence_of_a_recipe_is_played(name: str) -> None:
    """Nothing of it is left to people, and its page has all that it needs."""
    found = compiled(*page_state(name))

    assert [each.text for each, parsed in found.read if parsed.rule is None] == []
    assert len(found.read) <= 20


@for_each("name", tuple(RECIPES))
def test_a_recipe_plays_for_a_week(name: str) -> None:
    """Its lines are answered as they have to be, and the page says afterwards what came of them."""
    gamestate, said = RECIPES[name]["Gamestate"], list[str]()
    for lines, verdicts, until, cells in _parts((PLAYS / f"{name}.txt").read_text("utf-8")):
        said += map(_as_saved, lines)
        log = "\n".join(said)
        played = apply_log(GAME, RECIPES[name]["Ruleset"], gamestate, log, parse_time(until))
        given = [str(each.verdict) for each in played.outcomes][-len(lines) :] if lines else []
        told = [each.text for each in played.outcomes][-len(lines) :]

        assert list(zip(lines, given, strict=True)) == list(zip(lines, verdicts, strict=True)), told
        assert played.problems == ()
        assert {each: _cell(played.state, each) for each in cells} == cells


def _as_saved(line: str) -> str:
    """What stands in brackets is sealed."""
    who, bracket, said = line.partition(": (")
    return sealed(f"{who}: {said.removesuffix(')')}") if bracket else line


def _parts(text: str) -> Iterator[tuple[list[str], list[str], str, dict[str, str]]]:
    """Lines, their verdicts, until when, and cells, of each part of a play."""
    lines, verdicts = list[str](), list[str]()
    until, cells = "", dict[str, str]()
    for line in (*text.splitlines(), "end"):
        if until and not line.startswith(">"):
            yield lines, verdicts, until, cells
            lines, verdicts, until, cells = [], [], "", {}
        if line.startswith("until "):
            until = line.removeprefix("until ")
        elif line.startswith(">"):
            where, _, held = line[1:].partition("=")
            cells[where.strip()] = held.strip()
        elif "=>" in line:
            order, _, verdict = line.rpartition("=>")
            lines.append(order.strip())
            verdicts.append(verdict.strip())


def _cell(state: object, where: str) -> str:
    """What stands at ``TABLE / THING / COLUMN``, or under the label of a value."""
    held = dict(state) if isinstance(state, dict) else {}
    parts = [each.strip() for each in where.split("/")]
    if len(parts) == 1:
        return str(held["values"][parts[0]])
    table, thing, column = parts
    rows = held["players"] if table == "players" else held["tables"][table]
    row = next(each for each in rows if each["name"] == thing)
    return str(row["fields"].get(column, ""))


# Six kinds of nomic round in our own words: how much of each the grammar understands.


STORY = (
    "Captains are expected", "Nobody may shout", "A bid may not be taken back",
    "The dungeon master", "Farmers should", "Ghosts are asked",
    "A player who has no Lives may not speak", "Players keep the treaties", "Crew members should",
    "Captains should", "Weeds grow", "Racers should", "Courtiers should",
    "Keepers are asked to hum", "Ghosts are asked to keep",
)  # fmt: skip
"""Sentences that are no mechanics: people keep them."""
WANTING = {"heist": ("A player may share any amount of Loot with another player",)}
"""Mechanics that have no form yet; docs/writing-rules.md says how to word them."""


@pytest.mark.parametrize("name", ROUNDS)
def test_what_is_left_to_people_is_story_or_known_to_be_wanting(name: str) -> None:
    """At least eight in ten sentences of the mechanics are played, and the others are named."""
    scenario = next(s for s in all_scenarios() if name == s.file and name == s.rules)
    book = GAME.rulebook(RULES[name].text)
    state = GAME.read(scenario.begins, book, START).state
    read = compiled(state, book).read
    people = [each.text for each, parsed in read if parsed.rule is None]
    mechanics = [
        each.text for each, _ in read if not fold(each.text).startswith(tuple(map(fold, STORY)))
    ]
    wanting = [text for text in people if text in mechanics]

    assert 10 <= len(read) <= 25
    assert len(wanting) <= len(mechanics) / 5
    assert len(WANTING.get(name, ())) == len(wanting)
    assert all(text.startswith(WANTING[name]) for text in wanting)
