"""The verbs of a rulebook by the words with which people begin a line.

Every verb can be said by its own name in any form (``mining`` for ``mine``), and by the phrases
that are declared with it. The table is a value computed from the verbs that are in force.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Shape, Verb
from wikibot.game.understanding.phrases import Hole, Phrase, phrases
from wikibot.game.understanding.plain_line import Token, is_quiet, key_of
from wikibot.game.understanding.slots import POLITE, NamesSlot
from wikibot.game.understanding.spelling import alike, forms, is_swapped, mended
from wikibot.wikitext.lines import lately

_MARKS = {
    "asked": frozenset("?"),
    "marked": frozenset("(["),
    "tidied": frozenset((*'"“”„«»', *POLITE)),
}  # of which a line has one if it holds a thing of such a kind
_NO_PHRASE = "\n"  # a key that no word has
_NO_WORD = " "


class VerbPhrase(Struct, frozen=True, dict=True):
    """A phrase with the verb that it is declared with."""

    verb: Verb
    phrase: Phrase

    @cached_property
    def alike(self) -> frozenset[str]:
        """What people may say for its first word, where that is the verb's name."""
        name = self.verb.name.removeprefix("by rule ").split()[0].casefold()
        is_name = any(name in keys for keys in self.phrase.words[:1])
        return alike(name) if is_name else frozenset()


def _starting(each: VerbPhrase) -> frozenset[str]:
    """The keys of the word that a phrase begins with."""
    return each.phrase.starts()


def _rarest(each: VerbPhrase) -> frozenset[str]:
    """The keys of the word with the fewest, of a phrase that begins with a thing."""
    words = ((_NO_PHRASE,),) if each.phrase.starts() else each.phrase.words
    return frozenset(min(words, key=len, default=()))


class PhraseIndex:
    """Some phrases in order, by words of which a line has to have one to say them.

    ``needs``: these words of a phrase; empty where it needs none. ``by_key``: where the phrases
    stand that need a word, and by a blank those that need none.
    """

    def __init__(
        self, phrases: Sequence[VerbPhrase], needs: Callable[[VerbPhrase], AbstractSet[str]]
    ) -> None:
        self.phrases, self.by_key = phrases, defaultdict[str, list[int]](list)
        for at, each in enumerate(phrases):
            for key in needs(each) or (_NO_WORD,):  # in any order
                self.by_key[key].append(at)

    def among(self, keys: Iterable[str]) -> Sequence[VerbPhrase]:
        """The phrases that a line with these words may say, in order."""
        return [self.phrases[at] for at in self.places(keys)]

    def places(self, keys: Iterable[str]) -> Sequence[int]:
        """Where these phrases stand, in order."""
        return sorted({at for key in (_NO_WORD, *keys) for at in self.by_key.get(key, ())})


