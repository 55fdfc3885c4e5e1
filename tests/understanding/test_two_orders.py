"""Two orders in a line are two actions: both are played, as two lines would be, or none is."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.for_each import TIMES
from tests.understanding.judging import facts
from tests.understanding.phrasings import Phrasing, corpus
from tests.understanding.situations import GAMES, Situation, situations
from tests.understanding.test_counts import one_of_each_verb
from wikibot.game.actions import Verdict
from wikibot.game.engine.trials import order_of

JOINTS = (" and ", ", then ", "; ", ". ", " and then I ")
PLAYED = (Verdict.DONE, Verdict.NEEDS)
PAIRS = 10 * TIMES
"""Of each game, the same in each run."""


@cache
def _orders(game: str) -> tuple[tuple[Phrasing, bool], ...]:
    """One order of each verb in each situation, and whether a text of no certain end follows it."""
    found: dict[tuple[str, str], tuple[Phrasing, bool]] = {}
    for each in corpus():
        if each.game != game or each.kind != "action" or "&&" in each.meaning:
            continue
        there = situations()[each.key]
        order = order_of(each.meaning, there.engine.lines.verbs(there.state))
        if order is None or order.verb.name in ("help", "choose"):
            continue
        is_open = order.verb.is_free and order.verb.reads is None
        if there.play(each.meaning)[1].verdict in PLAYED:
            found.setdefault((each.situation, order.verb.name), (each, is_open))
    return tuple(found.values())


def _in_turn(there: Situation, *lines: str) -> tuple[Any, list[Verdict]]:
    """What two lines come to, one after the other."""
    state, verdicts = there.state, list[Verdict]()
    for index, line in enumerate(lines):
        state, outcome = there.play(line, state, 9000 - index)
        verdicts.append(outcome.verdict)
    return state, verdicts


def _of(there: Situation, state: Any) -> Any:
    """What was played; the rolls of a refused line stand in any case."""
    return facts(there, replace(state, rolls=()))


@pytest.mark.parametrize("game", [game for game in GAMES if game != "generic"])
def test_two_orders_are_played_as_two_lines_or_not_at_all(game: str) -> None:
    """Pairs of forms of all verbs: both where both are possible and a text may not go on."""
    orders, half, lost, count = _orders(game), [], [], 0
    pairs = [
        (a, b, is_open)
        for a, is_open in orders
        for b, _ in orders
        if a.situation == b.situation and a is not b
    ]
    for one, other, is_open in Random(29).sample(pairs, min(PAIRS, len(pairs))):
        there = situations()[one.key]
        in_turn = {
            lead: _in_turn(there, one.meaning, f"{lead}{other.meaning}") for lead in ("", "I ")
        }
        for joint in JOINTS:
            both, verdicts = in_turn["I " if joint.endswith(" I ") else ""]
            state, outcome = there.play(f"{one.meaning}{joint}{other.meaning}")
            said = f"{one.situation}: {outcome.action.text}: {outcome.text}"
            if outcome.parts and outcome.verdict in PLAYED:
                half += [] if facts(there, state) == facts(there, both) else [said]
            elif _of(there, state) != _of(there, there.state):
                half.append(said)
            elif verdicts[0] is Verdict.DONE and verdicts[1] in PLAYED and not is_open:
                lost.append(said)
            count += 1

    assert half == []
    assert len(lost) <= 0.02 * count, lost


@pytest.mark.parametrize(
    ("game", "situation", "line", "meaning"),
    [
        ("cycle15", "board", "accept T1, then use Banana", "accept T1 && use Banana"),
        ("cycle15", "board", "Vote P1 for and use Banana", "vote P1 for && use Banana"),
        ("cycle15", "board", "P1 for, T1 accepted", "vote P1 for && accept T1"),
        ("cycle15", "board", "I accept T1, then I move to 3 -- 2d4 (1, 2) = 3",
         "accept T1 && move 1 2 3 -- 2d4 (1, 2) = 3"),
        ("cycle15", "board", "accept T1. Vote P1 for; use Banana & run for judge",
         "accept T1 && vote P1 for && use Banana && run for judge"),
        ("round7", "turn", "buy a House, then build house", "buy House && build house"),
        ("generic", "market", "buy a Net for 5 Gold and rest", "buy a Net && rest"),
        ("cycle14", "town", "mine -- 3d6 (4, 6, 2) = 12 and store 3 herbs",
         "mine -- 3d6 (4, 6, 2) = 12 && store 3🌿"),
        ("cycle14", "town", "store 3 herbs, then plant 3 Kraken Root and 4 Yaqqip",
         "store 3🌿 && plant 3 Kraken Root and 4 Yaqqip"),
    ],
)  # fmt: skip
def test_each_takes_its_own_words_and_dice(
    game: str, situation: str, line: str, meaning: str
) -> None:
    """Wherever in the line the dice stand; a list stays one order."""
    there = situations()[game, situation]
    state, outcome = there.play(line)
    lines = meaning.split(" && ")
    wanted, verdicts = _in_turn(there, *lines)

    assert verdicts[:-1] == [Verdict.DONE] * (len(lines) - 1)
    assert (len(outcome.parts), outcome.verdict) == (len(lines), verdicts[-1])
    assert facts(there, state) == facts(there, wanted)


@pytest.mark.parametrize(
    ("situation", "line", "answer"),
    [
        ("board", "accept T1, then retract P1",
         ("nothing is played, because `retract P1` cannot be: "
         "only Bob can retract P1 (Blue fish) (rule Proposals). Did you mean `accept T1`?")),
        ("board", "use Elmo, then accept T1",
         ("nothing is played, because `use Tickle-me-elmo` asks for a choice or a roll first. "
         "Did you mean (1) `use Tickle-me-elmo`, (2) `accept T1`?")),
    ],
)  # fmt: skip
def test_where_one_cannot_be_played_none_is(situation: str, line: str, answer: str) -> None:
    """The answer says which and why, and offers those that can."""
    there = situations()["cycle15", situation]
    state, outcome = there.play(line)

    assert (outcome.text, state) == (answer, there.state)


@pytest.mark.parametrize(
    ("game", "situation", "line", "ways"),
    [
        ("cycle15", "board", "I propose: Longer nights. And I propose: Softer beds",
         ["propose: Longer nights. And I propose: Softer beds",
          "propose: Longer nights && propose: Softer beds"]),
        ("cycle15", "board", "propose: Fish and use Banana",
         ["propose: Fish and use Banana", "propose: Fish && use Banana"]),
        ("round7", "turn", "claim Oslo, buy Flute",
         ["claim Oslo, buy Flute", "claim Oslo && buy Flute"]),
        ("cycle15", "board", "propose: Softer beds. Also the duck!",
         ["propose: Softer beds. Also the duck!", "propose: Softer beds && use Duck"]),
        ("cycle15", "board", "judge answer J1: no, and with that I use Banana",
         ["judge answer J1: no, and with that I use Banana",
          "judge answer J1: no && use Banana"]),
        ("cycle15", "board", "use Fish then use Beer", ["use Fish && use Beer"]),
        ("cycle15", "board", "vote for P1 and against P2", ["vote for P1 && vote against P2"]),
    ],
)  # fmt: skip
def test_what_is_not_sure_is_asked_about(
    game: str, situation: str, line: str, ways: list[str]
) -> None:
    """A text that may go on, and one verb twice, which may be a choice; ``yes`` plays both."""
    there = situations()[game, situation]
    state, outcome = there.play(line)

    assert outcome.verdict is Verdict.HUH
    assert facts(there, state) == facts(there, there.state)
    assert list(outcome.offers) == [way.replace(" && ", "\n") for way in ways]


@pytest.mark.parametrize(
    ("game", "situation", "line"),
    [
        ("cycle14", "town", "plant 3 Kraken Root and 4 Yaqqip"),
        ("cycle15", "board", "I move 1, 2 and 3 -- 2d4 (1, 2) = 3"),
        ("cycle15", "board", "use time bean chili, path 1 2 3 -- 2d4 (1, 2) = 3"),
        ("cycle15", "board", "trade 1 Fish and 1 Beer to Bob for nothing"),
        ("cycle15", "board", 'propose: "Fish and use Banana"'),
        ("round7", "turn", "end turn and ping Ben"),
        ("cycle15", "board", "P1 for, I like it"),
    ],
)
def test_a_list_is_one_order(game: str, situation: str, line: str) -> None:
    """What neither part says by itself is not parted, nor what stands in quotes."""
    _, outcome = situations()[game, situation].play(line)

    assert (outcome.verdict, outcome.parts) == (Verdict.DONE, ())


@pytest.mark.parametrize("joint", [" and ", ", ", "; "])
@pytest.mark.parametrize("game", [game for game in GAMES if game != "generic"])
def test_what_one_order_does_about_a_list_is_no_two_orders(game: str, joint: str) -> None:
    """Two things told in other words: one order about both where there is one, or a question."""
    two = []
    for (key, verb), told in _by_verb(game).items():
        there = situations()[key]
        for one, other in permutations(told, 2):
            listed = f"{one.meaning}, {other.meaning.removeprefix(verb).strip()}"
            line = f"{one.line}{joint}{other.line}"
            if there.play(listed)[1].verdict in PLAYED:
                state, outcome = there.play(line)
                if _of(there, state) not in (
                    _of(there, there.state),
                    _of(there, there.play(listed)[0]),
                ):
                    two.append(f"{line}: {outcome.text}")

    assert two == []


def test_a_pot_and_a_pot_are_planted_at_once() -> None:
    """It costs the power of one action."""
    there = situations()["cycle14", "town"]
    state, _ = there.play("pot 4 gets Feather Fluff and pot 3 gets Kraken Root")

    assert _of(there, state) == _of(there, there.play("plant 4 Feather Fluff, 3 Kraken Root")[0])


def _by_verb(game: str) -> dict[tuple[tuple[str, str], str], list[Phrasing]]:
    """Orders without dice in other words, by their verb in each situation: three of each."""
    found: dict[tuple[tuple[str, str], str], list[Phrasing]] = {}
    for each in corpus():
        if each.game != game or each.kind != "action" or {"&&", "--"} & {*each.meaning.split()}:
            continue
        verbs = situations()[each.key].engine.lines.verbs(situations()[each.key].state)
        order = order_of(each.meaning, verbs)
        if order is None or order.verb.is_free or not order.subject or order.verb.name == "choose":
            continue
        told = found.setdefault((each.key, order.verb.name), [])
        is_list = "," in each.meaning
        is_new = not is_list and each.meaning not in {one.meaning for one in told}
        if len(told) < 3 and is_new and order_of(each.line, verbs) is None:
            told.append(each)
    return found


def test_yes_beside_an_order_is_no_order_of_its_own() -> None:
    """Also while something else could be taken up by ``sure`` alone."""
    there = situations()["cycle15", "board"]
    moved, _ = there.play("move 1 2 3 4 -- 2d4 (1, 3) = 4")
    assert any(each.offer for each in moved.pending)

    assert there.play("sure, deal", moved, 9001)[1].action.said == "accept T1"


def test_a_vote_is_not_counted_as_unclear_where_an_order_follows_it() -> None:
    """Both are played."""
    there = situations()["cycle15", "board"]
    state, outcome = there.play("👍 on P1, and I'm also putting myself up as candidate for Judge")
    wanted, _ = _in_turn(there, "vote P1 for", "run for judge")

    assert (len(outcome.parts), facts(there, state)) == (2, facts(there, wanted))


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("cycle15", "board"), '/propose --class=urgent "Fix the casino"'),
        (("cycle14", "town"), 'Urgent class proposal: "Unfreeze the herbs". Please vote quickly!'),
    ],
)
def test_no_title_has_an_option_or_a_sentence_behind_its_quotes(
    key: tuple[str, str], line: str
) -> None:
    """Nothing is proposed; what may be meant is offered."""
    there = situations()[key]
    state, outcome = there.play(line)

    assert state.proposals == there.state.proposals
    assert "`propose" in outcome.text


@pytest.mark.parametrize("game", [game for game in GAMES if game != "generic"])
def test_dice_before_what_they_are_for_drop_no_other_order(game: str) -> None:
    """``accept T1, then move: 2d4 (1, 2), so 1 2 3`` is both orders, or is asked about.

    Behind a vote anything may be its reason; a name may begin with any word.
    """
    orders, half = _orders(game), list[str]()
    closed = [each for each, is_open in orders if not (is_open or each.meaning.startswith("vote"))]
    rolled = [each for each, _ in orders if " -- " in each.meaning and ": " not in each.meaning]
    pairs = [(a, b) for a in closed for b in rolled if a.situation == b.situation and a is not b]
    for one, other in Random(29).sample(pairs, min(PAIRS, len(pairs))):
        there = situations()[one.key]
        words, _, dice = other.meaning.partition(" -- ")
        verb, _, rest = words.partition(" ")
        both, _ = _in_turn(there, one.meaning, other.meaning)
        state, outcome = there.play(f"{one.meaning}, then {verb}: {dice}{rest and f', so {rest}'}")
        played = _of(there, state) != _of(there, there.state)
        if played and not (outcome.parts and facts(there, state) == facts(there, both)):
            half.append(f"{one.situation}: {outcome.action.text}: {outcome.text}")

    assert half == []


@pytest.mark.parametrize("game", [game for game in GAMES if game != "generic"])
def test_a_vote_drops_no_order_that_is_marked_in_another_way(game: str) -> None:
    """``vote P1 for. trade - 2 Herbs to Ben for 1 Crystal`` is both orders, or is asked about."""
    orders, half = one_of_each_verb(game), list[str]()
    votes = [each for each in orders if each.meaning.startswith("vote")]
    others = [each for each in orders if not each.meaning.startswith("vote")]
    pairs = [(a, b) for a in votes for b in others if a.situation == b.situation]
    for one, other in Random(29).sample(pairs, min(PAIRS, len(pairs))):
        there = situations()[one.key]
        words, _, dice = other.meaning.partition(" -- ")
        verb, _, rest = words.partition(" ")
        both, _ = _in_turn(there, one.meaning, other.meaning)
        for mark in (":", " -", " →", ",") if rest else ():
            line = f"{one.meaning}, then {verb}{mark} {rest}"
            state, outcome = there.play(f"{line} -- {dice}" if dice else line)
            played = _of(there, state) != _of(there, there.state)
            if played and not (outcome.parts and facts(there, state) == facts(there, both)):
                half.append(f"{one.situation}: {outcome.action.text}: {outcome.text}")

    assert half == []


@pytest.mark.parametrize(
    "line",
    [
        "sold 3 Fish, and a Net is what that money is for",
        "selling 3 Fish. A Net comes home with me!",
        "give 2 Gold to Ben, one Net to myself",
    ],
)
def test_what_only_a_rule_names_is_no_remark(line: str) -> None:
    """Nobody has a Net, but a rule lets players buy one: what is said of it is not dropped."""
    there = situations()["generic", "market"]
    state, outcome = there.play(line)

    assert (_of(there, state), outcome.verdict) == (_of(there, there.state), Verdict.HUH)


@pytest.mark.parametrize("behind", ["use Fish", "approve P1", "I send it off", "move those two"])
def test_who_leaves_does_nothing_else(behind: str) -> None:
    """Where the first order makes its author no player any more, the second one is refused."""
    there = situations()["cycle15", "tuneup"]
    state, outcome = there.play(f"leave, then {behind}")

    assert outcome.verdict in (Verdict.CANT, Verdict.HUH)
    assert facts(there, state) == facts(there, there.state)
