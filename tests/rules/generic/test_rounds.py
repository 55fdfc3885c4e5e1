"""Six kinds of nomic round in our own words: how much of each the grammar understands."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.generic.compiled import compiled
from rules.generic.game import GAME
from tests.rules.rulesets import ROUNDS, RULES, all_scenarios
from wikibot.wikitext.dialect import fold

MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
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
