"""What a place in a phrase may hold: a name, a thing with a number, a count, words.

A slot gives the spellings that a line in exact form has for a text: none where the text is not such
a thing, several where it may be one of several. A short form never stands for what is the name of
something else in full.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Protocol

from msgspec import Struct

from wikibot.game.names import plural_of
from wikibot.game.understanding.plain_line import ARTICLES, Token, key_of, tokens, trimmed
from wikibot.game.understanding.spelling import near
from wikibot.game.understanding.vocabulary import PLEASE, word_set
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.lines import lately
from wikibot.wikitext.numerals import CARDINALS, changes_number, integer
from wikibot.wikitext.regex import regex

MOST_READINGS = 4
POLITE = PLEASE | word_set("thanks thx ty")
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
_TITLED = regex(r"(?:(?:its|the|with|under) )?(?:title|titled|entitled|called|named) (?=[A-Z])")
_SAYING = regex(
    r"(?:so )?(?:I(?:'ll| will)? (?:hereby |therefore |now )?"
    r"(?:rule|answer|decide|judge|say|hold|find|declare|propose|suggest|submit)|"
    r"(?:the|my) (?:answer|ruling|verdict|decision) is)"
    r"(?: that|(?: as follows)?:|(?: with| it)?(?: an?)?(?= (?:yes|no|true|false)\b))\s+",
    re.IGNORECASE,
)
LED_LATER = regex(  # what a text is called stands behind these words of it
    rf"[.!?]\s+{_LED.pattern}|,\s+(?:called|titled|named|entitled)\s", re.IGNORECASE
)
_SPEAKING = regex(
    r"^(?:I|we|let)\b|\bI(?:'ll)? (?:will |can )?(?:rule|answer|decide)\b", re.IGNORECASE
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


class NewText(Raw, frozen=True):
    """A slot for a text or a name of the player's own: most texts are one."""


class WordsSlot(Raw, frozen=True):
    """A slot that reads the words of a line one by one, as the line has them."""

    def read_words(self, words: Sequence[Token]) -> tuple[str, ...]:
        """The spellings that these words stand for."""
        raise NotImplementedError

    def read(self, text: str) -> tuple[str, ...]:
        """The same of a text."""
        return self.read_words(tokens(text))


def bare_text(text: str) -> str:
    """A text without words that only lead to it: ``the new answer: yes``, ``I rule that ...``."""
    led = _LED.match(text) or _TITLED.match(text) or _SAYING.match(text)
    return text[led.end() :] if led else text


class AnyText(NewText, frozen=True):
    """Any words at all, kept as written; none before a sentence that says which text it is."""

    def read(self, text: str) -> tuple[str, ...]:
        """The text itself, where there is any."""
        if LED_LATER.search(text):
            return ()  # about wet fish. New ruling: yes
        bare = _CLOSED.sub("", bare_text(text.strip(" \t,;:")))
        quoted = _IN_QUOTES.fullmatch(bare)
        bare = quoted["text"].strip() if quoted else bare
        return (bare,) if bare else ()


class Ruling(AnyText, frozen=True):
    """What is ruled; not what its author says of themselves, such as when they will rule."""

    def read(self, text: str) -> tuple[str, ...]:
        """The ruling itself."""
        return tuple(each for each in super().read(text) if not _SPEAKING.search(each))


class Tidied(NewText, frozen=True):
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


class NewName(NewText, frozen=True):
    """A name that nothing has yet: with a capital letter, and without marks."""

    def read(self, text: str) -> tuple[str, ...]:
        """The name itself."""
        bare = text.strip(" \t.!\"“”'")
        is_name = bare[:1].isupper() and not _NO_NAME.search(bare)
        return (bare,) if is_name else ()


