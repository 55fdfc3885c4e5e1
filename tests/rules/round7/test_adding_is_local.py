"""A type of feature is added at one place: it takes effect, is drawn, and its name is taken."""

from __future__ import annotations

from datetime import UTC, datetime

from rules.round7.board import BoardSection, FeatureType, Landing
from rules.round7.round import Round7
from rules.round7.state import Player, State, Turn
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine

NOW = datetime(2024, 1, 2, tzinfo=UTC)


def _sink(landing: Landing, space: int, feature: str) -> None:
    landing.act.say(f"{landing.who} sinks into the {feature} on {space}")


class WithSwamps(Round7):
    """Round 7 with one section more."""

    sections = (
        *Round7.sections,
        BoardSection(features=(FeatureType("Swamp", "w", "brown", land=_sink),)),
    )


def test_a_type_of_feature_is_its_value_alone() -> None:
    """Who lands there meets it, the board shows its sign and colour, no town is called so."""
    game = WithSwamps()
    book = game.rulebook(game.demo().pages["Ruleset"])
    players = {"Ann": Player("Ann", space=5)}
    state = State(NOW, players=players, turn=Turn("Ann", NOW, 5), features={9: ("Swamp",)})
    line = Action(ActionId(0, 0, 0), NOW, "Ann", "move -- 1d6 (4) = 4", 0, True, True)
    drawn = next(cell for cell in game.picture(state, book).cells if cell.label == "9")

    (outcome,) = Engine(game, book).play(state, [line]).outcomes

    assert "Ann sinks into the Swamp on 9" in outcome.text
    assert (drawn.sign, drawn.colour) == ("w", "brown")
    assert "Swamp" in game.reserved(state, book)
