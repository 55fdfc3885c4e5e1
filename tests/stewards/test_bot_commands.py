"""What stewards say to the bot itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from rules.generic.game import GAME as GENERIC
from tests.game.pond import GAME, PAGE, edited
from wikibot.game.actions import Action, ActionId
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.bot_commands import RulesetPage, StewardDecisions, carry_out
from wikibot.storage.cursor import Notice

BOOK = GAME.rulebook(
    edited(("It thaws in", "All ice goes in"), ("somebody who told", "anybody who told"))
)


def given(
    order: str, book: Rulebook = BOOK, waiting: Sequence[Notice] = ()
) -> tuple[str, str, list[tuple[str, str]]]:
    """The verdict and the text of an answer.

    Which wordings are accepted then, each with its variant, or which readings are given.
    """
    action = Action(ActionId(1, 2, 0), datetime(2024, 1, 5, tzinfo=UTC), "Sam", order, trusted=True)
    standing, others, (outcome,) = carry_out(
        StewardDecisions(notices=tuple(waiting)), [action], RulesetPage(lambda _pins, _given: book)
    )
    assert others == []
    bound = [(pin.unit, pin.variant) for pin in standing.accepted]
    return outcome.verdict, outcome.text, [*bound, *((e.wording, e.means) for e in standing.given)]


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


def test_a_name_of_several_rules_that_wait() -> None:
    """Neither is accepted, and the answer has the names that tell them apart."""
    fair = "\n== Fair ==\n=== {} ===\nTold twice.\n== Pier ==\n=== {} ===\nTold.\n"
    book = GAME.rulebook(PAGE + fair.format("Dance", "Dance"))
    waiting = [Notice(unit, "new") for unit in ("Fair/Dance", "Pier/Dance")]
    answer = given("accept Dance as flavour", book, waiting)
    one = given("accept Pier/Dance as flavour", book, waiting)

    several = "several rules that wait are called 'Dance': Fair/Dance, Pier/Dance"
    assert answer == ("huh", several, [])
    assert one[2] == [("Dance: Told", "nothing")]


def test_what_a_page_alone_says_needs_no_acceptance() -> None:
    """Where sentences are played as they stand, nothing of them is ever held for its wording."""
    book = GENERIC.rulebook("== Casino ==\nA player may gamble: they gain 1 Gold.\n")

    for order in ("accept Casino", "accept Casino as flavour"):
        settled = "Casino is played as it reads; nothing of it waits to be accepted"
        assert given(order, book) == ("done", settled, [])


def test_a_unit_that_is_not_there() -> None:
    """The whole of what was written is taken for a name."""
    assert given("accept Sand as hard")[:2] == (
        "huh",
        "no unit of the ruleset page is called 'Sand as hard'",
    )
