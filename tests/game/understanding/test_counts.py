"""Which words are a count."""

from __future__ import annotations

import pytest

from wikibot.game.understanding.slots import count_of


@pytest.mark.parametrize("text", ["2²", "1②", "²", "②", "½", "₂"])
def test_raised_and_circled_digits_are_no_count(text: str) -> None:
    """They would be joined to the digits beside them: ``2²`` is not 22."""
    assert count_of(text) is None


@pytest.mark.parametrize("text", ["2", "２", "two"])
def test_other_digits_are_a_count(text: str) -> None:
    """Digits in full width are digits, too."""
    assert count_of(text) == 2
