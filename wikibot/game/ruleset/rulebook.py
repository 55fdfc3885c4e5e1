"""A ruleset page as units of wording, each held against the wordings that were implemented."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar

from wikibot.game.problems import Held, Problem, Refused
from wikibot.game.ruleset.free_numbers import read_print
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.ruleset.pins import BadPins, Pin, Sets, chosen, of_group, read_pins, write_pins
from wikibot.game.ruleset.recognition import absorbed, group, recognise, says_more, title_of
from wikibot.game.ruleset.units import Catalogue, Unit, read_units
from wikibot.wikitext.folding import fold

__all__ = [
    "BadPins", "Catalogue", "How", "Implementation", "Pin", "Rulebook", "Standing", "Unit", "read_pins",
    "read_rulebook", "write_pins",
]  # fmt: skip


TOP_LEVEL = "(top level)"  # the parent of a section that has none
P = TypeVar("P")
T = TypeVar("T")


class Standing(StrEnum):
    """How a unit's wording on the page compares with its pins."""

    SAME = "same"
    COSMETIC = "cosmetic"  # says the same, written differently
    NUMBERS = "numbers"  # only numbers differ
    REWORDED = "reworded"  # also split, and merged into another
    NEW = "new"  # on the page, never pinned
    GONE = "gone"  # not on the page


