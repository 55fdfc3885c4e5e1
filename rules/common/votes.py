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
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from msgspec import Struct

from rules.common.proceedings import TONES, with_thing
from rules.common.sections import CLOCK
from wikibot.game.actions import Questions
from wikibot.game.problems import Noted
from wikibot.game.understanding.plain_line import ARTICLES, CROSSES, Token
from wikibot.game.understanding.slots import Things, WordsSlot
from wikibot.game.understanding.talk import PREDICATES, is_later, takes_back
from wikibot.sdk import ActionContext, Shape, Unclear, Verb, fold, replace
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.regex import regex

# ==================================================================================================
# Reading a vote out of a sentence: ``yes for P1``, ``I'm against P1, sorry``, ``👍 P1 for fun``.
#
# A sentence is a *core* and perhaps a reason behind it. The core is made of words for a vote, of
# the name of what is voted on, and of words that say nothing by themselves (``I vote``, ``on``,
# ``a clear``); all words for a vote in it have to say the same. The reason is anything behind a
# mark of punctuation, behind a reaction, behind words like ``because``, or behind a core that
# ends as a sentence can (``for P1``). It may have such words as ``for`` and ``no`` in it. What
# casts doubt makes the vote unclear: a condition, another reaction, a part that is another vote,
# also on something else. Decisions: a ``for`` right before the name, behind another vote, leads
# to the name (``no for P1``); a question is not a vote, but a reason may be one.
#
# Time is linear in the length of the sentence.

UP, DOWN, THINKING = "👍", "👎", "🤔"
_MARKS = (UP, DOWN, THINKING)
_TOKEN = regex(rf":[+\w-]+:|[+−-][01](?!\w)|\w+(?:['-]\w+)*|[{UP}{DOWN}{THINKING}]|[^\w\s]")
_NUMBERED = regex(r"[a-z]\d+")  # names such as P1
_BREAKS = tuple(",;:(!.)–—-/\n")
_BECAUSE = ("because", "per", "as", "cause", "cos", "coz", "bc", "since", "due", "given")
_CONDITION = ("if", "unless", "except", "provided")
_DOUBT = (
    "but", "or", "not", "maybe", "perhaps", "though", "although", "when", "once", "until", "only",
    "kinda", "sorta", "before", "after", *CROSSES,
)  # fmt: skip
_MOMENTS = ("moment", "minute", "instant", "day")  # `the moment it is mended`
_VOTING = frozenset(("i", "i'm", "i'll", "voting", "vote", "my"))  # say that a part is a vote
_DENIALS = frozenset(("not", "can't", "cannot", "don't", "won't", "cant", "dont", "wont", "never"))
_FRAMES = frozenset((
    "?", "if", "unless", "or", "maybe", "perhaps", "would", "might", "until", "should", "once",
    "when", "tomorrow", "later", "next", "could", '"', "said",
))  # fmt: skip
_FIRST = 3  # words of a reason, which may say when the vote is cast
_NO_REASON = frozenset(("next", "kidding", "joking", "jk", "said"))
_JOINTS = ("and", "but", "or", "rather", "then", "actually")  # begin another part of a reason
# A core may end in the name behind these:
_LEADS_ON = ("to", "on", "for", "of", "with", "against", "proposal", "ruling")
_OTHERS = frozenset((  # `Bob's vote is for P1` is none of one's own
    "vote", "votes", "voice", "ballot", "support", "approval", "blessing", "opinion", "yes", "no",
))  # fmt: skip
_PHRASES = ("for me", "from me", "from my side", "my vote for", "of mine", "let's")
_FILLERS = """
    i i'm im i'd i'll am we my mine vote votes voting voted cast casting say saying says give gives
    get gets going would
    like a an the this that it it's its that's is be of on to with as in still also well just
    simply please thanks
    ok okay all very much big huge clear clearly strong strongly firmly totally absolutely definite
    definitely hereby hard solid plain simple total absolute flat down me put changing change switch
    switching changed switched imo imho tbh honestly personally gets get has have needs need one
    another proposal's happy happily glad gladly support: here so feel feeling lean leaning towards
    proposal prop ruling judgement reaction thumb voice mark count sign up wants deserves requires
    wait first
"""


