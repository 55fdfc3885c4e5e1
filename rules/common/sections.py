"""Sections of a ruleset: what a module adds to a game by one, and whether one is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache, partial, wraps
from importlib import import_module
from itertools import chain
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from wikibot.game.actions import Watched
from wikibot.game.ruleset.implementations import Implementation, index
from wikibot.game.ruleset.rulebook import bearing
from wikibot.game.state import earliest
from wikibot.game.understanding.phrases import Deed
from wikibot.game.understanding.slots import Lists
from wikibot.sdk import (
    ActionContext,
    Event,
    Held,
    PhraseSlot,
    Rulebook,
    Unit,
    Verb,
    fold,
    plain,
    replace,
)
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import integer, numbers, read_number
from wikibot.wikitext.regex import regex

# -- notation --------------------------------------------------------------------------------------
# Dice, numbers and lists as a ruleset writes them: ``book.derived(NumberOf("Geyser"))``.

T = TypeVar("T")
_BULLET = regex(r"[*#](?![*#:;])(?P<item>.*)")
_DICE = regex(r"(?<![A-Za-z0-9])(?P<count>\d*)[dD](?P<sides>\d+)\b")


class DicePool(Struct, frozen=True):
    """``count`` dice of ``sides`` sides each."""

    count: int
    sides: int

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


def read_once(read: Callable[[Rulebook], T]) -> Callable[[Rulebook], T]:
    """A function that reads something out of a rulebook, which is kept with that rulebook."""

    @wraps(read)
    def derived(book: Rulebook) -> T:
        return book.derived(read)

    return derived


class Reader(Struct, Generic[T], frozen=True):
    """What reads something of one unit of a ruleset."""

    read: Callable[[Rulebook, str], T]
    section: str

    def __call__(self, book: Rulebook) -> T:
        return self.read(book, self.section)


def of_unit(read: Callable[[Rulebook, str], T]) -> Callable[[str], Reader[T]]:
    """A function that reads something of a unit, as what makes readers of single units."""
    return partial(Reader, read)


def dice_of(text: str) -> tuple[DicePool, ...]:
    """Every NdK of a text, in order; a bare dK is one die."""
    return tuple(
        DicePool(integer(found["count"] or "1"), integer(found["sides"]))
        for found in _DICE.finditer(plain(text))
    )


def numbers_of(text: str) -> tuple[int, ...]:
    """Every whole number of a text in order, in digits or words, those of dice left out."""
    without_dice = _DICE.sub("", plain(text))
    whole = (each for each in numbers(without_dice) if "." not in each and "," not in each)
    return tuple(map(read_number, whole))


def bullets(text: str) -> tuple[str, ...]:
    """The items of a text's list, bulleted or numbered, as plain text, without nested lists."""
    lines = filter(None, map(_BULLET.fullmatch, text.splitlines()))
    return tuple(plain(line["item"]).strip() for line in lines)


def cell(unit: Unit, column: str) -> str:
    """The cell of a row in a column; raises :class:`Held` where its table has no such column."""
    if fold(column) not in map(fold, unit.columns):
        raise Held(unit.name, "its table has no column {!r}", column)
    return unit.cell(column)


def _nth(section: str, found: Sequence[T], index: int, what: str) -> T:
    if index >= len(found):
        raise Held(section, "its text has too few {} to read them from it", what)
    return found[index]


class NumberOf(Struct, frozen=True):
    """The ``index``-th number in what a unit means, dice and the ID of a row not counted.

    Raises :class:`Held` where it has fewer.
    """

    section: str
    index: int = 0

    def __call__(self, book: Rulebook) -> int:
        found = numbers_of(book.unit(self.section).meaning)
        return _nth(self.section, found, self.index, "numbers")


class NumberAt(Struct, frozen=True):
    """The number in a section that the first group of ``pattern`` finds, in digits or as a word.

    Case does not count. Raises :class:`Held` where the section does not say it in that form.
    """

    section: str
    pattern: str

    def __call__(self, book: Rulebook) -> int:
        found = re.search(self.pattern, plain(book.unit(self.section).text), re.IGNORECASE)
        with suppress(ValueError):
            if found:
                return read_number(found[1])
        why = say("no number is found in it, such as N in {!r}", _in_words(self.pattern))
        raise Held(self.section, why)


def _in_words(pattern: str) -> str:
    """A pattern as a person reads it: ``minimum of N``."""
    text = re.sub(r"\(\\[wd]\+\)", "N", pattern)
    text = re.sub(r"\[[^\]]*\][*+]?\??|\\[wd]\+", "…", re.sub(r"\\[sW][*+]", " ", text))
    return " ".join(re.sub(r"\(\?:|.\?|[()\\^$]", "", text).split())


class DiceOf(Struct, frozen=True):
    """The ``index``-th dice of a section; raises :class:`Held` where it has fewer."""

    section: str
    index: int = 0

    def __call__(self, book: Rulebook) -> DicePool:
        return _nth(self.section, dice_of(book.unit(self.section).text), self.index, "dice")

    def roll(self, act: ActionContext[Any], label: str = "") -> tuple[int, ...]:
        """Roll them for ``label``, or else for the section; the faces."""
        dice = act.book.derived(self)
        return act.roll(dice.count, dice.sides, label or self.section)