class PhraseTable(Struct, frozen=True, dict=True):
    """The phrases of some verbs."""

    verbs: tuple[Verb, ...]

    def _texts(self) -> Mapping[tuple[str, str], Verb]:
        """The phrases as declared, by names of verbs: `use THING` is a verb for each such thing."""
        found: dict[tuple[str, str], Verb] = {}
        for verb in self.verbs:
            for text in verb.phrases:
                found.setdefault((verb.name, text), verb)
        return found

    @cached_property
    def every(self) -> tuple[VerbPhrase, ...]:
        """All phrases: those that are declared, then the names of the verbs."""
        declared = (
            VerbPhrase(verb, phrase)
            for (name, text), verb in self._texts().items()
            for phrase in phrases(text, name)
        )
        named: dict[tuple[str, Shape], Verb] = {}
        for verb in self.verbs:
            named.setdefault((verb.name, verb.shape), verb)
        own = (VerbPhrase(verb, phrase) for verb in named.values() for phrase in _own(verb))
        return (*declared, *own)

    @cached_property
    def said(self) -> tuple[VerbPhrase, ...]:
        """The phrases that may be played."""
        return tuple([each for each in self.every if not each.phrase.offered])

    @cached_property
    def indexed(self) -> Callable[[Callable[[VerbPhrase], AbstractSet[str]]], PhraseIndex]:
        """All phrases by the words that a function tells of each."""
        return cache(lambda needs: PhraseIndex(self.said, needs))

    @cached_property
    def by_things(self) -> Mapping[tuple[Hole, ...], Sequence[int]]:
        """Where phrases stand by the things in them, if these alone may say an order."""
        found: dict[tuple[Hole, ...], list[int]] = {}
        for at, each in enumerate(self.said):
            if not each.phrase.is_vague:
                found.setdefault(each.phrase.holes, []).append(at)
        return found

    @cached_property
    def concepts(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """The words of phrases, by the form of their verbs and by their orders."""
        found: dict[tuple[str, str], set[str]] = {}
        for each in self.said:
            found.setdefault((each.verb.form, each.phrase.order), set()).update(each.phrase.keys)
        return {order: frozenset(keys) for order, keys in found.items()}

    @cached_property
    def names(self) -> NamesSlot:
        """The names of the verbs, also in other forms."""
        names = tuple(verb.name for verb in self.verbs)
        other = {
            " ".join((form, *rest)): name
            for name in names
            for first, *rest in [name.split()]
            for form in forms(first)
        }
        return NamesSlot(names, (), other)

    @cached_property
    def _first(self) -> PhraseIndex:
        """The phrases that come before the exact form."""
        first = ((*each, verb) for each, verb in self._texts().items() if each[1].startswith("!"))
        found = [VerbPhrase(verb, e) for name, text, verb in first for e in phrases(text, name)]
        return PhraseIndex(found, lambda e: min(e.phrase.words, key=len, default=frozenset()))

    @cached_property
    def named_as(self) -> AbstractSet[str]:
        """The verbs of which something is named behind ``as``: ``join as Dan``."""
        return frozenset(each.verb.name for each in self.said if "as" in each.phrase.keys)

    @cached_property
    def may_come_first(self) -> Callable[[str], bool]:
        """Whether a line may be a phrase that comes before the exact form; quickly."""
        return lately(self._may_come_first)

    @cached_property
    def counts(self) -> bool:
        """Whether a phrase that comes before the exact form has a number among its words."""
        return any(key.isdecimal() for each in self._first.phrases for key in each.phrase.keys)

    def _may_come_first(self, text: str) -> bool:
        keys = frozenset((*map(key_of, text.split()), *text[:-1]))  # no mark there leads to more
        likely = [e for e in self._first.among(keys) if e.phrase.may_be(keys)]
        kinds = ([hole.kind.split()[0] for hole in each.phrase.holes] for each in likely)
        marks = ([_MARKS[kind] for kind in some if kind in _MARKS] for some in kinds)
        return any(not any(map(keys.isdisjoint, some)) for some in marks)

    def begun_with(self, words: Sequence[Token]) -> Iterator[VerbPhrase]:
        """The phrases that may be said by a line that begins with these words."""
        first = next((word.key for word in words if not is_quiet(word)), "")
        keys = frozenset([word.key for word in words])
        begun = [self.said[at] for at in self.indexed(_starting).by_key.get(first, ())]
        for each in (*begun, *self.indexed(_rarest).among(keys)):
            if each.phrase.may_be(keys):
                yield each

    def begins(self, key: str) -> bool:
        """Whether a phrase begins with a word."""
        return key in self.indexed(_starting).by_key

    @cached_property
    def verb_names(self) -> AbstractSet[str]:
        """The names of verbs that are one word."""
        return frozenset(verb.name for verb in self.verbs if verb.name.isalpha())

    @cached_property
    def words_of_forms(self) -> AbstractSet[str]:
        """The things that forms of verbs name: ``net`` of ``buy a Net``."""
        forms = chain.from_iterable(verb.form.split() for verb in self.verbs)
        return frozenset(key_of(word) for word in forms if word.istitle() and word[1:].isalpha())

    @cached_property
    def words_of_names(self) -> AbstractSet[str]:
        """The words of the names of verbs."""
        return frozenset(word for verb in self.verbs for word in verb.name.split())

    @cached_property
    def is_mistyped(self) -> Callable[[str], bool]:
        """Whether a word may be a verb with one letter wrong; quickly."""
        return lately(lambda key: not self.begins(key) and any(map(self.begins, self._mended(key))))

    def _mended(self, key: str) -> Sequence[str]:
        """The words of phrases that a word is with one letter wrong."""
        found = mended(key, self._by_letter.get(key[:1], ()))
        swapped = [each for each in found if is_swapped(key, each)]
        return swapped or [*filter(self.begins, found)] or found

    @cached_property
    def _by_letter(self) -> Mapping[str, Sequence[str]]:
        """The words of phrases by their first letter."""
        found: dict[str, list[str]] = {}
        for word in dict.fromkeys(chain.from_iterable(sorted(e.phrase.keys) for e in self.said)):
            found.setdefault(word[:1], []).append(word)
        return found

    def with_words_mended(
        self, words: Sequence[Token], known: AbstractSet[str]
    ) -> tuple[Token, ...]:
        """A line with its words as they were meant, where one letter is wrong; () where none is."""
        found = list(words)
        for at, word in enumerate(words):
            is_word = word.key in known or word.key in self._by_letter.get(word.key[:1], ())
            called = word.text.endswith(",")
            likely = () if is_word or called else self._mended(word.key)
            told = [self.indexed(_starting).by_key.get(each) for each in likely]
            if likely and (not likely[1:] or (told[0] and all(each == told[0] for each in told))):
                found[at] = replace(word, key=likely[0])
        return tuple(found) if found != [*words] else ()


def _own(verb: Verb) -> Iterator[Phrase]:
    """The phrases that a verb's name makes; none for reactions and orders of stewards."""
    words = verb.name.split()
    if verb.stewards_only or not all(map(str.isalnum, "".join(words))):
        return
    said = [f"{verb.name} => {verb.name}"]
    if verb.shape is Shape.BARE:
        said += [f"{verb.name} {filler} => {verb.name}" for filler in verb.fillers]
    else:
        said.append(f"{verb.name} {{text}} => {verb.name} {{text}}")
    yield from chain.from_iterable(phrases(each, verb.name) for each in said)
