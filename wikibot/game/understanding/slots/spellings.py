"""How names may be spelled: in full, with words around them, short, with one letter wrong.

A short form never stands for what is the name of something else in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from wikibot.game.names import plural_of
from wikibot.game.understanding.plain_line import ARTICLES, key_of, trimmed
from wikibot.game.understanding.slots.base import MOST_READINGS
from wikibot.game.understanding.spelling import near
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.lines import lately
from wikibot.wikitext.numerals import CARDINALS, changes_number
from wikibot.wikitext.regex import regex

_APART_SIGN = "/"
_PARTS = regex(r"[\s-]+")
_WORDS = regex(r"\w+")
_APART = regex(r"(?<=\d)[^\w]+(?=\d)")
SHORTEST = 3  # letters of a short form
TYPED = 4  # letters of a name in which one may be wrong
_NO_NAME = ARTICLES | frozenset((
    "use", "using", "used", "it", "these", "those", "thing", "things", "one", "not",
    "get", "getting", "got",
))  # fmt: skip
_KEPT = 128  # lists of names: as many as a game has kinds of things, with some of each player's


class Spellings(Struct, frozen=True, dict=True):
    """Names as ``NamesSlot`` has them, indexed for reading many texts."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...]
    others: tuple[str, ...]

    @cached_property
    def read(self) -> Callable[[str], tuple[str, ...]]:
        """The names that a text may be short for; one in full is that one alone."""
        return lately(self._read)

    def begins(self, key: str) -> bool:
        """Whether a name may begin with a word, as far as its first two letters tell."""
        heads = self._heads
        return key[:2] in heads or key[1::-1] in heads or key in self.kinds or key in CARDINALS

    @cached_property
    def _heads(self) -> frozenset[str]:
        spelled = (*self.names, *(alias for alias, _ in self.aliases))
        return frozenset(key_of(word)[:2] for name in spelled for word in _PARTS.split(name))

    def _read(self, text: str) -> tuple[str, ...]:
        forms = tuple(dict.fromkeys(self._forms(text)))
        for form in forms:
            found = self.full.get(squashed(form))
            if found:
                return (found,)
        for form in forms:
            found_all = self._short(squashed(form), form)
            if found_all:
                return found_all[:MOST_READINGS]
        return ()

    def _forms(self, text: str) -> Iterator[str]:
        """A text as it stands, then without what people put around a name."""
        bare = trimmed(text)
        yield text
        yield bare
        words = bare.split()
        while len(words) > 1 and fold(words[0]) in self._before:
            words = words[1:]
            yield trimmed(" ".join(words))
        if len(words) > 1 and fold(words[-1]) in self.kinds:
            yield trimmed(" ".join(words[:-1]))
        last = " ".join(words)
        for ending in ("'s", "’s", "'", "’"):
            if last.endswith(ending):
                yield last[: -len(ending)]
        if len(words) == 1 and fold(last) in CARDINALS:
            yield str(CARDINALS[fold(last)])

    @cached_property
    def _before(self) -> frozenset[str]:
        """Words that may stand before a name."""
        return ARTICLES.union(self.kinds, ("one", "1", "number"))

    @cached_property
    def full(self) -> Mapping[str, str]:
        """The names by what they and their other spellings are squashed to."""
        known = {squashed(alias): name for alias, name in self.aliases}
        for name in filter(lambda each: each[-1:].isalpha(), self.names):
            known |= dict.fromkeys(_plurals(name), name)
        return known | {squashed(name): name for name in self.names}

    @cached_property
    def _taken(self) -> frozenset[str]:
        return frozenset(map(squashed, self.others))

    def _short(self, wanted: str, text: str) -> tuple[str, ...]:
        if len(wanted) < SHORTEST or wanted.isdecimal() or wanted in self._taken:
            return ()
        words = _spaced(text)
        if _NO_NAME.issuperset(words.split()):
            return ()
        return tuple(
            self._with(f"\n{wanted}", self._keys)
            or self._with(words, self._words)
            or (self._mended(wanted, len(text.split())) if len(wanted) >= TYPED else [])
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
    def _by_ends(self) -> Mapping[tuple[int, str, str], Sequence[tuple[int, str, str]]]:
        """Keys with their places and names, by length and first letter, and length and last."""
        found: dict[tuple[int, str, str], list[tuple[int, str, str]]] = {}
        for place, (key, name) in enumerate(self.full.items()):
            for ends in ((len(key), key[:1], ""), (len(key), "", key[-1:])):
                found.setdefault(ends, []).append((place, key, name))
        return found

    def _mended(self, wanted: str, words: int) -> list[str]:
        """The names that differ from a text in one letter, which is not at both ends.

        They have so many ``words`` at least: a letter that stands alone is no slip.
        """
        digits, size, first, last = _digits(wanted), len(wanted), wanted[0], wanted[-1]
        by_ends, found = self._by_ends, dict[str, None]()
        for length in (size - 1, size, size + 1) if size > TYPED else (size,):
            begun, ended = by_ends.get((length, first, "")), by_ends.get((length, "", last))
            for _, key, name in sorted({*(begun or ()), *(ended or ())}):
                is_near = near(wanted, key) and _digits(key) == digits
                is_near = is_near and len(_WORDS.findall(name)) >= words
                if is_near and (length > TYPED or sorted(key) == sorted(wanted)):
                    found[name] = None  # of short ones only ``fsih``
        return list(found)


@lru_cache(maxsize=_KEPT)
def spellings(
    names: tuple[str, ...],
    kinds: tuple[str, ...],
    aliases: tuple[tuple[str, str], ...],
    others: tuple[str, ...],
) -> Spellings:
    """The same for all lines in which these names are known."""
    return Spellings(names, kinds, aliases, others)


@lru_cache(maxsize=8192)
def squashed(text: str) -> str:
    """The letters and digits of a name, by which spellings of it are compared; or its marks.

    A number keeps the marks that make another one of it: ``-3``, ``3%``.
    """
    folded = fold(text).replace("\u2212", "-")
    key = key_of(folded)
    if key[not key[:1].isalnum() : len(key) - (not key[-1:].isalnum())].isdecimal():
        return key
    apart = _APART.sub(_APART_SIGN, folded)
    kept = (char for char in apart if char.isalnum() or char == _APART_SIGN or _counts(char))
    return "".join(kept) or folded


def _counts(char: str) -> bool:
    return not char.isspace() and changes_number(char) and char not in "+<>"


def _spaced(text: str) -> str:
    """The folded words of a text, each between blanks."""
    return f" {' '.join(fold(text).split())} "


def _digits(key: str) -> str:
    """The digits of a key: a number with another digit is another number, not a mistyped one."""
    return "".join(filter(str.isdecimal, key))


def is_plural(text: str, name: str) -> bool:
    """Whether a text has a name in the plural: ``my Ducks``. It does not say how many there are."""
    own, said = squashed(name), squashed(text)
    return bool(own) and said.endswith(_plurals(name)) and not said.endswith(own)


def _plurals(name: str) -> tuple[str, ...]:
    """How the plural of a name may be spelled, rightly or by the rule for most."""
    own = squashed(name)
    by_rule = f"{own}es" if own.endswith(("s", "x", "ch", "sh")) else f"{own}s"
    right = squashed(plural_of(name))
    return (by_rule, f"{own}s", *((right,) if right != own else ()))
