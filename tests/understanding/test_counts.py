"""Counts, lists and repetitions in a line: played exactly, or asked about, never passed over.

Put before, into and behind one order of every verb of every game, in the situations of the sample.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.for_each import portion
from tests.understanding.phrasings import Phrasing, corpus
from tests.understanding.situations import GAMES, Situation, situations
from wikibot.game.actions import Outcome, Verdict
from wikibot.game.engine.trials import order_of
from wikibot.game.rolls import split_rolls
from wikibot.game.understanding.table import PhraseTable

PLAYED = (Verdict.DONE, Verdict.NEEDS)
BEHIND = """
    twice | two times | 2 times | three times | several times | and again | x2 | 2x | ×2 | 5% |
    per day
"""
WITHIN = """
    2 | two | both | 0 | 5% | ½ | 1½ | -1 | ~2 | at least 2 | up to 2 | about 2 | 2-3 | 2 or 3 |
    2x | x2 | ×2 | 2.5 | 1,000 | several | half my | #2 | 2nd | twice | one two | a 2 | two 3 |
    2 % | 2 € | $ 2 | ~ 2 | ≥ 2 | 2 ½ | ± 2 | − 2 |
    the rest of my
"""
JOINTS = (", ", " and ", " & ", " + ", " ")
CHOICES = (" / ", "/", " or ", " and/or ", ", or ", " | ", " \\ ")
NO_NUMBERS = ("²", "②", "2²", "1①", "2½", "2€", "2¢", "2′")
"""What is no whole number, and would be one for who passed over a mark."""
ONE_THING = ("take garbage", "contribute 🌿 | ", "contribute 🌿 \\ ")
"""What is the same with a second one, or with an emoji at its end."""
SAYS_NOTHING = ("as judge, as judge", "take garbage", "approve 2nd P1")
"""What is courtesy, a name said in full, or the number of a reading."""
LISTS = (
    # the documented example of pots, and its siblings
    ("cycle14", "town", "propagate 3 Kraken Root, 4 Yaqqip", "3 Kraken Root, 4 Yaqqip"),
    ("cycle14", "town", "plant 3 Kraken Root and 4 Yaqqip", "3 Kraken Root, 4 Yaqqip"),
    ("cycle14", "town", "plant 3 Kraken Root, and 4 Yaqqip", "3 Kraken Root, 4 Yaqqip"),
    ("cycle14", "town", "plant 3 Kraken Root,, 4 Yaqqip,", "3 Kraken Root, 4 Yaqqip"),
    ("cycle14", "town", "plant 3 Kraken Root; 4 Yaqqip", "3 Kraken Root, 4 Yaqqip"),
    ("cycle14", "town", "plant Kraken Root, Yaqqip", "3 Kraken Root, 4 Yaqqip"),
    ("cycle14", "town", "plant a Kraken Root and one Yaqqip", "3 Kraken Root, 4 Yaqqip"),
    ("cycle14", "town", "plant two Yaqqip", "3 Yaqqip, 4 Yaqqip"),
    ("cycle14", "town", "plant two Yaqqips", "3 Yaqqip, 4 Yaqqip"),
    ("cycle14", "town", "plant Yaqqip, Yaqqip", "3 Yaqqip, 4 Yaqqip"),
    ("cycle14", "town", "plant Yaqqip in pots 3 and 4", "3 Yaqqip, 4 Yaqqip"),
)
ASKED = (
    ("cycle14", "town", "store 1 Herb / 2 Crystals"),
    ("cycle14", "town", "store 1 Herb, 2"),
    ("cycle14", "town", "store 2, Herb"),
    ("cycle14", "town", "store 4.. Herbs"),
    ("cycle14", "town", "store Herbs"),
    ("cycle14", "town", "store twenty one Herbs"),
    ("cycle14", "town", "store one two Herbs"),
    ("cycle14", "town", "withdraw a two Herbs"),
    ("cycle14", "town", "plant one two Yaqqip"),
    ("cycle14", "town", "hydrate 1, 2.5"),
    ("cycle15", "board", "trade one two Duck to Bob for nothing"),
    ("round7", "turn", "buy one two House"),
    ("round7", "turn", "trade a 2 poents to Ben for nothing"),
    ("cycle14", "town", "give twenty one Herbs to Ben"),
    ("cycle14", "town", "withdraw Herbs"),
    ("cycle14", "town", "trade 1 Herb / 2 Crystals to Ben for nothing"),
    ("cycle14", "town", "trade 1 Herb to Ben for Crystals"),
    ("cycle14", "town", "plant 3 Kraken Root, 4"),
    ("cycle14", "town", "plant Kraken Root, 4"),
    ("cycle14", "town", "plant 3, 4 Yaqqip"),
    ("cycle14", "town", "plant Kraken Roots"),
    ("cycle15", "board", "trade Ducks to Bob for nothing"),
    ("cycle15", "board", "use Fishes"),
    ("cycle15", "board", "use a pair of Fish"),
    ("cycle15", "board", "use a dozen Fish"),
    ("cycle15", "hitched", "bring Bob 77"),
    ("round7", "turn", "buy Houses"),
    ("round7", "turn", "buy a dozen House"),
    ("round7", "turn", "build houses"),
    ("round7", "turn", "trade poents to Ben for nothing"),
    ("cycle14", "town", "plant 3 Yaqqips"),
    ("cycle14", "town", "plant 3 Kraken Root 4 Yaqqip"),
    ("cycle14", "town", "plant 3 × Yaqqip"),
    ("cycle14", "town", "plant Yaqqip x 2"),
    ("cycle14", "town", "plant 3-4 Yaqqip"),
    ("cycle14", "town", "plant 3 to 4 Yaqqip"),
    ("cycle14", "town", "plant 3% Yaqqip"),
    ("cycle14", "town", "harvest 1 twice"),
    ("cycle14", "town", "harvest 2 pots"),
    ("cycle14", "town", "harvest two pots"),
    ("cycle14", "town", "harvest pots 1 to 2"),
    ("cycle14", "town", "harvest 1..2"),
    ("cycle14", "town", "harvest 1/2"),
    ("cycle14", "town", "hydrate 1, 1"),
    ("cycle14", "town", "store 3🌿 x2"),
    ("cycle15", "board", "shatter 2 crystals -- 1d10 (7) = 7, 1d10 (2) = 2"),
    ("cycle15", "board", "shatter crystals"),
    ("cycle15", "board", "use 2 Shurdle"),
    ("cycle15", "board", "use Demonic Tutor: Actual"),
    ("cycle15", "board", "accept T1, said nobody ever"),
    ("cycle15", "board", "vote Blue fish yes, rewrite please"),
    ("round7", "turn", "buy 2 House x2"),
)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split("|")]


@cache
def one_of_each_verb(game: str) -> tuple[Phrasing, ...]:
    """One order of each verb that is played in its situation, the shortest that is about most."""
    found: dict[str, Phrasing] = {}
    for each in corpus():
        if each.game == game and each.kind == "action":
            situation = situations()[each.key]
            order = order_of(each.meaning, situation.engine.lines.verbs(situation.state))
            if order is None or order.verb.is_free or order.verb.name in ("help", "choose"):
                continue
            known = found.get(order.verb.name)
            is_shorter = not known or len(each.meaning) < len(known.meaning)
            is_about_more = not known or " " not in split(known)[0] or " " in split(each)[0]
            if is_shorter and is_about_more and _play(situation, each.meaning).verdict in PLAYED:
                found[order.verb.name] = each
    return tuple(found.values())


def split(each: Phrasing) -> tuple[str, str]:
    """The words and the dice of an order."""
    words, _ = split_rolls(each.meaning)
    return words.strip(), each.meaning[len(words) :].strip()


def _play(situation: Situation, line: str) -> Outcome:
    return situation.play(line)[1]


def _counted(words: str) -> Iterator[str]:
    """An order with a count, a list or a repetition in it."""
    head, _, rest = words.partition(" ")
    yield from (f"{words} {each}" for each in _parts(BEHIND))
    if not rest:
        return
    yield from (f"{head} {each} {rest}" for each in _parts(WITHIN))
    yield from (f"{words}{joint}{rest}" for joint in JOINTS)
    said = words.split()
    for at in range(2, len(said)):
        yield " ".join((*said[:at], "2", *said[at:]))
        yield " ".join((*said[:at], "5%", *said[at:]))


@pytest.mark.parametrize("game", GAMES)
def test_no_count_is_passed_over(game: str) -> None:
    """What is played is another order than the one without the count, and its answer says so."""
    wrong = []
    for each in one_of_each_verb(game):
        situation, (words, dice) = situations()[each.key], split(each)
        usual = _play(situation, each.meaning)
        for line in portion(_counted(words), 18):
            found = _play(situation, f"{line} {dice}".strip())
            same = found.text == usual.text and usual.verdict is Verdict.DONE
            understood = split_rolls(found.action.order)[0].strip()
            if any(each in line for each in SAYS_NOTHING):
                continue
            if found.verdict in PLAYED and (same or understood == words):
                wrong.append(f"{each.situation}: {line}: {found.verdict} {found.text}")

    assert wrong == []


def _unclear(words: str) -> Iterator[str]:
    """An order with a choice in it, or with what is no number for one."""
    head, _, rest = words.partition(" ")
    if not rest:
        return
    yield from (f"{words}{joint}{rest}" for joint in CHOICES)
    yield from (f"{head} {each} {rest}" for each in NO_NUMBERS)
    for number in re.finditer(r"\d+", words):
        before, behind = words[: number.start()], words[number.end() :]
        yield from (f"{before}{number[0]}{mark}{behind}" for mark in "²①½€¢′")
        yield from (f"{before}{mark}{behind}" for mark in "²①")


@pytest.mark.parametrize("game", GAMES)
def test_no_choice_is_made_and_no_mark_passed_over(game: str) -> None:
    """Of two things neither is taken, and ``2²`` is neither 2 nor 22."""
    wrong = []
    for each in one_of_each_verb(game):
        situation, (words, dice) = situations()[each.key], split(each)
        for line in portion(_unclear(words), 18):
            found = _play(situation, f"{line} {dice}".strip())
            if found.verdict in PLAYED and not line.startswith(ONE_THING):
                wrong.append(f"{each.situation}: {line}: {found.verdict} {found.text}")

    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_no_verb_is_passed_over(game: str) -> None:
    """The things and dice of one order behind the verb of another one are not played as the first.

    ``use Fish, Banana`` with a roll that only ``macgyver`` takes uses neither up. ``choose`` is
    said of paths, too.
    """
    wrong = []
    for each in one_of_each_verb(game):
        situation, (words, dice) = situations()[each.key], split(each)
        verbs = situation.engine.lines.verbs(situation.state)
        own = order_of(each.meaning, verbs)
        assert own
        things = words.removeprefix(own.verb.name).strip(" :")
        others = [v.name for v in verbs if v != own.verb and not v.is_free and v.name != "choose"]
        for line in (f"{name} {things} {dice}" for name in others if things and dice):
            found = _play(situation, line)
            order = order_of(found.action.order, verbs)
            if found.verdict in PLAYED and order and order.verb == own.verb:
                wrong.append(f"{each.situation}: {line}: {found.action.order}")

    assert wrong == []


@pytest.mark.parametrize(("game", "situation", "line", "meaning"), LISTS)
def test_lists_of_pots_are_played_as_written(
    game: str, situation: str, line: str, meaning: str
) -> None:
    """A number in digits is the pot, one in words is how many."""
    there = situations()["cycle14", "town"]
    state, outcome = there.play(line)
    meant, _ = there.play(f"plant {meaning}")

    assert Verdict.DONE is outcome.verdict
    assert meant.pots == state.pots


@pytest.mark.parametrize("number", ["0", "zero", "-1", "1.5", "0.5"])
@pytest.mark.parametrize(
    ("game", "situation", "line"),
    [
        ("cycle14", "town", "trade {} Herbs to Ben for 1 Crystal"),
        ("cycle14", "town", "trade 1 Crystal to Ben for {} Herbs"),
        ("cycle14", "town", "store {} Herbs"),
        ("cycle15", "board", "trade {} Duck to Bob for 1 Fish"),
        ("round7", "turn", "trade {} poents to Ben for 1 House"),
        ("round7", "turn", "buy {} House"),
    ],
)
def test_what_is_no_amount_is_refused(game: str, situation: str, line: str, number: str) -> None:
    """None of something, fewer than none and a part of one: the answer says so."""
    there = situations()[game, situation]
    state, outcome = there.play(line.format(number))

    assert Verdict.CANT is outcome.verdict
    assert f"{number!r} is not an amount" in outcome.text
    assert there.state.players == state.players


def test_what_is_no_space_is_said_to_be_none() -> None:
    """Not that it does not follow."""
    _, outcome = situations()["cycle15", "board"].play("move 1, 2.5, 3 -- 2d4 (1, 2) = 3")

    assert outcome.text.startswith("'2.5' is not a space")


@pytest.mark.parametrize(("game", "situation", "line"), ASKED)
def test_what_may_mean_several_things_is_asked_about(game: str, situation: str, line: str) -> None:
    """Nothing happens."""
    there = situations()[game, situation]
    state, outcome = there.play(line)

    assert Verdict.HUH is outcome.verdict
    assert there.state.players == state.players


@pytest.mark.parametrize("thing", [*"🌿💎🐦💤🪨🔥🥔", "a 🐦", "his 🐦"])
def test_an_emoji_that_stands_for_a_thing_is_part_of_the_order(thing: str) -> None:
    """A gift is no trade without what is asked for it, whatever the game makes of that."""
    there = situations()["cycle14", "town"]
    state, outcome = there.play(f"trade 1🌿 to Ben for {thing}")

    assert outcome.verdict is not Verdict.DONE or [*state.trades[-1].takes]


@pytest.mark.parametrize("words", ["it is too long", "this is too much", "too many words"])
def test_what_is_too_much_is_the_reason_of_a_vote(words: str) -> None:
    """Only what is done ``too`` is another order."""
    _, outcome = situations()["cycle14", "town"].play(f"P1: against, {words}")

    assert (outcome.verdict, outcome.offers) == (Verdict.DONE, ())


ONE_ALONE = frozenset((
    "rolled", "roll", "ahead", "forge price", "bribe price", "own space", "own number", "led",
    "option a", "further",
))  # fmt: skip
"""Kinds of which one thing alone is right, so that no order need repeat it."""


@pytest.mark.parametrize("game", GAMES)
def test_a_phrase_drops_nothing_that_it_names(game: str) -> None:
    """``harvest HERB from pot N`` is no phrase for ``harvest N``: the pot may hold another herb."""
    dropped = set()
    for (of, _), there in situations().items():
        table = there.engine.reader.trying.table(there.state) if of == game else PhraseTable(())
        for each in table.said:
            order = each.phrase.order
            dropped |= {
                (hole.kind, order)
                for hole in each.phrase.holes
                if f"{{{hole.name}}}" not in order
                and not hole.kind.endswith("!")
                and " in words " not in hole.kind
            }

    assert [each for each in sorted(dropped) if each[0] not in ONE_ALONE] == []
