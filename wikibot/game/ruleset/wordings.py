"""The units of a ruleset page by name, and how the wording of each compares with its pins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from wikibot.game.ruleset.pins import Pin, Sets, chosen, of_group
from wikibot.game.ruleset.recognition import is_out_of_force, says_more, title_of
from wikibot.game.ruleset.units import Catalogue, Unit
from wikibot.wikitext.folding import fold
from wikibot.wikitext.parsing import beyond, legible

TOP_LEVEL = "(top level)"  # the parent of a section that has none


class WordingStatus(StrEnum):
    """How a unit's wording on the page compares with its pins."""

    SAME = "same"
    COSMETIC = "cosmetic"  # says the same, written differently
    NUMBERS = "numbers"  # only numbers differ
    REWORDED = "reworded"  # also split, and merged into another
    NEW = "new"  # on the page, never pinned
    GONE = "gone"  # not on the page


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

    def judge(self, name: str) -> tuple[WordingStatus, Pin | None]:
        """Standing, and the pin that fits best. Later pins come first: an operator's are last."""
        judged = self._judged.get(name)
        if judged is None:
            judged = self._judged[name] = self._judge(name)
        return judged

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
        """The pins of a unit that count on this page: see ``wikibot.game.ruleset.pins.chosen``."""
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
        """The ruleset, of those that the game was written for, by which most of the page reads."""
        return chosen(
            self.sets, self.units.values(), lambda unit: self.pins.get(self.known_as(unit.name), ())
        )

    @cached_property
    def _counting(self) -> Mapping[str, tuple[Pin, ...]]:
        return of_group(self.pins, self.sets, self.group)

    @cached_property
    def _judged(self) -> dict[str, tuple[WordingStatus, Pin | None]]:
        return {}

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
