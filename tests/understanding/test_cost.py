"""What it costs to read a line in a player's own words, counted in what is compared with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.understanding.phrasings import corpus, fresh
from tests.understanding.situations import situations
from wikibot.game.engine import orders
from wikibot.game.understanding import covering, dice, slots
from wikibot.game.understanding.situation import Situation

MOST = 0.1
"""Of the phrases of a game: with how many a line may be compared on average."""
HALF = 0.7
"""With how many the dearest line may be, in all ways in which it is read together."""
COMPARING = ((covering, "in_order"), (covering.Covering, "_of_words"))
GAMES = ("cycle15", "early", "cycle14", "round7", "generic")


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a line was compared with a phrase, and the nearest form was looked for."""
    found: Counter[str] = Counter()

    def counted(what: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def count(*given: Any, **named: Any) -> Any:
            found[what] += 1
            return work(*given, **named)

        return count

    for place, name in COMPARING:
        monkeypatch.setattr(place, name, counted("compared", getattr(place, name)))
    monkeypatch.setattr(orders, "nearest", counted("nearest", orders.nearest))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_compared_with_few_phrases(game: str, counts: Counter[str]) -> None:
    """Its words tell which may stand for what it says; the others are not looked at."""
    shares = []
    for each in fresh()[::2]:
        if each.game == game:
            counts.clear()
            situation = situations()[each.key]
            situation.play(each.line)
            phrases = situation.engine.reader.trying.table(situation.state).said
            shares.append(counts["compared"] / len(phrases))

    assert sum(shares) / len(shares) < MOST
    assert max(shares) < HALF


def test_the_nearest_form_is_looked_for_once(counts: Counter[str]) -> None:
    """It is for an answer: what a line may mean is tried without it."""
    for each in fresh()[::5]:
        situations()[each.key].play("frobnicate")  # what was said before it is read once
        counts.clear()
        situations()[each.key].play(each.line)

        assert counts["nearest"] <= 2, each


@pytest.mark.parametrize("key", [("cycle15", "board"), ("cycle14", "town"), ("round7", "turn")])
def test_a_longer_line_is_compared_no_more_often(
    key: tuple[str, str], counts: Counter[str]
) -> None:
    """Which words there are counts, not how many; of its parts only the first ones."""
    compared = []
    for times in (9, 18):
        counts.clear()
        situations()[key].play("frobnicate fish, duck and cat " * times)
        compared.append(counts["compared"])

    assert compared[1] <= compared[0]


def test_a_line_that_says_much_is_compared_where_its_clauses_begin(counts: Counter[str]) -> None:
    """Words anywhere tell an order of a short line; where two dozen say something, it is a tale."""
    compared = []
    for more in (12, 24):
        counts.clear()
        told = " ".join(f"wib{chr(97 + at)}le" for at in range(more))
        situations()["cycle15", "board"].play(f"frobnicate fish, duck and cat {told}")
        compared.append(counts["compared"])

    assert compared[1] < compared[0]


def test_names_are_indexed_once_for_all_lines() -> None:
    """How names may be spelled is found for the names, not for each line that may name one."""
    lines = [each for each in corpus() if each.key == ("cycle15", "board")][:20]
    made = []
    for again in (" indeed", " verily"):  # lines that no other test has played
        for each in lines:
            situations()[each.key].play(f"{each.line}{again}")
        made.append(slots.spellings.cache_info().misses)

    assert made[1] == made[0]


def test_of_a_line_so_many_texts_are_read_for_things(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many of its parts are looked at: what was read in one is known in the others."""
    seen, read = list[Situation](), Situation.read

    def noted(self: Situation, *given: Any) -> tuple[str, ...]:
        seen.append(self)
        return read(self, *given)

    monkeypatch.setattr(Situation, "read", noted)
    line = "2 Fish from 1 to 4, then a Duck and 3 Bananas of Cleo via 20; with " * 4
    situations()["cycle15", "board"].play(line[:110])

    assert len(seen) > 1000
    assert max(each.texts_read for each in seen) <= 800 + 12  # the last place is read to its end


def test_what_stands_behind_many_joints_is_read_for_few_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A line that is one order is not read again behind each of its commas, to ask whether it is
    one in exact form: nothing hangs on that.
    """
    looked = Counter[int]()

    def counted(line: str) -> dice.Tokens:
        looked[len(line) // 1000] += 1
        return tokens(line)

    tokens = dice.Tokens
    monkeypatch.setattr(dice, "Tokens", counted)
    situations()["cycle14", "outside"].play("hike " + "&lt;, 99, '" * 300 + "= 5 d6")

    assert 0 < looked.total() <= 16
