"""A ruleset page as a game plays by it: which units are in force, held, or without effect.

What is found in a table, such as the players, and again by what has changed in it since.

States share the members that did not change between them, so only the others are looked at again.
Where that gives nothing new the answer is the very same object, and what is found in it in turn
stays as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from itertools import compress, count
from operator import is_, is_not
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec import field as struct_field

from wikibot.game.problems import Held, Problem, Refused
from wikibot.game.ruleset.implementations import (
    BY_PEOPLE,
    EVERY,
    NOT_UNDERSTOOD,
    SAID,
    Bears,
    How,
    Implementation,
    InWords,
    ReadWords,
    readings_astray,
)
from wikibot.game.ruleset.readings import NO_READINGS, GivenReading, Readings, with_changes, wording
from wikibot.game.ruleset.recognition import (
    Binding,
    Pin,
    Sets,
    Wordings,
    WordingStatus,
    absorbed,
    group,
    once,
    recognise,
    split,
)
from wikibot.game.ruleset.units import Catalogue, Unit, read_print, read_units
from wikibot.game.state import Player, State, changed
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.plain import MOST_CHARACTERS, digest, normalise
from wikibot.wikitext.regex import regex

K = TypeVar("K")
M = TypeVar("M")
T = TypeVar("T")


class Since:
    """What ``Rulebook.found_in`` need not find anew; it is called as any other function there."""

    def again(self, found: Any, before: Any, part: Any, book: Any) -> Any:
        """What it finds in ``part``, where it has ``found`` this in ``before``."""
        raise NotImplementedError


class OfEach(Since, Generic[K, M, T]):
    """What ``read`` finds about each member of a mapping."""

    def __init__(self, read: Callable[[M], T]) -> None:
        self.read = read

    def __call__(self, members: Mapping[K, M], _book: object) -> Mapping[K, T]:
        """All of it."""
        return {key: self.read(each) for key, each in members.items()}

    def again(
        self, found: Mapping[K, T], before: Mapping[K, M], part: Mapping[K, M], book: object
    ) -> Mapping[K, T]:
        """The same; only members that are not the very same are read."""
        keys = changed(before, part)
        if keys is None:
            return self(part, book)
        if len(part) != len(found):
            stay = {key: value for key, value in found.items() if key in part}
            return {**stay, **{key: self.read(part[key]) for key in keys}}
        changes = {key: value for key in keys if (value := self.read(part[key])) != found[key]}
        return {**found, **changes} if changes else found


class Those(Since, Generic[K, M]):
    """The keys of the members of a mapping that ``are`` so, in order; for what seldom changes."""

    def __init__(self, are: Callable[[M], bool]) -> None:
        self.are = are

    def __call__(self, members: Mapping[K, M], _book: object) -> tuple[K, ...]:
        """All of them."""
        return tuple([key for key, each in members.items() if self.are(each)])

    def again(
        self, found: tuple[K, ...], before: Mapping[K, M], part: Mapping[K, M], book: object
    ) -> tuple[K, ...]:
        """The same; only members that are not the very same are looked at, while those stay."""
        keys = changed(before, part)
        if keys is None:
            return self(part, book)
        for key in keys:
            if self.are(part[key]) != (key in found):
                return self(part, book)
        return tuple([key for key in found if key in part]) if found else found


class FoundTimes(NamedTuple):
    """When something happens to each member of a tuple, None for never, and the first of these."""

    each: tuple[datetime | None, ...]
    first: datetime | None


class FirstOf(Since, Generic[M]):
    """The times that ``read`` tells of the members of a tuple."""

    def __init__(self, read: Callable[[M, Any], datetime | None]) -> None:
        self.read = read

    def __call__(self, members: Sequence[M], book: object) -> FoundTimes:
        """All of them."""
        return self._times([self.read(each, book) for each in members])

    def again(
        self, found: FoundTimes, before: Sequence[M], part: Sequence[M], book: object
    ) -> FoundTimes:
        """The same, by what was put in the place of others or behind the last, or taken away."""
        times, gone = [*found.each], len(before) - len(part)
        other = compress(count(), map(is_not, before, part))
        if gone > 0:
            begin = next(other, len(part))
            if part[begin:] != before[begin + gone :]:
                return self(part, book)
            del times[begin : begin + gone]
            return self._times(times)
        for at in other:
            times[at] = self.read(part[at], book)
        return self._times([*times, *(self.read(each, book) for each in part[len(before) :])])

    def _times(self, times: Sequence[datetime | None]) -> FoundTimes:
        return FoundTimes(tuple(times), min(filter(None, times), default=None))


class Kept(Since, Generic[M, T]):
    """What ``make`` finds: the same object for as long as it is equal."""

    def __init__(self, make: Callable[[M, Any], T]) -> None:
        self.make = make

    def __call__(self, part: M, book: object) -> T:
        """It anew."""
        return self.make(part, book)

    def again(self, found: T, before: M, part: M, book: object) -> T:
        """The same object, where it is equal."""
        new = self.make(part, book)
        return found if new == found else new


# == The page as a game plays by it ================================================================

P = TypeVar("P")


@dataclass(frozen=True)
class Rulebook(Wordings):
    """A ruleset page, read, with what the game says about its units.

    ``implementations`` None: every pinned wording counts as implemented. ``probing``: made to see
    what is read from it, so that its words are not held against any pin. ``reads_words``: what
    the game understands of the words of a unit that it has no code for. ``readings``: what people
    say that its sentences mean, ``said`` what an operator does in a file, which counts after that;
    ``takes_readings``: which units are played by sentences of theirs.
    """

    implementations: Mapping[str, Implementation] | None = None
    probing: bool = False
    reads_words: ReadWords | None = None
    readings: Readings = NO_READINGS
    said: Readings = NO_READINGS
    takes_readings: Callable[[Unit], bool] | None = None
    _found_in: dict[Any, tuple[Any, Any]] = field(default_factory=dict, compare=False, repr=False)

    @once
    def has(self, name: str) -> bool:
        """Whether the page has the unit and it is not without effect."""
        return self.on_page(name) and not self.without_effect(name)

    def cites(self, rule: str) -> bool:
        """Whether an answer may name a rule: the page has it, or the game does not say which."""
        return self.implementations is None or self.on_page(rule)

    def without_effect(self, name: str) -> bool:
        """Whether nothing is played by a rule that has code, as people say."""
        return self.variant(name) == How.FLAVOUR and self.coded(name) is not None

    def require(self, name: str) -> Unit:
        """The unit, for an action that needs it.

        Raises :class:`Refused` where it is not in force, :class:`Held` where it is not settled how
        it is played.
        """
        if isinstance(answer := self._settled(name), Problem):
            raise answer.with_traceback(None)
        return answer

    def obstacle(self, name: str) -> Problem | None:
        """What :meth:`require` would raise."""
        answer = self._settled(name)
        return answer if isinstance(answer, Problem) else None

    def is_held(self, name: str) -> bool:
        """Whether the page has the unit in a wording that is held, so that what it says waits."""
        return isinstance(self._settled(name), Held)

    @once
    def _settled(self, name: str) -> Unit | Problem:
        try:
            return self._settle(name)
        except Problem as problem:
            return problem.with_traceback(None)

    @once
    def coded(self, name: str) -> Implementation | None:
        """What code there is for a unit, whatever its wording."""
        return (self.implementations or {}).get(self.known_as(name))

    @once
    def implementation(self, name: str) -> Implementation | None:
        """How a unit is played: as people say of its wording, or by code; None: nobody says."""
        if (how := self.variant(name)) not in SAID:
            return self.coded(name)
        says = self.in_words(name).says if how == How.WORDS else ""
        return Implementation(self.known_as(name), How(how), says=says)

    @once
    def in_words(self, name: str) -> InWords:
        """How the game understands the words of a unit, even where code plays that unit."""
        found = self.reads_words(self, self.unit(name)) if self.reads_words else None
        return found or NOT_UNDERSTOOD

    def is_in_words(self, name: str) -> bool:
        """Whether a unit is played by its reading, or was accepted to be by its own words."""
        return self.variant(name) == How.WORDS

    @once
    def reading(self, name: str) -> GivenReading | None:
        """What people say that the words of a unit mean, which then counts before all code.

        Where they say two things, people decide each time. Sentences play what is made for that
        (``takes_readings``); that nothing is played, or people decide, can be said of any unit.
        """
        if not (self.readings.rows or self.said.rows) or not self.on_page(name):
            return None
        unit, takes = self.unit(name), self.takes_readings
        given = self.readings.of(*unit.wordings) or self.said.of(*unit.wordings)
        return given if given and (given.kind or (takes and takes(unit))) else None

    @once
    def read_print(self, name: str) -> str:
        """Fingerprint of a unit's wording without the numbers that are read from the page."""
        what = self.coded(name)
        return read_print(self, self.unit(name), what.reads if what else ())

    def derived(self, make: Callable[[Rulebook], T]) -> T:
        """What ``make`` reads out of this rulebook (numbers, lists, what is in force), once."""
        try:
            value: T = self.kept[make]
        except KeyError:
            value = self.kept[make] = make(self)
        return value

    def found_in(self, part: P, make: Callable[[P, Rulebook], T]) -> T:
        """What ``make`` finds in an immutable part of a state by this rulebook.

        Only the latest answer is kept, for as long as the part is the very same object; a
        finding of :class:`Since` looks at what has changed since.
        """
        value: T
        try:
            before, value = self._found_in[make]
        except KeyError:
            value = make(part, self)
        else:
            if before is part:
                return value
            if isinstance(make, Since):
                value = make.again(value, before, part, self)
            else:
                value = make(part, self)
        self._found_in[make] = (part, value)
        return value

    def found_in_parts(
        self, parts: tuple[Any, ...], make: Callable[[P, Rulebook], T], whole: P
    ) -> T:
        """The same in something of which ``make`` looks at some parts alone."""
        kept, value = self._found_in.get(make, ((), None))
        if len(kept) != len(parts) or not all(map(is_, kept, parts)):
            value = make(whole, self)
            self._found_in[make] = (parts, value)
        return value  # type: ignore[no-any-return]

    # -- other rulebooks ---------------------------------------------------------------------------

    def with_unit(self, unit: Unit, *, probing: bool = True) -> Rulebook:
        """The rulebook in which one unit says something else; ``probing`` as of the class."""
        return self._anew(units={**self.units, unit.name: unit}, probing=probing)

    def reread(self, text: str | None = None, more: Sequence[Binding] = ()) -> Rulebook:
        """Another version of the page, or this one by further bindings; these count first."""
        pins = [pin for known in self.pins.values() for pin in known]
        found = read_rulebook(
            self.text if text is None else text, self.catalogues, [*pins, *self.said.rows, *more],
            self.implementations, self.sets, self.reads_words, self.takes_readings, type(self),
        )  # fmt: skip
        return found.with_readings(self.readings)

    def with_readings(self, readings: Readings) -> Rulebook:
        """The same page by other readings."""
        return self if readings == self.readings else self._anew(readings=readings)

    def with_rows(self, *rows: GivenReading) -> Rulebook:
        """The same with some rows of the readings page as they are to be."""
        return self.with_readings(with_changes(self.readings, rows))

    def _anew(self, **changes: Any) -> Rulebook:
        found: dict[str, Any] = {each.name: {} for each in fields(self) if not each.compare}
        return replace(self, **changes, **found)

    # -- what is settled ---------------------------------------------------------------------------

    def _judge(self, name: str) -> tuple[WordingStatus, Pin | None]:
        """As of any wording; what people say of it counts before all code."""
        given = self.reading(name)
        if given is None:
            return super()._judge(name)
        prints = self.unit(name).prints
        texts = (prints.exact, prints.normal, prints.masked)
        pin = Pin(self.known_as(name), BY_PEOPLE[given.kind], *texts, given.by, "")
        return WordingStatus.SAME, pin

    def _settle(self, name: str) -> Unit | Problem:
        standing, pin = self.judge(name)
        if standing is WordingStatus.GONE:
            refused = Refused("the ruleset page has no {!r}, so no such rule is in force", name)
            section = next((c.section for c in self.catalogues if name.startswith(c.name(""))), "")
            problem = self.obstacle(section) if section and not self.members(section) else None
            return (problem if isinstance(problem, Held) else None) or refused
        if standing is WordingStatus.NEW and not pin:
            was = (row for row, now in self.derived(readings_astray) if now is self.unit(name))
            new = say("it is new on the ruleset page and it is not implemented yet")
            return Held(name, next((row.renewed for row in was), new))
        if standing is WordingStatus.REWORDED and not (pin or self.probing):
            return Held(name, self._why_reworded(name))
        what, unit = self.implementation(name), self.unit(name)
        if self.without_effect(name):
            return Refused("{}: nothing is played by it, as people say", name)
        says_nothing = unit.empty and unit.kind == "section" and self.reading(name) is None
        if self.implementations is not None and not says_nothing:
            if what is None:
                return Held(name, "it is not implemented yet")
            if pin and not what.plays(pin.variant):
                return Held(name, "the {} wording of it is not implemented", pin.variant)
            if what.how is How.RULED:
                return Held(name, "it is left to people")
        if what and what.how is How.WORDS:
            return self._settle_in_words(name, pin)
        if standing is WordingStatus.NUMBERS and not self._only_read_numbers(name, what):
            return Held(name, self._why_numbers(name))
        return (what and self._misfit(what)) or unit

    def _why_reworded(self, name: str) -> str:
        if into := self.moved_into.get(name):
            return say("its text now stands in {!r}", into)
        if why := self.unread(name):
            return why
        unit, normal = self.unit(name), self.unit(name).prints.normal
        if self.is_qualified(unit):
            return say("its heading is now {!r}", " / ".join(unit.path))
        known = self.pins.get(self.known_as(name), ())
        other = next((pin for pin in known if pin.normal == normal), None)
        if other:
            return say(
                "it reads as in {}, and the other rules as in {}", other.source, self.group[0]
            )
        return say("its wording changed since it was implemented")

    def _settle_in_words(self, name: str, pin: Pin | None) -> Unit | Problem:
        """A unit that is played by its reading, or by what its words meant when accepted."""
        means, given = self.in_words(name), self.reading(name)
        if given is not None and not given.kind:
            why = Held(name, "its reading is not understood from {!r} on", means.unknown)
            return self.unit(name) if means.says else why
        if given is not None:
            is_same = wording(means.says) == given.agreed
        else:  # as earlier programs kept it
            said = f"{normalise(self.unit(name).meaning)}\n{means.says}"
            is_same = pin is not None and pin.read == digest(said)
        if not means.says or not is_same:
            return Held(name, "its words mean something else now than when they were accepted")
        return self.unit(name)

    def _only_read_numbers(self, name: str, what: Implementation | None) -> bool:
        """Whether the numbers that changed are all read from the page; flavour has none to read."""
        if self.probing or (what and what.how is How.FLAVOUR):
            return True
        prints = [pin.read for pin in self.counting(name) if pin.read]
        return bool(prints) and self.read_print(name) in prints

    def _why_numbers(self, name: str) -> str:
        """Why another number holds a unit; an operator's pin may not tell numbers apart."""
        masked = self.unit(name).prints.masked
        if any(pin.read for pin in self.counting(name) if pin.masked == masked):
            return say("a number in it changed that is not read from the page")
        why = say("a number in it changed, and when it was accepted numbers were not told apart")
        return say("{}; accept it once more", why)

    def _misfit(self, what: Implementation) -> Held | None:
        """Why a unit is held of which each number is read, but they do not fit each other."""
        for reading in () if self.probing else what.whole:
            try:
                reading(self._anew(probing=True))
            except Held as held:
                return Held(what.unit, held.why)
        return None


