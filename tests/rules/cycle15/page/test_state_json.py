"""The state in JSON, key by key as other programs rely on it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from rules.cycle15.page import to_json
from rules.cycle15.state import Player, Space, State
from wikibot.game.actions import ActionId
from wikibot.game.rolls import Roll, StandingRoll
from wikibot.game.ruleset.rulebook import read_rulebook
from wikibot.game.state import Kind, Pending, Proposal

NOW = datetime(2024, 1, 5, 2, 22, tzinfo=UTC)
BOOK = read_rulebook("=== Wheel Rotation ===\n\nIt turns.\n", (), ())


def test_all_keys() -> None:
    """Every promised key is there, in plain JSON types; counts of zero are not."""
    state = State(
        NOW,
        phase=4,
        started=NOW - timedelta(days=30),
        players={
            "Alice": Player("Alice", items={"Crystal": 2, "Fish": 0}, location=-5),
            "Bob": Player("Bob", "Bobby", joined=NOW - timedelta(days=1)),
        },
        rolls=(StandingRoll("Alice", "move", "movement", 1, Roll(1, 4, (3,)), 2),),
        pending=(Pending(ActionId(0, 0, 1), "Alice", Kind.ACTION, "move", "a roll of 2d4", NOW),),
        proposals=(Proposal("7", "More fish", "Standard", "Bob", "open"),),
        judge="Carol",
        winners=("Alice",),
        spaces={
            0: Space(0, "Hazard", "Thin Ice", (1, 2)),
            1: Space(1, successors=(0, 77)),
            2: Space(2),
        },  # no 77
        wheel_rotation=8,
        party=True,
    )

    assert to_json(state, BOOK) == {
        "game": "cycle15",
        "now": "2024-01-05T02:22:00Z",
        "phase": 4,
        "players": [
            {"name": "Alice", "items": {"Crystal": 2}, "location": -5, "reputable": True},
            {"name": "Bob", "items": {}, "location": 0, "reputable": False},
        ],
        "proposals": [
            {
                "id": "7", "title": "More fish", "class": "Standard", "proposer": "Bob",
                "status": "open",
            }
        ],
        "judge": "Carol",
        "winners": ["Alice"],
        "pending": [{"player": "Alice", "asks": "a roll of 2d4"}],
        "rolls": [
            {
                "player": "Alice", "for": "move", "label": "movement", "roll": "1d4 (3) = 3",
                "missing": 1,
            }
        ],
        "spaces": [
            {"id": 0, "type": "Hazard", "pseudo_type": "Thin Ice", "successors": [1, 2]},
            {"id": 1, "type": "Blank", "pseudo_type": None, "successors": [0]},
            {"id": 2, "type": "Blank", "pseudo_type": None, "successors": []},
        ],
        "wheel_rotation": 8,
        "party": True,
    }  # fmt: skip


def test_no_wheel_is_null() -> None:
    """A game without a wheel says so."""
    assert to_json(State(NOW), BOOK)["wheel_rotation"] is None


def test_no_wheel_without_its_section() -> None:
    """The ruleset page decides: a line that is left on the gamestate page makes no wheel."""
    state = State(NOW, phase=4, wheel_rotation=8)

    assert to_json(state, read_rulebook("== Board ==\n", (), ()))["wheel_rotation"] is None
