"""Dice as players state them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll, parse_rolls, split_rolls
from wikibot.game.understanding.dice import part_dice

FORMS = Path(__file__).with_name("stated.txt")
ROLLS = st.integers(1, 100).flatmap(
    lambda sides: st.lists(st.integers(1, sides), min_size=1, max_size=8).map(
        lambda faces: Roll(len(faces), sides, tuple(faces))
    )
)


@given(st.lists(ROLLS, max_size=4))
def test_rolls_read_back(rolls: list[Roll]) -> None:
    """Rolls written in a dice bot's form are read back the same."""
    assert parse_rolls(", ".join(map(str, rolls))) == tuple(rolls)


@for_each(
    "line, words, rolls",
    [
        ("move 1 2 3 -- 2d6 (2, 4) = 6", "move 1 2 3", ["2d6 (2, 4) = 6"]),
        ("move 1 2 3 — 2d6 (2, 4) = 6", "move 1 2 3", ["2d6 (2, 4) = 6"]),
        ("move: `2d6` (**6**, 2) = `8`", "move:", ["2d6 (6, 2) = 8"]),
        ("choose 2d4 (1, 3) = 4", "choose", ["2d4 (1, 3) = 4"]),
        ("take garbage -- d98 (37) = 37", "take garbage", ["1d98 (37) = 37"]),
        ("mine -- 2d6 (4, 6) = 10, 1d4 (2) = 2", "mine", ["2d6 (4, 6) = 10", "1d4 (2) = 2"]),
        ("mine -- 2d6 (4, 6) = 10 and 1d4 (2) = 2", "mine", ["2d6 (4, 6) = 10", "1d4 (2) = 2"]),
        ("move 1 2 (2d6 (2, 4) = 6)", "move 1 2", ["2d6 (2, 4) = 6"]),
        ("move 1 2 (d6 (2) and d6 (4)).", "move 1 2", ["1d6 (2) = 2", "1d6 (4) = 4"]),
        ("join as Dee (the 2d4 one)", "join as Dee (the 2d4 one)", []),
        (
            "move -- 1d4 (2) = 2 https://example.org/r/1",
            "move",
            ["1d4 (2) = 2 https://example.org/r/1"],
        ),
        ("join as Dee -- the second", "join as Dee -- the second", []),
        ("use Duck", "use Duck", []),
    ],
)
def test_dice_are_parted_from_words(line: str, words: str, rolls: list[str]) -> None:
    """The dice at a line's end are taken off; a dash that no dice follow belongs to the words."""
    said, found = split_rolls(line)

    assert (said, [str(roll) for roll in found]) == (words, rolls)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2d6 (2, 7) = 9", "between 1 and 6"),
        ("2d6 (0, 6) = 6", "between 1 and 6"),
        ("2d6 (2) = 2", "2 faces were to be stated, 1 are"),
        ("2d6 (2, 3) = 6", "2 . 3 is 5, not 6"),
        ("1d0 () = 0", "at least one side"),
        ("0d6 () = 0", "no dice are no roll"),
        ("2d6 = 7", "not a stated roll"),
        (
            "2d6 (3, 4) = 7; use Mauve",
            "'use Mauve' is not a stated roll .write a further action on a separate line",
        ),
    ],
)
def test_impossible_rolls_are_named(text: str, why: str) -> None:
    """Number, range and sum of faces are checked, and the answer says which of them is wrong."""
    with pytest.raises(Unclear, match=why):
        parse_rolls(text)


def forms() -> list[tuple[str, ...]]:
    """The cases of stated.txt."""
    text = FORMS.read_text(encoding="utf-8").partition("\n")[2]
    return [tuple(block.strip().split("\n")) for block in text.split("\n\n")]


@for_each("name, line, expected", forms())
def test_what_dice_bots_print_is_read(name: str, line: str, expected: str) -> None:
    """The output of common bots is understood as it is pasted;
    what has no faces, or impossible ones, is refused.
    """
    try:
        words, rolls = part_dice(line)
    except Unclear:
        found = "huh"
    else:
        assert words == "move 1 2"
        found = ", ".join(map(str, rolls))

    assert found == expected