@dataclass(frozen=True)
class Rulebook:
    """A ruleset page, read. Names may be those of the page or those that the game uses for the same unit.

    ``found``: the page's name for each pinned one that was recognised. ``moved_into``: pinned names
    whose text now stands in another unit, with that unit. ``implementations`` None: every pinned
    wording counts as implemented.
    """

    text: str
    units: Mapping[str, Unit]
    pins: Mapping[str, tuple[Pin, ...]]
    found: Mapping[str, str]
    moved_into: Mapping[str, str]
    implementations: Mapping[str, Implementation] | None = None
    catalogues: tuple[Catalogue, ...] = ()
    sets: Sets = ()  # rulesets whose wordings stand together
    probing: bool = (
        False  # made to see what is read from it, so its numbers are not held against any pin
    )
    _settled: dict[str, Unit | Problem] = field(default_factory=dict, compare=False, repr=False)
    _derived: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    _found_in: dict[Any, tuple[Any, Any]] = field(default_factory=dict, compare=False, repr=False)
    _read_prints: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def on_page(self, name: str) -> bool:
        """Whether the unit is on the page, under this name or as the same text under another."""
        return self._page_name(name) is not None

    def has(self, name: str) -> bool:
        """Whether the page has the unit and it is not without effect."""
        return self._page_name(name) is not None and not self.without_effect(name)

    def without_effect(self, name: str) -> bool:
        """Whether a unit that is implemented was accepted as flavour: nothing is played by it."""
        return bool(self._set_aside) and self.known_as(name) in self._set_aside

    def unit(self, name: str) -> Unit:
        """The unit on the page; raises ``KeyError`` where there is none."""
        page_name = self._page_name(name)
        if page_name is None:
            raise KeyError(name)
        return self.units[page_name]

    def known_as(self, name: str) -> str:
        """The name that the game uses for a unit of the page: the pinned one where it was recognised."""
        page_name = self._page_name(name)
        return self._pinned_names.get(page_name or name, page_name or name)

    def members(self, catalogue: str) -> tuple[Unit, ...]:
        """Rows and items of a catalogue, in the order of the page."""
        return self._members.get(catalogue, ())

    def standing(self, name: str) -> Standing:
        """How the unit's present wording compares with its pins."""
        return self._judge(name)[0]

    def variant(self, name: str) -> str:
        """Label of the pinned wording that the page has (or has but for its numbers); "" if none."""
        pin = self._judge(name)[1]
        return pin.variant if pin else ""

    def require(self, name: str) -> Unit:
        """The unit, for an action that needs it.

        Raises :class:`Refused` where it is not in force, :class:`Held` where nobody has settled how
        it is played.
        """
        answer = self._settled.get(name)
        if answer is None:
            answer = self._settled[name] = self._settle(name)
        if isinstance(answer, Problem):
            raise answer.with_traceback(None)
        return answer

    def obstacle(self, name: str) -> Problem | None:
        """What :meth:`require` would raise."""
        try:
            self.require(name)
        except Problem as problem:
            return problem
        return None

    def read_print(self, name: str) -> str:
        """Fingerprint of a unit's wording without the numbers that its implementation reads from the page."""
        name = self.known_as(name)
        if name not in self._read_prints:
            what = (self.implementations or {}).get(name)
            self._read_prints[name] = read_print(self, self.unit(name), what.reads if what else ())
        return self._read_prints[name]

    def probe(self, *, probing: bool = True) -> Rulebook:
        """The same rulebook, for readings alone where ``probing``: its numbers are not held against any pin."""
        return replace(
            self, probing=probing, _settled={}, _derived={}, _found_in={}, _read_prints={}
        )

    def with_unit(self, unit: Unit, *, probing: bool = True) -> Rulebook:
        """The rulebook in which one unit says something else."""
        return replace(self, units={**self.units, unit.name: unit}).probe(probing=probing)

    def parent(self, name: str) -> str:
        """The game's name of the section under which a section stands; "" for rows and items."""
        unit = self.unit(name)
        if unit.kind != "section":
            return ""
        return self.known_as(unit.path[-2]) if len(unit.path) > 1 else TOP_LEVEL

    def implementation(self, name: str) -> Implementation | None:
        """What the game says about a unit, if it says anything; or an operator, who accepted its wording as such."""
        unit, label = self.known_as(name), self.variant(name)
        what = (self.implementations or {}).get(unit)
        if label == How.RULED or (
            label == How.FLAVOUR and (what is None or self.without_effect(name))
        ):
            return Implementation(unit, How(label))
        return what

    def derived(self, make: Callable[[Rulebook], T]) -> T:
        """What the function ``make`` reads out of this rulebook (numbers, lists, what is in force), read once only."""
        try:
            value: T = self._derived[make]
        except KeyError:
            value = self._derived[make] = make(self)
        return value

    def found_in(self, part: P, make: Callable[[P, Rulebook], T]) -> T:
        """What the function ``make`` finds in an immutable part of a state by this rulebook.

        Only the latest answer is kept, for as long as the part is the very same object.
        """
        kept = self._found_in.get(make)
        if kept is None or kept[0] is not part:
            kept = self._found_in[make] = (part, make(part, self))
        value: T = kept[1]
        return value

    def with_pins(self, more: Sequence[Pin]) -> Rulebook:
        """The same page with further accepted wordings, which count before the others."""
        pins = [pin for known in self.pins.values() for pin in known]
        return read_rulebook(
            self.text, self.catalogues, (*pins, *more), self.implementations, self.sets
        )

    def reread(self, text: str) -> Rulebook:
        """Another version of the page, by the same pins and implementations."""
        pins = [pin for known in self.pins.values() for pin in known]
        return read_rulebook(text, self.catalogues, pins, self.implementations, self.sets)

    # -- computed once -----------------------------------------------------------------------------

    @cached_property
    def renamed(self) -> Mapping[str, tuple[str, str]]:
        """Units that the page calls otherwise than the game: what each was called, and is."""
        said = (
            (name, title_of(name), self.units[page_name].title)
            for name, page_name in self.found.items()
        )
        return {name: (old, new) for name, old, new in said if fold(old) != fold(new)}

    @cached_property
    def _pinned_names(self) -> Mapping[str, str]:
        return {page_name: name for name, page_name in self.found.items()}

    @cached_property
    def _set_aside(self) -> frozenset[str]:
        """Implemented units whose present wording was accepted as flavour."""
        said = [
            name
            for name, pins in self.pins.items()
            if any(pin.variant == How.FLAVOUR for pin in pins)
        ]
        known = self.implementations or {}
        return frozenset(
            name for name in said if name in known and self.variant(name) == How.FLAVOUR
        )

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

    def _judge(self, name: str) -> tuple[Standing, Pin | None]:
        """Standing, and the pin that fits best. Later pins come first: an operator's are put last."""
        page_name = self._page_name(name)
        if page_name is None:
            return (Standing.REWORDED if name in self.moved_into else Standing.GONE), None
        unit, known = self.units[page_name], self.pins.get(self.known_as(name), ())
        pins = self._counting.get(self.known_as(name), ())
        if pins and self._stands_elsewhere(unit, pins):
            return Standing.REWORDED, None
        prints = unit.prints
        for standing, fits in (
            (Standing.SAME, lambda pin: pin.exact == prints.exact and pin.normal == prints.normal),
            (Standing.COSMETIC, lambda pin: pin.normal == prints.normal),
            (Standing.NUMBERS, lambda pin: pin.masked == prints.masked),
        ):
            found = next(filter(fits, reversed(pins)), None)
            if found:
                return standing, found
        if not pins and unit.kind == "section" and unit.empty:
            return Standing.SAME, None  # a heading alone says nothing that could be new
        return (Standing.REWORDED if known else Standing.NEW), None

    @cached_property
    def group(self) -> Sequence[str]:
        """The ruleset, of those that the game was written for, by which most of the page reads."""
        return chosen(
            self.sets, self.units.values(), lambda unit: self.pins.get(self.known_as(unit.name), ())
        )

    @cached_property
    def _counting(self) -> Mapping[str, tuple[Pin, ...]]:
        return of_group(self.pins, self.sets, self.group)

    def _stands_elsewhere(self, unit: Unit, pins: Sequence[Pin]) -> bool:
        """Whether a section was moved out of the one that it stood in, or its title says more than it did.

        One that stands where it stood, behind the same section, only had the level of a heading
        changed. That matters where the heading above it is one that nobody knows.
        """
        if unit.kind != "section":
            return False
        name, parents = self.known_as(unit.name), [pin.parent for pin in pins if pin.parent]
        if says_more(unit.title, name.rpartition("/")[2]):
            return True
        if not parents or self.parent(name) in parents:
            return False
        known = self.parent(name) == TOP_LEVEL or self.parent(name) in self.pins
        return not known or self._before(name, self._on_page) != self._before(name, self._as_pinned)

    @cached_property
    def _on_page(self) -> tuple[str, ...]:
        """Pinned sections in the order of the page."""
        sections = (
            self.known_as(unit.name) for unit in self.units.values() if unit.kind == "section"
        )
        return tuple(name for name in sections if name in self.pins)

    @cached_property
    def _as_pinned(self) -> tuple[str, ...]:
        """The same in the order of the pins."""
        present = dict.fromkeys(self._on_page)
        return tuple(name for name in self.pins if name in present)

    @staticmethod
    def _before(name: str, names: Sequence[str]) -> str:
        at = names.index(name)
        return names[at - 1] if at else ""

    def _settle(self, name: str) -> Unit | Problem:
        standing, pin = self._judge(name)
        if standing is Standing.GONE:
            unreadable = self._unreadable_list(name)
            if unreadable:
                return unreadable
            return Refused(f"the ruleset page has no {name!r}, so no such rule is in force")
        if standing is Standing.NEW:
            return Held(name, "it is new on the ruleset page and it is not implemented yet")
        if standing is Standing.REWORDED:
            return Held(name, self._why_reworded(name))
        return self._settle_pinned(name, standing, pin)

    def _unreadable_list(self, name: str) -> Held | None:
        """Why a row or item is held that is not found, where its whole table or list is one that nobody knows."""
        section = next(
            (each.section for each in self.catalogues if name.startswith(each.name(""))), ""
        )
        problem = self.obstacle(section) if section and not self.members(section) else None
        return problem if isinstance(problem, Held) else None

    def _why_reworded(self, name: str) -> str:
        into = self.moved_into.get(name)
        if into:
            return f"its text now stands in {into!r}"
        unit, pins = self.unit(name), self._counting.get(self.known_as(name), ())
        if self._stands_elsewhere(unit, pins):
            return f"its heading is now {' / '.join(unit.path)!r}"
        other = next(
            (p for p in self.pins.get(self.known_as(name), ()) if p.normal == unit.prints.normal),
            None,
        )
        if other:
            return f"it reads as in {other.source}, and the other rules as in {self.group[0]}"
        return "its wording changed since it was implemented"

    def _settle_pinned(self, name: str, standing: Standing, pin: Pin | None) -> Unit | Problem:
        if self.without_effect(name):
            return Refused(f"{name} was accepted as flavour: nothing is played by it")
        what, unit = self.implementation(name), self.unit(name)
        if self.implementations is not None and not (unit.empty and unit.kind == "section"):
            if what is None:
                return Held(name, "it is not implemented yet")
            if pin and not what.plays(pin.variant):
                return Held(name, f"the {pin.variant} wording of it is not implemented")
            if what.how is How.RULED:
                return Held(name, "its wording leaves it to a person")
        if standing is Standing.NUMBERS and not self._only_read_numbers(name, what):
            return Held(name, self._why_numbers(name))
        return (what and self._misfit(what)) or unit

    def _why_numbers(self, name: str) -> str:
        """Why another number holds a unit; the operator's file may be older than numbers that are told apart."""
        pins = self._counting.get(self.known_as(name), ())
        if any(pin.read for pin in pins if pin.masked == self.unit(name).prints.masked):
            return "a number in it changed that is not read from the page"
        return "a number in it changed, and when it was accepted numbers were not told apart; accept it once more"

    def _misfit(self, what: Implementation) -> Held | None:
        """Why a unit is held of which each number is read, but they do not fit each other."""
        if self.probing:
            return None
        for reading in what.whole:
            try:
                reading(self.probe())
            except Held as held:
                return Held(what.unit, held.why)
        return None

    def _only_read_numbers(self, name: str, what: Implementation | None) -> bool:
        """Whether the numbers that changed are all read from the page; flavour depends on none."""
        if self.probing or (what and what.how is How.FLAVOUR):
            return True
        prints = [pin.read for pin in self._counting.get(self.known_as(name), ()) if pin.read]
        return bool(prints) and self.read_print(name) in prints


def read_rulebook(
    text: str,
    catalogues: Sequence[Catalogue] = (),
    pins: Iterable[Pin] = (),
    implementations: Mapping[str, Implementation] | None = None,
    sets: Sets = (),
) -> Rulebook:
    """Read a ruleset page. Of two pins that fit the same wording the later one counts.

    ``sets``: the sources of pins that may stand together; pins of other sources count beside any.
    """
    grouped = group(pins)
    units = read_units(text, catalogues, tuple(grouped))
    found = recognise(units, grouped)
    return Rulebook(
        text,
        units,
        grouped,
        found,
        absorbed(units, grouped, found),
        implementations,
        tuple(catalogues),
        sets,
    )
