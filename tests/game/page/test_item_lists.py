"""Item lists in all the forms that people write, and what a change leaves of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from wikibot.game.page.cells import CellError, ItemList, Vocabulary, seen

KNOWN = ItemList(
    Vocabulary(
        ("Fish", "Duck", "Mauve", "Crystal", "4st", "Team Fortress 2", "+6 Sword of Edging",
         "This, that and more",
         "❤️🔥", "⚡"),
        plurals=True,
    )
)  # fmt: skip


def _cases() -> list[ParameterSet]:
    """Lines of itemlists.txt; ``⏎`` stands for a line break, ``¦`` for a bar."""
    lines = (Path(__file__).parent / "itemlists.txt").read_text(encoding="utf-8").splitlines()
    cases = []
    for line in lines:
        if line and not line.startswith("# "):
            name, *parts = (
                part.strip().replace("⏎", "\n").replace("¦", "|") for part in line.split(" |")
            )
            cases.append(pytest.param(*parts, id=name))
    return cases


def said(items: dict[str, int]) -> str:
    """Items in the words of itemlists.txt."""
    return ", ".join(f"{item} {count}" for item, count in items.items())


@for_each("cell, means, changed", _cases())
def test_forms_that_people_write(cell: str, means: str, changed: str) -> None:
    """Each form is understood; unchanged it keeps every byte;
    a change keeps the style and the other items.
    """
    items = KNOWN.parse(cell)
    other = {item: count for item, count in items.items() if item != "Duck"}
    other["Fish"] = other.get("Fish", 0) + 1

    assert (said(items), KNOWN.render(items, cell), KNOWN.render(other, cell)) == (
        means,
        cell,
        changed,
    )


@pytest.mark.parametrize("cell", ["?", "2 Fish, 3", "unknown", "2", "Fish, ???"])
def test_what_is_no_list_of_items(cell: str) -> None:
    """A number without a name, or a question mark, is not an item: a person has to look at it."""
    with pytest.raises(CellError):
        KNOWN.parse(cell)


names = st.one_of(
    st.sampled_from(
        ["Fish", "4st", "2 Fish", "Fish x2", "Fish (2)", "a, b", "and more", "Fish and Duck",
         "none", "-", "7", "x|y",
         "a;b", "Fish.", "{{x}}", "[[y]]", "'''z'''", "<br>", "~~~~", "&amp;", "This",
         "that and more", "* a", "- 2"]
    ),
    st.text(st.sampled_from("abFish 012,;.x×()-+*[]{}|'<>&=:"), min_size=1, max_size=8),
).map(seen).filter(lambda name: name and KNOWN.known.canonical(name) == name)  # fmt: skip
lists = st.dictionaries(names, st.integers(-9, 99).filter(bool), max_size=4)


@given(lists, lists)
def test_any_items_come_back(before: dict[str, int], after: dict[str, int]) -> None:
    """Whatever the names, a list that was written over another one says what it should."""
    assert KNOWN.parse(KNOWN.render(after, KNOWN.render(before))) == after


def test_a_name_that_would_read_as_another_is_refused() -> None:
    """``fish`` would come back as ``Fish``: such a state cannot be written."""
    with pytest.raises(CellError):
        KNOWN.render({"fish": 2})
