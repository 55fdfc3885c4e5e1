"""Known names, and counts of named things.

A short form never stands for what is the name of something else in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from wikibot.game.understanding.plain_line import ARTICLES, trimmed
from wikibot.game.understanding.slots.base import MOST_READINGS, count_of
from wikibot.game.understanding.spelling import near
from wikibot.wikitext.folding import fold
from wikibot.wikitext.numerals import NUMBER_WORDS, integer

_APART_SIGN = "/"
_APART = re.compile(r"(?<=\d)[^\w]+(?=\d)")
_LISTED = re.compile(r"\s*(?:[,;+&]|\band\b)\s*", re.IGNORECASE)
_TIMES = re.compile(r"[x×*](\d{1,9})")
_MINE = ("my", "our", "his", "her", "their", "your", "the")
_NO_AMOUNT = ("nothing", "free", "no thing", "for free")
SHORTEST = 3  # letters of a short form
TYPED = 4  # letters of a name in which one may be wrong
_NOTHING: Mapping[str, str] = {}


class NamesSlot(Struct, frozen=True, dict=True):
    """Known names. ``kinds``: words that may stand before or behind one: ``space 5``.

    ``aliases``: other spellings, each with the name it stands for. ``others``: names of other
    things, which are short for none of these.
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    aliases: Mapping[str, str] = _NOTHING
    others: tuple[str, ...] = ()

    def read(self, text: str) -> tuple[str, ...]:
        """The names that a text may be short for; one in full is that one alone."""
        forms = tuple(dict.fromkeys(self._forms(text)))
        for form in forms:
            found = self._full.get(squashed(form))
            if found:
                return (found,)
        for form in forms:
            found_all = self._short(squashed(form), form)
            if found_all:
                return found_all[:MOST_READINGS]
        return ()

    def exact(self, text: str) -> str:
        """The name that a text is in full, "" where it is none."""
        return self._full.get(squashed(text), "")

    def _forms(self, text: str) -> Iterator[str]:
        """A text as it stands, then without what people put around a name."""
        bare = trimmed(text)
        yield text
        yield bare
        words = bare.split()
        while len(words) > 1 and fold(words[0]) in (*ARTICLES, *self.kinds, "one", "1", "number"):
            words = words[1:]
            yield trimmed(" ".join(words))
        if len(words) > 1 and fold(words[-1]) in self.kinds:
            yield trimmed(" ".join(words[:-1]))
        last = " ".join(words)
        for ending in ("'s", "’s", "'", "’"):
            if last.endswith(ending):
                yield last[: -len(ending)]
        if len(words) == 1 and fold(last) in NUMBER_WORDS:
            yield str(NUMBER_WORDS[fold(last)])

    @cached_property
    def _full(self) -> Mapping[str, str]:
        known = {squashed(alias): name for alias, name in self.aliases.items()}
        known |= {_plural(squashed(name)): name for name in self.names if name[-1:].isalpha()}
        return known | {squashed(name): name for name in self.names}

    @cached_property
    def _taken(self) -> frozenset[str]:
        return frozenset(map(squashed, self.others))

    def _short(self, wanted: str, text: str) -> tuple[str, ...]:
        if len(wanted) < SHORTEST or wanted.isdecimal() or wanted in self._taken:
            return ()
        words = _spaced(text)
        return tuple(
            self._with(f"\n{wanted}", self._keys)
            or self._with(words, self._words)
            or (self._mended(wanted) if len(wanted) >= TYPED else [])
        )

    def _with(self, part: str, lines: str) -> list[str]:
        """The names in whose line a part stands; all lines are one text, which most parts lack."""
        if part not in lines:
            return []
        own = lines[1:].split("\n")
        return [name for name, line in zip(self.names, own, strict=True) if part in f"\n{line}"]

    @cached_property
    def _keys(self) -> str:
        """A line for each name: its key."""
        return "".join(f"\n{squashed(name)}" for name in self.names)

    @cached_property
    def _words(self) -> str:
        """A line for each name: its words."""
        return "".join(f"\n{_spaced(name)}" for name in self.names)

    @cached_property
    def _by_size(self) -> Mapping[int, Sequence[tuple[str, str]]]:
        sizes: dict[int, list[tuple[str, str]]] = {}
        for key, name in self._full.items():
            sizes.setdefault(len(key), []).append((key, name))
        return sizes

    def _mended(self, wanted: str) -> list[str]:
        """The names that differ from a text in one letter."""
        digits, size, first, last = _digits(wanted), len(wanted), wanted[0], wanted[-1]
        found = [
            name
            for length in ((size - 1, size, size + 1) if size > TYPED else (size,))
            for key, name in self._by_size.get(length, ())
            if key[0] == first or key[-1] == last  # one letter is not at both ends
            if near(wanted, key) and _digits(key) == digits
            if length > TYPED or sorted(key) == sorted(wanted)  # of short ones only ``fsih``
        ]
        return list(dict.fromkeys(found))


@lru_cache(maxsize=8192)
def squashed(text: str) -> str:
    """The letters and digits of a name, by which spellings of it are compared; or its marks."""
    folded = fold(text).replace("\u2212", "-")
    if folded[:1] == "-" and folded[1:].isdecimal():
        return folded
    apart = _APART.sub(_APART_SIGN, folded)
    return "".join(char for char in apart if char.isalnum() or char == _APART_SIGN) or folded


def _spaced(text: str) -> str:
    """The folded words of a text, each between blanks."""
    return f" {' '.join(fold(text).split())} "


def _digits(key: str) -> str:
    """The digits of a key: a number with another digit is another number, not a mistyped one."""
    return "".join(filter(str.isdecimal, key))


def _plural(key: str) -> str:
    if key.endswith(("s", "x", "ch", "sh")):
        return key + "es"
    return key[:-1] + "ies" if key.endswith("y") and key[-2:-1] not in "aeiou" else key + "s"


class AmountsSlot(Struct, frozen=True):
    """Counts of things: ``a Fish and two Ducks`` gives ``1 Fish, 2 Duck``. ``names``: all known."""

    names: NamesSlot

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
        words = [word for word in text.split() if fold(word) not in ("of", *_MINE)]
        number = count_of(words[0].rstrip("x×")) if len(words) > 1 else None
        counted = words[1:] if number is not None else words
        last = _TIMES.fullmatch(words[-1]) if len(words) > 1 and number is None else None
        if last:
            number, counted = integer(last[1]), words[:-1]
        found = self.names.read(" ".join(counted))
        return f"{1 if number is None else number} {found[0]}" if len(found) == 1 else ""