class Lexicon(Struct, frozen=True, dict=True):
    """Words and phrases for votes, each with the vote that it is."""

    words: Mapping[str, str]

    def read(self, before: str, after: str) -> str | None:
        """The vote in what stands before and behind the name of what is voted on; None: unclear."""
        whole = self.words.get(fold(TONES.sub("", f"{before} {after}")))
        if whole is not None:
            return whole
        first, second = _tokens(before), _tokens(after.rstrip(" .!"))
        if first[-1:] == ["another"]:
            return None  # `no, that is another one`
        return self._whole(first, second) or self._at_last(first, second)

    def _whole(self, first: Sequence[str], second: Sequence[str]) -> str | None:
        """The vote of a sentence that begins with it."""
        core = self._core(first, named=True)
        if core.at < len(first) or "for voting" in " ".join(first):
            return None
        rest = self._core(second, voted=bool(core.votes))
        votes = tuple(dict.fromkeys((*core.votes, *rest.votes)))
        if len(votes) != 1:
            return None
        if rest.at == len(second):
            return votes[0]
        reason, ends = second[rest.at :], rest.at > 0 and second[rest.at - 1] in _BREAKS
        complete = bool(core.votes) and not rest.votes and first[-1] in _LEADS_ON
        if complete and second[0] in PREDICATES:
            return None  # `a vote for P1 is a bad idea`
        follows = ends or rest.mark or core.mark or complete or reason[0] in _BECAUSE
        agrees = self._agrees(reason, votes[0]) and not is_later(second[: rest.at + _FIRST])
        return votes[0] if follows and agrees else None

    def _at_last(self, first: Sequence[str], second: Sequence[str]) -> str | None:
        """The vote of a last part that says it by itself: ``P1 is fine, I vote yes``.

        What stands before it is no vote, or the denial of another.
        """
        at = max((at for at, token in enumerate(second) if token in _BREAKS), default=-1)
        last, rest = second[at + 1 :], [*first, *second[: max(at, 0)]]
        if at < 0 or not _VOTING.intersection(last) or not _FRAMES.isdisjoint((*rest, *last)):
            return None
        core, others = self._core(last), {self._phrases.get(token, "") for token in rest}
        if core.at < len(last) or len(core.votes) != 1:
            return None
        is_denied = not _DENIALS.isdisjoint(rest) and core.votes[0] not in others
        return core.votes[0] if is_denied or others <= {"", core.votes[0]} else None

    def _agrees(self, reason: Sequence[str], vote: str) -> bool:
        """Whether a reason casts no doubt on a vote."""
        conditions = _CONDITION[1:] if reason[0] in _BECAUSE else _CONDITION
        if reason[0] in (*_DOUBT, *_MOMENTS, "?", "and") or any(
            word in conditions for word in reason
        ):
            return False
        if [*reason[:1], *reason[2:3]] == ["as", "as"] or _NO_REASON & {*reason[:_FIRST]}:
            return False  # "as soon as Bob has", "next week", "- just kidding"
        if any(word in _MARKS and self.words.get(word) != vote for word in reason):
            return False
        return all(self._in_line(part, vote) for part in _parts(reason))

    def _in_line(self, part: Sequence[str], vote: str) -> bool:
        """Whether a part of a reason is neither another vote nor takes this one back."""
        if takes_back(part):
            return False
        words = [word for word in part if not _NUMBERED.fullmatch(word)]
        votes = {self._phrases.get(word) for word in words} - {None, "", vote}
        if votes and len(words) < len(part):
            return False  # I meant against P1
        core = self._core(words)
        if core.at < len(words):
            return True
        return len(words) == len(part) and (len(core.votes) != 1 or core.votes[0] == vote)

    def _core(self, tokens: Sequence[str], *, named: bool = False, voted: bool = False) -> _Core:
        """The core that some words begin with.

        ``named``: the name of what is voted on follows them. ``voted``: a vote stands before it.
        """
        at, found, mark = 0, list[str](), False
        while at < len(tokens):
            length, vote = self._phrase(tokens, at)
            if not length or ((found or voted) and at and tokens[at - 1] in _BREAKS and not named):
                break
            last = named and all(token in self._fillers for token in tokens[at + 1 :])
            leads_on = found and tokens[at] == "for" and last
            if vote and not leads_on and vote not in found:
                found.append(vote)
            mark = mark or (bool(vote) and tokens[at] in _MARKS)
            at += length
        return _Core(at, tuple(found), mark)

    def _phrase(self, tokens: Sequence[str], at: int) -> tuple[int, str]:
        """How many words the longest phrase there has, and its vote; 0: there is none."""
        if tokens[at] == "?" or (tokens[at] in CROSSES and tokens[at] not in self.words):
            return 0, ""
        for length in range(min(self._longest, len(tokens) - at), 0, -1):
            phrase = " ".join(tokens[at : at + length])
            if phrase in self._phrases:
                return length, self._phrases[phrase]
        of_theirs = tokens[at].endswith("'s") and _OTHERS.isdisjoint(tokens[at + 1 : at + 2])
        decoration = not tokens[at][0].isalnum() or of_theirs
        return (1 if decoration else 0), ""

    @cached_property
    def _fillers(self) -> Mapping[str, str]:
        return {" ".join(_tokens(word)): "" for word in (*_PHRASES, *_FILLERS.split())}

    @cached_property
    def _phrases(self) -> Mapping[str, str]:
        spoken = ((" ".join(_tokens(word)), vote) for word, vote in self.words.items())
        votes = {phrase: vote for phrase, vote in spoken if phrase not in ("-", "+")}
        return {**self._fillers, **votes}

    @cached_property
    def _longest(self) -> int:
        return max(phrase.count(" ") + 1 for phrase in self._phrases)


