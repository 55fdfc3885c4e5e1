"""Votes by reaction: thumbs up, thumbs down and, where the rules know it, a pensive face for a rewrite.

``vote P3 for`` and ``👍 P3`` say the same. The last vote before the end counts, and only that of somebody who is a
player then. Decisions: words beside the thumbs are understood (yes, no, in favour); ``abstain`` takes a vote back; a
reason may stand behind a vote, unless it casts doubt on it. A vote that nobody can read is kept as such, and each game
says what it counts as.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.common.identities import TONES
from wikibot.game.act import Act
from wikibot.game.problems import Unclear
from wikibot.game.verbs import Shape, Verb
from wikibot.wikitext.folding import fold

FOR, AGAINST, REWRITE, ABSTAIN, UNCLEAR = "for", "against", "rewrite", "abstain", "unclear"
UP, DOWN, THINKING = "👍", "👎", "🤔"
WORDS: Mapping[str, str] = {
    **dict.fromkeys(
        (UP, "for", "yes", "aye", "yea", "y", "+1", "+", "pro", "in favour", "in favor", "favour", "favor", "support",
         ":+1:", ":thumbsup:", "thumbsup", "thumbs up"), FOR),
    **dict.fromkeys(
        (DOWN, "against", "no", "nay", "n", "-1", "-", "−1", "con", "contra", "oppose", "opposed", ":-1:",
         ":thumbsdown:", "thumbsdown", "thumbs down"), AGAINST),
    **dict.fromkeys((THINKING, "rewrite", "for a rewrite", ":thinking:", "thinking"), REWRITE),
    **dict.fromkeys(("abstain", "abstention", "none", "nothing", "no vote", "withdraw", "take back", "0"), ABSTAIN),
}  # fmt: skip
_SAID = (FOR, AGAINST, REWRITE, ABSTAIN, "yes", "no", "aye", "nay", ":+1:", ":-1:", ":thumbsup:", ":thumbsdown:")
_REASON = re.compile(
    r"(?P<vote>.+?)(?:\s*[,;:(!.]|\s+[–—-]\s|\s+(?=(?:because|since|please)\b))(?P<reason>.*)",
    re.IGNORECASE | re.DOTALL,
)
_CLAUSE = re.compile(r"[,;:(!.)]|\s[–—-]\s")
_DOUBT = re.compile(rf"\b(?:but|except|if|or|unless)\b|[{UP}{DOWN}{THINKING}]", re.IGNORECASE)


def read_vote(text: str, words: Mapping[str, str] = WORDS) -> str | None:
    """The vote that a word or a reaction is; None where nobody can read it."""
    return words.get(fold(TONES.sub("", text)))


def _with_reason(text: str, words: Mapping[str, str]) -> str | None:
    """The vote that stands before a reason: ``for, because I like it``; None where the reason casts doubt on it.

    A reason may have such words as ``for`` and ``no`` in it; a part of it that is a vote of its own casts doubt.
    """
    found = _REASON.fullmatch(text)
    if not found or _DOUBT.search(found["reason"]):
        return None
    vote = read_vote(found["vote"], words)
    said = (read_vote(part, words) or _with_reason(part, words) for part in _CLAUSE.split(found["reason"]))
    return vote if all(other in (None, vote) for other in said) else None


@dataclass(frozen=True)
class Count:
    """Votes that count, by what they count as."""

    favour: int = 0
    against: int = 0
    rewrite: int = 0

    @property
    def total(self) -> int:
        return self.favour + self.against + self.rewrite

    def __str__(self) -> str:
        rewrite = f", {self.rewrite} for a rewrite" if self.rewrite else ""
        return f"{self.favour} for, {self.against} against{rewrite}"


def count(votes: Mapping[str, str], counts: Callable[[str], bool], as_: Mapping[str, str]) -> Count:
    """Count votes of those for whom ``counts``. ``as_``: what a word counts as where that is not itself."""
    words = [as_.get(word, word) for name, word in votes.items() if counts(name)]
    return Count(words.count(FOR), words.count(AGAINST), words.count(REWRITE))


def with_vote(votes: Mapping[str, str], name: str, word: str) -> Mapping[str, str]:
    """The votes with one person's new vote in place of the old; abstaining leaves none."""
    rest = {key: value for key, value in votes.items() if key != name}
    return rest if word == ABSTAIN else {**rest, name: word}


# -- verbs ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ballot:
    """Something that is voted on by a ``section`` of the ruleset. ``names``: whether a text names one.

    ``cast`` records what the player says of it: it is handed the act, the text that names it, and what stands for the
    vote (a reaction or words, or "").
    ``options``: what counts as itself in the votes that are open now; nothing where none is.
    """

    section: str
    names: Callable[[Act[Any], str], bool]
    cast: Callable[[Act[Any], str], None]
    options: Callable[[Act[Any]], Sequence[str]]


def verbs(*ballots: Ballot, rewrites: bool = True) -> tuple[Verb, ...]:
    """The verbs for voting on everything that a game has votes on; the first ballot that a line names is meant.

    ``rewrites``: whether one can vote for a rewrite.
    """

    def available(word: str) -> Callable[[Act[Any]], bool]:
        return lambda act: any(act.book.has(ballot.section) and word in ballot.options(act) for ballot in ballots)

    def reacts(mark: str) -> Callable[[Act[Any]], None]:
        return lambda act: _cast(ballots, act, f"{act.subject} {mark}".strip() if act.subject else "")

    marks = [(UP, FOR, "votes for it"), (DOWN, AGAINST, "votes against it")]
    marks += [(THINKING, REWRITE, "votes for a rewrite")] if rewrites else []
    words = "for, against, rewrite or abstain" if rewrites else "for, against or abstain"
    spoken = Verb("vote", "vote P3 VOTE", "vote P3 for", f"votes {words}, and the last vote before the end counts",
                  lambda act: _cast(ballots, act, act.subject), Shape.TEXT,
                  available=available(FOR), akin=_SAID)  # fmt: skip
    reactions = (
        Verb(mark, f"{mark} P3", f"{mark} P3", about, reacts(mark), Shape.TEXT, available=available(word))
        for mark, word, about in marks
    )  # fmt: skip
    return (spoken, *reactions)


def _cast(ballots: Sequence[Ballot], act: Act[Any], text: str) -> None:
    """Cast a vote on what a text names: the first ballot that knows it."""
    if not text:
        raise Unclear("the line does not say on what you vote", nearest="`vote P3 for`")
    next((ballot for ballot in ballots if ballot.names(act, text)), ballots[0]).cast(act, text)


def word_of(text: str, options: Sequence[str], unclear: str | None, words: Mapping[str, str] = WORDS) -> str:
    """The vote in a text. ``unclear``: what one that nobody can read is kept as.

    None: it is not understood, nor is one that is no option. Raises ``Unclear`` for that and for an empty text.
    """
    if not text:
        raise Unclear("the line does not say how you vote", nearest=tuple(options))
    word = read_vote(text, words) or _with_reason(text, words)
    if word is not None and (word in options or unclear is not None):
        return word
    if unclear is None:
        raise Unclear(f"{text!r} is no vote", nearest=tuple(options))
    return unclear
