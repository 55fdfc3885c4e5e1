"""What a pattern costs: for twice the text four times at most, and where a text has no bound not
more than twice.

The cost is counted in steps of a matcher that works as :mod:`re` does, on texts made from each
pattern to make it work. A line that rules look at has at most 5,000 characters with single blanks,
so that what grows with its square is cheap.
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice

import pytest

from tests.patterns.attacks import attacks, growth
from tests.patterns.counted import Counted, TooManySteps
from tests.patterns.found import Found, every_pattern

SQUARE, LINEAR = 5.0, 2.7  # of twice the text, with some room for what does not grow
UNBOUNDED = (
    "wikibot.wikitext.",
    "wikibot.game.page.lists",
    "wikibot.game.page.markup",
    "wikibot.game.page.player_rows",
)
BOUNDED = {  # by the characters that they are handed
    "wikibot.wikitext.signatures:_NICKNAME", "wikibot.wikitext.signatures:_LEAD",
    "wikibot.wikitext.signatures:_ENDS_IN_DASH", "wikibot.wikitext.table_reader:_NUMBER",
    "rules.cycle14.proposals:_TERMS",
}  # fmt: skip
PATTERNS: dict[str, list[Found]] = {}
for _each in every_pattern():
    PATTERNS.setdefault(_each.module, []).append(_each)
by_module = pytest.mark.parametrize("module", PATTERNS)


@by_module
def test_no_pattern_takes_for_ever(module: str) -> None:
    """Neither nested nor adjacent repeats can match the same text in many ways."""
    most = LINEAR if module.startswith(UNBOUNDED) else SQUARE
    slow = [
        f"{pattern} {way} {pattern.pattern!r}: {text[0]!r}, then {text[1]!r} again, {text[2]!r}"
        for pattern in PATTERNS[module]
        if str(pattern) not in BOUNDED
        for way in pattern.ways
        for worst, text in [growth(pattern.pattern, pattern.flags, way)]
        if worst > most
    ]

    assert slow == []


@by_module
def test_the_matcher_finds_what_re_finds(module: str) -> None:
    """Otherwise its steps would be those of another pattern."""
    for pattern in PATTERNS[module]:
        counted = Counted(pattern.pattern, pattern.flags)
        real = re.compile(pattern.pattern, pattern.flags)
        tried = islice(attacks(pattern.pattern, pattern.flags), 0, 60, 5)
        for text in (begin + pump * 3 + end for begin, pump, end in tried):
            counted.search(text)
            assert counted.found is (real.search(text) is not None), (str(pattern), text)


@pytest.mark.parametrize(
    ("pattern", "text", "least", "most"),
    [
        (r"(a|aa)+$", "a" * 20 + "b", 10**4, 10**9),
        (r"a*b", "a" * 100, 5000, 20_000),
        (r"(?<!a)a*+b", "a" * 100, 100, 400),
    ],
)
def test_the_matcher_counts(pattern: str, text: str, least: int, most: int) -> None:
    """For ever, by the square and once over."""
    counted = Counted(pattern)
    with suppress(TooManySteps):
        counted.search(text)

    assert least <= counted.steps <= most


@pytest.mark.parametrize(
    ("pattern", "flags", "least"),
    [
        ("(?:a+ ?)+b", 0, 9.0),
        (r"\s*x", 0, 3.5),
        (r".*\).*\)$", 0, 3.5),
        (r"(?:\d+ ?,? ?)+$", 0, 9.0),
    ],
)
def test_the_attacks_find_what_is_slow(pattern: str, flags: int, least: float) -> None:
    """Exponential and square ones, from their own parts."""
    assert growth(pattern, flags, "search")[0] >= least
