"""A phrase and the words of a line in its order: where they match, and with which things.

A word of the phrase stands in the line, perhaps behind articles; a thing takes as many words as
its slot reads, up to the next word of the phrase or to a place where an order may end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache

from wikibot.game.understanding.phrases import Deed, Hole, Part, Phrase, PhraseWord, Slots
from wikibot.game.understanding.plain_line import Token, is_decoration, is_quiet, key_of, said
from wikibot.game.understanding.slots import MOST_READINGS, AnyText, Raw, Things, WordsSlot
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.regex import regex

_MOST_WORDS, _MOST_RAW = 16, 40  # of a thing, of free text before other words
_MOST_STEPS = 1000  # of matching one phrase with one line
NUMBERED = regex(r"[a-z]\d+")  # names such as P1


class SlotReader:
    """What slots read in parts of some words; each part is read once for all phrases."""

    def __init__(self, words: Sequence[Token], slots: Slots) -> None:
        self.words, self.slots = words, slots
        self.read: Callable[[str, int, int], tuple[str, ...]] = cache(self._read)
        self.text: Callable[[int, int], str] = cache(
            lambda start, end: said(self.words[start:end])  # without the marks at their ends
        )
        self.may_hold: Callable[[str], bool] = cache(self._may_hold)
        self._all_keys = frozenset([key_of(word.text) for word in words])

    def _may_hold(self, kind: str) -> bool:
        """Whether the words may hold something of a kind, as far as that is told quickly."""
        slot = self.slots.get(kind)
        return not isinstance(slot, Deed) or slot.may_be(self._all_keys)

    def _read(self, kind: str, start: int, end: int) -> tuple[str, ...]:
        """What a slot of a kind reads in the words from ``start`` up to ``end``."""
        slot = self.slots.get(kind)
        if slot is None:
            return ()
        if isinstance(slot, WordsSlot):
            return slot.read_words(self.words[start:end])
        if isinstance(slot, Raw):
            return slot.read(" ".join(word.text for word in self.words[start:end]))
        return slot.read(self.text(start, end))


def in_order(
    phrase: Phrase, reader: SlotReader, start: int, ends: Collection[int]
) -> Sequence[tuple[str, int]]:
    """The orders that words from ``start`` say by a phrase, each with the place where it ends."""
    search = _PhraseSearch(reader, ends)
    ways = search.ways(phrase.parts, start)
    free = [hole.name for hole in phrase.holes if isinstance(reader.slots.get(hole.kind), AnyText)]
    found = dict.fromkeys(
        (filled(phrase.order, things), end)
        for things, end in ways
        if not any(_names_again(things, name) for name in free)
    )
    return [*found][:MOST_READINGS]


def _names_again(things: Mapping[str, str], free: str) -> bool:
    """Whether a free text has the identity of a thing beside it, so that it is no text alone."""
    words = frozenset(map(key_of, things[free].split()))
    named = (fold(thing) for name, thing in things.items() if name != free)
    return any(NUMBERED.fullmatch(each) and each in words for each in named)


class _PhraseSearch:
    """The ways in which the parts of one phrase match words of one line, up to one of its ends."""

    def __init__(self, reader: SlotReader, ends: Collection[int]) -> None:
        self._words, self._slots, self._reader = reader.words, reader.slots, reader
        self._at_end, self._steps = ends, 0

    def ways(self, parts: Sequence[Part], at: int) -> Iterator[tuple[Mapping[str, str], int]]:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            return
        if not parts:
            while (
                at not in self._at_end and at < len(self._words) and is_decoration(self._words[at])
            ):
                at += 1
            if at in self._at_end:
                yield {}, at
            return
        part, rest = parts[0], parts[1:]
        if isinstance(part, PhraseWord):
            end = self._past(part, at)
            yield from self.ways(rest, end) if end else ()
            return
        for behind, spelled in self._thing(part.kind, rest, at):
            for way, end in self.ways(rest, behind):
                if way.get(part.name, spelled) == spelled:  # a place that is named twice
                    yield {part.name: spelled, **way}, end

    def _thing(self, kind: str, rest: Sequence[Part], at: int) -> Iterator[tuple[int, str]]:
        """Where a thing may end that begins there, and what it is."""
        if kind.endswith("!"):
            slot = self._slots.get(kind.rstrip("!"))
            only = slot.only() if isinstance(slot, Things) else ()
            yield from ((at, spelled) for spelled in only)
            return
        longest = _MOST_RAW if isinstance(self._slots.get(kind), Raw) else _MOST_WORDS
        for end in self._until(rest, at, longest):
            yield from ((end, spelled) for spelled in self._reader.read(kind, at, end))

    def _past(self, part: PhraseWord, at: int) -> int:
        """Where a word ends that stands there, perhaps behind articles; 0: it does not."""
        while at < len(self._words):
            word = self._words[at]
            if word.key in part.keys:
                return at + 1 if not part.leads or self._leads(at) else 0
            if not is_quiet(word):
                return 0
            at += 1
        return 0

    def _leads(self, at: int) -> bool:
        """Whether a colon or a dash stands behind a word."""
        behind = self._words[at + 1].text if at + 1 < len(self._words) else ""
        return self._words[at].text.endswith((":", " -", "–", "—")) or behind[:1] in tuple("-–—:")

    def _until(self, rest: Sequence[Part], at: int, longest: int) -> Iterator[int]:
        """Where a thing of at most so many words may end that begins there."""
        if not rest:
            for end in self._at_end:
                if at < end and (end - at <= longest or longest == _MOST_RAW):
                    yield end
            return
        following = rest[0]
        for end in range(at + 1, min(len(self._words), at + longest + 1)):
            if isinstance(following, Hole) or self._words[end].key in following.keys:
                yield end


def filled(order: str, things: Mapping[str, str]) -> str:
    """An order with what stands in its places."""
    for name, spelled in things.items():
        order = order.replace(f"{{{name}}}", spelled)
    return order
