"""Numbers of things in words, as people say them."""

from __future__ import annotations

import pytest

from tests.for_each import for_each
from wikibot.game.names import counted, plural_of, singular_of
from wikibot.game.page.cells import Vocabulary
from wikibot.game.understanding.slots import NamesSlot, is_plural


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


IRREGULAR = (
    ("Wolf", "Wolves"), ("Knife", "Knives"), ("Ox", "Oxen"), ("Man", "Men"), ("Goose", "Geese"),
    ("Woman", "Women"), ("Child", "Children"), ("Mouse", "Mice"), ("Foot", "Feet"),
    ("Tooth", "Teeth"), ("Leaf", "Leaves"), ("Thief", "Thieves"), ("Life", "Lives"),
    ("Potato", "Potatoes"), ("Werewolf", "Werewolves"), ("Jackknife", "Jackknives"),
    ("Swordsman", "Swordsmen"), ("Horsewoman", "Horsewomen"), ("Human", "Humans"),
    ("Talisman", "Talismans"), ("Omen", "Omens"), ("Specimen", "Specimens"), ("Olive", "Olives"),
    ("Axe", "Axes"), ("Fox", "Foxes"), ("Witch", "Witches"), ("Cache", "Caches"), ("Bus", "Buses"),
    ("Grey Wolf", "Grey Wolves"), ("Loaf of Bread", "Loaves of Bread"), ("Toe", "Toes"),
)  # fmt: skip


@for_each("one, many", IRREGULAR)
def test_irregular_plurals_are_known(one: str, many: str) -> None:
    """Each way, in any case, and as a spelling of the name in lines, cells and statements."""
    assert (one, many) == (singular_of(many), plural_of(one))
    assert (one, many) == (singular_of(one), plural_of(many))
    assert (one.lower(), many.upper()) == (singular_of(many.lower()), plural_of(many.upper()))
    assert Vocabulary((one,), plurals=True).find(many.lower()) == one
    assert NamesSlot((one,)).exact(f"{many}") == one
    assert is_plural(many, one)


@pytest.mark.parametrize("name", ["Duck", "Key", "Party", "House", "Blank Card", "Crystal Engine"])
def test_there_and_back(name: str) -> None:
    """The plural of a plain name leads back to it."""
    assert singular_of(plural_of(name)) == name
