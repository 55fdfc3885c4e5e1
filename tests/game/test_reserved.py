"""Names that nobody takes, because they mean something else."""

from __future__ import annotations

from rules import cycle14, cycle15, round7
from rules.round7.naming import House, Paired
from tests.for_each import for_each
from wikibot.game.names import is_reserved


@for_each(
    "name",
    [
        "nobody",
        "the judge",
        "No one",
        "P3",
        "t 12",
        "4",
        "-209",
        "#7",
        "steward",
        "everybody",
        "Judge 2",
        "My Bot",
    ],
)
def test_words_of_every_game(name: str) -> None:
    """Words that lines, cells and statements use, numbers, and what the bot numbers."""
    assert is_reserved(name)


@for_each(
    "name",
    [
        "4st", "Raven1207.2", "google", "[idle account]", "Ann", "Ann's friend", "P", "Spacey 4",
        "O'Brien 2", "7 of 9",
    ],
)  # fmt: skip
def test_what_people_are_called(name: str) -> None:
    """Odd names are names."""
    assert not is_reserved(name, ("Space", "House"))


@for_each(
    "game, name",
    [
        *((cycle15.GAME, name) for name in ("Space 4", "the Space", "phase 3")),
        *(
            (cycle14.GAME, name)
            for name in (
                "the Obelisk",
                "Pot 1",
                "pot #2",
                "Town",
                "the Gates",
                "Community Storehouse",
            )
        ),
        *((round7.GAME, name) for name in ("Jail", "Number 3", "Space 12", "Bank", "poents")),
        *(
            (round7.GAME, str(name))
            for name in (House("Ann", 3), House("Jules'", 1), House("O'Brien's", 12))
        ),
        *(
            (round7.GAME, str(Paired(kind, pair, end)))
            for kind in ("Snake", "Ladder")
            for pair in (1, 20)
            for end in "LU"
        ),
    ],
)
def test_what_a_game_numbers_and_its_places(game: object, name: str) -> None:
    """Nobody is called by what stands on a board, whatever its number and owner."""
    assert is_reserved(name, game.reserved(None, None))  # type: ignore[attr-defined]