_A_NAME, _A_TEXT = r"(?:name|title)", r"(?:description|effect|text)"
_NAMED_TEXT = regex(
    rf"(?:(?:its |the |my )?{_A_NAME}\b(?: is)?[:=,]? ?)?"
    r"""["“„«]?(?P<name>[^"“”„«»:,(]+?)["”“»]?\s*(?P<mark>:|,|\s[-–—]\s|\(|[.;](?= ?"""
    rf"{_A_TEXT}\b))\s*(?P<led>(?:and )?(?:its |the )?{_A_TEXT}\b(?: is)?[:=,]? ?)?(?P<what>.+)",
    re.IGNORECASE,
)
IS_SENTENCE = regex(r"[!?]\s|\.\s+(?:i|it|the)\b|^(?-i:and|but|so|then)\s", re.IGNORECASE)


_TELLING = word_set("i it found call called named card")  # no part of a name


class NamedText(NewText, frozen=True):
    """A new name with a text behind it, in one form: ``Mount Doom, a fiery mountain``."""

    joint: str

    def read(self, text: str) -> tuple[str, ...]:
        """The two, with the joint between them; a comma alone may stand in any sentence."""
        found = _NAMED_TEXT.fullmatch(text.strip())
        name = found["name"].strip() if found else ""
        name = name.partition(" ")[2] if fold(name).split()[:1] in (["a"], ["the"]) else name
        vague = found and found["mark"] == "," and not name[:1].isupper()
        tells = not _TELLING.isdisjoint(fold(name).split())
        if not found or not name or vague or tells or IS_SENTENCE.search(name):
            return ()
        what = found["what"].strip()
        quoted = _IN_QUOTES.fullmatch(what) if self.joint != ", " else None  # of a list
        what = quoted["text"] if quoted else what
        if found["mark"].strip() == "(" and not what.endswith(")"):
            return ()  # more stands behind it
        closed = what.endswith(")") and "(" not in what
        return (f"{name}{self.joint}{what[:-1] if closed else what}",)

    def labelled(self, text: str) -> tuple[str, ...]:
        """The same of a text that says which is which; none of another."""
        found = _NAMED_TEXT.fullmatch(text.strip())
        return self.read(text) if found and found["led"] else ()


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


# == How names may be spelled: in full, with words around them, short, with one letter wrong =======

_APART_SIGN = "/"
_PARTS = regex(r"[\s-]+")
_WORDS = regex(r"\w+")
_APART = regex(r"(?<=\d)[^\w]+(?=\d)")
SHORTEST = 3  # letters of a short form
TYPED = 4  # letters of a name in which one may be wrong
_NOT_NAMES = ARTICLES | word_set(
    "use using used it these those thing things one not get getting got"
)
_APOSTROPHES = {ord(each): None for each in "'’"}
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
        before = self._before
        while len(words) > 1 and fold(words[0]) in before:
            before = before | {"of"} if fold(words[0]) in self.kinds else before
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
        if _NOT_NAMES.issuperset(words.split()):
            return ()
        found = [*self._with(f"\n{wanted}", self._keys), *self._with(words, self._words)]
        if not found and len(wanted) >= TYPED:
            found = self._mended(wanted, len(text.split()))
        return tuple(dict.fromkeys(found))

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
    kept = (
        char for char in apart if char.isalnum() or char == _APART_SIGN
        or (changes_number(char) and not char.isspace() and char not in "+<>")
    )  # fmt: skip
    return "".join(kept) or folded


def _spaced(text: str) -> str:
    """The folded words of a text without apostrophes, each between blanks."""
    return f" {' '.join(fold(text).translate(_APOSTROPHES).split())} "


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


# == Known names, and counts of named things =======================================================

_LISTED = regex(r"\s*(?:[,;+&]|\band\b)\s*", re.IGNORECASE)
_TIMES = regex(r"[x×*](\d{1,9})")
_MINE = ("my", "our", "his", "her", "their", "your", "the")
_WHOSE = ("of", "mine", "yours", "these", "those", *_MINE)
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


