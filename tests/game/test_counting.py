"""Numbers of things in words, as people say them."""

from __future__ import annotations

import pytest

from tests.for_each import for_each
from wikibot.game.counting import counted, plural_of, singular_of


@for_each(
    "count, name, said",
    [
        (1, "Shard", "1 Shard"), (4, "Shard", "4 Shards"), (0, "cut", "0 cuts"),
        (1, "Poent", "1 Poent"),
        (-1, "Fish", "-1 Fish"), (2, "Fish", "2 Fish"),
        (2, "Time Bean Chili", "2 Time Bean Chilis"),
        (3, "Draught of Fudging", "3 Draughts of Fudging"), (2, "Party", "2 Parties"),
        (2, "Key", "2 Keys"),
        (2, "Box", "2 Boxes"), (2, "Number 3", "2 Number 3"), (2, "Feelin' 4sty", "2 Feelin' 4sty"),
        (2, "NEW ITEM", "2 NEW ITEM"), (2, "🐟", "2 🐟"), (2, "", "2 "),
        (5, "jumbo Fish", "5 jumbo Fish"),
    ],
)  # fmt: skip
def test_a_count_and_its_noun(count: int, name: str, said: str) -> None:
    """One is singular; what is more than plain words stays as the page has it."""
    assert counted(count, name) == said


@pytest.mark.parametrize(
    ("count", "name", "said"),
    [(1, "Crystals", "1 Crystal"), (2, "Crystals", "2 Crystals"), (1, "Berries", "1 Berry"),
     (1, "Glass", "1 Glass"),
     (1, "Blood", "1 Blood"), (1, "Ties", "1 Tie")],
)  # fmt: skip
def test_a_list_of_goods_names_them_in_the_plural(count: int, name: str, said: str) -> None:
    """There one of them wants the singular."""
    assert counted(count, name, plural=True) == said


@pytest.mark.parametrize("name", ["Duck", "Key", "Party", "House", "Blank Card", "Crystal Engine"])
def test_there_and_back(name: str) -> None:
    """The plural of a plain name leads back to it."""
    assert singular_of(plural_of(name)) == name
