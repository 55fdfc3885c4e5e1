"""The board as an SVG file: well-formed, harmless, readable to those who hear it."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.game.board.pictures import NASTY, picture
from wikibot.game.page.board import board_wikitext
from wikibot.game.picture import (
    COLOURS,
    INK,
    INKS,
    TALL,
    WAY,
    WIDE,
    Edge,
    EdgeKind,
    Group,
    Measures,
    Picture,
    PictureCell,
    board_svg,
    in_rows,
    with_arrows,
)

SVG = "{http://www.w3.org/2000/svg}"


def test_it_has_a_title_and_says_who_is_where() -> None:
    """A screen reader gets the board's name, and each player's space."""
    root = ET.fromstring(board_svg(picture("Ann", "Bea")))  # our own text

    assert root.findtext(f"{SVG}title") == "A board"
    assert root.findtext(f"{SVG}desc") == "Phase II; Ann, Bea: 0"


@given(st.text(min_size=1))
def test_any_name_gives_a_file_without_anything_active(name: str) -> None:
    """Whatever a player is called, the file is XML of the same few elements,
    with no script and no address.
    """
    root = ET.fromstring(board_svg(picture(name, NASTY)))  # our own text
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}

    assert kinds <= {"svg", "title", "desc", "defs", "marker", "path", "rect", "g", "text"}
    assert not any(
        key.startswith("on") or "href" in key for element in root.iter() for key in element.attrib
    )


def test_the_same_picture_gives_the_same_file() -> None:
    """So that nothing is uploaded when nothing changed."""
    assert board_svg(picture("Ann")) == board_svg(picture("Ann"))


@pytest.mark.parametrize(("grid", "signs"), [(False, "→→→→ "), (True, "  ↓  ")])
def test_every_drawing_shows_where_a_row_turns(grid: bool, signs: str) -> None:
    """The wiki and the replay by an arrow in the cell, the SVG by one through the gap."""
    line = in_rows(cells(5), 3)
    turned = (*line[:3], *(replace(each, x=2 - each.x) for each in line[3:])) if grid else line
    steps = tuple(Edge(one.id, other.id) for one, other in pairwise(line))
    board = Picture("A board", groups=(Group("All", turned, grid),), edges=steps)
    found = [each.sign[-1:] or " " for each in with_arrows(board).cells]
    drawn = board_wikitext(board)

    assert "".join(found) == signs
    assert drawn.count("→") == signs.count("→")
    assert drawn.count("&#x2193;") == signs.count("↓")
    assert board_svg(board).count('stroke-linejoin="round"') == (not grid)


def test_ways_are_drawn_between_cells_that_exist() -> None:
    """Two steps; the way to a cell that is not there is left out."""
    assert board_svg(picture()).count("#step") == 2


def test_the_map_of_a_plain_is_as_wide_as_high() -> None:
    """Its places are square, so that a direction on it is the direction in the game."""
    plain = Group("A map", (PictureCell("a", 2, 1, "1"),), grid=True, extent=(5, 5))
    root = ET.fromstring(board_svg(Picture("A board", groups=(plain,))))  # our own text
    ground, place = [each.attrib for each in root.iter(f"{SVG}rect")][1:3]

    assert (ground["width"], place["width"]) == (ground["height"], place["height"])
    assert float(place["x"]) - float(ground["x"]) == 2 * (float(place["y"]) - float(ground["y"]))


def test_a_drawing_is_no_wider_than_its_cells_need() -> None:
    """So that a phone, which shows it from side to side,
    shows six cells in a row as large as it can.
    """
    narrow, wide = (board_svg(Picture("A board", (),
                                      (Group("All", in_rows(cells(across), across)),)))
                    for across in (6, 10))  # fmt: skip

    assert _width(narrow) * 10 < _width(wide) * 7


def cells(count: int) -> list[PictureCell]:
    """So many cells, each under its number."""
    return [PictureCell(str(number), 0, 0, str(number)) for number in range(count)]


def _width(svg: str) -> int:
    return int(ET.fromstring(svg).attrib["width"])  # our own text


def test_all_that_is_told_above_the_board_is_within_its_sides() -> None:
    """What is too long for one line goes on in the next, and the board begins below it."""
    facts = (
        "Turn of somebody with a long name",
        "new territory waits to be explored",
        "won by all the others",
    )
    root = ET.fromstring(
        board_svg(Picture("A board", facts, (Group("All", tuple(cells(1))),)))
    )  # our own text
    told = [
        each
        for each in root.iter(f"{SVG}text")
        if each.text and set(each.text.split()) & {"somebody", "others"}
    ]
    first = [*root.iter(f"{SVG}rect")][1]

    assert len(told) == 2
    assert max(float(each.attrib["y"]) for each in told) < float(first.attrib["y"])


def row(*edges: Edge) -> Picture:
    """Five cells in two rows of three and two."""
    spots = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1))
    cells = tuple(
        PictureCell(str(number), x, y, str(number)) for number, (x, y) in enumerate(spots)
    )
    return Picture("A board", (), (Group("All", cells),), edges)


@pytest.mark.parametrize("sizes", [WIDE, TALL], ids=["wide", "tall"])
@given(
    st.lists(st.tuples(st.integers(0, 23), st.integers(0, 23)), min_size=1, max_size=30),
    st.integers(1, 10),
)
def test_a_branch_crosses_no_cell(
    sizes: Measures, pairs: list[tuple[int, int]], across: int
) -> None:
    """Wherever it leads, it keeps to the gaps, so that what stands in a cell can be read."""
    edges = tuple(Edge(str(a), str(b), EdgeKind.BRANCH) for a, b in pairs)
    groups = (Group("First", in_rows(cells(16), across)), Group("Second", in_rows(cells(24)[16:])))
    root = ET.fromstring(board_svg(Picture("A board", (), groups, edges), sizes))  # our own text
    boxes = [each for each in root.iter(f"{SVG}rect") if each.find(f"{SVG}title") is not None]

    drawn = [each for each in root.iter(f"{SVG}path") if "branch" in each.get("marker-end", "")]
    assert len(drawn) == sum(a != b for a, b in pairs)
    for path in drawn:
        spots = [tuple(map(float, spot.split())) for spot in path.attrib["d"][1:].split("L")]
        for (x1, y1), (x2, y2) in pairwise(spots):
            assert x1 == x2 or y1 == y2
            assert not any(_crosses(box, (x1 + x2) / 2, (y1 + y2) / 2) for box in boxes)
            assert not any(_crosses(box, x1, (y1 + y2) / 2) for box in boxes)


def _crosses(box: ET.Element, x: float, y: float) -> bool:
    left, top, wide, high = (float(box.attrib[name]) for name in ("x", "y", "width", "height"))
    return left < x < left + wide and top < y < top + high


def test_a_ladder_goes_straight_over_the_board() -> None:
    """As on the board of the game that everybody knows."""
    assert board_svg(row(Edge("0", "2", EdgeKind.UP))).count("#up") == 1


def test_a_tall_drawing_is_as_wide_as_a_phone() -> None:
    """However long a line of spaces is; names stay on their own cells."""
    groups = (
        Group("All", in_rows(cells(40))),
        Group("Grid", (PictureCell("a", 9, 0, "A"),), grid=True),
    )

    assert (
        int(ET.fromstring(board_svg(Picture("A board", (), groups), TALL)).attrib["width"]) <= 390
    )


def test_players_are_told_apart_without_colours() -> None:
    """More than two in a cell have letters there, each other ones, that the list below explains."""
    names = ("Kim", "Kimi", "Leo", "Moe")
    root = ET.fromstring(board_svg(picture(*names)))  # our own text
    told = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]

    for letter, name in zip("KILM", names, strict=True):
        assert told.count(letter) == 2, name


def test_a_cell_names_its_type() -> None:
    """Nobody has to look a sign up."""
    root = ET.fromstring(board_svg(picture()))  # our own text
    told = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]

    assert told.count("Crystal") == 2


def test_all_text_can_be_read_on_all_grounds() -> None:
    """Letters of 11 pixels need a contrast of 4.5 to 1,
    whatever the type of the space and in dark skins, too.
    """
    pairs = [(ink, ground) for ink in (INK, WAY) for ground in COLOURS.values()]
    pairs += [("#ffffff", ink) for ink in INKS]

    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def contrast(ink: str, ground: str) -> float:
    """The contrast ratio of two colours, as WCAG 2 defines it."""
    dark, light = sorted((luminance(ink), luminance(ground)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb``."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
