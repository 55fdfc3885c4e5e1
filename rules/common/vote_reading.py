"""Reading a vote out of a sentence: ``yes for P1``, ``I'm against P1, sorry``, ``👍 P1 for fun``.

A sentence is a *core* and perhaps a reason behind it. The core is made of words for a vote, of the
name of what is voted on, and of words that say nothing by themselves (``I vote``, ``on``, ``a
clear``); all words for a vote in it have to say the same. The reason is anything behind a mark of
punctuation, behind a reaction, behind words like ``because``, or behind a core that ends as a
sentence can (``for P1``). It may have such words as ``for`` and ``no`` in it. What casts doubt
makes the vote unclear: a condition, another reaction, a part that is another vote, also on
something else. Decisions: a ``for`` right before the name, behind another vote, leads to the name
(``no for P1``); a question is not a vote, but a reason may be one.

Time is linear in the length of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from wikibot.wikitext.folding import fold

UP, DOWN, THINKING = "👍", "👎", "🤔"
TONES = re.compile("[\U0001f3fb-\U0001f3ff]")  # skin tones of emoji, which mean nothing
_MARKS = (UP, DOWN, THINKING)
_TOKEN = re.compile(rf":[+\w-]+:|[+−-][01](?!\w)|\w+(?:['-]\w+)*|[{UP}{DOWN}{THINKING}]|[^\w\s]")
_NUMBERED = re.compile(r"[a-z]\d+")  # names such as P1
_BREAKS = tuple(",;:(!.)–—-/\n")
_BECAUSE = ("because", "per", "as", "cause", "cos", "coz", "bc", "since", "due", "given")
_CONDITION = ("if", "unless", "except", "provided")
_DOUBT = (
    "but", "or", "not", "maybe", "perhaps", "though", "although", "when", "once", "until", "only",
    "kinda", "sorta",
)  # fmt: skip
_VOTING = frozenset(("i", "i'm", "i'll", "voting", "vote", "my"))  # say that a part is a vote
_DENIALS = frozenset(("not", "can't", "cannot", "don't", "won't", "cant", "dont", "wont", "never"))
_FRAMES = frozenset((
    "?", "if", "unless", "or", "maybe", "perhaps", "would", "might", "until", "should", "once",
    "when", "tomorrow", "later", "next", "could", '"', "said",
))  # fmt: skip
_JOINTS = ("and", "but", "or", "rather", "then", "actually")  # begin another part of a reason
# A core may end in the name behind these:
_LEADS_ON = ("to", "on", "for", "of", "with", "against", "proposal", "ruling")
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
    proposal prop ruling judgement reaction thumb
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
        return self._whole(first, second) or self._at_last(first, second)

    def _whole(self, first: Sequence[str], second: Sequence[str]) -> str | None:
        """The vote of a sentence that begins with it."""
        core = self._core(first, named=True)
        if core.at < len(first):
            return None
        rest = self._core(second, voted=bool(core.votes))
        votes = tuple(dict.fromkeys((*core.votes, *rest.votes)))
        if len(votes) != 1:
            return None
        if rest.at == len(second):
            return votes[0]
        complete = bool(core.votes) and not rest.votes and first[-1] in _LEADS_ON
        return self._behind(_Core(rest.at, votes, rest.mark or core.mark, complete), second)

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

    def _behind(self, core: _Core, tokens: Sequence[str]) -> str | None:
        """The vote of a core with a reason behind it."""
        reason = tokens[core.at :]
        starts = core.at > 0 and tokens[core.at - 1] in _BREAKS
        follows = starts or core.mark or core.complete or reason[0] in _BECAUSE
        if len(core.votes) != 1 or not follows:
            return None
        return core.votes[0] if self._agrees(reason, core.votes[0]) else None

    def _agrees(self, reason: Sequence[str], vote: str) -> bool:
        """Whether a reason casts no doubt on a vote."""
        conditions = _CONDITION[1:] if reason[0] in _BECAUSE else _CONDITION
        if reason[0] in (*_DOUBT, "?") or any(word in conditions for word in reason):
            return False
        if any(word in _MARKS and self.words.get(word) != vote for word in reason):
            return False
        return all(self._in_line(part, vote) for part in _parts(reason))

    def _in_line(self, part: Sequence[str], vote: str) -> bool:
        """Whether a part of a reason is no other vote, and none on something else."""
        words = [word for word in part if not _NUMBERED.fullmatch(word)]
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
        if tokens[at] == "?":
            return 0, ""
        for length in range(min(self._longest, len(tokens) - at), 0, -1):
            phrase = " ".join(tokens[at : at + length])
            if phrase in self._phrases:
                return length, self._phrases[phrase]
        decoration = not tokens[at][0].isalnum() or tokens[at].endswith("'s")
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
    """The core of a sentence: end, votes, whether one is a reaction, whether it can end there."""

    at: int
    votes: tuple[str, ...]
    mark: bool = False
    complete: bool = False


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
