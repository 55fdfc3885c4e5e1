"""Talk is never played, whatever it looks like; orders are never taken for talk."""

from __future__ import annotations

import pytest

from tests.for_each import for_each
from tests.understanding.judging import Judgement, judged
from tests.understanding.phrasings import HERE, Phrasing, corpus, read_phrasings

LINES = tuple(read_phrasings(HERE / "talk.txt"))


@for_each("phrasing", LINES)
def test_nothing_comes_of_talk(phrasing: Phrasing) -> None:
    """No state, no waiting order and no standing roll comes of a line of mere talk."""
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
