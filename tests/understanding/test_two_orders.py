"""Of two orders in one line none is played by itself: the answer names both of them."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.understanding.phrasings import Phrasing, corpus
from tests.understanding.situations import GAMES, situations
from wikibot.game.actions import Verdict
from wikibot.game.engine.trying import order_of
from wikibot.game.rolls import split_rolls

JOINTS = (" and ", ", then ", "; ", ". ", " and then I ")
PLAYED = (Verdict.DONE, Verdict.NEEDS)
PAIRS = 60
"""Of each game, the same in each run."""


@cache
def _orders(game: str) -> tuple[Phrasing, ...]:
    """One plain order of each verb in each situation, without dice, of no text that has no end."""
    found: dict[tuple[str, str], Phrasing] = {}
    for each in corpus():
        if each.game != game or each.kind != "action" or "&&" in each.meaning:
            continue
        there = situations()[each.key]
        order = order_of(each.meaning, there.engine.lines.verbs(there.state))
        if order is None or order.verb.name in ("help", "choose"):
            continue
        free = order.verb.is_free and order.verb.reads is None
        if not free and there.play(split_rolls(each.meaning)[0].strip())[1].verdict in PLAYED:
            found.setdefault((each.situation, order.verb.name), each)
    return tuple(found.values())


@pytest.mark.parametrize("game", [game for game in GAMES if game != "generic"])
def test_no_line_of_two_orders_is_half_played(game: str) -> None:
    """All pairs of forms, or as many as stated: neither is played without the other."""
    orders, half = _orders(game), []
    pairs = [(a, b) for a in orders for b in orders if a.situation == b.situation and a is not b]
    for one, other in Random(29).sample(pairs, min(PAIRS, len(pairs))):
        there = situations()[one.key]
        first, second = (split_rolls(each.meaning)[0].strip() for each in (one, other))
        alone = {there.play(each)[1].action.order for each in (first, second)}
        for joint in JOINTS:
            _, outcome = there.play(f"{first}{joint}{second}")
            if outcome.verdict in PLAYED and outcome.action.said in {*alone, first, second, ""}:
                half.append(f"{one.situation}: {first}{joint}{second}: {outcome.text}")

    assert half == []


@pytest.mark.parametrize(
    ("game", "situation", "line", "forms"),
    [
        ("cycle15", "board", "accept T1, then use Banana", ("`accept T1`", "`use Banana`")),
        ("cycle15", "board", "Vote P1 for and use Banana", ("`vote P1 for`", "`use Banana`")),
        ("cycle15", "board", "P1 for, T1 accepted", ("`vote P1 for`", "`accept T1`")),
        ("round7", "turn", "buy a House, then build house", ("`buy House`", "`build house`")),
        ("cycle14", "town", "mine -- 3d6 (4, 6, 2) = 12 and store 3 herbs",
         ("`mine -- 3d6 (4, 6, 2) = 12`", "`store 3🌿`")),
        ("cycle15", "board", "I propose: Longer nights. And I propose: Softer beds",
         ("`propose: Longer nights`", "`propose: Softer beds`")),
    ],
)  # fmt: skip
def test_both_orders_are_named(
    game: str, situation: str, line: str, forms: tuple[str, ...]
) -> None:
    """Each as it can be sent on a line of its own, with the dice that it takes."""
    there = situations()[game, situation]
    state, outcome = there.play(line)

    assert (outcome.verdict, state.players) == (Verdict.HUH, there.state.players)
    assert all(form in outcome.text for form in forms), outcome.text


@pytest.mark.parametrize(
    ("game", "situation", "line"),
    [
        ("cycle14", "town", "plant 3 Kraken Root and 4 Yaqqip"),
        ("cycle15", "board", "I move 1, 2 and 3 -- 2d4 (1, 2) = 3"),
        ("cycle15", "board", "trade 1 Fish and 1 Beer to Bob for nothing"),
        ("cycle15", "board", "propose: Fish and use Banana"),
        ("round7", "turn", "end turn and ping Ben"),
        ("cycle15", "board", "P1 for, I like it"),
    ],
)
def test_a_list_is_one_order(game: str, situation: str, line: str) -> None:
    """What neither part says by itself is not parted."""
    assert situations()[game, situation].play(line)[1].verdict is Verdict.DONE


def test_yes_beside_an_order_is_no_order_of_its_own() -> None:
    """Also while something else could be taken up by ``sure`` alone."""
    there = situations()["cycle15", "board"]
    moved, _ = there.play("move 1 2 3 4 -- 2d4 (1, 3) = 4")
    assert any(each.offer for each in moved.pending)

    assert there.play("sure, deal", moved, 9001)[1].action.said == "accept T1"