def read_rulebook(
    text: str, catalogues: Sequence[Catalogue] = (), bindings: Iterable[Binding] = (),
    implementations: Mapping[str, Implementation] | None = None, sets: Sets = (),
    reads_words: ReadWords | None = None, takes_readings: Callable[[Unit], bool] | None = None,
    kind: type[Rulebook] = Rulebook
) -> Rulebook:  # fmt: skip
    """Read a ruleset page. Of two bindings of the same wording the later one counts.

    ``sets``: the sources of pins that may stand together; pins of other sources count beside any.
    ``reads_words`` and ``takes_readings``: as of :class:`Rulebook`.
    """
    pins, said = split(bindings)
    grouped = group(pins)
    units = read_units(text, catalogues, tuple(grouped))
    found = recognise(units, grouped)
    moved_into = absorbed(units, grouped, found)
    return kind(
        text[: MOST_CHARACTERS + 1],  # it is still seen to be too long
        units, grouped, found, moved_into, tuple(catalogues), sets, implementations=implementations,
        reads_words=reads_words, takes_readings=takes_readings,
        said=with_changes(NO_READINGS, said) if said else NO_READINGS,
    )  # fmt: skip


# == What waits because a unit of the ruleset is held: verbs, events, rolls, changes of the state ==
#
# Most rules ask for their own section when they are played. Many sections bear on far more than
# that: what a die roll is, what a phase is, what it means to own something. Their implementations
# say so (:class:`Bears`), and the engine asks here, before it plays a line or lets an event
# happen, and of every change before it counts.