class _Core(Struct, frozen=True):
    """The core of a sentence: end, votes, whether one is a reaction."""

    at: int
    votes: tuple[str, ...]
    mark: bool


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(fold(TONES.sub("", text)))


def _parts(reason: Sequence[str]) -> list[list[str]]:
    """A reason in the parts that punctuation and words such as ``but`` make of it."""
    parts: list[list[str]] = [[]]
    for word in reason:
        if word in _BREAKS or word in _JOINTS or word in _BECAUSE:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


# == Votes by reaction: thumbs up, thumbs down and, where the rules know it, a face for a rewrite ==

FOR, AGAINST, REWRITE, ABSTAIN, UNCLEAR = "for", "against", "rewrite", "abstain", "unclear"
WORDS: Mapping[str, str] = {
    **dict.fromkeys((
        UP, "for", "yes", "aye", "yea", "y", "+1", "+", "pro", "in favour", "in favor", "favour",
        "favor", "support", "in favour of", "in favor of", "supporting", "upvote",
        "upvoting", ":+1:", ":thumbsup:", "thumbsup", "thumbs up", "hell yes", "heck yes",
        "yes please", "approve of", "approving of", "yep", "yeah", "yup", "yess",
        "yay", "aye aye", "agree", "agreed", "seconded",
        "seconding", "endorse", "endorsing", "supporter", "my approval", "my blessing",
        "gets my vote", "get my vote", "has my vote", "have my vote",
    ), FOR),
    **dict.fromkeys((
        DOWN, "against", "no", "nay", "n", "-1", "-", "−1", "con", "contra", "oppose", "opposed",
        "opposing", "opposed to", "downvote", "downvoting", ":-1:", ":thumbsdown:", "thumbsdown",
        "thumbs down", "no way", "hell no", "hard pass", "nope", "nah", "disagree", "disapprove",
        "reject", "rejecting", "veto",
    ), AGAINST),
    **dict.fromkeys((
        THINKING, "rewrite", "for a rewrite", "in favour of a rewrite", "in favor of a rewrite",
        "rewriting", "for rewriting", "needs a rewrite", ":thinking:",
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
    "{ballot} => vote {ballot}", "!{asked ballot} => vote {asked ballot}",
    "vote {proposal} {text}",
    "vote|meant|mean (to) (vote) for|yes|aye|pro => vote {proposal!} for",
    "vote|meant|mean (to) (vote) against|no|nay|contra => vote {proposal!} against",
    "yes|aye|for|pro|support|endorse|👍 (to|on|for|of|with) {proposal} => vote {proposal} for",
    ("no|nay|against|contra|oppose|reject|downvote|block|dislike|👎 (to|on|for) {proposal} "
     "=> vote {proposal} against"),
    "thumbs up (of|to|for|on) {proposal} (from) (me) => vote {proposal} for",
    "thumbs down (of|to|for|on) {proposal} (from) (me) => vote {proposal} against",
    "rewrite|🤔 (of|on) {proposal} => vote {proposal} rewrite",
    "abstain (on|from|for) {proposal} => vote {proposal} abstain",
    "give {proposal} my vote => vote {proposal} for",
    "{proposal} can|may have my yes|vote|support => vote {proposal} for",
    "{request} should|must|ought (to) be overturned|reversed => vote {request} overturn",
    "{request} should|must|ought (to) (be) stand|affirmed|upheld => vote {request} affirm",
    "second|back|champion|like|love {proposal} => vote {proposal} for",
    "{proposal} should|must|ought (to) be rewritten|reworked => vote {proposal} rewrite",
    "send {proposal} back (to) (the) (drawing) (board) => vote {proposal} rewrite",
    "sit {proposal} out => vote {proposal} abstain",
    "neutral|undecided (on|about) {proposal} => vote {proposal} abstain",
)  # fmt: skip
_LONGEST_NAME, _MOST_WORDS = 6, 30  # of a proposal's name, and of a line
LONGEST = 1000  # characters of a line that is looked at for a vote although it begins with no verb


class SaidVote(WordsSlot, frozen=True, dict=True):
    """What a line says of one of some ``things`` by its title or its owner.

    ``asked``: behind its name, or identity, and a question mark: ``More fish? Against!``
    """

    things: Things
    asked: bool = False

    def read_words(self, words: Sequence[Token]) -> tuple[str, ...]:
        """The identity with the vote."""
        texts = [word.text for word in words]
        may_be = (  # what has a number is read as it stands
            any(text.endswith("?") for text in texts)
            if self.asked
            else not any(_NUMBERED.fullmatch(word.key) for word in words)
        )
        for at, end in self._named(words) if may_be and len(words) <= _MOST_WORDS else ():
            (id_,) = self._read(" ".join(texts[at:end]))
            if self.asked != texts[end - 1].endswith("?") or (at and self.asked):
                return ()
            mark = "" if texts[end - 1][-1:].isalnum() or self.asked else texts[end - 1][-1]
            vote = PLAIN.read(" ".join(texts[:at]), f"{mark} {' '.join(texts[end:])}")
            is_vote = vote and (vote != ABSTAIN or ABSTAIN in " ".join(texts).casefold())
            return (f"{id_} {vote}",) if is_vote else ()
        return ()

    def _named(self, words: Sequence[Token]) -> Iterator[tuple[int, int]]:
        """Where a thing is named, the longest names first."""
        keys = [word.key for word in words]
        starts = [at for at, key in enumerate(keys) if self.things.begins(key)]
        starts = [at for at in starts if keys[at] not in ARTICLES and not keys[at].isdecimal()]
        for size, at in product(range(_LONGEST_NAME, 0, -1), starts):
            end = at + size
            if end > len(keys) or keys[end - 1].endswith(("'s", "s'")):  # `Bob's` trade
                continue
            if len(self._read(" ".join(word.text for word in words[at:end]))) == 1:
                yield at, end

    @cached_property
    def _read(self) -> Callable[[str], tuple[str, ...]]:
        return lru_cache(maxsize=512)(self.things.read)


class VoteCount(Struct, frozen=True):
    """Votes that count, by what they count as."""

    favour: int = 0
    against: int = 0
    rewrite: int = 0

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


def voted(state: Any, word: str, field: str, on: Any, player: str) -> Any:
    """The state with a player's vote on one of the things in a field."""
    return with_thing(state, field, replace(on, votes=with_vote(on.votes, player, word)))


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

    marks = [(UP, FOR, later("votes for it")), (DOWN, AGAINST, later("votes against it"))]
    marks += [(THINKING, REWRITE, later("votes for a rewrite"))] if rewrites else []
    choices = (FOR, AGAINST, *((REWRITE,) if rewrites else ()), ABSTAIN)
    spoken = Verb("vote", "vote P3 VOTE", "vote P3 for",
                  f"votes `{', '.join(choices)}`; the last vote before the end counts",
                  lambda act: _cast(ballots, act, act.subject), Shape.TEXT,
                  available=available(FOR), hints=_SAID,
                  questions=Questions.ANYWHERE,
                  reads=lambda text: any(ballot.reads(text) for ballot in ballots),
                  phrases=PHRASES, inputs=(f"vote {{proposal}} {{Vote={'|'.join(choices)}}}",),
                  needs=(CLOCK,))  # fmt: skip
    reactions = (
        Verb(mark, f"{mark} P3", f"{mark} P3", about, reacts(mark), Shape.TEXT,
             available=available(word), questions=Questions.ANYWHERE,
             reads=lambda _text: False, needs=(CLOCK,))  # what follows is no text of its own
        for mark, word, about in marks
    )  # fmt: skip
    return (spoken, *reactions)


def _cast(ballots: Sequence[Ballot], act: ActionContext[Any], text: str) -> None:
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
