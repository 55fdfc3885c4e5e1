"""Which verbs a sentence that is for people limits."""

from __future__ import annotations

import pytest

from rules.generic.game import GAME, checked
from tests.rules.any_game import MONDAY
from tests.rules.generic.pages import table

PAGE = table("Name | Gold", "Ann | 1")
DIG = "A player may dig: they gain 1 Gold.\n\n"


@pytest.mark.parametrize(
    ("sentence", "waits"),
    [
        ("No player may dig in a storm.", True),
        ("Nobody may dig in a storm.", True),
        ("A player may not ever dig in a storm.", True),
        ("A player may dig only if the sky is clear.", True),
        ("Unless it pours, a player may dig.", True),
        ("Only a burly sort may dig.", True),
        ("Never dig in a storm.", True),
        ("While a storm rages, players cannot dig.", True),
        ("Digging is forbidden in a storm.", True),
        ("Nothing may be dug in a storm.", True),
        ("If you dig up a cat, you may keep it.", False),
        ("A player may dig for glory: they sing a song.", False),
        ("Diggers have a long tradition here.", False),
    ],
)
def test_the_check_says_what_waits_for_a_person(sentence: str, waits: bool) -> None:
    """Sentences that forbid a verb, or allow it under a condition only."""
    book = GAME.rulebook(DIG + sentence)
    *_, found = checked(GAME.read(PAGE, book, MONDAY).state, book)

    assert (found.played, "; each `dig` waits for a person, until" in found.why) == (False, waits)
