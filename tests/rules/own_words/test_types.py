"""A type of space that nobody programmed, by its own words:
what happens to players who land or pass.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.cycle15 import GAME
from wikibot.apply import apply_log
from wikibot.game.actions import Verdict
from wikibot.game.ruleset.recognition import Binding
from wikibot.stewards.accept import Origin, accept

PAGES = GAME.demo().pages
BEFORE = "==== Stop Sign ===="
TYPES = """==== Fountain ====

"Fountain" is a type of space. When a player lands on or passes through a Fountain space, \
they gain 1d4 Shards.

==== Well ====

A Well is a type of space. When a player lands on such a space they gain 2 Shards. \
When a player passes through a Well
space, they lose 1 Crystal.

==== Bog ====

When a player lands on this space, they gain 2 Shards, then move to space 0.

==== Pit ====

When a player lands on this space, destroy Space 20.

==== Drain ====

When a player lands on this space, they lose 2 Crystals.

==== Altar ====

When a player lands on this space, they amend the rules by appending to a (new if it doesn't \
exist) rule with the title "Altars" and the text {Altars are holy.}

==== Maze ====

"Maze" is a type of space. A player on such a space may get lost: they gain 1 Shard.

"""
RULESET = PAGES["Ruleset"].replace(BEFORE, TYPES + BEFORE)


def page(**types: str) -> str:
    """The demo's board with other types on some of its Blank spaces."""
    text = PAGES["Gamestate"]
    for at, kind in types.items():
        text = text.replace(f"| {at[1:]} || Blank ||", f"| {at[1:]} || {kind} ||")
    return text


def accepted(*units: str) -> tuple[Binding, ...]:
    """What a steward accepted."""
    return accept(GAME.rulebook(RULESET), units, (), Origin("2024-01-05", "test"))


def test_a_new_type_is_understood_whole_or_not_at_all() -> None:
    """A sentence about anything but landing there or passing leaves the type to people."""
    book = GAME.rulebook(RULESET)

    assert book.in_words("Fountain").says == (
        "Whenever a player lands on or passes a Space whose Type is Fountain, "
        "the player gains 1d4 Shard."
    )
    assert book.in_words("Maze").says == ""


@pytest.mark.parametrize(
    ("types", "line", "told"),
    [
        pytest.param({"s3": "Fountain"}, "move 1 2 3 -- 2d4 (1, 2) = 3 -- 1d4 (4) = 4",
                     "Ann gains 4 Shard", id="landing"),
        pytest.param({"s1": "Fountain"}, "move 1 2 3 -- 2d4 (1, 2) = 3 -- 1d4 (1) = 1",
                     "Ann gains 1 Shard", id="passing what counts both"),
        pytest.param({"s1": "Well"}, "move 1 2 3 -- 2d4 (1, 2) = 3", "Ann loses 1 Crystal",
                     id="passing"),
        pytest.param({"s3": "Well"}, "move 1 2 3 -- 2d4 (1, 2) = 3", "2 Shard",
                     id="landing where passing is something else"),
        pytest.param({"s3": "Bog"}, "move 1 2 3 -- 2d4 (1, 2) = 3", "3 → 0", id="moved on"),
    ],
)  # fmt: skip
def test_players_land_and_pass(types: dict[str, str], line: str, told: str) -> None:
    """Its words are played with every move that touches such a space."""
    log = f"2024-01-05T02:22:00Z Ann: {line}"
    now = datetime(2024, 1, 5, 3, tzinfo=UTC)
    pins = accepted("Fountain", "Well", "Bog")
    found = apply_log(GAME, RULESET, page(**types), log, now, pins)

    assert found.outcomes[0].verdict is Verdict.DONE
    assert told in found.outcomes[0].text


def test_a_move_there_waits_until_it_is_accepted() -> None:
    """What is understood is shown to a steward first."""
    log = "2024-01-05T02:22:00Z Ann: move 1 2 3 -- 2d4 (1, 2) = 3"
    found = apply_log(GAME, RULESET, page(s3="Bog"), log)

    assert found.outcomes[0].verdict is Verdict.HELD


def test_what_the_game_cannot_do_is_not_said_to_be_done() -> None:
    """No rule takes a space off the board: whoever says that one does is asked to see to it."""
    log = "2024-01-05T02:22:00Z Ann: move 1 2 3 -- 2d4 (1, 2) = 3"
    found = apply_log(GAME, RULESET, page(s3="Pit"), log, overlay=accepted("Pit"))

    assert found.outcomes[0].verdict is Verdict.HELD
    assert "only a person can make or destroy" in found.outcomes[0].text


def test_which_crystals_go_is_not_guessed_for_a_type_either() -> None:
    """The type whose words are played waits for a steward, not an item, of which none is in use."""
    log = "2024-01-05T02:22:00Z Ann: move 1 2 3 -- 2d4 (1, 2) = 3"
    has_crustals = page(s3="Drain").replace("|| 2 Fish", "|| 2 Fish, Crustal", 1)
    found = apply_log(GAME, RULESET, has_crustals, log, overlay=accepted("Drain"))

    assert found.outcomes[0].verdict is Verdict.HELD
    assert "it is not said which go" in found.outcomes[0].text


def test_a_type_that_would_change_the_rules_is_left_to_people() -> None:
    """An amendment says by which item it came."""
    assert GAME.rulebook(RULESET).in_words("Altar").says == ""
