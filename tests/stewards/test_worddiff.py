"""A change of wording, word by word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikibot.stewards.wording import Op, plain, shorten, word_diff
from wikibot.wikitext.plain import normalise

CASES = {
    "one word": ("a dead fish floats", "a live fish floats", "a [-dead-] {+live+} fish floats"),
    "a clause put in": ("gain, later, a fish", "gain, later, if wet, a fish",
                        "gain, later, {+if wet,+} a fish"),
    "a word at the end": ("a fish", "a fish swims", "a fish {+swims+}"),
    "a number": ("roll 2d4 now", "roll 3d6 now", "roll [-2d4-] {+3d6+} now"),
    "italics alone": ("roll N dice", "roll ''N'' dice", "roll N dice"),
    "everything": ("fish", "fowl", "[-fish-]{+fowl+}"),
    "new": ("", "fish swim", "{+fish swim+}"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), CASES.values(), ids=CASES)
def test_word_diff(before: str, after: str, expected: str) -> None:
    """Only words that were taken away or put in are marked.

    Writing differently is not a change.
    """
    assert plain(word_diff(before, after)) == expected


def test_long_stretches_are_cut() -> None:
    """Of a long unchanged text only the words beside a change are shown."""
    before = " ".join(f"w{n}" for n in range(40))
    shown = plain(shorten(word_diff(before, before.replace("w20", "x20")), around=2))

    assert shown == "… w18 w19 [-w20-] {+x20+} w21 w22 …"


@given(st.text("ab .,\n"), st.text("ab .,\n"))
def test_both_texts_can_be_read_off(before: str, after: str) -> None:
    """Without what was added a difference reads as the old text,
    without what was removed as the new one.
    """
    pieces = word_diff(before, after)
    old, new = (
        "".join(p.text for p in pieces if p.op is not Op(gone)).split()
        for gone in ("added", "removed")
    )

    assert ("".join(old), "".join(new)) == tuple(
        "".join(normalise(text).split()) for text in (before, after)
    )


def test_long_texts_are_not_compared_word_by_word() -> None:
    """A text of one word, many times over, would cost minutes: all of it counts as replaced."""
    before, after = "pond " * 4_000, "pond " * 4_001

    assert [(each.op, len(each.text.split())) for each in word_diff(before, after)] == [
        (Op.REMOVED, 4_000),
        (Op.ADDED, 4_001),
    ]
