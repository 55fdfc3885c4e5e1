"""Votes by reaction: thumbs up, thumbs down and, where the rules know it, a face for a rewrite.

``vote P3 for``, ``👍 P3`` and ``I'm for P3, it is good`` say the same (see ``vote_reading``). The
last vote before the end counts, and only that of a person who is a player then. Decisions: words
beside the thumbs are understood (yes, no, in favour); ``abstain`` takes a vote back. A vote that
cannot be read is answered as not understood. Where the rules say what it counts as, it is noted all
the same and counts as that when the vote ends, unless its player has voted clearly before, or does
so in time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rules.common.sections import CLOCK
from rules.common.vote_reading import DOWN, THINKING, UP, Lexicon
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Noted, Unclear
from wikibot.game.verbs import Questions, Shape, Verb
from wikibot.wikitext.messages import say

FOR, AGAINST, REWRITE, ABSTAIN, UNCLEAR = "for", "against", "rewrite", "abstain", "unclear"
WORDS: Mapping[str, str] = {
    **dict.fromkeys((
        UP, "for", "yes", "aye", "yea", "y", "+1", "+", "pro", "in favour", "in favor", "favour",
        "favor", "support", "in favour of", "in favor of", "supporting", "upvote", ":+1:",
        ":thumbsup:", "thumbsup", "thumbs up", "hell yes", "heck yes", "yes please", "approve of",
        "approving of", "yep", "yeah", "yup", "yess", "aye aye", "agree", "agreed", "seconded",
        "seconding",
    ), FOR),
    **dict.fromkeys((
        DOWN, "against", "no", "nay", "n", "-1", "-", "−1", "con", "contra", "oppose", "opposed",
        "opposing", "opposed to", "downvote", ":-1:", ":thumbsdown:", "thumbsdown", "thumbs down",
        "no way", "hell no", "hard pass", "nope", "nah", "disagree", "disapprove", "reject",
        "rejecting", "veto",
    ), AGAINST),
    **dict.fromkeys((
        THINKING, "rewrite", "for a rewrite", "in favour of a rewrite", "in favor of a rewrite",
        "rewriting", "for rewriting", "needs a rewrite", ":thinking:", "thinking",
    ), REWRITE),
    **dict.fromkeys((
        "abstain", "abstain from", "abstaining", "abstention", "none", "nothing", "no vote",
        "withdraw", "take back", "0",
    ), ABSTAIN),
}  # fmt: skip
Note = Callable[[Any, str], Any]
_SAID = (FOR, AGAINST, REWRITE, ABSTAIN, "yes", "no", "aye", "nay", ":+1:", ":-1:", ":thumbsup:",
         ":thumbsdown:")  # fmt: skip
PLAIN = Lexicon(WORDS)
PHRASES = (
    "vote|cast|voice {text} {proposal}",
    "vote {proposal} {text}",
    "vote for|yes|aye|pro => vote {proposal!} for",
    "vote against|no|nay|contra => vote {proposal!} against",
    "yes|aye|for|pro|support|endorse|👍 (to|on|for|of|with) {proposal} => vote {proposal} for",
    "agree|in (with|favour|favor|support) (of|with) {proposal} => vote {proposal} for",
    "no|nay|against|contra|oppose|reject|👎 (to|on|for) {proposal} => vote {proposal} against",
    "rewrite|🤔 (of|on) {proposal} => vote {proposal} rewrite",
    "vote to rewrite {proposal} => vote {proposal} rewrite",
    "abstain (on|from|for) {proposal} => vote {proposal} abstain",
    "{proposal} gets|get|has|have (a) yes|aye|+1|support (from me) => vote {proposal} for",
    "{proposal} gets|get|has|have my vote|support|approval|blessing => vote {proposal} for",
    "{proposal} gets|get (a) no|nay|-1 (from me) => vote {proposal} against",
    "give {proposal} my vote|support => vote {proposal} for",
    (
        "put|mark|count|sign me down|up as|for (a) yes|aye|supporter (on|for|of) {proposal} "
        "=> vote {proposal} for"
    ),
    (
        "put|mark|count|sign me down|up as|for (a) no|nay (on|for|of) {proposal} "
        "=> vote {proposal} against"
    ),
    "second|back|champion|like|love|favour|favor {proposal} => vote {proposal} for",
    "disapprove|disagree (of|with) {proposal} => vote {proposal} against",
    "block|veto|dislike|downvote {proposal} => vote {proposal} against",
    (
        "strong|strongly|full|fully|big|huge|clear|definite|firm|absolute "
        "yes|aye|pro|support|approval (to|on|for|of) {proposal} => vote {proposal} for"
    ),
    (
        "strong|strongly|full|fully|big|huge|clear|definite|firm|absolute no|nay|against|oppose "
        "(to|on|for|of) {proposal} => vote {proposal} against"
    ),
    "upvote|thumbs up (to|for|on) {proposal} => vote {proposal} for",
    "thumbs down (to|for|on) {proposal} => vote {proposal} against",
    "{proposal} yes|aye|for|pro|👍 => vote {proposal} for",
    "{proposal} no|nay|against|👎 => vote {proposal} against",
)
LONGEST = 1000  # characters of a line that is looked at for a vote although it begins with no verb


class VoteCount(Struct, frozen=True):
    """Votes that count, by what they count as."""

    favour: int = 0
    against: int = 0
    rewrite: int = 0

    @property
    def total(self) -> int:
        return self.favour + self.against + self.rewrite

    def __str__(self) -> str:
        rewrite = say(", {} for a rewrite", self.rewrite) if self.rewrite else ""
        return say("{} for, {} against{}", self.favour, self.against, rewrite)


def count(
    votes: Mapping[str, str], counts: Callable[[str], bool], as_: Mapping[str, str]
) -> VoteCount:
    """Count votes of those for whom ``counts``. ``as_``: what other words count as."""
    words = [as_.get(word, word) for name, word in votes.items() if counts(name)]
    return VoteCount(words.count(FOR), words.count(AGAINST), words.count(REWRITE))


def with_vote(votes: Mapping[str, str], name: str, word: str) -> Mapping[str, str]:
    """The votes with one person's new vote in place of the old; abstaining leaves none."""
    rest = {key: value for key, value in votes.items() if key != name}
    return rest if word == ABSTAIN else {**rest, name: word}


