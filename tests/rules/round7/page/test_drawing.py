"""The board as a picture and as text, and the state in JSON."""

from __future__ import annotations

from datetime import UTC, datetime

from rules.round7 import GAME
from rules.round7.state import Player, State, Town, Turn
from tests.rules.boards import board_text

NOON = datetime(2024, 1, 2, 12, tzinfo=UTC)
BOOK = GAME.rulebook(GAME.demo().pages["Ruleset"])
STATE = State(
    NOON,
    players={
        "Ann": Player(
            "Ann", space=12, poents=7, numbers=(3,), immutable=(1,), bank=10, items={"House": 2}
        ),
        "Bob": Player("Bob", space="Jail", poents=1),
        "Abe": Player("Abe", space="Gulag"),
    },
    turn=Turn("Ann", NOON),
    highest=12,
    features={
        4: ("Cop Car",), 5: ("Ladder 1L",), 6: ("Bob's House 1", "Rome town"), 9: ("Ladder 1U",),
    },
    cop_health=190,
    towns={"Rome": Town("Rome", "Bob", ("Bob",), ("Ann",), 5)},
)  # fmt: skip
BOARD = """\
Turn of Ann | the Cop Car has health 190

The board
  12^N  11$   10    9#    8     7%$
  1     2$    3$    4!    5#$   6ht
  notes: 5 ↑ 9; 6 h1 Bob; 6 t Rome

Beside it
   Jail:B  Gulag:A

Signs: % Bank; ! Cop Car; h House; # Ladder; $ Shop; t town; ^ The Frontier;
  h2 Ann Ann's House 2; ↑ 9 a ladder to space 9; ↓ 3 a snake to space 3;
  ▶ whose turn it is

Players: A Abe at Gulag; N ▶ Ann at 12; B Bob at Jail"""


def test_the_board_as_text() -> None:
    """Rows run to and fro from the lowest up; who is beside the board stands below it."""
    assert board_text(GAME.picture(STATE, BOOK)) == BOARD


def test_the_state_in_json() -> None:
    """The keys that others rely on."""
    found = GAME.to_json(STATE, BOOK)

    assert found["players"][0] == {
        "name": "Ann", "items": {"House": 2}, "poents": 7, "vp": 0, "space": 12, "numbers": [3, 1],
        "immutable_numbers": [1], "account": 10,
    }  # fmt: skip
    assert found["players"][1]["space"] == "Jail"
    assert found["turn"] == {"player": "Ann", "started": "2024-01-02T12:00:00Z"}
    assert (found["highest_space"], found["cop_health"]) == (12, 190)
    assert found["features"]["6"] == ["Bob's House 1", "Rome town"]
    assert found["features"]["7"] == ["Bank", "Shop"]
    assert found["towns"] == [
        {
            "name": "Rome", "leader": "Bob", "members": ["Bob"], "applications": ["Ann"],
            "treasury": 5,
        }
    ]  # fmt: skip
