"""The drawn board of Cycle 14."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from rules.cycle14 import GAME
from rules.cycle14.cycle import picture
from rules.cycle14.state import Landmark, Obelisk, Pot, State
from wikibot.game.picture import Picture
from wikibot.sync.gamestate_page import DrawnPage, lay_over, new_gamestate

NOW = datetime(2024, 1, 5, tzinfo=UTC)
BOOK = GAME.rulebook(GAME.demo().pages["Ruleset"])
LANDMARKS = (Landmark("Oak", "", 6, 90), Landmark("Mill", "", 6, 0), Landmark("Well", "", 0.1, 200))


def drawn(distance: int = 6) -> Picture:
    """Three landmarks, two pots, the Obelisk on its way."""
    page = GAME.read(GAME.new_page(BOOK, NOW, "a game"), BOOK, NOW).state
    state: State = replace(
        page, obelisk=Obelisk(distance, 4), pots=(Pot("1"), Pot("2", "Rue", 1)), landmarks=LANDMARKS
    )
    return picture(state, BOOK)


def test_landmarks_lie_around_the_town() -> None:
    """North is up, east is right, and no side is wider than what lies there;
    the legend says how far.
    """
    places = {(cell.label, *cell.marks): (cell.x, cell.y) for cell in drawn().groups[-1].cells}

    assert places == {("2",): (0, 0), ("T", "3"): (0, 10), ("1",): (10, 10)}
    assert ("1", "Oak: 6 km at 90°") in [(entry.sign, entry.name) for entry in drawn().legend]


@pytest.mark.parametrize("distance", [-3, 0, 6, 12, 10**9])
def test_the_obelisk_is_on_its_way(distance: int) -> None:
    """However near or far it is, one cell of the way has its sign; a very long way is cut short."""
    way = drawn(distance).groups[0].cells

    assert [cell.id for cell in way if cell.sign == "▲"] == [f"km {max(distance, 0)}"]
    assert len(way) <= 41


def test_pots() -> None:
    """Each pot shows whether something grows in it."""
    pots = drawn().groups[1].cells

    assert [(cell.label, cell.sign != "○", cell.marks[:1]) for cell in pots] == [
        ("1", False, ()),
        ("2", True, ("Rue",)),
    ]


def test_no_colour_is_the_only_sign() -> None:
    """Whatever is coloured has a sign or a number that the legend names."""
    picture = drawn()
    named = {entry.sign: entry.colour for entry in picture.legend}

    assert {named[cell.sign or cell.label] for cell in picture.cells if cell.colour != "white"} >= {
        "grey",
        "green",
    }
    assert all(
        named[cell.sign or cell.label] == cell.colour
        for cell in picture.cells
        if cell.colour != "white"
    )


def test_a_ruleset_that_lacks_a_number_stops_only_the_drawing() -> None:
    """The page is written, its drawing stays as it was, and the rest of the game plays on."""
    page = new_gamestate(GAME, BOOK, NOW, "a game")
    rules = GAME.demo().pages["Ruleset"]
    reworded = GAME.rulebook(
        rules.replace("kilometers away", "miles away").replace("kilometer away", "mile away")
    )
    state = replace(GAME.read(page, BOOK, NOW).state, boosted=True)

    after = lay_over(GAME, page, reworded, state)

    assert after == DrawnPage(GAME.write(page, BOOK, state))
