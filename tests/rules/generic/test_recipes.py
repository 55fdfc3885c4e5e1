"""The recipes: every sentence of each is played, and a week of each comes out as it says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from rules.generic.compiled import compiled
from rules.generic.game import GAME
from rules.generic.page.page import PAGE
from tests.for_each import for_each
from tests.rules.rulesets import ROUNDS, RULES, all_scenarios
from wikibot.apply import apply_log
from wikibot.dice.session import PUBLIC, seal_line
from wikibot.game.ruleset.readings import read_readings
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import parse_time

RECIPES = files("rules.generic") / "recipes"
NAMES = ("draft", "parliament", "werewolf")
MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
WEEKS = {
    "parliament": """
01T09:00 Ann: propose: More fish
01T09:01 Ann: vote P1 for
01T09:02 Bob: vote P1 against
01T09:03 Cat: lobby Bob
01T09:04 Bob: offer Cat a Pact
01T09:05 Cat: accept
01T09:06 Cat: lobby Bob  !
01T10:00 Bob: propose: Less fish
01T10:01 Cat: veto P2
02T09:00 Ann: vote for Cat
02T09:01 Bob: vote for Cat
05T09:00 Cat: lobby Ann
""",
    "draft": """
01T09:00 Ann: draw a Card from the Deck
01T09:01 Ann: draw  !
01T09:02 Ann: show off  !
01T09:03 Ann: discard King  !
02T09:00 Ann: draw
02T09:01 Bob: draw
03T09:00 Ann: discard Jack
03T09:01 Ann: sneeze  !
04T08:01 Bob: draw
04T09:00 Ann: draw
04T09:01 Ann: offer 1 Shield for 1 Points to Bob
04T09:02 Bob: accept  !
04T09:03 Bob: decline
""",
    "werewolf": """
01T09:00 Ann: mark Bob  !
01T09:01 Ann: vote for Eve
01T09:02 Dan: vote for Cat
01T09:03 Bob: vote for Eve
01T09:04 Cat: vote for Eve
03T09:00 Eve: vote for Ann  !
03T09:01 Ann: (mark Cat)
03T09:02 Bob: (mark Cat)
03T09:03 Cat: (mark Dan)
03T09:04 Dan: (nothing)
04T09:00 Dan: vote for Ann
04T09:01 Bob: vote for Ann
""",
}
"""Lines of January 2024; behind those with a mark the rules forbid what they ask for.

Those in brackets are sealed.
"""


def sealed(line: str) -> str:
    """A line of a log as it is saved."""
    who, bracket, said = line.removesuffix("  !").partition(": (")
    if not bracket:
        return who
    return f"{who}: {seal_line(PUBLIC.box, who.split()[-1], said.removesuffix(')'))[0]}"


def page(name: str, title: str) -> str:
    """A page of a recipe."""
    return (RECIPES / name / f"{title}.wiki").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_is_played(name: str) -> None:
    """Who copies a recipe has no sentence that is for people."""
    book = GAME.rulebook(page(name, "Ruleset"))

    found = GAME.sentences(page(name, "Gamestate"), book, MONDAY)

    assert [each.text for each in found if not each.played] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_week_is_played(name: str) -> None:
    """What may be done is done, and what the rules forbid is refused."""
    lines = WEEKS[name].strip().splitlines()
    log = "".join(f"2024-01-{sealed(at).replace(' ', ':00Z ', 1)}\n" for at in lines)

    done = apply_log(
        GAME, page(name, "Ruleset"), page(name, "Gamestate"), log,
        now=datetime(2024, 1, 7, 12, tzinfo=UTC),
    )  # fmt: skip

    refused = [each.action.text for each in done.outcomes if each.verdict != "done"]
    wanted = [each for each in lines if each.endswith("!")]
    assert done.problems == ()
    assert len(refused) == len(wanted)


# The recipes that `wikibot new --recipe` writes: all of each is played, and each plays for a week.
#
# A play is a file of lines as of a log; behind ``=>`` stands the verdict that each must have.
# ``until`` lets time go by, and ``>`` are cells that are so by then, or values of the game.


PLAYS = Path(__file__).parent / "recipes"
OF_TRADES = {name: GAME.recipes()[name] for name in ("auction", "exchange", "war")}
START = parse_time("2024-01-01T00:00:00Z")


@for_each("name", tuple(OF_TRADES))
def test_each_sentence_of_a_recipe_is_played(name: str) -> None:
    """Nothing of it is left to people, and its page has all that it needs."""
    pages = OF_TRADES[name]
    book = GAME.rulebook(pages["Ruleset"]).with_readings(read_readings(""))
    found = compiled(PAGE.read(pages["Gamestate"], book, START).state, book)

    assert [each.text for each, parsed in found.read if parsed.rule is None] == []
    assert len(found.read) <= 20


@for_each("name", tuple(OF_TRADES))
def test_a_recipe_plays_for_a_week(name: str) -> None:
    """Its lines are answered as they have to be, and the page says afterwards what came of them."""
    gamestate, said = OF_TRADES[name]["Gamestate"], list[str]()
    for lines, verdicts, until, cells in _parts((PLAYS / f"{name}.txt").read_text("utf-8")):
        said += lines
        played = apply_log(
            GAME, OF_TRADES[name]["Ruleset"], gamestate, "\n".join(said), parse_time(until)
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
    state = GAME.read(scenario.begins, book, MONDAY).state
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
