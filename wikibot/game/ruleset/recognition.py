"""Which unit of a page is which pinned one: by name, by text, or by parts of a text.

Decision: another number in a name makes another thing of it, whatever its text says (``N. 2`` is
not ``N. 1`` renamed).

Pins are accepted wordings; the file that holds them has one line each, fingerprints instead of
sentences.

Columns stand two or more blanks (or a tab) apart; ``-`` is an empty one; lines that begin with
``#`` are comments:

    # unit         variant  exact                 normal                masked   source    date
    Garbage: Fish  -        0123456789abcdef0123  0123456789abcdef0123  0123...  Cycle 15  ...

The last two columns, ``read`` and ``parent``, may be missing: then no number is free, and any
parent will do. Readings that an operator gave stand there as well, in four columns:

    reading  Fish: You may swim  nothing  revision 1234
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, wraps
from itertools import islice
from pkgutil import get_data
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from wikibot.game.ruleset.readings import ROW, GivenReading
from wikibot.game.ruleset.units import Catalogue, Unit
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.plain import LENGTH, beyond, digest, legible, normalise
from wikibot.wikitext.regex import regex

V = TypeVar("V")

# == pins ==========================================================================================

SEVERAL = " + "  # between rulesets that have the same wording
_GAP = regex(r"\t+| {2,}")
_PRINT = regex(rf"[0-9a-f]{{{LENGTH}}}")
_CELLS = 3  # of a reading, behind what says that it is one
_DATE = regex(r"\d{4}-\d\d-\d\d")


class Pin(Struct, frozen=True, dict=True):
    """One accepted wording of one unit.

    ``variant`` labels the wording where a game implements several ("": it makes no difference);
    ``flavour``, ``ruled`` and ``words`` are readings as earlier programs wrote them. ``source``
    says where it stood (``Cycle 15 + Cycle 15 early`` for two rulesets, or ``revision 1234``),
    ``date`` is the day on which it was accepted, YYYY-MM-DD. ``read`` is the fingerprint without
    the numbers that the game reads from the page; ``parent`` the game's name of the section under
    which it stands.
    """

    unit: str
    variant: str
    exact: str
    normal: str
    masked: str
    source: str
    date: str
    read: str = ""
    parent: str = ""

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """All rulesets that have this wording."""
        return tuple(self.source.split(SEVERAL))


class BadPins(ValueError):
    """A line of a pin file that cannot be read; names the line and what was expected."""


Binding = Pin | GivenReading  # of a wording to code, or to what people say that it means


def read_bindings(text: str) -> tuple[Binding, ...]:
    """Read a file of them; raises :class:`BadPins`."""
    numbered = enumerate(text.splitlines(), 1)
    found = (
        (number, line) for number, line in numbered if line.strip() and not line.startswith("#")
    )
    return tuple(_reading(line) or _pin(number, line) for number, line in found)


def split(bindings: Iterable[Binding]) -> tuple[tuple[Pin, ...], tuple[GivenReading, ...]]:
    """Bindings to code, and to what people say."""
    every = tuple(bindings)
    pins = tuple(each for each in every if isinstance(each, Pin))
    return pins, tuple(each for each in every if isinstance(each, GivenReading))


def _reading(line: str) -> GivenReading | None:
    kind, *cells = _GAP.split(line.strip())
    row = ("" if cell == "-" else cell for cell in cells)
    return GivenReading(*row) if kind == ROW and len(cells) == _CELLS else None


def bundled_pins(package: str, name: str = "wordings.txt") -> tuple[Binding, ...]:
    """The file of pins that a game's package brings along."""
    return read_bindings(packaged_text(package, name))


