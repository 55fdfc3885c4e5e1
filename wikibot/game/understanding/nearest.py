"""What a line may have been meant for that says it in no known way: orders to show, never to play.

An order is made of the words of a verb that stand anywhere in the line and of the things that the
line names. The engine tries it, and an answer shows those that could be played, filled in. The more
of the line an order explains, the likelier it is. Where a verb is known, its form is filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from msgspec import Struct

from wikibot.game.understanding.deeds import GLUE, Deed
from wikibot.game.understanding.phrases import Hole, Phrase, PhraseWord, SlotReader, Slots
from wikibot.game.understanding.plain_line import ARTICLES, is_mark, tokens
from wikibot.game.understanding.situation import Situation
from wikibot.game.understanding.slots.base import AnyText, PhraseSlot
from wikibot.game.understanding.slots.things import Mentions
from wikibot.game.understanding.table import PhraseTable, VerbPhrase

MOST = 12  # orders for one line
LONGEST = 18
_LONGEST_NAME, _LONGEST_LIST = 5, 12  # words
_MOST_THINGS = 4  # of one kind
_MOST_WAYS = 12  # of filling one phrase
_MOST_READ = 400  # texts that are read for the things in one line
_NO_ORDER = GLUE | frozenset(("my", "on", "turn", "phase", "i", "here", "is", "it's", "ok"))
_NONSENSE = ("qzx vqj", "qzx: vqj")  # name nothing
SMALL = GLUE | ARTICLES | frozenset((
    "on", "at", "into", "out", "up", "it", "is", "no", "not", "me", "gets", "get", "here", "are",
    "have", "has", "with", "i", "it's", "also", "too",
))  # fmt: skip


def _is_word(key: str) -> bool:
    return any(map(str.isalnum, key))


class Named(Struct, frozen=True):
    """A thing that words of a line name, as an order has it: from word ``start`` up to ``end``."""

    start: int
    end: int
    spelled: str


def says_no_order(text: str) -> bool:
    """Whether a line without its dice says nothing of what is done: ``my turn!``."""
    words = tokens(text)[:LONGEST]
    return all(word.key in _NO_ORDER or is_mark(word) for word in words)


def likely(line: WordedLine, table: PhraseTable, situation: Situation) -> tuple[str, ...]:
    """Orders in exact form without dice that a line may have been meant for, likeliest first.

    A line that says no order may have been meant for any.
    """
    if all(key in _NO_ORDER or not _is_word(key) for key in line.keys):
        return tuple(dict.fromkeys(each.verb.name for each in table.said))
    found = dict[str, float]()
    if situation.options:
        for named in line.named("answer"):
            found.setdefault(f"choose {named.spelled}", 1.0 * (named.end - named.start))
    for each in line.telling(table):
        for order, score in line.orders(each):
            found[order] = max(score, found.get(order, 0.0))
    return tuple(sorted(found, key=lambda order: -found[order]))[:MOST]


def _any_word(each: VerbPhrase) -> frozenset[str]:
    return each.keys


class WordedLine:
    """The words of one line, and the things that they name, each kind looked for once.

    ``is_cut``: it has more words than are looked at.
    """

    def __init__(self, text: str, slots: Slots) -> None:
        words = tokens(text)
        self._words, self._slots, self.is_cut = words[:LONGEST], slots, len(words) > LONGEST
        self.keys = [word.key for word in self._words]
        self._reader = SlotReader(self._words, slots)
        self.there = frozenset(self.keys)
        self._telling = self.there - SMALL
        self._free: dict[str, bool] = {}
        self._named: dict[str, tuple[Named, ...]] = {}
        self._told_by: dict[tuple[Hole, ...], bool] = {}
        self._left = _MOST_READ

    def telling(self, table: PhraseTable) -> Iterator[VerbPhrase]:
        """The phrases that may make an order of the line, in the order of the table.

        Those that have one of its telling words, and those of which it may name all things; not
        those of whose things it is known by then that they are not all of it.
        """
        told, refuted = set(table.indexed(_any_word).places(self._telling)), set[int]()
        for at, group in enumerate(table.groups_of_things):
            if at in told:
                yield table.said[at]
            elif group >= 0 and group not in refuted:
                each = table.said[at]
                yield each
                if self._told_by.get(each.holes) is False:
                    refuted.add(group)

    def orders(self, each: VerbPhrase) -> Iterator[tuple[str, float]]:
        """The orders that a phrase makes of the line, and how much of it each explains."""
        words, holes = each.words, each.holes
        is_untold = bool(words) and self._telling.isdisjoint(each.keys)
        if is_untold and (each.is_vague or not self.there.isdisjoint(words[0].keys)):
            return  # small words and vague things alone say no order
        at = self._place(words[0]) if words else 0
        hits = 0 if is_untold else sum(self._tells(word) for word in words)
        is_things = not words and not any(map(self.deed, holes))
        if any(map(self.is_free, holes)) and self.there.isdisjoint(each.names):
            return  # any line at all would be a title
        if is_untold and not self._is_told_by(holes):
            return
        missing = sum(self._place(word) is None for word in words)
        for things in islice(self.fillings(holes, at if words else None), _MOST_WAYS):
            if (at is None or is_things) and not self._is_all(words, things):
                continue  # without its verb it has to explain all of the line
            explained = sum(thing.end - thing.start for thing in things.values())
            score = hits + explained - 0.5 * missing - 0.01 * (at or 0)
            yield order_of_phrase(each.phrase, things), score

    def _is_told_by(self, holes: tuple[Hole, ...]) -> bool:
        """Whether things alone may be all that the line says."""
        if holes not in self._told_by:
            ways = islice(self.fillings(holes, None), _MOST_WAYS)
            self._told_by[holes] = any(self._is_all((), things) for things in ways)
        return self._told_by[holes]

    def _is_all(self, words: Sequence[PhraseWord], things: Mapping[str, Named]) -> bool:
        """Whether the words and things of a phrase are all that the line says."""
        taken = {at for thing in things.values() for at in range(thing.start, thing.end)}
        rest = [key for at, key in enumerate(self.keys) if at not in taken and key not in SMALL]
        said = (key for key in rest if any(map(str.isalnum, key)))
        return bool(things) and all(any(key in word.keys for word in words) for key in said)

    def _place(self, word: PhraseWord) -> int | None:
        if self.there.isdisjoint(word.keys):
            return None
        return next((at for at, key in enumerate(self.keys) if key in word.keys), None)

    def _tells(self, word: PhraseWord) -> bool:
        return not self._telling.isdisjoint(word.keys)

    def is_free(self, hole: Hole) -> bool:
        """Whether anything may stand in a place."""
        if hole.kind not in self._free:
            slot = self._slots.get(hole.kind)
            self._free[hole.kind] = slot is not None and any(map(slot.read, _NONSENSE))
        return self._free[hole.kind]

    def deed(self, hole: Hole) -> Deed | None:
        """What is told there in words of any order; None where a thing is named."""
        slot = self._slots.get(hole.kind)
        return slot if isinstance(slot, Deed) else None

    def fillings(self, holes: Sequence[Hole], verb: int | None) -> Iterator[Mapping[str, Named]]:
        """The ways of giving each place a thing, no word to two of them, nor that of the verb."""
        for things in product(*(self.named(hole.kind) for hole in holes)):
            taken = [at for thing in things for at in range(thing.start, thing.end)]
            taken += [] if verb is None else [verb]
            if len(taken) == len(set(taken)):
                yield {hole.name: thing for hole, thing in zip(holes, things, strict=True)}

    def named(self, kind: str) -> tuple[Named, ...]:
        """The things of a kind that the line names, from left to right."""
        if kind not in self._named:
            slot = self._slots.get(kind)
            found = self._found(slot) if slot and not isinstance(slot, AnyText) else ()
            self._named[kind] = tuple(islice(found, _MOST_THINGS))
        return self._named[kind]

    def _found(self, slot: PhraseSlot) -> Iterator[Named]:
        if isinstance(slot, Deed):
            if slot.is_told(self.keys):
                count = len(slot.needs)
                yield from self._found(slot.about) if slot.about else (Named(0, count, ""),)
            return
        longest = _LONGEST_LIST if isinstance(slot, Mentions) else _LONGEST_NAME
        at = 0
        while at < len(self._words) and self._left > 0:
            for end in range(min(at + longest, len(self._words)), at, -1):
                self._left -= 1
                spelled = slot.read(self._reader.text(at, end))
                if spelled:
                    yield from (Named(at, end, each) for each in spelled)
                    at = at if isinstance(slot, Mentions) else end - 1  # a list may begin later
                    break
            at += 1


def order_of_phrase(phrase: Phrase, things: Mapping[str, Named]) -> str:
    """What a phrase stands for, with these things in its places."""
    order = phrase.order
    for name, thing in things.items():
        order = order.replace(f"{{{name}}}", thing.spelled)
    return " ".join(order.split())
