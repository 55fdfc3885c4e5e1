"""Each space of the board leads to its row:
by the row's id, or else to the heading of the table.
"""

from __future__ import annotations

import pytest

from tests.game.board.pictures import picture
from wikibot.game.page.board import board_links, board_wikitext, is_drawing
from wikibot.game.picture import Group, Picture, PictureCell

TABLE = """{| class="wikitable"
! Space !! Type
|- id="space-7"
| 7 || Geyser
|-
| 8 || Blank
|}
"""
BOARD = Picture(
    "B",
    groups=(
        Group("Line", (PictureCell("7", 0, 0, "7"), PictureCell("8", 1, 0, "8")), header="Space"),
    ),
)


def test_a_space_leads_to_its_row_or_its_table() -> None:
    """A row keeps its id, which people gave it; nothing is written into their table."""
    assert board_links(f"== The spaces ==\n{TABLE}", BOARD) == {"7": "space-7", "8": "The spaces"}


@pytest.mark.parametrize(
    "heading",
    ["[[Category:A]]", "&#126;&#126;&#126;&#126;", "{{x}}", "a|b", "<b>x</b> ''y''#"],
    ids=["link", "tildes", "template", "bar", "tags"],
)
def test_a_heading_does_nothing_in_a_link(heading: str) -> None:
    """One that might is not linked to."""
    links = board_links(f"== {heading} ==\n{TABLE}", BOARD)

    assert links["7"] == "space-7"
    assert all(mark not in links.get("8", "") for mark in ("~", "[", "{", "|", "<", "''", "#"))


def test_there_is_no_link_where_there_is_no_row() -> None:
    """A board without a table, and groups that no table lists, are drawn as before."""
    assert board_links("== Spaces ==\nnothing\n", BOARD) == {}
    assert board_links(TABLE, picture("Ann")) == {}
    assert "[[" not in board_wikitext(picture("Ann"))


def test_a_drawing_with_links_is_one_of_the_bots() -> None:
    """It is drawn anew with the next change, here or on the page of the board,
    with the ink of any version.
    """
    links = board_links(f"== Spaces ==\n{TABLE}", BOARD)
    for page in ("", "Game:State"):
        text = board_wikitext(BOARD, links, page)

        assert is_drawing(text)
        assert is_drawing(text.replace('<b style="color:#202122">', '<b style="color:inherit">'))
        assert f'[[{":Game:State" if page else ""}#space-7|<b style="color:#202122">7</b>]]' in text
        assert 'data-space="7"' in text
    assert not is_drawing(board_wikitext(BOARD, {"7": "x|y]] [[z"}))
