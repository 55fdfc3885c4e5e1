"""No word of a line is dropped that may say something else than what is played."""

from __future__ import annotations

import pytest

from tests.understanding.judging import changes, facts
from tests.understanding.situations import situations
from wikibot.game.actions import Verdict


def _changes(game: str, situation: str, line: str) -> bool:
    """Whether anything comes of a line."""
    return changes(situations()[game, situation], line)


@pytest.mark.parametrize(
    ("game", "situation", "before", "order"),
    [
        ("cycle15", "board", "{}!", "I use Banana"),
        ("cycle15", "board", "A {}.", "I accept T1"),
        ("cycle14", "town", "{}!", "I mine"),
        ("round7", "turn", "My {}!", "I vote for P1"),
    ],
)
def test_a_thing_named_before_an_order_is_not_dropped(
    game: str, situation: str, before: str, order: str
) -> None:
    """Whatever its author owns: it may be what they mean to use as well."""
    there = situations()[game, situation]
    mine = [*there.state.players[there.who].items][:12]
    lines = [f"{before.format(item)} {order}" for item in mine]

    assert [line for line in lines if _changes(game, situation, line)] == []
    assert _changes(game, situation, order)


@pytest.mark.parametrize("name", ["Urgent", "Standard", "Sacrificial", "Banishment"])
def test_the_class_of_a_proposal_is_not_dropped(name: str) -> None:
    """Wherever it stands."""
    lines = [f"{name}! I propose Mend the gate", f"{name}: I propose: Mend the gate"]

    assert [line for line in lines if _changes("cycle14", "town", line)] == []


@pytest.mark.parametrize("who", ["Bob", "Cleo"])
@pytest.mark.parametrize("verb", ["accept", "I accept", "decline", "yes to"])
def test_nobody_answers_a_trade_for_another(who: str, verb: str) -> None:
    """``accept T1 for Bob`` is neither his answer nor the writer's."""
    lines = [f"{verb} T1 for {who}", f"{who}, {verb} T1 for you"]

    assert [line for line in lines if _changes("cycle15", "board", line)] == []


@pytest.mark.parametrize(
    ("game", "situation", "line", "means"),
    [
        ("cycle14", "town", "2💎 go from me to the storehouse", "store 2💎"),
        ("cycle14", "town", "2💎 come from the storehouse to me", "withdraw 2💎"),
        ("cycle14", "town", "For Ben: 4🌿, and I want 2💎 back", "trade 4🌿 to Ben for 2💎"),
        ("generic", "whose", "rob Ben", "choose Ben"),
        ("generic", "whose", "it's Cyd I rob", "choose Cyd"),
        ("cycle14", "herb", "plant 3 Yaqqip", "choose Yaqqip"),
        ("cycle14", "herb", "plant Yaqqip", "choose Yaqqip"),
        ("cycle14", "town", "mined [2, 5, 4]", "mine -- 3d6 (2, 5, 4) = 11"),
        ("cycle14", "town", "acquired blood, the d2s are 1 2 2 1 2",
         "acquire blood -- 5d2 (1, 2, 2, 1, 2) = 8"),
        ("cycle14", "town", "Observed the Obelisk, 3 (1d4).", "observe -- 1d4 (3) = 3"),
        ("cycle15", "board", "broke a crystal, the d10 shows 9",
         "shatter crystal -- 1d10 (9) = 9"),
    ],
)  # fmt: skip
def test_a_line_means_what_its_words_say(game: str, situation: str, line: str, means: str) -> None:
    """From where to where; an order that says again what waits answers it."""
    if (game, situation) not in situations():
        pytest.skip("the sample's harbour is not at hand (../shared/harbour)")
    there = situations()[game, situation]
    (state, outcome), (wanted, _) = there.play(line), there.play(means)

    assert outcome.verdict is Verdict.DONE
    assert facts(there, state) == facts(there, wanted)


