"""What stands under an account stays that person's when a wiki gives the account another name."""

from __future__ import annotations

from datetime import UTC, datetime

from rules.cycle14 import GAME as CYCLE14
from rules.cycle14.state import Dying
from rules.cycle14.state import State as State14
from wikibot.game.actions import ActionId
from wikibot.game.state import (
    Former,
    Kind,
    Pending,
    Player,
    Proposal,
    Request,
    State,
    Trade,
    accounts,
    with_accounts,
)

NOW = datetime(2024, 1, 5, tzinfo=UTC)
NAMES = {"Ann": "Anna", "Old": "New", "Judge": "Justice"}


def test_a_state_with_other_names_of_accounts() -> None:
    """Names in the table stay, with all votes, trades and orders under them; accounts change."""
    waits = Pending(ActionId(1, 2, 0), "Ann", Kind.ACTION, "dig", "a roll", NOW)
    held = Pending(ActionId(1, 3, 0), "Judge", Kind.HELD, "help", "a ruling", NOW)
    proposal = Proposal("P1", "More", "minor", "Ann", "open", votes={"Ann": "for"})
    before = State(
        NOW,
        players={"Ann": Player("Ann"), "Bo": Player("Bo", "Old"), "Cy": Player("Cy")},
        former=(Former("Dee", "Old", NOW), Former("Judge", "", NOW)),
        pending=(waits, held),
        proposals=(proposal,),
        judge="Judge",
        requests=(Request("R1", "Judge", judge="Ann"),),
        trades=(Trade("T1", "Ann", "Bo"),),
    )
    after = with_accounts(before, NAMES)

    assert accounts(before) == ("Ann", "Old", "Cy", "Old", "Judge", "Judge")
    assert accounts(after) == ("Anna", "New", "Cy", "New", "Justice", "Justice")
    assert list(after.players) == ["Ann", "Bo", "Cy"]
    assert (after.proposals, after.trades) == (before.proposals, before.trades)
    assert [each.player for each in after.pending] == ["Ann", "Justice"]
    assert (after.judge, after.requests[0].asker, after.requests[0].judge) == (
        "Justice", "Justice", "Ann",
    )  # fmt: skip
    assert with_accounts(after, {"Anna": "Ann"}).players["Ann"].account == ""


def test_who_died_is_known_by_the_account() -> None:
    """In Cycle 14 Dying Experience outlasts a player, and goes on under the new name."""
    state = State14(NOW, dying=(Dying("Old", 2), Dying("Eve", 1)))

    assert tuple(CYCLE14.accounts(state)) == ("Old", "Eve")
    assert CYCLE14.with_accounts(state, NAMES).dying == (Dying("New", 2), Dying("Eve", 1))
