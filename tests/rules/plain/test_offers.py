"""Offers: what a sentence that is for people may mean, and what is never offered."""

from __future__ import annotations

import pytest

from rules.plain import offers as offering
from rules.plain.offers import OtherWording, offers, rows
from rules.plain.parse import parse
from tests.for_each import for_each
from tests.rules.plain.page import PAGE, with_new_names

_OF_A_THING = "of a thing: "  # an example that stands in a cell


def offered(text: str) -> list[str]:
    """What is offered for the example of a row."""
    said = text.removeprefix(_OF_A_THING)
    return [each.text for each in offers(said, PAGE, "Cards" if said != text else "")]


@for_each("row", rows())
def test_each_row_makes_the_offer_of_its_example(row: OtherWording) -> None:
    """What the language understands needs no row, and a row that another makes needless goes."""
    assert parse(row.example, with_new_names(PAGE, (row.example,))).rule is None
    found = offered(row.example)
    assert found

    with pytest.MonkeyPatch.context() as patched:
        others = tuple(each for each in rows() if each is not row)
        patched.setattr(offering, "rows", lambda: others)

        assert offered(row.example) != found


@for_each("row", rows())
def test_what_is_offered_is_understood(row: OtherWording) -> None:
    """So who takes it has a rule that is played just so."""
    for text in offered(row.example) if not row.example.startswith(_OF_A_THING) else ():
        for one in text.split(". (") if text.startswith("(1)") else [text]:
            found = parse(one, with_new_names(PAGE, (one,)))

            assert found.rule is not None, (one, found.why)


@for_each(
    "text",
    [
        "A player is allowed to dig (but only 3 times): they gain 1 Gold.",  # counts
        "A player is allowed to dig, not on Space 5, and gain 1 Gold.",  # denies
        "A player is allowed to dig, with a Net, and gains 1 Gold.",  # names
        "A player is allowed to dig, if the moon is full: they gain 1 Gold.",  # sets a condition
        "After juggling, a player gains 1 Point.",  # no sentence allows that
        "A player is free to dig whatever they like in the old garden: they gain 1 Gold.",
        "Trading is permitted on rainy afternoons.",
        "In Winter, a player is charged 1 Gold, and each player loses 1 Fish in the fog.",
        "It was a dark and stormy night.",
    ],
)
def test_no_offer_leaves_out_what_matters(text: str) -> None:
    """Rather none than one that says less than the sentence, or something else."""
    assert offered(text) == []


def test_what_is_left_out_is_named() -> None:
    """In the words of the sentence."""
    text = "A player may, with a merry smile, dig: they instantly gain 1 Gold."

    (offer,) = offers(text, PAGE)

    assert offer.text == "A player may dig: the player gains 1 Gold."
    assert sorted(offer.left_out) == ["instantly", "with a merry smile"]


def test_two_meanings_stand_side_by_side() -> None:
    """People choose; neither is played before."""
    assert offered("Upon joining, a player receives 5 Gold.") == [
        "Whenever a player joins, the player gains 5 Gold.",
        "A new player begins with 5 Gold.",
    ]
