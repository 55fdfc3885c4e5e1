"""The drawn board of Round 7."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rules.round7 import GAME
from rules.round7.round import MOST
from rules.round7.state import JAIL, Player, State, Town, Turn
from tests.rules.boards import board_text
from wikibot.game.picture import EdgeKind

NOW = datetime(2024, 1, 5, tzinfo=UTC)
BOOK: Any = GAME.rulebook("== Players ==\nPeople.\n")
PLAYERS = {"Ann": Player("Ann", space=2), "Bob": Player("Bob", space=JAIL)}
FEATURES = {3: ("Ladder 1L",), 8: ("Ladder 1U", "Snake 2U"), 2: ("Snake 2L",)}


def state(highest: int = 8) -> State:
    """Two rows, a snake and a ladder, somebody in Jail."""
    return State(NOW, players=PLAYERS, highest=highest, features=FEATURES, turn=Turn("Ann", NOW))


def test_it_grows_upwards_and_turns_at_each_row() -> None:
    """Space 1 is at the lower left; the row above it runs back."""
    places = {cell.label: (cell.x, cell.y) for cell in GAME.picture(state(), BOOK).cells}

    assert (places["1"], places["6"], places["7"], places["8"]) == ((0, 1), (5, 1), (5, 0), (4, 0))


def test_snakes_and_ladders_lead_somewhere() -> None:
    """Each is a way, and a mark where it begins."""
    found = GAME.picture(state(), BOOK)
    ways = {
        (edge.start, edge.end): edge.way for edge in found.edges if edge.way is not EdgeKind.STEP
    }
    marks = {cell.label: cell.marks for cell in found.cells if cell.marks}

    assert ways == {("3", "8"): EdgeKind.UP, ("8", "2"): EdgeKind.DOWN}
    assert marks == {"3": ("↑\u00a08",), "8": ("↓\u00a02",)}


def test_houses_and_towns_are_named_in_their_cells() -> None:
    """With the power of a house and the sign of either, so that the legend explains them."""
    features = {
        2: ("Ann's House 2", "Rome town"), 3: ("Ladder 1L", "Snake 1U"), 8: ("Ladder 1U",),
        1: ("Snake 1L",),
    }  # fmt: skip
    found = GAME.picture(State(NOW, players=PLAYERS, highest=8, features=features), BOOK)

    assert {cell.label: cell.marks for cell in found.cells if cell.marks} == {
        "2": ("h2\u00a0Ann", "t\u00a0Rome"), "3": ("↑\u00a08", "↓\u00a01"),
    }  # fmt: skip
    assert {entry.sign for entry in found.legend} >= {
        "h", "t", "h2\u00a0Ann", "↑\u00a09", "↓\u00a03",
    }  # fmt: skip


def test_whose_turn_it_is_and_who_is_beside_the_board() -> None:
    """The player whose turn it is has a mark that needs no colour;
    Jail and Gulag stand beside the board.
    """
    here = {cell.label: cell.players for cell in GAME.picture(state(), BOOK).cells}

    assert (here["2"], here["Jail"], here["Gulag"]) == (("▶ Ann",), ("Bob",), ())


def test_a_board_without_end_is_not_drawn() -> None:
    """A highest space that somebody mistyped costs no time."""
    found = GAME.picture(state(10**9), BOOK)

    assert (list(found.cells), found.facts[-1]) == ([], "1,000,000,000 spaces are too many to draw")
    assert MOST < 10**9


# The board as a picture and as text, and the state in JSON.


NOON = datetime(2024, 1, 2, 12, tzinfo=UTC)
DEMO_BOOK = GAME.rulebook(GAME.demo().pages["Ruleset"])
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
    assert board_text(GAME.picture(STATE, DEMO_BOOK)) == BOARD


def test_the_state_in_json() -> None:
    """The keys that others rely on."""
    found = GAME.to_json(STATE, DEMO_BOOK)

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
