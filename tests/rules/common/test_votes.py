"""What a vote is about, and what it says."""

from __future__ import annotations

import pytest

from rules.common.votes import Count, count, read_vote, with_vote, word_of


@pytest.mark.parametrize(
    ("text", "vote"),
    [("👍", "for"), ("👍🏿", "for"), ("Yes", "for"), ("in favour", "for"), ("+1", "for"), ("👎\ufe0f", "against"),
     ("NAY", "against"), ("-1", "against"), ("🤔", "rewrite"), ("abstain", "abstain"), ("perhaps", None), ("", None)],
)  # fmt: skip
def test_a_vote_is_read(text: str, vote: str | None) -> None:
    """Reactions of any skin tone and the usual words; anything else is unreadable."""
    assert read_vote(text) == vote


@pytest.mark.parametrize(
    ("text", "vote"),
    [("for, because I like it", "for"), ("for because ducks", "for"), ("👎 (too long)", "against"), ("yes!", "for"),
     ("no - never", "against"), ("in favour: ducks are nice", "for"), ("for, yes", "for"),
     ("for, no objections", "for"), ("against: bad for us", "against"), ("for, because nothing else helps", "for"),
     ("for. No.", "unclear"), ("for, rewrite please", "unclear"), ("for - or rather - against", "unclear"),
     ("for, if Bob agrees", "unclear"), ("yes, but no", "unclear"), ("👍, 👎", "unclear"),
     ("for and against", "unclear"), ("for me it is too long", "unclear"), ("perhaps, for now", "unclear")],
)  # fmt: skip
def test_a_reason_may_stand_behind_a_vote(text: str, vote: str) -> None:
    """It changes nothing about a vote that is clear, and saves none that is not."""
    assert word_of(text, ("for", "against"), "unclear") == vote


def test_votes_count_as_the_rules_say() -> None:
    """Only those count that may; unreadable ones and rewrites count as what they are mapped to."""
    votes = {"Ann": "for", "Bob": "unclear", "Cem": "rewrite", "Dee": "against"}
    counted = count(votes, lambda name: name != "Dee", {"unclear": "against", "rewrite": "against"})

    assert counted == Count(favour=1, against=2)


def test_the_last_vote_counts() -> None:
    """A new vote takes the old one's place; abstaining leaves none."""
    votes = with_vote(with_vote({"Ann": "for"}, "Bob", "for"), "Ann", "against")

    assert votes == {"Bob": "for", "Ann": "against"}
    assert with_vote(votes, "Ann", "abstain") == {"Bob": "for"}
