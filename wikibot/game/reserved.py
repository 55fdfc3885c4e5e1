"""Words that no player, town or item may be called by: they mean something else in lines, cells and statements.

A game adds its own (``Game.reserved``): its places, and the forms of names that it makes itself.
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
_ARTICLE = re.compile(r"(?:the|a|an|my|our)\s+")


def is_reserved(name: str, own: Iterable[str] = ()) -> bool:
    """Whether a name, perhaps behind an article, is a word of the bot's, a proposal's number, or one of its ``own``."""
    bare = _ARTICLE.sub("", fold(name), count=1)
    words = dict.fromkeys((*_WORDS.split(), *_PHRASES, *(_ARTICLE.sub("", fold(each), count=1) for each in own)))
    return bare in words or _IDENTITY.fullmatch(bare) is not None
