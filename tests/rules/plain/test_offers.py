"""Offers: what a sentence that is for people may mean, and what is never offered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rules.plain import offers as offering
from rules.plain.offers import offers, skeleton
from rules.plain.reader import parsed
from rules.plain.sentences import parse
from rules.plain.words import phrasings
from rules.plain.words.phrasings import OtherWording, in_usual_words, rows
from tests.for_each import for_each
from tests.rules.plain.page import PAGE, with_new_names

_OF_A_THING = "of a thing: "  # an example that stands in a cell


def offered(text: str) -> list[str]:
    """What is offered for the example of a row."""
    said = text.removeprefix(_OF_A_THING)
    return [each.text for each in offers(said, PAGE, "Cards" if said != text else "")]


def understood(text: str) -> str:
    """How the example of a row is played."""
    said = text.removeprefix(_OF_A_THING)
    start, table = ("body", "Cards") if said != text else ("sentence", "")
    return parsed(said.rstrip("."), with_new_names(PAGE, (said,)), start, table).says


SURE, OFFERED = ([row for row in rows() if row.sure is sure] for sure in (True, False))


@contextmanager
def _without(row: OtherWording) -> Iterator[None]:
    """For a while the table lacks a row, and nothing is kept of what was read with it."""
    others = tuple(each for each in rows() if each is not row)
    try:
        with pytest.MonkeyPatch.context() as patched:
            for module in (phrasings, offering):
                patched.setattr(module, "rows", lambda: others)
            in_usual_words.cache_clear()
            yield
    finally:
        in_usual_words.cache_clear()


@for_each("row", SURE)
def test_each_row_that_says_the_same_has_its_example_understood(row: OtherWording) -> None:
    """What the language understands needs no row, and a row that another makes needless goes."""
    found = understood(row.example)
    assert found
    with _without(row):
        without = understood(row.example)

    assert without != found


ALSO = (  # what rows with several wordings understand beside their example
    "Every Friday the Pot halves.",
    "While you have 5 or more Gold you can't fish.",
    "On Sundays you can't fish.",
    "In Winter you can't fish.",
    "If your Strength is at least 3 you may lift: gain 3 Gold.",
    "As soon as a player's Gold is 50 or more they win and each player's Fish becomes 0.",
    "Whoever moves to the Kitchen without a Net loses 1 Gold.",
    "A player with 100 Gold has won.",
    "Harvest is on Monday at 09:00: each player gains 1 Gold.",
    "Every morning everyone gets 3 Energy.",
    "Daily each player gains 1 Gold.",
    "Weekly each player gains 1 Gold.",
    "A player may fish only while they have a Net.",
    "Whenever a player joins, they get a Net for free.",
    "A player may bow: nothing occurs.",
    "Every Monday all Fish are thrown out.",
)


@for_each("text", ALSO)
def test_each_wording_of_a_row_is_understood(text: str) -> None:
    """A row that says one thing in several ways knows all of them."""
    assert understood(text)


@for_each("row", OFFERED)
def test_each_other_row_makes_the_offer_of_its_example(row: OtherWording) -> None:
    """Nothing is played by it."""
    assert not understood(row.example)
    found = offered(row.example)
    assert found
    with _without(row):
        without = offered(row.example)

    assert without != found


@for_each("row", OFFERED)
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
    assert offer.left_out == ("with a merry smile",)


def test_two_meanings_stand_side_by_side() -> None:
    """People choose; neither is played before."""
    assert offered("Upon joining, a player receives 5 Gold.") == [
        "Whenever a player joins, the player gains 5 Gold.",
        "A new player begins with 5 Gold.",
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("A player mumbles between 18:00 and 20:00 UTC and pays 2 Gold, in case they have a Net.",
         "A player · between 18:00 and 20:00 UTC · pays 2 Gold · in case they have a Net"),
        ("Once per day a player earns another player 1 Gold.",
         "Once per day · a player · earns · another player · 1 Gold"),
        ("On Sundays at 12:00 UTC all Nets crumble; who frowns loses 1 Gold, if they have it.",
         "On Sundays at 12:00 · all Nets · loses 1 Gold · if they have"),
    ],
)  # fmt: skip
def test_the_skeleton_has_each_part_in_order(text: str, parts: str) -> None:
    """Not words that say nothing by themselves, and none of them twice."""
    assert " · ".join(skeleton(text, PAGE)[0]) == parts
