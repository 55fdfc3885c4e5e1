"""Dice pools of tasks: the dice of the text, those of the table of conditions, and successes.

Dice of one size are rolled together, sizes in the order in which the text and then the table name
them. Decisions: a pool that would have less than no dice of a size has none. Where the text names
dice and leaves their number to the table, the table has to give some of that size; it is for a
person to say what is rolled otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from rules.common.notation import of_unit
from rules.cycle14.components import Components, components
from rules.cycle14.formulas import Formula, FormulaError, read_formula
from rules.cycle14.possessions import OBELISK, owned
from rules.cycle14.seasons import Condition, read_condition
from rules.cycle14.state import Context, State
from wikibot.sdk import Held, Rulebook, integer, plain, replace
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.tables import Table

_BASE = re.compile(r"(?:(?:on|rolls?|forage) (?P<count>\d+)|(?P<none>number of ))d(?P<sides>\d+)")
_ROW = re.compile(r"(?P<sign>[+-−–])\s*(?P<count>\w+?)d(?P<sides>\d+)")
_EXPERIENCE = re.compile(r"N is the (?:number of |amount of )?experience", re.IGNORECASE)
_OWNED = re.compile(r"N is the (?:number|amount) of (?P<what>.+?) the Obelisk has", re.IGNORECASE)


class Modifier(Struct, frozen=True):
    """One row of a table of conditions.

    ``owned``: N is how many of that the Obelisk has; "": N is the experience.
    """

    count: Formula
    sides: int
    sign: int
    condition: Condition | None = None
    owned: str = ""

    def dice(self, state: State, experience: int) -> int:
        """How many dice it adds now."""
        if self.condition and not self.condition.holds(state):
            return 0
        return self.sign * self.count.whole(
            {"N": owned(state, OBELISK, self.owned) if self.owned else experience}
        )


class Pool(Struct, frozen=True):
    """What is rolled for a task."""

    base: int
    sides: int
    modifiers: tuple[Modifier, ...]

    def dice(self, state: State, experience: int) -> dict[int, int]:
        """How many dice of each size: sides -> count."""
        found = {self.sides: self.base}
        for each in self.modifiers:
            found[each.sides] = found.get(each.sides, 0) + each.dice(state, experience)
        return {sides: max(count, 0) for sides, count in found.items()}


@of_unit
def pool_of(book: Rulebook, section: str) -> Pool:
    """The pool of a task."""
    text = book.unit(section).text
    found = _BASE.search(plain(text))
    if not found:
        raise Held(section, "no dice are found in it")
    rows = [row for table in read_tables(text) for row in _rows(table)]
    known = components(book)
    modifiers = tuple(_modifier(section, dice, condition, known) for dice, condition in rows)
    base = 0 if found["none"] else integer(found["count"])
    return Pool(base, integer(found["sides"]), modifiers)


def _modifier(section: str, dice: str, condition: str, known: Components) -> Modifier:
    found = _ROW.fullmatch(dice.replace(" ", ""))
    try:
        count = read_formula(found["count"]) if found else None
    except FormulaError:
        count = None
    if not found or not count:
        raise Held(section, f"{dice!r} is not a change of the dice that is read")
    by_experience = Modifier(count, integer(found["sides"]), 1 if found["sign"] == "+" else -1)
    owned = _OWNED.search(condition)
    if owned and (items := known.find(owned["what"])):
        return replace(by_experience, owned=items[0][2])
    if _EXPERIENCE.search(condition):
        return by_experience
    return replace(by_experience, condition=read_condition(condition, section))


@of_unit
def one_size_of(book: Rulebook, section: str) -> None:
    """Raises ``Held`` where the dice that a text leaves to its table to count are not in that."""
    pool = pool_of(section)(book)
    if not pool.base and pool.sides not in [each.sides for each in pool.modifiers]:
        raise Held(section, f"its text speaks of d{pool.sides}, and its table adds none")


def _rows(table: Table) -> list[tuple[str, str]]:
    dice, why = table.column("Dice"), table.column("Condition")
    if dice is None or why is None:
        return []
    return [
        (plain(table.value(row, dice)), plain(table.value(row, why)))
        for row in range(len(table.body))
    ]


def roll_pool(act: Context, task: str, experience: int) -> tuple[int, ...]:
    """Roll all dice of a task; the faces in order."""
    pool = act.book.derived(pool_of(task))
    dice = {sides: count for sides, count in pool.dice(act.state, experience).items() if count}
    whole = (
        f" ({' + '.join(f'{count}d{sides}' for sides, count in dice.items())})"
        if len(dice) > 1
        else ""
    )
    faces: tuple[int, ...] = ()
    for sides, count in dice.items():
        faces += act.roll(
            count, sides, task if sides == pool.sides else f"{task}, the d{sides}", whole
        )
    return faces


def successes(faces: Sequence[int], target: int) -> int:
    """How many dice meet or exceed a target number."""
    return sum(face >= target for face in faces)


class Yield(Struct, frozen=True):
    """So many of an item for each die that meets a target number."""

    item: str
    count: int
    target: int


@of_unit
def yields_of(book: Rulebook, section: str) -> tuple[Yield, ...]:
    """What a task brings for successes: ``1💎 for each 4+``."""
    text, found = plain(book.unit(section).text), []
    for start, end, item in components(book).find(text):
        count = re.search(r"(\d+)\s*$", text[:start])
        target = re.match(r"\s*for each (\d+)\+", text[end:])
        if count and target:
            found.append(Yield(item, integer(count[1]), integer(target[1])))
    if not found:
        raise Held(section, "it says in no form that is read what successes bring")
    return tuple(found)
