"""Talk is never played, whatever it looks like; orders are never taken for talk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from tests.for_each import for_each, portion
from tests.understanding.judging import Judgement, Trial, facts, judged
from tests.understanding.phrasings import HERE, Phrasing, corpus, read_phrasings
from tests.understanding.situations import GAMES, Situation, situations
from tests.understanding.test_counts import one_of_each_verb, split
from wikibot.game.engine.trials import named, order_of
from wikibot.game.understanding.spelling import forms

LINES = tuple(read_phrasings(HERE / "talk.txt"))


MOST_ANSWERED, MOST_OFFERED = 0.82, 0.67  # of lines of talk


@cache
def trials() -> Sequence[Trial]:
    """What comes of lines of talk; of those whose game does not lie beside the project none."""
    return [judged(each) for each in LINES if each.key in situations()]


@for_each("trial", trials)
def test_nothing_comes_of_talk(trial: Trial) -> None:
    """No state, no waiting order and no standing roll comes of a line of mere talk."""
    assert trial.judgement is Judgement.KEPT, trial.answer


def test_most_talk_is_offered_nothing() -> None:
    """A line of talk is answered where it comes near an order, and no more often than that."""
    outcomes = [each.outcome for each in trials()]

    assert sum(not each.talk for each in outcomes) <= MOST_ANSWERED * len(outcomes)
    assert sum(bool(each.offers) for each in outcomes) <= MOST_OFFERED * len(outcomes)


FRAMES = (
    "don't {}", "should I {}?", "if Bob moves, {}", "maybe {} later", "> {}",
    "I'd {} if I were you", "Example: {}",
)  # fmt: skip
AROUND = (
    "I plan to {}", "unable to {}", "too early to {}", "why did Bob {}?", "Bob said: {}",
    "don't {} yet", "I was about to {}", "can we {} at all?", "{}? no way", "tomorrow I {}",
    "everybody {}!", "I'd rather not {}", "never {} again", "what does {} do to us?",
    "if it rains I {}", "I almost {}", "{} was fun last week", "nobody may {}",
    "whether to {} or not",
)  # fmt: skip
MEANINGS = sorted({(each.key, each.meaning) for each in corpus() if each.kind == "action"})


@pytest.mark.parametrize("frame", FRAMES)
def test_an_order_in_a_frame_of_talk_is_never_played(frame: str) -> None:
    """What lines of our own mean, in their situation, with such words around it."""
    played = [
        f"{trial.phrasing.line}: {trial.answer}"
        for key, meaning in portion(MEANINGS, 15, frame)
        if not meaning.startswith("help")
        and (trial := judged(Phrasing(*key, frame.format(meaning), "-"))).judgement
        is not Judgement.KEPT
    ]

    assert played == []


@pytest.mark.parametrize("game", GAMES)
def test_no_talk_around_a_verb_is_played(game: str) -> None:
    """Every verb of a game that takes no text of the player's, in each frame."""
    key = next(key for key in situations() if key[0] == game)
    there = situations()[key]
    verbs = there.engine.lines.verbs(there.state)
    said = [verb.name for verb in verbs if not (verb.stewards_only or verb.is_free)]
    lines = [frame.format(each) for each in said if each != "help" for frame in AROUND]
    deeds = [" ".join((forms(first)[2], *rest)) for first, *rest in map(str.split, said)
             if forms(first)[2:]]  # fmt: skip
    lines += [f"{deed} {says}" for deed in deeds for says in ("is a bore", "makes Bob laugh")]
    lines = portion(lines, 18)
    played = [
        f"{line}: {trial.answer}"
        for line in lines
        if (trial := judged(Phrasing(*key, line, "-"))).judgement is not Judgement.KEPT
    ]

    assert played == []


