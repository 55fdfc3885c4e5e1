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
  number), ``{text}`` (any words), ``{answer}`` (of what waits), ``{verb}``.
- ``{kind!}`` in the order takes no words: it is the only such thing that is open.
- Behind ``=>`` stands the line in exact form. Without it the order is the verb's name with the
  things in their order behind it.
- A ``!`` in front: the phrase comes before the exact form, and before the question whether the
  line is talk (``!what can I do => help``). For phrases that say something else than the exact form
  would make of them.
- What the speaker puts around it (``I'd like to ..., please``) is gone by then.

The rules still have their say: a phrase is played only where its order can be played, and two
different orders are never decided between. So a phrase may be broad in its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from msgspec import Struct

from wikibot.game.understanding.deeds import Deed, keys_of
from wikibot.game.understanding.plain_line import ARTICLES, Token, is_decoration, said
from wikibot.game.understanding.slots.base import MOST_READINGS, PhraseSlot, Raw
from wikibot.game.understanding.slots.things import Things
from wikibot.game.understanding.spelling import forms
from wikibot.wikitext.dialect import fold

_MOST_WORDS, _MOST_RAW = 16, 40  # of a thing, of free text before other words
_ONLY = re.compile(r"\{([^{}]+!)\}")
_MOST_STEPS = 1000  # of matching one phrase with one line
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


class Phrase(Struct, frozen=True):
    """A phrase without options: its parts in a row, and the order that it stands for.

    ``first``: it comes before the exact form.
    """

    parts: tuple[Part, ...]
    order: str
    first: bool = False

    def starts(self) -> frozenset[str]:
        """The keys of its first word; none where it begins with a thing."""
        part = self.parts[0]
        return part.keys if isinstance(part, PhraseWord) else frozenset()


def comes_first(declared: str) -> bool:
    """Whether a declared phrase comes before the exact form."""
    return declared.startswith("!")


@lru_cache(maxsize=2048)
def phrases(declared: str, verb: str) -> tuple[Phrase, ...]:
    """A declared phrase of a verb, once for each way of leaving out what may be left out."""
    pattern, arrow, order = declared.partition("=>")
    first, found = comes_first(declared), []
    for parts in _ways(pattern.lstrip("!").strip()):
        holes = [part.name for part in parts if isinstance(part, Hole)]
        only = (Hole(name, name) for name in _ONLY.findall(order) if name not in holes)
        means = order.strip() if arrow else " ".join((verb, *(f"{{{name}}}" for name in holes)))
        found.append(Phrase(_inflected((*parts, *only)), means, first))
    return tuple(dict.fromkeys(each for each in found if each.parts))


def _inflected(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Parts with all forms of the verb that they begin with."""
    if not parts or not isinstance(parts[0], PhraseWord):
        return parts
    first = parts[0]
    keys = (form for key in first.keys for form in (forms(key) if key[:1] != "=" else (key[1:],)))
    return (PhraseWord(frozenset(keys), first.leads), *parts[1:])


def _ways(pattern: str) -> Iterator[tuple[Part, ...]]:
    """The parts of a pattern with and without each group in round brackets."""
    pieces: list[tuple[tuple[Part, ...], ...]] = []
    for index, piece in enumerate(pattern.replace(")", "(").split("(")):
        parts = tuple(_parts(piece))
        if parts:
            pieces.append((parts, ()) if index % 2 else (parts,))
    for chosen in product(*pieces):
        yield tuple(part for parts in chosen for part in parts)


def _parts(text: str) -> Iterator[Part]:
    while text.strip():
        text = text.strip()
        if text.startswith("{"):
            name, _, text = text[1:].partition("}")
            yield Hole(name, name.partition(":")[0])
        else:
            word, _, text = text.partition(" ")
            yield PhraseWord(frozenset(map(fold, word.rstrip(":").split("|"))), word.endswith(":"))


# -- matching ------------------------------------------------------------------------------------


class SlotReader:
    """What slots read in parts of some words; each part is read once for all phrases."""

    def __init__(self, words: Sequence[Token], slots: Slots) -> None:
        self.words, self.slots = words, slots
        self._texts: dict[tuple[int, int], str] = {}
        self._keys: dict[tuple[int, int], frozenset[str]] = {}
        self._read: dict[tuple[str, int, int], tuple[str, ...]] = {}

    def read(self, kind: str, start: int, end: int) -> tuple[str, ...]:
        """What a slot of a kind reads in the words from ``start`` up to ``end``."""
        where = (kind, start, end)
        if where not in self._read:
            slot = self.slots.get(kind)
            self._read[where] = self._found(slot, start, end) if slot else ()
        return self._read[where]

    def text(self, start: int, end: int) -> str:
        """These words as text, without the marks at its ends."""
        where = (start, end)
        if where not in self._texts:
            self._texts[where] = said(self.words[start:end])
        return self._texts[where]

    def _found(self, slot: PhraseSlot, start: int, end: int) -> tuple[str, ...]:
        if isinstance(slot, Raw):
            return slot.read(" ".join(word.text for word in self.words[start:end]))
        text, where = self.text(start, end), (start, end)
        if not isinstance(slot, Deed):
            return slot.read(text)
        if where not in self._keys:
            self._keys[where] = keys_of(text)
        return slot.read_by_keys(text, self._keys[where])


def orders(phrase: Phrase, reader: SlotReader) -> tuple[str, ...]:
    """The orders in exact form that a line says by a phrase; none where it does not say it."""
    search = _PhraseSearch(reader)
    found = dict.fromkeys(_filled(phrase.order, way) for way in search.ways(phrase.parts, 0))
    return tuple(found)[:MOST_READINGS]


def _filled(order: str, things: Mapping[str, str]) -> str:
    for name, spelled in things.items():
        order = order.replace(f"{{{name}}}", spelled)
    return order


class _PhraseSearch:
    """The ways in which the parts of one phrase match the words of one line."""

    def __init__(self, reader: SlotReader) -> None:
        self._words, self._slots, self._reader = reader.words, reader.slots, reader
        self._steps = 0

    def ways(self, parts: Sequence[Part], at: int) -> Iterator[Mapping[str, str]]:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            return
        if not parts:
            if all(map(is_decoration, self._words[at:])):
                yield {}
            return
        part, rest = parts[0], parts[1:]
        if isinstance(part, PhraseWord):
            end = self._past(part, at)
            yield from self.ways(rest, end) if end else ()
            return
        for end, spelled in self._filled(part.kind, rest, at):
            for way in self.ways(rest, end):
                yield {part.name: spelled, **way}

    def _filled(self, kind: str, rest: Sequence[Part], at: int) -> Iterator[tuple[int, str]]:
        """Where a thing may end that begins there, and what it is."""
        if kind.endswith("!"):
            yield from ((at, spelled) for spelled in self._only(kind))
            return
        longest = _MOST_RAW if isinstance(self._slots.get(kind), Raw) else _MOST_WORDS
        for end in self._ends(rest, at, longest):
            yield from ((end, spelled) for spelled in self._reader.read(kind, at, end))

    def _only(self, kind: str) -> tuple[str, ...]:
        slot = self._slots.get(kind.rstrip("!"))
        return slot.only() if isinstance(slot, Things) else ()

    def _past(self, part: PhraseWord, at: int) -> int:
        """Where a word ends that stands there, perhaps behind articles; 0: it does not."""
        while at < len(self._words):
            word = self._words[at]
            if word.key in part.keys:
                return at + 1 if not part.leads or self._leads(at) else 0
            if not is_decoration(word) and word.key not in ARTICLES:
                return 0
            at += 1
        return 0

    def _leads(self, at: int) -> bool:
        """Whether a colon or a dash stands behind a word."""
        behind = self._words[at + 1].text if at + 1 < len(self._words) else ""
        return self._words[at].text.endswith((":", " -", "–", "—")) or behind[:1] in tuple("-–—:")

    def _ends(self, rest: Sequence[Part], at: int, longest: int) -> Iterator[int]:
        """Where a thing of at most so many words may end that begins there."""
        last = len(self._words)
        if not rest:
            if at < last and (last - at <= longest or longest == _MOST_RAW):
                yield last
            return
        following = rest[0]
        for end in range(at + 1, min(last, at + longest + 1)):
            if isinstance(following, Hole) or self._words[end].key in following.keys:
                yield end
