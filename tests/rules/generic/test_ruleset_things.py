"""A table of the ruleset page gives its things words of their own, as one of the gamestate does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.generic.game import checked
from wikibot.apply import apply_log
from wikibot.config.games import load_game

NOW = datetime(2024, 1, 8, tzinfo=UTC)
RULESET = """== Items ==
{| class="wikitable"
! Item !! Effect !! Cost
|-
| Potion || Gain 2 Health. || 3 Gold
|-
| Lamp || Move to Space 2; it is not used up. || 1 Gold
|-
| Riddle || Tell a riddle that everyone likes. || 1 Gold
|}
== Board ==
{|
! Space !! When landed on
|-
| 2 || Lose 1 Health
|}
"""
GAMESTATE = """== Players ==
{|
! Name !! Health !! Gold !! Space !! Items
|-
| Ann || 3 || 9 || 1 || Riddle
|}
== Spaces ==
{|
! Space !! Leads to
|-
| 1 || 2
|-
| 2 || 1
|}
"""
LINES = ("buy a Potion", "use Potion", "buy Lamp", "use Lamp", "use Riddle")


def test_things_of_the_ruleset_are_bought_used_and_landed_on() -> None:
    """What a cell says is played; a cell that is not understood is for people."""
    log = "\n".join(f"2024-01-08T09:0{at}:00Z Ann: {line}" for at, line in enumerate(LINES))

    applied = apply_log(load_game("generic"), RULESET, GAMESTATE, log)

    assert [each.verdict.value for each in applied.outcomes[:4]] == ["done"] * 4
    assert applied.outcomes[4].verdict.value != "done"
    (ann,) = applied.state["players"]
    assert {name: ann["fields"][name] for name in ("Health", "Gold", "Space")} == {
        "Health": 4, "Gold": 5, "Space": "2",
    }  # fmt: skip
    assert ann["items"] == {"Lamp": 1, "Riddle": 1}


@pytest.mark.parametrize(
    ("header", "missing"),
    [("Items", set[str]()), ("Potion", {"Lamp", "Riddle"}), ("Fame", {"Potion", "Lamp", "Riddle"})],
)
def test_the_check_names_what_players_cannot_hold(header: str, missing: set[str]) -> None:
    """A thing that is bought needs a column of its own or a list of items."""
    game = load_game("generic")
    book = game.rulebook(RULESET)
    page = GAMESTATE.replace("Items", header).replace("Riddle\n", "\n")
    found = checked(game.read(page, book, NOW).state, book)

    assert {each.unknown for each in found if "is bought for" in each.text} == missing
