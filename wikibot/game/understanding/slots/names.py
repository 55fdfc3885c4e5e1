"""Known names, and counts of named things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from wikibot.game.understanding.plain_line import trimmed
from wikibot.game.understanding.slots.base import count_of
from wikibot.game.understanding.slots.spellings import Spellings, is_plural, spellings, squashed
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import changes_number, integer
from wikibot.wikitext.regex import regex

_LISTED = regex(r"\s*(?:[,;+&]|\band\b)\s*", re.IGNORECASE)
_TIMES = regex(r"[x×*](\d{1,9})")
_MINE = ("my", "our", "his", "her", "their", "your", "the")
_WHOSE = ("of", "mine", "yours", *_MINE)
_NO_AMOUNT = ("nothing", "free", "no thing", "for free")
_NOTHING: Mapping[str, str] = {}


class NamesSlot(Struct, frozen=True, dict=True):
    """Known names. ``kinds``: words that may stand before or behind one: ``space 5``.

    ``aliases``: other spellings, each with the name it stands for. ``others``: names of other
    things, which are short for none of these. ``single``: whether only one is named, so that a
    plural (how many?) is not read.
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    aliases: Mapping[str, str] = _NOTHING
    others: tuple[str, ...] = ()
    single: bool = False

    def read(self, text: str) -> tuple[str, ...]:
        """The names that a text may be short for; one in full is that one alone."""
        found = self._spellings.read(text)
        return () if self.single and any(is_plural(text, name) for name in found) else found

    def begins(self, key: str) -> bool:
        """Whether a name may begin with a word; quickly."""
        return self._spellings.begins(key)

    def exact(self, text: str) -> str:
        """The name that a text is in full, "" where it is none."""
        found = self._spellings.full.get(squashed(text), "")
        return "" if self.single and is_plural(text, found) else found

    @cached_property
    def _spellings(self) -> Spellings:
        return spellings(self.names, self.kinds, tuple(self.aliases.items()), self.others)


class AmountsSlot(Struct, frozen=True):
    """Counts of things: ``a Fish and two Ducks`` gives ``1 Fish, 2 Duck``. ``names``: all known."""

    names: NamesSlot

    def begins(self, key: str) -> bool:
        """Whether a count or a name may begin with a word; quickly."""
        return self.names.begins(key) or key[:1].isdecimal() or key == "nothing"

    def read(self, text: str) -> tuple[str, ...]:
        """The list in digits and full names."""
        bare = trimmed(text)
        if fold(bare) in _NO_AMOUNT:
            return ("nothing",)
        whole = self._amount(bare)
        parts = [whole] if whole else [self._amount(part) for part in _LISTED.split(bare)[:40]]
        return (", ".join(part for part in parts if part),) if all(parts) and parts else ()

    def _amount(self, text: str) -> str:
        """One count with its thing; "" where it is none."""
        words = [word for word in text.split() if fold(word) not in _WHOSE]
        number = count_of(words[0].rstrip("x×")) if len(words) > 1 else None
        counted = words[1:] if number is not None else words
        last = _TIMES.fullmatch(words[-1]) if len(words) > 1 and number is None else None
        if last:
            number, counted = integer(last[1]), words[:-1]
        what = " ".join(counted)
        if number is not None and count_of(counted[0]) is not None and not self.names.exact(what):
            return ""  # twenty one Gold: two numbers
        found = self.names.read(what)
        if len(found) != 1 or (number is None and is_plural(what, found[0])):
            return ""
        if any(_measures(char) and char not in found[0] for char in what):
            return ""
        return f"{1 if number is None else number} {found[0]}"


def _measures(char: str) -> bool:
    """Whether a character is part of how many, in a way that no whole number has: ½, %, $."""
    return char.isnumeric() or char == "#" or changes_number(char)
