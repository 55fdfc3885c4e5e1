"""An order in other forms: told as on a stage, asked for as in a shop, with its price beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.understanding.judging import changes, facts
from tests.understanding.situations import Situation, situations
from tests.understanding.test_counts import one_of_each_verb, split
from wikibot.game.understanding.spelling import forms

GAMES = ("cycle15", "early", "cycle14", "round7")
NOT_TOLD = ("*{who} {does}*", "/me never {does}", "*{does}* was how it began", "*if I {does}*",
            "{does} {who}")  # fmt: skip


def _comes_to_the_same(there: Situation, line: str, order: str) -> bool:
    """Whether a line leaves the state that an order leaves."""
    return bool(facts(there, there.play(line)[0]) == facts(there, there.play(order)[0]))


def _told_orders(game: str) -> Iterator[tuple[Situation, str, str]]:
    """An order of each verb that is one word: its words in the third person, and its dice."""
    for each in one_of_each_verb(game):
        words, dice = split(each)
        first, _, rest = words.partition(" ")
        if first.isalpha() and "vote" not in words and not words[-1].isdecimal():
            yield situations()[each.key], f"{forms(first)[1]} {rest}".strip(), dice


@pytest.mark.parametrize("game", GAMES)
def test_an_order_may_be_told_as_on_a_stage(game: str) -> None:
    """Of who writes it; not of another, and not where more is said."""
    other, played = list[str](), list[str]()
    for there, does, dice in _told_orders(game):
        who = next(str(name) for name in there.state.players if name != there.who)
        first, *rest = does.split()
        order = " ".join((next(v for v in _bases(first)), *rest))
        told = {f"/me {does} {dice}".strip(): f"{order} {dice}".strip(), f"*{does}*": order}
        missed = [line for line in told if not _comes_to_the_same(there, line, told[line])]
        for line in missed:  # one whose last words may be any text may end with the star, too
            (played if changes(there, line) else other).append(line)
        lines = [frame.format(does=does, who=who) for frame in NOT_TOLD]
        played += [line for line in lines if changes(there, line)]

    assert played == []
    assert len(other) <= 2


def _bases(third: str) -> Iterator[str]:
    cut = (third.removesuffix("s"), third.removesuffix("es"), third.removesuffix("ies") + "y")
    return (each for each in cut if forms(each)[1:2] == (third,))


WARES = {"Flute": 3, "House": 5, "N. 1": 5, "I.N. 1": 5}
BOUGHT = (
    "one {it} please", "a {it} for me", "one {it} to go", "one (1) {it}, please",
    "{price} poents for a {it}", "{price} poents paid, one {it} bought",
    "one {it} please, here are my {price} poents", "buying a {it} ({price} poents)",
)  # fmt: skip
NOT_BOUGHT = (
    "no {it} for me", "a {it} would be nice", "one {it} please?", "one (2) {it}, please",
    "{dear} poents for a {it}", "one {it} please, here are my {dear} poents", "a {it}",
    "a {it} for {price} poents", "a {it}, {price} poents", "Ben wants one {it} please",
    "one {it} please, but not now", "a {it} for me is too much", "one {it} for the best of us",
    "{price} poents for a {it} is a lot",
)  # fmt: skip


@pytest.mark.parametrize("it", WARES)
def test_a_thing_may_be_asked_for_as_in_a_shop(it: str) -> None:
    """So many of it, politely or with what it costs; a price that is not paid is no part of it."""
    there, price = situations()["round7", "turn"], WARES[it]
    told = [frame.format(it=it, price=price) for frame in BOUGHT]
    said = [frame.format(it=it, price=price, dear=price + 1) for frame in NOT_BOUGHT]

    assert [line for line in told if not _comes_to_the_same(there, line, f"buy {it}")] == []
    assert [e for e in said if there.play(e)[0].players != there.state.players] == []


NUMBERS = {("turn", "move"): "movement roll", ("jail", "escape"): "escape roll"}
INSTEAD = (
    "I use my Number 3 as this {roll}", "my Number 3 is to be my {roll}",
    "in place of the {roll} I use my Number 3", "Number 3 instead of a {roll}",
    "using my Number 3 for the {roll}", "for the {roll} I use my Number 3",
)  # fmt: skip
NOT_INSTEAD = (
    "my Number 3 is no {roll}", "is my Number 3 for the {roll}?",
    "I would not spend my Number 3 as a {roll}", "Ben uses his Number 3 as his {roll}",
    "my Number 4 is to be my {roll}", "Number 3 as the next {roll}",
)  # fmt: skip


@pytest.mark.parametrize("situation", NUMBERS)
def test_a_number_may_stand_for_a_roll(situation: tuple[str, str]) -> None:
    """Whatever the order of the words; a number that is no Number is none."""
    there, roll = situations()["round7", situation[0]], NUMBERS[situation]
    order = f"{situation[1]} with Number 3"
    told, said = ([each.format(roll=roll) for each in some] for some in (INSTEAD, NOT_INSTEAD))

    assert [line for line in told if not _comes_to_the_same(there, line, order)] == []
    assert [line for line in said if changes(there, line)] == []


def test_a_space_may_be_named_by_who_stands_there() -> None:
    """``Bob's space`` is where Bob is."""
    there = situations()["cycle15", "beam"]
    lines = {
        f"fire the beam at {name}'s space": f"beam {each.location}"
        for name, each in there.state.players.items()
    }

    assert [line for line in lines if not _comes_to_the_same(there, line, lines[line])] == []