@of_unit
def list_of(book: Rulebook, section: str) -> tuple[str, ...]:
    """The bullet list of a section."""
    return bullets(book.unit(section).text)


class Says(Struct, frozen=True):
    """Whether the page has a section that says something, as one of several wordings may."""

    section: str
    phrase: str

    def __call__(self, book: Rulebook) -> bool:
        return book.has(self.section) and self.phrase in plain(book.unit(self.section).text)


# -- sections --------------------------------------------------------------------------------------

Hook = Callable[[ActionContext[Any]], None]
Slots = Callable[[Any, Rulebook, str], Mapping[str, PhraseSlot]]
CLOCK, PHASE, REPUTATION = "the time", "the phase", "who is reputable"  # what verbs need
_ABOUT = regex(r"Ruleset sections? (?P<names>[^:]+): (?P<about>.+?)\.(?: |$)")
_NAMES = regex(", (?:and )?| and ")


class InFields(Protocol):
    """Something of a state. ``fields``: those that have it."""

    @property
    def fields(self) -> tuple[str, ...]: ...


def has_any(state: Any, kind: InFields) -> bool:
    """Whether a state has any of a kind."""
    return any(map(partial(getattr, state), kind.fields))


class Messages(InFields, Protocol):
    """Something that players do by a message that has to stay as it is."""

    def watched(self, state: Any, /) -> Iterable[Watched]: ...


class Section(Struct, frozen=True):
    """What one module adds to its game, declared once; the game only lists its sections.

    ``module``: its name. What stands in its docstring behind ``Ruleset section X:`` tells what is
    done by a unit that does not say it itself; the numbers that it has of a unit are read by that
    unit. ``implements``: units of the ruleset page, each with what else it reads. ``prepare`` and
    ``after_action``: hooks as of ``Game``, run in the order of the sections, the latter only where
    this field of the state ``changed``, if one is named. ``messages``: what players do by messages
    that are watched. ``looks_back``: how far back its rules ask about what
    was settled. ``slots``: the kinds of things that the phrases of its verbs name, as of
    ``Game.slots``; ``lists``: what a form lists of a kind, as of ``Game.lists``.
    """

    module: str = ""
    implements: tuple[Implementation, ...] = ()
    verbs: tuple[Verb, ...] = ()
    prepare: Hook | None = None
    after_action: Hook | None = None
    changed: str = ""
    messages: Messages | None = None
    looks_back: Callable[[Rulebook], timedelta] = lambda book: timedelta()
    slots: Slots = lambda state, book, player: {}
    lists: Callable[[Any, Rulebook, str], Lists] = lambda state, book, player: {}

    def described(self) -> Iterator[Implementation]:
        """Its implementations, each with what is done by it in words, and with its numbers."""
        doc = import_module(self.module).__doc__ if self.module else ""
        for each in self.implements:
            reads = dict.fromkeys((*each.reads, *numbers_in(self.module, each.unit)))
            yield replace(each, says=each.says or about(doc, each.unit), reads=tuple(reads))


def with_deeds_named(verb: Verb) -> tuple[Verb, Mapping[str, Deed]]:
    """A verb whose deeds are slots of its phrases, and these slots by their names."""
    named = {f"{verb.name} in words {number}": deed for number, deed in enumerate(verb.deeds)}
    phrases = (
        f"{{{name}}} => {deed.order or verb.name}"
        + (f" {{{name}}}" if (deed.about or deed.kind) and not deed.is_price else "")
        for name, deed in named.items()
    )
    return replace(verb, phrases=(*phrases, *verb.phrases), deeds=()), named


def numbers_in(module: str, unit: str) -> tuple[DiceOf | NumberAt | NumberOf, ...]:
    """The numbers and dice of a unit of the ruleset that a module reads."""
    return tuple(each for each in _numbers(module) if each.section == unit) if module else ()


@cache
def _numbers(module: str) -> tuple[DiceOf | NumberAt | NumberOf, ...]:
    """What a module reads of all units: it is looked through once, not for each unit."""
    held = vars(import_module(module)).values()
    return tuple(each for each in held if isinstance(each, DiceOf | NumberAt | NumberOf))


def words_in(module: str, unit: str = "") -> tuple[Callable[..., Any], ...]:
    """The lists and phrases of the ruleset, or of one unit of it, that a module reads."""
    held = vars(import_module(module)).values()
    known = (each for each in held if isinstance(each, Reader | Says))
    return tuple(each for each in known if unit in ("", each.section))


def about(doc: str | None, unit: str) -> str:
    """What a module's docstring says behind ``Ruleset section X:``, up to the first full stop.

    Of several that of the unit, and else the first.
    """
    found = [
        (each["names"], each["about"]) for each in _ABOUT.finditer(" ".join((doc or "").split()))
    ]
    of_unit = [said for names, said in found if unit in (names, *_NAMES.split(names))]
    return next(iter((*of_unit, *(said for _, said in found))), "")


