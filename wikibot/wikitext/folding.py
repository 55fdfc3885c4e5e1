"""When two spellings of a name count as the same: things are folded, accounts as on MediaWiki.

An account's name is in NFC, with blanks for underscores and any other space, none of them doubled
or at an end, the first letter a capital (unless its capital is more than one letter, as of ``ß``),
without marks of direction; a colon or a namespace in front is for links, not part of a name.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from wikibot.wikitext.dialect import current

# Marks that change how a character looks but not which name it is: variation selectors, joiners,
# soft hyphen, BOM.
_MARKS = re.compile("[\ufe0e\ufe0f\u200b-\u200d\u2060\u00ad\ufeff\u200e\u200f]")
# What is no digit but would become one: raised, circled, a fraction. ``2²`` is not 22.
_NO_DIGITS = "²³¹¼-¾⁰-⁹₀-₉⅐-⅟↉①-⒛⓪㉐-㉟㊱-㋋㍘-㍰㍸㍹㎟-㎯㏠-㏾🄀-🄊"
_DIGIT = re.compile(r"(?![0-9])\d")
_UNIFIED = re.compile(f"[^{_NO_DIGITS}]+")
_SPACE = re.compile(r"[\s_]+")
_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "`": "'"})
_DIRECTION = re.compile("[\u200e\u200f\u202a-\u202e]")
_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухΑΒΕΖΗΙΚΜΝΟΡΤΥΧνο", "ABESIJKMHOPCTYXaesijopcyxABEZHIKMNOPTYXvo"
)  # Cyrillic and Greek letters
_DOTS = str.maketrans("İı", "ii")
_ACCOUNT_SPACE = re.compile(r"[\s_\u180e]+")


def fold(text: str) -> str:
    """The form under which names are compared; never shown and never written back.

    Where the capital of "i" has a dot, all four letters i are one: the game's own words are
    English, and ``BALIK`` is ``Balık`` as ``GIVE`` is ``give``.
    """
    return _fold(text, current().dotted)


@lru_cache(maxsize=8192)
def _fold(text: str, dotted: bool) -> str:
    if not text.isascii():
        text = _UNIFIED.sub(lambda part: unicodedata.normalize("NFKC", part[0]), text)
        text = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), _MARKS.sub("", text))
    text = text.translate(_QUOTES)
    text = text.translate(_DOTS) if dotted else text
    return _SPACE.sub(" ", text).strip().casefold()


def look(name: str) -> str:
    """What two names of different scripts share that readers cannot tell apart."""
    return fold(name.translate(_ALIKE))


def account_name(name: str) -> str:
    """An account's name in MediaWiki's own spelling, on the wiki that is being read."""
    return _account_name(name, current().dotted)


@lru_cache(maxsize=8192)
def _account_name(name: str, dotted: bool) -> str:
    bare = unicodedata.normalize("NFC", _DIRECTION.sub("", name))
    capital = upper_first(_ACCOUNT_SPACE.sub(" ", bare).strip(), dotted=dotted)
    return unicodedata.normalize("NFC", capital)  # of "i" with a dot that stands apart


def upper_first(text: str, *, dotted: bool = False) -> str:
    """A text with its first letter as a capital, where that is one letter, too.

    ``dotted``: the capital of "i" has a dot, as in Turkish.
    """
    first = "İ" if dotted and text[:1] == "i" else text[:1].upper()
    return (first if len(first) == 1 else text[:1]) + text[1:]
