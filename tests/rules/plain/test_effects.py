"""An effect is told in one place, and the rest of the program asks it what it needs to know."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import get_args

import pytest

from rules.generic.game import GAME
from rules.plain import tree
from rules.plain.effects.base import Effect
from tests.rules.generic.pages import table

NOW = datetime(2024, 1, 5, tzinfo=UTC)
PAGE = "\n".join(
    (table("Player | Gold", "Ann | 5"), table("House | Gold", "Bank | 5", heading="Houses"))
)


@pytest.mark.parametrize("effect", get_args(tree.Effect), ids=lambda each: each.__name__)
def test_every_effect_says_and_plays_itself(effect: type[Effect]) -> None:
    """A new one without either would be found out when somebody's sentence has it."""
    assert effect.says or effect.say is not Effect.say
    assert effect.play is not Effect.play


@pytest.mark.parametrize(
    "gives",
    [
        "they give 1 Gold to a random player",
        "the Gold of the Bank is shared equally among all players",
    ],
)
def test_what_gives_to_players_may_set_itself_off(gives: str) -> None:
    """The check says so of whatever players get more by."""
    rules = GAME.rulebook(f"Whenever a player gains Gold, {gives}.")
    (found,) = GAME.sentences(PAGE, rules, NOW)

    assert found.played
    assert "it may set itself off again" in found.why
