"""What a line means: the orders of which verbs, things and courtesies account for all its words.

A line is covered by a phrase of a verb with things in its places, between courtesies at its
beginning and end (``courtesies``). Where no phrase has its words in their order, those of one verb
and the things that it is about may stand in any order, beside words that say nothing
(:data:`QUIET`), as long as they are all of the line. What has words left over is never played; what
it may have been meant for, an answer offers (:mod:`wikibot.game.understanding.offers`).

Decisions: a thing alone is not an order, a word must say what is done with it; words that tell two
orders of one verb apart (``yes`` and ``no``) are those of the one order alone; where things of one
kind are exchanged, the order of words tells which goes where, so that there only phrases count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cached_property
from itertools import chain, islice, pairwise, product

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.understanding.bargains import OF_TRADES
from wikibot.game.understanding.courtesies import (
    COURTESIES,
    OF_OTHERS,
    SELF,
    TAKING_BACK,
    TERMS,
    THEY,
    ends,
    starts,
)
from wikibot.game.understanding.phrase_search import NUMBERED, SlotReader, filled, in_order
from wikibot.game.understanding.phrases import GLUE, Deed, Hole, PhraseWord
from wikibot.game.understanding.plain_line import (
    ARTICLES,
    CROSSES,
    Token,
    is_adverb,
    is_decoration,
    is_staged,
    key_of,
    tokens,
)
from wikibot.game.understanding.situation import Situation, said_yes
from wikibot.game.understanding.slots import (
    Mentions,
    NewName,
    NewText,
    PhraseSlot,
    Things,
    WordsSlot,
    may_begin,
)
from wikibot.game.understanding.table import PhraseTable, VerbPhrase
from wikibot.game.understanding.vocabulary import COMMON, PLEASE, SAYING_NOTHING, word_set
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import CARDINALS
from wikibot.wikitext.regex import regex

MOST = 24  # readings of one line that are tried
MOST_SHOWN = 12  # of which an answer may show some
LONGEST = 40  # words of a line whose words are looked at in any order
MOST_TELLING = 20  # of them that say something: a line with more is about more than an order
_LONGEST_NAME, _LONGEST_LIST = 5, 12  # words of a thing there
MOST_THINGS = 4  # of one kind
MOST_WAYS = 12  # of filling one phrase
_MOST_READ = 800  # texts that are read for the things in one line
_ASKING = ("?", "？", "؟")
_SPEAKING = ("👍", "🤔", "✅", "+", "❓", *CROSSES)
_KERNEL = ("help", "choose")
_QUOTES, _CLOSES = '"“”„«»', regex(r'["“”„«»][.,;!)]*$')
_TITLING = word_set("titled entitled called named title name as")
_NO_ORDER = GLUE | word_set("my on turn phase i here is it's ok")
SMALL = (
    GLUE
    | ARTICLES
    | word_set("""
    on at into out up it is no not me gets get here are have has with i it's also too
""")
)
_SLIGHT = ARTICLES | word_set("of and then is are please")
"""Words that a phrase may go without."""
MEANT = word_set("""
    no not nothing some any more your his her their he she they you in into about it on out over
    off
""")
"""Small words that say something beside a verb."""
QUIET = (SMALL | GLUE | ARTICLES | word_set(SAYING_NOTHING)) - MEANT
"""Words that say nothing beside an order."""
_BETWEEN = ARTICLES | word_set("for to from of with in on at into and is are here i me")
"""Words that stand between things, and say of none what is done with it."""
_WAYS = (frozenset(("from", "of", "out")), word_set("to for into in towards"))
"""Words before what something is taken from, and before where it goes."""
_WAS = frozenset(product(("i", "we", "i've"), ("was", "were", "been")))
_ROLLING = word_set("roll rolls rolled rolling threw throw throws dice die")
_GREETING = word_set("hi hello hey dear ok okay please sorry thanks")
_SHORT_WORD = 4  # letters: a longer word may be a mistyped verb, also among others
_PRONOUNS = word_set("it them one thing own this that")
_THEIRS = word_set("her his their she he they")  # of who is told of by name
NAMING_NOTHING = QUIET | word_set(COMMON)
_MOST_CLAUSES = 12
_LED = word_set("that i we to you me having would")  # `I dreamt that I moved`
_UNITS_OF_TIME = ("seconds", "minute", "minutes", "hour", "hours", "day", "days", "months")
_BUY = Token("buy", "buy")
_ASKING_FOR = PLEASE | {("for", "me"), ("to", "go")}
Group = tuple[str, ...]


class Sure(Enum):
    """By what a line tells an order of which it says all: its verb's words, others, or things."""

    NO = "no"
    ITSELF = "itself"
    ALIKE = "alike"
    BESIDE = "beside"
    THINGS = "things"