def _pin(number: int, line: str) -> Pin:
    cells = ["" if cell == "-" else cell for cell in _GAP.split(line.strip())]
    if not len(Pin.__struct_fields__) - 2 <= len(cells) <= len(Pin.__struct_fields__):
        raise BadPins(
            f"line {number}: {len(cells)} columns, not {len(Pin.__struct_fields__)},"
            " two blanks or more apart"
        )
    pin = Pin(cells[0].removeprefix("\\"), *cells[1:])
    for value in (pin.exact, pin.normal, pin.masked, *filter(None, (pin.read,))):
        if not _PRINT.fullmatch(value):
            raise BadPins(
                f"line {number}: {value!r} is not a fingerprint of {LENGTH} digits 0-9 a-f"
            )
    if not _DATE.fullmatch(pin.date):
        raise BadPins(f"line {number}: {pin.date!r} is not a date like 2026-11-21")
    return pin


def write_bindings(bindings: Iterable[Binding], title: str = "") -> str:
    """The text of such a file: pins with their columns aligned, and readings behind them.

    ``title``: a comment on top.
    """
    pins, given = split(bindings)
    names = list(Pin.__struct_fields__)
    rows = [tuple(cell or "-" for cell in (_hidden(pin.unit), *astuple(pin)[1:])) for pin in pins]
    head = ("# " + names[0], *names[1:])
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = ["  ".join(map(str.ljust, cells, widths)).rstrip() for cells in (head, *rows)]
    for each in given:
        cells = (" ".join(cell.split()) or "-" for cell in (each.sentence, each.means, each.by))
        lines.append("  ".join((ROW, *cells)))
    return "".join(f"{line}\n" for line in ([f"# {title}"] if title else []) + lines)


def _hidden(name: str) -> str:
    """A unit name in the file: a backslash keeps one that looks like a comment or ``-``."""
    name = " ".join(name.split())
    return "\\" + name if name.startswith(("#", "\\")) or name == "-" else name


def packaged_text(package: str, name: str) -> str:
    """The text of a file in a package's folder; raises ``FileNotFoundError`` that names both."""
    data = get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"{package} has no {name}")
    return data.decode("utf-8")


Sets = Sequence[Sequence[str]]  # names of sources, those in one group together


# == Which unit of a page is which pinned one =====================================================

Pins = Mapping[str, tuple[Pin, ...]]
ENOUGH_WORDS = 6  # a text this long is no chance likeness when only its numbers differ
MOSTSENTENCES = 120  # of a unit that is searched for the text of another
MOST_PARTS = 6  # into which a rule is looked for after a split
MOST_RUNS = 200_000  # of sentences that are looked at for another's text, on a whole page
MOST_RENAMED = 500  # units that are looked at for the text of another with their name in it
SENTENCE = regex(r"(?<=[.!?:])\s+|\n+")
_DIGITS = regex(r"\d+")
_JOINED = regex(r"\s+and\s+|\s*[&,/+]\s*")


def group(pins: Iterable[Pin]) -> Pins:
    """Pins by the name of their unit, in order."""
    found: dict[str, tuple[Pin, ...]] = {}
    for pin in pins:
        found[pin.unit] = (*found.get(pin.unit, ()), pin)
    return found


def recognise(units: Mapping[str, Unit], pins: Pins) -> Mapping[str, str]:
    """The unit's name on the page for each pinned name that is found there.

    A name that still stands on the page is never looked for elsewhere: its new text is a new
    wording.
    """
    found = {name: name for name in pins if name in units}
    _by_title(units, pins, found)
    _by_key(units, pins, found, lambda unit: None if unit.empty else unit.prints.normal,
            lambda pin: pin.normal)  # fmt: skip
    _by_parts_of_name(units, pins, found)
    _by_key(units, pins, found, lambda unit: None
            if len(unit.meaning.split()) < ENOUGH_WORDS else unit.prints.masked,
            lambda pin: pin.masked)  # fmt: skip
    _by_own_name(units, pins, found)
    return found


def _open(units: Mapping[str, Unit], found: Mapping[str, str]) -> list[Unit]:
    taken = dict.fromkeys(found.values())
    return [unit for unit in units.values() if unit.name not in taken]


