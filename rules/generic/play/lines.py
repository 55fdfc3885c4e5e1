"""What a player writes behind a verb: players, things and amounts among the words of a sentence.

``give 3 Gold to Bob``, ``give Bob 3 Gold`` and ``give Bob Gold`` all fit *give any number of Gold
to another player*; what a line leaves out is asked for. Decisions: words such as *to* and *from*
may be left out and parts may change places, as long as each word of the line has its part. What
follows ``on``, ``for``, ``with`` or a colon behind all parts are answers to what the sentence asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from functools import lru_cache, partial
from itertools import chain, dropwhile, pairwise, permutations
from typing import Any, NamedTuple

from msgspec import Struct, field

from rules.common.trading import refuse_no_amount
from rules.generic import owners as fields
from rules.generic.owners import Context, FieldKind, Owner
from rules.generic.play.plan import Names, Told, spelled, spellings
from rules.generic.play.values import LARGEST
from rules.plain import tree
from rules.plain.vocabulary import stem
from wikibot.game.names import singular_of
from wikibot.game.understanding.vocabulary import word_set
from wikibot.sdk import Refused, Unclear, Vocabulary, replace
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import number_or_none
from wikibot.wikitext.regex import regex

LONGEST = 40  # words behind a verb that are looked at
_MOST_SLOTS = 3  # that may change places
_LITTLE = (
    "a", "an", "the", "my", "some", "to", "from", "of", "for", "on", "onto", "at", "in", "into",
    "with", "against", "by", "one", "player", "space", "our", "their", "his", "her", "its", "your",
)  # fmt: skip
_WAYS = ("up", "down", "over", "out", "back", "along", *_LITTLE)  # in front of what a line names
_SAYS_NOTHING = frozenset(("myself", "ourselves", "themselves", "please"))  # buy myself a Net
_LINKS = ("on", "for", "to", "with", "from", "at", "against", "using", "named", "called")
_NAMED = "named "  # begins a part that a line may leave out
ALL = frozenset(("all", "everything"))
_ALL_OF = frozenset(("all", "every", "each", "whole", "entire"))
_MAY_LACK = _ALL_OF.union(_LITTLE)  # of the words of a verb
_ONE = ("a", "an", "one")
_PAYING = ("pay", "spend")
MOST_TIMES = 100  # that a line may carry out an action
_TIMES = 0  # in place of a slot: how often

Bound = Owner | int


class Fit(Struct, frozen=True, gc=False):
    """How a line fits a verb. ``slots``: what it fills; ``times``: of a fixed thing, how often.

    ``rest``: words behind all parts; ``places``: where the player is, by the words.
    """

    slots: Mapping[int, Bound] = field(default_factory=dict)
    rest: str = ""
    filled: int = 0
    times: int = 1
    places: tuple[Owner, ...] = ()

    @property
    def rank(self) -> tuple[int, int]:
        """What tells the better of two fits."""
        return self.filled, -len(self.rest)


_NOTHING = Fit()


class _VerbPart(NamedTuple):
    """One part of a verb that words may fill.

    ``reads``: its slots by the words, and by these folded; None: not it.
    """

    reads: Callable[[Context, Sequence[str], Sequence[str]], Mapping[int, Bound] | None]
    needed: bool = False  # whether the line must name it: there is nothing to ask
    behind: str = ""  # ``from`` or ``to``, where the verb has that before it


def may_name(verb: tree.Verb, words: Iterable[str]) -> bool:
    """Whether some words may name the pile of a verb that has an amount of something alone."""
    pile = _form(verb).pile
    return not pile or not pile.isdisjoint(chain.from_iterable(map(spellings, words)))


def fit(act: Context, told: Told, text: str, word: str) -> Fit | None:
    """How the words behind the first one of its verb fit a sentence; None where they do not.

    ``word``: that first one. Where it is the group's own, and not the reading's, the words of the
    page's sentence stand for the other words of the reading's verb; ``pay`` says nothing without
    some of them, as many actions cost something.
    """
    words = [e for e in text.replace(",", " ").split() if e.casefold() not in _SAYS_NOTHING]
    verb, is_own = told.verb, word == told.word
    if len(words) > LONGEST:
        return None
    if not is_own:
        kept = (e for e in verb.parts[1:] if not isinstance(e, str) or e in _DIRECTIONS)
        verb = tree.Verb((word, *kept))
    found = _fit(act, verb, words) if is_own or word not in _PAYING else None
    if found and not found.rest:
        return found
    others, places = _without_repeated(act, told, verb, words)
    whole = _fit(act, verb, others) if len(others) < len(words) else None
    if whole is None or whole.rest or (told.parts and not whole.filled):
        return found
    return replace(whole, places=places)


def _fit(act: Context, verb: tree.Verb, words: list[str]) -> Fit | None:
    form = _form(verb)
    words = _without_names(words, form.named) if form.named else words
    if form.of_numbers:
        words = [each for each in words if fold(each) not in form.of_numbers]
    if not (words or form.parts or form.literal):
        return _NOTHING
    words, missing = _without(words, form)
    if not missing <= _MAY_LACK and not missing <= _MAY_LACK | _own_places(act):
        return None
    line, count = _Line(act, form.parts, words), len(form.parts)
    if form.pile and not (may_name(verb, words) or any(map(str.isdecimal, words))):
        return None if form.parts[0].needed else line.filled(())
    best: Fit | None = None
    for order in permutations(range(count)) if count <= _MOST_SLOTS else [tuple(range(count))]:
        if form.given and order.index(form.given) < order.index(form.given - 1):
            continue
        found = line.filled(order)
        if found and not (form.directed and found.rest) and (not best or found.rank > best.rank):
            best = found
        if best and best.rank == (count, 0):
            break  # no other order fits better
    if best is None and not count:
        things = (name for table in act.state.tables.values() for name in table.things)
        if act.find(" ".join(words), tuple(dict.fromkeys((*act.state.players, *things)))):
            best = Fit(rest=" ".join(words))  # rob Bob: an answer, though nothing links it
    if best is None:
        return None
    bound = {slot: each for slot, each in best.slots.items() if slot != _TIMES}
    times = best.slots.get(_TIMES, 1)  # of a thing that the verb names one of: ``buy 3 Nets``
    return Fit(bound, best.rest, best.filled, times if isinstance(times, int) else 1)


class _Line:
    """The words behind a verb, while its parts are looked for among them."""

    def __init__(self, act: Context, parts: Sequence[_VerbPart], words: Sequence[str]) -> None:
        self.act, self.parts, self.words = act, parts, words
        self.low = [fold(each) for each in words]
        self._known: dict[tuple[int, int, int], Mapping[int, Bound] | None] = {}

    def _read(self, part: int, begin: int, end: int) -> Mapping[int, Bound] | None:
        """What some of the words are, once for all orders of the parts."""
        where = part, begin, end
        if where not in self._known:
            words, low = self.words[begin:end], self.low[begin:end]
            self._known[where] = self.parts[part].reads(self.act, words, low)
        return self._known[where]

    def filled(self, order: Sequence[int], at: int = 0) -> Fit | None:
        """Parts filled from left to right, each by the longest run of words that it reads."""
        if not order:
            return self._rest(at)
        part, others = self.parts[order[0]], order[1:]
        start = self._skip(at)
        begins = (at, start) if at < len(self.low) and self.low[at] in _ONE else (start, at)
        for begin in dict.fromkeys(begins):  # a name may begin with a little word
            towards = [each for each in self.low[at:begin] if each in _DIRECTIONS]
            if part.behind and towards and part.behind not in towards:
                continue
            for end in range(len(self.words), begin, -1):
                found = self._read(order[0], begin, end)
                more = None if found is None else self.filled(others, end)
                if found is not None and more is not None:
                    return Fit({**found, **more.slots}, more.rest, more.filled + 1)
        return None if part.needed else self.filled(others, at)

    def _skip(self, at: int) -> int:
        """Where little words end that stand in front."""
        while at < len(self.low) and self.low[at] in _WAYS:
            at += 1
        return at

    def _rest(self, at: int) -> Fit | None:
        """Nothing is left, or answers behind a word that links them."""
        if self._skip(at) == len(self.low):
            return _NOTHING
        while self.low[at] in _ONE:
            at += 1
        if self.low[at] in _LINKS:
            return Fit(rest=" ".join(self.words[self._skip(at + 1) :]))
        return None


class _Form(NamedTuple):
    """What of a verb is the same for every line.

    ``parts``: those that words fill. ``literal``: the other words; ``origin``: those of them
    behind ``from``, where words fill no part.
    ``named``: the names that it gives. ``of_numbers``: words behind a number, ``troops``: a line
    may leave them out, or have one of it. ``directed``: from one thing to another. ``pile``: of a
    verb with an amount of something alone, words of which a line that names it has one.
    ``given``: the place of what another part is exchanged for, which stands behind that; or 0.
    """

    parts: Sequence[_VerbPart]
    literal: frozenset[str]
    named: Sequence[str]
    of_numbers: frozenset[str]
    directed: bool
    pile: frozenset[str]
    origin: frozenset[str]
    given: int


@lru_cache(maxsize=4096)
def _form(verb: tree.Verb) -> _Form:
    parts = [*str(verb.parts[0]).split()[1:], *verb.parts[1:]]
    said = [part for part in parts if isinstance(part, str)]
    behind = {
        fold(word)
        for before, part in pairwise(parts)
        if isinstance(before, tree.Chosen) and isinstance(part, str)
        for word in part.split()
    }
    literal = {fold(word) for each in said for word in each.split() if _NAMED not in each}
    literal -= behind | _SAYS_NOTHING
    filled = [
        (part, _direction(before))
        for before, part in zip(("", *parts), parts, strict=False)
        if not isinstance(part, str)
    ]
    directed = {to for _, to in filled} >= {*_DIRECTIONS}
    literal -= {*_DIRECTIONS} if directed else set()
    named = [each for each in said if each.startswith(_NAMED)]
    of_numbers = behind | set(map(singular_of, behind))
    read = [_part(part, len(filled) == 1, to) for part, to in filled]
    pile = filled[0][0] if len(filled) == 1 else None
    names = spelled(pile.what) if isinstance(pile, tree.Stuff) else frozenset[str]()
    source = " ".join(said).partition(" from ")[2] if not filled else ""
    origin = frozenset(map(fold, source.split()))
    stuff = [at for at, (part, _) in enumerate(filled) if isinstance(part, tree.Stuff)]
    given = next((other for one, other in pairwise(stuff) if other == one + 1), 0)
    return _Form(
        read, frozenset(literal), named, frozenset(of_numbers), directed, names, origin, given
    )


_DIRECTIONS = ("from", "to")


def _direction(before: object) -> str:
    """``to`` in ``sail to a Port``: what a line says before that part has to be the same."""
    last = before.split()[-1].casefold() if isinstance(before, str) and before.strip() else ""
    return last if last in _DIRECTIONS else ""


def _without_names(words: Sequence[str], said: Sequence[str]) -> list[str]:
    """The words without the name that the verb gives to what it makes."""
    for each in said:
        named = fold(each).split()
        if list(map(fold, words[-len(named) :])) == named:
            words = words[: -len(named)]
    return list(words)


def _without(words: Sequence[str], form: _Form) -> tuple[list[str], Set[str]]:
    """The words but for those that stand in the verb, once each; and those that are missing.

    A line that has some of them may leave out where from.
    """
    missing: Set[str] = form.literal
    rest = list[str]()
    for word in words:
        same = _ALL_OF if fold(word) in _ALL_OF else spellings(word)
        if said := {e for e in missing if not same.isdisjoint(spellings(e))}:
            missing -= said
        else:
            rest.append(word)
    return rest, missing if missing == form.literal else missing - form.origin


# -- words that only say again what is so, or what the sentence says -------------------------------

_LONGEST_NAME = 5  # words
_MARK = regex(r"[^\w'’-]+")
_HERE = word_set("here right there straight this these i have")
_BESIDE = _HERE.union(_WAYS)
_NEVER_AGAIN = word_set("""
    no not never nobody nothing if unless except or other another without but instead only may can
    half double more less fewer most fewest least any
