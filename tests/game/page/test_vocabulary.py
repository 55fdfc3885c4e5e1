"""Known names, and more of them."""

from __future__ import annotations

from wikibot.game.page.cells import Vocabulary

ITEMS = Vocabulary(("Fish", "Duck"), {"🐟": "Fish"}, plurals=True)


def test_more_names_come_behind() -> None:
    """Names that are added are understood as the others are,
    with their aliases and plurals, each once.
    """
    more = ITEMS.extended(["Duck", "Sand", "Sand"])

    assert tuple(more) == ("Fish", "Duck", "Sand")
    assert [more.find(name) for name in ("🐟", "ducks", "sands")] == ["Fish", "Duck", "Sand"]


def test_nothing_new_changes_nothing() -> None:
    """Where all names are known the vocabulary itself is used, with all that it has worked out."""
    assert ITEMS.extended(["Duck"]) is ITEMS