Aspects = Mapping[str, Callable[[Any], Any]]  # what of a state an aspect is, by its name


class HeldUnits(Struct, frozen=True):
    """Held units by what each holds; of several that hold the same thing the first one counts."""

    verbs: Mapping[str, Held] = struct_field(default_factory=dict)
    events: Mapping[str, Held] = struct_field(default_factory=dict)
    changes: Mapping[str, Held] = struct_field(default_factory=dict)
    rolls: Held | None = None

    def check_verb(self, name: str) -> None:
        """Raise :class:`Held` where no line with this verb can be played."""
        if self.verbs:
            _raise(self.verbs.get(name) or self.verbs.get(EVERY[0]))

    def check_event(self, name: str) -> None:
        """Raise :class:`Held` where this event cannot happen."""
        _raise(self.events.get(name))

    def check_roll(self) -> None:
        """Raise :class:`Held` where nothing can be rolled or picked."""
        _raise(self.rolls)

    def check_change(self, aspects: Aspects, before: Any, after: Any) -> None:
        """Raise :class:`Held` where an aspect of the state has changed that may not."""
        if before is after or not self.changes:
            return
        for name, held in self.changes.items():
            if aspects[name](before) != aspects[name](after):
                _raise(held)


def bearing(book: Rulebook) -> HeldUnits:
    """What is held by this rulebook."""
    return book.derived(_bearing)


