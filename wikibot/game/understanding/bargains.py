"""People's words for a trade: who gives whom what, as words of direction tell.

``my 2 Fish against 3 Ducks of Bob's``, ``sell Bob a Kite, price 2 Silver``, ``Ann gets my Drum,
free``: a partner, what goes, what comes, and the words that say which is which. Each word has a
part in it, or the line is none. A verb gives what follows it to one side or takes it, for the
writer or for the partner who stands before it; a preposition with a person directs what stands
before it, ``my`` and ``your`` what follows; ``for``, ``price`` and the like say that one thing is
for the other.

Decisions: what two words direct both ways makes the line none. Words of exchange alone (``swap A
for B``) give what stands first, unless another word says otherwise. A thing alone is a gift where a
verb gives it, a person is named behind ``to``, or it is said to be free. Whoever gives nothing
offers nothing. What comes to an open offer of the partner's accepts that one where the line has a
word of agreement, such as ``deal``; without one either may be meant, unless the line speaks of an
offer of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from typing import NamedTuple

from msgspec import Struct

from wikibot.game.state import State
from wikibot.game.understanding.plain_line import Token, is_quiet, is_staged, trimmed
from wikibot.game.understanding.slots import NamesSlot, PhraseSlot, WordsSlot, may_begin
from wikibot.game.understanding.spelling import forms
from wikibot.game.understanding.vocabulary import word_set
from wikibot.wikitext.dialect import fold

GOES, COMES, NOTHING = 1, -1, "nothing"
_LONGEST, _MOST = 6, 40  # words of a thing or a name, and of a line


class _Mark(NamedTuple):
    """What a word says. ``way``: in which direction; ``text``: the thing, the name, the form."""

    kind: str
    way: int = 0
    text: str = ""
    is_apart: bool = False


def _said(words: str, kind: str, way: int = 0, text: str = "") -> dict[str, _Mark]:
    return dict.fromkeys(words.split(), _Mark(kind, way, text))


def _verbs(words: str, kind: str, way: int) -> dict[str, _Mark]:
    """All forms of verbs, which tell the present of others from what they did."""
    found: dict[str, _Mark] = {}
    for plain, third, *others in map(forms, words.split()):
        found |= _said(f"{plain} {' '.join(others)}", kind, way)
        found |= {plain: _Mark(kind, way, "plain"), third: _Mark(kind, way, "third")}
    return found


_WORDS: Mapping[str, _Mark] = {
    **_verbs("give gift present send donate hand pass transfer grant pay turn", "gives", GOES),
    **_verbs("get receive", "gives", COMES),
    **_verbs("take", "takes", COMES),
    **_said("have", "gives", COMES, "have"),
    **_verbs("sell", "sells", GOES),
    **_verbs("buy purchase acquire want ask expect", "wants", COMES),
    **_verbs("trade swap exchange barter", "trades", GOES),
    **_verbs("offer propose", "offers", GOES),
    **_said("owes", "owes", GOES, "third"),
    **_said("i i'd i'm im we me us", "me", COMES),
    **_said("i'll", "me", COMES, "will"),
    **_said("you he she they him her them", "person", GOES),
    **_said("my our mine", "whose", GOES),
    **_said("your yours his their theirs hers", "whose", COMES),
    **_said("can may shall will", "modal"),
    **_said("to", "to", GOES),
    **_said("from of", "to", COMES),
    **_said("for", "for", GOES),
    **_said("→", "for", GOES, "→"),
    **_said("against price costs at return exchange", "for"),
    **_said("free gratis", "free"),
    **_said("deal agreed accepted done", "agrees"),
    **_said("sold", "agrees", GOES),
    **_said("with", "with"),
    **_said("nothing", "thing", 0, NOTHING),
    **_said("and plus &", "joint"),
    **_said("purse pocket pockets bag side hands", "place"),
    **_said("here here's", "gives", GOES, "here"),
    **_said(
        "are as in on over it charge back hey please then now just is fair fine ok okay", "filler"
    ),
    **_said("that's there's there wanna let's", "filler"),
}
OF_TRADES = frozenset(_WORDS)
_AS_GIFT = {"gift": "as", "present": "as", "house": "on"}  # behind these
_NO_LAST = word_set("of my your the a and his her their our")
_APART = (",", ":", ".", "!", "–", "—")
_END = _Mark("end")
_VERBS = ("gives", "takes", "sells", "wants", "trades", "offers", "owes")
_OFFERING = frozenset(("sells", "trades", "offers"))
_DEALING = word_set("for sells wants trades offers")  # gives nothing for nothing


class Bargain(NamedTuple):
    """A trade: with whom, what goes and what comes, each as an order has it."""

    partner: str
    goes: str
    comes: str

    def comes_to(self, other: Bargain) -> bool:
        """Whether it is the same trade, in whatever order its things are named."""
        one, another = ([{*each.split(", ")} for each in said[1:]] for said in (self, other))
        return self.partner == other.partner and one == another

    def __str__(self) -> str:
        return f"trade {self.goes} to {self.partner} for {self.comes}"


class Bargains(WordsSlot, frozen=True, dict=True):
    """Trades of some items with one of the ``others``, as orders. ``own``: names of the writer.

    ``open_``: the identities of those that wait for the writer, each with what it comes to.
    """

    items: PhraseSlot
    others: NamesSlot
    own: NamesSlot
    open_: Mapping[str, Bargain]

    def read_words(self, words: Sequence[Token]) -> tuple[str, ...]:
        """The order that some words are, but for gifts; two where they may be either."""
        found, accepted = self.told(tuple(words))
        return (*accepted, *(str(each) for each in found if each.comes != NOTHING))

    @cached_property
    def told(self) -> Callable[[tuple[Token, ...]], tuple[Sequence[Bargain], Sequence[str]]]:
        """What some words offer, and what they may accept."""
        return lru_cache(maxsize=64)(self._told)

    def _told(self, words: Sequence[Token]) -> tuple[Sequence[Bargain], Sequence[str]]:
        called = any(self.others.begins(word.key) for word in words)
        marks = [*self._marks(words)] if called and len(words) <= _MOST else []
        partners = {mark.text for mark in marks if mark.kind in ("person", "whose")} - {""}
        if len(partners) != 1 or any(mark.kind == "end" for mark in marks):
            return (), ()
        telling = _Telling(marks, is_named=is_staged(words))
        told = telling.told
        (partner,) = partners
        said = [Bargain(partner, *both) for both in _directed(telling.sides, told)]
        said = said if telling.is_one and ("they" not in told or "own" in told) else []
        open_ = [id_ for id_, each in self.open_.items() if any(map(each.comes_to, said))]
        accepted = [f"accept {id_}" for id_ in open_[:1] if told.isdisjoint(_OFFERING)]
        agrees = "agrees" in told or (accepted and "takes" in told)
        return said if len(said) == 1 and not agrees else (), accepted

    def _marks(self, words: Sequence[Token]) -> Iterator[_Mark]:
        """What the words say; an end among them where one says something else."""
        at, lead = 0, ""
        while at < len(words):
            mark, size = self._known(words[at : at + _LONGEST], lead)
            lead = lead if is_quiet(words[at]) else words[at].key
            at += size
            if mark.kind != "filler":
                yield mark._replace(is_apart=words[at - 1].text.endswith(_APART))
            if mark.kind == "end":
                return

    @cached_property
    def _known(self) -> Callable[[Sequence[Token], str], tuple[_Mark, int]]:
        return lru_cache(maxsize=512)(self._first)

    def _first(self, words: Sequence[Token], lead: str) -> tuple[_Mark, int]:
        """What the first words say, and how many these are. ``lead``: the word before them."""
        keys = [word.key for word in words]
        is_gift = _AS_GIFT.get(keys[0]) == lead
        single = _Mark("free") if is_gift else _WORDS.get(keys[0])
        texts = [each.key if each.key.isalpha() else each.text for each in words]
        for size in range(len(words), 0, -1):
            text = trimmed(" ".join(texts[:size]))
            is_thing = keys[0] in _AS_GIFT and not is_gift and self.items.read(text)
            if size == 1 and single and not is_thing:
                return single, 1
            if mark := self._named(text, keys[:size]):
                return mark, size
        return (_Mark("filler") if is_quiet(words[0]) else _END), 1

    def _named(self, text: str, keys: Sequence[str]) -> _Mark | None:
        """The person or the thing that a text names."""
        if self.others.begins(keys[0]) and len(found := self.others.read(text)) == 1:
            is_whose = fold(text).removeprefix(fold(found[0])) in ("'s", "’s", "s", "'")
            return _Mark(*("whose", COMES) if is_whose else ("person", GOES), found[0])
        if self.own.exact(text):
            return _Mark("me", COMES, "third")
        ways = [
            each.way if each.kind == "whose" else 0
            for key in keys
            for each in [_WORDS.get(key, _END)]
        ]
        led = (way and at and keys[at - 1] != "of" for at, way in enumerate(ways))
        if any(led) or keys[-1] in _NO_LAST or not may_begin(self.items, keys[0]):
            return None  # `Fish and your Duck`
        found = self.items.read(text)
        for at in range(1, len(keys)):
            kind = _WORDS.get(keys[at], _END).kind
            if keys[at] != "of" and kind not in ("end", "whose", "joint", "filler"):
                parted = " ".join((*text.split(" ")[:at], *text.split(" ")[at + 1 :]))
                found = () if self.items.read(parted) == found else found  # `2 Fish for`
        return _Mark("thing", next(filter(None, ways), 0), found[0]) if len(found) == 1 else None


class _Side(Struct):
    """What changes hands together. ``ways``: where it goes for sure; ``vague``: as it seems.

    ``is_moved``: a verb or a preposition says so, not only whose it is.
    """

    items: str
    ways: set[int]
    vague: int
    is_moved: bool


def _directed(sides: Sequence[_Side], told: AbstractSet[str]) -> Sequence[tuple[str, str]]:
    """What goes and what comes; both ways where nothing but one of them is said."""
    sure, items = [sum(each.ways) for each in sides], [each.items for each in sides]
    if any(len(each.ways) > 1 for each in sides) or len(sides) not in (1, 2):
        return ()
    if len(sides) == 1:
        is_gift = "free" in told or (sides[0].is_moved and told.isdisjoint(_DEALING))
        is_gift = is_gift and sure[0] == GOES and items[0] != NOTHING
        return [(items[0], NOTHING)] if is_gift else ()
    is_exchange = (
        bool(told & (_DEALING | {"agrees"}))
        or NOTHING in items
        or all(each.is_moved for each in sides)
    )
    way = sure[0] or -sure[1]
    if not is_exchange or (way and sure[1] == way) or ("free" in told and NOTHING not in items):
        return ()
    way = way or (0 if "agrees" in told else sides[0].vague)
    both = [(items[0], items[1], GOES), (items[1], items[0], COMES)]
    return [(one, other) for one, other, each in both if each != -way and one != NOTHING]


class _Telling:
    """What marks tell of a trade, from left to right. ``told``: of which kinds they are.

    ``is_named``: the writer is told of by name, or as on a stage: ``gives``.
    """

    def __init__(self, marks: Sequence[_Mark], *, is_named: bool) -> None:
        self.marks, self.told, self.sides = (*marks, _END, _END, _END), set[str](), list[_Side]()
        self.ways, self.vague, self.owner = set[int](), 0, 0  # of the thing that comes next
        self.verb, self.subject, self.is_named = _END, GOES, is_named
        self.is_one = all(map(self._takes, range(len(marks))))

    def _takes(self, at: int) -> bool:
        """Whether a mark fits those before it."""
        mark, (behind, further) = self.marks[at], self.marks[at + 1 : at + 3]
        before = self.marks[at - 1]
        if mark.kind == "agrees":  # which may be that of a sale: `sold Bob a Kite`, `deal with`
            if mark.way and behind.kind in ("thing", "person") and not mark.is_apart:
                mark = _Mark("sells", GOES)
            elif behind.kind in ("to", "for", "with"):
                mark = _Mark("trades", GOES)
        kind, way = mark.kind, mark.way
        is_own = kind == "me" or (kind in ("thing", "whose") and way == GOES)
        self.told |= {kind, *(["own"] if is_own else ())}
        if kind == "thing":
            self._add(mark, before)
        elif kind in ("to", "for") and behind.kind in ("person", "me"):
            self._direct(way * behind.way)
            self.told -= {"for"} if kind == "for" else set()
            return way != 0 and (mark.text != "→" or not self.told.isdisjoint(_VERBS))
        elif kind == "to" and behind.kind == "whose" and further.kind == "place":
            self._direct(way * -behind.way)  # `from my purse`
        elif kind == "whose" and behind.kind == "thing":
            self.owner = way
        elif kind == "whose" and before.kind == "to" and self.sides and behind.kind != "place":
            self.sides[-1].ways.add(way)  # `3 Fish of his`
        elif kind == "whose":
            return behind.kind in ("offers", "trades", "place")
        elif kind in _VERBS:
            return self._does(at, mark)
        elif kind == "person" and self.verb.way and before.kind not in ("to", "for"):
            return self.verb.way * self.subject == GOES or behind.kind in (*_VERBS, "modal")
        return True

    def _add(self, mark: _Mark, before: _Mark) -> None:
        """One thing more of the same side, or another side."""
        ways, joins = {*self.ways, mark.way or self.owner} - {0}, before.kind in ("thing", "joint")
        joins = joins and not self.vague and mark.text != NOTHING
        if self.sides and joins and ways <= self.sides[-1].ways:
            self.sides[-1].items += f", {mark.text}"
        else:
            self.sides.append(_Side(mark.text, ways, self.vague, bool(self.ways)))
        self.ways, self.vague, self.owner, self.verb = set(), 0, 0, _END

    def _direct(self, way: int) -> None:
        """A preposition with a person, for the thing that stands before it or is to come."""
        if self.verb is not _END or self.ways or not self.sides:
            self.ways.add(way)
        elif not self.sides[1:] or not (self.sides[0].vague or self.sides[0].ways):
            # else it says with whom: `offer a Fish for a Duck to Bob`
            self.sides[-1].ways.add(way)
            self.sides[-1].is_moved = True

    def _does(self, at: int, verb: _Mark) -> bool:
        """A verb, of the writer or of the partner who stands before it."""
        before, kind, form = self.marks[:at], verb.kind, verb.text
        may = bool(before) and before[-1].kind == "modal"
        who, led = (*before[::-1][may:], _END, _END)[:2]
        is_theirs = who.kind == "person" and (
            led.text == "here" or led.kind not in ("to", "for", *_VERBS)
        )
        if is_theirs and form != "here":
            bids = (
                verb.way == COMES and form in ("plain", "have") and who.text
            )  # `Bob have my Fish`
            does = may or form == "third" or (not who.text and form == "plain")
            is_given = self.marks[at + 1].kind == "person"  # `Bob, I give you`
            if not (bids or (does and not who.is_apart)):
                is_called = who.is_apart or is_given or kind == "trades"
                if not form or form == "third" or not is_called:
                    return False
                self.subject = GOES
            elif kind == "wants":
                return False  # what somebody wants is not what they get
            else:
                self.subject = COMES
                self.told |= {"they"} if form == "third" else set()
        elif who.kind == "me":
            self.subject, may = GOES, may or who.text == "will"
            self.is_named = who.text == "third"
        is_own = self.subject == GOES
        if (is_own and form == "third" and not self.is_named) or (
            form == "have" and is_own and not may
        ):
            return False
        if kind == "owes" and (is_own or all(each.text != NOTHING for each in self.marks)):
            return False
        self.verb, way = verb, verb.way * self.subject
        if kind in ("trades", "offers"):
            self.vague = way
        else:
            self.ways.add(way)
        return True


class Gifts(WordsSlot, frozen=True):
    """The same trades, where nothing comes: ``2 Fish to Bob``."""

    bargains: Bargains

    def read_words(self, words: Sequence[Token]) -> tuple[str, ...]:
        """What goes to whom."""
        found, _ = self.bargains.told(tuple(words))
        return tuple(f"{each.goes} to {each.partner}" for each in found if each.comes == NOTHING)


def bargains(state: State, player: str, items: PhraseSlot, others: NamesSlot) -> Bargains:
    """The trades of some items with others that a line of a player may be about."""

    def told(counts: Mapping[str, int]) -> str:
        read = (items.read(f"{count} {item}") for item, count in counts.items())
        return ", ".join(each[0] for each in read if each) or NOTHING

    open_ = {
        each.id: Bargain(each.proposer, told(each.takes), told(each.gives))
        for each in state.trades
        if each.status == "open" and each.partner == player
    }
    return Bargains(items, others, NamesSlot((player,)), open_)
