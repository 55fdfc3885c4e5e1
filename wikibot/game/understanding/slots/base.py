"""What a place in a phrase may hold: any words, a name without its quotes, a count."""

from __future__ import annotations

import re
from typing import Protocol

from msgspec import Struct

from wikibot.game.understanding.plain_line import key_of, trimmed
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import CARDINALS, integer
from wikibot.wikitext.regex import regex

MOST_READINGS = 4
POLITE = ("please", "pls", "plz", "thanks", "thx", "ty")
_NO_NAME = regex(r"[,;:?(\[<|]|\. ")
_IN_QUOTES = regex(r'(?:[\w ,]{,40}: ?)?["“](?P<text>[^"“”]+)["”][.!]?')
_LEADING = """
    the my a this own new following question statement answer ruling verdict decision reply proposal
    motion idea title titled entitled called named name text description judge as is on for of with
    and follows reads class sole holding instead
"""
_LED = regex(
    rf"(?:(?:{'|'.join(_LEADING.split())})\b[ ,-]*){{1,8}}(?::\s*|(?=[\"“]))", re.IGNORECASE
)
_CLOSED = regex(r"(?<=[.!?])\s+(?:so (?:ruled|decided)|case closed|next case)[.!]*$", re.IGNORECASE)
_SIGNED = regex(r"[-−]\s*\d|\d[.,]\d")  # below zero, or not whole
_COUNT_WORDS = {**CARDINALS, "a": 1, "an": 1, "another": 1, "single": 1, "couple": 2, "both": 2}


class PhraseSlot(Protocol):
    """What may stand in one place of a phrase."""

    def read(self, text: str) -> tuple[str, ...]:
        """The spellings that a text stands for."""


class Raw(Struct, frozen=True):
    """A slot that is to see the marks around its text, too."""


def bare_text(text: str) -> str:
    """A text without words that only lead to it: ``the new answer: yes``, ``titled "Fish"``."""
    return _LED.sub("", text, count=1) if _LED.match(text) else text


class AnyText(Raw, frozen=True):
    """Any words at all, kept as written."""

    def read(self, text: str) -> tuple[str, ...]:
        """The text itself, where there is any."""
        bare = _CLOSED.sub("", bare_text(text.strip(" \t,;:")))
        quoted = _IN_QUOTES.fullmatch(bare)
        bare = quoted["text"].strip() if quoted else bare
        return (bare,) if bare else ()


class Tidied(Raw, frozen=True):
    """A name or title without quotes and politeness around it; none that has neither."""

    def read(self, text: str) -> tuple[str, ...]:
        """The name itself, where anything stood around it."""
        bare = text.strip(" \t,;:")
        words = bare.rstrip(".!").split()
        while len(words) > 1 and key_of(words[-1]) in POLITE:
            words.pop()
        tidy = " ".join(words).strip(' ,"“”„«»')
        is_whole = not any(mark in tidy for mark in '"“”„«»')  # not: "A", and "B"
        return (tidy,) if tidy and is_whole and tidy != bare.rstrip(".!") else ()


class NewName(Raw, frozen=True):
    """A name that nothing has yet: with a capital letter, and without marks."""

    def read(self, text: str) -> tuple[str, ...]:
        """The name itself."""
        bare = text.strip(" \t.!\"“”'")
        is_name = bare[:1].isupper() and not _NO_NAME.search(bare)
        return (bare,) if is_name else ()


class CountSlot(Struct, frozen=True):
    """A whole number in digits or in words."""

    def begins(self, key: str) -> bool:
        """Whether a number may begin with a word; quickly."""
        return key[:1].isdecimal() or key in _COUNT_WORDS

    def read(self, text: str) -> tuple[str, ...]:
        """The number in digits."""
        number = count_of(text)
        return () if number is None else (str(number),)


def may_begin(slot: PhraseSlot, key: str) -> bool:
    """Whether something that a slot reads may begin with a word, as far as that is told quickly."""
    begins = getattr(slot, "begins", None)
    return begins is None or not key[:1].isalnum() or bool(begins(key))


def count_of(text: str) -> int | None:
    """The whole number that a text is: ``4``, ``four``, ``a``; None for anything else.

    Quotes, brackets and stops may stand around it; with another mark (``5%``, ``$5``, ``2²``) it
    is none.
    """
    key = key_of(text.strip())
    if _SIGNED.search(text) or fold(trimmed(text)) != key:
        return None
    if key.isascii() and key.isdecimal() and len(key) < 10:
        return integer(key)
    return _COUNT_WORDS.get(key)
