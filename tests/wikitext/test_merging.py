"""One edit's change made to another text, by sentences."""

from __future__ import annotations

import random

import pytest

from wikibot.wikitext.patches import changes, merged, pieces

CASES = [  # the page before an edit, after it, the text that counts, and what counts then
    ("a m b", "a m x b", "a b", "a x b"), ("a m b", "a b", "a b", "a b"),
    ("a c", "a b c", "a b c", "a b c"), ("a c", "a x c", "a b c", "a b x c"),
    ("a m b", "a n b", "a o b", "a n b"), ("a m n b", "a x n b", "a o b", None),
    ("a m n b", "a n b", "a b", "a b"), ("a m n b", "a x n b", "a b", "a x b"),
    ("a m b c", "x m b d", "a b c", "x b d"), ("m a b", "m a c", "a b", "a c"),
    ("a b c d", "d", "a m b c d", "d"),
]  # fmt: skip


def page(names: str) -> str:
    """A page of short sentences."""
    return "".join(f"{name}.\n" for name in names.split())


@pytest.mark.parametrize(("before", "after", "onto", "wanted"), CASES)
def test_an_edit_counts_without_what_is_held(
    before: str, after: str, onto: str, wanted: str | None
) -> None:
    """None: it changes a part of what is held."""
    found = merged(page(before), page(after), page(onto), strict=True)

    assert found == (None if wanted is None else page(wanted))


def test_whoever_changes_a_part_of_what_is_held_has_all_of_it_where_that_is_asked_for() -> None:
    """As where a later edit is accepted before the one on which it was made."""
    assert merged(page("a m n b"), page("a x n b"), page("a o b")) == page("a x n b")


def test_sentences_of_a_line_are_parted() -> None:
    """Each with the blanks before it; one that is added leaves the others as they are."""
    text = 'One. Two ("three.")  Four!\n\nFive 1.5 e.\tSix'

    assert pieces(text) == [
        "\nOne.", ' Two ("three.")', "  Four!", "\n", "\nFive 1.5 e.", "\tSix",
    ]  # fmt: skip
    assert list(changes("One. Two.\nA", "One. Two. Three.\nA")) == [([], [" Three."])]
    assert list(changes("One.", "Two.\nOne.\n\nThree.")) == [
        ([], ["\nTwo."]), ([], ["\n", "\nThree."]),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(300))
def test_a_held_edit_that_is_undone_leaves_nothing(seed: int) -> None:
    """Whatever it was, and whatever players changed elsewhere meanwhile is there."""
    chance = random.Random(seed)
    base = [chance.choice("abcdefgh") for _ in range(chance.randint(0, 9))]
    held = list(base)
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(held))
        held[at : at + chance.randint(0, 2)] = chance.choices("ABC", k=chance.randint(0, 2))
    was, now = page(" ".join(base)), page(" ".join(held))
    top = "Z.\n"

    assert merged(was, now, was) == now
    assert merged(now, was, was) == was
    counted = merged(now, top + now, was)
    assert counted is not None
    assert merged(top + now, top + was, counted) == top + was


def test_what_is_too_long_to_be_compared_has_changed_as_a_whole() -> None:
    """Comparing takes the square of what differs."""
    one, other = ("\n".join(f"{at}{letter}" for at in range(2000)) for letter in "ab")

    assert len(list(changes(one, other))) == 1