class SpaceAhead(Struct, frozen=True):
    """The place to which the dice of a line lead, by its number; none without dice."""

    start: int
    rolled: int = 0

    def read(self, text: str) -> tuple[str, ...]:
        """The number in digits."""
        return NamesSlot(
            (str(self.start + self.rolled),) if self.rolled else (),
            ("space", "tile", "square", "field"),
        ).read(text)


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
        for char in what:  # ½, %, $: a part of how many, in a way that no whole number has
            measures = char.isnumeric() or char == "#" or changes_number(char)
            if measures and char not in found[0]:
                return ""
        return f"{1 if number is None else number} {found[0]}"


# == Things with a number, and several things in a row =============================================

_JOINED = regex(r"(?<=\d)(?:[-–—>/,+]|->)(?=\d)")
_WORD = regex(r"[^\W_]+")
_WHOLE = regex(r"-?\d{1,9}")


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


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

    def begins(self, key: str) -> bool:
        """Whether the name of one may begin with a word; quickly."""
        is_id = key[:1] == self.letter.casefold() or key.lstrip("#").isdecimal()
        return is_id or key[:3] in self._heads

    @cached_property
    def _heads(self) -> frozenset[str]:
        called = (name for each in self.things for name in (*each.titles, *each.owners))
        named = (word for name in (*self.kinds, *called) for word in name.split())
        return frozenset(key_of(word)[:3] for word in named)

    def read(self, text: str) -> tuple[str, ...]:
        """The identities that a text names."""
        said = [(word, key_of(word)) for word in trimmed(text).split()]
        words = [key for _, key in said if key not in ARTICLES]
        beside = {other for one, other in pairwise(words) if one == "for"} if "for" in words else ()
        if beside and any(fold(owner) in beside for each in self.things for owner in each.owners):
            return ()  # `T1 for Bob`: on his behalf
        named = {
            key: found
            for word, key in said
            if (not key.isdecimal() or fold(trimmed(word)).lstrip("#") == key)  # not `2💎`
            and (found := self._id(key, bare=len(words) == 1))
        }
        if named or not words:
            rest = [word for word in words if word not in named and word not in self.kinds]
            ids = tuple(dict.fromkeys(named.values()))
            is_one = len(ids) == sum(word in named for word in words) == 1
            return ids if is_one and self._belongs(ids[0], rest) else ()
        return tuple(each.id for each in self.things if self._is_meant(each, text, words))

    def _belongs(self, id_: str, rest: Sequence[str]) -> bool:
        """Whether the words beside an identity are its owner or its title."""
        thing = next((each for each in self.things if each.id == id_), IdentifiedThing(id_))
        said = squashed(" ".join(rest).replace("'s", ""))
        return not rest or said in map(squashed, (*thing.titles, *thing.owners))

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
        wanted = squashed(trimmed(text))
        if len(wanted) >= SHORTEST and any(squashed(each) == wanted for each in thing.titles):
            return True
        rest = [word for word in words if word not in self.kinds]
        if not rest:
            return len(words) > 0
        owners = [fold(owner) for owner in thing.owners]
        known = {
            _singular(key_of(word))
            for name in (*thing.titles, *owners)
            for word in _WORD.findall(fold(name))
        }
        bare_words = [
            _singular(each)
            for word in rest
            for each in _WORD.findall(word.removesuffix("'s"))
            if each not in self.kinds
        ]
        whose = "," not in text and any(word.removesuffix("'s") in owners for word in rest)
        counted = words[0] == "one"  # `one Net` is not that one
        called = len(rest) + counted < len(words) or (
            whose and any(w not in owners for w in bare_words)
        )
        if called and known.issuperset(bare_words):
            return True
        named = "".join(rest).removesuffix("'s").removesuffix("s'")
        if any(named == owner.replace(" ", "") for owner in owners):
            return len(rest) < len(words) or rest[-1].endswith(("'s", "s'"))
        joined, bare = " ".join(rest), len(rest) == len(words)
        return len(joined) >= TYPED and any(
            fold(each).startswith(joined) and not (bare and each.endswith(self.kinds))
            for each in thing.titles
        )  # what a trade is about is not the trade: `withdraw Herbs`