def _bearing(book: Rulebook) -> HeldUnits:
    known = (book.implementations or {}).values()
    every = ((each.bears, book.obstacle(each.unit)) for each in known if each.bears != Bears())
    held = [(bears, problem) for bears, problem in every if isinstance(problem, Held)]
    return HeldUnits(
        _first((name, problem) for bears, problem in held for name in bears.verbs),
        _first((name, problem) for bears, problem in held for name in bears.events),
        _first((name, problem) for bears, problem in held for name in bears.changes),
        next((problem for bears, problem in held if bears.rolls), None),
    )


def named(bears: Bears) -> tuple[str, ...]:
    """What of it are not verbs, in words: ``all rolls``, ``what changes items``."""
    rolls = ("all rolls",) if bears.rolls else ()
    return (*(f"what changes {name}" for name in bears.changes), *rolls, *bears.events)


def _first(pairs: Iterable[tuple[str, Held]]) -> Mapping[str, Held]:
    found: dict[str, Held] = {}
    for name, problem in pairs:
        found.setdefault(name, problem)
    return found


def _raise(held: Held | None) -> None:
    if held is not None:
        raise held.with_traceback(None)


# == Names on a gamestate that the ruleset page has changed: announced, and held in use ============
#
# What a rule is called is not what it says, so a rule that was only renamed is played on. But
# things that stand on the gamestate under the old name are unknown to the page until people write
# the new name there.

