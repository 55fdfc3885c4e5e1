"""Conditions of any two kinds are joined by "and" and by "or", wherever a condition stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules.plain.sentences import parse
from tests.for_each import for_each
from tests.rules.plain.page import PAGE

_CONDITIONS = (
    "nobody has won", "they have at least 2 Gold", "the total Food of all Rooms is at least 4",
    "no other player has at least as many Points as they", "Season is Winter",
    "there are at least 2 players who have a Net", "they are in a Room", "the Pot is not 5",
    "at least 2 players have no Gold", "there is no Room whose Food is 0", "it is Friday",
    "their Gold plus their Strength is at least 3", "only one player has the most Points",
    "the Hall's Guests include the player", "they did not act today", "their Title is empty",
    "the number of Rooms whose Food is 0 is not 1", "the Food of their Room is at most 3",
    "the highest Price is at least 4", "half of their Gold is at least 2", "they are the Warden",
    "more than half of the players have a Net", "nobody has won",
)  # fmt: skip
_PLACES = (
    "A player may cook if {}: they gain 1 Gold.",
    "A player may cook unless {}: they gain 1 Gold.",
    "Whenever a player gains Points, if {}, they gain 1 Gold; otherwise they lose 1 Gold.",
    "Every Friday, for each player: if {}, they gain 1 Gold.",
    "A player may not fish if {}.",
)


def _joined() -> Iterator[str]:
    """Each condition with the next one and with the one before, in each place in turn."""
    for at, (one, other) in enumerate(pairwise(_CONDITIONS)):
        for joint in ("and", "or"):
            for said in (f"{one} {joint} {other}", f"{other} {joint} {one}"):
                yield _PLACES[at % len(_PLACES)].format(said)
                yield _PLACES[(at + 2) % len(_PLACES)].format(said)


@for_each("text", _joined)
def test_any_two_conditions_are_joined(text: str) -> None:
    """What the check says of it is read again as the same."""
    found = parse(text, PAGE)

    assert found.rule is not None, (found.unknown, found.why)
    assert parse(found.says, PAGE).rule == found.rule