""")
_FROM = ("from", "of", "to", "into")


@lru_cache(maxsize=4096)
def _said(*texts: str) -> tuple[Names, frozenset[tuple[str, str]]]:
    """The words of a sentence that a line may say again, and how many there are of what."""
    found, counts = set[str](), set[tuple[str, str]]()
    for text in texts:
        words = [each for each in map(fold, _MARK.split(text)) if each not in _BESIDE]
        counts.update(zip(map(_count, words), map(stem, words[1:]), strict=False))
        found.update(*map(spellings, words))
    return frozenset(found - _NEVER_AGAIN), frozenset(counts)


def _count(word: str) -> str:
    """A word that says how many of something there are, each in one spelling; "" for others."""
    number = None if word in ("a", "an") else number_or_none(word)
    return "all" if word in _ALL_OF else str(number) if number is not None else ""


def _without_repeated(
    act: Context, told: Told, verb: tree.Verb, words: Sequence[str]
) -> tuple[list[str], tuple[Owner, ...]]:
    """The words but for those that say again where the player is, or what the sentence says.

    What fills a part of the verb stays. Beside them, where the player is by the words.
    """
    said, counts = _said(told.text, told.page)
    bare = [_MARK.sub("", each) for each in words]
    low = [fold(each) for each in bare]
    own = set(chain.from_iterable(map(spellings, _form(verb).literal)))
    own.update(*(spelled(part.what) for part in told.parts if isinstance(part, tree.Stuff)))
    kept, where, at, is_counted = list[str](), list[Owner](), 0, False
    while at < len(words):
        found, end = (None, at) if is_counted else _place(act, bare, at, told.tables)
        count, end = _count(low[at]), max(end, at + 1)
        if found:
            names_more = low[end : end + 1] and low[end] in said | own  # the Vault key
            is_of_it = names_more or (at and low[at - 1] in _FROM)
            where += [] if is_of_it and spellings(low[end - 1]) <= said else [found]
            is_said = True
        elif count:
            behind = next((e for e in low[end:] if e not in _BESIDE), "")
            is_said = (count, stem(behind)) in counts and behind not in own
        else:
            is_said = low[at] not in own and not spellings(low[at]).isdisjoint(said)
            is_said = (is_said and not is_counted) or low[at] in _HERE
        kept += [] if is_said else words[at:end]
        is_counted, at = bool(count) and not is_said, end
    return kept, tuple(where)


def _own_places(act: Context) -> Names:
    """The words of the cells that say where a player is: ``in their Room`` need not be said."""
    own = (e.name for e in fields.columns(act.state, fields.PLAYERS) if e.kind is FieldKind.THING)
    return Names().union(*map(spelled, own))


def _place(
    act: Context, words: Sequence[str], at: int, but: Collection[str]
) -> tuple[Owner | None, int]:
    """The longest name there of a thing such as a cell of the player names: a place; its end."""
    for each in fields.columns(act.state, fields.PLAYERS):
        there = act.state.tables.get(each.table) if each.kind is FieldKind.THING else None
        if there is None or each.table in but:
            continue
        for end in range(min(at + _LONGEST_NAME, len(words)), at, -1):
            said = fold(" ".join(words[at:end]))
            if found := next((each for each in there.things if fold(each) == said), ""):
                return Owner(each.table, found), end
    return None, at


def refuse_elsewhere(act: Context, places: Iterable[Owner]) -> None:
    """Refuse a line that says of its player that they are where they are not."""
    held = act.state.players[act.player].fields
    columns = [e for e in fields.columns(act.state, fields.PLAYERS) if e.kind is FieldKind.THING]
    for place in places:
        of_it = {each.name: held.get(each.name) for each in columns if each.table == place.table}
        if place.name not in of_it.values():
            label, is_at = next(iter(of_it.items()))
            is_at = is_at or say("nothing")
            raise Refused("{} is {}, not {}", f"{act.player}'s {label}", is_at, place.name)


# -- what fills a part -----------------------------------------------------------------------------


def _part(node: Any, alone: bool, behind: str) -> _VerbPart:
    if isinstance(node, tree.Stuff):
        return _stuff(node, alone, behind)
    if isinstance(node, _NAMED_IN_LINES):
        return _VerbPart(partial(_one_of, node), bool(getattr(node, "name", "")), behind)
    if isinstance(node, tree.Chosen):
        return _VerbPart(lambda _, words, __: _number(words, node.slot), behind=behind)
    return _VerbPart(lambda *_: None, behind=behind)


_NAMED_IN_LINES = (
    tree.ChosenPlayer, tree.NamedPlayer, tree.ChosenThing, tree.NamedThing, tree.ChosenProposal,
)  # fmt: skip


def _one_of(
    node: Any, act: Context, words: Sequence[str], low: Sequence[str]
) -> Mapping[int, Bound] | None:
    """A player or a thing by name, perhaps with one of the words for it: ``Square 5``."""
    fixed, slot = getattr(node, "name", ""), getattr(node, "slot", 0)
    table, nouns = getattr(node, "table", fields.PLAYERS), tuple[str, ...]()
    names: Collection[str] = act.state.players
    if isinstance(node, tree.ChosenProposal):
        names, nouns = [each.id for each in act.state.proposals], (table,)
    elif table != fields.PLAYERS:
        there = act.state.tables.get(table)
        names, nouns = there.things if there else (), _forms(table)
        nouns += _forms(there.noun) if there else ()
    text = " ".join(words).strip(" .!\"'")
    found = text if text in names else act.find(text, tuple(names))
    if found is None and not {*nouns, "here"}.isdisjoint(low):  # the office of Mayor
        others = (*nouns, *_BESIDE)
        rest = [word for word, said in zip(words, low, strict=True) if said not in others]
        found = act.find(" ".join(rest), tuple(names)) if rest else None
        if not rest and tree.theirs(node):  # this Room, which is the only one
            return {}
    if found is None or (fixed and found != fixed):
        return None
    return {slot: Owner(table, found)} if slot else {}


@lru_cache(maxsize=256)
def _forms(noun: str) -> tuple[str, ...]:
    return (fold(noun), fold(singular_of(noun)))


def _stuff(node: tree.Stuff, alone: bool, behind: str) -> _VerbPart:
    """So many of something; where the number is chosen, its slot. ``alone``: the only part."""
    wanted = _named(node.what)
    amount = node.amount
    slot = amount.slot if isinstance(amount, tree.Chosen) else 0
    least = 0 if getattr(amount, "none", False) else 1
    fixed = amount.value if isinstance(amount, tree.Number) else None
    names = spelled(node.what)

    def reads(act: Context, words: Sequence[str], low: Sequence[str]) -> Mapping[int, Bound] | None:
        if alone and slot and len(words) == 1 and (number := number_or_none(words[0])) is not None:
            return {slot: number} if number >= least else None
        if spellings(words[-1]).isdisjoint(names):
            return None
        number, rest = _split_number(words, low[0])
        if wanted.find(" ".join(rest)) is None:
            behind = words[1:] if number is None else rest[1:]
            if behind and wanted.find(" ".join(behind)):
                if number is not None:
                    raise Unclear("{!r} has two numbers for one thing", " ".join(words))
                refuse_no_amount(" ".join(words))
            return None
        if number is not None and number < least:
            refuse_no_amount(f"{number} {node.what}")
        if low[0] in ALL and slot:
            owner = fields.player(act.player)
            return {slot: fields.count(act.state, owner, node.what)}
        if number is None:
            return {}
        if slot:
            return {slot: number}
        if fixed == 1 and alone and 1 < number <= MOST_TIMES:
            return {_TIMES: number}
        return {} if fixed is None or number == fixed else None

    return _VerbPart(reads, slot == 0, behind)


@lru_cache(maxsize=4096)
def _named(what: str) -> Vocabulary:
    return Vocabulary((what,), {singular_of(what): what}, plurals=True)


def _split_number(words: Sequence[str], low: str) -> tuple[int | None, Sequence[str]]:
    """A number in front, in digits or words, and the rest. ``low``: its first word, folded."""
    if low in ALL:
        return None, [*dropwhile(lambda word: fold(word) in _LITTLE, words[1:])]
    if low == "another":  # one, or ``another two``
        counted = words[2:] and number_or_none(words[1]) is not None
        words = words[1:] if counted else ("1", *words[1:])
    number = 1 if low in _ONE else number_or_none(words[0])
    if number is None and words[0][:-1].isdecimal() and words[0][-1:] in "x×":
        number = number_or_none(words[0][:-1])
    return (number, words[1:]) if number is not None and len(words) > 1 else (None, words)


def _number(words: Sequence[str], slot: int) -> Mapping[int, Bound] | None:
    number = number_or_none(words[0]) if len(words) == 1 else None
    return None if number is None or not 0 <= number <= LARGEST else {slot: number}


def said_verb(
    of: tree.Verb, filled: Callable[[Any], object], own: Callable[[str], str] = str
) -> str:
    """A verb with what ``filled`` puts where a line fills it in; ``own``: of its own words."""

    def said(part: Any) -> str:
        if isinstance(part, str):
            return own(part)
        if isinstance(part, tree.Stuff):
            fixed = part.amount.value if isinstance(part.amount, tree.Number) else 1
            chosen = isinstance(part.amount, tree.Chosen)
            number = filled(part.amount) if chosen else fixed if fixed != 1 else ""
            return f"{number} {own(part.what)}".strip()
        name = getattr(part, "name", "")
        return own(name) if name else str(filled(part)) if hasattr(part, "slot") else ""

    return " ".join(filter(None, map(said, of.parts)))


def said_of(slots: Mapping[int, Any]) -> Callable[[Any], object]:
    """What a line fills in; "" for what it leaves open."""

    def filled(part: Any) -> object:
        bound = slots.get(part.slot, "")
        return bound.name if isinstance(bound, Owner) else bound

    return filled