def _by_title(units: Mapping[str, Unit], pins: Pins, found: dict[str, str]) -> None:
    """Names that differ in case or marks, and titles that occur twice now, or no longer do."""
    called = _index((call, unit) for unit in _open(units, found) for call in _calls(unit))
    taken = set(found.values())
    for name in pins:
        if name in found:
            continue
        texts = [pin.normal for pin in pins[name]]
        fits = [unit for unit in called.get(fold(name), ()) if unit.name not in taken]
        same = [unit for unit in fits if unit.prints.normal in texts]
        if fits:
            found[name] = (same or fits)[0].name
            taken.add(found[name])


def _calls(unit: Unit) -> tuple[str, ...]:
    if unit.kind != "section":
        return (fold(unit.name),)
    return (fold(unit.name), fold(unit.title), fold("/".join(unit.path[-2:])))


def _by_key(
    units: Mapping[str, Unit], pins: Pins, found: dict[str, str], key: Callable[[Unit], str | None],
    pinned: Callable[[Pin], str]
) -> None:  # fmt: skip
    """A text under another name, if the page has it once and one missing rule is pinned to it."""
    missing = [name for name in pins if name not in found]
    if not missing:
        return
    on_page = _index((key(unit), unit) for unit in _open(units, found))
    wanted = _index((pinned(pin), name) for name in missing for pin in pins[name])
    for text, names in wanted.items():
        holders = on_page.get(text, [])
        single = len(names) == len(holders) == 1 and names[0] not in found
        if single and _akin(names[0], holders[0]):
            found[names[0]] = holders[0].name


def _index(pairs: Iterable[tuple[str | None, V]]) -> dict[str, list[V]]:
    """Values by their keys; one that comes several times with a key comes one after the other."""
    index: dict[str, list[V]] = {}
    for key, value in pairs:
        if key is not None and value not in index.setdefault(key, [])[-1:]:
            index[key].append(value)
    return index


def _akin(name: str, unit: Unit) -> bool:
    """Whether a unit may have had that name: of the same catalogue, with the same numbers."""
    if _DIGITS.findall(title_of(name)) != _DIGITS.findall(unit.title):
        return False
    return name.startswith(f"{unit.catalogue}: ") if unit.catalogue else True


def _by_own_name(units: Mapping[str, Unit], pins: Pins, found: dict[str, str]) -> None:
    """A text that is a pinned one but for the unit's own name in it, as of a renamed space type."""
    missing = [name for name in pins if name not in found]
    there = _open(units, found) if missing else ()
    named = (unit for unit in there if unit.title.lower() in unit.meaning.lower())
    for unit in islice(named, MOST_RENAMED):
        akin = (name for name in missing if _akin(name, unit))
        fits = [name for name in akin if _as_called(unit, title_of(name), pins[name])]
        if len(fits) == 1 and fits[0] not in found:
            found[fits[0]] = unit.name


def _as_called(unit: Unit, name: str, pins: Sequence[Pin]) -> bool:
    """Whether a unit reads as pinned but for its name."""
    says = [form(unit.title) in unit.meaning for form in (str, str.lower)]
    if not any(says) or fold(unit.title) == fold(name):
        return False
    text = unit.meaning
    for form in (str, str.lower, str.capitalize):
        text = text.replace(form(unit.title), form(name))
    return digest(normalise(text)) in [pin.normal for pin in pins]


def title_of(name: str) -> str:
    """What the page called a unit."""
    return name.rpartition(": ")[2].rpartition("/")[2]


def _by_parts_of_name(units: Mapping[str, Unit], pins: Pins, found: dict[str, str]) -> None:
    """Rows and items whose name lost or gained an emoji beside the word."""
    rows = [unit for unit in _open(units, found) if unit.catalogue]
    missing = [name for name in pins if name not in found]
    on_page = _index((part, unit) for unit in rows for part in _parts(unit.title))
    for name in missing:
        catalogue, _, title = name.partition(": ")
        holders = (unit for part in _parts(title) for unit in on_page.get(part, []))
        fits = list(dict.fromkeys(unit.name for unit in holders if unit.catalogue == catalogue))
        if len(fits) == 1 and fits[0] not in found.values():
            found[name] = fits[0]


