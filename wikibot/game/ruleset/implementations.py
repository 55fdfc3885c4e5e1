"""What a game says about the units that it implements, and understands of the words of others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.problems import Held
from wikibot.game.ruleset.readings import (
    AS_NOTHING,
    AS_PEOPLE,
    AS_WORDED,
    GivenReading,
    likest,
    wording,
)
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.units import Unit
from wikibot.wikitext.messages import say


class How(StrEnum):
    """How a unit of the ruleset is played."""

    AUTOMATIC = "automatic"  # the bot plays it alone
    ASKS = "asks"  # it asks a player for a choice or a roll
    RULED = "ruled"  # a person decides each time: the wording asks for judgement
    FLAVOUR = "flavour"  # it has no effect on what the bot keeps
    WORDS = "words"  # it is played from plain words: its own, as accepted, or those of its reading


# How people say that a wording is played: by the kind of their reading.
BY_PEOPLE = {AS_NOTHING: How.FLAVOUR, AS_PEOPLE: How.RULED, AS_WORDED: How.WORDS, "": How.WORDS}
SAID = tuple(dict.fromkeys(BY_PEOPLE.values()))

EVERY = ("*",)  # of verbs: all that the game has


class Bears(Struct, frozen=True):
    """What a unit bears on beyond the actions that ask for it; all of it is held with the unit.

    ``verbs``: names of verbs, what verbs need, or ``EVERY``. ``events``: names of events.
    ``rolls``: whatever rolls or picks at random. ``changes``: aspects of the state by the names
    that the game gives them; nothing that would change one is played.
    """

    verbs: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    rolls: bool = False
    changes: tuple[str, ...] = ()


class Implementation(Struct, frozen=True):
    """The implementation of one unit.

    ``reads``: what reads numbers of its wording from the page, so that others may be put in their
    place (see :mod:`wikibot.game.ruleset.units`). ``variants``: labels of the pinned
    wordings that it plays; none given: all of them. A wording without a label is always played.
    ``people``: the part that only people can carry out; ``rules coverage`` shows it.
    ``whole``: readings in which its numbers have to fit each other; it is held where they do not.
    ``says``: what is done by it, in the bot's own words. ``bears``: what waits while it is held;
    ``waits``: what of that no verb and no event names, in words. ``named``: things on the gamestate
    go by its name. ``words``: what reads names and phrases from the page, of this unit or others;
    they are pinned, but where another wording is accepted, they are played as it has them.
    """

    unit: str
    how: How = How.AUTOMATIC
    reads: tuple[Callable[..., Any], ...] = ()
    variants: tuple[str, ...] = ()
    people: str = ""
    says: str = ""
    bears: Bears = Bears()
    whole: tuple[Callable[..., Any], ...] = ()
    waits: str = ""
    named: bool = False
    words: tuple[Callable[..., Any], ...] = ()

    def plays(self, variant: str) -> bool:
        """Whether it plays the wording with this label."""
        return not variant or not self.variants or variant in self.variants


Readings = Mapping[str, tuple[Callable[..., Any], ...]]


def index(
    implementations: Iterable[Implementation], readings: Readings = MappingProxyType({})
) -> Mapping[str, Implementation]:
    """Implementations by their unit; raises ``ValueError`` where two name the same.

    ``readings``: what reads numbers, by unit, for those that do not say it themselves.
    """
    found: dict[str, Implementation] = {}
    for each in implementations:
        if each.unit in found:
            raise ValueError(f"{each.unit!r} is implemented twice")
        found[each.unit] = replace(each, reads=(*each.reads, *readings.get(each.unit, ())))
    return found


# -- words that no code plays ----------------------------------------------------------------------


class InWords(Struct, frozen=True):
    """What the words of a unit mean.

    ``says``: the same in one fixed form of words; "" where they are not understood whole, and then
    ``unknown`` is the first of them that are not.
    """

    says: str = ""
    unknown: str = ""


NOT_UNDERSTOOD = InWords()

# From a rulebook and one of its units; None: the game plays no unit of that kind from its words.
ReadWords = Callable[[Any, Unit], InWords | None]


AS_WRITTEN, BY_READING, BY_REGISTER, BY_CODE, HELD, FOR_PEOPLE = (
    "as written", "by reading", "by the register", "by code", "held", "for people",
)  # fmt: skip


class ReadingOffer(Struct, frozen=True):
    """Plain sentences that a sentence may mean, which nobody has taken yet.

    ``left_out``: words of the sentence that they do not say.
    """

    text: str
    left_out: tuple[str, ...] = ()


class SentenceFinding(Struct, frozen=True):
    """One sentence of a ruleset page: played, or for people.

    ``says``: what is played, in one fixed form of words; ``reads`` and ``changes``: fields, items
    and tables. For people: ``unknown``, the first words that were not understood, ``why``,
    ``nearest``, a form that is, and ``readings`` where it can be read in several ways. ``how`` it
    is read: ``as written``, ``by reading``, ``by the register``, ``by code``, ``held`` or
    ``for people``; ``given``: the words by which it is, as people gave them, in the ``row`` of the
    readings page.
    ``wording``: the words to which a reading would be bound, where they are not the whole text.
    ``skeleton``: what was recognised of a sentence for people, part by part; ``wanting``: what it
    has still to say; ``offers``: what it may mean. ``verb``: the word with which players begin the
    lines that it allows. Of a unit of the ruleset page ``title`` and ``kind``, as of ``Unit``.
    ``takes``: whether a reading can be given to it.
    """

    text: str
    section: str
    played: bool
    says: str = ""
    reads: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    unknown: str = ""
    why: str = ""
    nearest: str = ""
    readings: tuple[str, ...] = ()
    how: str = AS_WRITTEN
    given: str = ""
    row: GivenReading | None = None
    wording: str = ""
    skeleton: tuple[str, ...] = ()
    wanting: str = ""
    offers: tuple[ReadingOffer, ...] = ()
    verb: str = ""
    title: str = ""
    kind: str = ""
    takes: bool = True

    @property
    def bound_to(self) -> str:
        """The words to which a reading of it is bound."""
        return self.wording or self.text

    def as_json(self) -> Mapping[str, Any]:
        """The finding for programs."""
        found: dict[str, Any] = {
            "text": self.text, "section": self.section,
            "status": "played" if self.played else "people",
            "as": self.says, "unknown": self.unknown, "how": self.how,
        }  # fmt: skip
        found |= {"given": self.given} if self.given else {}
        if self.played:
            return found | {"reads": list(self.reads), "changes": list(self.changes)}
        found |= {"readings": list(self.readings)} if self.readings else {}
        offers = [{"text": each.text, "left_out": list(each.left_out)} for each in self.offers]
        return found | {
            "skeleton": list(self.skeleton), "wanting": self.wanting, "offers": offers,
            "why": self.why, "nearest": self.nearest,
        }  # fmt: skip


def readings_astray(book: Any) -> Sequence[tuple[GivenReading, Unit | None]]:
    """The readings of no unit, each with the one that had its words when it was given, if any."""
    rows, takes = book.readings.rows, book.takes_readings
    every = list(book.units.values()) if rows and takes else []
    there = {said: each for each in every for said in each.wordings}
    lost = [
        each for each in rows if every
        and not ((on := there.get(each.wording)) and (each.kind or takes(on)))
    ]  # fmt: skip
    free = [unit for unit in every if _is_open(book, unit.name)] if lost else []
    now = dict(likest([each.wording for each in lost], [unit.wordings[0] for unit in free]))
    return tuple((each, free[now[at]] if at in now else None) for at, each in enumerate(lost))


def _is_open(book: Any, name: str) -> bool:
    """Whether the words of a unit are others than those that are played."""
    standing = book.standing(name)
    is_other = standing in (WordingStatus.NEW, WordingStatus.REWORDED)
    by_number = standing is WordingStatus.NUMBERS and book.is_held(name)
    return is_other or by_number


def finding_of(book: Any, unit: Unit) -> SentenceFinding:
    """How a unit is played, or why it is not."""
    given, what, problem = (
        find(unit.name) for find in (book.reading, book.implementation, book.obstacle)
    )
    text, played = f"{unit.title}: {wording(unit.meaning)}", what.how if what else None
    takes = book.takes_readings is not None and book.takes_readings(unit)
    lost = book.derived(readings_astray) if given is None else ()
    was = next((each for each, now in lost if now is unit), None)
    told = partial(
        SentenceFinding, text, unit.catalogue, row=given or was, title=unit.title,
        kind=unit.kind, takes=takes,
    )  # fmt: skip
    if isinstance(problem, Held):
        how = FOR_PEOPLE if played is How.RULED else HELD
        return told(played=False, why=was.renewed if was else problem.why, how=how)
    is_nothing = played is How.FLAVOUR or (what is None and unit.empty)
    is_nothing = is_nothing or book.without_effect(unit.name)
    says = say(AS_NOTHING) if is_nothing else (what and what.says) or say("what its code does")
    how = BY_READING if given else AS_WRITTEN if played is How.WORDS else BY_CODE
    return told(played=True, says=says, how=how)
