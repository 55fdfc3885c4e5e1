"""What a line that is not played may have been meant for: orders by what of the line tells them.

Each order of the verbs in force is held against the line. For it speak the things that the line
names and that it is about, the words of its phrases, and other words for its verb: each word the
more, the fewer verbs have it. Against it speaks, by the same measure, each word that it leaves
over; the words of a player's own text do neither. A place for which the line names nothing holds
the only thing of its kind that there is. What a clause says as a whole is nearest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from math import log

from msgspec import Struct

from wikibot.game.problems import Missing, MissingRoll
from wikibot.game.rolls import Roll
from wikibot.game.understanding.covering import (
    LONGEST,
    MEANT,
    MOST_TELLING,
    MOST_THINGS,
    QUIET,
    SMALL,
    Covering,
    Named,
    is_number,
    order_of,
)
from wikibot.game.understanding.phrase_search import NUMBERED
from wikibot.game.understanding.phrases import Deed, Hole
from wikibot.game.understanding.plain_line import ARTICLES, Token, rolls_of, tokens
from wikibot.game.understanding.slots import (
    Mentions,
    NamesSlot,
    NewName,
    NewText,
    PhraseSlot,
    options_of,
)
from wikibot.game.understanding.spelling import alike
from wikibot.game.understanding.table import PhraseTable
from wikibot.game.understanding.vocabulary import word_set
from wikibot.wikitext.numerals import CARDINALS, integer
from wikibot.wikitext.regex import regex

_PLACE = regex(r"\{[^{}]*\}")
_OTHER = 0.5  # what other words for a verb count
_NUMBER, _IDENTITY = 0.4, 1.3  # what a number counts beside a name's 1, and an identity
_MOST_LED = 8  # clauses
_SMALL = 0.3  # what is left of a small word
_EACH, _FURTHER = 0.6, 0.2  # what each of several things counts, each further word of a name
_UNSAID = 0.5, 0.6  # what is left of one thing, and of several, without a word for the verb
_WAITING, _ASSUMED, _LEFT = 0.5, -0.3, 0.15  # for what waits, without a thing, with words left
_MOST = 2  # times what speaks against what is refused speaks for it
_CLAUSE = 0.6  # for what all of a clause says
_NEAR, _TELLING = 0.4, 0.35  # the least that speaks for an order, for its verb
_LIGHT = (QUIET | SMALL | MEANT) - {"no", "not", "nothing"}
_MUTE = ARTICLES | {"of", "i", "is", "and"}
_OWNING = word_set("my mine our your yours")
_LONG = 10  # digits of what is no number here
_NONE: Mapping[int, float] = {}
_LACKED = 0.5  # what a word says that names what an order lacks
_NEVER_ASSUMED = ("text", "number", "new name")
Evidence = Mapping[int, float]
NearAnswer = tuple[str, tuple[Roll, ...], Evidence]
Shape = tuple[str, tuple[Hole, ...]]
_NO_WORTH: Mapping[Shape, float] = {("", ()): 0.0}


class NearOrder(Struct, frozen=True):
    """An order, and what each word of the line, by its place, says for it; what the others say."""

    order: str
    evidence: Evidence
    score: float
    left: float = 0

    @property
    def is_most(self) -> bool:
        """Whether the line says little else."""
        return sum(self.evidence.values()) > _MOST * self.left


class OrderForm(Struct, frozen=True):
    """An order with places for things, and how much each word says for it, up to 1.

    ``is_bare``: a phrase says it by things alone.
    """

    order: str
    holes: tuple[Hole, ...]
    words: Mapping[str, float]
    is_bare: bool


class OrderWords(Struct, frozen=True, dict=True):
    """The orders of some verbs, and the words that tell them."""

    table: PhraseTable

    @cached_property
    def forms(self) -> Mapping[Shape, OrderForm]:
        """All orders, by what is written and the places in it."""
        own, verbs = dict[tuple[str, str], set[str]](), dict[str, set[str]]()
        for verb in self.table.verbs:
            more = (alike(verb.name.split()[0]), *map(str.split, verb.hints))
            verbs.setdefault(verb.name, set()).update(*more)
        for each in self.table.every:
            order = (each.verb.name, _PLACE.sub("{}", each.phrase.order))
            own.setdefault(order, set()).update(each.phrase.keys)
            verbs[each.verb.name].update(each.phrase.keys)
        of_orders, of_verbs = _rarity(own.values()), _rarity(verbs.values())
        bare = {(e.phrase.order, e.phrase.holes) for e in self.table.every if not e.phrase.words}
        found = dict[Shape, OrderForm]()
        for each in self.table.every:
            name, shape = each.verb.name, (each.phrase.order, each.phrase.holes)
            if shape not in found and name != "help":
                others = {key: _OTHER * of_verbs[key] for key in verbs[name]}
                its_own = {key: of_orders[key] for key in own[name, _PLACE.sub("{}", shape[0])]}
                words = {
                    key: max(others.get(key, 0), its_own.get(key, 0))
                    * (_SMALL if key in _LIGHT else 1)
                    for key in {**others, **its_own}
                    if key not in _MUTE and not is_number(key)
                }
                found[shape] = OrderForm(*shape, words, shape in bare)
        return found

    @cached_property
    def by_word(self) -> Mapping[str, Mapping[Shape, float]]:
        """For each word the orders that it tells, and how much it says for each."""
        found = dict[str, dict[Shape, float]]()
        for shape, form in self.forms.items():
            for key, worth in form.words.items():
                found.setdefault(key, {})[shape] = worth
        return found


def _rarity(sets: Iterable[Iterable[str]]) -> Mapping[str, float]:
    """1 for a word of one of some sets of words, down to 0 for one that all have."""
    every = [*sets]
    counts = Counter(chain.from_iterable(every))
    return {key: 1 - log(count) / log(len(every) + 1) for key, count in counts.items()}


def without_owners(words: Sequence[Token]) -> tuple[Token, ...]:
    """Words without whose the things are: ``3 of my herbs``."""
    keys = [*(word.key for word in words), ""]
    return tuple(
        word for at, word in enumerate(words)
        if keys[at] not in _OWNING and not (keys[at] == "of" and keys[at + 1] in _OWNING)
    )  # fmt: skip


class Offers(Covering):
    """The orders that one line may have been meant for."""

    lexicon: OrderWords

    def ranked(self, lexicon: OrderWords) -> Sequence[NearOrder]:
        """Those for which something speaks, the likeliest first."""
        self.lexicon = lexicon
        best = dict[str, NearOrder]()
        ways = (self._answers_to_it, self._in_clauses, self._in_any_order)
        for offer in chain.from_iterable(way() for way in ways):
            if offer.order in self._refused:
                continue
            known = best.get(offer.order)
            if known is None or known.score < offer.score:
                best[offer.order] = offer
        return sorted(best.values(), key=lambda each: -each.score)

    def answering(self, missing: Missing, told: Evidence) -> NearAnswer | None:
        """The first answer to what an order lacks that words name beside those that tell it.

        A name among those that may be chosen, or any number; rolls for all dice that are asked for.
        And what each word that says so says for the order.
        """
        numbers = [at for at in self._numbers if at not in told]
        if isinstance(missing, MissingRoll):
            rolls = self.rolls(missing.asks, told)
            return ("", rolls, dict.fromkeys(numbers, _LACKED)) if rolls else None
        names = NamesSlot(missing.answers, ("space", "option", "number"))
        numbered = (Named(at, at + 1, self.keys[at]) for at in numbers)
        found = islice(self._things(names), MOST_THINGS) if missing.answers else numbered
        last = max(told.keys() & self._numbers, default=-1)  # what is named next is what comes next
        for each in sorted(found, key=lambda each: each.start <= last):
            places = range(each.start, each.end)
            said = self.keys[each.start : each.end]
            if not (any(at in told for at in places) or said in (["yes"], ["no"])):
                return each.spelled, (), dict.fromkeys(places, _LACKED)
        return None

    def rolls(self, asks: str, told: Evidence = _NONE) -> tuple[Roll, ...]:
        """The rolls that something asks for, where all numbers but those told are their faces.

        A number right before a thing says how many of it there are.
        """
        there = [at for at in self._numbers if at not in told]
        behind = {key for at in there for key in self.keys[at + 1 : at + 2]}
        if any(map(self._names, behind - QUIET)):
            return ()
        said = (self.keys[at] for at in there)
        faces = [CARDINALS[key] if key in CARDINALS else integer(key) for key in said]
        return rolls_of(faces, asks)

    @cached_property
    def _numbers(self) -> Sequence[int]:
        there = enumerate(self.keys)
        said = CARDINALS.keys() - ARTICLES
        return [at for at, k in there if k in said or (k.isdecimal() and len(k) < _LONG)]

    def _answers_to_it(self) -> Iterator[NearOrder]:
        """Answers to the only thing that waits: what is named, or all that is not refused."""
        told = {
            each.spelled: dict.fromkeys(range(each.start, each.end), 1.0)
            for each in reversed(self.named("answer") if self.situation.options else ())
        }
        for each in self.situation.options if self._refused else told:
            yield from self._offer(f"choose {each}", told.get(each, {0: 1.0}), _WAITING)

    @cached_property
    def _refused(self) -> frozenset[str]:
        """The answers to the only thing that waits that the line does not want."""
        found = self.named("answer") if self.situation.options else ()
        unwanted = (each for each in found if self.keys[max(each.start - 1, 0)] == "not")
        return frozenset(f"choose {each.spelled}" for each in unwanted)

    def _in_clauses(self) -> Iterator[NearOrder]:
        """Orders that all words of a clause say: in brackets, behind a dash or a remark."""
        clauses = self._clauses[:_MOST_LED]
        for start, end in clauses if len(self.words) <= LONGEST else ():
            part = Covering(self.words[start:end], self.table, self.situation, is_rest=True)
            exact = [self._reader.text(at, end) for at in sorted(self._begins) if start <= at < end]
            others = (*part.whole(mends=False), *part.in_any_order()) if clauses[1:] else ()
            ways = (exact, *others)
            for order in chain.from_iterable(ways):
                told = self._said_by(order, range(start, end))
                if any(told.values()):
                    yield from self._offer(order, told, _CLAUSE)

    def _said_by(self, order: str, places: Iterable[int]) -> Evidence:
        """What words say for an order that has a part of each; those of its own text nothing."""
        names = (each.name for each in self.table.verbs if each.is_free)
        verb = max((each for each in names if order.startswith(each)), key=len, default=order)
        text = order.partition(": ")[2] or order.removeprefix(verb)
        own = {word.key for word in tokens(text)} if verb != order else frozenset[str]()
        return {at: 0.0 if self.keys[at] in own else self._weights[at] for at in places}

    @cached_property
    def _weights(self) -> Sequence[float]:
        """What each word says, for the orders that have a part of it, against the others."""
        return [*map(self._weight, self.keys)]

    def _weight(self, key: str) -> float:
        if key in QUIET:
            return 0.0
        if NUMBERED.fullmatch(key):
            return _IDENTITY
        if is_number(key) or key in MEANT:
            return _NUMBER
        return 1.0 if self._names(key) else max(self.lexicon.by_word.get(key, _NO_WORTH).values())

    def _in_any_order(self) -> Iterator[NearOrder]:
        """Orders of which words or things stand anywhere in the line."""
        told, by_word = dict[Shape, dict[int, float]](), self.lexicon.by_word
        for at, key in enumerate(self.keys[:LONGEST]):
            for shape, worth in by_word.get(key, {}).items():
                told.setdefault(shape, {})[at] = worth
        is_long = len(self._telling_words) > MOST_TELLING
        for shape, form in () if is_long else self.lexicon.forms.items():
            words = told.get(shape, {})
            is_told = max(words.values(), default=0) >= _TELLING
            if is_told or (form.holes and not any(map(self._is_free, form.holes))):
                for things, _ in self._ways(form.holes):
                    yield from self._with_things(form, words, things)

    def _with_things(
        self, form: OrderForm, words: Evidence, things: Mapping[str, Named]
    ) -> Iterator[NearOrder]:
        parts = [part for each in things.values() for part in each.spelled.split(", ")]
        if len({*parts}) < len(parts):
            return
        named, count, assumed = dict[int, float](), 0.0, 0
        for hole in form.holes:
            worth = self._worth_of(things[hole.name], self.slots.get(hole.kind))
            named |= worth
            count += len({*worth}) and (1 if max(worth.values()) > _NUMBER else 0.5)
            assumed += not worth and bool(things[hole.name].spelled)
        rest = {at: worth for at, worth in words.items() if at not in named}
        if not (form.is_bare or max(rest.values(), default=0) >= _TELLING):
            named = {at: worth * _UNSAID[count > 1] for at, worth in named.items()}
        order = order_of(form.order, things)
        yield from self._offer(order, rest | named, _ASSUMED * assumed)

    def _worth_of(self, thing: Named, slot: PhraseSlot | None) -> Evidence:
        """What each word of a thing says for an order with it."""
        places = [at for at in range(thing.start, thing.end) if self.keys[at] not in QUIET]
        share, worth = (1 + _FURTHER * (len(places) - 1)) / max(1, len(places)), dict[int, float]()
        for at in places:
            key, each = self.keys[at], _EACH if isinstance(slot, Mentions) else share
            is_small = is_number(key) or key in _LIGHT
            is_id = NUMBERED.fullmatch(key) is not None
            worth[at] = _IDENTITY if is_id else each * (_NUMBER if is_small else 1)
            worth[at] *= not isinstance(slot, NewText) or isinstance(slot, NewName)
        return worth

    def named(self, kind: str) -> tuple[Named, ...]:
        """The things of a kind that the line names; or else the only one that there is."""
        if kind not in self._named:
            slot = self.slots.get(kind)
            if isinstance(slot, Deed):  # whatever its verb: the words for that are weighed
                about = self._things(slot.about) if slot.about else (Named(0, 0, ""),)
                self._named[kind] = tuple(islice(about, MOST_THINGS))
            elif not super().named(kind) and slot and kind not in _NEVER_ASSUMED:
                only = options_of(slot) or ()
                is_player = {each.value for each in only} <= {*self.situation.others}
                others = self.named("player") if only and is_player else ()
                self._named[kind] = others or tuple(
                    Named(0, 0, each.value) for each in only[:1] if not only[1:]
                )
        return super().named(kind)

    def _texts(self, slot: PhraseSlot) -> Iterator[Named]:
        """Those of a line that is read in other words; or a new name in it, or its last clause."""
        found = [*super()._texts(slot)]
        found = found or [each for each in self._new_names(slot) if self._is_new(each)]
        for start, end in self._clauses[-1:] if self._clauses[1:] and not found else ():
            found += [Named(start, end, e) for e in slot.read(self._reader.text(start, end))]
        return iter(found)

    def _is_new(self, name: Named) -> bool:
        """Whether it is at the end of the line, and of nothing that there is."""
        at_end = 0 < name.start and name.end == len(self.words)
        return at_end and not any(map(self._names, self.keys[name.start : name.end]))

    def _offer(self, order: str, told: Evidence, bonus: float) -> Iterator[NearOrder]:
        """The order, if enough speaks for it."""
        evidence = sum(told.values())
        if evidence + min(bonus, 0) >= _NEAR:
            left = sum(each for at, each in enumerate(self._weights) if at not in told)
            yield NearOrder(order, told, evidence + bonus - left * _LEFT, left)

    def _names(self, key: str) -> bool:
        return key in self.situation.name_words