def _parts(title: str) -> tuple[str, ...]:
    """The words of a name and its emoji, folded: ``💎Crystals`` gives ``crystals`` and ``💎``."""
    folded = fold(title)
    emoji = "".join(char for char in folded if unicodedata.category(char) in ("So", "Sk"))
    words = " ".join("".join(char for char in folded if char not in emoji).split())
    return tuple(dict.fromkeys(part for part in (words, emoji) if part))


def says_more(title: str, pinned: str) -> bool:
    """Whether a title has all the words of the pinned one and more: ``Fishing (suspended)``."""
    words, before = re.findall(r"\w+", fold(title)), re.findall(r"\w+", fold(pinned))
    return len(words) > len(before) > 0 and all(word in words for word in before)


_OUT_OF_FORCE = regex(
    r"\b(?:abolished|abrogated|archived?|defunct|deleted|disabled|drafts?|examples?|expired|former(?:ly)?"
    r"|historic(?:al)?|inactive|invalid|lapsed|obsolete|proposed|removed|repealed|rescinded|retired"
    r"|revoked|superseded|suspended|suspension|unused|void(?:ed)?|withdrawn)\b"
)


def is_out_of_force(heading: str) -> bool:
    """Whether a heading says that what stands below it does not count."""
    return _OUT_OF_FORCE.search(fold(heading)) is not None


# -- split and merged rules ------------------------------------------------------------------------


def absorbed(units: Mapping[str, Unit], pins: Pins, found: Mapping[str, str]) -> Mapping[str, str]:
    """Pinned names that are missing although their text is there, in one unit or in several.

    The value is the name of the unit that took the text up, or of the first of those that share it.
    """
    missing = {pin.normal: name for name in pins if name not in found for pin in pins[name]}
    if not missing:
        return {}
    home = {unit: name for name, unit in found.items()}
    changed = []
    for unit in units.values():
        known = pins.get(home.get(unit.name, ""), ())
        if not any(pin.normal == unit.prints.normal for pin in known):
            changed.append(unit)
    fresh = [unit for unit in changed if unit.name not in home and not unit.catalogue]
    result: dict[str, str] = {}
    for text, name in (*islice(_merged(changed), MOST_RUNS), *_split(fresh)):
        if text in missing:
            result.setdefault(missing[text], name)
    for unit in fresh:
        if len(parts := _JOINED.split(unit.title)) > 1:  # as in ``Hiking and Foraging``
            named = {fold(part) for part in parts}
            joined = (name for name in missing.values() if fold(name) in named)
            for name in joined:
                result.setdefault(name, unit.name)
    return result


def _merged(units: Iterable[Unit]) -> Iterator[tuple[str, str]]:
    """Fingerprints of every run of whole sentences in a unit, with the unit's name."""
    for unit in units:
        sentences = list(filter(None, map(normalise, SENTENCE.split(unit.meaning))))
        if 1 < len(sentences) <= MOSTSENTENCES:
            for start in range(len(sentences)):
                for end in range(start + 1, len(sentences) + 1):
                    yield digest(" ".join(sentences[start:end])), unit.name


def _split(units: Sequence[Unit]) -> Iterator[tuple[str, str]]:
    """Fingerprints of the joined texts of sections that stand in a row, with the first's name."""
    texts = [unit for unit in units if not unit.empty]
    for start in range(len(texts)):
        for end in range(start + 2, min(start + MOST_PARTS, len(texts)) + 1):
            run = texts[start:end]
            yield digest(" ".join(normalise(unit.meaning) for unit in run)), run[0].name


# == The units of a ruleset page by name, and how the wording of each compares with its pins =======

TOP_LEVEL = "(top level)"  # the parent of a section that has none


