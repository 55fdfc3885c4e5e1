"""What a place in a phrase may hold: a name, a thing with a number, a count, words.

A slot reads a text to the spellings that a line in exact form has for it: none where it is no such
thing, several where it may be one of several. A short form never stands for what is the name of
something else in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Protocol

from msgspec import Struct

from wikibot.game.understanding.plain_line import ARTICLES, key_of, trimmed
from wikibot.game.understanding.typos import near
from wikibot.wikitext.folding import fold
from wikibot.wikitext.numerals import NUMBER_WORDS, integer

MOST_READINGS = 4
_APART_SIGN = "/"
_APART = re.compile(r"(?<=\d)[^\w]+(?=\d)")
_JOINED = re.compile(r"(?<=\d)(?:[-–—>/,+]|->)(?=\d)")
_WHOLE = re.compile(r"-?\d{1,9}")
_LISTED = re.compile(r"\s*(?:[,;+&]|\band\b)\s*", re.IGNORECASE)
_TIMES = re.compile(r"[x×*](\d{1,9})")
_MINE = ("my", "our", "his", "her", "their", "your", "the")
_NO_AMOUNT = ("nothing", "free", "no thing", "for free")
_SHORTEST = 3  # letters of a short form
_TYPED = 4  # letters of a name in which one may be wrong
_POLITE = ("please", "pls", "plz", "thanks", "thx", "ty")
_SIGNED = re.compile(r"[-−]\s*\d|\d[.,]\d")  # below zero, or not whole
_NOTHING: Mapping[str, str] = {}
_COUNT_WORDS = {**NUMBER_WORDS, "a": 1, "an": 1, "another": 1, "single": 1, "couple": 2, "both": 2}


class PhraseSlot(Protocol):
    """What may stand in one place of a phrase."""

    def read(self, text: str) -> tuple[str, ...]:
        """The spellings that a text stands for."""


class Raw(Struct, frozen=True):
    """A slot that is to see the marks around its text, too."""


class AnyText(Raw, frozen=True):
    """Any words at all, kept as written."""

    def read(self, text: str) -> tuple[str, ...]:
        """The text itself, where there is any."""
        bare = text.strip(" \t,;:")
        return (bare,) if bare else ()


class Tidied(Raw, frozen=True):
    """A name or title without quotes and politeness around it; none that has neither."""

    def read(self, text: str) -> tuple[str, ...]:
        """The name itself, where anything stood around it."""
        bare = text.strip(" \t,;:")
        words = bare.rstrip(".!").split()
        while len(words) > 1 and key_of(words[-1]) in _POLITE:
            words.pop()
        tidy = " ".join(words).strip(' ,"“”„«»')
        return (tidy,) if tidy and tidy != bare.rstrip(".!") else ()


class CountSlot(Struct, frozen=True):
    """A whole number in digits or in words."""

    def read(self, text: str) -> tuple[str, ...]:
        """The number in digits."""
        number = count_of(text)
        return () if number is None else (str(number),)


def count_of(text: str) -> int | None:
    """The whole number that a text is: ``4``, ``four``, ``a``; None for anything else."""
    key = key_of(text.strip())
    if _SIGNED.search(text):
        return None
    if key.isascii() and key.isdecimal() and len(key) < 10:
        return integer(key)
    return _COUNT_WORDS.get(key)


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
        for form in self._forms(text):
            found = self._full.get(_squashed(form))
            if found:
                return (found,)
        for form in self._forms(text):
            found_all = self._short(_squashed(form), form)
            if found_all:
                return found_all[:MOST_READINGS]
        return ()

    def exact(self, text: str) -> str:
        """The name that a text is in full, "" where it is none."""
        return self._full.get(_squashed(text), "")

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
        known = {_squashed(alias): name for alias, name in self.aliases.items()}
        known |= {_plural(_squashed(name)): name for name in self.names if name[-1:].isalpha()}
        return known | {_squashed(name): name for name in self.names}

    @cached_property
    def _taken(self) -> frozenset[str]:
        return frozenset(map(_squashed, self.others))

    def _short(self, wanted: str, text: str) -> tuple[str, ...]:
        if len(wanted) < _SHORTEST or wanted.isdecimal() or wanted in self._taken:
            return ()
        begin = [name for name, key in self._keys if key.startswith(wanted)]
        words = f" {' '.join(fold(text).split())} "
        return tuple(
            begin
            or [name for name, spaced in self._spaced if words in spaced]
            or (self._mended(wanted) if len(wanted) >= _TYPED else [])
        )

    @cached_property
    def _keys(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, _squashed(name)) for name in self.names)

    @cached_property
    def _spaced(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, f" {' '.join(fold(name).split())} ") for name in self.names)

    @cached_property
    def _by_size(self) -> Mapping[int, Sequence[tuple[str, str]]]:
        sizes: dict[int, list[tuple[str, str]]] = {}
        for key, name in self._full.items():
            sizes.setdefault(len(key), []).append((key, name))
        return sizes

    def _mended(self, wanted: str) -> list[str]:
        """The names that differ from a text in one letter."""
        digits, size = _digits(wanted), len(wanted)
        found = [
            name
            for length in ((size - 1, size, size + 1) if size > _TYPED else (size,))
            for key, name in self._by_size.get(length, ())
            if near(wanted, key) and _digits(key) == digits
            if length > _TYPED or sorted(key) == sorted(wanted)  # of short ones only ``fsih``
        ]
        return list(dict.fromkeys(found))


@lru_cache(maxsize=8192)
def _squashed(text: str) -> str:
    """The letters and digits of a name, by which spellings of it are compared; or its marks."""
    folded = fold(text).replace("\u2212", "-")
    if folded[:1] == "-" and folded[1:].isdecimal():
        return folded
    apart = _APART.sub(_APART_SIGN, folded)
    return "".join(char for char in apart if char.isalnum() or char == _APART_SIGN) or folded


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


# -- things with a number ------------------------------------------------------------------------


class IdentifiedThing(Struct, frozen=True):
    """Something with an identity such as ``P3``. ``owners``: whose it is, for ``Bob's proposal``.

    ``titles``: what else it goes by, as the title of a proposal.
    """

    id: str
    titles: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()


class Things(Struct, frozen=True, dict=True):
    """Things of one kind that are open. ``kinds``: what they are called; ``letter`` of their ids.

    Named by identity, title or owner; not named, it is the only one.
    """

    things: tuple[IdentifiedThing, ...]
    kinds: tuple[str, ...]
    letter: str
    others: tuple[str, ...] = ()  # identities that are not open any more

    def read(self, text: str) -> tuple[str, ...]:
        """The identities that a text names."""
        words = [word for word in map(key_of, trimmed(text).split()) if word not in ARTICLES]
        named = {word: found for word in words if (found := self._id(word, bare=len(words) == 1))}
        if named or not words:
            rest = [word for word in words if word not in named and word not in self.kinds]
            ids = tuple(dict.fromkeys(named.values()))
            return ids if len(ids) == 1 and self._belongs(ids[0], rest) else ()
        return tuple(each.id for each in self.things if self._is_meant(each, text, words))

    def _belongs(self, id_: str, rest: Sequence[str]) -> bool:
        """Whether the words beside an identity are its owner or its title."""
        thing = next((each for each in self.things if each.id == id_), IdentifiedThing(id_))
        said = _squashed(" ".join(rest).replace("'s", ""))
        return not rest or said in map(_squashed, (*thing.titles, *thing.owners))

    def only(self) -> tuple[str, ...]:
        """All that are open, for a line that names none."""
        return tuple(each.id for each in self.things[:MOST_READINGS])

    def _id(self, word: str, *, bare: bool) -> str:
        number = word.removeprefix(self.letter.casefold()).lstrip("#")
        if not (number.isascii() and number.isdecimal()):
            return ""
        known = [each.id for each in self.things] + list(self.others)
        wanted = f"{self.letter}{number}"
        is_id = word != number or bare or wanted in known
        return wanted if is_id and (word != number or wanted in known) else ""

    def _is_meant(self, thing: IdentifiedThing, text: str, words: Sequence[str]) -> bool:
        wanted = _squashed(trimmed(text))
        if len(wanted) >= _SHORTEST and any(_squashed(each) == wanted for each in thing.titles):
            return True
        rest = [word for word in words if word not in self.kinds]
        if not rest:
            return len(words) > 0
        owners = [fold(owner) for owner in thing.owners]
        named = "".join(rest).removesuffix("'s").removesuffix("s'")
        if any(named == owner.replace(" ", "") for owner in owners):
            return len(rest) < len(words) or rest[-1].endswith(("'s", "s'"))
        joined = " ".join(rest)
        return len(joined) >= _TYPED and any(fold(each).startswith(joined) for each in thing.titles)


# -- several things in a row ---------------------------------------------------------------------


class Mentions(Struct, frozen=True):
    """Things in a row, in the order in which they are named: ``from 1 to 5 via 50``.

    ``glue``: words between them that say nothing. A text with any other word is not read. A line in
    exact form has them between commas. ``numbers``: whether any whole number is one of them.
    """

    kinds: tuple[NamesSlot, ...]
    glue: frozenset[str]
    joint: str = ", "
    longest: int = 6  # words of one name
    numbers: bool = False

    def read(self, text: str) -> tuple[str, ...]:
        """All that a text names, in one list."""
        if self.joint == " ":
            text = _JOINED.sub(" ", text)
        words, at, found = text.split()[:40], 0, list[str]()
        while at < len(words):
            length, name = self._at(words, at)
            if not length:
                return ()
            found += [name] if name else []
            at += length
        return (self.joint.join(found),) if found else ()

    def _at(self, words: Sequence[str], at: int) -> tuple[int, str]:
        """How many words the thing there takes, and its name; no name for glue; 0: it is none."""
        for length in range(min(self.longest, len(words) - at), 0, -1):
            name = self._exact(" ".join(words[at : at + length]))
            if name:
                return length, name
        key = key_of(words[at])
        if self.numbers and (number := _WHOLE.fullmatch(trimmed(words[at]))):
            return 1, number[0]
        if key in self.glue or not any(char.isalnum() for char in key):
            return 1, ""
        for length in range(min(self.longest, len(words) - at), 0, -1):
            read = [each.read(" ".join(words[at : at + length])) for each in self.kinds]
            names = dict.fromkeys(name for found in read for name in found)
            if len(names) == 1:
                return length, next(iter(names))
        return 0, ""

    def _exact(self, text: str) -> str:
        bare = trimmed(text)
        return next(filter(None, (each.exact(bare) for each in self.kinds)), "")
