"""Wordings of one ruleset stand together.

A rule of another cycle's ruleset among them is held, though it is known.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.cycle15 import GAME
from wikibot.game.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.accept import Origin, accept

FOLDER = Path(__file__).parents[3] / "shared" / "wiki"
LATE, EARLY = "Cycle 15", "Cycle 15 early"
OTHERS = {LATE: EARLY, EARLY: LATE}


def page(name: str) -> str:
    """A ruleset as the players wrote it."""
    file = FOLDER / name / "Ruleset.wiki"
    if not file.exists():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    return file.read_text(encoding="utf-8")


def held(book: Rulebook) -> list[str]:
    """All units that wait."""
    names = dict.fromkeys(map(book.known_as, book.units))
    return [name for name in names if isinstance(book.obstacle(name), Held)]


def with_the_others(name: str) -> list[tuple[str, str]]:
    """The page of a ruleset with each rule in turn as the other ruleset has it.

    The name of that rule.
    """
    mine, theirs = GAME.rulebook(page(name)), GAME.rulebook(page(OTHERS[name]))
    sections = [
        unit for unit in mine.units.values() if unit.kind == "section" and unit.text in mine.text
    ]
    both = [unit for unit in sections if unit.name in theirs.units]
    pairs = [(unit, theirs.units[unit.name]) for unit in both]
    differ = [(one, other) for one, other in pairs if one.prints.normal != other.prints.normal]
    return [(one.name, mine.text.replace(one.text, other.text, 1)) for one, other in differ]


@pytest.mark.parametrize("name", OTHERS)
def test_a_rule_of_another_ruleset_is_held(name: str) -> None:
    """It is not played on in a mixture, and the answer says which ruleset it reads as."""
    found = with_the_others(name)

    assert len(found) >= 8
    for unit, text in found:
        book = GAME.rulebook(text)
        assert (unit, held(book)) == (unit, [unit])
        assert OTHERS[name] in getattr(book.obstacle(unit), "why", "")


@pytest.mark.parametrize("name", OTHERS)
def test_what_people_accept_counts_beside_any_ruleset(name: str) -> None:
    """A steward who accepts it has it played."""
    unit, text = with_the_others(name)[0]
    book = GAME.rulebook(text)
    variant = book.pins[unit][0].variant or None

    assert (
        held(
            GAME.rulebook(
                text, accept(book, [unit], (), Origin("2024-01-05", "accepted by Sam", variant))
            )
        )
        == []
    )


def test_a_sentence_that_is_taken_away() -> None:
    """The rule reads as in the early ruleset then, and is held among the late ones."""
    sentence = "If no judge candidacies are put forward during a week"
    text = page(LATE)
    start = text.index(sentence)
    judges = GAME.rulebook(text[:start] + text[text.index("\n", start) + 1 :]).obstacle("Judges")

    assert isinstance(judges, Held)
