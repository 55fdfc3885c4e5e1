"""Courtesies: what people put around an order without meaning anything by it.

Whole phrases at fixed places, in the closed lists below, which docs/players-details.md prints: what
is not listed stays, so that a line is never read by half. They are before an order (also a
greeting with a name, and a reason that ends with a comma), behind it (also a reason, to the end),
or a sentence beside it. A name alone is no courtesy: ``Ben, end your turn`` is said to Ben; but
``Ben, I end my turn`` is not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from wikibot.game.understanding.plain_line import Token, is_decoration
from wikibot.wikitext.dialect import fold

GREETINGS = """
    hi | hello | hey | heya | hiya | greetings | good morning | good evening | good afternoon |
    dear | thanks | thank you | sorry | ok | okay | bye | goodbye | cheers | no thanks | yes
"""
BEFORE = """
    alright | right | well | and | so | then | now | also | next | first | second | finally |
    lastly | meanwhile | anyway | please | pls | plz | hi all | hello all | hi everyone | hello
    everyone | hey everyone | hey all | hi folks | hello folks | hello there | hi there | hey
    there | good morning all | good evening all | dear all | dear friends | yay | cool | great |
    nice | sure | yes please | oh | ah | hmm | hm | bye all | bye everyone | no thank you | for
    my turn | on my turn | this phase | this week | this turn | today | my action | here's |
    here is | as judge | as the judge | my order | action | order | here goes | here i go | here
    we go | time to | with that | edit | update | as my move | as a move | for my move | my turn
    | it's my turn | it is my turn | ugh | phew | wow
"""
SPEAKING = """
    i | i'm | im | i am | i'll | ill | i will | i shall | i'd like to | i'd like | i would like
    | i want | i would like to | id like to | i want to | i wanna | i wish to | i would love to
    | i'd love to | i would very much like to | i'm going to | i am going to | i'm gonna | im
    gonna | i gonna | i've decided to | i have decided to | i decide to | i have | i've | i get
    to | i need to | i have to | i must | i mean to | i choose to | i choose | choose | i opt to
    | i elect to | i try to | i attempt to | i'm trying to | i'm here to | i just | i'm just |
    i'm now | i am now | i'm also | i'll just | i would now like to | let me | lemme | let's |
    lets | let us | we | we'll | me | gonna | going to | wanna | want to | wish to | would like
    to | like to | decide to | about to | as my action | ready to | happy to | glad to | it's
    time to | it is time to | hereby | just | simply | gladly | quickly | officially | formally
    | again | go ahead and | proceed to | try to | attempt to
"""
BEHIND = """
    please | pls | plz | thanks | thank you | thx | ty | cheers | now | today | then | if i may
    | ok | okay | this phase | this week | this turn | for now | as well | too | immediately |
    at once | right now | again please | thanks all | everyone | folks | thank you all | many
    thanks | very much | thanks a lot | first | finally | here | instead | my friends | i think
    that's it | lol | haha | yay | woo | woohoo | gg | obviously | of course | i guess that's it
    | for this phase | for the phase | for this week | for this turn | for today | good luck all
    | see you | bye | if possible | if that's ok | if that's okay | if nobody minds | if you
    don't mind | if allowed | sorry | sorry all | sorry everyone | sorry folks | farewell |
    farewell all | good luck everyone
"""
BESIDE = """
    cool | great | nice | it was fun | it's been fun | that's all | that is all | that's it |
    not bad | have fun | have a nice day | good luck | good game | good night | nice one | well
    played | sounds good | looks good | fair enough | why not | let's go | here we go | wish me
    luck | fingers crossed | thanks everyone | thank you everyone | thanks for the game | bye
    all | bye everyone | see you later | gg all | too bad | oh well | no hard feelings | my bad
    | better late than never