class Cover(Struct, frozen=True):
    """An order in exact form, and how many words of the line say nothing of it."""

    order: str
    sure: Sure
    left: float = 0


class Named(Struct, frozen=True):
    """A thing that words of a line name, as an order has it: from word ``start`` up to ``end``."""

    start: int
    end: int
    spelled: str


def order_of(form: str, things: Mapping[str, Named]) -> str:
    """An order with these things in its places."""
    return " ".join(filled(form, {k: v.spelled for k, v in things.items()}).split())


def says_no_order(text: str) -> bool:
    """Whether a line without its dice says nothing of what is done: ``my turn!``."""
    return all(word.key in _NO_ORDER or not _is_word(word.key) for word in tokens(text))


def _parts_clauses(word: Token) -> bool:
    """Whether a mark that stands alone parts clauses: an emoji or a dash, but not ``&``."""
    return is_decoration(word) and word.key not in ("&", "+", "/", "|", "\\", "→", "=", "×", "*")


def is_number(key: str) -> bool:
    """Whether a word is a number, in digits or in words."""
    return key.isdecimal() or key.partition("-")[0] in CARDINALS


def _is_word(key: str) -> bool:
    return any(map(str.isalnum, key))


def _speaks(key: str) -> bool:
    return _is_word(key) or key in _SPEAKING


def _that_may_name(word: Token, names: AbstractSet[str]) -> Token:
    """A word that would say nothing, but for what it names: an emoji; ``urgently``."""
    if is_decoration(word) and word.key in names:
        return replace(word, key=f"{word.key}1")
    if is_adverb(word.key) and (name := word.key.removesuffix("ly")) in names:
        return replace(word, key=name, text="".join(word.text.rsplit("ly", 1)))
    return word


