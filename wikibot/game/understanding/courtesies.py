"""Courtesies: what people put around an order without meaning anything by it.

Whole phrases at fixed places, in the closed lists below, which docs/players-details.md prints: what
is not listed stays, so that a line is never read by half. They are before an order (also a
greeting with a name), behind it (also a reason, to the end), or a sentence beside it. A name alone
is no courtesy: ``Ben, end your turn`` is said to Ben; but ``Ben, I end my turn`` is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from wikibot.game.understanding.plain_line import Token, is_adverb, is_decoration
from wikibot.game.understanding.talk import OF_TALK, REASONS, WordRows, listed
from wikibot.game.understanding.vocabulary import (
    BARGAINING,
    BEFORE,
    BEHIND,
    BESIDE,
    DOUBTING,
    GREETINGS,
    NO_COMMENT,
    NO_REASON,
    REVOKING,
    SPEAKING,
    word_set,
)
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import CARDINALS

_WHO = word_set("i it we he she they you there nobody that")
NOT_SURE = word_set(NO_REASON)
SELF = word_set("i i'm im i'll i've i'd")
_OWN = SELF | {"my"}
_MOST = 12
_THANKS = word_set("thanks thank you sorry bye goodbye hi cheers")


_GREETINGS, _BEHIND, _BESIDE = map(listed, (GREETINGS, BEHIND, BESIDE))
_LEADS = _GREETINGS | listed(BEFORE) | listed(SPEAKING)
COURTESIES = _LEADS | _BEHIND | _BESIDE
"""What may be a clause of its own and says nothing."""
_REVOKING = word_set(REVOKING)
TAKING_BACK = NOT_SURE.union(word_set(NO_COMMENT), OF_TALK, _REVOKING)
"""Words of a clause that may take back what stands beside it, or add to it."""
OF_OTHERS = word_set("""
    you he she they him her his them people players guys folks your all others everyone
    everybody
""")
"""Words of others, which take nothing back where they stand in a sentence of their own."""
THEY = word_set("he she they he'll she'll they'll it'll")
TERMS = word_set(BARGAINING)
_NO_TALE = (TAKING_BACK - OF_OTHERS - {"never"}) | TERMS
"""Words of a clause about others that may be terms of the order before it, or what they say."""
TAKING_BACK_ALL = _REVOKING.union(NOT_SURE, DOUBTING.split()) - {"not", "but", "or", "?"}
"""Words of a clause after which what follows may not be what its author does."""
_LONGEST = max(map(len, _BEHIND | _BESIDE))
_TELLING = THEY | {"who"}
_MAY_REASON = _TELLING.union(REASONS, ("as",))
_LAST = _BEHIND.tails | _BESIDE.tails


@lru_cache(maxsize=64)
def _rows(names: tuple[str, ...]) -> WordRows:
    return WordRows(tuple(fold(name).split()) for name in names if name.strip())


@lru_cache(maxsize=64)
def _leads(names: tuple[str, ...]) -> WordRows:
    return WordRows(_LEADS | _rows(names))


def starts(words: Sequence[Token], own: Iterable[str], others: Iterable[str]) -> Sequence[int]:
    """Where an order may begin: behind each courtesy at the beginning, the first place being 0.

    ``own``: names of who wrote the line, who may speak of themselves: ``Dave joins``. All places
    are given, since what looks like a courtesy may be the verb: ``order``, ``first``.
    """
    keys = [word.key for word in words]
    leads, theirs = _leads(tuple(own)), _rows(tuple(others))
    found, greeted = [0], False
    while len(found) < _MOST and (at := found[-1]) < len(words):
        length = leads.length(keys, at)
        if not length and (called := theirs.length(keys, at)):
            length = called if greeted or not _OWN.isdisjoint(keys[at + called :][:1]) else 0
        if not length and (is_decoration(words[at]) or is_adverb(keys[at])):
            length = 1
        if not length:
            break
        greeted = tuple(keys[at : at + length]) in _GREETINGS
        found.append(at + length)
    return [at for at in found if at < len(words)] or [0]


def ends(words: Sequence[Token], others: Iterable[str]) -> Sequence[int]:
    """Where an order may end: before each courtesy at the end; the last place first."""
    keys, names, size = [word.key for word in words], _rows(tuple(others)), len(words)
    found = _before_last(words, keys, size, names)
    for at in [at for at in range(size - 1, 0, -1) if keys[at] in _MAY_REASON]:
        behind, apart = keys[at + 1 :], words[at - 1].ends_clause
        is_reason = bool(behind) and (
            keys[at] in REASONS or (keys[at] == "as" and apart and behind[0] in _WHO)
        )
        apart = words[at - 1].text.endswith((",", "–", "—", "-")) or words[at].text.startswith("(")
        tells = keys[at] in _TELLING and behind and _NO_TALE.isdisjoint(behind)
        numbers = (key for key in behind if key in CARDINALS or key.isdecimal())
        comments = apart and tells and {*numbers} <= {"a", "one"}
        if comments or (is_reason and NOT_SURE.isdisjoint(behind)):
            found += [each for each in _before_last(words, keys, at, names) if each not in found]
    return found


def _before_last(
    words: Sequence[Token], keys: Sequence[str], end: int, names: WordRows
) -> list[int]:
    """The place ``end`` and those before the courtesies in front of it."""
    found = [end]
    while len(found) < _MOST and (at := found[-1]):
        length = 0
        while at - length > 1 and is_decoration(words[at - length - 1]):
            length += 1  # all of a row of them, or none: one may be a thing
        length = length or _ending(words, keys[:at], names)
        if not length:
            break
        found.append(at - length)
    return found


def _ending(words: Sequence[Token], keys: Sequence[str], names: WordRows) -> int:
    """How many of the words with these keys the longest courtesy at their end has."""
    if is_adverb(keys[-1]) and len(keys) > 1:
        return 1
    if not (_LAST | names.tails).intersection(keys[-1:]):
        return 0
    for length in range(min(_LONGEST, len(keys) - 1), 0, -1):
        at = len(keys) - length
        row, before = tuple(keys[at:]), words[at - 1]
        is_apart = before.ends_clause or is_decoration(before)
        speaks = is_apart and not SELF.isdisjoint(keys[:at])
        is_called = row in names and (before.key in _THANKS or speaks)
        if row in _BEHIND or (is_apart and row in _BESIDE) or is_called:
            return length
    return 0
