"""The recipes that `wikibot new --recipe` writes: all of each is played, and each plays for a week.

A play is a file of lines as of a log; behind ``=>`` stands the verdict that each must have.
``until`` lets time go by, and ``>`` are cells that are so by then, or values of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.generic.compiled import compiled
from rules.generic.game import GAME
from rules.generic.page.page import PAGE
from tests.for_each import for_each
from wikibot.apply import apply_log
from wikibot.game.ruleset.readings import read_readings
from wikibot.wikitext.numerals import parse_time

PLAYS = Path(__file__).parent / "recipes"
RECIPES = {name: GAME.recipes()[name] for name in ("auction", "exchange", "war")}
START = parse_time("2024-01-01T00:00:00Z")


@for_each("name", tuple(RECIPES))
def test_each_sentence_of_a_recipe_is_played(name: str) -> None:
    """Nothing of it is left to people, and its page has all that it needs."""
    pages = RECIPES[name]
    book = GAME.rulebook(pages["Ruleset"]).with_readings(read_readings(""))
    found = compiled(PAGE.read(pages["Gamestate"], book, START).state, book)

    assert [each.text for each, parsed in found.read if parsed.rule is None] == []
    assert len(found.read) <= 20


@for_each("name", tuple(RECIPES))
def test_a_recipe_plays_for_a_week(name: str) -> None:
    """Its lines are answered as they have to be, and the page says afterwards what came of them."""
    gamestate, said = RECIPES[name]["Gamestate"], list[str]()
    for lines, verdicts, until, cells in _parts((PLAYS / f"{name}.txt").read_text("utf-8")):
        said += lines
        played = apply_log(
            GAME, RECIPES[name]["Ruleset"], gamestate, "\n".join(said), parse_time(until)
        )
        given = [str(each.verdict) for each in played.outcomes][-len(lines) :] if lines else []
        told = [each.text for each in played.outcomes][-len(lines) :]

        assert list(zip(lines, given, strict=True)) == list(zip(lines, verdicts, strict=True)), told
        assert {each: _cell(played.state, each) for each in cells} == cells


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
