"""Statements about a state: what a correction says, and what a hand edit amounts to."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.cycle15.page import STATEMENTS
from rules.cycle15.state import Player, Space, State
from tests.for_each import for_each

correct, differences = STATEMENTS.correct, STATEMENTS.differences
SPEECH = STATEMENTS.speech
NOW = datetime(2024, 1, 5, 2, 22, tzinfo=UTC)
STATE = State(
    NOW,
    players={
        "Alice": Player("Alice", items={"Fish": 2, "Crystal": 3}),
        "Bob": Player("Bob"),
        "Bob leaves": Player("Bob leaves"),
    },
    spaces={0: Space(0), 5: Space(5, "Hazard", "Thin Ice", (0,))},
)


@for_each(
    "statement, expected",
    [
        ("Alice gains 2 Fish", "Alice gains 2 Fish"),
        ("alice gains fish", "Alice gains 1 Fish"),
        ("Alice loses 3 crystals", "Alice loses 3 Crystal"),
        ("Bob is on space 5", "Bob is on 5"),
        ("space 5 is Blank", "space 5 is Blank"),
        ("space 5 is hazard as stop sign", "space 5 is Hazard as stop sign"),
        ("space 7 is Crystal", "space 7 is Crystal"),
        ("5 leads to 6, 9", "5 leads to 6, 9"),
        ("5 leads nowhere", "5 leads nowhere"),
        ("there is no space 5", "there is no space 5"),
        ("wheel rotation is 8", "wheel rotation is 8"),
        ("Carol joins", "Carol joins"),
        ('"Bob leaves" leaves', "Bob leaves leaves"),
        ("phase is 5", "phase is 5"),
        ("it is party time", "it is party time"),
        ("the judge is Carol", "the judge is Carol"),
        ("Alice wins", "Alice wins"),
        ("Alice has moved in phases: 5, 4", "Alice has Moved in phases: 4, 5"),
        ("Alice has moved in phases 4", "Alice has Moved in phases: 4"),
        ("space 5 has Boulder Path: 6 7", "space 5 has Boulder Path: 6 7"),
        ("the boulder path of space 5 is 6 7", "space 5 has Boulder Path: 6 7"),
        ("the beam hit space 5 in phase 4", "the beam hit space 5 in phase 4"),
        ("Alice has the effect tipsy", "Alice has the effect tipsy"),
        ('Bob gains 1 "a; b"', '"Bob" gains 1 "a\\u003b b"'),
    ],
)
def test_statements_that_stewards_write(statement: str, expected: str) -> None:
    """A statement is understood in other case and plural, too;
    it is said back in its exact form.
    """
    assert differences(STATE, correct(STATE, statement)) == (expected,)


@for_each("statement", [form.example for form in SPEECH.forms.values()])
def test_every_example_is_understood_as_its_own_form(statement: str) -> None:
    """Help shows these; players and proposals that they name are there."""
    people = ("Alice", "Bob", "Carol", "Dave")
    state = State(NOW, players={name: Player(name) for name in people})
    state = correct(state, "proposal 7 of class Standard by Alice is open: More fish")
    form, _ = SPEECH.parse(state, "Erin joins" if statement == "Carol joins" else statement)

    assert form.example == statement


def test_no_effect_changes_nothing() -> None:
    """A steward may rule so."""
    assert correct(STATE, "no effect") == STATE


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("Zork leaves", "'Zork' is not a player"),
        ("Bobb gains 2 Fish", "nearest: Bob"),
        ("Alice joins", "'Alice' is a player already"),
        ("proposal 9 is passed", "there is no proposal '9'"),
        ("make me rich", "it could read"),
    ],
)
def test_what_is_not_understood_says_why(statement: str, says: str) -> None:
    """The error names the part in question or a form that would be understood."""
    with pytest.raises(ValueError, match=says):
        correct(STATE, statement)
