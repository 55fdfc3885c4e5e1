"""Clauses that say nothing of the game may stand around an order; all others make the bot ask."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.understanding.judging import facts
from tests.understanding.situations import situations
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.orders import log_line

ORDERS = (
    ("cycle15", "board", "use Banana"), ("cycle15", "board", "accept T1"),
    ("cycle15", "board", "retract P2"), ("cycle14", "town", "beat heart"),
    ("cycle14", "town", "store 3 herbs"), ("round7", "turn", "buy a Flute"),
)  # fmt: skip
STORIES = (
    "{}, pure poetry indeed", "{}. Wonderful weather this morning!", "{} 🎉 hurrah hurrah",
    "Such a splendid morning. I {}", "my knees ache, I {}", "I proudly {}",
)  # fmt: skip
NO_STORIES = (
    "{}, OTHER knows", "{}, 4 of them", "{}, scratch it", "{}, whatever she thinks", "{}, dream on",
    "{}, not really", "{} & hurrah", "{}, Scotty", "{} with several friends", "OTHER thinks I {}",
    "{}? not sure", "{} over my dead body", "{} when pigs fly", "my plan, {}", "Rumour has it, {}",
)  # fmt: skip
"""They name someone else, count, take back, or speak to someone."""


@pytest.mark.parametrize(("game", "situation", "order"), ORDERS)
def test_a_story_changes_nothing(game: str, situation: str, order: str) -> None:
    """The order is played as if it stood alone."""
    there = situations()[game, situation]
    wanted, usual = there.play(order)

    assert usual.verdict is Verdict.DONE
    for story in STORIES:
        state, outcome = there.play(story.format(order))
        assert facts(there, state) == facts(there, wanted), (story, outcome.text)


@pytest.mark.parametrize(("game", "situation", "order"), ORDERS)
def test_what_may_say_something_is_no_story(game: str, situation: str, order: str) -> None:
    """Nothing is played."""
    there = situations()[game, situation]

    *_, other = (name for name in there.state.players if name != there.who)
    for story in NO_STORIES:
        state, outcome = there.play(story.format(order).replace("OTHER", other))
        assert facts(there, state) == facts(there, there.state), (story, outcome.text)


@pytest.mark.parametrize(
    ("game", "situation", "line"),
    [
        ("cycle15", "board", "My answer to J1: yes. With that, I step down as judge."),
        ("cycle15", "board", "propose: Wet fish. And then I use Banana"),
        ("cycle15", "board", "In the name of frogs, I propose: Fewer frogs, more ponds"),
    ],
)
def test_no_text_is_cut_or_takes_up_an_order(game: str, situation: str, line: str) -> None:
    """Where a text may end is asked about."""
    there = situations()[game, situation]
    state, outcome = there.play(line)

    whole = outcome.verdict is Verdict.DONE and "Fewer frogs, more ponds" in str(state)
    assert whole or (outcome.verdict is Verdict.HUH and state.proposals == there.state.proposals)


@pytest.mark.parametrize(
    ("game", "situation", "line", "order"),
    [
        ("cycle15", "board", "thumbs up on p1, thumbs down on cleo for judge",
         "vote P1 for && oppose Cleo"),
        ("cycle15", "board", "J1: yes, it is a bird", "judge answer J1: yes, it is a bird"),
        ("cycle15", "board", "I was hasty there, so I overturn my own ruling J2. My new answer: no",
         "overturn J2: no"),
        ("cycle15", "board", "My ruling on J1 is: yes", "judge answer J1: yes"),
        ("cycle15", "board", "P1 yes, P2 no", "vote P1 for && vote P2 against"),
        ("cycle15", "whom", "Bob, obviously", "choose Bob"),
        ("cycle15", "fork", "4, 4, 4!", "choose 4"),
        # the dice are those that one order needs
        ("cycle14", "town", "Ann shoulders her pickaxe, into the quarries: 3d6 = 5 2 6",
         "mine -- 3d6 (5, 2, 6) = 13"),
        ("cycle15", "roll", "look at that, 2d4 (4, 2) = 6 (hooray!)", "choose 2d4 (4, 2) = 6"),
        # a part that is talk before what the speaker does
        ("cycle15", "board", "Bob is not even awake. I use Banana", "use Banana"),
        ("cycle15", "board", "Blue fish? No. Against.", "vote P1 against"),
        ("cycle14", "town", "In pot 3 goes Kraken Root", "plant 3 Kraken Root"),
        ("generic", "harbour", "buy a Net for 5 Silver", "buy a Net"),
        ("round7", "moved", "I'm leaving Paris, the rents there are absurd.", "leave town Paris"),
        # as many spell, and with one letter wrong in any word
        ("early", "wheel", "canceling T2", "cancel T2"),
        # polite questions, and parts of a line as lines
        ("cycle15", "board", "May I use the Recall Potion now, please?", "use Recall Potion"),
        ("cycle15", "board", "i use the banana and then i drink my beer",
         "use Banana && use Beer"),
        ("generic", "harbour", "cooking, then eating it", "cook && eat"),
        ("early", "wheel", "cancelling T2 because she's slow, and voting no on P1 too",
         "cancel T2 && vote P1 against"),
        # what its author does, behind a sentence that names things; whom `you` and `him` are
        ("cycle15", "board", "Bob and Cleo snore in the shade! I use Banana", "use Banana"),
        ("round7", "moved", "Cid, I do not care for Paris; I'm leaving the town.",
         "leave town Paris"),
        ("round7", "turn", "Cid, now I am kicking you out of Rome", "kick Cid"),
        ("generic", "harbour", "Ben sits on all that silver. I rob him", "rob Ben"),
        # a clause apart that tells of the things of the order
        ("early", "wheel", "P2 turned out dusty. Taking it back.", "retract P2"),
        ("cycle15", "board", "J1 seems simple. As judge I answer: yes", "judge answer J1: yes"),
        ("round7", "turn", "👎 P1, 👍 P2", "vote P1 against && vote P2 for"),
        # words that only lead to a text
        ("cycle15", "board", "I overturn J2. My new answer: it floats", "overturn J2: it floats"),
        ("cycle15", "board", "Answering J1 as judge: A Grebe may vote",
         "judge answer J1: A Grebe may vote"),
        ("cycle15", "board", 'I submit an Urgent class proposal titled "Fewer forks".',
         "propose Urgent: Fewer forks"),
        # what stands behind the sentence with the text
        ("cycle15", "board", "I submit a proposal, titled Shorter Forks. Thanks!",
         "propose: Shorter Forks."),
    ],
)  # fmt: skip
def test_as_people_say_it(game: str, situation: str, line: str, order: str) -> None:
    """Each is the order in exact form, or the two."""
    if (game, situation) not in situations():
        pytest.skip("the game lies beside the project")
    there = situations()[game, situation]
    wanted = there.state
    for nth, each in enumerate(order.split(" && ")):
        wanted, _ = there.play(each, wanted, 9000 - nth)

    assert facts(there, there.play(line)[0]) == facts(there, wanted)


@pytest.mark.parametrize(
    ("body", "verdict"),
    [("2d4 (1, 2) = 3", Verdict.DONE), ("I rolled 2d4 (1, 2) = 3, and Bob frowned", Verdict.NEEDS)],
)
def test_dice_alone_below_a_line_are_its_own(body: str, verdict: Verdict) -> None:
    """As many paste them; where anything else stands there, the line waits for its roll."""
    there = situations()["cycle15", "board"]
    line = Action(ActionId(7, 1, 0), there.time, there.who, "move 1 2 3", by_name=True, body=body)
    _, wanted = there.play("move 1 2 3 -- 2d4 (1, 2) = 3")
    (outcome,) = there.engine.play(there.state, [line]).outcomes

    proposal = replace(line, text="propose: Rounder fish")
    (proposed,) = there.engine.play(there.state, [proposal]).outcomes

    assert proposed.action == proposal
    assert outcome.verdict is verdict
    assert verdict is Verdict.NEEDS or log_line(outcome) == log_line(wanted)


@pytest.mark.parametrize(
    ("game", "situation", "line"),
    [
        ("cycle15", "board", "use Fish on the dragon"),
        ("cycle15", "board", "use Fish sandwich"),
        ("cycle15", "board", "use rotten Fish"),
        ("cycle15", "board", "trade 1 Fish to Bob for sunglasses"),
        ("cycle15", "board", "give Fish to Zed"),
        ("cycle15", "pad", "start a party without me"),
        ("cycle14", "town", "plant dragon seed in pot 3"),
        ("round7", "turn", "buy a golden Flute"),
        ("cycle14", "town", "trade 1🌿 to Ben 🐦"),
        ("cycle14", "town", "trade 1🌿 to Ben 🔄 🐦"),
        ("cycle15", "pile", "eww, garbage. it smells here"),
        ("round7", "outside", "join in the kitchen"),
        ("round7", "outside", "Captain Dave reporting for duty! (joining as that)"),
    ],
)
def test_what_an_order_is_about_is_never_passed_over(game: str, situation: str, line: str) -> None:
    """A thing that nobody knows is no reason to play the rest."""
    there = situations()[game, situation]
    state, outcome = there.play(line)

    assert outcome.verdict in (Verdict.HUH, Verdict.CANT)
    assert facts(there, state) == facts(there, there.state)
