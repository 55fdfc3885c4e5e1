"""Letters for players in a board drawn as text."""

from __future__ import annotations

from wikibot.game.picture import player_letters


def test_each_player_has_a_letter_of_their_own() -> None:
    """The first free letter of the name, another where those are taken,
    numbers when letters run out.
    """
    letters = player_letters(tuple(f"A{number}" for number in range(60)))

    assert player_letters(("Ann", "Anna", "Aa", "4st")) == {
        "Ann": "A", "Anna": "N", "Aa": "B", "4st": "S",
    }  # fmt: skip
    assert len(dict.fromkeys(letters.values())) == 60
