"""The board as an SVG file: well-formed, harmless, readable to those who hear it."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from tests.game.pictures import NASTY, picture
from wikibot.game.picture import Cell, Group, Picture
from wikibot.svg import board_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_it_has_a_title_and_says_who_is_where() -> None:
    """A screen reader gets the board's name, and each player's space."""
    root = ET.fromstring(board_svg(picture("Ann", "Bea")))  # our own text

    assert root.findtext(f"{SVG}title") == "A board"
    assert root.findtext(f"{SVG}desc") == "Phase II; Ann, Bea: 0"


@given(st.text(min_size=1))
def test_any_name_gives_a_file_without_anything_active(name: str) -> None:
    """Whatever a player is called, the file is XML of the same few elements, with no script and no address."""
    root = ET.fromstring(board_svg(picture(name, NASTY)))  # our own text
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}

    assert kinds <= {"svg", "title", "desc", "defs", "marker", "path", "rect", "g", "text"}
    assert not any(key.startswith("on") or "href" in key for element in root.iter() for key in element.attrib)


def test_the_same_picture_gives_the_same_file() -> None:
    """So that nothing is uploaded when nothing changed."""
    assert board_svg(picture("Ann")) == board_svg(picture("Ann"))


def test_ways_are_drawn_between_cells_that_exist() -> None:
    """Two steps and a branch; the way to a cell that is not there is left out."""
    assert board_svg(picture()).count("marker-end=") == 3


def test_the_map_of_a_plain_is_as_wide_as_high() -> None:
    """Its places are square, so that a direction on it is the direction in the game."""
    plain = Group("A map", (Cell("a", 2, 1, "1"),), grid=True, extent=(5, 5))
    root = ET.fromstring(board_svg(Picture("A board", groups=(plain,))))  # our own text
    ground, place = [each.attrib for each in root.iter(f"{SVG}rect")][1:]

    assert (ground["width"], place["width"]) == (ground["height"], place["height"])
    assert float(place["x"]) - float(ground["x"]) == 2 * (float(place["y"]) - float(ground["y"]))
