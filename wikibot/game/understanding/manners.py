"""Who speaks, and politeness: what people put around an order without meaning anything by it.

``ok, I'd like to ..., please`` is ``...``. The words are listed; what is not listed stays, so that
a line is never read by half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from wikibot.game.understanding.plain_line import Token, is_decoration
from wikibot.wikitext.dialect import fold

_OPENINGS = """
    ok | okay | alright | right | well | and | so | then | now | also | next | first | second |
    finally | lastly | meanwhile | anyway | please | pls | plz | hi | hello | hey | hiya | heya |
    greetings | good morning | good evening | hi all | hello all | hi everyone | hello everyone |
    hey everyone | hey all | hi folks | hello folks | hello there | hi there | hey there | yay |
    sorry | thanks | thank you | cool | great | nice | sure | yes please | oh | ah | hmm | hm |
    bye | bye all | bye everyone | goodbye | no thanks | no thank you | for my turn | on my turn |
    this phase | this week | this turn | today | my action | here's | here is | as judge | as the
    judge | my order | action | order | here goes | here i go | here we go | time to | with that |
    edit | update | as my move | as a move | for my move | everyone | everybody
"""
_SPEAKERS = """
    i | i'm | im | i am | i'll | ill | i will | i shall | i'd like to | i'd like | i would like |
    i want | i would like to | id like to | i want to | i wanna | i wish to | i would love to |
    i'd love to | i'm going to | i am going to | i'm gonna | im gonna | i gonna | i've decided to
    | i have decided to | i decide to | i have | i've | i get to | i need to | i have to | i must
    | i mean to | i choose to | i choose | choose | i opt to | i elect
    to | i try to | i attempt to | i'm trying to | i'm here to | i just | i'm just | i'm now | i
    am now | i'm also | i'll just | i would now like to | let me | lemme | let's | lets | let us |
    we | we'll | me | gonna | going to | wanna | want to | wish to | would like to | like to |
    decide to | about to | as my action | ready to | happy to | glad to | it's time to | it is
    time to
"""
_BETWEEN = """
    hereby | now | then | also | first | finally | just | simply | gladly | quickly | officially |
    formally | again | go ahead and | proceed to | decide to | try to | attempt to
"""
_ENDINGS = """
    please | pls | plz | thanks | thank you | thx | ty | cheers | now | today | then | if i may |
    ok | okay | this phase | this week | this turn | for now | as well | too | immediately | at
    once | right now | again please | thanks all | everyone | folks | thank you all | many
    thanks | very much | thanks a lot | first | finally | here | instead | my friends | i think
    that's it | lol | haha | yay | woo | woohoo | gg | obviously | of course | i guess that's it |
    for this phase | for the phase | for this week | for this turn | for today | good luck all |
    see you | bye
"""


def _listed(text: str) -> Iterator[tuple[str, ...]]:
    for phrase in text.split("|"):
        yield tuple(phrase.split())


# Words with which people begin a remark beside an order:
_BEGIN_REMARKS = """
    it it's its that that's this i i've i'm i'd i'll we we've we're you you're they they're he she
    there there's thanks thank thx sorry nice good great fun lovely awesome excellent interesting
    bye goodbye hello hi hey see as because cause cos since so cheers hope hopefully sounds looks
    seems love loved like well no yes just my oops whoops lol haha ha what too ok okay sure alright
    fine cool wow yay please btw fyi have has had really very still all enough time been glad happy
    wish good-bye farewell welcome congrats congratulations finally at hmm ah oh let's lets and
    ready done why how ty gg
"""
_REMARKS = frozenset(_BEGIN_REMARKS.split())

_LEADS = frozenset((*_listed(_OPENINGS), *_listed(_SPEAKERS), *_listed(_BETWEEN)))
_TAILS = frozenset(_listed(_ENDINGS))
_LONGEST_LEAD = max(map(len, _LEADS))
_LONGEST_TAIL = max(map(len, _TAILS))


def without_lead(
    words: Sequence[Token], speaker: Iterable[str] = ()
) -> Iterator[tuple[Token, ...]]:
    """The words behind each beginning that says nothing, the longest such beginning first.

    ``speaker``: names of who wrote the line, who may speak of themselves: ``Dave joins``. All of
    them are given, since what looks like politeness may be the verb: ``order``, ``first``.
    """
    ends = [0]
    own = _own_names(tuple(speaker))
    while (length := _lead_at(words, ends[-1], own)) and len(ends) < 12:
        ends.append(ends[-1] + length)
    for at in reversed(ends):
        yield tuple(words[at:])


def _lead_at(words: Sequence[Token], at: int, own: frozenset[tuple[str, ...]]) -> int:
    """How many words the longest beginning there has; 0: there is none."""
    most = max([_LONGEST_LEAD, *map(len, own)])
    for length in range(min(most, len(words) - at), 0, -1):
        keys = tuple(word.key for word in words[at : at + length])
        if keys in _LEADS or keys in own:
            return length
    return 1 if at < len(words) and is_decoration(words[at]) and at + 1 < len(words) else 0


@lru_cache(maxsize=64)
def _own_names(names: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(fold(name).split()) for name in names if name.strip())


def without_end(words: Sequence[Token]) -> tuple[Token, ...]:
    """The words before an end that says nothing."""
    end = len(words)
    while end and (length := _tail_at(words, end) or (1 if is_decoration(words[end - 1]) else 0)):
        end -= length
    return tuple(words[:end])


def without_polite_end(words: Sequence[Token]) -> tuple[Token, ...]:
    """The same, but the marks stay: an emoji may be what the line is about."""
    end = len(words)
    while end and (length := _tail_at(words, end)):
        end -= length
    return tuple(words[:end])


def _tail_at(words: Sequence[Token], end: int) -> int:
    for length in range(min(_LONGEST_TAIL, end), 0, -1):
        if tuple(word.key for word in words[end - length : end]) in _TAILS:
            return length if length < end else 0
    return 0


def is_begun_as_chatter(keys: Sequence[str]) -> bool:
    """Whether the words of a clause begin as a remark does, and not as something in a list."""
    return keys[0] in _REMARKS


def clauses(words: Sequence[Token]) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """A line parted at each end of a clause: what may be the order, and what chatter.

    The order may stand before the chatter or behind it; the longer order comes first.
    """
    for at in range(len(words) - 1, 0, -1):
        if words[at - 1].ends_clause or words[at].text in ("-", "–", "—"):
            yield tuple(words[:at]), tuple(words[at:])
    for at in range(1, len(words)):
        if words[at - 1].ends_clause:
            yield tuple(words[at:]), tuple(words[:at])