class Covering:
    """The covers of one line without its dice, in a situation."""

    def __init__(
        self, text: str | Sequence[Token], table: PhraseTable, situation: Situation, *,
        is_part: bool = False, is_rest: bool = False, is_cut: bool = False,
    ) -> None:  # fmt: skip
        """``is_part``: the words are part of a line, which is looked at for what is near itself.

        ``is_rest``: they are a line without its remarks.

        ``is_cut``: more stood behind these words, so that no free text ends where they do.
        """
        words = tokens(text) if isinstance(text, str) else text
        self.words = tuple(_that_may_name(word, situation.name_words) for word in words)
        self.table, self.situation, self.is_cut = table, situation, is_cut
        self.is_part, self.is_rest = is_part, is_rest
        self.keys = [word.key for word in self.words]
        self.slots, self._reader = situation.slots, SlotReader(self.words, situation.slots)
        self._asks = any(mark in word.text for word in self.words for mark in _ASKING)
        self._named: dict[str, tuple[Named, ...]] = {}
        self._filled: dict[tuple[Hole, ...], list[tuple[Mapping[str, Named], list[str]]]] = {}

    # -- which words say nothing -------------------------------------------------------------------

    @cached_property
    def _starts(self) -> Sequence[int]:
        return starts(self.words, self.situation.speaker, self.situation.others)

    @cached_property
    def _ends(self) -> Sequence[int]:
        return ends(self.words, self.situation.others)

    # -- remarks -----------------------------------------------------------------------------------

    def lines(self, *, is_paid: bool = False) -> Sequence[Covering]:
        """The line as it is, without what says nothing of the game, then as a purchase.

        ``is_paid``: it stands beside a price.
        """
        found = (self, *self.without_remarks())
        return (*found, *chain.from_iterable(each.as_purchase(is_paid=is_paid) for each in found))

    def as_purchase(self, *, is_paid: bool) -> Iterator[Covering]:
        """With ``buy`` in front, where it asks for so many as in a shop: ``one Flute please``."""
        asks = is_paid or not _ASKING_FOR.isdisjoint((*self.keys, *pairwise(self.keys)))
        if not asks or not self.table.begins(_BUY.key):
            return
        for at in self._starts if self.keys else ():
            if is_number(self.keys[at]) or self.keys[at] in ("a", "an", "another"):
                words = (_BUY, *self.words[at:])
                yield Covering(words, self.table, self.situation, is_rest=True)

    def without_remarks(self) -> Iterator[Covering]:
        """The line without what says nothing of the game: clauses at its ends, then all of it.

        What ends with a colon is no such clause, as it leads to what follows; nor is all of a line.
        """
        size = len(self.words)
        if size > LONGEST:
            return
        clauses = self._clauses
        silent = [self._is_remark(*clause) for clause in clauses]
        told = [clause for clause, is_silent in zip(clauses, silent, strict=True) if not is_silent]
        if not told:
            return
        keys = {self.keys[at] for clause in told for at in range(*clause)}
        keys -= {key for key in keys & QUIET if not self.table.begins(key)}
        names = self.situation.name_words
        is_thing = len(keys) < 2 and names >= keys
        naming = {key for key in keys if is_number(key) or key in names}
        is_verb = not naming - self.table.words_of_names and self._is_told_of(told)
        if (is_thing or is_verb) and len(told) < len(clauses) and not self.situation.shows_dice:
            return  # a thing alone, beside remarks, is no order: `eww, garbage`
        first, last = silent.index(False), len(silent) - silent[::-1].index(False) - 1
        start, end = clauses[first][0], clauses[last][1]
        kept = [at for clause in told for at in range(*clause)]
        off, every = frozenset[int](), frozenset(range(size))
        for places in (range(start, size), range(start, end), kept):
            before, off = off, every.difference(places)
            if off != before and not self._repeats(off):
                words, is_cut = [self.words[at] for at in places], len(places) < size - start
                yield Covering(words, self.table, self.situation, is_rest=True, is_cut=is_cut)

    @property
    def names_verb(self) -> bool:
        """Whether a word of it is one by which phrases tell what is done."""
        telling = self._there - _BETWEEN - self.situation.whole_names
        return any(map(self.table.indexed(_any_word).by_key.__contains__, telling))

    @property
    def only_names(self) -> bool:
        """Whether all words that say something are of names."""
        return all(self.situation.name_words >= {*key.split("-")} for _, key in self._telling_words)

    @property
    def says_nothing(self) -> bool:
        """Whether all of it is remarks."""
        return all(self._is_remark(*clause) for clause in self._clauses)

    @property
    def is_polite(self) -> bool:
        """Whether all of it is courtesies and names: a greeting, the end of a letter."""
        own = frozenset(map(key_of, " ".join(self.situation.speaker).split()))
        players = own | frozenset(map(key_of, " ".join(self.situation.others).split()))
        for start, end in self._clauses:
            said = [key for key in self.keys[start:end] if _is_word(key)]
            bare = tuple(key for key in said if key not in players)
            if own.issuperset(said):
                continue
            if bare not in COURTESIES or " ".join(bare) in ("yes", "ok", "okay", "no thanks"):
                return False
        return True

    def _is_told_of(self, told: Sequence[tuple[int, int]]) -> bool:
        """Whether a remark behind a verb alone tells what that is: ``mining, the noble art``."""
        end = told[-1][1]
        is_sentence = self.words[end - 1].text.endswith((".", "!"))
        behind = next(filter(_is_word, self.keys[end:]), "")
        tells = {"is", "are"}.isdisjoint(self.keys[end:])  # not `I mine, the shafts are open`
        return tells and not is_sentence and (behind in ARTICLES or behind == "what")

    def _repeats(self, off: AbstractSet[int]) -> bool:
        """Whether some words say again what the others say, which may be meant as more."""
        there = {key for at, key in enumerate(self.keys) if at not in off and _is_word(key)}
        return not there.isdisjoint({self.keys[at] for at in off} - NAMING_NOTHING)

    def says_only(self, verb: str, total: int) -> bool:
        """Whether words have no part in any order but of this verb, and beside a roll's total."""
        totals = {str(total), *(word for word, number in CARDINALS.items() if number == total)}
        there = frozenset(key for key in self.keys if _speaks(key)) - totals
        said = (key for _, key in self._telling_words if key not in totals)
        is_its_own = all(e.verb.name.split()[0] == verb for e in self._told_by(there))
        return is_its_own and self._are_mute([*said])

    def _parts(self, at: int) -> bool:
        """Whether a clause ends in front of a word."""
        before, word = self.words[at - 1], self.words[at]
        marked = before.ends_clause or before.text.endswith(")") or word.text.startswith("(")
        return marked or _parts_clauses(before) or _parts_clauses(word)

    def _is_remark(self, start: int, end: int) -> bool:
        """Whether no word of a clause has a part in any order, or takes one back."""
        keys = [key for key in self.keys[start:end] if _speaks(key)]
        if tuple(keys) in COURTESIES:
            return True
        keys = keys[1:] if keys[:2] in (["what", "a"], ["what", "an"]) else keys  # what a day
        behind = zip(keys, [*keys[1:], ""], strict=False)
        keys = [key for key, unit in behind if unit not in _UNITS_OF_TIME or not is_number(key)]
        called = start and len(keys) == 1 and not self.words[start - 1].text.endswith((".", "!"))
        called = called and SELF.isdisjoint(self.keys[:start])
        goes_on = keys[:1] in (["then"], ["also"], ["next"])  # with an order, maybe: `then EOT`
        goes_on = goes_on or (keys[:1] == ["and"] and not {"it", "them"}.isdisjoint(keys))
        called = called or (not start and self._calls(end))
        said = [key for key in keys if key not in OF_OTHERS] if len(keys) > 2 else keys
        if not ((THEY | {"you"}).isdisjoint(keys[:1]) or TERMS.isdisjoint(keys)):
            return False  # `she owes me two`
        says = called or goes_on or any(map(self._may_say, said))
        return not says and next(self._told_by(frozenset(said)), None) is None

    def _calls(self, end: int) -> bool:
        """Whether a line begins with whom it may be said to: ``Zoe, move``, but not ``Zoe, I``."""
        said = [word for word in self.words[:end] if word.key not in _GREETING]
        behind = self.keys[end : end + 1]
        if len(said) != 1 or not behind or not SELF.isdisjoint(behind):
            return False
        return said[0].text.istitle() and said[0].key not in NAMING_NOTHING

    def _told_by(self, there: frozenset[str]) -> Iterator[VerbPhrase]:
        """The phrases that these words may say, naming nothing."""
        return (e for e in self.table.indexed(_needed).among(there) if self._is_told_by(e, there))

    def _may_say(self, key: str) -> bool:
        """Whether a word by itself may name something, count it, or take an order back."""
        if not _is_word(key) or any(map(str.isnumeric, key)):
            return True
        if key in TAKING_BACK or key.removesuffix("'s") in TAKING_BACK:
            return True
        if key in CARDINALS:
            return key not in ("a", "one")
        if key in NAMING_NOTHING and key not in self.situation.whole_names:
            return False
        mistyped = len(key) > _SHORT_WORD and self.table.is_mistyped(key)
        named = {key, key.removesuffix("s"), key.removesuffix("'s"), f"{key}s", *key.split("-")}
        things = (self.situation.name_words, self.table.words_of_forms)
        return mistyped or not all(map(named.isdisjoint, things))

    def _is_told_by(self, each: VerbPhrase, there: AbstractSet[str]) -> bool:
        """Whether words that name nothing may say a phrase."""
        for hole in each.phrase.holes:
            slot = self.slots.get(hole.kind.rstrip("!"))
            if isinstance(slot, Deed) and not hole.kind.endswith("!"):
                if not slot.is_told(there):
                    return False
            elif slot is None or not (hole.kind.endswith("!") or self._is_free(hole)):
                return False
        telling = there - QUIET
        parts = [keys for keys in each.phrase.words if not keys <= QUIET]
        if parts:
            is_said = not telling.isdisjoint(parts[0] | each.alike)
            return is_said and not any(map(there.isdisjoint, parts[1:]))
        return not telling and each.phrase.may_be(there)

    # -- covers ------------------------------------------------------------------------------------

    def first(self) -> Group:
        """The readings by phrases that come before the exact form."""
        return tuple(dict.fromkeys(self._by_phrases(first=True)))[:MOST]

    def whole(self, *, mends: bool = True) -> Iterator[Group]:
        """The readings that account for each word, group by group; no reading comes twice.

        What the line answers that waits, then phrases, then those whose verb has one letter wrong.
        Within a group none comes before another: two that can be played are two readings.
        """
        known = dict[str, None]()
        for group in (self._answers(), self._by_phrases(), self._mended() if mends else ()):
            found = [each for each in dict.fromkeys(group) if each not in known][:MOST]
            found = [each for each in found if not any(_leads_to(each, one) for one in found)]
            if self._asks:  # one that asks is not said by a line that does not
                found = [each for each in found if any(mark in each for mark in _ASKING)]
            if found:
                known.update(dict.fromkeys(found))
                yield tuple(found)

    def in_any_order(self) -> Sequence[Group]:
        """The orders of which some verb's words and some things are all of a line.

        Then those of a verb for which people say such a word.
        """
        return [*map(self._covers, (Sure.ITSELF, Sure.ALIKE, Sure.BESIDE))]

    def _covers(self, sure: Sure) -> Group:
        found = sorted((e for e in self._in_words if e.sure is sure), key=lambda each: each.left)
        return (*dict.fromkeys(each.order for each in found),)[:MOST_SHOWN]

    def told_by_things(self) -> Group:
        """Orders of which the line has no word, but names all that they are about, and no more.

        They are said by that alone where the line shows just the dice that they need, unless its
        words say another order and more.
        """
        return self._covers(Sure.THINGS)

    # -- in the order of a phrase ------------------------------------------------------------------

    def _mended(self) -> Iterator[str]:
        known = NAMING_NOTHING | self.situation.name_words | OF_TRADES  # `selling`, not `sealing`
        if words := self.table.with_words_mended(self.words[:LONGEST], known):
            line = Covering(
                words, self.table, self.situation, is_part=self.is_part, is_rest=self.is_rest
            )
            yield from chain.from_iterable(line.whole(mends=False))

    def _by_phrases(self, *, first: bool = False) -> Iterator[str]:
        third = not self._tells_of_self  # `claims need proof` says what claims do
        for at in self._starts if self.words else ():
            for each in self.table.begun_with(self.words[at:]):
                if first and not each.phrase.first:
                    continue
                if self.is_cut and any(map(self._is_free, each.phrase.holes)):
                    continue  # what follows a text may be a part of it
                is_third = third and self.keys[at] in each.phrase.third
                kinds = (hole.kind for hole in each.phrase.holes)
                if not is_third and all(map(self._reader.may_hold, kinds)):
                    for order, _ in in_order(each.phrase, self._reader, at, self._ends):
                        yield order

    def answers(self) -> Iterator[str]:
        """What the line picks of that which the only thing that waits may be answered with."""
        for start, end in product(self._starts, self._ends) if self.situation.options else ():
            text = " ".join(word.text for word in self.words[start:end])
            yield from self.slots["answer"].read(text)

    def _answers(self) -> Iterator[str]:
        """A bare answer, while exactly one thing waits for it: all of the line but remarks."""
        for answer in self.answers():
            yield f"choose {answer}"
        is_all = self.situation.offer and not (self.is_part or self.is_rest)
        for start, end in product(self._starts, self._ends) if is_all else ():
            text = " ".join(word.text for word in self.words[start:end])
            if text:
                yield f"{self.situation.offer} {text}"
                if said_yes(text):
                    yield self.situation.offer

    # -- in any order ------------------------------------------------------------------------------

    @cached_property
    def _there(self) -> frozenset[str]:
        return frozenset(self.keys)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """The words of a name of the writer with which the line begins."""
        names = (fold(name).split() for name in self.situation.speaker)
        return frozenset(word for own in names if self.keys[: len(own)] == own for word in own)

    @cached_property
    def _tells_of_self(self) -> bool:
        """Whether it begins with a name of the writer, or is told of them: ``*eats Fish*``."""
        return bool(self._own_words) or (bool(self.words) and is_staged(self.words))

    @cached_property
    def _tells_of_past(self) -> bool:
        """Whether it says what the writer was: ``I was for P1``."""
        return not _WAS.isdisjoint(pairwise(self.keys))

    @cached_property
    def _first_verb(self) -> str:
        """The name of a verb with which the line begins, behind courtesies; "" for none."""
        said = (self.keys[at] for at in self._starts if at < len(self.keys))
        return next((key for key in said if key in self.table.verb_names), "")

    def _telling(self) -> Iterator[VerbPhrase]:
        """The phrases that have one of the telling words of the line, and those of things alone."""
        if self.is_part:
            yield from self.table.indexed(_needed).among(self._there)
            return
        told = {*self.table.indexed(_any_word).places(self._there - SMALL)}
        told.update(self.table.indexed(_needed).places(self._there))
        for holes, places in () if self.is_rest else self.table.by_things.items():
            if not all(rest for _, rest in self._ways(holes)):
                told.update(places)
        yield from (self.table.said[at] for at in sorted(told))

    @cached_property
    def _in_words(self) -> Sequence[Cover]:
        """The orders that words of a verb and things make of the line, wherever they are."""
        if len(self._telling_words) > MOST_TELLING:
            return ()
        said = (each for each in self._telling() if each.verb.name not in _KERNEL)
        told = (each for each in said if self._ways(each.phrase.holes))
        return [cover for each in told for cover in self._of_words(each)]

    def _of_words(self, each: VerbPhrase) -> Iterator[Cover]:
        """The orders that the words of a phrase and things make of the line."""
        phrase = each.phrase
        free = [hole for hole in phrase.holes if self._is_free(hole)]
        needed = [keys for keys in phrase.words if free or not keys <= _SLIGHT]
        spoken = [not self._there.isdisjoint(keys) for keys in needed]
        is_alike = bool(needed) and not spoken[0] and not self._there.isdisjoint(each.alike)
        if is_alike:
            spoken[0] = True
        kinds = [hole.kind.rstrip("!") for hole in phrase.holes]
        slots = (self.slots.get(hole.kind) for hole in phrase.holes)
        deeds = [slot for slot in slots if isinstance(slot, Deed)]
        if any(hole.kind.endswith("!") for hole in phrase.holes) or (
            spoken and not spoken[0] and (free or phrase.is_vague)
        ):
            return
        sure = Sure.NO
        may_be_whole = not self._asks and len(self.words) <= LONGEST
        if may_be_whole and (needed or deeds) and len(set(kinds)) == len(kinds):
            own = [keys - (set() if self._tells_of_self else phrase.third) for keys in needed]
            there = [not self._there.isdisjoint(keys) for keys in own]
            sure = Sure.ITSELF if all(there) else Sure.NO
            if is_alike and all(there[1:]) and not free:
                sure = Sure.ALIKE
            if each.verb.reads and any(map(NUMBERED.fullmatch, self.keys)):
                sure = Sure.NO
            if self._first_verb not in {"", each.verb.name.split()[0], *phrase.keys}:
                sure = Sure.NO  # `use Banana for Bob` is no gift
            more = self._there - phrase.keys
            is_named = "as" in more and each.verb.name in self.table.named_as
            if (
                is_named
                or ("of" in more and not phrase.holes)
                or (is_alike and phrase.holes and "from" in more)
                or self._tells_of_past
            ):  # `joining as that`, `the challenge of our time`, `keep 3 from there`, `was for P1`
                sure = Sure.NO
        known = self.table.concepts[each.verb.form, phrase.order] - MEANT
        known |= phrase.keys | self._own_words | (_THEIRS if self._tells_of_self else frozenset())
        known = known.union(*chain.from_iterable(d.needs for d in deeds if not d.about))
        missing = len(spoken) - sum(spoken)
        whole = sure
        for things, rest in self._ways(phrase.holes):
            is_other = self._tells_of(things, each.alike) or self._is_turned(each, things)
            beside = not is_other and self._is_beside(needed, each.alike, things)
            sure = whole if beside else Sure.NO
            left = [key for key in rest if key not in known and key not in each.alike]
            unsaid = {key for key in rest if key not in known} if sure is Sure.ITSELF else {*left}
            order, all_said = order_of(phrase.order, things), len(set(rest)) == len(rest)
            says = sure is Sure.ITSELF or (sure is Sure.ALIKE and things)
            if says and all_said and self._is_beside_remarks(each, things, unsaid, sure):
                yield Cover(order, Sure.BESIDE if unsaid else sure)
            elif self.situation.shows_dice and all_said and not free and (phrase.words or deeds):
                is_told = not missing or any(not t.spelled.isdecimal() for t in things.values())
                if is_told and self._tells(left):
                    yield Cover(order, Sure.THINGS, len(left) + missing / 2)

    def _is_beside_remarks(
        self, each: VerbPhrase, things: Mapping[str, Named], left: set[str], sure: Sure
    ) -> bool:
        """Whether the words left over beside an order tell of its things, in clauses of their own.

        So in ``T1 looks fair to me. Accepting it`` and ``G1 has everything, completing it``. In
        the clause of the verb, which begins with it, no word is left over; one without a thing of
        the order is a remark. Each thing is named, in one clause.
        """
        told = [{*range(thing.start, thing.end)} for thing in things.values()]
        named = {self.keys[at] for thing in told for at in thing} - SMALL - NAMING_NOTHING
        begins = left & OF_OTHERS or any(map(self.table.begins, self._starting & left))
        if begins or not (left and all(told) and named and self._are_mute([*left])):
            return not left
        verb = chain(*each.phrase.words[:1], each.alike if sure is Sure.ALIKE else ())
        heads = {*verb} - self.situation.name_words - TAKING_BACK
        clauses = [{*range(*clause)} for clause in self._clauses]
        own = [each for each in clauses if heads & {self.keys[at] for at in self._begins & each}]
        apart = [each for each in clauses if each not in own and all(map(each.isdisjoint, told))]
        over = left.intersection(self.keys[at] for at in set[int]().union(*own)) - {"it"}
        parted = [
            hole
            for hole, thing in zip(each.phrase.holes, told, strict=True)
            if not (self._is_free(hole) or any(map(thing.issubset, clauses)))
        ]
        is_told = own and not (over or parted)
        return bool(is_told) and all(self._is_remark(min(at), max(at) + 1) for at in apart)

    def _tells(self, left: Sequence[str]) -> bool:
        """Whether the dice of a line tell an order beside these words, which say nothing."""
        begins = any(map(self.table.begins, self._starting.intersection(left)))
        saying = {*left} - NAMING_NOTHING
        said = next((at for at, key in enumerate(self.keys) if key in saying), len(self.keys))
        leads = self.keys[:1] == ["to"] or not _LED.isdisjoint(self.keys[said:])
        return not (begins or leads) and {*filter(self._may_say, left)} <= OF_OTHERS

    @cached_property
    def _starting(self) -> frozenset[str]:
        """The words with which clauses begin, but those that name nothing."""
        naming_nothing = NAMING_NOTHING - self.table.words_of_names
        behind = {at + 1 for at in self._begins if self.keys[at : at + 1] == ["the"]}
        places = (at for at in self._begins | behind if at < len(self.keys))
        return frozenset(self.keys[at] for at in places) - naming_nothing

    def _is_beside(
        self, needed: Sequence[frozenset[str]], alike: AbstractSet[str], things: Mapping[str, Named]
    ) -> bool:
        """Whether the words of a verb stand beside these things: no word has a part in both."""
        taken = {at for thing in things.values() for at in range(thing.start, thing.end)}
        beside = frozenset(key for at, key in enumerate(self.keys) if at not in taken)
        parts = [keys | (alike if not at else set()) for at, keys in enumerate(needed)]
        return not any(map(beside.isdisjoint, parts or [beside]))

    def _tells_of(self, things: Mapping[str, Named], alike: AbstractSet[str]) -> bool:
        """Whether the line says what a thing does by itself: ``the wheel spins``."""
        named = [each for each in things.values() if each.end]
        if any({*self.keys[each.start : each.end]} - _BETWEEN <= _PRONOUNS for each in named):
            return True  # `it went like this` says nothing of a trade, nor `I have no time for it`
        behind = ("".join(self.keys[each.end : each.end + 1]) for each in named)
        does = (key.removesuffix("s") for key in behind if key.endswith("s") and key != "goes")
        return not (alike | {"make"}).isdisjoint(does)

    def _is_turned(self, each: VerbPhrase, things: Mapping[str, Named]) -> bool:
        """Whether a thing goes the other way than the phrase has it: ``15 for Rome from me``."""
        for word, hole in pairwise(each.phrase.parts):
            if isinstance(word, PhraseWord) and isinstance(hole, Hole) and hole.name in things:
                start = things[hole.name].start
                while start and self.keys[start - 1] in ARTICLES:
                    start -= 1
                ways = [way for way in _WAYS if not way.isdisjoint(word.keys)]
                said = [way for way in _WAYS if not way.isdisjoint(self.keys[start - 1 : start])]
                if ways and said and ways != said:
                    return True
        return False

    @cached_property
    def _begins(self) -> frozenset[int]:
        """Where an order may begin in each clause: also behind ``I``."""
        speaker, others = self.situation.speaker, self.situation.others
        found = set[int]()
        for start, end in self._clauses:
            own = (at + 1 for at in range(start, end) if self.keys[at] in SELF)
            for begin in [start, *own]:
                there = starts(self.words[begin:end], speaker, others) if begin < end else ()
                found.update(begin + at for at in there)
        return frozenset(found)

    @cached_property
    def _clauses(self) -> Sequence[tuple[int, int]]:
        """Where the clauses of the line begin and end."""
        breaks = [at for at in range(1, len(self.words)) if self._parts(at)][:_MOST_CLAUSES]
        return [*pairwise([0, *breaks, len(self.words)])]

    def _are_mute(self, keys: Sequence[str]) -> bool:
        """Whether words have no part in any order, and take none back."""
        return not any(map(self._may_say, keys))

    @cached_property
    def _telling_words(self) -> Sequence[tuple[int, str]]:
        """The words that say something, with their places."""
        keys = [*enumerate(self.keys[:LONGEST])]
        there = (at for at, key in keys if _speaks(key))
        quiet, before = QUIET - self.table.verb_names, ["", *self.keys]
        rolls = frozenset[str]() if self.situation.shows_dice else _ROLLING
        said = [
            (at, self.keys[at])
            for at in there
            if self.keys[at] not in quiet or (self.keys[at] in rolls and before[at] not in ARTICLES)
        ]
        return [(at, key) for at, key in said if not is_adverb(key)]

    def _is_free(self, hole: Hole) -> bool:
        """Whether anything may stand in a place."""
        return isinstance(self.slots.get(hole.kind), NewText)

    def _ways(self, holes: tuple[Hole, ...]) -> Sequence[tuple[Mapping[str, Named], list[str]]]:
        """The first ways of giving each place a thing, no word to two of them.

        Each with the words that say something beside these things.
        """
        if holes not in self._filled:
            found = self._filled[holes] = []
            for things in product(*(self.named(hole.kind) for hole in holes)):
                taken = [at for thing in things for at in range(thing.start, thing.end)]
                if len(taken) == len(set(taken)) and len(found) < MOST_WAYS:
                    there = {hole.name: thing for hole, thing in zip(holes, things, strict=True)}
                    found.append((there, [k for at, k in self._telling_words if at not in taken]))
        return self._filled[holes]

    def named(self, kind: str) -> tuple[Named, ...]:
        """The things of a kind that the line names, from left to right."""
        if kind not in self._named:
            slot = self.slots.get(kind.rstrip("!"))
            free = self._is_free(Hole(kind, kind))
            found = (self._texts(slot) if free else self._things(slot)) if slot else ()
            if kind.endswith("!"):
                only = slot.only() if isinstance(slot, Things) else ()
                found = (Named(0, 0, spelled) for spelled in only)
            self._named[kind] = tuple(islice(found, MOST_THINGS))
        return self._named[kind]

    def _texts(self, slot: PhraseSlot) -> Iterator[Named]:
        """Texts of the player's own: in quotes, or behind a colon or ``titled`` to an end."""
        if isinstance(slot, NewName):
            yield from self._new_names(slot)
            return
        closes = [at for at, word in enumerate(self.words, 1) if _CLOSES.search(word.text)]
        for at, word in enumerate(self.words, 1):
            leads, quotes = word.key in _TITLING, word.text[:1] in _QUOTES
            ends: Sequence[int] = [end for end in closes if end >= at] if quotes else ()
            if leads or word.text.endswith(":"):
                ends = self._ends
            start = at - quotes
            for end in [end for end in ends if end > start][:2]:
                said = self.words[start:end]
                if leads and any(each.text.endswith(":") for each in said[:-1]):
                    continue  # as the Judge: yes
                text = " ".join(each.text for each in said)
                bare = text.strip(f"{_QUOTES}.,; ") if quotes else text
                yield from (Named(start - leads, end, each) for each in slot.read(bare))

    def _new_names(self, slot: PhraseSlot) -> Iterator[Named]:
        """Words with capital letters in a row, the longest row first."""
        large = [word.text[:1].isupper() and word.key not in SELF | QUIET for word in self.words]
        edges = [
            at
            for at in range(len(large) + 1)
            if at in (0, len(large)) or large[at] != large[at - 1]
        ]
        rows = [row for row in pairwise(edges) if large[row[0]]]
        for start, end in sorted(rows, key=lambda row: row[0] - row[1]):
            yield from (
                Named(start, end, each) for each in slot.read(self._reader.text(start, end))
            )

    def _things(self, slot: PhraseSlot) -> Iterator[Named]:
        if isinstance(slot, WordsSlot):
            return  # an order, of which all words of a phrase's place are needed
        if isinstance(slot, Deed):
            if slot.is_told(self._there):
                yield from self._things(slot.about) if slot.about else (Named(0, 0, ""),)
            return
        longest = _LONGEST_LIST if isinstance(slot, Mentions) else _LONGEST_NAME
        at, size = 0, min(len(self.words), LONGEST)
        while at < size and self.situation.texts_read < _MOST_READ:
            begins = self.keys[at] not in ARTICLES and may_begin(slot, self.keys[at])
            if at and self.keys[at - 1] in _ROLLING and is_number(self.keys[at]):
                begins = False  # the officer rolls 3
            for end in range(min(at + longest, size), at, -1) if begins else ():
                spelled = self.situation.read(slot, self._reader.text(at, end))
                if spelled:
                    start = at
                    glue = slot.glue if isinstance(slot, Mentions) else ()
                    while start and self.keys[start - 1] in glue:
                        start -= 1
                    yield from (Named(start, end, each) for each in spelled)
                    at = at if isinstance(slot, Mentions) else end - 1  # a list may begin later
                    break
            at += 1


def _any_word(each: VerbPhrase) -> frozenset[str]:
    return each.phrase.keys | each.alike


def _needed(each: VerbPhrase) -> frozenset[str]:
    """The keys of the word that has to be said and has the fewest; or else any of its words."""
    needed = (keys for keys in each.phrase.words if not keys <= _SLIGHT)
    return min(needed, key=len, default=each.phrase.keys)


def _leads_to(order: str, other: str) -> bool:
    """Whether a text is longer than in another order by words that lead to it: ``is: yes``.

    Or shorter by a clause behind it, which is as much a part of it.
    """
    head, _, text = other.partition(": ")
    if text.startswith(f"{order.partition(': ')[2]},") and order.startswith(f"{head}: "):
        return True
    led = (f": {text}", f": is {text}", f": with {text}")
    leads = order.startswith(f"{head}: ") and order.endswith(led)
    return bool(text) and leads and len(order) > len(other)
