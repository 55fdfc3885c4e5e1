"""Rolls that stand: what is taken from the line, what from before, and what stands in the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from wikibot.game.engine.context import Supply, shown
from wikibot.game.problems import Refused, Unclear
from wikibot.game.rolls import Roll, StandingRoll, StandingRolls, parse_rolls
from wikibot.game.understanding.dice import shown_rolls


def supply(*stated: str, there: Sequence[StandingRoll] = (), whole: bool = True) -> Supply:
    """What Ann's line ``dig`` states, and what stands."""
    return Supply(
        StandingRolls(there), "Ann", "dig", [parse_rolls(text)[0] for text in stated], whole=whole
    )


def standing(roll: str, label: str = "digging", count: int = 0, index: int = 1) -> StandingRoll:
    """A roll of Ann's that stands;
    with ``count`` dice in all, which by default are those that it has.
    """
    found = parse_rolls(roll)[0]
    return StandingRoll("Ann", "dig", label, index, found, count or found.count)


def told(rolls: Sequence[StandingRoll]) -> list[str]:
    """What stands, in words."""
    return [f"{each.label} {each.roll} of {each.count}" for each in rolls]


@pytest.mark.parametrize(
    ("stated", "faces", "left"),
    [
        (("2d4 (1, 3) = 4", "1d6 (5) = 5"), (1, 3), ["1d6 (5) = 5"]),
        (("1d4 (1) = 1", "1d4 (3) = 3"), (1, 3), []),
        (("1d6 (5) = 5", "2d4 (1, 3) = 4"), (1, 3), ["1d6 (5) = 5"]),
        (("3d4 (1, 3, 2) = 6",), (1, 3), ["1d4 (2) = 2"]),
        (("1d4 (2) = 2",), (2,), []),
        ((), (), []),
    ],
)
def test_a_roll_is_taken_from_the_line(
    stated: tuple[str, ...], faces: tuple[int, ...], left: list[str]
) -> None:
    """A needed roll is the next one of such dice, or several of them,
    or the first dice of a larger one.
    """
    from_line = supply(*stated)

    assert from_line.take("digging", 1, 2, 4).roll.faces == faces
    assert list(map(str, from_line.stated)) == left


def test_dice_that_are_not_needed_make_the_line_unclear() -> None:
    """A stated roll of more dice than are needed is not bent to fit;
    other rolls are only left over.
    """
    more, other = supply("3d4 (1, 3, 2) = 6"), supply("2d4 (1, 3) = 4", "1d6 (5) = 5")
    more.take("digging", 1, 2, 4)
    other.take("digging", 1, 2, 4)
    other.refuse_overstated()

    with pytest.raises(Unclear, match="2d4 was to be rolled here, 3d4"):
        more.refuse_overstated()


def test_its_dice_are_fixed_when_it_is_rolled() -> None:
    """Where other dice are needed by now, the roll stands as it fell."""
    entry = supply(there=[standing("1d42 (17) = 17")]).take("digging", 1, 1, 43)

    assert (entry.roll, entry.missing) == (Roll(1, 42, (17,)), 0)


def test_a_line_adds_the_dice_that_are_missing() -> None:
    """One of two dice stands; the other comes alone, or behind the first once more."""
    half = [standing("1d6 (5) = 5", count=2)]
    added = supply("1d6 (3) = 3", there=half, whole=False)
    again = supply("2d6 (5, 3) = 8", there=half)

    assert [each.take("digging", 1, 2, 6).roll.faces for each in (added, again)] == [(5, 3), (5, 3)]


@pytest.mark.parametrize("line", ["2d4 (4, 4) = 8", "1d4 (4) = 4", "2d4 (1, 4) = 5"])
@pytest.mark.parametrize("label", ["digging", ""])
def test_another_roll_in_place_of_one_that_stands_counts_for_nothing(line: str, label: str) -> None:
    """The line is refused, and what it states is not kept."""
    there = [standing("2d4 (1, 3) = 4", label)]
    second = supply(line, there=there)

    with pytest.raises(Refused, match=r"made before: 2d4 \(1, 3\) = 4"):
        second.take("digging", 1, 2, 4)
    assert not any(4 in each.roll.faces for each in second.after_all(there))


def test_a_loose_roll_outlives_the_line_that_states_another() -> None:
    """The line is refused; what was shown first is what stands, for what asked for it."""
    there = [standing("1d4 (1) = 1"), standing("1d4 (3) = 3", "")]
    line = supply("2d4 (1, 4) = 5", there=there)
    line.take("digging", 1, 1, 4)

    with pytest.raises(Refused, match=r"made before: 1d4 \(3\) = 3"):
        line.take("lifting", 1, 1, 4)
    assert told(line.after_all(there)) == ["digging 1d4 (1) = 1 of 1", "lifting 1d4 (3) = 3 of 1"]


def test_what_nothing_asked_for_stands_loose() -> None:
    """It is taken by the next order that needs such dice; shown again, it does not count twice."""
    line = supply("2d4 (1, 3) = 4", "1d6 (5) = 5")
    line.take("digging", 1, 2, 4)
    once = line.after_all(())
    again = shown(once, "Ann", "dig", [Roll(1, 6, (6,))])
    later = supply(there=again)

    assert told(once) == ["digging 2d4 (1, 3) = 4 of 2", " 1d6 (5) = 5 of 1"]
    assert again == once
    assert later.take("lifting", 1, 1, 6).roll.faces == (5,)


def test_what_was_used_is_used_up() -> None:
    """When the order was carried out, what it did not ask for stands on; loose rolls are over."""
    there = [
        standing("2d4 (1, 3) = 4"),
        standing("1d6 (5) = 5", "elsewhere"),
        standing("1d8 (8) = 8", ""),
    ]
    line = supply(there=there)
    line.take("digging", 1, 2, 4)

    assert told(line.after_use(there)) == ["elsewhere 1d6 (5) = 5 of 1"]


def test_rolls_are_found_in_a_line_that_cannot_be_read() -> None:
    """What no dice can have shown is passed over."""
    text = "dgi -- 2d4 (1, 3) = 4, oh dear, 1d4 (9) and `1d6` (5)!"

    assert list(map(str, shown_rolls(text))) == ["2d4 (1, 3) = 4", "1d6 (5) = 5"]
