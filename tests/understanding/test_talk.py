"""Talk is never played, whatever it looks like; orders are never taken for talk."""

from __future__ import annotations

import pytest

from tests.for_each import for_each, portion
from tests.understanding.judging import Judgement, judged
from tests.understanding.phrasings import HERE, Phrasing, corpus, read_phrasings
from tests.understanding.situations import GAMES, situations
from wikibot.game.understanding.spelling import forms

LINES = tuple(read_phrasings(HERE / "talk.txt"))


@for_each("phrasing", LINES)
def test_nothing_comes_of_talk(phrasing: Phrasing) -> None:
    """No state, no waiting order and no standing roll comes of a line of mere talk."""
    if phrasing.key not in situations():
        return  # its game lies beside the project
    trial = judged(phrasing)

    assert trial.judgement is Judgement.KEPT, trial.answer


FRAMES = (
    "don't {}",
    "should I {}?",
    "if Bob moves, {}",
    "maybe {} later",
    "> {}",
    "I'd {} if I were you",
    "Example: {}",
)
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
    """What lines of our own mean, in their situation, with such words around it: every fifth."""
    some = MEANINGS[FRAMES.index(frame) % 5 :: 5]
    played = [
        f"{trial.phrasing.line}: {trial.answer}"
        for key, meaning in some
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
    lines = portion(lines, 3)
    played = [
        f"{line}: {trial.answer}"
        for line in lines
        if (trial := judged(Phrasing(*key, line, "-"))).judgement is not Judgement.KEPT
    ]

    assert played == []
