"""Coverage: how each unit of a ruleset page is played, and why a held one is held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.wordings import WordingStatus
from wikibot.wikitext.folding import fold


class UnitStatus(StrEnum):
    """How a unit is played. The first five bear the names of :class:`How`."""

    AUTOMATIC = "automatic"
    ASKS = "asks"
    RULED = "ruled by a person"
    FLAVOUR = "flavour"
    WORDS = "in its own words"
    HELD = "held"
    GONE = "not in force"


class SurveyedUnit(Struct, frozen=True):
    """One unit: the game's name for it, the page's, its line there (0 where it is not there)."""

    unit: str
    title: str
    kind: str
    line: int
    standing: WordingStatus
    status: UnitStatus
    variant: str = ""
    note: str = ""  # why it is held, or what one may want to know about it

    @property
    def held(self) -> bool:
        """Whether actions that need it wait for a ruling, and the wording for an operator."""
        return self.status is UnitStatus.HELD

    @property
    def changed(self) -> bool:
        """Whether its wording differs from the accepted one."""
        return self.standing in (WordingStatus.NUMBERS, WordingStatus.REWORDED, WordingStatus.NEW)


def survey(book: Rulebook) -> tuple[SurveyedUnit, ...]:
    """Every unit of the page in its order, then pinned ones that are not on it."""
    names = dict.fromkeys([*map(book.known_as, book.units), *book.moved_into, *book.pins])
    return tuple(_finding(book, name) for name in names)


def deleted(book: Rulebook) -> tuple[str, ...]:
    """Pinned units that the page lacks, of the ruleset that it is most like, of several.

    None where it lacks a fifth of them or more: then it is another ruleset, not that one with
    something deleted.
    """
    pins = [(name, pin.source) for name, known in book.pins.items() for pin in known]
    alike: dict[str, int] = {}
    for name, source in pins:
        alike[source] = alike.get(source, 0) + book.has(name)
    nearest = max(alike, key=lambda source: alike[source], default="")
    known = dict.fromkeys(name for name, source in pins if source == nearest)
    gone = tuple(name for name in known if book.standing(name) is WordingStatus.GONE)
    return gone if len(gone) * 5 < len(known) else ()


def totals(findings: Iterable[SurveyedUnit]) -> Mapping[str, int]:
    """How many units have each status, all of them named."""
    counted = [finding.status for finding in findings]
    return {status.value: counted.count(status) for status in UnitStatus}


def _finding(book: Rulebook, name: str) -> SurveyedUnit:
    unit = book.unit(name) if book.on_page(name) else None
    found = (unit.name, unit.kind, unit.line) if unit else (name, "", 0)
    status, note = _judge(book, name)
    return SurveyedUnit(name, *found, book.standing(name), status, book.variant(name), note)


def _judge(book: Rulebook, name: str) -> tuple[UnitStatus, str]:
    standing, what = book.standing(name), book.implementation(name)
    known = standing in (WordingStatus.SAME, WordingStatus.COSMETIC, WordingStatus.NUMBERS)
    if standing is WordingStatus.GONE:
        return UnitStatus.GONE, ""
    if book.without_effect(name):
        return UnitStatus.FLAVOUR, ""
    if what and what.how is How.RULED and known:
        return UnitStatus.RULED, ""
    problem = book.obstacle(name)
    if isinstance(problem, Held):
        return UnitStatus.HELD, problem.why
    status = UnitStatus.FLAVOUR if book.unit(name).empty else UnitStatus.AUTOMATIC
    return UnitStatus[what.how.name] if what else status, _note(book, name)


def _note(book: Rulebook, name: str) -> str:
    """What an operator may want to know about a unit that is played."""
    what = book.implementation(name)
    if book.standing(name) is WordingStatus.NUMBERS:
        read = ", read from the page" if what and what.reads else ""
        return f"other numbers than accepted{read}"
    for catalogue in book.catalogues:
        if catalogue.section == name and catalogue.columns:
            known = [fold(column) for column in (catalogue.key, "ID", *catalogue.columns)]
            columns = dict.fromkeys(column for row in book.members(name) for column in row.columns)
            unread = [column for column in columns if column and fold(column) not in known]
            return f"nothing reads the column {', '.join(unread)}" if unread else ""
    if what and what.how is How.WORDS:
        return what.says
    return f"for people: {what.people}" if what and what.people else ""
