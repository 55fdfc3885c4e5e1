"""The recipes: every sentence of each is played, and a week of each comes out as it says."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.resources import files

import pytest

from rules.generic.game import GAME
from wikibot.apply import apply_log
from wikibot.dice.session import PUBLIC, seal_line

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