# -- verbs -----------------------------------------------------------------------------------------


class Ballot(Struct, frozen=True):
    """Something that is voted on by a ``section`` of the ruleset. ``names``: whether a text does.

    ``cast`` records what the player says of it: it is handed the act, the text that names it, and
    what stands for the vote (a reaction or words, or ""). ``options``: what counts as itself in the
    votes that are open now; nothing where none is. ``letter``: the one before the numbers of what
    is voted on, and ``words`` how people vote on it: a line that says both clearly is a vote,
    whatever it begins with.
    """

    section: str
    names: Callable[[ActionContext[Any], str], bool]
    cast: Callable[[ActionContext[Any], str], None]
    options: Callable[[ActionContext[Any]], Sequence[str]]
    letter: str = ""
    words: Lexicon = PLAIN

    def reads(self, text: str) -> bool:
        """Whether a line says clearly how a player votes on one thing that is voted on."""
        pattern = rf"(?<!\w){self.letter}\d+(?!\w)"
        found = re.search(pattern, text, re.IGNORECASE) if self.letter else None
        if not found or len(text) > LONGEST:
            return False
        before, _, after = text.partition(found[0])
        vote = self.words.read(before, after)
        return vote is not None and (vote != ABSTAIN or ABSTAIN in text.casefold())


def verbs(*ballots: Ballot, rewrites: bool = True) -> tuple[Verb, ...]:
    """The verbs for all votes of a game; of its ballots the first one that a line names is meant.

    ``rewrites``: whether one can vote for a rewrite.
    """

    def available(word: str) -> Callable[[ActionContext[Any]], bool]:
        return lambda act: any(
            act.book.has(ballot.section) and word in ballot.options(act) for ballot in ballots
        )

    def reacts(mark: str) -> Callable[[ActionContext[Any]], None]:
        return lambda act: _cast(ballots, act, f"{mark} {act.subject}" if act.subject else "")

    marks = [(UP, FOR, "votes for it"), (DOWN, AGAINST, "votes against it")]
    marks += [(THINKING, REWRITE, "votes for a rewrite")] if rewrites else []
    words = "for, against, rewrite or abstain" if rewrites else "for, against or abstain"
    spoken = Verb("vote", "vote P3 VOTE", "vote P3 for",
                  f"votes {words}, and the last vote before the end counts",
                  lambda act: _cast(ballots, act, act.subject), Shape.TEXT,
                  available=available(FOR), hints=_SAID,
                  questions=Questions.ANYWHERE,
                  reads=lambda text: any(ballot.reads(text) for ballot in ballots),
                  phrases=PHRASES, inputs=(_ballot(rewrites),), needs=(CLOCK,))  # fmt: skip
    reactions = (
        Verb(mark, f"{mark} P3", f"{mark} P3", about, reacts(mark), Shape.TEXT,
             available=available(word), questions=Questions.ANYWHERE, needs=(CLOCK,))
        for mark, word, about in marks
    )  # fmt: skip
    return (spoken, *reactions)


def _ballot(rewrites: bool) -> str:
    """The form of a vote with its choices."""
    choices = (FOR, AGAINST, *((REWRITE,) if rewrites else ()), ABSTAIN)
    return f"vote {{proposal}} {{Vote={'|'.join(choices)}}}"


def _cast(ballots: Sequence[Ballot], act: ActionContext[Any], text: str) -> None:
    """Cast a vote on what a text names: the first ballot that knows it."""
    if not text:
        raise Unclear("the line does not say on what you vote", nearest="`vote P3 for`")
    next((ballot for ballot in ballots if ballot.names(act, text)), ballots[0]).cast(act, text)


def vote_of(
    sentence: tuple[str, str],
    options: Sequence[str],
    words: Lexicon = PLAIN,
    *,
    others: bool = True,
) -> str | None:
    """The vote in what stands before and behind the name of what is voted on; None: unclear.

    ``others``: whether a vote that is none of the ``options`` is one. Raises ``Unclear`` where the
    line says nothing.
    """
    if not any(part.strip(" .:") for part in sentence):
        raise Unclear("the line does not say how you vote", nearest=tuple(options))
    word = words.read(*sentence)
    return word if others or word in options else None


def unread(
    sentence: tuple[str, str],
    options: Sequence[str],
    before: str | None,
    counts_as: str | None,
    note: Note,
) -> Unclear:
    """What becomes of a vote that is unclear.

    ``before``: how its player voted last, if they did. ``counts_as``: what an unclear vote counts
    as; None: it is none. ``note`` gives the state with a vote.
    """
    said = " ".join(filter(None, map(str.strip, sentence)))
    problem = say("{!r} is not a clear vote", said)
    if counts_as is None or "?" in said:  # who asks does not vote
        return Unclear(problem, nearest=tuple(options))
    if before not in (None, UNCLEAR):
        return Unclear("{}; your vote stays {}", problem, before, nearest=tuple(options))
    problem += say("; until you vote again it counts as {} when the vote ends", counts_as)
    return Noted(problem, lambda state: note(state, UNCLEAR), nearest=tuple(options))