_COMMON = frozenset(name for kind in (Player, State) for name in kind.__struct_fields__) - {"items"}
_SIGN = regex(r"^[^\w]+")


def hold_renamed(book: Rulebook, unit: str) -> None:
    """Hold what uses a thing under a name that the ruleset page does not have any more."""
    if unit in book.renamed:
        old, new = book.renamed[unit]
        raise Held(
            unit, "the ruleset page calls it {} now, and the gamestate still says {}", new, old
        )


def old_names(state: State, book: Rulebook) -> tuple[str, ...]:
    """The renamed units whose old names the gamestate has."""
    renamed = [(unit, old) for unit, (old, _) in book.renamed.items() if _names_things(unit, book)]
    said = dict.fromkeys(map(fold, _names(state))) if renamed else {}
    return tuple(unit for unit, old in renamed if fold(_SIGN.sub("", old)) in said)


def _names_things(unit: str, book: Rulebook) -> bool:
    """Whether things on a gamestate go by the name of a unit."""
    what = (book.implementations or {}).get(unit)
    owned = tuple(each.name("") for each in book.catalogues if each.owned)
    return unit.startswith(owned) or (what is not None and what.named)


def _names(value: Any) -> Iterator[str]:
    """All names of a game's own things in a state: keys and texts, but for what every game has."""
    parts: Iterable[Any] = ()
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        parts = (*value, *value.values())
    elif isinstance(value, Sequence):
        parts = value
    elif isinstance(value, Struct):
        own = [getattr(value, name) for name in value.__struct_fields__ if name not in _COMMON]
        parts = [*own, *value.players.values()] if isinstance(value, State) else own
    for part in parts:
        yield from _names(part)
