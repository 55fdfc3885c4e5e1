"""What stewards say to the bot itself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.game.pond import GAME, edited
from wikibot.game.actions import Action, ActionId
from wikibot.stewards.bot_commands import RulesetPage, StewardDecisions, carry_out

BOOK = GAME.rulebook(
    edited(("It thaws in", "All ice goes in"), ("somebody who told", "anybody who told"))
)


def given(order: str) -> tuple[str, str, list[tuple[str, str]]]:
    """The verdict and the text of an answer.

    Which wordings are accepted then, each with its variant.
    """
    action = Action(ActionId(1, 2, 0), datetime(2024, 1, 5, tzinfo=UTC), "Sam", order, trusted=True)
    standing, others, (outcome,) = carry_out(
        StewardDecisions(), [action], RulesetPage(lambda _pins: BOOK)
    )
    assert others == []
    return outcome.verdict, outcome.text, [(pin.unit, pin.variant) for pin in standing.accepted]


@pytest.mark.parametrize(
    ("order", "accepted"),
    [
        ("accept Anglers", ("Anglers", "")),
        ("accept frost as hard", ("Frost", "hard")),
        ("accept Frost as mild.", ("Frost", "mild")),
    ],
)
def test_a_wording_is_accepted(order: str, accepted: tuple[str, str]) -> None:
    """With the name of the variant where the unit is implemented in several."""
    verdict, _, pins = given(order)

    assert (verdict, pins) == ("done", [accepted])


@pytest.mark.parametrize(
    "order", ["accept Frost", "accept Frost as soft", "accept Frost as automatic"]
)
def test_a_steward_says_which_variant_a_wording_is(order: str) -> None:
    """Where that is in doubt nothing is accepted, and the answer has the lines to write."""
    verdict, text, pins = given(order)

    assert (verdict, pins) == ("cant", [])
    assert text.endswith("Write `accept Frost as mild` or `accept Frost as hard`")


def test_a_unit_that_is_not_there() -> None:
    """The whole of what was written is taken for a name."""
    assert given("accept Sand as hard")[:2] == (
        "huh",
        "no unit of the ruleset page is called 'Sand as hard'",
    )
