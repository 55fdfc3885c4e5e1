"""The table that players stand on is drawn."""

from __future__ import annotations

from rules.generic.page.page import picture
from tests.rules.boards import board_text
from tests.rules.generic.pages import book, state, table


def test_the_map_of_the_village() -> None:
    """Each space with its type, who is there, and what leads where."""
    found = picture(state(), book())

    assert found is not None
    assert [(c.label, c.title.partition(";")[0], c.players) for c in found.cells] == [
        ("1", "Space 1", ("Bob",)),
        ("2", "Space 2", ("Ann",)),
        ("3", "Space 3", ()),
    ]
    assert len(found.edges) == 4
    assert "Signs: ◆ Shop; ● Forest" in board_text(found)


def test_a_page_without_a_place_to_stand_on_has_no_board() -> None:
    """A weapon is not a place."""
    page = table("Name | Weapon", "Ann | Bow") + table("Weapon | Harm", "Bow | 2", heading="Arms")

    assert picture(state(page), book()) is None