class WordingStatus(StrEnum):
    """How a unit's wording on the page compares with its pins."""

    SAME = "same"
    COSMETIC = "cosmetic"  # says the same, written differently
    NUMBERS = "numbers"  # only numbers differ
    REWORDED = "reworded"  # also split, and merged into another
    NEW = "new"  # on the page, never pinned
    GONE = "gone"  # not on the page


def once(find: Callable[[Any, str], V]) -> Callable[[Any, str], V]:
    """A method that finds something of a unit, of each name once."""

    @wraps(find)
    def found(page: Any, name: str) -> V:
        try:
            value: V = page.kept[find, name]
        except KeyError:
            value = page.kept[find, name] = find(page, name)
        return value

    return found


@dataclass(frozen=True)
class Wordings:
    """The units of a page. A name may be the page's or the one that the game uses for the unit.

    ``found``: the page's name for each pinned one that was recognised. ``moved_into``: pinned names
    whose text now stands in another unit, with that unit. ``sets``: rulesets whose wordings stand
    together.
    """

    text: str
    units: Mapping[str, Unit]
    pins: Mapping[str, tuple[Pin, ...]]
    found: Mapping[str, str]
    moved_into: Mapping[str, str]
    catalogues: tuple[Catalogue, ...] = ()
    sets: Sets = ()
    kept: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def on_page(self, name: str) -> bool:
        """Whether the unit is on the page, under this name or as the same text under another."""
        return self._page_name(name) is not None

    def unit(self, name: str) -> Unit:
        """The unit on the page; raises ``KeyError`` where there is none."""
        page_name = self._page_name(name)
        if page_name is None:
            raise KeyError(name)
        return self.units[page_name]

    def known_as(self, name: str) -> str:
        """The game's name of a unit on the page: the pinned one where it was recognised."""
        page_name = self._page_name(name)
        return self._pinned_names.get(page_name or name, page_name or name)

    def members(self, catalogue: str) -> tuple[Unit, ...]:
        """Rows and items of a catalogue, in the order of the page."""
        return self._members.get(catalogue, ())

    def standing(self, name: str) -> WordingStatus:
        """How the unit's present wording compares with its pins."""
        return self.judge(name)[0]

    def variant(self, name: str) -> str:
        """Label of the pinned wording that the page has (or has but for its numbers), or ""."""
        pin = self.judge(name)[1]
        return pin.variant if pin else ""

    def parent(self, name: str) -> str:
        """The game's name of the section under which a section stands; "" for rows and items."""
        unit = self.unit(name)
        if unit.kind != "section":
            return ""
        return self.known_as(unit.path[-2]) if len(unit.path) > 1 else TOP_LEVEL

    @once
    def judge(self, name: str) -> tuple[WordingStatus, Pin | None]:
        """Standing, and the pin that fits best. Later pins come first: an operator's are last."""
        return self._judge(name)

    def unread(self, name: str) -> str:
        """Why the wikitext of a unit is not read, and what to do; "" for nearly all."""
        why = beyond(self.unit(name).text) if self.on_page(name) else ""
        return why or legible(self.text)[1]

    def _judge(self, name: str) -> tuple[WordingStatus, Pin | None]:
        page_name = self._page_name(name)
        if page_name is None:
            return (WordingStatus.REWORDED if name in self.moved_into else WordingStatus.GONE), None
        unit, pins = self.units[page_name], self.counting(name)
        if pins and (self.is_qualified(unit) or beyond(unit.text)):
            return WordingStatus.REWORDED, None
        prints = unit.prints
        for standing, fits in (
            (
                WordingStatus.SAME,
                lambda pin: pin.exact == prints.exact and pin.normal == prints.normal,
            ),
            (WordingStatus.COSMETIC, lambda pin: pin.normal == prints.normal),
            (WordingStatus.NUMBERS, lambda pin: pin.masked == prints.masked),
        ):
            found = next(filter(fits, reversed(pins)), None)
            if found:
                return standing, found
        if not pins and unit.kind == "section" and unit.empty:
            return WordingStatus.SAME, None  # a heading alone says nothing that could be new
        known = self.pins.get(self.known_as(name))
        return (WordingStatus.REWORDED if known else WordingStatus.NEW), None

    def counting(self, name: str) -> tuple[Pin, ...]:
        """The pins of a unit that count on this page: see ``wikibot.game.ruleset.units.chosen``."""
        return self._counting.get(self.known_as(name), ())

    def is_qualified(self, unit: Unit) -> bool:
        """Whether the headings of a section say more than they did: ``Fishing (suspended)``.

        Decision: under which heading it stands makes no difference, unless that says, in one of a
        few words, that what stands there does not count.
        """
        name = self.known_as(unit.name)
        return unit.kind == "section" and (
            says_more(unit.title, name.rpartition("/")[2])
            or (self._is_elsewhere(unit) and any(map(is_out_of_force, unit.path[:-1])))
        )

    def _is_elsewhere(self, unit: Unit) -> bool:
        """Whether a section stands under a heading under which it was not implemented."""
        if unit.kind != "section":
            return False
        parents = [pin.parent for pin in self.counting(self.known_as(unit.name)) if pin.parent]
        headings = [self.known_as(each) for each in unit.path[:-1]]
        known = (TOP_LEVEL, *parents, *self.pins)
        return bool(parents) and any(each not in known for each in headings)

    @property
    def moved(self) -> tuple[str, ...]:
        """What stands under another heading than it did, each with that heading."""
        there = (self.units[each] for each in self.found.values())
        return tuple(
            f"{self.known_as(each.name)} stands under {each.path[-2]} now"
            for each in there
            if self._is_elsewhere(each)
        )

    # -- computed once -----------------------------------------------------------------------------

    @cached_property
    def renamed(self) -> Mapping[str, tuple[str, str]]:
        """Units that the page calls otherwise than the game: what each was called, and is."""
        titles = {name: (title_of(name), self.units[on].title) for name, on in self.found.items()}
        return {name: (old, new) for name, (old, new) in titles.items() if fold(old) != fold(new)}

    @cached_property
    def group(self) -> Sequence[str]:
        """The ruleset, of those that the game was written for, by which most of the page reads.

        The first of several; empty where there are none to tell apart.
        """
        votes = dict.fromkeys(range(len(self.sets)), 0)
        for unit in self.units.values() if votes else ():
            pins = self.pins.get(self.known_as(unit.name), ())
            said = [pin.sources for pin in pins if pin.normal == unit.prints.normal]
            for number, group in enumerate(self.sets) if said and not unit.empty else ():
                votes[number] += any(source in group for sources in said for source in sources)
        return self.sets[max(votes, key=lambda number: votes[number])] if votes else ()

    @cached_property
    def _counting(self) -> Mapping[str, tuple[Pin, ...]]:
        """The pins that count beside that ruleset: its own, and those of none."""
        others = {source for each in self.sets for source in each} - {*self.group}
        return {
            name: tuple(pin for pin in known if not others.issuperset(pin.sources))
            for name, known in self.pins.items()
        }

    @cached_property
    def _pinned_names(self) -> Mapping[str, str]:
        return {page_name: name for name, page_name in self.found.items()}

    @cached_property
    def _members(self) -> Mapping[str, tuple[Unit, ...]]:
        members: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.catalogue:
                members.setdefault(unit.catalogue, []).append(unit)
        return {name: tuple(found) for name, found in members.items()}

    @cached_property
    def _folded(self) -> Mapping[str, str]:
        names = {fold(name): name for name in reversed(tuple(self.units))}
        return names | {fold(name): page_name for name, page_name in self.found.items()}

    def _page_name(self, name: str) -> str | None:
        if name in self.found:
            return self.found[name]
        return name if name in self.units else self._folded.get(fold(name))
