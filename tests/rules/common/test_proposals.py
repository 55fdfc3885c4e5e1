"""Proposals whose rules the page does not (or no longer) say in a form that is read:
left to a steward, once.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from rules.common import proposals
from rules.common.proposals import Proposals
from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.standing_rolls import Stated
from wikibot.game.problems import Refused
from wikibot.game.ruleset.recognition import Pin
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.ruleset.units import read_units
from wikibot.game.state import Former, Player, Proposal, State

PAGE = """== Proposals ==
They change rules.

=== Urgent Class Proposal ===
Two days (48 hours), no more than two votes against.
"""
MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
LATER = datetime(2024, 1, 3, tzinfo=UTC)


def book(page: str, settled: str = "") -> Rulebook:
    """A ruleset page,
    of which the wordings of ``settled`` are implemented (its own where that is left out).
    """
    units = read_units(settled or page, ()).values()
    pins = [
        Pin(u.name, "", u.prints.exact, u.prints.normal, u.prints.masked, "test", "2024-01-01")
        for u in units
    ]
    return read_rulebook(page, (), pins)


def closing(game: Proposals, page: str, settled: str = "") -> ActionContext[State]:
    """Time passing over an Urgent proposal's end."""
    proposal = Proposal("P1", "Fish", "Urgent", "Ann", "open", MONDAY)
    state = State(LATER, players={"Ann": Player("Ann")}, proposals=(proposal,))
    act = ActionContext(
        Tiny(), book(page, settled), state, Action(ActionId(0, 0, 0), LATER, "", ""), None, "",
        Stated(),
    )  # fmt: skip
    game.pass_time(act)
    return act


def breaks(act: ActionContext[State], proposal: Proposal) -> None:
    """An effect with a mistake in it."""
    raise ZeroDivisionError("oh")


def refuses(act: ActionContext[State], proposal: Proposal) -> None:
    """An effect that a rule forbids."""
    raise Refused("nobody does that", rule="Fish")


@pytest.mark.parametrize(
    ("adopted", "told"),
    [
        (breaks, "the bot failed at `ending P1` (ZeroDivisionError: oh)"),
        (refuses, "nobody does that (rule Fish)"),
    ],
)
def test_an_effect_that_fails_is_left_to_a_steward(
    contained: list[str], adopted: object, told: str
) -> None:
    """The proposal is held, with the reason, and nothing is due any more."""
    game = Proposals((replace(proposals.URGENT, adopted=adopted),))
    act = closing(game, PAGE)

    assert act.state.proposals[0].status == "held"
    assert told in act.text
    assert game.ends(act.state, act.book) is None


def test_a_period_that_cannot_be_read_does_not_end() -> None:
    """Where the section gives no hours, the proposal stays open until somebody rules."""
    act = closing(Proposals((proposals.URGENT,)), PAGE.replace("Two days (48 hours)", "A few days"))

    assert act.state.proposals[0].status == "open"


def test_a_class_whose_wording_changed_meanwhile_is_left_to_a_steward() -> None:
    """Nobody knows how votes count by the new wording:
    the proposal is held, and the answer names the section.
    """
    act = closing(
        Proposals((proposals.URGENT,)), PAGE.replace("two votes against", "two friends"), PAGE
    )

    assert act.state.proposals[0].status == "held"
    assert "Urgent Class Proposal: its wording changed" in act.text


def test_the_message_of_somebody_who_left_is_watched() -> None:
    """Who edits or deletes their message retracts the proposal,
    by the account that played, also after leaving.
    """
    proposal = Proposal(
        "P1", "Fish", "Urgent", "Ann", "open", MONDAY, line=ActionId(1, 2, 0),
        message="propose: Fish",
    )  # fmt: skip
    gone = State(MONDAY, proposals=(proposal,), former=(Former("Ann", "Ann W", MONDAY),))
    watched = list(Proposals((proposals.URGENT,)).watched(gone))

    assert [(each.account, each.order) for each in watched] == [("Ann W", "retract P1")]
