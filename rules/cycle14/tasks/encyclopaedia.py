"""Ruleset section Horticultural Encyclopaedia: what each herb costs, how often it grows, what it brings.

All of it is read from the table's own formulas. N is the experience in herbalism, changed by the
list below the table. A cost below nothing is nothing; a reward below nothing takes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rules.common.notation import ListOf, cell
from rules.cycle14.components import components
from rules.cycle14.formulas import Amounts, Formula, FormulaError, read_amounts, read_formula
from rules.cycle14.seasons import Condition, read_condition
from rules.cycle14.state import State
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit
from wikibot.wikitext.numerals import integer

SECTION = "Horticultural Encyclopaedia"
NAMES = (
    "Feather Fluff", "Kraken Root", "Yaqqip", "Porcupine Tree", "Trungleweed", "Beetwood", "Ponzi Plant",
    "Baneberries", "Darkvine",
)  # fmt: skip
_SAYS = (
    "a pot can hold it, for the cost, as long and with the rewards that the cells of its row give"
)
IMPLEMENTS = (
    Implementation(SECTION),
    *(Implementation(f"{SECTION}: {name}", says=_SAYS) for name in NAMES),
)
_GAMBLE = re.compile(
    r"Roll (?P<dice>[^;,.]+?)[;,.] if the result is (?P<losing>\d+(?:(?:\s*,\s*|\s*or\s*|\s*,\s*or\s*)\d+)*),? "
    r"(?:the )?reward is nothing[;,.]? otherwise,? (?P<amounts>.+)"
)
_ASIDE = re.compile(r"\([^()]*choice[^()]*\)", re.IGNORECASE)
_CHANGE = re.compile(
    r"N is (?P<way>increased|raised|decreased|lowered) by (?P<by>\d+)"
    r"(?:,? to (?:a minimum of|no less than) (?P<least>\d+))?"
)


@dataclass(frozen=True)
class Reward:
    """What a growth stage or the harvest brings. ``gamble``: a roll that brings nothing where it is in ``losing``."""

    amounts: Amounts = ()
    gamble: Formula | None = None
    losing: tuple[int, ...] = ()


@dataclass(frozen=True)
class Herb:
    """One row of the table."""

    name: str
    cost: Amounts
    stages: int
    growing: Reward
    harvest: Reward


@dataclass(frozen=True)
class Change:
    """One line of the list below the table: when, and by how much N changes. ``least``: not below that."""

    condition: Condition
    by: int
    least: int | None


def herb_names(book: Rulebook) -> tuple[str, ...]:
    """The herbs in the order of the table."""
    return tuple(unit.title for unit in book.members(SECTION))


def herb(book: Rulebook, name: str) -> Herb:
    """A herb of the page; raises ``Held`` where nobody settled how it is played, or a formula of it cannot be read."""
    unit = book.require(f"{SECTION}: {name}")
    found: Herb | Held = book.derived(Row(unit.name))
    if isinstance(found, Held):
        raise found.with_traceback(None)
    return found


@dataclass(frozen=True)
class Row:
    """Reads one row."""

    unit: str

    def __call__(self, book: Rulebook) -> Herb | Held:
        unit = book.unit(self.unit)
        try:
            return _read(unit, book)
        except Held as held:
            return held
        except (FormulaError, ValueError) as error:
            return Held(self.unit, str(error))


def _read(unit: Unit, book: Rulebook) -> Herb:
    find = components(book).find
    return Herb(
        unit.title,
        read_amounts(cell(unit, "Resource Cost"), find),
        integer(cell(unit, "Stages of Growth")),
        _reward(cell(unit, "Reward at each growth stage"), book),
        _reward(cell(unit, "Reward upon harvesting"), book),
    )


def _reward(text: str, book: Rulebook) -> Reward:
    find, text = components(book).find, _ASIDE.sub("", text).strip()
    found = _GAMBLE.fullmatch(text)
    if not found:
        return Reward(read_amounts(text, find))
    losing = tuple(map(integer, re.findall(r"\d+", found["losing"])))
    return Reward(read_amounts(found["amounts"], find), read_formula(found["dice"]), losing)


# -- experience as it counts here ------------------------------------------------------------------


def changes(book: Rulebook) -> tuple[Change, ...]:
    """What changes N, in the order of the list."""
    return book.derived(all_changes)


def all_changes(book: Rulebook) -> tuple[Change, ...]:
    """The lines of the list below the table."""
    found = []
    for line in book.derived(ListOf(SECTION)):
        change = _CHANGE.search(line)
        if not change:
            raise Held(SECTION, f"{line!r} is not a change of N that is read")
        sign = 1 if change["way"] in ("increased", "raised") else -1
        least = integer(change["least"]) if change["least"] else None
        found.append(
            Change(
                read_condition(line[: change.start()] + line[change.end() :], SECTION),
                sign * integer(change["by"]),
                least,
            )
        )
    return tuple(found)


def letters(state: State, book: Rulebook, experience: int) -> Mapping[str, int]:
    """The value of N for somebody with so much experience, now."""
    for change in changes(book):
        if change.condition.holds(state):
            changed = experience + change.by
            experience = (
                changed if change.least is None else max(changed, min(change.least, experience))
            )
    return {"N": experience}
