"""Numbers in prose."""

from __future__ import annotations

import pytest

from wikibot.wikitext.numerals import read_number


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("7", 7), ("-3", -3), ("\u22123", -3), ("Seven", 7), ("twenty-one", 21), ("twice", 2),
        ("a", 1), ("An", 1),
    ],
)  # fmt: skip
def test_a_number_in_any_form(word: str, number: int) -> None:
    """Digits, words, and the article that stands for one (``within a week``)."""
    assert number == read_number(word)


@pytest.mark.parametrize("word", ["", "some", "1.5", "the"])
def test_what_is_no_number(word: str) -> None:
    """It is refused, and never taken for one."""
    with pytest.raises(ValueError, match="is not a number"):
        read_number(word)