"""
_REASONS = frozenset(("because", "since", "cause", "cos", "coz", "cuz", "bc"))
_WHO = frozenset(("i", "it", "we", "he", "she", "they", "you", "there", "nobody", "that"))
_NO_REASON = frozenset((
    "if", "unless", "until", "or", "maybe", "perhaps", "but", "not", "tomorrow", "?", "when",
))  # fmt: skip
_SELF = frozenset(("i", "i'm", "im", "i'll", "i've", "i'd"))
_OWN = _SELF | {"my", "here", "here's"}
_MOST = 12


def _listed(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in text.split("|"))


_GREETINGS, _BEHIND, _BESIDE = map(_listed, (GREETINGS, BEHIND, BESIDE))
_LEADS = _listed(BEFORE) | _listed(SPEAKING) | _GREETINGS
_LONGEST = max(map(len, _LEADS | _BEHIND | _BESIDE))


@lru_cache(maxsize=64)
def _rows(names: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(fold(name).split()) for name in names if name.strip())


def starts(words: Sequence[Token], own: Iterable[str], others: Iterable[str]) -> Sequence[int]:
    """Where an order may begin: behind each courtesy at the beginning, the first place being 0.

    ``own``: names of who wrote the line, who may speak of themselves: ``Dave joins``. All places
    are given, since what looks like a courtesy may be the verb: ``order``, ``first``.
    """
    mine, theirs = _rows(tuple(own)), _rows(tuple(others))
    leads, found, greeted = _LEADS | mine, [0], False
    while len(found) < _MOST and (at := found[-1]) < len(words):
        length = _longest(words, at, leads)
        if not length and (called := _longest(words, at, theirs)):
            behind = words[at + called].key if at + called < len(words) else ""
            length = called if greeted or behind in _OWN else 0
        if not length and is_decoration(words[at]):
            length = 1
        if not length:
            break
        greeted = tuple(word.key for word in words[at : at + length]) in _GREETINGS
        found.append(at + length)
    for at in _behind_first(words):
        if at not in found:
            found += [at + each for each in starts(words[at:], own, others)]
    return [at for at in found if at < len(words)] or [0]


def _behind_first(words: Sequence[Token]) -> Iterator[int]:
    """Where an order may begin behind a reason, or a sentence that says nothing."""
    ends = [at for at, word in enumerate(words, 1) if word.ends_clause][:4]
    for at in ends:
        keys = tuple(word.key for word in words[:at])
        is_so = at < len(words) and words[at].key == "so" and _NO_REASON.isdisjoint(keys)
        if (
            is_so
            or keys in _BESIDE
            or (keys[0] in (*_REASONS, "as") and _NO_REASON.isdisjoint(keys))
        ):
            yield at


def _longest(words: Sequence[Token], at: int, rows: Collection[tuple[str, ...]]) -> int:
    """How many words the longest of these rows there has; 0: there is none."""
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        if tuple(word.key for word in words[at : at + length]) in rows:
            return length
    return 0


def ends(words: Sequence[Token], others: Iterable[str]) -> Sequence[int]:
    """Where an order may end: before each courtesy at the end; the last place first."""
    names, size = _rows(tuple(others)), len(words)
    found = _before_last(words, size, names)
    for at in range(size - 2, 0, -1):
        key, behind, before = words[at].key, words[at + 1].key, words[at - 1]
        is_reason = key in _REASONS or (key == "as" and before.ends_clause and behind in _WHO)
        if is_reason and _NO_REASON.isdisjoint(word.key for word in words[at:]):
            found += [each for each in _before_last(words, at, names) if each not in found]
    return found


def _before_last(words: Sequence[Token], end: int, names: Collection[tuple[str, ...]]) -> list[int]:
    """The place ``end`` and those before the courtesies in front of it."""
    found = [end]
    while len(found) < _MOST and (at := found[-1]):
        length = 0
        while at - length > 1 and is_decoration(words[at - length - 1]):
            length += 1  # all of a row of them, or none: one may be a thing
        found.append(at - (length or _ending(words, at, names)))
        if found[-1] == at:
            return found[:-1]
    return found


def _ending(words: Sequence[Token], end: int, names: Collection[tuple[str, ...]]) -> int:
    """How many words the longest courtesy there has."""
    for length in range(min(_LONGEST, end - 1), 0, -1):
        at = end - length
        keys, before = tuple(word.key for word in words[at:end]), words[at - 1]
        is_apart = before.ends_clause or is_decoration(before)
        speaks = is_apart and any(word.key in _SELF for word in words[:at])
        is_called = keys in names and (before.key in _THANKS or speaks)
        if keys in _BEHIND or (is_apart and keys in _BESIDE) or is_called:
            return length
    return 0


_THANKS = frozenset(("thanks", "thank", "you", "sorry", "bye", "goodbye", "hi", "cheers"))
