"""What a line that is not played may have been meant for: orders by what of the line tells them.

Each order that the verbs in force have is held against the line. For it speak the things that the
line names and that it is about, the words of its phrases, other words for its verb, and those of
its rule: each word as much as few verbs have it. Against it speak names and numbers that it leaves
over, and words of other verbs. A place for which the line names nothing holds the only thing of its
kind that there is.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, islice, pairwise
from math import log

from msgspec import Struct

from wikibot.game.understanding.covering import MEANT, NAMING_NOTHING, QUIET, SMALL, Covering, Named, is_number
from wikibot.game.understanding.phrase_search import NUMBERED, filled, in_order
from wikibot.game.understanding.phrases import Deed, Hole
from wikibot.game.understanding.plain_line import ARTICLES, key_of, tokens
from wikibot.game.understanding.slots import AmountsSlot, Mentions, NamedText, Things, options_of
from wikibot.game.understanding.spelling import alike
from wikibot.game.understanding.table import PhraseTable
from wikibot.wikitext.regex import regex


def P(n, d):
    return float(os.environ.get(n, d))


_PLACE = regex(r"\{[^{}]*\}")
_MOST_WAYS, _MOST_TRIED = 12, 16
_ALIKE, _RULE = P("ALIKE", 0.5), P("RULE", 0.4)  # what other words for a verb count, and its rule's
_NAME, _NUMBER, _TEXT = 1.0, P("NUMBER", 0.4), P("TEXT", 0.3)  # what things count
_ID, _ONLY, _FREE = P("ID", 1.3), P("ONLY", 0.3), P("FREE", 0.35)
_MORE, _EACH = P("WORDS", 0.2), P("EACH", 0.6)
_IN_ORDER, _TURNED, _LEFT = P("INORDER", 0.3), 0.15, P("LEFT", 0.2)
_UNSAID, _UNSAID2, _WAITS, _SPOKEN = P("UNSAID", 0.5), P("UNSAID2", 0.6), 0.5, P("SPOKEN", 0.35)
_NEAR = P("NEAR", 0.5)  # the least evidence
_LIGHT = (QUIET | SMALL | MEANT) - {"no", "not", "nothing"}
_MUTE = ARTICLES | frozenset(["of", "i", "is", "and"])
Evidence = Mapping[int, float]


class Offer(Struct, frozen=True):
    """An order, how much each word of the line, by its place, says for it, and all told."""

    order: str
    evidence: Evidence
    score: float


class OrderForm(Struct, frozen=True):
    """An order with places for things, and how much each word says for it.

    ``is_thing``: things in these places say it without a word.
    """

    order: str
    holes: tuple[Hole, ...]
    words: Mapping[str, float]
    is_thing: bool


class Lexicon(Struct, frozen=True, dict=True):
    """The orders of some verbs, and the words that tell them. ``rules``: what is said of a verb."""

    table: PhraseTable
    rules: Mapping[str, str]

    @cached_property
    def forms(self) -> Mapping[tuple[str, tuple[Hole, ...]], OrderForm]:
        """All orders, by what is said and the things in it."""
        own, verbs = dict[tuple[str, str], set[str]](), dict[str, set[str]]()
        of_rule = dict[str, set[str]]()
        for each in self.table.every:
            shape = (each.verb.name, _PLACE.sub("{}", each.phrase.order))
            own.setdefault(shape, set()).update(each.keys)
        for verb in self.table.verbs:
            words = verbs.setdefault(verb.name, set())
            words.update(alike(verb.name.split()[0]), *(h.split() for h in verb.hints))
            told = tokens(self.rules.get(verb.name, "")[:1000])
            of_rule.setdefault(verb.name, set()).update(
                t.key for t in told if t.key not in NAMING_NOTHING
            )
        for (name, _), keys in own.items():
            verbs[name] |= keys
        by_order = _weights(own.values())
        by_verb, by_rule = _weights(verbs.values()), _weights(of_rule.values())
        found = dict[tuple[str, tuple[Hole, ...]], OrderForm]()
        bare = {(e.phrase.order, e.holes) for e in self.table.every if not e.words}
        for each in self.table.every:
            name, order = each.verb.name, each.phrase.order
            if (order, each.holes) not in found:
                words = {key: _RULE * by_rule[key] for key in of_rule[name]}
                for key in verbs[name]:
                    words[key] = max(words.get(key, 0), _ALIKE * by_verb[key])
                for key in own[name, _PLACE.sub("{}", order)]:
                    words[key] = max(words.get(key, 0), by_order[key])
                words = {
                    k: w * (0.3 if k in _LIGHT else 1) for k, w in words.items() if not (k in _MUTE or is_number(k))
                }
                if name == "help":
                    words = {}
                found[order, each.holes] = OrderForm(
                    order, each.holes, words, (order, each.holes) in bare
                )
        return found

    @cached_property
    def rarity(self) -> Mapping[str, float]:
        verbs = dict[str, set[str]]()
        for each in self.table.said:
            verbs.setdefault(each.verb.name, set()).update(each.keys)
        return _weights(verbs.values())

    @cached_property
    def most(self) -> Mapping[str, float]:
        """What each word says for the order for which it says most."""
        found = dict[str, float]()
        for form in self.forms.values():
            for key, weight in form.words.items():
                found[key] = max(weight, found.get(key, 0))
        return found


def _weights(sets: Iterable[Iterable[str]]) -> Mapping[str, float]:
    """1 for a word of one of some sets of words, 0 for one that all have."""
    every = [*sets]
    counts = Counter(chain.from_iterable(every))
    return {key: 1 - log(count) / log(len(every) + 1) for key, count in counts.items()}


class Offers(Covering):
    """The orders that one line may have been meant for."""

    def ranked(self, lexicon: Lexicon) -> list[Offer]:
        """Those for which something speaks, the likeliest first."""
        self.lexicon = lexicon
        best = dict[str, Offer]()
        for offer in chain(self._chosen(), self._by_phrase(), self._by_evidence()):
            known = best.get(offer.order)
            if sum(offer.evidence.values()) >= _NEAR and (
                known is None or known.score < offer.score
            ):
                best[offer.order] = offer
        return sorted(best.values(), key=lambda each: -each.score)[:_MOST_TRIED]

    def _by_phrase(self) -> Iterator[Offer]:
        for at in self._openings if self.words else ():
            for each in self.table.begun_with(self.words[at:]):
                form = self.lexicon.forms[each.phrase.order, each.holes]
                for order, end in in_order(each, self._reader, at, self._closings):
                    told = {
                        place: form.words.get(key)
                        or (_NAME if key in self.situation.name_words else _TEXT)
                        for place, key in enumerate(self.keys)
                        if at <= place < end and key not in QUIET
                    }
                    yield self._offer(order, told, _IN_ORDER)

    def _by_evidence(self) -> Iterator[Offer]:
        for form in self.lexicon.forms.values():
            words = form.words
            for deed in (
                slot
                for hole in form.holes
                if isinstance(slot := self.slots.get(hole.kind), Deed)
            ):
                own = (key for group in deed.needs for key in group if key not in QUIET)
                words = {
                    **words,
                    **{
                        key: max(words.get(key, 0), self.lexicon.rarity.get(key, 1.0))
                        for key in own
                    },
                }
            told = {at: words[k] for at, k in enumerate(self.keys) if k in words}
            is_free = any(map(self._is_free, form.holes))
            if is_free and not any(weight >= _FREE for weight in told.values()):
                continue
            for things in islice(self._fillings(form.holes), _MOST_WAYS):
                yield from self._with_things(form, told, words, things)

    def _with_things(self, form, told, words, things):
        named, number, only = dict[int, float](), 0.0, 0
        parts = [p for t in things.values() for p in t.spelled.split(", ")]
        if len({*parts}) < len(parts):
            return
        for hole in form.holes:
            thing = things[hole.name]
            slot = self.slots.get(hole.kind)
            places = [
                at for at in thing.places if self.keys[at] not in QUIET
            ]
            if not places:
                only += bool(thing.spelled and not hole.kind.endswith("!") and not isinstance(slot, Things))
                continue
            many = isinstance(slot, Mentions)
            count = 1
            if many:
                count = len(thing.spelled.split(slot.joint))
            number += 1 if any(not is_number(self.keys[at]) for at in places) else 0.5
            for at in places:
                worth = _NUMBER if all(is_number(self.keys[p]) for p in places) else _NAME
                if NUMBERED.fullmatch(self.keys[at]):
                    worth = _ID
                if many:
                    worth *= min(1, count / len(places)) * _EACH
                else:
                    worth *= (1 + _MORE * (len(places) - 1)) / len(places)
                worth *= 0.2 if self.keys[at] in _LIGHT else 1
                named[at] = max(words.get(self.keys[at], 0) * 0.5, worth)
        order = filled(form.order, {name: t.spelled for name, t in things.items()})
        rest = {at: w for at, w in told.items() if at not in named}
        spoken = form.is_thing or max(rest.values(), default=0) >= _SPOKEN
        if not spoken:
            named = {at: w * (_UNSAID if number < 1.5 else _UNSAID2) for at, w in named.items()}
        starts = [things[name].start for name in _PLACE.findall(form.order) if name in things]
        turned = any(one > other for one, other in pairwise(starts))
        yield self._offer(" ".join(order.split()), {**rest, **named}, -_TURNED * turned - _ONLY * only)

    def _chosen(self) -> Iterator[Offer]:
        """Answers to what waits."""
        if not self.situation.options:
            return
        found = self.named("answer")
        refused = {e.spelled for e in found if self.keys[max(e.start - 1, 0)] == "not"}
        for each in found:
            if each.spelled not in refused:
                yield self._offer(
                    f"choose {each.spelled}",
                    {
                        at: _NAME
                        for at in range(each.start, each.end)
                        if self.keys[at] not in QUIET
                    },
                    _WAITS,
                )
        for option in self.situation.options if refused else ():
            if option not in refused:
                yield self._offer(f"choose {option}", {0: _NAME}, _WAITS)

    def named(self, kind: str) -> tuple[Named, ...]:
        if kind in self._named:
            return self._named[kind]
        slot = self.slots.get(kind)
        if isinstance(slot, Deed):
            found = tuple(islice(self._things(slot.about), 4)) if slot.about else (Named(0, 0, ""),)
        else:
            found = super().named(kind)
        found = tuple(map(self._bare, found))
        if isinstance(slot, Mentions) and len(found) > 1:
            row = [found[0]]
            for each in found:
                if each.start >= row[-1].end:
                    row.append(each)
            if len(row) > 1:
                joined = slot.joint.join(e.spelled for e in row)
                where = tuple(at for e in row for at in range(e.start, e.end))
                found = (Named(row[0].start, row[-1].end, joined, where), *found)
        if isinstance(slot, AmountsSlot):
            numbers = [at for at, key in enumerate(self.keys) if is_number(key)]
            for each in found:
                free = [at for at in numbers if not each.start <= at < each.end]
                if each.spelled.startswith("1 ") and len(free) == 1 and not any(map(is_number, self.keys[each.start:each.end])):
                    count = slot_count(self.keys[free[0]])
                    found = (*found, Named(each.start, each.end, f"{count}{each.spelled[1:]}", (free[0], *range(each.start, each.end))))
        if isinstance(slot, NamedText) and not found:
            starts = [at for at, w in enumerate(self.words) if w.text[:1].isupper() and at]
            ways = ((at, end, t) for at in starts for end in sorted(self._closings, reverse=True) if end > at for t in slot.read(" ".join(w.text for w in self.words[at:end])))
            found = tuple(Named(*each) for each in islice(ways, 2))
        if isinstance(slot, Things):
            known = {e.spelled for e in found}
            for each in slot.things:
                if each.id in known:
                    continue
                about = {key_of(w) for t in (*each.titles, *each.owners) for w in t.split()} - QUIET - {"trade"}
                about |= {f"{k}'s" for k in about}
                places = tuple(at for at, k in enumerate(self.keys) if k in about)
                if places:
                    found = (*found, Named(places[0], places[0] + 1, each.id, places))
        if not found and kind not in ("text", "number", "new name"):
            only = options_of(slot) if slot is not None else None
            if only and len(only) == 1:
                found = (Named(0, 0, only[0].value),)
        self._named[kind] = found
        return found

    def _bare(self, thing):
        start, end = thing.start, thing.end
        while end > start + 1 and self.keys[end - 1] == "→":
            end -= 1
        while start < end - 1 and self.keys[start] == "→":
            start += 1
        return Named(start, end, thing.spelled)

    def _offer(self, order: str, told: Evidence, bonus: float) -> Offer:
        left = 0.0
        for at, key in enumerate(self.keys):
            if at not in told and key not in QUIET:
                names = key in self.situation.name_words or is_number(key)
                left += _LEFT if names else _LEFT * self.lexicon.most.get(key, 0)
        return Offer(order, told, sum(told.values()) + bonus - left)
def slot_count(key):
    from wikibot.game.understanding.slots import count_of
    return count_of(key)
