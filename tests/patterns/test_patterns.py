"""What a pattern costs: for twice the text four times at most, and where a text has no bound not
more than twice.

The cost is counted in steps of a matcher that works as :mod:`re` does, on texts made from each
pattern to make it work. A line that rules look at has at most 5,000 characters with single blanks,
so that what grows with its square is cheap.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import islice

import pytest

from tests.patterns.attacks import attacks, growth
from tests.patterns.counted import Counted, TooManySteps
from tests.patterns.found import Found, every_pattern

SQUARE, LINEAR = 5.0, 2.7  # of twice the text, with some room for what does not grow
UNBOUNDED = (
    "wikibot.wikitext.", "wikibot.game.page.cells", "wikibot.game.page.cells",
    "wikibot.game.page.schema",
)  # fmt: skip
BOUNDED = {  # by the characters that they are handed
    "wikibot.wikitext.lines:_NICKNAME", "wikibot.wikitext.lines:_LEAD",
    "wikibot.wikitext.lines:_ENDS_IN_DASH", "wikibot.wikitext.table_reader:_NUMBER",
    "rules.cycle14.proposals:_TERMS",
}  # fmt: skip
OF_ONE_ENTRY = {  # of a list of items, whose length is bounded
    f"wikibot.game.page.cells:{name}"
    for name in ("_LEADING", "_LEADING_EMOJI", "_TRAILING", "_TRAILING_KNOWN", "_REMARK")
}
PARTS = 4
every_part = pytest.mark.parametrize("part", range(PARTS))


@cache
def patterns() -> Sequence[Found]:
    """All of them: finding them imports the whole program."""
    return tuple(every_pattern())


def is_bounded(found: Found) -> bool:
    """Whether what a pattern is handed is short, so that it may take the square of it."""
    return not found.module.startswith(UNBOUNDED) or str(found) in OF_ONE_ENTRY


@every_part
def test_no_pattern_takes_for_ever(part: int) -> None:
    """Neither nested nor adjacent repeats can match the same text in many ways."""
    slow = [
        f"{found} {way} {found.pattern!r}: {text[0]!r}, then {text[1]!r} again, {text[2]!r}"
        for found in patterns()[part::PARTS]
        if str(found) not in BOUNDED
        for way in found.ways
        for worst, text in [growth(found.pattern, found.flags, way)]
        if worst > (SQUARE if is_bounded(found) else LINEAR)
    ]

    assert slow == []


@every_part
def test_the_matcher_finds_what_re_finds(part: int) -> None:
    """Otherwise its steps would be those of another pattern."""
    for found in patterns()[part::PARTS]:
        counted = Counted(found.pattern, found.flags)
        real = re.compile(found.pattern, found.flags)
        tried = islice(attacks(found.pattern, found.flags), 0, 60, 5)
        for text in (begin + pump * 3 + end for begin, pump, end in tried):
            counted.search(text)
            assert counted.found is (real.search(text) is not None), (str(found), text)


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
        ("(?:a+ ?)+b", 0, 9.0), (r"\s*x", 0, 3.5), (r".*\).*\)$", 0, 3.5),
        (r"(?:\d+ ?,? ?)+$", 0, 9.0),
    ],
)  # fmt: skip
def test_the_attacks_find_what_is_slow(pattern: str, flags: int, least: float) -> None:
    """Exponential and square ones, from their own parts."""
    assert growth(pattern, flags, "search")[0] >= least
