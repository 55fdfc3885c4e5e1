"""Accepting wordings: which units a steward names, their pins, and how each is then played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.config.settings import Settings
from wikibot.exits import USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.game.names import find, suggestions
from wikibot.game.problems import Held, listing
from wikibot.game.ruleset.implementations import SAID, How
from wikibot.game.ruleset.readings import NO_READINGS, Readings, read_readings, with_changes
from wikibot.game.ruleset.recognition import Pin, WordingStatus
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.wording import Version, WordingChange, differences
from wikibot.storage.cursor import Cursor, Notice, cursor_on, known
from wikibot.storage.local import overlay_file, read_overlay
from wikibot.wiki.base import Revision, Wiki
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# == Rulesets with what the operator accepted: of a game's page, or for `wikibot rules` of a file ==


class Bindings(Struct, frozen=True):
    """What people have bound wordings to: as they accepted them, and by readings.

    Of what they accepted the later counts, before both a reading.
    """

    accepted: tuple[Pin, ...] = ()
    readings: Readings = NO_READINGS

    @classmethod
    def of(cls, operator: Sequence[Pin], noted: Cursor, page: str) -> Bindings:
        """With what the bot noted: wordings that stewards accepted, readings that lines gave."""
        readings = with_changes(read_readings(page), noted.given)
        return cls((*operator, *noted.accepted), readings)

    def book(self, game: Game[Any], ruleset: str) -> Rulebook:
        """A ruleset page as it is played by that."""
        return game.rulebook(ruleset, self.accepted).with_readings(self.readings)


# -- rulebooks -------------------------------------------------------------------------------------


class RulesetSource(Struct, frozen=True):
    """A ruleset as read: ``version`` is the text that counts, ``past`` gives older ones if asked.

    ``gamestate`` and ``readings``: the texts of these pages, "" where there is none.
    ``accepted`` by the operator, in the file ``overlay``; ``noted`` by the bot.
    """

    game: Game[Any]
    version: Version
    overlay: Path | None
    accepted: tuple[Pin, ...]
    noted: Cursor = Cursor()
    past: Callable[[], Iterable[Version]] = tuple  # newest first
    gamestate: str = ""
    readings: str = ""

    @property
    def book(self) -> Rulebook:
        return self.book_with(self.accepted)

    def book_with(self, accepted: Sequence[Pin]) -> Rulebook:
        """The rulebook as it would be if the operator had accepted this."""
        bindings = Bindings.of(accepted, self.noted, self.readings)
        return bindings.book(self.game, self.version.text)

    def versions(self) -> Iterator[Version]:
        """The present version, then older ones, fetched when the second is asked for."""
        yield self.version
        yield from self.past()


def from_file(
    game: Game[Any],
    version: Version,
    older: Sequence[Version],
    overlay: Path | None,
    readings: str = "",
) -> RulesetSource:
    """A ruleset file; ``older`` ones come newest first."""
    accepted = read_overlay(overlay)
    return RulesetSource(game, version, overlay, accepted, past=lambda: older, readings=readings)


def from_settings(
    settings: Settings,
    game: Game[Any],
    wiki: Wiki,
    revision: int | None = None,
    overlay: Path | None = None,
    readings: str | None = None,
) -> RulesetSource:
    """The ruleset page of a wiki, as it is or was in a revision. Raises :class:`ProgramError`.

    ``readings``: others than those of the wiki.
    """
    title, state = settings.game.ruleset, settings.game.gamestate
    pages = wiki.read([title, state, settings.readings_page])
    found = _found(title, pages[title], wiki, revision)
    file = overlay or overlay_file(settings)

    def past() -> Iterator[Version]:
        for old in reversed(wiki.history(title, 0)):
            if old.id < found.id and old.text is not None:
                yield Version.of(old)

    noted = known(lambda: cursor_on(wiki, state, pages[state]))
    shown, given = (
        (page.text if page else None) or ""
        for page in (pages[state], pages[settings.readings_page])
    )
    if readings is not None:
        given, noted = readings, Cursor(accepted=noted.accepted)
    accepted = read_overlay(file)
    return RulesetSource(game, Version.of(found), file, accepted, noted, past, shown, given)


def _found(title: str, present: Revision | None, wiki: Wiki, revision: int | None) -> Revision:
    """The revision whose text counts, or why there is none."""
    numbers = "the page's history shows their numbers"
    if present is None:
        raise ProgramError(f"there is no page {title!r}; check `ruleset` in the settings", USAGE)
    found = present if revision is None else wiki.revisions([revision]).get(revision)
    if found is None:
        raise ProgramError(f"there is no revision {revision} on the wiki; {numbers}", USAGE)
    if found.page_id != present.page_id:
        raise ProgramError(f"revision {found.id} is not one of {title!r}; {numbers}", USAGE)
    if found.text is None:
        why = f"the text of revision {found.id} is hidden; name another with --rev"
        raise ProgramError(why, USAGE)
    return found


# == Accepting wordings: which units a steward names, their pins, and how each is then played ======

_ALL = "all"
_PARTS = regex(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+")
_AS = regex(r"(?P<units>.+?)\s+as\s+(?P<variant>\S+)", re.DOTALL)


class NoSuchUnit(ValueError):
    """A name that is not one unit of the ruleset page; the message names the nearest."""


class WhichVariant(ValueError):
    """A new wording may be like several that are implemented, and none of them was named."""

    def __init__(self, unit: str, variants: Sequence[str]) -> None:
        number = say("several wordings") if len(variants) > 1 else say("one wording")
        known = say("{} is implemented in {}, {}", unit, number, " and ".join(variants))
        super().__init__(say("{}: which of them is the new one like?", known))
        self.unit, self.variants = unit, tuple(variants)

    def choices(self, form: str) -> str:
        """The ways to say which it is, each after ``form`` with ``{unit}`` and ``{variant}``."""
        return " or ".join(form.format(unit=self.unit, variant=each) for each in self.variants)


class Origin(Struct, frozen=True):
    """Where an accepted wording stood, when it was accepted (YYYY-MM-DD), and which one it is."""

    date: str
    source: str = ""
    variant: str | None = None  # None: as there is no doubt


# -- pins ------------------------------------------------------------------------------------------


def accept(
    book: Rulebook, names: Iterable[str], pins: Sequence[Pin], origin: Origin
) -> tuple[Pin, ...]:
    """``pins`` with the present wordings of some units, each beside others of its unit.

    A wording that is already there under another label loses its label: it serves both. That it is
    ruled by a person, flavour, or played from its words, takes the place of what was there, and the
    other way round.
    Raises :class:`WhichVariant` where a new wording may be one of several and the origin names none
    of them.
    """
    result = list(pins)
    for name in names:
        pin = _pin(book, name, origin)
        same = next((n for n, old in enumerate(result) if _text(old) == _text(pin)), None)
        if same is None:
            last = [n + 1 for n, old in enumerate(result) if old.unit == pin.unit]
            result.insert(last[-1] if last else len(result), pin)
        elif {pin.variant, result[same].variant} & {*SAID}:
            result[same] = pin
        elif origin.variant is not None and result[same].variant != origin.variant:
            result[same] = replace(result[same], variant="")
    return tuple(result)


def _text(pin: Pin) -> tuple[str, str, str]:
    return pin.unit, pin.exact, pin.normal


def _pin(book: Rulebook, name: str, origin: Origin) -> Pin:
    prints, label = book.unit(name).prints, _label(book, name, origin.variant)
    texts = (prints.exact, prints.normal, prints.masked)
    read = book.words_print(name) if label == How.WORDS else book.read_print(name)
    parent = book.parent(name)
    return Pin(name, label, *texts, origin.source, origin.date, read, parent)


def _label(book: Rulebook, name: str, given: str | None) -> str:
    """The label of a wording: the given, its own, the implemented, or the last accepted one."""
    what = book.coded(name)
    variants = what.variants if what else ()
    if given is not None:
        if not variants or given in ("", *variants, *SAID):
            return given
        raise WhichVariant(name, variants)
    known = (WordingStatus.SAME, WordingStatus.COSMETIC, WordingStatus.NUMBERS)
    if book.standing(name) in known and not (what and book.variant(name) in SAID):
        return book.variant(name)
    if len(variants) > 1:
        raise WhichVariant(name, variants)
    if what is None and book.implementations is not None and book.in_words(name).says:
        return How.WORDS
    labels = [pin.variant for pin in reversed(book.pins.get(name, ()))]
    return next((each for each in (*variants, *labels) if each not in SAID), "")


def completed(
    pins: Sequence[Pin], book: Rulebook, past: Callable[[], Sequence[Version]]
) -> tuple[Pin, ...]:
    """The pins with which of their numbers are free, as this program reads them.

    A pin keeps the fingerprint of its wording without the numbers that are read from the page
    (``read``). One that was accepted before there was such a fingerprint, or by a program that read
    other numbers, says nothing about that, and every other number would hold the rule. So it is
    completed from the page that has the wording: the present one, or the revision that was
    accepted. ``past`` (newest first) is asked only where a number holds a rule.
    """

    def from_page(pin: Pin, page: Rulebook) -> Pin | None:
        if not page.on_page(pin.unit) or page.unit(pin.unit).prints.normal != pin.normal:
            return None
        parent = pin.parent or page.parent(pin.unit)
        return replace(pin, read=page.read_print(pin.unit), parent=parent)

    def whole(pin: Pin) -> Pin:
        if pin.variant == How.WORDS:  # which is compared with what its words mean
            return pin
        present = from_page(pin, book)
        by_number = book.standing(pin.unit) is WordingStatus.NUMBERS
        if present or not (by_number and isinstance(book.obstacle(pin.unit), Held)):
            return present or pin
        olds = (from_page(pin, book.reread(version.text)) for version in past())
        return next(filter(None, olds), pin)

    return tuple(map(whole, pins))


# -- what a person names ---------------------------------------------------------------------------


def find_unit(book: Rulebook, name: str) -> str:
    """The game's name of the unit that a person means by its name or its bare title.

    Raises :class:`NoSuchUnit`.
    """
    names = tuple(dict.fromkeys(chain(book.units, book.found)))
    catalogued = [unit for unit in reversed(tuple(book.units.values())) if unit.catalogue]
    titles = {unit.title: unit.name for unit in catalogued}
    found = find(name, names, titles)
    if found is None:
        near = ", ".join(suggestions(name, (*names, *titles)))
        hint = say("; nearest: {}", near) if near else ""
        raise NoSuchUnit(say("no unit of the ruleset page is called {!r}{}", name, hint))
    return book.known_as(found)


def named_units(
    text: str, book: Rulebook, waiting: Sequence[Notice]
) -> tuple[tuple[str, ...], str | None]:
    """The units that ``UNIT``, ``UNIT, UNIT``, ``all`` or one of these ``as VARIANT`` names.

    With the variant, if any. Raises :class:`NoSuchUnit`. ``waiting``: what ``all`` stands for.
    """
    whole = _AS.fullmatch(text)
    with suppress(NoSuchUnit):
        return _units(text, book, waiting), None
    with suppress(NoSuchUnit):
        if whole:
            return _units(whole["units"], book, waiting), whole["variant"]
    said = whole["units"] if whole and whole["variant"] in SAID else text
    return _units(said, book, waiting), None


def _units(text: str, book: Rulebook, waiting: Sequence[Notice]) -> tuple[str, ...]:
    if not text:
        if not waiting:
            raise NoSuchUnit(say("no rule waits to be accepted"))
        raise NoSuchUnit(say("say which rule: {}", listing([each.unit for each in waiting])))
    waits = {each.unit.casefold(): each.unit for each in waiting}
    if text.casefold() == _ALL and waiting:
        return tuple(each.unit for each in waiting)

    def find(name: str) -> str:
        units = [unit for unit in book.units.values() if fold(unit.title) == fold(name)]
        calls = {"/".join(unit.path[-2:]): book.known_as(unit.name) for unit in units}
        waiting = [call for call, unit in calls.items() if unit.casefold() in waits]
        if len(waiting) > 1 and not any(fold(call) == fold(name) for call in waiting):
            every = ", ".join(waiting)
            raise NoSuchUnit(say("several rules that wait are called {!r}: {}", name, every))
        return waits.get(name.casefold()) or find_unit(book, name)

    with suppress(NoSuchUnit):
        return (find(text),)
    if text.casefold() == _ALL:
        raise NoSuchUnit(say("no rule waits to be accepted"))
    parts = [part for part in _PARTS.split(text) if part]
    return tuple(dict.fromkeys(map(find, parts if len(parts) > 1 else [text])))


# -- what accepting means --------------------------------------------------------------------------


def is_settled(book: Rulebook, unit: str, variant: str | None) -> bool:
    """Whether a unit is played as it reads, and nothing of it waits.

    ``variant``: what the steward says it is; where the sentences of a page alone are played, that
    is nothing to the bot.
    """
    if not book.on_page(unit) or book.obstacle(unit) is not None:
        return False
    if book.implementations is None:
        return not book.pins.get(unit) and book.standing(unit) is WordingStatus.SAME
    coded = book.implementation(unit) is not None and book.variant(unit) not in SAID
    return coded and variant is None


def unplayable(book: Rulebook, unit: str, variant: str | None) -> str:
    """Why a unit that no code plays cannot be accepted as it is; "" where it can.

    ``variant``: what the steward says it is. Words that are understood are accepted as such.
    """
    if why := book.unread(unit):
        return say("{} is not accepted: {}", unit, why)
    coded = book.coded(unit)
    by_words = variant == How.WORDS
    if not book.implementations or not (by_words or (variant is None and coded is None)):
        return ""
    found = book.in_words(unit)
    was_in_words = any(pin.variant == How.WORDS for pin in book.pins.get(unit, ()))
    new = book.standing(unit) is WordingStatus.NEW or was_in_words
    if found.says or not (by_words or (new and book.implementation(unit) is None)):
        return ""
    flavour = say("`accept {} as flavour` has it without effect", unit)
    ruled = say("`accept {} as ruled` has a steward rule each time", unit)
    words = say("; in its words I do not understand {!r}", found.unknown) if found.unknown else ""
    why = say("I do not understand its words") if by_words else say("it is not implemented")
    return say("{} is not accepted, because {}{}: {}, {}", unit, why, words, flavour, ruled)


def meaning(
    book: Rulebook, unit: str, accepted: Sequence[Pin], change: WordingChange | None
) -> str:
    """How a unit is played that was accepted just now.

    ``book`` is the rulebook before, ``accepted`` what stewards have accepted by now; ``change``:
    how the unit came from the wording for which its code was written to the present one.
    """
    after = book.reread(more=accepted)
    what, problem, label = after.implementation(unit), after.obstacle(unit), after.variant(unit)
    since = f" ({change.since})" if change and change.since else ""
    said = say("the present wording of {}{} is accepted", unit, since)
    if label == How.FLAVOUR:
        return say("{} as flavour; I play nothing by it", said)
    if label == How.RULED:
        return say("{}; each line that needs it waits for a ruling", said)
    if isinstance(problem, Held) or what is None:
        why = problem.why if isinstance(problem, Held) else say("it is not implemented")
        forms = say("`accept {0} as flavour` or `accept {0} as ruled` says how it is played", unit)
        return say("{}, but still held, for {}; {}", said, why, forms)
    if what.how is How.WORDS:
        return say("{}; I play it from its words: {}", said, what.says)
    if what.says:
        played = say("I play it as: {}", what.says)
    elif what.how is How.FLAVOUR:
        played = say("I play nothing by it")
    else:
        played = say("I play {} as before", unit)
    if book.standing(unit) in (WordingStatus.REWORDED, WordingStatus.NUMBERS):
        played += say(
            ". {0}; `accept {1} as ruled` has a steward rule each time, `accept {1} as "
            "flavour` ends it",
            compared(after, unit, change),
            unit,
        )
    return f"{said}; {played}"


def compared(after: Rulebook, unit: str, change: WordingChange | None) -> str:
    """What is played otherwise than an accepted wording says, by the rulebook that has it."""
    if change is None or change.was is None or change.accepted is None:
        return say(
            "That was written for other words, which the page's history does not have: "
            "where the new ones say more, I do not do it, and where they say less, I do it "
            "still"
        )
    told = "; ".join(differences(after, unit, change.was))
    return say("Compared with {}, {}", change.accepted, told or say("the words say the same"))
