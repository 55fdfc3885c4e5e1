"""Phrases: people's words for an order, declared beside the verb that they stand for.

    Verb("retract", ..., phrases=(
        "withdraw {proposal}",
        "take back {proposal}",
        "give|gift (up) {items} to {player} => trade {items} to {player} for nothing",
    ))

- Words stand for themselves, in any case and with marks around them. ``a|b`` is either word, and
  ``(words)`` may be left out. The first word is a verb: its other forms count, too (``withdraws``,
  ``withdrawing``, ``withdrew``), unless ``=`` stands before it. A colon behind a word has to stand
  in the line, too (or a dash). Articles, emoji and arrows between words need not be declared.
- ``{kind}`` is a thing of a kind that the kernel or ``Game.slots`` lists; the exact form has its
  full name. ``{kind:2}`` is a second one. In every game: ``{player}``, ``{other}`` (another
  player), ``{proposal}``, ``{trade}`` (offered to the player), ``{own trade}``, ``{request}``,
  ``{candidate}``, ``{number}``, ``{rolled}`` (the sum of the line's dice; ``{misrolled}``: another
  number), ``{text}`` (any words), ``{answer}`` (of what waits), ``{verb}``; ``{bargain}`` and
  ``{gift}`` are whole trades (``bargains``).
- ``{kind!}`` in the order takes no words: it is the only such thing that is open.
- Behind ``=>`` stands the line in exact form. Without it the order is the verb's name with the
  things in their order behind it.
- A ``!`` in front: the phrase comes before the exact form, and before the question whether the
  line is talk (``!what can I do => help``). For phrases that say something else than the exact form
  would make of them.
- A ``?`` in front: the phrase is never played, only offered, where a line has its words and things
  in any order and more beside them (``?{item} => use {item}``).
- What the speaker puts around it (``I'd like to ..., please``) is gone by then.

The rules still have their say: a phrase is played only where its order can be played, and two
different orders are never decided between. So a phrase may be broad in its words.

Deeds are things to do that are said in any order of their words.

``I do some mining``, ``Mining task``, ``mining roll`` are all ``mine``: a line that has one word of
each group that is needed, and beside them none but words that say nothing more. Any other word,
such as a name, ``not``, ``is`` or ``you``, makes it another line; or it is what the line is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.understanding.plain_line import CROSSES, key_of
from wikibot.game.understanding.slots import PhraseSlot
from wikibot.game.understanding.spelling import forms
from wikibot.game.understanding.vocabulary import word_set
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.regex import regex

_ONLY = regex(r"\{([^{}]+!)\}")
_PART = regex(r"\{([^{}]+)\}|(\S+)")
_VAGUE = frozenset(("other", "player", "number", "text"))  # kinds that alone say no order
Slots = Mapping[str, PhraseSlot]


class PhraseWord(Struct, frozen=True):
    """A word of a phrase: any of these keys. ``leads``: a colon or a dash stands behind it."""

    keys: frozenset[str]
    leads: bool = False


class Hole(Struct, frozen=True):
    """A place for a thing. ``name``: as the order calls it; ``kind``: of which slot it is."""

    name: str
    kind: str


Part = PhraseWord | Hole


class Phrase(Struct, frozen=True, dict=True):
    """A phrase without options: its parts in a row, and the order that it stands for.

    ``first``: it comes before the exact form. ``offered``: it is only offered. What follows from
    these is reckoned when it is asked for, once for all tables that have the phrase.
    """

    parts: tuple[Part, ...]
    order: str
    first: bool = False
    offered: bool = False

    def starts(self) -> frozenset[str]:
        """The keys of its first word; none where it begins with a thing."""
        part = self.parts[0]
        return part.keys if isinstance(part, PhraseWord) else frozenset()

    @cached_property
    def words(self) -> tuple[frozenset[str], ...]:
        """The keys of each of its words."""
        return tuple(part.keys for part in self.parts if isinstance(part, PhraseWord))

    @cached_property
    def holes(self) -> tuple[Hole, ...]:
        """The places for things in it."""
        return tuple(part for part in self.parts if isinstance(part, Hole))

    def may_be(self, keys: AbstractSet[str]) -> bool:
        """Whether a line with words of these keys has each of its words."""
        return not any(map(keys.isdisjoint, self.words))

    @cached_property
    def keys(self) -> frozenset[str]:
        """All that one of its words may be."""
        return frozenset[str]().union(*self.words)

    @cached_property
    def third(self) -> frozenset[str]:
        """The forms of its words in the third person, which tell of the writer with a name only."""
        return frozenset(form for key in self.keys for form in forms(key)[1:2]) - {"is"}

    @property
    def is_vague(self) -> bool:
        """Whether the things in it alone say no order."""
        return {hole.kind for hole in self.holes} <= _VAGUE


@lru_cache(maxsize=2048)
def phrases(declared: str, verb: str) -> tuple[Phrase, ...]:
    """A declared phrase of a verb, once for each way of leaving out what may be left out."""
    pattern, arrow, order = declared.partition("=>")
    first, offered, found = declared.startswith("!"), declared.startswith("?"), []
    for parts in _ways(pattern.lstrip("!?").strip()):
        holes = [part.name for part in parts if isinstance(part, Hole)]
        only = (Hole(name, name) for name in _ONLY.findall(order) if name not in holes)
        means = order.strip() if arrow else " ".join((verb, *(f"{{{name}}}" for name in holes)))
        found.append(Phrase(_inflected((*parts, *only)), means, first, offered))
    return tuple(dict.fromkeys(each for each in found if each.parts))


def _inflected(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Parts with all forms of the verb that they begin with."""
    if not parts or not isinstance(parts[0], PhraseWord):
        return parts
    return (_in_each_form(parts[0]), *parts[1:])


