"""What people bind wordings to: those that they accept, and readings that lines give."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.config.settings import Settings
from wikibot.exits import USAGE, ProgramError
from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.engine.orders import LONGEST_READING, READING
from wikibot.game.game import Game
from wikibot.game.names import find, suggestions
from wikibot.game.problems import Held, listing
from wikibot.game.ruleset.implementations import (
    BY_PEOPLE,
    FOR_PEOPLE,
    HELD,
    SAID,
    How,
    SentenceFinding,
)
from wikibot.game.ruleset.readings import (
    AS_NOTHING,
    ROW,
    WORD,
    GivenReading,
    read_readings,
    shown_text,
    with_changes,
    wording,
)
from wikibot.game.ruleset.recognition import Binding, Pin, WordingStatus, split
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.notices import settled_by
from wikibot.stewards.wording import Version, WordingChange, differences
from wikibot.storage.cursor import Cursor, Notice, cursor_on, known
from wikibot.storage.local import overlay_file, read_overlay
from wikibot.wiki.base import Revision, Wiki
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.escape import in_a_line
from wikibot.wikitext.messages import at_most, later, retold, say
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.regex import regex

# == Rulesets with what the operator accepted: of a game's page, or for `wikibot rules` of a file ==


def rulebook_of(
    game: Game[Any], ruleset: str, operator: Sequence[Binding], noted: Cursor, page: str = ""
) -> Rulebook:
    """A ruleset page as it is played by what the operator accepted, and what the bot noted.

    Those are wordings that stewards accepted, and readings that lines gave; ``page``: of readings.
    Of what they accepted the later counts, before both a reading.
    """
    readings = with_changes(read_readings(page), noted.given)
    return game.rulebook(ruleset, (*operator, *noted.accepted)).with_readings(readings)


# -- rulebooks -------------------------------------------------------------------------------------


class RulesetSource(Struct, frozen=True):
    """A ruleset as read: ``version`` is the text that counts, ``past`` gives older ones if asked.

    ``page``: the gamestate page; ``readings``: the text of theirs, "" where there is none.
    ``accepted`` by the operator, in the file ``overlay``; ``noted`` by the bot.
    """

    game: Game[Any]
    version: Version
    overlay: Path | None
    accepted: tuple[Binding, ...]
    noted: Cursor = Cursor()
    past: Callable[[], Iterable[Version]] = tuple  # newest first
    page: Revision | None = None
    readings: str = ""

    @property
    def gamestate(self) -> str:
        """The text of the gamestate page."""
        return (self.page.text or "") if self.page else ""

    @property
    def book(self) -> Rulebook:
        return self.book_with(self.accepted)

    def book_with(self, accepted: Sequence[Binding]) -> Rulebook:
        """The rulebook as it would be if the operator had accepted this."""
        return rulebook_of(self.game, self.version.text, accepted, self.noted, self.readings)

    def versions(self) -> Iterator[Version]:
        """The present version, then older ones, fetched when the second is asked for."""
        yield self.version
        yield from self.past()


def from_settings(
    settings: Settings, game: Game[Any], wiki: Wiki, revision: int | None = None,
    overlay: Path | None = None, readings: str | None = None,
) -> RulesetSource:  # fmt: skip
    """The ruleset page of a wiki, as it is or was in a revision. Raises :class:`ProgramError`.

    ``readings``: others than those of the wiki.
    """
    title, state = settings.game.ruleset, settings.game.gamestate
    pages = wiki.read([title, state, settings.readings_page])
    present, numbers = pages[title], "the page's history shows their numbers"
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
    file = overlay or overlay_file(settings)

    def past() -> Iterator[Version]:
        for old in reversed(wiki.history(title, 0)):
            if old.id < found.id and old.text is not None:
                yield Version.of(old)

    noted, given = known(lambda: cursor_on(wiki, state, pages[state])), readings
    if given is None:
        given = (page.text or "") if (page := pages[settings.readings_page]) else ""
    else:
        noted = Cursor(accepted=noted.accepted, synced=noted.synced)
    accepted = read_overlay(file)
    return RulesetSource(game, Version.of(found), file, accepted, noted, past, pages[state], given)


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
    book: Rulebook, names: Iterable[str], bindings: Sequence[Binding], origin: Origin
) -> tuple[Binding, ...]:
    """``bindings`` with the present wordings of some units, each beside others of its unit.

    A wording that code plays gets a pin; one that is there already under another label loses its
    label: it serves both. That nothing is played by it, people decide, or its own words say what
    is played, is a reading, which takes the place of what was there, and the other way round.
    Raises :class:`WhichVariant` where a new wording may be one of several and the origin names none
    of them.
    """
    result = list(bindings)
    for name in names:
        read = book.reading(name)
        if origin.variant is None and read is not None and not read.kind:
            continue  # people say what it means
        unit, label = book.unit(name), _label(book, name, origin.variant)
        given, prints = _as_reading(book, name, label, origin.source), unit.prints
        pin = Pin(
            name, label, prints.exact, prints.normal, prints.masked, origin.source, origin.date,
            book.read_print(name), book.parent(name),
        )  # fmt: skip
        same = [each for each in result if _said_of(each) in (_said_of(pin), _said_of(given))]
        at = result.index(same[0]) if same else None
        result = [each for each in result if each not in same]
        if label in SAID:
            result.append(given)
            continue
        for each in split(same)[0]:
            if each.variant not in SAID:
                is_known = origin.variant in (None, each.variant)
                pin = each if is_known else replace(each, variant="")
        last = [after for after, each in enumerate(result, 1) if _said_of(each)[0] == name]
        result.insert(at if at is not None else last[-1] if last else len(result), pin)
    return tuple(result)


def _said_of(binding: Binding) -> tuple[str, ...]:
    """Of which wording it is."""
    if isinstance(binding, Pin):
        return binding.unit, binding.exact, binding.normal
    return binding.keys[-1]


def _as_reading(book: Rulebook, name: str, label: str, by: str) -> GivenReading:
    """The reading by which a unit is played as somebody says of its wording."""
    kinds = {str(how): kind for kind, how in BY_PEOPLE.items() if kind}
    unit, means = book.unit(name), say(kinds.get(label, ""))
    means += f": {book.in_words(name).says}" if label == How.WORDS else ""
    return GivenReading(f"{unit.title}: {wording(unit.meaning)}", means, by)


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
        if present or not (by_number and book.is_held(pin.unit)):
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
    given = book.reading(unit)
    in_sentences = given is not None and not given.kind and book.coded(unit) is None
    accepted = book.variant(unit) in SAID and not in_sentences
    return variant is None and not accepted and book.implementation(unit) is not None


def unplayable(book: Rulebook, unit: str, variant: str | None) -> str:
    """Why a unit that no code plays cannot be accepted as it is; "" where it can.

    ``variant``: what the steward says it is. Words that are understood are accepted as such.
    """
    if why := book.unread(unit):
        return say("{} is not accepted: {}", unit, why)
    by_words = variant == How.WORDS
    nobody_says = variant is None and book.implementation(unit) is None
    if not book.implementations or not (by_words or nobody_says):
        return ""
    if (found := book.in_words(unit)).says:
        return ""
    words = say("; in its words I do not understand {!r}", found.unknown) if found.unknown else ""
    why = say("I do not understand its words") if by_words else say("it is not implemented")
    return say("{} is not accepted, because {}{}; {}", unit, why, words, settled_by(unit, book))


def meaning(book: Rulebook, after: Rulebook, unit: str, change: WordingChange | None) -> str:
    """How a unit is played that was accepted just now.

    ``book`` is the rulebook before; ``change``: how the unit came from the wording for which its
    code was written to the present one.
    """
    what, problem = after.implementation(unit), after.obstacle(unit)
    since = f" ({change.since})" if change and change.since else ""
    said = say("the present wording of {}{} is accepted", unit, since)
    if what is None or (isinstance(problem, Held) and what.how is not How.RULED):
        why = problem.why if isinstance(problem, Held) else say("it is not implemented")
        return say("{}, but still held, for {}; {}", said, why, settled_by(unit, after))
    if what.how is How.RULED:
        played = say("each line that needs it waits for a ruling")
    elif what.says:
        played = say("I play it as: {}", what.says)
    elif what.how is How.FLAVOUR:
        played = say("I play nothing by it")
    else:
        played = say("I play {} as before", unit)
    by_code = after.variant(unit) not in SAID
    if by_code and book.standing(unit) in (WordingStatus.REWORDED, WordingStatus.NUMBERS):
        if change is None or change.was is None or change.accepted is None:
            otherwise = say(
                "That was written for other words, which the page's history does not have: where "
                "the new ones say more, I do not do it, and where they say less, I do it still"
            )
        else:
            told = "; ".join(differences(after, unit, change.was)) or say("the words say the same")
            otherwise = say("Compared with {}, {}", change.accepted, told)
        played += say(
            ". {0}; `accept {1} as ruled` has a steward rule each time, `accept {1} as "
            "flavour` ends it",
            otherwise,
            unit,
        )
    return f"{said}; {played}"


def if_accepted(book: Rulebook, unit: str, change: WordingChange | None) -> str:
    """What somebody would be told who accepts the present wording of a unit; "" where it has none.

    ``change``: as of :func:`meaning`.
    """
    if not book.on_page(unit):
        return ""
    if why := unplayable(book, unit, None):
        return why
    try:
        after = book.reread(more=accept(book, [unit], (), Origin("")))
    except WhichVariant as error:
        return str(error)
    return meaning(book, after, unit, change)


# == Lines that give readings: ``reading "the first words ...": PLAIN SENTENCES``; and words meaning
#
# They stand on the actions page, where players write them, or on the steward page. The words need
# only be enough to tell the sentence. Alone they show what there is; ``none`` takes a reading away,
# ``confirm`` has one hold again whose sentence has other words now. A reading that is not
# understood whole is not given: the answer says why. What comes of a line is a row of the readings
# page.
#
# ``register "WORDS": MEANING`` says what words mean in all sentences that have no reading. The
# answer shows each sentence that is read otherwise then, and it counts once ``confirm`` stands
# before it.

_LOGGED = regex(
    r"# (?P<at>\S+Z) reading (?P<what>added|changed|taken away) by (?P<who>.+?): "
    r'(?:"(?P<said>.*)" is played as: (?P<means>.*)|(?P<words>.*) means (?P<mean>.*))'
)
_WAITS = later("{}. What you save on the readings page waits there until a steward accepts it")
NONE, CONFIRM = ("none", "remove", "take away"), ("confirm", "confirmed", "keep", "yes")
_MOST_NAMED, _MOST_TOLD = 4, 40
_LONGEST_WORDS = 100  # letters of words of the register, and of what they mean
_short = partial(in_a_line, longest=200)
_DIGITS = 4  # of what may be the number of an offer


def given_in(lines: Sequence[str]) -> list[tuple[datetime, GivenReading]]:
    """The readings that lines gave, as a log has them, each with when it counted from."""
    found = [each for each in map(_LOGGED.fullmatch, lines) if each]
    return [
        (parse_time(each["at"]), GivenReading(said, means, each["who"], table=table))
        for each in found
        if " in revision " not in each["who"]
        for said, table in ((each["said"], ROW) if each["said"] else (each["words"], WORD),)
        for means in ("" if each["what"] == "taken away" else each["means"] or each["mean"],)
    ]


class SentenceReader:
    """What can have a reading, and what would come of one. ``page``: the gamestate page."""

    def __init__(self, game: Game[Any], book: Rulebook, page: str, now: datetime) -> None:
        self.game, self.book, self.page, self.now = game, book, page, now

    def findings(self, book: Rulebook) -> Sequence[SentenceFinding]:
        every = self.game.sentences(self.page, book, self.now, offering=True)
        return [each for each in every if each.takes]

    def rows_in(self, orders: Sequence[Action]) -> Iterator[GivenReading]:
        """The rows that lines give if they are understood, for a page that is still to be made."""
        findings = self.findings(self.book)
        for each in orders:
            line = GivenByLine(self.game, self.book, self.page, self.now, each)
            for at in _meant(line.words, [f.text for f in findings])[: line.table == ROW]:
                yield GivenReading(findings[at].bound_to, offered(findings[at], line.means))

    def with_reading(
        self, finding: SentenceFinding, means: str, by: str, before: Sequence[SentenceFinding]
    ) -> tuple[GivenReading | None, str]:
        """The row by which a sentence gets another reading, and how it is played then.

        None where the reading is not understood whole. ``before``: the findings without it.
        """
        old = finding.row.wording if finding.row else ""
        change = GivenReading(finding.bound_to, means, by, old)
        after = self.findings(self.book.with_rows(change))
        now = next((each for each in after if each.text == finding.text), finding)
        if means and not now.played and now.row and not now.row.kind:
            return None, say("not taken over: {}", shown(now))
        others = _others(before, after, finding.text)
        said = say("from now on: {}", shown(now))
        said += say("; it also changes how these are read: {}", others) if others else ""
        return change, said

    def asked(self, finding: SentenceFinding, every: Sequence[SentenceFinding]) -> str:
        """How a sentence is played, and would be if a reading of other words held for it."""
        if finding.how != HELD or finding.row is None:
            return shown(finding)
        then = self.with_reading(finding, finding.row.means, "", every)[1]
        return say("{}; if it is confirmed, {}", shown(finding), then)


class GivenByLine(SentenceReader):
    """One such line, by what counts when it is carried out. ``page``: the gamestate page."""

    def __init__(
        self, game: Game[Any], book: Rulebook, page: str, now: datetime, order: Action
    ) -> None:
        super().__init__(game, book, page, now)
        self.order = order
        found = READING.match(order.text)
        self.words = (found["quoted"] or found["name"] or "").strip(" .…") if found else ""
        self.means = (found["means"] or "").strip() if found else ""
        self.asks = found is None or found["means"] is None
        is_word = found is not None and found["what"].casefold() == WORD
        self.table, self.sure = (WORD if is_word else ROW), bool(found and found["sure"])

    def carried_out(self, objection: str) -> tuple[Outcome, GivenReading | None]:
        """The answer, and the row that comes of it. ``objection``: why it may not be given."""
        if objection and not self.asks:
            return self._answer(Verdict.CANT, say(_WAITS, retold(objection)))
        findings = self.findings(self.book)
        if self.table == WORD:
            return self._registered(findings)
        meant = _meant(self.words, [each.text for each in findings])
        if len(meant) > 1:
            named = "; ".join(f'"{_short(findings[at].text)}"' for at in meant[:_MOST_NAMED])
            others = len(meant) - _MOST_NAMED
            more = f" {say('and {} more', others)}" if others > 0 else ""
            said = say("these words begin several sentences: {}{}", named, more)
            return self._answer(Verdict.HUH, said)
        if not meant:
            return self._of_none()
        finding = findings[meant[0]]
        if self.asks:
            return self._answer(Verdict.DONE, self.asked(finding, findings))
        said = self.means.rstrip(".").casefold()
        if said in NONE:
            if finding.row is None:
                return self._answer(Verdict.CANT, say('"{}" has no reading', _short(finding.text)))
            means = ""
        elif said in CONFIRM:
            if finding.row is None or finding.how != HELD:
                return self._answer(Verdict.CANT, say("nothing of it waits: {}", shown(finding)))
            means = finding.row.means
        elif not (means := offered(finding, self.means)):
            return self._answer(Verdict.HUH, say("there is no such offer: {}", shown(finding)))
        if len(self.means) > LONGEST_READING:
            return self._answer(
                Verdict.HUH, say("a reading has no more than {} letters", LONGEST_READING)
            )
        change, said = self.with_reading(finding, means, self.order.account, findings)
        return self._answer(Verdict.DONE if change else Verdict.HUH, said, change)

    def _registered(self, before: Sequence[SentenceFinding]) -> tuple[Outcome, GivenReading | None]:
        """Words with a meaning; until it is confirmed, what would be read otherwise by it."""
        now = dict(self.book.readings.register).get(self.words)
        means = now or (AS_NOTHING if now is not None else "")
        if self.asks:
            known = say('"{}" means: {}', self.words, means) if means else _no_word(self.words)
            return self._answer(Verdict.DONE, known)
        means = "" if self.means.rstrip(".").casefold() in NONE else self.means
        if (not means and now is None) or max(len(means), len(self.words)) > _LONGEST_WORDS:
            return self._answer(Verdict.CANT, _no_word(self.words))
        change = GivenReading(self.words, means, self.order.account, table=WORD)
        after = self.findings(self.book.with_rows(change))
        others = _others(before, after, "", _MOST_TOLD) or say("none")
        if self.sure:
            said = say('from now on "{}" means: {}', self.words, means or say("none"))
            return self._answer(Verdict.DONE, said, change)
        said = say("read otherwise by it: {}; `confirm` before your line has it count", others)
        return self._answer(Verdict.NEEDS, said)

    def _of_none(self) -> tuple[Outcome, GivenReading | None]:
        """Words that begin no sentence; a row of the readings page perhaps."""
        state = self.game.read(self.page, self.book, self.now).state
        astray = [given for given, _ in self.game.readings_astray(state, self.book)]
        meant = _meant(self.words, [each.wording for each in astray])
        if len(meant) != 1:
            said = say('no sentence of the ruleset begins with "{}"', _short(self.words))
            return self._answer(Verdict.HUH, said)
        given = astray[meant[0]]
        gone = say('"{}" is nowhere on the ruleset page, so its reading does nothing',
                   _short(given.wording))  # fmt: skip
        if self.means.rstrip(".").casefold() not in NONE:
            return self._answer(Verdict.DONE if self.asks else Verdict.CANT, gone)
        change = GivenReading(given.sentence, "", self.order.account)
        return self._answer(Verdict.DONE, say("{}: taken away", gone), change)

    def _answer(
        self, verdict: Verdict, text: str, change: GivenReading | None = None
    ) -> tuple[Outcome, GivenReading | None]:
        return Outcome(self.order, verdict, text, self.order.account, logged=""), change


def offered(finding: SentenceFinding, means: str) -> str:
    """What somebody wrote as a reading, or the offer of that number; "" where there is none."""
    said = means.strip().rstrip(".")
    if not (said.isascii() and said.isdecimal() and len(said) < _DIGITS):
        return means
    place = int(said) - 1
    return finding.offers[place].text if 0 <= place < len(finding.offers) else ""


def shown(finding: SentenceFinding) -> str:
    """How a sentence is played, in words."""
    text = _short(finding.text)
    given = _short(finding.row.means) if finding.row and not finding.row.kind else ""
    if finding.how == HELD:
        return say('"{}" is held: {}', text, finding.why) + (
            say("; the reading was: {}; `reading ...: confirm` has it hold again", given)
            if given else ""
        )  # fmt: skip
    if finding.played:
        said = say('"{}" is played as: {}', text, finding.says)
        return said + (say(" (the reading: {})", given) if given else "")
    why = finding.why.strip("; ") or say("it is not understood")
    unknown = say(', from "{}" on', finding.unknown) if finding.unknown else ""
    said = say('"{}" is for people: {}{}', text, why, unknown)
    said += say("; recognised: {}", _bones(finding)) if finding.skeleton else ""
    ways = list[str]()
    for number, each in enumerate(finding.offers, start=1):
        without = say(" (without: {})", "; ".join(each.left_out)) if each.left_out else ""
        ways.append(f"{number}. {each.text}{without}")
    take = say("; it may mean: {} Take one by `reading ...: 1`", " ".join(ways))
    return said + (take if ways else "")


def _bones(finding: SentenceFinding) -> str:
    return " · ".join((*finding.skeleton, *filter(None, (finding.wanting,))))


def _no_word(words: str) -> str:
    return say('"{}" is not in the register', _short(words))


def _others(
    before: Sequence[SentenceFinding], after: Sequence[SentenceFinding], but: str,
    most: int = _MOST_NAMED
) -> str:  # fmt: skip
    """The other sentences that are read otherwise, each with how."""
    was = {each.text: (each.played, each.says) for each in before}
    found = [
        f'"{_short(each.text)}": {each.says or FOR_PEOPLE}'
        for each in after
        if each.text != but and was.get(each.text) != (each.played, each.says)
    ]
    return "; ".join(at_most(most, found))


def _meant(words: str, texts: Sequence[str]) -> list[int]:
    """The places of the sentences that some words may mean: whole, their beginning, or a part."""
    wanted = wording(words).casefold()
    said = [wording(each).casefold() for each in texts]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [at for at, each in enumerate(said) if wanted and fits(each, wanted)]
        if found:
            return found
    return []


# -- what is for people, and what it may mean ------------------------------------------------------

_BEGIN, _END = "<!-- wikibot: for people -->", "<!-- /wikibot -->"
_HEADERS = (later("For people"), later("What was recognised"), later("It may mean"))
_MOST_UNREAD = 60


def telling_unread(page: str, findings: Sequence[SentenceFinding]) -> str:
    """A readings page with a table that the bot keeps on it, of the sentences for people."""
    start = page.find(_BEGIN)
    end = page.find(_END, start) + len(_END) if start >= 0 else 0
    whole = end > len(_END)
    before, behind = (page[:start], page[end:]) if whole else (f"{page.rstrip()}\n\n", "\n")
    rows = "".join(
        f"|-\n| {shown_text(each.bound_to)} || {shown_text(_bones(each)) or '-'} || "
        f"{_offered(each)}\n"
        for each in findings[:_MOST_UNREAD]
    )
    if not rows:
        return f"{before.rstrip()}{behind}".rstrip() + "\n" if whole else page
    headers = " !! ".join(map(say, _HEADERS))
    table = f'{{| class="wikitable"\n! {headers}\n{rows}|}}'
    return f"{before}{_BEGIN}\n{table}\n{_END}{behind}"


def _offered(finding: SentenceFinding) -> str:
    """The offers with their numbers, and struck what they leave out."""
    found = list[str]()
    for number, each in enumerate(finding.offers, start=1):
        struck = "".join(f" <s>{shown_text(gone)}</s>" for gone in each.left_out)
        found.append(f"{number}. {shown_text(each.text)}{struck}")
    return "<br>".join(found) or "-"
