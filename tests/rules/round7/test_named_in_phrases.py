"""What people's phrases name is read to what an order calls it, or not at all."""

from __future__ import annotations

import pytest

from rules.round7 import GAME
from rules.round7.state import Player, State, Town
from tests.for_each import for_each
from tests.rules.rulesets import RULES
from wikibot.wikitext.numerals import parse_time

ANN = Player("Ann", space=2, numbers=(3,), immutable=(3, 5), items={"House": 2})
ROME, PARIS = Town("Rome", "Ann", ("Ann", "Cid"), ("Ben",)), Town("Paris", "Cid", ("Cid",))
STATE = State(
    parse_time("2024-01-01T00:00:00Z"),
    players={"Ann": ANN, "Ben": Player("Ben"), "Cid": Player("Cid")},
    features={8: ("Snake 1U", "Cop Car")},
    towns={"Rome": ROME, "Paris": PARIS},
)
SLOTS = GAME.slots(STATE, RULES["round7"].book, "Ann")


@for_each(
    "kind, text, name",
    [
        ("wares", "two houses", "2 House"), ("wares", "House x2", "2 House"),
        ("wares", "one Flute", "Flute"), ("wares", "N1", "N. 1"),
        ("own number", "my 3", "Number 3"), ("own number", "N. 3", "Number 3"),
        ("own number", "5", "Immutable Number 5"), ("town", "my town", "Rome"),
        ("town", "Paris's treasury", "Paris"), ("applicant", "Ben's application", "Ben"),
        ("member", "Cid", "Cid"), ("snake", "snake 1u", "Snake 1U"), ("own space", "space 2", "2"),
    ],
)  # fmt: skip
def test_things_are_read_by_what_people_call_them(kind: str, text: str, name: str) -> None:
    """In plurals, number words, short forms, with kinds and owners around them."""
    assert SLOTS[kind].read(text) == (name,)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("wares", "-2 houses"), ("wares", "a number"), ("own number", "4"), ("own space", "3"),
        ("applicant", "Cid"), ("member", "Ben"), ("member", "Ann"), ("snake", "Cop Car"),
    ],
)  # fmt: skip
def test_what_is_no_such_thing_is_not_read(kind: str, text: str) -> None:
    """A Number that Ann does not have is not the one nearest to it;
    nor is a member an applicant.
    """
    assert SLOTS[kind].read(text) == ()