def implementations(sections: Sequence[Section]) -> Mapping[str, Implementation]:
    """Everything that some sections implement, by unit; what verbs need are those verbs."""
    verbs = [verb for each in sections for verb in each.verbs]

    def resolved(each: Implementation) -> Implementation:
        borne = [[v.name for v in verbs if word in v.needs] or [word] for word in each.bears.verbs]
        names = tuple(dict.fromkeys(chain.from_iterable(borne)))
        return replace(each, bears=replace(each.bears, verbs=names))

    modules = dict.fromkeys(section.module for section in sections if section.module)
    words = tuple(dict.fromkeys(each for module in modules for each in words_in(module)))
    described = (each for section in sections for each in section.described())
    return index(replace(resolved(each), words=(*each.words, *words)) for each in described)


def by_unit(implementations: Iterable[Implementation]) -> tuple[Implementation, ...]:
    """One for each unit; what comes in several wordings has one for all of them."""
    found: dict[str, Implementation] = {}
    for new in implementations:
        old = found.setdefault(new.unit, new)
        if old is not new:
            found[new.unit] = replace(old, variants=(*old.variants, *new.variants))
    return tuple(found.values())


def by_rule(section: str, *verbs: Verb) -> tuple[Verb, ...]:
    """The verbs of a section, which are refused or held where that is not played."""

    def ruled(play: Hook) -> Hook:
        def required(act: ActionContext[Any]) -> None:
            act.book.require(section)
            play(act)

        return required

    return tuple(replace(verb, section=section, play=ruled(verb.play)) for verb in verbs)


# -- whether one is played -------------------------------------------------------------------------


def in_play(book: Rulebook, section: str) -> bool:
    """Whether the page has the section, for an action that it bears on.

    Raises ``Held`` where it was reworded, stands in another one now, or in a table that cannot be
    read.
    """
    there = book.has(section)
    if there or book.is_held(section):
        book.require(section)
    return there


def settled(book: Rulebook, section: str, *numbers: NumberAt) -> bool:
    """Whether the section is played, for timed events and limits: not where its wording is held.

    Nor where one of the ``numbers`` that it takes is not found, as may be in an accepted wording.
    """
    played = book.has(section) and book.obstacle(section) is None
    return played and all(_found(book, number) for number in numbers)


def limit(book: Rulebook, number: NumberAt) -> int | None:
    """A number that bears on everything; None where its section is not played, or does not say it.

    While the section is held whatever it may bear on is held as well; see ``Bears``.
    """
    return book.derived(number) if settled(book, number.section, number) else None


def _found(book: Rulebook, number: NumberAt) -> bool:
    try:
        book.derived(number)
    except Held:
        return False
    return True


# == What players settle among themselves: proposals, judges and trades end as they come due =======
#
# Decision for all spans of time that the rules give, such as "within 7 days" or "48 hours have
# passed": a span runs up to its last instant, and that instant is too late, as the first instant of
# a phase belongs to that phase and no longer to the one before. A player who may do something once
# a span is over may do it at that very instant. Timed events of an instant come before the lines of
# that instant, so it holds for these, too.

PROCEEDINGS = "what players settle among themselves"


class Proceeding(InFields, Protocol):
    """One kind of thing that ends at its own time."""

    def ends(self, state: Any, book: Rulebook) -> datetime | None:
        """When the next of its kind ends by its own time, be it past; None while it cannot."""

    def pass_time(self, act: ActionContext[Any]) -> None:
        """Let all that is due at the act's instant end."""


def next_due(proceeding: Proceeding, state: Any, book: Rulebook) -> datetime | None:
    """When the next of a kind ends, not before now; asked only where the state has any."""
    time = proceeding.ends(state, book) if has_any(state, proceeding) else None
    return None if time is None else max(time, state.now)


def first_of(
    proceedings: Sequence[Proceeding], state: Any, book: Rulebook, otherwise: Event
) -> Event:
    """The first proceeding that ends before another event, or that event.

    Proceedings wait where how time is told is not settled: what has ended by then ends when
    that is settled.
    """
    if PROCEEDINGS in bearing(book).events:
        return otherwise
    due = [
        end
        for each in proceedings
        if (end := next_due(each, state, book)) is not None and end < otherwise.time
    ]
    return earliest(state, [*[Event(end, PROCEEDINGS) for end in due], otherwise]) or otherwise


def settle(proceedings: Sequence[Proceeding], act: ActionContext[Any]) -> None:
    """Let everything that is due at the act's instant end, one kind after the other."""
    if PROCEEDINGS in bearing(act.book).events:
        return
    for proceeding in proceedings:
        due = next_due(proceeding, act.state, act.book)
        if due is not None and is_over(due, act.now):
            proceeding.pass_time(act)


def is_over(end: datetime, now: datetime) -> bool:
    """Whether a span that ends at ``end`` is over."""
    return end <= now
