"""A first gamestate page has a place for whatever the sentences of a ruleset speak of."""

from __future__ import annotations

import pytest

from rules.generic.game import GAME
from rules.generic.owners import Cell, FieldKind, Player
from rules.generic.page.new_page import mentioned
from rules.generic.page.page import PAGE
from tests.nomics import readings_page
from tests.rules.generic.pages import NOW, read, write
from wikibot.game.ruleset.readings import read_readings
from wikibot.game.state import with_player

HARBOUR = """\
== Sailing ==
A new player begins with 5 Silver and is on Port 1.
As a daily action, a player may move to a Port that their Port leads to.
Once per day, a player may fish: they gain 1d3 cod.
* A player may buy a Spyglass by paying 4 Silver.
Whenever a player moves to a Port of type Storm, they lose half their Silver.
If the Tide is High, each player gains 1 cod.
At the beginning of each day, the Tide becomes Low.
A player who has at least 50 Silver wins.
Every Monday, each player's Courage becomes 3. A player's Courage is at most 9.
"""


def test_what_a_ruleset_speaks_of() -> None:
    """What is counted, what is one of several, what is in a place, and what belongs to no one."""
    found = mentioned(HARBOUR)

    assert found.fields == ("Silver", "cod", "Port", "Courage")
    assert found.items == ("Spyglass",)
    assert [(each.noun, each.columns, each.rows) for each in found.tables] == [
        ("Port", ("Type", "Leads to"), ("1",))
    ]
    assert dict(found.values) == {"Tide": "High"}


def test_places_that_the_sentences_name_have_rows() -> None:
    """Where a player stands on the Hill, there is a hill."""
    (places,) = mentioned(
        "A new player is on the Hill. A player may move to a Place that their Place leads to. "
        "A player who is at the Old Mill may grind."
    ).tables

    assert (places.noun, places.rows) == ("Place", ("Hill", "Old Mill"))


KEEPERS = """\
A new Keeper starts with 10 Honey and stands in the Meadow.
Once per day, a Keeper may gather: they gain 1d6 Honey.
A Keeper may walk to an adjacent Place.
At the Barn, a Keeper may trade 5 Honey for a Candle.
A Card may be drawn by each Keeper.
"""


@pytest.mark.parametrize("said", ["", "Each player is called a Keeper.", "Keepers are players."])
def test_players_are_called_what_the_sentences_call_them(said: str) -> None:
    """The first column is headed so, whether or not a sentence says it, and all else follows."""
    ruleset = f"{said}\n\n{KEEPERS}"
    page = GAME.new_page(GAME.rulebook(ruleset), NOW, "Meadow")

    assert "! Keeper !! Honey !! Place" in page
    assert "== Keepers ==" not in page
    assert "! Place !! Leads to\n|-\n| Meadow ||" in page
    state = read(page, ruleset).state
    assert state.called == ("keeper",)


def test_who_may_do_something_is_no_word_for_players_where_players_may() -> None:
    """Knights are some of the players there."""
    page = "A player may rest. A Knight may joust. A Knight may feast. A Knight may sing."

    assert mentioned(page).player == "Name"


def test_what_is_had_is_no_thing_of_a_table() -> None:
    """Whatever its plural is."""
    found = mentioned("A player may buy a Goose. Each player gains 1 Egg for each Goose they have.")

    assert (found.fields, found.items, found.tables) == (("Egg",), ("Goose",), ())


def test_players_are_called_what_the_page_itself_calls_them() -> None:
    """Whatever its readings do."""
    rows = {"Washing up finds coins.": "A player may wash: they gain 1 Coin."}
    book = GAME.rulebook("Washing up finds coins.\n\nA guest may sing: they gain 1 Fame.")
    page = GAME.new_page(book.with_readings(read_readings(readings_page(rows))), NOW, "State")

    assert "! Guest !! Coin !! Fame" in page


def test_a_first_page() -> None:
    """It is read without complaint, and a first player with all that they may have fits on it."""
    page = GAME.new_page(GAME.rulebook(HARBOUR), NOW, "Harbour")
    reading = read(page, HARBOUR)

    assert (reading.unreadable, reading.remarks) == ((), ())
    state = reading.state
    assert {each.name: each.kind for each in state.columns} == {
        "Silver": FieldKind.NUMBER, "Cod": FieldKind.NUMBER, "Courage": FieldKind.NUMBER,
        "Port": FieldKind.THING, "Items": FieldKind.ITEMS,
    }  # fmt: skip
    assert "Port: one of Ports" in page
    fields: dict[str, Cell] = {"Silver": 5, "Cod": 2, "Port": "1"}
    joined = with_player(state, Player("Ann", joined=NOW, items={"Spyglass": 1}, fields=fields))
    again = read(write(page, joined, HARBOUR), HARBOUR).state
    assert PAGE.canonical(again) == PAGE.canonical(joined)


def test_what_only_sentences_for_people_speak_of_is_asked() -> None:
    """A word behind a number is no column of the players until a sentence is played with it."""
    ruleset = "Each player begins with 5 Gold.\n\nA dike keeps 20 Barrels dry, its 2391 Stones too."
    page = GAME.new_page(GAME.rulebook(ruleset), NOW, "Dike")

    assert "! Name !! Gold\n" in page
    assert "a table for things: Barrels, Stones.''" in page


@pytest.mark.parametrize(
    "ruleset", ["", "No numbers, no names.", "== A ==\n{|\n|}\n", "[[ {{ == x"]
)
def test_a_ruleset_that_speaks_of_nothing(ruleset: str) -> None:
    """There is a table of players all the same, with a list of items."""
    reading = read(GAME.new_page(GAME.rulebook(ruleset), NOW, "X"), ruleset)

    assert reading.unreadable == ()
    assert [each.name for each in reading.state.columns] == ["Items"]


def test_things_of_the_ruleset_page_need_no_table() -> None:
    """A shop that stands in the rules is not asked for once more."""
    shop = '{| class="wikitable"\n! Item !! Effect\n|-\n| Lamp || gain 1 Light\n|}\n'

    found = mentioned(shop + "A player may buy a Lamp by paying 2 Gold.")

    assert (found.fields, found.tables) == (("Gold",), ())
