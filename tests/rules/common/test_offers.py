"""What the line of an offer says."""

from __future__ import annotations

import pytest

from rules.common.trading import read_items, read_parties, refuse_no_amount
from wikibot.game.page.cells import Vocabulary
from wikibot.game.problems import Problem, Refused, Unclear

PLAYERS = ("Ann", "Bob", "Ode to Joy", "Room for Two")
ITEMS = Vocabulary(("Fish", "Duck", "Key to the City"), plurals=True)


@pytest.mark.parametrize(
    ("line", "partner", "gives", "takes"),
    [
        ("2 Fish to Bob for 1 Duck", "Bob", "2 Fish", "1 Duck"),
        ("2 Fish with bob in exchange for 1 Duck", "Bob", "2 Fish", "1 Duck"),
        ("2 Fish to Bob", "Bob", "2 Fish", ""),
        ("to Bob for a Duck", "Bob", "", "a Duck"),
        ("Fish to Ode to Joy for Duck", "Ode to Joy", "Fish", "Duck"),
        ("Fish to Room for Two for Duck", "Room for Two", "Fish", "Duck"),
        ("Key to the City to Ann", "Ann", "Key to the City", ""),
    ],
)
def test_a_line_names_partner_and_both_sides(
    line: str, partner: str, gives: str, takes: str
) -> None:
    """Also where a name or an item has a word of the form in it."""
    found = read_parties(line, PLAYERS, "FORM")

    assert (found[0], found[1].strip(), found[2].strip()) == (partner, gives, takes)


@pytest.mark.parametrize(
    ("line", "why"),
    [("1 Fish", "does not say with whom. Nearest: `FORM`"),
     ("1 Fish to Bop", "'Bop' is not the name of one player"),
     ("1 Fish to Zed for 1 Duck", "'Zed' is not the name of one player. Nearest: `FORM`")],
)  # fmt: skip
def test_a_line_without_partner_is_not_understood(line: str, why: str) -> None:
    """The answer says what is missing."""
    with pytest.raises(Unclear, match=why):
        read_parties(line, PLAYERS, "FORM")


def test_items_are_counted() -> None:
    """In all the ways in which lists are written, and nothing is no items."""
    read = [
        dict(read_items(text, ITEMS, "FORM"))
        for text in ("2 Fish, a Duck", "fish x2", "nothing", "")
    ]

    assert read == [{"Fish": 2, "Duck": 1}, {"Fish": 2}, {}, {}]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 Unicorn", "is not an item"), ("-1 Duck", "'-1' is not an amount"),
        ("one two Fish", "has two numbers"), ("2 Fish, a 3 Duck", "has two numbers"),
    ],
)  # fmt: skip
def test_what_cannot_be_given_is_refused(text: str, why: str) -> None:
    """No unknown items, no debts, and nothing of which it is not plain how many."""
    with pytest.raises(Problem, match=why):
        read_items(text, ITEMS, "FORM")


@pytest.mark.parametrize(
    "text",
    ["0 Fish", "zero Fish", "2 Duck, 0 Fish", "-2 Fish", "1.5 Fish", "1,000 Fish", ".5 Fish"],
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    """None of something is nothing that changes hands, and nobody has a part of a thing."""
    with pytest.raises(Refused, match="is not an amount"):
        refuse_no_amount(text, ITEMS.names)


@pytest.mark.parametrize(
    "text", ["0", "nothing", "2 Fish", "Level 0 Fish", "10 Fish, 2 Duck", "2 Fish, 3 Duck"]
)
def test_what_is_an_amount_is_not_refused(text: str) -> None:
    """A number in the name of a thing says nothing of how many."""
    refuse_no_amount(text, ("Level 0 Fish",))
