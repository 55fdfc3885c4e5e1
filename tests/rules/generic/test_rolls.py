"""What is said of a roll is so in the action, in what is joined to it, and in an event of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import NamedTuple

from rules.generic.compiled import compiled
from rules.generic.owners import State
from tests.for_each import for_each, portion
from tests.rules.generic.pages import applied, book, state, table

Gains = Callable[[tuple[int, ...], int], int]  # by what the dice show, and what is added


def _if(holds: Callable[[int, int], bool]) -> Gains:
    """9 Gold, by the sum of the dice and by the total."""
    return lambda faces, more: 9 * holds(sum(faces), sum(faces) + more)


OF_ALL: Mapping[str, Gains] = {
    "on a natural 3, they gain 9 Gold": _if(lambda die, _: die == 3),
    "on a natural 3 or more, they gain 9 Gold": _if(lambda die, _: die >= 3),
    "if the natural roll is 3, they gain 9 Gold": _if(lambda die, _: die == 3),
    "they gain Gold equal to the natural roll": lambda faces, _: sum(faces),
    "if the roll is 3, they gain 9 Gold": _if(lambda _, total: total == 3),
    "if the roll is at least their Luck, they gain 9 Gold": _if(lambda _, total: total >= 4),
    "if the roll is not 3, they gain 9 Gold": _if(lambda _, total: total != 3),
    "they gain Gold equal to the roll": lambda faces, more: sum(faces) + more,
    "if the total is 4, they gain 9 Gold": _if(lambda _, total: total == 4),
    "on a total of 4 or more, they gain 9 Gold": _if(lambda _, total: total >= 4),
    "they gain Gold equal to the total": lambda faces, more: sum(faces) + more,
    "on a 2 to 4, they gain 9 Gold": _if(lambda _, total: total in (2, 3, 4)),
    "on a 4 or more, they gain 9 Gold; otherwise they gain 1 Gold": (
        lambda faces, more: 9 if sum(faces) + more >= 4 else 1
    ),
    "on an even roll, they gain 9 Gold": _if(lambda _, total: total % 2 == 0),
    "if the total is at least 4 and the roll is 3, they gain 9 Gold": _if(
        lambda die, total: total >= 4 and die == 3
    ),
    "on a total of 4 or more, they gain Gold equal to the roll": (
        lambda faces, more: sum(faces) if sum(faces) + more >= 4 else 0
    ),
    "they gain 2 Gold for each 3 or more": lambda faces, _: 2 * sum(n >= 3 for n in faces),
}
OF_ONE: Mapping[str, Gains] = {
    **OF_ALL,
    "if the die is 3, they gain 9 Gold": _if(lambda die, _: die == 3),
    "if the die shows a 3, they gain 9 Gold": _if(lambda die, _: die == 3),
    "if the die is at least their Luck, they gain 9 Gold": _if(lambda die, _: die >= 4),
    "if the die is even, they gain 9 Gold": _if(lambda die, _: die % 2 == 0),
    "they gain Gold equal to the die": lambda faces, _: sum(faces),
    "if the total is at least 4 and the die is 3, they gain 9 Gold": _if(
        lambda die, total: total >= 4 and die == 3
    ),
}
OF_SEVERAL: Mapping[str, Gains] = {
    **OF_ALL,
    "on doubles, they gain 9 Gold": lambda faces, _: 9 * (len({*faces}) == 1),
    "if they roll doubles, they gain 9 Gold": lambda faces, _: 9 * (len({*faces}) == 1),
}


class Bonus(NamedTuple):
    """What is added to a roll, by the action and by a sentence of its own."""

    adds: str = ""
    own: str = ""
    more: int = 0


BONUSES = (
    Bonus(),
    Bonus(" and add 1", more=1),
    Bonus(" and subtract 1", more=-1),
    Bonus(" and add their Luck", more=4),
    Bonus(" and add 1 if they have a Net", more=1),
    Bonus("+2", more=2),
    Bonus(own="A player who has a Net adds 1 to each roll for digging.", more=1),
    Bonus(" and add 1", "A player who has a Net adds 1 to each roll for digging.", 2),
)
ACTION = "A player may dig: they roll {dice}{bonus.adds}"
PLACES = (
    f"{ACTION}; {{says}}.\n\n{{bonus.own}}",
    f"{ACTION}. {{Says}}.\n\n== More ==\n{{bonus.own}}",
    f"Whenever a player digs, {{says}}.\n\n{ACTION}.\n\n{{bonus.own}}",
    f"{ACTION}.\n\n== More ==\n{{bonus.own}}\n\nWhenever a player digs, {{says}}.",
)
PAGE = table("Name | Gold | Luck | Items", "Ann | 0 | 4 | Net")


def gained(rules: str, dice: str, faces: tuple[int, ...]) -> int:
    """The Gold that Ann has when she dug."""
    shown = f"{dice} ({', '.join(map(str, faces))}) = {sum(faces)}"
    done = applied(rules, PAGE, f"01T10:00 Ann: dig -- {shown}", until="01T11:00")
    found: State = state(done.page or "")
    held = found.players["Ann"].fields.get("Gold", 0)
    assert isinstance(held, int)
    return held


def cases() -> list[tuple[str, str, str, Bonus]]:
    """Each way to speak of a roll, wherever that may be, with each bonus."""
    of = {"1d6": OF_ONE, "2d6": OF_SEVERAL}
    every = [(dice, *each) for dice, ways in of.items() for each in product(ways, PLACES, BONUSES)]
    return portion(every, 12)


@for_each("dice, says, place, bonus", cases)
def test_what_is_said_of_a_roll(dice: str, says: str, place: str, bonus: Bonus) -> None:
    """It is of the dice, or of what comes of them with all that is added."""
    gains = (OF_ONE if dice == "1d6" else OF_SEVERAL)[says]
    rules = place.format(dice=dice, says=says, Says=f"{says[0].upper()}{says[1:]}", bonus=bonus)
    rolled = [(n,) for n in range(1, 7)] if dice == "1d6" else [(1, 1), (1, 2), (3, 3), (1, 3)]
    for faces in rolled:
        assert gained(rules, dice, faces) == gains(faces, bonus.more), rules


def test_whose_roll_it_is_has_to_be_plain() -> None:
    """Of two who roll, no sentence of its own says whose it means."""
    of_two = "A player may duel another player: both roll 1d6; the winner gains 1 Gold."
    rules = f"{of_two}\n\nWhenever a player duels another player, on a 3, they gain 9 Gold."
    _, (_, told) = compiled(state(PAGE), book(rules)).read
    assert (told.rule, told.why) == (None, "it is not plain whose roll")


def test_what_is_added_may_be_rolled_too() -> None:
    """The die is the one that it is added to."""
    rules = f"{ACTION}; they gain Gold equal to the die."
    page = rules.format(dice="1d6", bonus=Bonus(" and add 1d4"))
    done = applied(page, PAGE, "01T10:00 Ann: dig -- 1d6 (5) = 5, 1d4 (2) = 2", until="01T11:00")
    assert state(done.page or "").players["Ann"].fields["Gold"] == 5