@pytest.mark.parametrize("number", ["4", "four"])
@pytest.mark.parametrize("words", ["{} poents {} the {} fund", "{} {} {}", "{} poent {} {}"])
@pytest.mark.parametrize("to", ["to", "for", "into"])
def test_what_goes_somewhere_does_not_come_from_there(number: str, words: str, to: str) -> None:
    """In whatever order: a word that says where stands right before the place."""
    there = situations()["round7", "turn"]
    wanted = facts(there, there.play("transfer 4 from Rome")[0])
    there_to = words.format(number, to, "Rome")
    lines = [f"{there_to} from me", f"from me, {there_to}", there_to]
    back = [words.format(number, "from", "Rome"), words.format(number, "of", "Rome's")]

    assert [line for line in lines if facts(there, there.play(line)[0]) == wanted] == []
    assert [line for line in back if facts(there, there.play(line)[0]) == wanted] != []


@pytest.mark.parametrize(
    ("game", "situation", "line"),
    [
        ("round7", "car", "fists up! the cop rolls 3, I roll 5"),
        ("cycle14", "town", "I have no time for it"),
        ("cycle14", "town", "store all brimstone, I have no time for it"),
        ("cycle15", "board", "no room for that"),
        ("cycle15", "board", "I was against Longer moves"),
        ("cycle14", "town", "we were for More pots"),
    ],
)
def test_what_is_told_of_is_not_done(game: str, situation: str, line: str) -> None:
    """A roll that is told is no Number, what one was for no vote; nor is a trade called so."""
    assert not _changes(game, situation, line)


@pytest.mark.parametrize(
    ("game", "situation", "line", "orders"),
    [
        ("round7", "turn", "buy a Flute and give it to Ben",
         ("buy a Flute", "trade 1 Flute to Ben for nothing")),
        ("cycle14", "town", "take 3 herbs from the storehouse and trade them to Cid for 1 crystal",
         ("withdraw 3🌿", "trade 3🌿 to Cid for 1💎")),
        ("cycle15", "board", "drink a Beer, then the Vodka", ("use Beer", "use Vodka")),
        ("cycle15", "board", "use Top Hat and eat the Banana", ("use Top Hat", "use Banana")),
        ("cycle15", "board", "yes to P1, and I decline T1", ("vote P1 for", "decline T1")),
    ],
)  # fmt: skip
def test_the_second_order_may_lean_on_the_first(
    game: str, situation: str, line: str, orders: tuple[str, str]
) -> None:
    """``it`` is what the first one named; a verb need not be said twice."""
    there = situations()[game, situation]
    state, outcome = there.play(line)
    wanted, _ = there.play(orders[1], there.play(orders[0])[0], 9001)

    assert len(outcome.parts) == len(orders)
    assert facts(there, state) == facts(there, wanted)


@pytest.mark.parametrize(
    ("game", "situation", "line", "offered"),
    [
        ("cycle14", "ritual", "add my 💎", ("store 1💎", "contribute 1💎")),
        ("cycle15", "board", "a Present for Cleo",
         ("use Present: Cleo", "trade 1 Present to Cleo for nothing")),
        ("cycle15", "board", "yes to P1 and a Fish for Bob",
         ("vote yes to P1\ntrade 1 Fish to Bob for nothing",)),
    ],
)  # fmt: skip
def test_what_may_be_two_things_is_asked(
    game: str, situation: str, line: str, offered: tuple[str, ...]
) -> None:
    """A word of two verbs; a thing for somebody without a verb."""
    outcome = situations()[game, situation].play(line)[1]

    assert (outcome.verdict, set(outcome.offers)) == (Verdict.HUH, set(offered))


@pytest.mark.parametrize(
    ("situation", "line"),
    [
        ("town", "take 3 herbs from the storehouse and keep them"),
        ("town", "For Ben: 4🌿, and he wants 2💎 back"),
        ("town", "Ben foraged [2, 5, 4, 6, 1]"),
        ("town", "3💎 from Ben to the storehouse"),
        ("town", "went hiking and found Mint Nook (smells of mint); far 1d100 (80), 1d360 (20)"),
    ],
)
def test_what_is_not_all_read_is_not_played(situation: str, line: str) -> None:
    """Not by half, and not the other way round."""
    there = situations()["cycle14", situation]
    outcome = there.play(line)[1]

    assert outcome.verdict in (Verdict.HUH, Verdict.CANT), outcome.text