CONDITIONS = (
    "once Bob is back", "if it rains", "when I am home", "unless the sun shines", "tomorrow",
    "as soon as it is light", "after Bob has answered", "the moment the sun shines",
)  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_condition_behind_a_verb_with_text_is_none_of_its_text(game: str) -> None:
    """Where who speaks says it without a colon, or a vote is no clear one with it."""
    changing = []
    for each in one_of_each_verb(game):
        there = situations()[each.key]
        order = order_of(each.meaning, there.engine.lines.verbs(there.state))
        if order is None or not order.verb.is_free or order.verb.stewards_only:
            continue
        said = each.meaning.partition(":")[0]
        lines = [
            f"I'll {said} {behind}" for behind in CONDITIONS[: None if order.verb.reads else 4]
        ]
        changing += _changing(there, lines)

    assert changing == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("J1: I rule no", "no"), ("J1: I say that Ducks are birds", "Ducks are birds"),
        ("J1: I hereby hold that it may", "it may"), ("J1: I answer with a yes", "yes"),
        ("I rule on J1: the answer is no", "no"), ("J1: the verdict is yes", "yes"),
    ],
)  # fmt: skip
def test_what_leads_to_a_text_is_no_part_of_it(said: str, kept: str) -> None:
    """A ruling is what is ruled, not that somebody rules it."""
    there = situations()["cycle15", "board"]

    state, _ = there.play(said)

    assert next(each.ruling for each in state.requests if each.id == "J1") == kept


OF_A_THING = (
    "{it}: {who} has one", "{it}: {who} had one", "{it}: nobody wants one", "{it} is mine",
    "{it}: the best of all", "{it}, the best of all", "{it} belongs to {who}", "{it}, {who} has it",
    "{it} - {who} made it", "{it} looks good", "{it}: three left", "{it}: {who} took two",
    "a fine {it}",
)  # fmt: skip
OF_A_DEED = (
    "{it}, the noble art", "{it}: the noble art", "{it} - a fine thing to do", "{it}, my favourite",
    "{it} (the best of arts)", "{it} -- the noble art",
)  # fmt: skip
BEHIND = (
    ", {who} knows", ", {who} begged", ", {who} smiles", " - {who} asked", ", {who} has two",
    " ({who} laughs)", "; {who} rolled a six", ", poor {who}", ", so {who} says", ", {who} and all",
)  # fmt: skip
OF_DICE = (
    "{it} is what {who} rolled", "{it}, {who} rolled that", "{who}'s roll: {it}",
    "{it} was {who}'s roll", "Look, {who} rolled {it}", "{who} got {it}", "{it} by {who}",
    "{it} is what {who} got", "{it} says {who}",
)  # fmt: skip


def _other(there: Situation) -> str:
    """Another player than who writes."""
    return next(str(name) for name in there.state.players if name != there.who)


def _changing(there: Situation, lines: list[str], *, rolls: bool = True) -> list[str]:
    """The lines of which something comes, be it a roll that stands."""
    found = []
    for line in lines:
        state, outcome = there.play(line)
        after = state if rolls else replace(state, rolls=there.state.rolls)
        if facts(there, after) != facts(there, there.state):
            found.append(f"{there.who}: {line}: {outcome.verdict} {outcome.text}")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nothing_comes_of_a_statement_about_a_thing_or_a_deed(game: str) -> None:
    """Each name of a game and each verb that takes no text, at the head of statements."""
    changing = []
    for key, there in situations().items():
        if key[0] != game:
            continue
        verbs = there.engine.lines.verbs(there.state)
        said = {v.name: v for v in verbs if not (v.stewards_only or v.is_free or v.yields)}
        deeds = [name for name in said if name not in ("help", "choose")]
        things = dict.fromkeys(named(there.engine.game, there.state, there.engine.book))
        lines = [
            frame.format(it=it, who=_other(there))
            for some, frames in ((things, OF_A_THING), (deeds, OF_A_DEED))
            for it in some
            if it not in there.state.players and (some is deeds or it.casefold() not in said)
            for frame in frames
        ]
        changing += _changing(there, portion(lines, 180))

    assert changing == []


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_left_over_behind_an_order(game: str) -> None:
    """What others do is no part of it; the bot asks. Another's roll is not kept for the writer."""
    changing = []
    for each in one_of_each_verb(game):
        there, (words, dice) = situations()[each.key], split(each)
        who, shown = _other(there), dice.removeprefix("-- ")
        beside = [f"{words}{said.format(who=who)} {dice}".strip() for said in BEHIND]
        rolled = [frame.format(it=shown, who=who) for frame in OF_DICE if shown]
        is_vote = each.meaning.startswith("vote")
        changing += [] if is_vote else _changing(there, portion(beside, 9), rolls=False)
        changing += _changing(there, portion(rolled, 9))

    assert changing == []
