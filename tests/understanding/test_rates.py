"""How many of the lines that people write, who never read the docs, are understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from tests.understanding.judging import Judgement, Trial, judged, plays
from tests.understanding.phrasings import Phrasing, corpus, sample
from tests.understanding.situations import situations
from wikibot.game.actions import Verdict

GAMES = ("cycle15", "early", "cycle14", "round7")
AS_MEANT = {"cycle15": 92, "early": 88, "cycle14": 88, "round7": 86}
OR_LED = {"cycle15": 97, "early": 97, "cycle14": 97, "round7": 97}
"""Least percentages of the lines of the sample that mean something."""


def _sources() -> tuple[tuple[Phrasing, ...], ...]:
    try:
        return sample(), corpus()
    except pytest.skip.Exception:
        return (corpus(),)


@cache
def _trials(game: str) -> tuple[Trial, ...]:
    """The lines of the sample, or else of our own, in one game."""
    return tuple(judged(each) for each in sample() if each.game == game)


def _of_kind(game: str, kind: str) -> list[Trial]:
    return [each for each in _trials(game) if each.phrasing.kind == kind]


def _percent(trials: Sequence[Trial], *judgements: Judgement) -> float:
    counts = Counter(each.judgement for each in trials)
    return 100 * sum(counts[each] for each in judgements) / len(trials)


def test_each_meaning_plays_in_its_situation() -> None:
    """What a line means is possible where it is written: a wrong situation would hide a failure."""
    meant = {
        (each.key, each.meaning): each
        for each in (line for source in _sources() for line in source)
        if each.kind == "action"
    }
    wrong = [
        f"{each}: {outcome.verdict} {outcome.text}"
        for each in meant.values()
        if (outcome := plays(each)).verdict not in (Verdict.DONE, Verdict.NEEDS)
    ]

    assert wrong == []


def test_lines_are_written_in_known_situations() -> None:
    """Each line of our own stands in a situation that there is."""
    unknown = {each.key for each in corpus()} - situations().keys()

    assert unknown == set()


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_played_as_meant(game: str) -> None:
    """Of the sample's lines that mean something, so many do what was meant, or lead to it."""
    actions = _of_kind(game, "action")
    as_meant = _percent(actions, Judgement.AS_MEANT)
    or_led = _percent(actions, Judgement.AS_MEANT, Judgement.LED)

    assert (as_meant >= AS_MEANT[game], or_led >= OR_LED[game]) == (True, True), (as_meant, or_led)