def _ways(pattern: str) -> Iterator[tuple[Part, ...]]:
    """The parts of a pattern with and without each group in round brackets."""
    pieces: list[tuple[tuple[Part, ...], ...]] = []
    for index, piece in enumerate(pattern.replace(")", "(").split("(")):
        found = _PART.findall(piece)
        parts = tuple(_hole(name) if name else _word(word) for name, word in found)
        if parts:
            pieces.append((parts, ()) if index % 2 else (parts,))
    for chosen in product(*pieces):
        yield tuple(part for parts in chosen for part in parts)


# Pages have thousands of phrases of few words, and each word is kept once.


@lru_cache(maxsize=2048)
def _in_each_form(word: PhraseWord) -> PhraseWord:
    keys = (form for key in word.keys for form in (forms(key) if key[:1] != "=" else (key[1:],)))
    return PhraseWord(frozenset(keys), word.leads)


@lru_cache(maxsize=2048)
def _hole(name: str) -> Hole:
    return Hole(name, name.partition(":")[0])


@lru_cache(maxsize=2048)
def _word(word: str) -> PhraseWord:
    return PhraseWord(frozenset(map(fold, word.rstrip(":").split("|"))), word.endswith(":"))


# == Deeds: things to do that are said in any order of their words =================================

GLUE = word_set("""
    a an the my our some more again perform performing do doing go going make making take taking
    start starting task action in use using to for of by with from roll rolling rolled dice die
    result now today and then just this time bit please
""")
"""Words that say nothing beside a deed."""

_ASKING = ("?", "？", *CROSSES)


class Deed(Struct, frozen=True):
    """``needs``: groups of words, of each of which one is there; ``may``: others that may be.

    ``never``: words that make it something else. ``about``: reads what all other words name; None
    where there are no others. ``kind``: the name of that slot, where it depends on the state.
    ``order``: what the line means, where that is not the verb that the deed is declared with.
    ``is_price``: what it is about is said beside it, and is no part of the order.
    """

    needs: tuple[frozenset[str], ...]
    may: frozenset[str]
    never: frozenset[str] = frozenset()
    about: PhraseSlot | None = None
    kind: str = ""
    order: str = ""
    is_price: bool = False

    def among(self, slots: Mapping[str, PhraseSlot]) -> Deed:
        """The deed with the slot of its kind as it is now."""
        return replace(self, about=slots[self.kind]) if self.kind else self

    def is_told(self, keys: AbstractSet[str]) -> bool:
        """Whether the words that are needed are among some, and none that says the contrary."""
        return self.may_be(keys) and keys.isdisjoint(self.never)

    def may_be(self, keys: AbstractSet[str]) -> bool:
        """Whether the words that are needed are among some."""
        for group in self.needs:  # noqa: SIM110  # asked of all deeds for one line
            if keys.isdisjoint(group):
                return False
        return True

    def read(self, text: str) -> tuple[str, ...]:
        """What it is about, or the text itself; nothing where the text does not say this deed."""
        if not self.is_told(keys_of(text)) or any(mark in text for mark in _ASKING):
            return ()
        known = self.may.union(*self.needs)
        rest = [word for word in text.split() if key_of(word) not in known]
        if self.about:
            return self.about.read(" ".join(rest))
        told = [key for key in map(key_of, text.split()) if key in known - GLUE]
        if len(set(told)) < len(told) or any(char.isalnum() for word in rest for char in word):
            return ()  # each of its words is said once: the same again may be meant as more
        return (text,)


@lru_cache(maxsize=1024)
def keys_of(text: str) -> frozenset[str]:
    """The keys of the words of a text."""
    return frozenset(map(key_of, text.split()))


def deed(
    *needs: str,
    may: str = "",
    never: str = "",
    about: PhraseSlot | str | None = None,
    order: str = "",
    is_price: bool = False,
) -> Deed:
    """A deed of words between blanks; verbs count in their other forms, but not the third person.

    ``may``: words beside it that say nothing more, further to ``GLUE``. ``about``: a slot, or the
    name of one of the game's.
    """
    words = _words(needs, may, never)
    slot, kind = (None, about) if isinstance(about, str) else (about, "")
    return Deed(*words, slot, kind, order, is_price)


@lru_cache(maxsize=512)
def _words(
    needs: tuple[str, ...], may: str, never: str
) -> tuple[tuple[frozenset[str], ...], frozenset[str], frozenset[str]]:
    """The words of a deed, which are found once: what a deed is about may change with each line."""
    groups = tuple(_in_all_forms(group.split()) for group in needs)
    no = frozenset(map(fold, never.split()))
    return groups, (GLUE | _in_all_forms(may.split())) - no, no


def _in_all_forms(words: Iterable[str]) -> frozenset[str]:
    own = [(word, forms(word)) for word in map(fold, words)]
    return frozenset(form for word, all_ in own for form in (word, *all_[:1], *all_[2:]))
