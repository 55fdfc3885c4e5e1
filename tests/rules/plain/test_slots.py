"""Bounds and limits, which are read in any order of their words: no word is passed over."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from rules.plain.sentences import parse
from tests.for_each import for_each
from tests.rules.plain.page import PAGE

WORDS = replace(PAGE, verbs=("dig",))
ACT = "A player may dig: they gain 1 Gold."
BOUNDS = (
    "No player may have more than 20 Gold", "Health is capped at 10",
    "A player must keep at least 1 Gold", "A player can have three Fish, not more",
    "The Pot may not hold more than 90 Gold", "A player's Energy is always between 0 and 5",
    "At most two players can be in the Kitchen", "Everyone's Energy is at most 9",
)  # fmt: skip
LIMITS = (
    "Three goes a week is your lot", "You can't do that two days running",
    "All players together may do so at most five times a day", "Once a day is enough",
    "They must wait two days before they dig again", "Nobody gets to do it more than once a month",
    "A player may do this as many times a day as they have Fish",
)  # fmt: skip
MORE = (
    "in Winter", "unless they have a Net", "if they are in the Kitchen", "for 2 Gold",
    "and gains 1 Fish", "and may not give Fish to another player", ", and may not spend Points",
    ", so nobody can buy a Net in Winter", ", and nothing that would please Alice may be done",
    ", the rest goes to Alice", ", the excess becomes Fish", ", a third may enter",
    "; if they would, they stay at home", ", and if they have more it goes down to 7",
    "; it shall be deemed to be 7", "; a player who owes more than they have goes to jail",
    ", counting each Net and Crown separately", "except Alice", "or loses 1 Point", "at 18:00",
    ", anything above it is doubled", "without a Net", "from the Pot", "instead of resting",
    ", and everyone else twice that", "by night", "with a Fish", "until Friday", "before noon",
    "after resting", "like Alice", "for Alice", "to Alice", "given 2 Fish", "next to Alice",
    "twice", "zorble",
)  # fmt: skip


@for_each("said", (*BOUNDS, *(f"{ACT} {each}" for each in LIMITS)))
def test_what_is_said_beside_it_is_not_passed_over(said: str) -> None:
    """With more words it is another rule, or for people."""
    rule = parse(f"{said}.", WORDS).rule

    assert rule is not None
    assert [
        more
        for more in MORE
        if parse(f"{said} {more}.".replace(" ,", ",").replace(" ;", ";"), WORDS).rule == rule
    ] == []


@for_each("said, tail", [*product(BOUNDS[:2], (", any excess is lost", "; the surplus is lost"))])
def test_what_becomes_of_an_excess_may_stand_behind_it(said: str, tail: str) -> None:
    """A limit then cuts."""
    assert parse(f"{said}{tail}.", WORDS).rule is not None
