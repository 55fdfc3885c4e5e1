"""Talk is told from orders by its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.fuzz.steps import Steps
from wikibot.config.games import load_game
from wikibot.game.actions import Questions, Verb
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.engine.orders import Verbs, find_verb, takes_free_text
from wikibot.game.rolls import split_rolls
from wikibot.game.understanding.talk import LineOpening, talk, without_citation

GAMES = ("cycle15", "cycle14", "round7")
VERBS = {game: Verbs((*load_game(game).verbs, *KERNEL_VERBS)) for game in GAMES}
EXAMPLES = sorted({(g, split_rolls(verb.example)[0]) for g in GAMES for verb in VERBS[g]})
ODD = ("Maybe", "Not Bob", "If Only", "Tomorrow", "Trick or Treat", "Never", "Who?", "Everybody",
       "Later", "Should I", "Is", "Don't", "When", "Example", "You", "No", "Next Week",
       "Along")  # fmt: skip
FRAMES = (
    "don't {}", "please don't {}", "I won't {}", "let's not {}", "should I {}?", "should I {}",
    "would it help to {}", "can I {}?", "if Bob moves, {}", "if Bob moves I'll {}",
    "maybe {} later",
    "maybe I {}", "perhaps {}", "tomorrow I {}", "next phase I {}", "> {}", "&gt; {}", '"{}"',
    "“{}”",
    "Example: {}", "for example: {}", "e.g. {}", "I'd {} if I were you", "I would never {}",
    "I might {}", "Bob, {}", "Bob should {}", "everybody {}", "what if I {}", "how do I {}",
    "I was going to {}", "unless Bob leaves, {}", "not {}", "Bob said: {}", "Bob: I {}",
    "I plan to {}", "unable to {}", "I almost {}",
)  # fmt: skip
TALK = {
    "leave?": "a question",
    "should I vote P1 for?": "a question",
    "would it help to use Fish": "a question",
    "I can't move, can I?": "a question",
    "I won't resign as judge": "a denial",
    "don't leave, Bob!": "a denial",
    "let's not move": "a denial",
    "Bob, don't you dare leave": "what is said to others",
    "if Bob moves I'll leave": "a condition",
    "I'll move when I'm back home": "a condition",
    "I'd leave if I were you": "what one would do",
    "I might join": "what one would do",
    "Maybe I use Beer later": "what one would do",
    "use Fish, maybe": "what is not decided yet",
    "next phase I use Beer": "what belongs to another time",
    "I leave tomorrow for a week": "what belongs to another time",
    "> move 1 2 3": "a quotation",
    "Example: move 1 2 3": "an example",
    "sure, I'll just leave then /s": "a joke",
    "Ben, kick Cid": "what is said to others",
    "please vote for P1, everybody": "what is said to others",
    "Bob should move already": "what is said to others",
    "Ben: I move 1 2 3": "what is said to others",
    "accept T1 or decline it": "a choice between two",
}
ORDERS = (
    "move 1 2 3", "I'd like to join, please", "I'd rather decline T1", "move 1 2 3 if possible",
    "no thanks, decline T1", "no to P1", "I'm no longer the judge", "leave, it was fun. Not bad!",
    "my move: 1, 2 and 3", "my answer is 4", "trade 1 Fish to Bob for nothing", "bye all, I leave",
    "move on to 3", "T1 sounds good, accepted", "I don't want T1, declining",
    "Bob, I accept your trade",
    "propose: Should fish fly?", "propose: Nobody may leave if it rains tomorrow", "end my turn",
    "judge request: Is a crab a train?", 'use Blank Card: Moon, "What if? Not now."',
    "join as Maybe Tomorrow", "end turn, ping Ben", "use Language Barrier: Bob, Fish",
    "double or nothing",
    "hike Mount Maybe: what a hill, isn't it?", "vote P1 for, if it helps", "give up", "take out 5",
)  # fmt: skip


def _speech(line: str, verbs: Verbs, names: tuple[str, ...] = ()) -> LineOpening:
    return LineOpening(("Bob", "Ben", "Cid", *names), names, free=takes_free_text(line, verbs))


def _is_free(game: str, line: str) -> bool:
    verb: Verb = find_verb(line, VERBS[game])[0]  # type: ignore[index]  # each begins with its verb
    return verb.stewards_only or verb.questions is Questions.ANYWHERE


@for_each("line, why", TALK.items())
def test_talk_is_told_by_its_kind(line: str, why: str) -> None:
    """The answer says what makes it talk."""
    verbs = VERBS["round7"] if "claim" in line else VERBS["cycle15"]

    assert talk(line, _speech(line, verbs)) == why


@for_each("line", ORDERS)
def test_orders_in_peoples_words_are_not_talk(line: str) -> None:
    """Politeness, reasons and texts beside an order do not make it talk."""
    free = any(takes_free_text(line, verbs) for verbs in VERBS.values())

    assert talk(line, LineOpening(("Bob", "Ben"), free=free)) == ""


@given(st.sampled_from(EXAMPLES), st.sampled_from(ODD))
def test_an_order_in_exact_form_is_never_talk(example: tuple[str, str], name: str) -> None:
    """Whatever the players, items and proposals in it are called."""
    game, line = example
    for usual in ("Ann", "Bob", "Fish", "Rome", "Duck"):
        line = line.replace(usual, name)
    verbs = VERBS[game]

    assert talk(line, _speech(line, verbs, (name,))) == ""


@for_each("frame", FRAMES)
def test_an_order_in_a_frame_of_talk_is_talk(frame: str) -> None:
    """Every example of every verb of all games."""
    missed = [
        line
        for game, example in EXAMPLES
        if not (_is_free(game, example) or example.startswith("I "))
        and not talk(line := frame.format(example), _speech(line, VERBS[game]))
    ]

    assert missed == []


@for_each("again", ["if ", "no ", "ok, ", "Bob, ", "don't ", "is ", '"', "a or ", "? ", ": "])
def test_twice_the_line_takes_no_more_than_its_bound(again: str) -> None:
    """Only the beginning of a long line is looked at."""
    steps = []
    for times in (1000, 2000):
        count = Steps(5_000_000)
        with count.counting():
            talk(again * times + "move", LineOpening(("Bob",), ("If", "Bob")))
        steps.append(count.count)

    assert steps[1] <= steps[0] + 100


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("Under the rule Trades I accept T1", "I accept T1"),
        ("Under the rule Trades, as per rule Movement I accept T1", "I accept T1"),
        ("I accept T1 as per rule Trades, following the rule Movement", "I accept T1"),
        ("Under the rule Ducks I accept T1", "Under the rule Ducks I accept T1"),
    ],
)
def test_each_rule_that_a_line_cites_is_taken_out_where_it_stands(line: str, bare: str) -> None:
    """A title that the page does not have stays with the line."""
    assert without_citation(line, {"Trades", "Movement"}.__contains__) == bare
