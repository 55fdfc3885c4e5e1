"""Words that no player, town, landmark or item may be called by: they mean something else in lines, cells, statements.

A game adds its own (``Game.reserved``): its places, and what it numbers. Decisions: a number alone
is not a name, nor is one of these words with a number behind it (``Space 4``, ``Snake 1L``),
perhaps somebody's (``Ann's House 3``). Items lend their names: a player may be called as one is,
for the rules have both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wikibot.wikitext.folding import fold

_WORDS = """
    nobody none nothing no-one anybody anyone everybody everyone everything somebody someone all any both
    me myself i we us you yourself it this that them yes no for against abstain rewrite unclear affirm overturn
    stop on choose help steward stewards judge player players bot wikibot board pending * - – — ?
"""
_PHRASES = ("no one", "no effect")
_IDENTITY = re.compile(r"[a-z]\s?\d+")  # P3, T12, G1
_NUMBER = re.compile(r"[-+−#]?\d+")
_NUMBERED = re.compile(r"(?P<word>\D+)\d+ ?[a-z]?")
_OWNERS = ("'s ", "’s ", "' ", "’ ")
_ARTICLE = re.compile(r"(?:the|a|an|my|our)\s+")


def is_reserved(name: str, own: Iterable[str] = ()) -> bool:
    """Whether a name, perhaps behind an article, is a word of the bot's, a number, or one of a game's ``own``."""
    bare = _ARTICLE.sub("", fold(name), count=1)
    words = dict.fromkeys(
        (*_WORDS.split(), *_PHRASES, *(_ARTICLE.sub("", fold(each), count=1) for each in own))
    )
    numbered = _NUMBERED.fullmatch(min((bare.rpartition(mark)[2] for mark in _OWNERS), key=len))
    if bare in words or (numbered and numbered["word"].rstrip(" #") in words):
        return True
    return _IDENTITY.fullmatch(bare) is not None or _NUMBER.fullmatch(bare) is not None
