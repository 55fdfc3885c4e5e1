"""The items of the rule Garbage: their IDs, and the order in which random choices go."""

from __future__ import annotations

import pytest

from rules.cycle15.garbage import CATALOGUE, garbage_items
from wikibot.game.ruleset.rulebook import read_rulebook


def ids(rows: str) -> list[tuple[int, str]]:
    """IDs and names by ID, of a table with rows ``NAME ID`` (an ID may be missing)."""
    cells = (row.split() for row in rows.split(","))
    table = "".join(
        f"|-\n| {cell[0]} || text || {cell[1] if len(cell) > 1 else ''}\n" for cell in cells
    )
    page = f'=== Garbage ===\n\n{{| class="wikitable"\n! Name !! Description !! ID\n{table}|}}\n'
    return [
        (item.id, item.name)
        for item in garbage_items(read_rulebook(page, (CATALOGUE,)).members("Garbage"))
    ]


@pytest.mark.parametrize(
    ("rows", "by_id"),
    [
        ("Fish 1, Mauve 2", [(1, "Fish"), (2, "Mauve")]),
        ("Fish 2, Mauve 1", [(1, "Mauve"), (2, "Fish")]),
        ("Fish, Mauve", [(1, "Fish"), (2, "Mauve")]),
        ("Fish, Mauve 1, Duck, Beer 3", [(1, "Mauve"), (2, "Fish"), (3, "Beer"), (4, "Duck")]),
        ("Fish 7, Mauve", [(1, "Mauve"), (7, "Fish")]),
        ("Fish 1, Mauve 1", [(1, "Fish"), (2, "Mauve")]),
        ("Fish 0, Mauve x, Duck -2", [(1, "Fish"), (2, "Mauve"), (3, "Duck")]),
    ],
)
def test_an_item_without_an_id_has_the_lowest_free_one(
    rows: str, by_id: list[tuple[int, str]]
) -> None:
    """Stated IDs stay; the others are given in the order of the rows."""
    assert ids(rows) == by_id


def test_in_a_bullet_list_the_place_is_the_id() -> None:
    """The early form of the section has no IDs at all."""
    page = '=== Garbage ===\n\n* Fish "It swims."\n* Mauve "A colour."\n'
    items = garbage_items(read_rulebook(page, (CATALOGUE,)).members("Garbage"))

    assert [(item.id, item.name) for item in items] == [(1, "Fish"), (2, "Mauve")]


def test_a_column_of_ids_may_be_missing() -> None:
    """A table of names and descriptions gives IDs by its rows."""
    page = (
        "=== Garbage ===\n\n{|\n! Name !! Description\n|-\n| Fish || It swims.\n|-\n| Mauve || A "
        "colour.\n|}\n"
    )
    items = garbage_items(read_rulebook(page, (CATALOGUE,)).members("Garbage"))

    assert [(item.id, item.name) for item in items] == [(1, "Fish"), (2, "Mauve")]
