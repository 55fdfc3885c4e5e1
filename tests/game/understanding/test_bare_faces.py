"""Faces alone answer what waits for a roll."""

from __future__ import annotations

import pytest

from wikibot.game.rolls import Roll
from wikibot.game.understanding.plain_line import bare_faces

ASKS = "a roll of 3d6 for Mining"


@pytest.mark.parametrize("words", ["4, 6, 2", "choose 4 6 2", "rolled 4, 6 and 2", "4+6+2"])
def test_as_many_faces_as_dice_are_the_roll(words: str) -> None:
    """Whatever words for rolling stand beside them."""
    assert bare_faces(words.replace("+", " + "), ASKS) == Roll(3, 6, (4, 6, 2))


@pytest.mark.parametrize(
    "words", ["4, 6", "4, 6, 7", "4, 6, 2, 1", "4, 6, 2 herbs", "pot 4, 6, 2", "", "4.5 6 2"]
)
def test_anything_else_is_not_the_roll(words: str) -> None:
    """Too few faces or too many, one that no die has, or other words."""
    assert bare_faces(words, ASKS) is None


def test_where_a_choice_is_asked_for_numbers_are_no_faces() -> None:
    """``4`` at a fork is a space."""
    assert bare_faces("4", "space 4 of 4, after 3: 4, 20") is None