def test_a_word_that_leads_to_a_title_is_no_part_of_it() -> None:
    """``title Softer beds``; but of ``Title Deeds`` it is one."""
    there = situations()["cycle14", "town"]

    for led in ("title", "titled", "called", "with title"):
        line = f"Urgent proposal, {led} Softer beds"
        assert _comes_to_the_same(there, line, "propose Urgent: Softer beds")
    state, _ = there.play("Urgent proposal, Title Deeds")
    assert state.proposals[-1].title == "Title Deeds"


def test_an_apostrophe_may_be_left_out() -> None:
    """Of each item that has a possessive in its name."""
    there = situations()["cycle15", "board"]
    owned = [each for each in there.state.players[there.who].items if "'s" in each]
    lines = {f"use {each.replace(chr(39), '')}": f"use {each}" for each in owned}

    assert lines
    assert [line for line in lines if not _comes_to_the_same(there, line, lines[line])] == []


@pytest.mark.parametrize("game", GAMES)
def test_an_exclamation_behind_what_one_does_is_no_part_of_it(game: str) -> None:
    """One word that names nothing; without ``I`` it may be whom the line is said to."""
    orders = [
        (situations()[each.key], *split(each))
        for each in one_of_each_verb(game)
        if split(each)[0].partition(" ")[0].isalpha() and not split(each)[0].startswith("vote")
    ]
    missed = [
        f"I {words}"
        for there, words, dice in orders
        if not _comes_to_the_same(there, f"I {words}, zounds! {dice}", f"I {words} {dice}")
    ]
    said = [
        words for there, words, dice in orders if not dice and changes(there, f"{words}, Zounds")
    ]

    assert len(missed) <= 1, missed
    assert said == []


@pytest.mark.parametrize("way", ["0 1 2 3 4", "0 4", "1 2 3 4", "0 → 3 → 4"])
def test_a_way_may_begin_where_one_stands(way: str) -> None:
    """As people write down a whole way; the space that they leave is no step of it."""
    there, dice = situations()["cycle15", "board"], "2d4 (1, 3) = 4"

    assert _comes_to_the_same(there, f"move {way} -- {dice}", f"move 1 2 3 4 -- {dice}")


@pytest.mark.parametrize("said", ["a five", "5", "it's a five"])
def test_the_total_of_a_roll_may_be_said_beside_it(said: str) -> None:
    """Of the roll that a line waits for; another number is none of it."""
    there = situations()["cycle15", "roll"]

    assert _comes_to_the_same(there, f"{said}: 2d4 (1, 4) = 5", "choose -- 2d4 (1, 4) = 5")
    assert not _comes_to_the_same(there, "a four: 2d4 (1, 4) = 5", "choose -- 2d4 (1, 4) = 5")