# -- several things in a row ---------------------------------------------------------------------


_LONGEST_NAME = 6  # words of one in a row
_LEADS = word_set("becomes become becoming specifying as number called")


class Mentions(Struct, frozen=True, dict=True):
    """Things in a row, in the order in which they are named: ``from 1 to 5 via 50``.

    ``glue``: words between them that say nothing. A text with any other word is not read. A line in
    exact form has them between commas. ``numbers``: whether any whole number is one of them.
    """

    kinds: tuple[NamesSlot, ...]
    glue: frozenset[str]
    joint: str = ", "
    numbers: bool = False

    def begins(self, key: str) -> bool:
        """Whether the first of them may begin with a word; quickly."""
        return key[:1].isdecimal() or any(may_begin(each, key) for each in self.kinds)

    def read(self, text: str) -> tuple[str, ...]:
        """All that a text names, in one list."""
        if self.joint == " ":
            text = _JOINED.sub(" ", text)
        words, at, found = text.split()[:40], 0, list[str]()
        while at < len(words):
            length, name = self._first(" ".join(words[at : at + _LONGEST_NAME]))
            if not length and key_of(words[at]) in _LEADS:
                length, name = 1, ""
            if not length:
                return ()
            found += [name] if name else []
            at += length
        return (self.joint.join(found),) if found else ()

    @cached_property
    def _first(self) -> Callable[[str], tuple[int, str]]:
        """How many words the first thing takes, and its name; no name for glue; 0: it is none."""
        return lately(self._find_first)

    def _find_first(self, text: str) -> tuple[int, str]:
        words = text.split()
        for length in range(len(words), 0, -1):
            bare = trimmed(" ".join(words[:length]))
            if name := next(filter(None, (each.exact(bare) for each in self.kinds)), ""):
                return length, name
        key = key_of(words[0])
        if self.numbers and (number := _WHOLE.fullmatch(trimmed(words[0]))):
            return 1, number[0]
        if key in self.glue or not any(char.isalnum() for char in key):
            return 1, ""
        for length in range(len(words), 0, -1):
            read = [each.read(" ".join(words[:length])) for each in self.kinds]
            names = dict.fromkeys(name for found in read for name in found)
            if len(names) == 1:
                return length, next(iter(names))
        return 0, ""


# == The things of a kind as a list to pick from: what a slot may hold, if it is a list ============


class Option(Struct, frozen=True):
    """``value`` as it stands in a line, ``label`` for people."""

    value: str
    label: str = ""

    def json(self) -> Any:
        """The value alone, where there is nothing else to say."""
        return {"value": self.value, "label": self.label} if self.label else self.value


def options(names: Iterable[str]) -> tuple[Option, ...]:
    """Names as options, each once."""
    return tuple(map(Option, dict.fromkeys(names)))


Lists = Mapping[str, tuple[Option, ...]]


def options_of(slot: PhraseSlot) -> tuple[Option, ...] | None:
    """The things that a slot may hold; None where they are not a list."""
    if isinstance(slot, NamesSlot):
        return options(slot.names)
    if isinstance(slot, AmountsSlot):
        return options_of(slot.names)
    if isinstance(slot, Things):
        titled = ((each.id, (each.titles or each.owners)[:1]) for each in slot.things)
        return tuple(Option(id_, ": ".join((id_, *title))) for id_, title in titled)
    return None


def lists_of(slots: Mapping[str, PhraseSlot], more: Lists) -> Lists:
    """The lists of all kinds, by the names of the kinds. ``more``: what the game says of them."""
    found = {kind: options_of(slot) for kind, slot in slots.items()}
    listed = {kind: each for kind, each in found.items() if each is not None}
    return {**listed, **more}
