"""Texts that look alike are those that the standard library finds, in its order."""

from __future__ import annotations

from difflib import SequenceMatcher, get_close_matches

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikibot.game.names import Likeness

WORDS = st.text("abm -", max_size=8)
NAMES = tuple(f"{first}{second}" for first in ("gain", "lose", "make") for second in "abcdefghij")


@given(WORDS, st.lists(WORDS, max_size=12), st.integers(1, 6))
def test_the_same_are_found_as_by_the_standard_library(
    wanted: str, known: list[str], most: int
) -> None:
    """The same texts in the same order, equally good ones too."""
    texts = tuple(dict.fromkeys(known))

    assert Likeness(texts).close(wanted, most, 0.55) == get_close_matches(wanted, texts, most, 0.55)


def test_a_word_like_no_other_is_compared_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that have too few letters in common are not compared; those that have are."""
    compared = []
    ratio = SequenceMatcher.ratio

    def counted(self: SequenceMatcher[str]) -> float:
        compared.append(self)
        return ratio(self)

    monkeypatch.setattr(SequenceMatcher, "ratio", counted)
    likeness = Likeness(NAMES)

    assert likeness.close("xyzzy", 5, 0.55) == []
    assert compared == []
    assert likeness.close("gainx", 1, 0.55) == ["gainj"]
    assert len(compared) == 10
