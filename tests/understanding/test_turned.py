"""An order that its own line turns, weakens, postpones or hands to somebody else is not played."""

from __future__ import annotations

import pytest

from tests.for_each import portion
from tests.understanding.judging import facts
from tests.understanding.situations import Situation, situations
from wikibot.game.actions import Verdict
from wikibot.game.understanding.talk import takes_back

ORDERS = {
    ("cycle15", "board"): ("move", "accept T1", "use Banana", "vote P1 for"),
    ("cycle14", "town"): ("mine", "forage", "store 2 herbs", "decline T1"),
    ("round7", "turn"): ("end turn", "roll", "build a house", "accept T1"),
    ("generic", "market"): ("fish", "rest", "buy a Net", "challenge Ben", "vote P1 for"),
}  # fmt: skip
BACK = (
    "I take it back", "I take that back", "take that back", "scratch that", "strike that",
    "belay that", "never mind", "hold that", "disregard", "disregard this", "changed my mind",
    "I change my mind", "on reflection, no", "withdrawn", "retracted", "cancelled", "void",
    "cancel", "wrong page", "yeah right",
)  # fmt: skip
LATER = ("next", "shortly", "in due course", "by and by", "next phase", "later", "in a bit")
WEAKENED = ("at most", "at best", "at least", "kind of", "technically", "maybe")
USUAL = ("usually", "normally", "generally", "virtually", "occasionally", "practically")
CALLED = ("Zoe, {}", "Zoe, {}!", "Hey Zoe, {}", "Zoe: {}", "all: {}", "next player: {}",
          "player: {}", "you: {}")  # fmt: skip
CROSSED = ("{} ❌", "{} 🚫", "{} ✗", "{} 👎")
FRAMES = (
    *(f"I {{}}, {said}" for said in BACK), *(f"{{}}. {said.capitalize()}." for said in BACK),
    *(f"I {{}} {said}" for said in (*LATER, *WEAKENED)), *(f"I {said} {{}}" for said in USUAL),
    *CALLED, *CROSSED,
)  # fmt: skip
WITH_DICE = {
    ("cycle15", "board"): "move 1 2 3 -- 2d4 (1, 2) = 3",
    ("cycle14", "town"): "mine -- 3d6 (4, 6, 2) = 12",
    ("round7", "turn"): "move -- 1d6 (3) = 3",
}
TALES = ("I dreamt that I {}", "I promise to {}", "bet you I {}", "teach me to {}", "kinda {}",
         "sometimes I {}", "I always {}", "I regret having to {}", "no sane pilot would {}",
         "to {} is to gamble", "doctors warned that we {}", "my aunt begged me to {}")  # fmt: skip


def _plays(there: Situation, line: str) -> bool:
    """Whether a line is played, or waits: an unclear vote is noted, and answered as unclear."""
    state, outcome = there.play(line)
    return outcome.verdict is not Verdict.HUH and facts(there, state) != facts(there, there.state)


@pytest.mark.parametrize("key", ORDERS, ids=" ".join)
def test_an_order_that_its_line_turns_is_not_played(key: tuple[str, str]) -> None:
    """Each order by itself is."""
    there, orders = situations()[key], ORDERS[key]
    lines = [frame.format(order) for order in orders for frame in FRAMES]

    assert [line for line in portion(lines, 4, str(key)) if _plays(there, line)] == []
    assert [order for order in orders if not _plays(there, order)] == []


@pytest.mark.parametrize("key", WITH_DICE, ids=" ".join)
def test_dice_make_no_order_of_a_tale(key: tuple[str, str]) -> None:
    """Neither a dream nor a promise nor a habit is played, whatever roll it shows."""
    there = situations()[key]

    assert [said for said in TALES if _plays(there, said.format(WITH_DICE[key]))] == []
    assert _plays(there, f"tirra lirra, I {WITH_DICE[key]}")


@pytest.mark.parametrize(
    ("key", "done", "thing"),
    [
        (("cycle15", "board"), "retracted", "P2"), (("cycle15", "board"), "accepted", "T1"),
        (("cycle15", "hitched"), "dragged along", "Bob"),
        (("cycle14", "town"), "stored", "3 herbs"), (("round7", "turn"), "built", "a House"),
        (("generic", "market"), "sold", "4 fish"), (("generic", "market"), "challenged", "Ben"),
    ],
)  # fmt: skip
def test_what_was_done_is_told_and_not_ordered(key: tuple[str, str], done: str, thing: str) -> None:
    """``Bob was dragged along`` and ``poor Bob, dragged along``: but what *is* done is an order."""
    there = situations()[key]
    told = [f"{thing} {was} {done}" for was in ("was", "were", "had been", "got", "being")]
    pitied = [f"poor {thing}, {done} again"] if thing in there.state.players else []

    assert [line for line in (*told, *pitied) if _plays(there, line)] == []
    assert _plays(there, f"{thing} is {done}")


@pytest.mark.parametrize(
    ("game", "situation", "line"),
    [
        ("cycle15", "board", "using Vodka again? no thanks"),
        ("cycle14", "town", "mining? no thanks"),
        ("cycle14", "town", "observe the Obelisk and so on"),
        ("cycle15", "board", "vote P2 for, I take it back"),
        ("cycle15", "board", "Cancel: I roll the dice"),
        ("cycle14", "town", "Cancel: I mine"),
        ("cycle14", "town", "accept: I mine"),
        ("cycle14", "town", "I decline to mine"),
        ("round7", "turn", "I roll (cancelled)"),
        ("generic", "market", "I fish for Zoe"),
        ("generic", "market", "fish for a compliment"),
        ("cycle14", "outside", "join as the best player"),
        ("cycle15", "outside", "joining, as grandfather used to say, is for the young"),
        ("round7", "turn", "claim Lisboa takes more courage than wit"),
        ("cycle15", "board", "confidence J2 sounds like a waste of time"),
        ("generic", "market", "pick a random player, she told me, and run"),
        ("generic", "market", "fishing takes a lot of patience"),
        ("cycle15", "board", "accept T1 ... a motto for the tombstone"),
        ("cycle14", "town", "A sacrificial proposal comes from my hand, called Dust"),
    ],
)
def test_no_other_order_comes_of_it(game: str, situation: str, line: str) -> None:
    """Neither the proposal that one voted on is retracted, nor a trade cancelled."""
    assert not _plays(situations()[game, situation], line)


@pytest.mark.parametrize(
    ("game", "situation", "line"),
    [
        ("round7", "turn", "I end my turn. Next!"),
        ("round7", "turn", "end my turn, Ben next"),
        ("cycle15", "board", "The offer to Cleo, I take it back"),
        ("cycle15", "board", "Zoe, I move"),
        ("cycle14", "outside", "I join as a new player"),
        ("generic", "newcomer", "I enter the game as a newcomer."),
        ("cycle15", "outside", "join as Ann of the Lake"),
        ("round7", "turn", "claim Haus am See"),
        ("cycle15", "board", "confidence J2: it is far too wet"),
    ],
)
def test_what_only_looks_like_it_is_played(game: str, situation: str, line: str) -> None:
    """Who is next is called, an offer is taken back, and what one is is no name."""
    assert _plays(situations()[game, situation], line)


def test_words_that_take_a_line_back_stand_alone() -> None:
    """Behind interjections, and with little more behind them."""
    back = ("no wait scratch that", "oops , undo", "never mind", "nah")
    other = ("take back T1", "cancel T2", "wait for what Bob and Cleo say of it", "i don't like it")

    assert [line for line in back if not takes_back(line.split())] == []
    assert [line for line in other if takes_back(line.split())] == []
